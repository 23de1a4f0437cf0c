//! Suspending a server, for admins: no one reads or posts in it, and its webhooks stop. Its owner reads why.
//! What members see of a suspended server is decided in `servers::access` and `servers::membership`; how the console finds
//! servers is in `servers::console`.

use sea_orm::entity::prelude::*;

use crate::core::Core;
use crate::live::Access;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::logs::audit::{self, Action};
use crate::models::servers::membership;
use crate::models::servers::server::{Column, Entity, Model};
use crate::models::webhooks::webhook;
use portico_macros::boxed;
use portico_platform::error::Result;

impl Model {
    /// Suspends a server, for the reason that `by` gives: streams of its members end at once, and none of its webhooks
    /// stores anything once this returns. False where it was suspended before.
    ///
    /// # Errors
    /// [`Error::NotFound`](portico_platform::error::Error::NotFound) where there is none.
    #[boxed]
    pub async fn suspend(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, true, by).await
    }

    /// Lifts a suspension; webhooks that were paused or suspended themselves stay so. False where there is none.
    ///
    /// # Errors
    /// [`Error::NotFound`](portico_platform::error::Error::NotFound) where there is no such server.
    #[boxed]
    pub async fn restore(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, false, by).await
    }
}

async fn set(core: &Core, id: i64, suspends: bool, by: &Operator<'_>) -> Result<bool> {
    let write = core.begin().await?;
    let server = membership::lock_server(&write, id).await?;
    if server.is_suspended() == suspends {
        return Ok(false);
    }
    let (at, reason, act, action) = if suspends {
        let action = Action::ServerSuspended {};
        (Some(core.now()), by.reason(), Act::ServerSuspended, action)
    } else {
        (None, "", Act::ServerRestored, Action::ServerRestored {})
    };
    Entity::update_many()
        .col_expr(Column::SuspendedAt, Expr::value(at))
        .col_expr(Column::SuspendedFor, Expr::value(reason))
        .filter(Column::Id.eq(id))
        .exec(&*write)
        .await?;
    webhook::set_server_suspended(&write, id, suspends).await?;
    audit::record_by_server(&write, core, &server, action).await?;
    let on = Subject::of(id, &server.name);
    act::record(&write, core, by, act, on).await?;
    core.commit_revoking(write, &[Access::Server(id)]).await?;
    Ok(true)
}
