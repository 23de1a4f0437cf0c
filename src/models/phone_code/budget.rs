//! How many text messages a number may get: one in half a minute, five a day, whoever asks for them.
//! Numbers are known here by a keyed hash alone.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{CaseStatement, ExprTrait, OnConflict};
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::phone::Number;

/// How long a number rests between two texts.
pub const RESEND_MS: Millis = 30 * 1000;
/// How many texts a number gets in a day, which begins with the first of them.
pub const TEXTS_A_DAY: i32 = 5;
const DAY_MS: Millis = 24 * 60 * 60 * 1000;

/// The texts of one number and day.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "phone_budgets")]
pub struct Model {
    /// The number under the instance key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub phone_mac: Vec<u8>,
    /// How many were sent.
    pub sent: i32,
    /// When the last one was.
    pub last_sent_at: i64,
    /// When the day is over.
    pub resets_at: i64,
}

/// A budget stands alone.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Counts a text to `number`, if it may have one now. The statement decides, so that of requests
/// side by side one alone goes through.
///
/// # Errors
/// A fault of `phone` that says when it may have the next one.
pub(super) async fn spend(
    at: &Instance,
    write: &impl ConnectionTrait,
    number: &Number,
) -> Result<()> {
    let now = at.now();
    let phone_mac = at
        .key
        .name("phone budget", &[number.e164().as_bytes()])
        .to_vec();
    let column = |column: Column| Expr::col((Entity, column));
    let day_is_over = || ExprTrait::lte(column(Column::ResetsAt), now);
    let rested = ExprTrait::lte(column(Column::LastSentAt), now - RESEND_MS);
    let budget = ActiveModel {
        phone_mac: Set(phone_mac.clone()),
        sent: Set(1),
        last_sent_at: Set(now),
        resets_at: Set(now + DAY_MS),
    };
    let counted = Entity::insert(budget)
        .on_conflict(
            OnConflict::column(Column::PhoneMac)
                .value(
                    Column::Sent,
                    CaseStatement::new()
                        .case(day_is_over(), 1)
                        .finally(ExprTrait::add(column(Column::Sent), 1)),
                )
                .value(Column::LastSentAt, now)
                .value(
                    Column::ResetsAt,
                    CaseStatement::new()
                        .case(day_is_over(), now + DAY_MS)
                        .finally(column(Column::ResetsAt)),
                )
                .action_and_where(
                    rested.and(day_is_over().or(ExprTrait::lt(column(Column::Sent), TEXTS_A_DAY))),
                )
                .to_owned(),
        )
        .exec_without_returning(write)
        .await?;
    if counted == 1 {
        return Ok(());
    }
    let spent = Entity::find_by_id(phone_mac).one(write).await?;
    Err(Error::fault("phone", refusal(spent.as_ref(), now)))
}

/// Drops budgets whose day is over and that hold nobody back any more, at most `limit` of them; says how many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn forget(
    write: &impl ConnectionTrait,
    now: Millis,
    limit: u64,
) -> Result<u64> {
    // The last text of a day may be a moment old when the day ends.
    let rested = || Column::ResetsAt.lte(now - RESEND_MS);
    let over = Entity::find()
        .select_only()
        .column(Column::PhoneMac)
        .filter(rested())
        .order_by_asc(Column::ResetsAt)
        .limit(limit);
    let forgotten = Entity::delete_many()
        .filter(Column::PhoneMac.in_subquery(over.into_query()))
        // Another day may have begun since it was looked for.
        .filter(rested())
        .exec(write)
        .await?;
    Ok(forgotten.rows_affected)
}

fn refusal(spent: Option<&Model>, now: Millis) -> String {
    match spent {
        Some(budget) if budget.sent >= TEXTS_A_DAY && now < budget.resets_at => {
            let hours = (secs_until(budget.resets_at, now) + 3599) / 3600;
            let hours = match hours {
                1 => "an hour".to_owned(),
                more => format!("{more} hours"),
            };
            format!("This number was sent {TEXTS_A_DAY} codes today. Try again in {hours}.")
        }
        budget => {
            let next = budget.map_or(now, |budget| budget.last_sent_at + RESEND_MS);
            match secs_until(next, now) {
                0 | 1 => "A code was just sent. Ask for another one in a second.".to_owned(),
                secs => format!("A code was just sent. Ask for another one in {secs} seconds."),
            }
        }
    }
}

/// The seconds from `now` until `then`, rounded up; none where it is past.
pub(super) fn secs_until(then: Millis, now: Millis) -> i64 {
    (Ord::max(then - now, 0) + 999) / 1000
}
