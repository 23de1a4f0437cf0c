//! Finding messages by the index: one verb for FTS5 of SQLite and the full text search of Postgres.
//! What is searched is written for each of them in `search_index`.

use std::ops::Range;

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use crate::database::replica::Reader;
use crate::database::{Conn, lists};
use crate::error::Result;
use crate::models::messages::removal::SPARED_MESSAGE;
use crate::models::messages::search_index::Wanted;

/// How many blocks of the index Postgres reads at once: few at first, since most words are found in the newest ones, and at
/// last so many that a rare word takes few statements.
const BLOCKS: [i32; 5] = [2, 8, 32, 128, 512];

/// The newest `most` messages in these channels with an id in `within`, newest first.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn find(
    db: &Reader,
    channels: &[i64],
    wanted: &Wanted,
    within: Range<i64>,
    most: usize,
) -> Result<Vec<i64>> {
    let backend = db.get_database_backend();
    let channels = lists::ids(backend, channels.iter().copied());
    match db {
        Reader::Primary(db) if backend == DbBackend::Sqlite => {
            let matched = wanted.matched();
            select(db, on_sqlite(), matched, &channels, &within, most).await
        }
        Reader::Primary(db) => {
            let reading = db.begin().await?;
            let found = by_bitmap(&reading, &channels, wanted, within, most).await;
            reading.rollback().await?;
            found
        }
        Reader::Replica(reading) => by_bitmap(reading, &channels, wanted, within, most).await,
    }
}

/// Postgres, in a transaction: a GIN index is read as a bitmap and no other way, which is off everywhere else.
async fn by_bitmap(
    reading: &Conn,
    channels: &Value,
    wanted: &Wanted,
    within: Range<i64>,
    most: usize,
) -> Result<Vec<i64>> {
    reading
        .execute_unprepared("SET LOCAL enable_bitmapscan = on")
        .await?;
    by_blocks(reading, channels, wanted, within, most).await
}

/// Postgres, from the newest block on, until there is enough.
async fn by_blocks(
    db: &Conn,
    channels: &Value,
    wanted: &Wanted,
    within: Range<i64>,
    most: usize,
) -> Result<Vec<i64>> {
    let mut found = Vec::new();
    let Some((oldest, newest)) = blocks(db, &within).await? else {
        return Ok(found);
    };
    let mut widths = BLOCKS.into_iter();
    let (mut end, mut width) = (newest, BLOCKS[0]);
    while end >= oldest && found.len() < most {
        width = widths.next().unwrap_or(width);
        let start = oldest.max(end.saturating_sub(width - 1));
        let tsquery = wanted.in_blocks(start..=end).tsquery();
        let rest = most - found.len();
        found.extend(select(db, on_postgres(), tsquery, channels, &within, rest).await?);
        end = start - 1;
    }
    Ok(found)
}

/// The blocks of the oldest and of the newest message in the index whose id is in `within`.
async fn blocks(db: &Conn, within: &Range<i64>) -> Result<Option<(i32, i32)>> {
    let end = |order: &str| {
        format!(
            "(SELECT block FROM message_search WHERE message_id >= $1 AND message_id < $2 \
             ORDER BY message_id {order} LIMIT 1)"
        )
    };
    let sql = format!("SELECT {} AS oldest, {} AS newest", end("ASC"), end("DESC"));
    let values = [within.start.into(), within.end.into()];
    let ends = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
    let Some(row) = db.query_one_raw(ends).await? else {
        return Ok(None);
    };
    let end = |column| row.try_get::<Option<i32>>("", column);
    Ok(end("oldest")?.zip(end("newest")?))
}

async fn select(
    db: &Conn,
    sql: String,
    matched: String,
    channels: &Value,
    within: &Range<i64>,
    most: usize,
) -> Result<Vec<i64>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let values = [
        matched.into(),
        within.start.into(),
        within.end.into(),
        channels.clone(),
        most.into(),
    ];
    let select = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = db.query_all_raw(select).await?;
    let ids = rows.iter().map(|row| row.try_get_by_index(0));
    Ok(ids.collect::<std::result::Result<_, _>>()?)
}

/// FTS5 reads from the end of its lists, and stops when there is enough.
fn on_sqlite() -> String {
    let visible = lists::among(DbBackend::Sqlite, 4);
    format!(
        "SELECT messages.id FROM message_search CROSS JOIN messages ON messages.id = message_search.rowid \
         WHERE message_search MATCH $1 AND message_search.rowid >= $2 AND message_search.rowid < $3 \
         AND messages.channel_id {visible} AND {SPARED_MESSAGE} ORDER BY message_search.rowid DESC LIMIT $5"
    )
}

/// The sum keeps Postgres from reading all of the table in the order of its key, which it estimates to be less.
fn on_postgres() -> String {
    let visible = lists::among(DbBackend::Postgres, 4);
    format!(
        "WITH found AS MATERIALIZED (SELECT message_id FROM message_search \
         WHERE words @@ CAST($1::text AS tsquery) AND message_id + 0 >= $2 AND message_id + 0 < $3) \
         SELECT messages.id FROM (SELECT message_id FROM found ORDER BY message_id DESC) AS newest \
         JOIN messages ON messages.id = newest.message_id \
         WHERE messages.channel_id {visible} AND {SPARED_MESSAGE} ORDER BY newest.message_id DESC LIMIT $5"
    )
}
