//! Finding messages that are not in the index yet: the newest ones are read and compared with what is searched.
//! How much of them one page reads is bounded.

use portico_rules::ids::{UserId, WebhookId};
use std::ops::Range;
use std::sync::LazyLock;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::models::messages::message;
use crate::models::messages::removal::{Author, SPARED_MESSAGE};
use crate::models::messages::search_index::{IndexQuery, IndexedMessage};
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::cards;

/// The most messages that a page reads.
const MAX_READ: usize = 1_000;
/// The fewest messages that it may read of each channel.
const MIN_PER_CHANNEL: usize = 10;
/// The most bytes of text that a page compares.
const MAX_COMPARED: usize = 256 * 1024;

/// The hits, and how far the scan went.
#[derive(Debug, Default)]
pub(super) struct ScanResult {
    /// The newest messages that are what is searched, newest first.
    pub(super) ids: Vec<i64>,
    /// Below this id messages were left unread; none: all were read, or the limit was reached.
    pub(super) unfinished_at: Option<i64>,
}

/// Finds the newest `limit` messages in these channels with an id in `within`.
pub(super) async fn find(db: &Conn, wanted: &IndexQuery, within: Range<i64>, limit: usize) -> Result<ScanResult> {
    let backend = db.get_database_backend();
    let channels = wanted.channels();
    let of_each = (MAX_READ / channels.len().max(1)).max(MIN_PER_CHANNEL);
    let of_each = i64::try_from(of_each).unwrap_or(i64::MAX);
    let mut values = vec![within.start.into(), within.end.into(), of_each.into()];
    let listed = channels.iter().map(|id| [id.get()]);
    values.extend(lists::parameters(backend, listed));
    let newest = Statement::from_sql_and_values(backend, newest(backend), values);
    let rows = db.query_all_raw(newest).await?;
    let is_cut = rows.len() >= MAX_READ;
    let mut scanned = ScanResult::default();
    let mut compared = 0;
    // The highest id below which a channel has more than was read of it.
    let mut floor: Option<i64> = None;
    let mut last = None;
    for row in rows {
        let id: i64 = row.try_get("", "id")?;
        if compared > MAX_COMPARED {
            scanned.unfinished_at = last;
            return Ok(above(scanned, floor));
        }
        last = Some(id);
        floor = floor.max(row.try_get::<Option<i64>>("", "floor")?.map(|floor| floor + 1));
        let content: String = row.try_get("", "content")?;
        let stored: Option<String> = row.try_get("", "cards")?;
        compared += content.len() + stored.as_ref().map_or(0, String::len);
        let spans: Option<String> = row.try_get("", "spans")?;
        let webhook_id: Option<WebhookId> = row.try_get("", "webhook_id")?;
        let author_id: Option<UserId> = row.try_get("", "author_id")?;
        let author = match webhook_id {
            Some(id) => Author::Webhook(id),
            None => Author::User(author_id.unwrap_or(UserId::new(0))),
        };
        let cards = cards::read(stored.as_deref());
        let notified: Option<UserId> = row.try_get("", "reply_notified_id")?;
        let fired = message::fired(spans.as_deref(), notified);
        let place = (id, row.try_get("", "channel_id")?);
        let text = (content.as_str(), cards.as_slice());
        let message = IndexedMessage::new(place, author, text, fired);
        if wanted.is_met_by(&message) {
            scanned.ids.push(message.id);
            if scanned.ids.len() >= limit && floor.is_none_or(|floor| floor <= id) {
                return Ok(scanned);
            }
        }
    }
    scanned.unfinished_at = last.filter(|_| is_cut);
    Ok(above(scanned, floor))
}

/// Only what was found above `floor`: below it another channel may have newer ones.
fn above(mut scanned: ScanResult, floor: Option<i64>) -> ScanResult {
    if let Some(floor) = floor {
        scanned.ids.retain(|id| *id >= floor);
        scanned.unfinished_at = scanned.unfinished_at.max(Some(floor));
    }
    scanned
}

/// The newest messages of each channel of a list, the newest first. `floor` is the newest of its channel that is left out.
fn newest(backend: DbBackend) -> &'static str {
    static SQLITE: LazyLock<String> = LazyLock::new(|| write(DbBackend::Sqlite));
    static POSTGRES: LazyLock<String> = LazyLock::new(|| write(DbBackend::Postgres));
    fn write(backend: DbBackend) -> String {
        let (list, _) = lists::source::<1>(backend, 4);
        let channel = lists::COLUMNS[0];
        let columns = "messages.id, messages.channel_id, messages.author_id, messages.webhook_id, messages.content, \
                       messages.spans, messages.reply_notified_id, messages.cards, ends.floor";
        match backend {
            DbBackend::Sqlite => format!(
                "SELECT {columns} FROM (SELECT listed.{channel} AS channel_id, \
                 (SELECT older.id FROM messages AS older \
                 WHERE older.channel_id = listed.{channel} AND older.id >= $1 AND older.id < $2 \
                 ORDER BY older.id DESC LIMIT 1 OFFSET $3) AS floor FROM ({list}) AS listed) AS ends \
                 CROSS JOIN messages \
                 WHERE messages.channel_id = ends.channel_id AND messages.id > COALESCE(ends.floor, $1 - 1) \
                 AND messages.id < $2 AND {SPARED_MESSAGE} ORDER BY messages.id DESC LIMIT {MAX_READ}"
            ),
            // A list of one channel: compared with the channel itself, Postgres may walk through the messages of all channels by
            // their id, and compared as a pair with the id, it reads a channel down to its first message. A floor is looked for
            // from one end only, as Postgres takes what is between two ends for so few that it may read them of all channels.
            _ => format!(
                "WITH ends AS MATERIALIZED (SELECT listed.{channel} AS channel_id, \
                 (SELECT older.id FROM (SELECT messages.id FROM messages \
                 WHERE messages.channel_id = ANY(ARRAY[listed.{channel}]) AND messages.id < $2 \
                 ORDER BY messages.channel_id DESC, messages.id DESC LIMIT 1 OFFSET $3) AS older \
                 WHERE older.id >= $1) AS floor FROM ({list}) AS listed) \
                 SELECT newest.* FROM ends CROSS JOIN LATERAL (SELECT {columns} FROM messages \
                 WHERE messages.channel_id = ANY(ARRAY[ends.channel_id]) AND messages.id > COALESCE(ends.floor, $1::bigint - 1) \
                 AND messages.id < $2 AND {SPARED_MESSAGE} \
                 ORDER BY messages.channel_id DESC, messages.id DESC LIMIT $3) AS newest \
                 ORDER BY newest.id DESC LIMIT {MAX_READ}"
            ),
        }
    }
    match backend {
        DbBackend::Sqlite => &SQLITE,
        _ => &POSTGRES,
    }
}
