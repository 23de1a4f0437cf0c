//! How much a webhook was used lately: by the hour, and at a glance.
//! The single attempts stand one level up.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, FromQueryResult, QuerySelect};
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

/// How a webhook was used lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// The last attempt.
    pub last_at: Option<Millis>,
    /// Refused attempts of the last 24 hours.
    pub recent_failures: u64,
}

/// How these webhooks were used lately, in two queries.
///
/// # Errors
/// When the database can't be reached.
pub async fn uses_of(
    db: &impl ConnectionTrait,
    webhook_ids: &[i64],
    now: Millis,
) -> Result<HashMap<i64, Uses>> {
    let mut uses: HashMap<i64, Uses> = HashMap::new();
    if webhook_ids.is_empty() {
        return Ok(uses);
    }
    let of_these = || {
        Entity::find()
            .select_only()
            .column(Column::WebhookId)
            .filter(Column::WebhookId.is_in(webhook_ids.iter().copied()))
            .group_by(Column::WebhookId)
    };
    let last: Vec<(i64, i64)> = of_these()
        .column_as(Column::Id.max(), "last")
        .into_tuple()
        .all(db)
        .await?;
    for (webhook_id, id) in last {
        uses.entry(webhook_id).or_default().last_at = Some(ids::time_of(id));
    }
    let failures: Vec<(i64, i64)> = of_these()
        .column_as(Column::Id.count(), "failures")
        .filter(Column::Id.gte(ids::first_id_at(now - DAY_MS)))
        .filter(Column::Status.gte(400))
        .into_tuple()
        .all(db)
        .await?;
    for (webhook_id, failures) in failures {
        uses.entry(webhook_id).or_default().recent_failures = failures.unsigned_abs();
    }
    Ok(uses)
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
