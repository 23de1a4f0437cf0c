//! How much a webhook was used lately: by the hour, and at a glance.
//! The single attempts stand one level up.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Func, IntoColumnRef, Query, SelectStatement};
use sea_orm::{ConnectionTrait, ExprTrait, FromQueryResult, QuerySelect};
use serde::Serialize;

use super::{Column, DAY_MS, Entity, HOUR_MS};
use crate::clock::Millis;
use crate::error::Result;
use crate::ids;
use crate::models::{Channel, message};

/// Posts of one hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hour {
    /// When it began.
    pub at: Millis,
    /// Messages stored.
    pub accepted: i64,
    /// Attempts refused, as far back as the log goes.
    pub refused: i64,
}

/// For a query of webhooks: the id of the newest attempt, which carries its time, of the one whose id is `webhook`.
/// A step into the index for each, however long its log is.
pub fn last_of(webhook: impl IntoColumnRef) -> Expr {
    one(Query::select()
        .expr(Func::max(Expr::col((Entity, Column::Id))))
        .from(Entity)
        .and_where(ExprTrait::eq(
            Expr::col((Entity, Column::WebhookId)),
            Expr::col(webhook.into_column_ref()),
        ))
        .take())
}

/// For a query of webhooks: how many attempts of the last 24 hours were refused, of the one whose id is `webhook`.
pub fn recent_failures_of(webhook: impl IntoColumnRef, now: Millis) -> Expr {
    one(Query::select()
        .expr(Func::count(Expr::col((Entity, Column::Id))))
        .from(Entity)
        .and_where(ExprTrait::eq(
            Expr::col((Entity, Column::WebhookId)),
            Expr::col(webhook.into_column_ref()),
        ))
        .and_where(Column::Id.gte(ids::first_id_at(now - DAY_MS)))
        // Written out, since it is how the index of refused attempts says which those are.
        .and_where(Expr::cust("\"deliveries\".\"status\" >= 400"))
        .take())
}

fn one(select: SelectStatement) -> Expr {
    Expr::SubQuery(None, Box::new(select.into()))
}

/// The last 24 hours of a webhook in its channel, the oldest hour first, the present one last.
///
/// # Errors
/// When the database can't be reached.
pub async fn last_day(
    db: &impl ConnectionTrait,
    webhook_id: i64,
    channel: &Channel,
    now: Millis,
) -> Result<Vec<Hour>> {
    let this_hour = now - now.rem_euclid(HOUR_MS);
    let first = this_hour - 23 * HOUR_MS;
    // An id carries its time above its lower bits, so that hours are a division apart.
    let hour = Expr::cust(format!("id / {}", ids::first_id_at(ids::EPOCH + HOUR_MS)));
    let accepted: Vec<Counted> = message::Entity::find()
        .select_only()
        .column_as(hour.clone(), "slot")
        .column_as(message::Column::Id.count(), "count")
        .filter(message::Column::ChannelId.eq(channel.id))
        .filter(message::Column::WebhookId.eq(webhook_id))
        .filter(message::Column::Id.gte(ids::first_id_at(first)))
        .group_by(hour.clone())
        .into_model()
        .all(db)
        .await?;
    let refused: Vec<Counted> = Entity::find()
        .select_only()
        .column_as(hour.clone(), "slot")
        .column_as(Column::Id.count(), "count")
        .filter(Column::WebhookId.eq(webhook_id))
        .filter(Column::Status.gte(400))
        .filter(Column::Id.gte(ids::first_id_at(first)))
        .group_by(hour)
        .into_model()
        .all(db)
        .await?;
    let count = |counted: &[Counted], at: Millis| {
        counted
            .iter()
            .find(|counted| ids::EPOCH + counted.slot * HOUR_MS == at)
            .map_or(0, |counted| counted.count)
    };
    Ok((0..24)
        .map(|hours| first + hours * HOUR_MS)
        .map(|at| Hour {
            at,
            accepted: count(&accepted, at),
            refused: count(&refused, at),
        })
        .collect())
}

#[derive(FromQueryResult)]
struct Counted {
    slot: i64,
    count: i64,
}
