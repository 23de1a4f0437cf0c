//! Finding messages by the index: one verb for FTS5 of SQLite and the full text search of Postgres.
//! What is searched is written for each of them in `search_index`.

use std::ops::Range;

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use crate::database::replica::Reader;
use crate::database::{Conn, lists};
use crate::error::Result;
use crate::models::messages::removal::SPARED_MESSAGE;
use crate::models::messages::search_index::Wanted;

use super::block_range::{BlockRange, RANGES};

/// The most hits that Postgres fetches of several blocks at once. Of a range with more of them the newest blocks are searched
/// by themselves.
const MOST_FETCHED: i64 = 512;

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
            from_the_end(db, channels, wanted, &within, most).await
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

/// Postgres, from the newest range of blocks on, until there is enough.
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
    let mut rest = BlockRange::walk(oldest, newest);
    // The newest one is the last.
    let mut narrower = Vec::new();
    while found.len() < most {
        let Some(range) = narrower.pop().or_else(|| rest.next()) else {
            break;
        };
        match hits(db, channels, wanted, (&within, range), most - found.len()).await? {
            Some(hits) => found.extend(hits),
            None => narrower.extend(range.parts()),
        }
    }
    Ok(found)
}

/// The newest `most` hits in a range of blocks, newest first; none where there are too many to fetch them all.
async fn hits(
    db: &Conn,
    channels: &Value,
    wanted: &Wanted,
    (within, range): (&Range<i64>, BlockRange),
    most: usize,
) -> Result<Option<Vec<i64>>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let limit = if range.is_one_block() {
        i64::MAX
    } else {
        MOST_FETCHED + 1
    };
    let mut values: Vec<Value> = vec![
        range.key().into(),
        within.start.into(),
        within.end.into(),
        channels.clone(),
        most.into(),
        limit.into(),
    ];
    let matching = wanted.tsqueries().map(|tsquery| {
        values.push(tsquery.into());
        format!("words @@ CAST(${}::text AS tsquery)", values.len())
    });
    let sql = on_postgres(&matching.collect::<Vec<_>>().join(" AND "));
    let select = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
    let mut ids: Vec<i64> = Vec::new();
    for row in db.query_all_raw(select).await? {
        let Some(id) = row.try_get_by_index(0)? else {
            return Ok(None);
        };
        ids.push(id);
    }
    ids.sort_unstable_by(|one, other| other.cmp(one));
    Ok(Some(ids))
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

/// SQLite: FTS5 reads from the end of its lists, and stops when there is enough.
async fn from_the_end(
    db: &Conn,
    channels: Value,
    wanted: &Wanted,
    within: &Range<i64>,
    most: usize,
) -> Result<Vec<i64>> {
    let visible = lists::among(DbBackend::Sqlite, 4);
    let sql = format!(
        "SELECT messages.id FROM message_search CROSS JOIN messages ON messages.id = message_search.rowid \
         WHERE message_search MATCH $1 AND message_search.rowid >= $2 AND message_search.rowid < $3 \
         AND messages.channel_id {visible} AND {SPARED_MESSAGE} ORDER BY message_search.rowid DESC LIMIT $5"
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let values = [
        wanted.matched().into(),
        within.start.into(),
        within.end.into(),
        channels,
        most.into(),
    ];
    let select = Statement::from_sql_and_values(DbBackend::Sqlite, sql, values);
    let rows = db.query_all_raw(select).await?;
    let ids = rows.iter().map(|row| row.try_get_by_index(0));
    Ok(ids.collect::<std::result::Result<_, _>>()?)
}

/// The hits in a range of blocks, in any order, or one row of NULL where the limit was reached.
///
/// Each condition on the index is one of its own, the range first: GIN skips in each list to where the others go on, which it
/// doesn't do within a condition. The sum keeps Postgres from reading the table in the order of its key, which it estimates to
/// be less.
fn on_postgres(matching: &str) -> String {
    let visible = lists::among(DbBackend::Postgres, 4);
    format!(
        "WITH found AS MATERIALIZED (SELECT message_id FROM message_search \
         WHERE {RANGES} @> ARRAY[$1::integer] AND {matching} \
         AND message_id + 0 >= $2 AND message_id + 0 < $3 LIMIT $6::bigint), \
         total AS MATERIALIZED (SELECT count(*) AS hits FROM found) \
         (SELECT messages.id FROM (SELECT message_id FROM found ORDER BY message_id DESC) AS newest \
         JOIN messages ON messages.id = newest.message_id \
         WHERE (SELECT hits FROM total) < $6 AND messages.channel_id {visible} AND {SPARED_MESSAGE} \
         ORDER BY newest.message_id DESC LIMIT $5) \
         UNION ALL SELECT NULL FROM total WHERE hits >= $6"
    )
}
