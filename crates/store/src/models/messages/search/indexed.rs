//! Finding messages by the index: one function for FTS5 of SQLite and the full text search of Postgres.
//! `search_index` writes the query for each of them.

use std::ops::Range;

use sea_orm::sea_query::ArrayType;
use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use crate::models::messages::removal::SPARED_MESSAGE;
use crate::models::messages::search_index::{IndexQuery, TsQueries};
use portico_platform::database::replica::Reader;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;

use super::block_range::{BlockRange, RANGES};

/// The most hits that Postgres fetches of several blocks at once. Of a range with more of them the newest blocks are searched
/// by themselves.
const MAX_FETCHED: i64 = 512;

/// The newest `limit` messages that are wanted with an id in `within`, newest first.
pub(crate) async fn find(db: &Reader, wanted: &IndexQuery, within: Range<i64>, limit: usize) -> Result<Vec<i64>> {
    let backend = db.get_database_backend();
    let channels = lists::ids(backend, wanted.channels().iter().copied());
    match db {
        Reader::Primary(db) if backend == DbBackend::Sqlite => from_the_end(db, channels, wanted, &within, limit).await,
        Reader::Primary(db) => {
            let reading = db.begin().await?;
            let found = by_blocks(&reading, &channels, wanted, within, limit).await;
            reading.rollback().await?;
            found
        }
        Reader::Replica(reading) => by_blocks(reading, &channels, wanted, within, limit).await,
    }
}

/// Postgres, in a transaction, from the newest range of blocks on, until there is enough. A GIN index is read as a bitmap and no
/// other way, which is off everywhere else; and of a small table Postgres may take reading all of it, once for each group of
/// channels, for less than that.
async fn by_blocks(
    db: &Conn,
    channels: &Value,
    wanted: &IndexQuery,
    within: Range<i64>,
    limit: usize,
) -> Result<Vec<i64>> {
    let mut found = Vec::new();
    let Some((oldest, newest)) = blocks(db, &within).await? else {
        return Ok(found);
    };
    db.execute_unprepared("SET LOCAL enable_bitmapscan = on; SET LOCAL enable_indexscan = off").await?;
    let reading = RangeReading::new(channels, wanted, within);
    let mut rest = BlockRange::walk(oldest, newest, wanted.lookups());
    // The newest one is the last.
    let mut narrower = Vec::new();
    while found.len() < limit {
        let Some(range) = narrower.pop().or_else(|| rest.next()) else {
            break;
        };
        match reading.hits(db, range, limit - found.len()).await? {
            Some(hits) => found.extend(hits),
            None => narrower.extend(range.parts()),
        }
    }
    Ok(found)
}

/// The statement that reads a range of blocks on Postgres.
struct RangeReading {
    sql: String,
    /// All but the first three, which the range decides.
    values: Vec<Value>,
}

impl RangeReading {
    fn new(channels: &Value, wanted: &IndexQuery, within: Range<i64>) -> Self {
        let TsQueries { of_groups, of_all } = wanted.tsqueries();
        let mut values = vec![within.start.into(), within.end.into(), channels.clone()];
        let first = FROM_RANGE + values.len() + 1;
        let conditions = first..first + of_groups.len();
        for groups in of_groups {
            let groups = groups.into_iter().map(Value::from).collect();
            values.push(Value::Array(ArrayType::String, Some(Box::new(groups))));
        }
        let of_all = of_all.map(|tsquery| {
            values.push(tsquery.into());
            FROM_RANGE + values.len()
        });
        Self { sql: on_postgres(conditions, of_all), values }
    }

    /// The newest `limit` hits in a range, newest first; none where there are too many to fetch them all.
    async fn hits(&self, db: &Conn, range: BlockRange, limit: usize) -> Result<Option<Vec<i64>>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let fetched = if range.is_one_block() { i64::MAX } else { MAX_FETCHED + 1 };
        let from_range: [Value; FROM_RANGE] = [range.key().into(), limit.into(), fetched.into()];
        let values = from_range.into_iter().chain(self.values.iter().cloned());
        let select = Statement::from_sql_and_values(DbBackend::Postgres, &self.sql, values);
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
}

/// How many parameters the range decides.
const FROM_RANGE: usize = 3;

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
    wanted: &IndexQuery,
    within: &Range<i64>,
    limit: usize,
) -> Result<Vec<i64>> {
    let visible = lists::among(DbBackend::Sqlite, 4);
    let sql = format!(
        "SELECT messages.id FROM message_search CROSS JOIN messages ON messages.id = message_search.rowid \
         WHERE message_search MATCH $1 AND message_search.rowid >= $2 AND message_search.rowid < $3 \
         AND messages.channel_id {visible} AND {SPARED_MESSAGE} ORDER BY message_search.rowid DESC LIMIT $5"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let values = [wanted.matched().into(), within.start.into(), within.end.into(), channels, limit.into()];
    let select = Statement::from_sql_and_values(DbBackend::Sqlite, sql, values);
    let rows = db.query_all_raw(select).await?;
    let ids = rows.iter().map(|row| row.try_get_by_index(0));
    Ok(ids.collect::<std::result::Result<_, _>>()?)
}

/// The hits in a range of blocks, in any order, or one row of NULL where the limit was reached. `conditions` are the numbers of
/// the parameters that list a condition for each group of channels, `of_all` is that of the condition for all groups.
///
/// Each condition on the index is one of its own, the range first: GIN skips in each list to where the others go on, which it
/// doesn't do within a condition. The sum keeps Postgres from reading the table in the order of its key, which it estimates to
/// be less. The queries are parsed before, and not again for each row that is compared with a phrase.
fn on_postgres(conditions: Range<usize>, of_all: Option<usize>) -> String {
    let list = |of: &dyn Fn(usize) -> String| conditions.clone().map(of).collect::<Vec<_>>();
    let arrays = list(&|number| format!("${number}::text[]")).join(", ");
    let names = list(&|number| format!("tsquery{number}")).join(", ");
    let parsed = list(&|number| format!("CAST(tsquery{number} AS tsquery) AS tsquery{number}"));
    let parsed = parsed.join(", ");
    let of_group = list(&|number| format!("channels.tsquery{number}"));
    let of_all = of_all.map(|number| format!("CAST(${number}::text AS tsquery)"));
    let matching: String =
        of_group.into_iter().chain(of_all).map(|tsquery| format!("AND terms @@ {tsquery} ")).collect();
    let visible = lists::among(DbBackend::Postgres, 6);
    format!(
        "WITH channels AS MATERIALIZED (SELECT {parsed} FROM unnest({arrays}) AS given({names})), \
         found AS MATERIALIZED (SELECT hits.message_id FROM channels \
         CROSS JOIN LATERAL (SELECT message_id FROM message_search \
         WHERE {RANGES} @> ARRAY[$1::integer] {matching}\
         AND message_id + 0 >= $4 AND message_id + 0 < $5) AS hits LIMIT $3::bigint), \
         total AS MATERIALIZED (SELECT count(*) AS hits FROM found) \
         (SELECT messages.id FROM (SELECT message_id FROM found ORDER BY message_id DESC) AS newest \
         JOIN messages ON messages.id = newest.message_id \
         WHERE (SELECT hits FROM total) < $3 AND messages.channel_id {visible} AND {SPARED_MESSAGE} \
         ORDER BY newest.message_id DESC LIMIT $2) \
         UNION ALL SELECT NULL FROM total WHERE hits >= $3"
    )
}
