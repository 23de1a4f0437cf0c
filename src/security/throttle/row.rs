//! How much of a limit of speed is spent, counted for all processes together.
//! What is limited stands in `limits`, what a process keeps in hand in `across_nodes`.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, QueryTrait, Statement};

use super::Limit;
use crate::clock::Millis;
use crate::database::Conn;
use crate::error::{Error, Result};

/// The most attempts that one statement takes.
pub const LARGEST_HANDFUL: u32 = 1_000;
/// The share of what is left that one statement takes: a sixteenth, so that others find enough.
const SHARE: i64 = 16;
/// How far the clocks of two processes may lie apart. A time further ahead than a whole window and
/// this much comes from a clock that was set back since.
const SKEW_MS: Millis = 60_000;
/// Rows are forgotten by the ten minutes: the time stays the same from one attempt to the next, so
/// that its index is not written each time.
const FORGET_MS: Millis = 600_000;

/// What somebody has spent of one limit. No row is as good as one whose time has passed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "throttles")]
pub struct Model {
    /// Kind and subject under the instance key: no name or address can be told from it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: Vec<u8>,
    /// When nothing will be spent any more, in UTC microseconds: the theoretical arrival time of the
    /// generic cell rate algorithm.
    pub full_at_us: i64,
    /// How many attempts the last statement took; none where it was refused.
    pub taken: i32,
    /// From when the row says nothing any more, in UTC milliseconds.
    pub forget_at: i64,
}

/// What is spent stands alone.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What a statement took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many attempts, to be used up by whoever asked; none where it is too early.
    pub count: u32,
    /// How many more are left at this moment.
    pub left: u32,
    /// How long until there is one, where there is none.
    pub wait: Duration,
}

/// A row that lies in the future up to `$5` counts; what lies behind spends nothing, and what lies
/// beyond was written by a clock that has been set back. Written out, since it is one statement for
/// both databases, and short as it is: an expression tree of it is neither. It always gives its row
/// back, and so says in the same round trip how long a refused one has to wait.
const TAKE: &str = "\
INSERT INTO throttles AS kept (key, full_at_us, taken, forget_at) \
VALUES ($1, $2 + $4 * $6, $6, $8) \
ON CONFLICT (key) DO UPDATE SET (full_at_us, taken, forget_at) = (\
SELECT since + handful * $4, handful, $8 FROM (\
SELECT since, CASE WHEN room < 1 THEN 0 WHEN room / $9 < 1 THEN 1 \
WHEN room / $9 > $7 THEN $7 ELSE room / $9 END AS handful FROM (\
SELECT since, ($2 + $3 - since) / $4 AS room FROM (\
SELECT CASE WHEN kept.full_at_us BETWEEN $2 AND $5 THEN kept.full_at_us ELSE $2 END AS since\
) AS spent) AS rooms) AS handfuls) \
RETURNING full_at_us, taken";

/// Takes a handful of attempts, or none where it is too early: the generic cell rate algorithm in one
/// statement, so that of any number of processes at once none takes what another did. A handful is a
/// sixteenth of what is left, one at least, and never more than what is regained within a second: who
/// lets a handful lapse has it back by then. A refused attempt leaves everything as it was.
///
/// # Errors
/// When the database can't be reached.
pub async fn take(db: &Conn, key: &[u8], limit: Limit, now: Millis) -> Result<Taken> {
    let burst = i64::from(limit.burst.get());
    let a_minute = i64::from(limit.per_minute.get());
    // Rounded up, never below one: a limit may be held a little more strictly, and never less.
    let cost = (60_000_000 + a_minute - 1) / a_minute;
    let window = burst * cost;
    let now_us = now * 1_000;
    let largest = (a_minute / 60).clamp(1, i64::from(LARGEST_HANDFUL));
    let first = (burst / SHARE).clamp(1, largest);
    let forget_at = ((now_us + window) / 1_000 / FORGET_MS + 2) * FORGET_MS;
    let take = Statement::from_sql_and_values(
        db.get_database_backend(),
        TAKE,
        [
            key.to_vec().into(),
            now_us.into(),
            window.into(),
            cost.into(),
            (now_us + window + SKEW_MS * 1_000).into(),
            first.into(),
            largest.into(),
            forget_at.into(),
            SHARE.into(),
        ],
    );
    let row = db
        .query_one_raw(take)
        .await?
        .ok_or_else(|| Error::internal("an attempt was not counted"))?;
    let full_at: i64 = row.try_get("", "full_at_us")?;
    let count: i32 = row.try_get("", "taken")?;
    let room = now_us + window - full_at;
    Ok(Taken {
        count: u32::try_from(count).unwrap_or_default(),
        left: u32::try_from(room / cost).unwrap_or_default(),
        wait: Duration::from_micros(u64::try_from(cost - room).unwrap_or_default()),
    })
}

/// Deletes at most `limit` rows whose time has passed, and says how many it deleted.
///
/// # Errors
/// When the database can't be reached.
pub async fn forget(db: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let passed = || Column::ForgetAt.lte(now);
    let some = Entity::find()
        .select_only()
        .column(Column::Key)
        .filter(passed())
        .order_by_asc(Column::ForgetAt)
        .limit(limit)
        .into_query();
    let forgotten = Entity::delete_many()
        .filter(Column::Key.in_subquery(some))
        // Asked again: one that came back to life while this waited for it stays.
        .filter(passed())
        .exec(db)
        .await?;
    Ok(forgotten.rows_affected)
}
