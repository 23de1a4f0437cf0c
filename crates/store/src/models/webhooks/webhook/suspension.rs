//! Suspending a webhook, for admins: its URL answers as if there were none. Those who manage it read why, and can't lift
//! it. How the console finds webhooks is in `console`.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use super::{Column, Entity, Model, changed};
use crate::core::Core;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::logs::audit::{self, Action};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};

impl Model {
    /// Whether an admin suspended it.
    pub fn is_suspended(&self) -> bool {
        self.suspended_at.is_some()
    }

    /// Suspends a webhook, for the reason that `by` gives. False where it was suspended before.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none.
    #[boxed]
    pub async fn suspend(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, true, by).await
    }

    /// Lifts a suspension; a pause stays. False where there is none.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no such webhook.
    #[boxed]
    pub async fn restore(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, false, by).await
    }
}

async fn set(core: &Core, id: i64, suspends: bool, by: &Operator<'_>) -> Result<bool> {
    let write = core.begin().await?;
    let webhook = Entity::find_by_id(id).lock(LockType::NoKeyUpdate).one(&*write).await?.ok_or(Error::NotFound)?;
    if webhook.is_suspended() == suspends {
        return Ok(false);
    }
    let (at, reason, act, action) = if suspends {
        let action = Action::WebhookSuspended {};
        (Some(core.now()), by.reason(), Act::WebhookSuspended, action)
    } else {
        (None, "", Act::WebhookRestored, Action::WebhookRestored {})
    };
    changed(id)
        .col_expr(Column::SuspendedAt, Expr::value(at))
        .col_expr(Column::SuspendedFor, Expr::value(reason))
        .exec(&*write)
        .await?;
    audit::record_by_webhook(&write, core, webhook.server_id, &webhook, action).await?;
    let on = Subject::of(id, &webhook.name);
    act::record(&write, core, by, act, on).await?;
    write.commit().await?;
    Ok(true)
}
