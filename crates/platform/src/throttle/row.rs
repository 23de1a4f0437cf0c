//! Use of a rate limit, counted in a row for all processes together. `limits` has the limits, `across_nodes` the
//! reservations of a process.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, Statement};

use super::Limit;
use crate::database::Conn;
use crate::error::{Error, Result};
use portico_macros::boxed;
use portico_rules::clock::Millis;

/// The maximum number of attempts that one statement takes.
pub const MAX_HANDFUL: u32 = 1_000;
/// The share of what is left that one statement takes: a sixteenth, so that others find enough.
const SHARE: i64 = 16;
/// The maximum clock difference between two processes. A time further ahead than a whole window plus this was written
/// by a clock that has been set back since.
const SKEW_MS: Millis = 60_000;
/// Expiry is rounded to ten minutes: it stays the same between attempts, so that its index is rarely updated.
const FORGET_MS: Millis = 600_000;

/// The used part of one limit. A missing row is the same as one whose time has passed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "throttles")]
pub struct Model {
    /// A keyed hash of kind and subject: it reveals no name or address.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: Vec<u8>,
    /// When the limit will have recovered fully, in UTC microseconds: the theoretical arrival time of the generic cell
    /// rate algorithm.
    pub full_at_us: i64,
    /// Number of attempts that the last statement took; NULL if it was refused.
    pub taken: i32,
    /// When the row expires, in UTC milliseconds.
    pub forget_at: i64,
}

crate::database::no_relations!();

/// The result of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeResult {
    /// Number of attempts taken; `None` if it is too early.
    pub count: u32,
    /// Number of attempts left now.
    pub left: u32,
    /// Time until one is available, if none is.
    pub wait: Duration,
}

/// Times in the future up to `$5` count; past ones mean an unused limit, and later ones were written by a clock that
/// has been set back. Handwritten SQL, because it is the same and short on both databases, which an expression tree is
/// not. It always returns the row, and so returns in the same round trip how long a refused attempt has to wait.
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

/// Takes several attempts, or none if it is too early: the generic cell rate algorithm in one statement, so that
/// concurrent processes never take the same attempts. It takes a sixteenth of what is left, at least one, and never
/// more than what recovers within a second, so that a lapsed reservation loses nothing. A refused attempt changes
/// nothing.
#[boxed]
pub async fn take(db: &Conn, key: &[u8], limit: Limit, now: Millis) -> Result<TakeResult> {
    let burst = i64::from(limit.burst.get());
    let a_minute = i64::from(limit.per_minute.get());
    // Rounded up, never below one: a limit may be slightly stricter, and never less strict.
    let cost = (60_000_000 + a_minute - 1) / a_minute;
    let window = burst * cost;
    let now_us = now * 1_000;
    let largest = (a_minute / 60).clamp(1, i64::from(MAX_HANDFUL));
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
    let row = db.query_one_raw(take).await?.ok_or_else(|| Error::internal("an attempt was not counted"))?;
    let full_at: i64 = row.try_get("", "full_at_us")?;
    let count: i32 = row.try_get("", "taken")?;
    let room = now_us + window - full_at;
    Ok(TakeResult {
        count: u32::try_from(count).unwrap_or_default(),
        left: u32::try_from(room / cost).unwrap_or_default(),
        wait: Duration::from_micros(u64::try_from(cost - room).unwrap_or_default()),
    })
}
