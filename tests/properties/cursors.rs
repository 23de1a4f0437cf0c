//! Cursors: a page at any cursor shows what a plain list would, and going through all pages misses nothing.
//! The links between pages are tested with their routes.

use portico_platform::database::Database;
use portico_rules::ids::ChannelId;
use portico_store::models::messages::feed::{Feed, PAGE_SIZE, PagePosition};
use portico_store::models::messages::message;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sea_orm::{EntityTrait, Set};

use crate::support::TestDatabase;

const HERE: ChannelId = ChannelId::new(7);
const ELSEWHERE: ChannelId = ChannelId::new(8);

struct Channel {
    _database: TestDatabase,
    db: Database,
    /// The ids of its messages, in their order.
    ids: Vec<i64>,
}

impl Channel {
    /// A channel with messages at uneven distances, and another whose messages stand between them.
    async fn with(gaps: &[i64]) -> Self {
        let database = TestDatabase::create().await;
        let db = Database::connect(database.url()).await.unwrap();
        let mut ids = Vec::new();
        let mut rows = Vec::new();
        let mut last = 1_000;
        for gap in gaps {
            last += gap;
            ids.push(last);
            rows.push(row(last, HERE));
            last += 1;
            rows.push(row(last, ELSEWHERE));
        }
        if !rows.is_empty() {
            message::Entity::insert_many(rows).exec_without_returning(&*db).await.unwrap();
        }
        Self { _database: database, db, ids }
    }

    async fn page(&self, place: PagePosition) -> (Vec<i64>, bool, bool) {
        let feed = Feed::read(&self.db, HERE, place).await.unwrap();
        (feed.messages.iter().map(|message| message.id.get()).collect(), feed.older, feed.newer)
    }

    /// What the page should be: the part of the list from `begin` to `end`.
    fn part(&self, begin: usize, end: usize) -> (Vec<i64>, bool, bool) {
        (self.ids[begin..end].to_vec(), begin > 0, end < self.ids.len())
    }
}

fn row(id: i64, channel_id: ChannelId) -> message::ActiveModel {
    message::ActiveModel {
        id: Set(id.into()),
        channel_id: Set(channel_id),
        content: Set("x".into()),
        author_id: Set(None),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        spans: Set(None),
        cards: Set(None),
        edited_at: Set(None),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn a_page_from_anywhere_is_the_part_of_the_list_that_it_says() {
    let mut runner = TestRunner::deterministic();
    let page = usize::try_from(PAGE_SIZE).unwrap();
    for count in [0, 1, page - 1, page, page + 1, 130] {
        let gaps = proptest::collection::vec(1..9_i64, count).new_tree(&mut runner).unwrap().current();
        let channel = Channel::with(&gaps).await;
        let newest = channel.ids.len().saturating_sub(page);
        assert_eq!(channel.page(PagePosition::Newest).await, channel.part(newest, channel.ids.len()));
        let cursors = 900..2_300_i64;
        for _ in 0..30 {
            let cursor = cursors.clone().new_tree(&mut runner).unwrap().current();
            let before = channel.ids.partition_point(|id| *id < cursor);
            let after = channel.ids.partition_point(|id| *id <= cursor);
            let length = channel.ids.len();
            let expected = channel.part(before.saturating_sub(page), before);
            assert_eq!(channel.page(PagePosition::Before(cursor)).await, expected, "before {cursor} of {count}");
            let expected = channel.part(after, length.min(after + page));
            assert_eq!(channel.page(PagePosition::After(cursor)).await, expected, "after {cursor} of {count}");
            let expected = channel.part(before.saturating_sub(page / 2), length.min(before + page / 2));
            assert_eq!(channel.page(PagePosition::Around(cursor)).await, expected, "around {cursor} of {count}");
        }
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn going_through_all_pages_shows_every_message_once() {
    let mut runner = TestRunner::deterministic();
    let gaps = proptest::collection::vec(1..9_i64, 170).new_tree(&mut runner).unwrap().current();
    let channel = Channel::with(&gaps).await;
    let mut back = Vec::new();
    let mut place = PagePosition::Newest;
    loop {
        let (ids, older, _) = channel.page(place).await;
        back.splice(0..0, ids.iter().copied());
        if !older {
            break;
        }
        place = PagePosition::Before(ids[0]);
    }
    assert_eq!(back, channel.ids);
    let mut forth = vec![channel.ids[0]];
    loop {
        let (ids, _, newer) = channel.page(PagePosition::After(*forth.last().unwrap())).await;
        forth.extend(ids);
        if !newer {
            break;
        }
    }
    assert_eq!(forth, channel.ids);
}
