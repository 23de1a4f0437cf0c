//! How webhooks were used lately, at a glance.
//! The single attempts stand one level up, the posts of each hour in `hour`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QuerySelect};

use super::{Column, DAY_MS, Entity};
use crate::clock::Millis;
use crate::error::Result;
use crate::ids;

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
