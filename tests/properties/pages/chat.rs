//! Messages of a channel, and mentions of a user.

use std::cmp::Reverse;

use portico_rules::ids::{self, ChannelId, MessageId};
use portico_store::models::Channel;
use portico_store::models::messages::feed::{self, Feed};
use portico_store::models::messages::inbox::{self, InboxPage};
use portico_store::models::messages::{mention, message, read_mark};
use portico_store::models::servers::access::UserAccess;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::{Listing, Newest, ROWS, Script, all_scripts, id, walk};
use crate::support::{Person, START, TestInstance};

/// Messages of a channel from the newest on, beside those of another one.
struct Messages<'h> {
    instance: &'h TestInstance,
    channel_id: ChannelId,
}

impl Listing for Messages<'_> {
    type Row = Newest;

    async fn come(&self, rows: &[i64]) {
        let messages = rows.iter().flat_map(|number| {
            let own = said(id(*number), self.channel_id);
            [own, said(id(*number) + 1, ChannelId::new(self.channel_id.get() + 1))]
        });
        keep(self.instance, messages.collect()).await;
    }

    async fn go(&self, rows: &[i64]) {
        message::Entity::delete_many()
            .filter(message::Column::Id.is_in(rows.iter().map(|number| id(*number))))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
    }

    fn row(&self, number: i64) -> Option<Newest> {
        Some(Reverse(id(number)))
    }

    async fn page(&self, after: Option<&Newest>, _: u64) -> Vec<Newest> {
        let place = after.map_or(feed::PagePosition::Newest, |last| feed::PagePosition::Before(last.0));
        let feed = Feed::read(&self.instance.app.db, self.channel_id, place).await;
        let feed = feed.unwrap();
        let newest_first = feed.messages.iter().rev();
        newest_first.map(|one| Reverse(one.id.get())).collect()
    }
}

fn said(id: i64, channel_id: ChannelId) -> message::ActiveModel {
    message::ActiveModel {
        id: Set(id.into()),
        channel_id: Set(channel_id),
        content: Set("x".to_owned()),
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

async fn keep(instance: &TestInstance, messages: Vec<message::ActiveModel>) {
    if messages.is_empty() {
        return;
    }
    message::Entity::insert_many(messages).exec_without_returning(&*instance.app.db).await.unwrap();
}

/// Shows: random.cursors
#[tokio::test]
async fn a_channel_shows_each_message_once_despite_changes() {
    let instance = TestInstance::open().await;
    let messages = Messages { instance: &instance, channel_id: ChannelId::new(5) };
    for script in all_scripts(300) {
        instance.clear(message::Entity).await;
        let size = feed::PAGE_SIZE;
        walk(&messages, &Script { size, ..script }).await;
    }
}

/// The mentions of Alice in two channels, which she has read to different places. Where Bob was called beside her, that is
/// his.
struct Mentions<'h> {
    instance: &'h TestInstance,
    alice: Person<'h>,
    bob: Person<'h>,
    channels: [Channel; 2],
    read: [i64; 2],
}

/// The id of a message of the hours after the members joined.
fn said_at(number: i64) -> i64 {
    id(number) + 2 * ROWS * 60_000 * ids::PER_MS
}

impl<'h> Mentions<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        // They join before any of it is said.
        let alice = instance.person("alice").await;
        let bob = instance.person("bob").await;
        let acme = instance.server("Acme", &bob).await;
        acme.join(&alice).await;
        let channels = [acme.general.clone(), acme.channel("busy").await];
        instance.clock.set(START + 2 * ROWS * 60_000);
        Self { instance, alice, bob, channels, read: [0, 0] }
    }

    /// Begins anew, with so much read in each channel.
    async fn read_up_to(&mut self, read: [i64; 2]) {
        self.instance.clear(mention::Entity).await;
        self.instance.clear(message::Entity).await;
        self.instance.clear(read_mark::Entity).await;
        self.read = read;
        for (channel, read) in self.channels.iter().zip(read) {
            let db = &*self.instance.app.db;
            let mark = read_mark::advance(db, self.alice.id, channel.id, MessageId::new(said_at(read)));
            mark.await.unwrap();
        }
    }

    fn place_of(number: i64) -> usize {
        usize::try_from(number % 2).unwrap()
    }
}

impl Listing for Mentions<'_> {
    /// Whether it was read, and its id: unread ones come first.
    type Row = (bool, Newest);

    async fn come(&self, rows: &[i64]) {
        let (mut messages, mut mentions) = (Vec::new(), Vec::new());
        for number in rows {
            let channel_id = self.channels[Self::place_of(*number)].id;
            messages.push(said(said_at(*number), channel_id));
            messages.push(said(said_at(*number) + 1, channel_id));
            let mut called = |kind, target_id, message_id| {
                mentions.push(mention::Model { kind, target_id, message_id, channel_id });
            };
            // By her name, with everyone, or both.
            if number % 3 != 1 {
                called(mention::MentionTargetKind::User, self.alice.id.get(), said_at(*number).into());
            }
            if number % 3 != 0 {
                called(mention::MentionTargetKind::All, channel_id.get(), said_at(*number).into());
            }
            called(mention::MentionTargetKind::User, self.bob.id.get(), (said_at(*number) + 1).into());
        }
        keep(self.instance, messages).await;
        mention::keep(&self.instance.app.db, mentions.into_iter()).await.unwrap();
    }

    async fn go(&self, rows: &[i64]) {
        let db = &*self.instance.app.db;
        let ids: Vec<i64> = rows.iter().map(|number| said_at(*number)).collect();
        mention::Entity::delete_many()
            .filter(mention::Column::MessageId.is_in(ids.iter().copied()))
            .exec(db)
            .await
            .unwrap();
        message::Entity::delete_many().filter(message::Column::Id.is_in(ids)).exec(db).await.unwrap();
    }

    fn row(&self, number: i64) -> Option<Self::Row> {
        let read = self.read[Self::place_of(number)];
        Some((number <= read, Reverse(said_at(number))))
    }

    async fn page(&self, after: Option<&Self::Row>, size: u64) -> Vec<Self::Row> {
        let begin = match after {
            None => inbox::InboxStart::First,
            Some((false, last)) => inbox::InboxStart::Unread(last.0),
            Some((true, last)) => inbox::InboxStart::Read(last.0),
        };
        let db = &*self.instance.app.db;
        let access = UserAccess::load(db, self.alice.id).await.unwrap();
        let page = InboxPage::read(db, &access, begin, size).await.unwrap();
        let row = |one: &inbox::InboxEntry| (!one.unread, Reverse(one.message.id.get()));
        page.entries.iter().map(row).collect()
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn an_inbox_shows_each_mention_once_despite_changes() {
    let instance = TestInstance::open().await;
    let mut mentions = Mentions::of(&instance).await;
    let marks = [[200, 100], [0, 399], [390, 10], [0, 0]];
    for (script, read) in all_scripts(60).zip(marks.iter().cycle()) {
        mentions.read_up_to(*read).await;
        walk(&mentions, &script).await;
    }
}
