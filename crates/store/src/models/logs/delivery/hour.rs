//! The posts of a webhook by the hour, counted as they come: a chart costs the same however much was posted.
//! They are counted in memory and recorded with the log, in `posting::log`.

use portico_rules::ids::WebhookId;
use std::collections::{BTreeMap, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Func, OnConflict, Query};
use sea_orm::{ConnectionTrait, FromQueryResult, Order, QueryOrder, QuerySelect};
use serde::Serialize;

use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::clock::{HOUR_MS, Millis};

/// How many hours a chart shows, the present one among them.
const SHOWN: i64 = 24;
/// How many hours are stored: one more than is shown, for clocks that differ.
pub(in crate::models) const KEPT: i64 = SHOWN + 1;

/// An hour of a webhook.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_hours")]
pub struct Model {
    /// When it began.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hour: i64,
    /// The webhook, which may be deleted by now.
    #[sea_orm(primary_key, auto_increment = false)]
    pub webhook_id: WebhookId,
    /// Messages stored.
    pub accepted: i64,
    /// Attempts refused.
    pub refused: i64,
}

portico_platform::database::no_relations!();

/// Posts of one hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hour {
    /// When it began.
    pub at: Millis,
    /// Messages stored.
    pub accepted: i64,
    /// Attempts refused.
    pub refused: i64,
}

/// Counts to add to an hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Messages stored.
    pub(crate) accepted: i64,
    /// Attempts refused.
    pub(crate) refused: i64,
}

impl Counts {
    /// Counts an attempt that was answered with this status.
    pub(crate) fn add(&mut self, status: u16) {
        if status < 400 {
            self.accepted += 1;
        } else {
            self.refused += 1;
        }
    }
}

/// When the hour of this moment began.
pub(crate) fn hour_of(at: Millis) -> Millis {
    at - at.rem_euclid(HOUR_MS)
}

/// Adds to the hours of webhooks, each named by its beginning and the webhook.
///
/// # Errors
/// When the database can't be reached; then nothing is added.
pub(crate) async fn count(write: &Conn, counted: &BTreeMap<(Millis, WebhookId), Counts>) -> Result<()> {
    let add = |column: Column| {
        let more = Expr::col(("excluded", column));
        ExprTrait::add(Expr::col((Entity, column)), more)
    };
    // In the order of the key, so that of two processes none has locked what the other waits for.
    let rows =
        counted.iter().map(|((hour, webhook_id), counts)| [*hour, webhook_id.get(), counts.accepted, counts.refused]);
    let rows = Query::select()
        .columns(lists::COLUMNS.map(Alias::new))
        .from_subquery(lists::table_of_ids(write, rows), Alias::new("counted"))
        // SQLite would otherwise take what follows for the condition of a join.
        .and_where(Expr::cust("true"))
        .take();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::Hour, Column::WebhookId, Column::Accepted, Column::Refused])
        .select_from(rows)
        .map_err(Error::internal)?
        .on_conflict(
            OnConflict::columns([Column::Hour, Column::WebhookId])
                .value(Column::Accepted, add(Column::Accepted))
                .value(Column::Refused, add(Column::Refused))
                .to_owned(),
        )
        .take();
    write.execute(&insert).await?;
    Ok(())
}

/// The last 24 hours of a webhook, the oldest first, the present one last.
#[boxed]
pub async fn last_day(db: &Conn, webhook_id: WebhookId, now: Millis) -> Result<Vec<Hour>> {
    let first = hour_of(now) - (SHOWN - 1) * HOUR_MS;
    let hours = || (0..SHOWN).map(|hours| first + hours * HOUR_MS);
    let counted: HashMap<i64, Model> = Entity::find()
        .filter(Column::WebhookId.eq(webhook_id))
        .filter(Column::Hour.between(first, hour_of(now)))
        .all(db)
        .await?
        .into_iter()
        .map(|hour| (hour.hour, hour))
        .collect();
    Ok(hours()
        .map(|at| Hour {
            at,
            accepted: counted.get(&at).map_or(0, |hour| hour.accepted),
            refused: counted.get(&at).map_or(0, |hour| hour.refused),
        })
        .collect())
}

/// A webhook with what was sent to it in this hour and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct BusyWebhook {
    /// The webhook, which may be deleted by now.
    pub webhook_id: WebhookId,
    /// Messages stored.
    pub accepted: i64,
    /// Attempts refused.
    pub refused: i64,
}

/// The webhooks that most was sent to in this hour and the one before, the busiest first and at most `limit`.
#[boxed]
pub async fn busiest(db: &Conn, now: Millis, limit: u64) -> Result<Vec<BusyWebhook>> {
    let sum = |column: Column| Func::sum(Expr::col(column)).cast_as("bigint");
    let all = ExprTrait::add(Expr::col(Column::Accepted), Expr::col(Column::Refused));
    let first = hour_of(now) - HOUR_MS;
    Ok(Entity::find()
        .select_only()
        .column(Column::WebhookId)
        .expr_as(sum(Column::Accepted), "accepted")
        .expr_as(sum(Column::Refused), "refused")
        .filter(Column::Hour.between(first, hour_of(now)))
        .group_by(Column::WebhookId)
        .order_by(Expr::expr(Func::sum(all)), Order::Desc)
        .order_by_asc(Column::WebhookId)
        .limit(limit)
        .into_model::<BusyWebhook>()
        .all(db)
        .await?)
}
