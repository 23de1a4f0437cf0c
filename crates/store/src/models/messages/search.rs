//! Searching the messages of a server that a reader may see: through the index, and beyond it through the messages
//! themselves.
//! `chat::search` parses a query; `search_index` decides what the index stores.

mod block_range;
mod indexed;
pub mod indexing;
mod names;
mod recent;

use std::collections::BTreeSet;
use std::ops::Range;

use sea_orm::entity::prelude::*;

use crate::core::Core;
use crate::models::messages::mention_reach::MentionReach;
use crate::models::messages::message;
use crate::models::messages::removal;
use crate::models::messages::search_index::{IndexQuery, IndexState};
use crate::models::servers::access::UserAccess;
use portico_macros::boxed;
use portico_platform::database::replica::Reader;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::quiet_time::Tz;
use portico_rules::chat::search::{SearchQuery, begins_at};
use portico_rules::ids::{self, IdTimes, ServerId};

use recent::ScanResult;

/// How many results a page has.
pub const PAGE_SIZE: usize = 25;

/// How many messages are read at once that the index finds by a part of what is wanted, and how often for a page.
const BATCH: usize = 250;
const MAX_BATCHES: usize = 4;

/// A page of results.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchPage {
    /// The ids of the messages, newest first.
    pub ids: Vec<i64>,
    /// The next page has messages before this id; none: there are no more.
    pub next: Option<i64>,
}

/// Finds the newest messages before `before` that meet a query, in the channels of a server that a reader may view.
///
/// The days of the query are those of `zone`.
///
/// The channels are part of what is searched, by their marks in the index and by the condition of the statement: of another
/// channel nothing is read, counted or ordered. A page may have fewer results than there are, or none, and still a next one,
/// where very many messages are not in the index yet.
///
/// Where the replica is read, what it found is looked up on the primary: a message that was deleted, removed or changed since
/// is not found by what it said.
///
/// # Errors
/// [`Error::NotFound`](portico_platform::error::Error::NotFound) where they are no member of the server,
/// [`Error::TooMuchToRead`](portico_platform::error::Error::TooMuchToRead) where it takes too long.
#[boxed]
pub async fn search(
    core: &Core,
    access: &UserAccess,
    server_id: ServerId,
    query: &SearchQuery,
    zone: Tz,
    before: Option<i64>,
) -> Result<SearchPage> {
    let membership = access.membership(server_id)?;
    let channels = names::channels(access, server_id, &query.channels);
    let mut wanted = IndexQuery::in_channels(channels, query.terms.clone());
    if !query.from.is_empty() {
        let authors = names::authors(&core.db, access.user_id, server_id, &query.from).await?;
        wanted = wanted.by(authors);
    }
    let mut within = range(query, zone, before, core.id_times());
    if query.mentions_me {
        let reach = MentionReach::new(membership);
        wanted = wanted.mentioning(reach.targets());
        within.start = within.start.max(reach.first());
    }
    if query.is_empty() || wanted.is_hopeless() || within.is_empty() {
        return Ok(SearchPage::default());
    }
    let wanted = &wanted;
    let (mut found, is_old) = core
        .read_expensively(access.user_id, |db| {
            let within = within.clone();
            async move {
                let found = newest(&db, wanted, within).await?;
                Ok((found, db.is_replica()))
            }
        })
        .await?;
    if is_old {
        let now = still_meeting(&core.db, &found.ids, wanted).await?;
        found.ids.retain(|id| now.contains(id));
    }
    Ok(found)
}

/// The newest messages in these channels with an id in `within`.
async fn newest(db: &Reader, wanted: &IndexQuery, within: Range<i64>) -> Result<SearchPage> {
    // Read first: what is put into the index from here on is still found among the recent messages.
    let state = IndexState::read(db).await?;
    let first_recent = state.indexed_up_to + 1;
    let limit = PAGE_SIZE + 1;
    let mut ids = Vec::new();
    let recent = within.start.max(first_recent)..within.end;
    if !recent.is_empty() {
        let scanned = recent::find(db, wanted, recent, limit).await?;
        ids = scanned.ids;
        if let Some(reached) = scanned.unfinished_at.filter(|_| ids.len() < limit) {
            return Ok(SearchPage { ids, next: Some(reached) });
        }
    }
    let indexed = within.start..within.end.min(first_recent);
    let parts = match indexed.is_empty() {
        true => Vec::new(),
        false => wanted.parts(indexed),
    };
    for (within, wanted) in &parts {
        let rest = limit - ids.len();
        if rest == 0 {
            break;
        }
        let narrowed = wanted.narrowed();
        match narrowed.or_else(|| wanted.begins_within(within).then(|| wanted.clone())) {
            None => ids.extend(indexed::find(db, wanted, within.clone(), rest).await?),
            Some(part) => {
                let read = by_part(db, &part, wanted, within.clone(), rest).await?;
                ids.extend(read.ids);
                if read.unfinished_at.is_some() {
                    return Ok(SearchPage { ids, next: read.unfinished_at });
                }
            }
        }
    }
    let has_more = ids.len() > PAGE_SIZE;
    ids.truncate(PAGE_SIZE);
    let next = ids.last().copied().filter(|_| has_more);
    Ok(SearchPage { ids, next })
}

/// The newest `limit` messages of those that the index finds by a part of what is wanted: they are read, and compared with the
/// rest of it. How many one page reads is bounded.
async fn by_part(
    db: &Reader,
    part: &IndexQuery,
    wanted: &IndexQuery,
    mut within: Range<i64>,
    limit: usize,
) -> Result<ScanResult> {
    let mut scanned = ScanResult::default();
    for _ in 0..MAX_BATCHES {
        let found = indexed::find(db, part, within.clone(), BATCH).await?;
        let meeting = still_meeting(db, &found, wanted).await?;
        scanned.ids.extend(found.iter().filter(|id| meeting.contains(id)));
        if found.len() < BATCH || scanned.ids.len() >= limit {
            scanned.ids.truncate(limit);
            return Ok(scanned);
        }
        within.end = found.last().copied().unwrap_or(within.start);
    }
    scanned.unfinished_at = Some(within.end);
    Ok(scanned)
}

/// Which of these messages are there, in these channels, and are what is searched, as this database has them.
async fn still_meeting(db: &Conn, ids: &[i64], wanted: &IndexQuery) -> Result<BTreeSet<i64>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let there = message::Entity::find()
        .filter(lists::is_one_of(db, message::Column::Id, ids.iter().copied()))
        .filter(removal::spares_message())
        .all(db)
        .await?;
    let meeting = there.into_iter().filter(|message| wanted.is_met_by(&message.indexed()));
    Ok(meeting.map(|message| message.id.get()).collect())
}

/// The ids that a message may have.
fn range(query: &SearchQuery, zone: Tz, before: Option<i64>, times: &IdTimes) -> Range<i64> {
    let first_of = |day: i64| times.first_id_at(begins_at(day, zone)).max(1);
    let start = query.from_day.map_or(1, first_of);
    let end = query.before_day.map_or(ids::MAX_ID, first_of);
    start..end.min(before.unwrap_or(ids::MAX_ID))
}
