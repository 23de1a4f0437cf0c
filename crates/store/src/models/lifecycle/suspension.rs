//! Suspending an app, a webhook or a server, for admins: it stops at once, and its owner or those who manage it read
//! why.
//! Each is stopped where it is used; the `console` of each finds them for the console.

use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, LockType, Query};

use crate::core::Core;
use crate::live::Access;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::logs::audit::{self, Action, AuditTarget};
use crate::models::webhooks::webhook;
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{LogId, ServerId};

/// The things that an admin can suspend. Their tables have the columns `suspended_at` and `suspended_for`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspendable {
    /// An OAuth app: no one signs in with it.
    App,
    /// A webhook: its URL answers as if there were none.
    Webhook,
    /// A server: no one reads or posts in it, and its webhooks stop.
    Server,
}

impl Suspendable {
    /// Its noun.
    pub fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Webhook => "webhook",
            Self::Server => "server",
        }
    }

    /// Its table, and the column with the id of the audit log that it is in.
    fn table(self) -> (Alias, Alias) {
        let (table, log_id) = match self {
            Self::App => ("oauth_apps", "id"),
            Self::Webhook => ("webhooks", "server_id"),
            Self::Server => ("servers", "id"),
        };
        (Alias::new(table), Alias::new(log_id))
    }

    /// The entries in the log of the instance and in its own.
    fn entries(self, suspends: bool) -> (Act, Action) {
        match (self, suspends) {
            (Self::App, true) => (Act::AppSuspended, Action::AppSuspended {}),
            (Self::App, false) => (Act::AppRestored, Action::AppRestored {}),
            (Self::Webhook, true) => (Act::WebhookSuspended, Action::WebhookSuspended {}),
            (Self::Webhook, false) => (Act::WebhookRestored, Action::WebhookRestored {}),
            (Self::Server, true) => (Act::ServerSuspended, Action::ServerSuspended {}),
            (Self::Server, false) => (Act::ServerRestored, Action::ServerRestored {}),
        }
    }

    /// Suspends the one with this id, for the reason that `by` gives. Once this returns, streams of a server's members have
    /// ended, and none of its webhooks stores anything. False where it was suspended before.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none.
    #[boxed]
    pub async fn suspend(self, core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        self.set(core, id, true, by).await
    }

    /// Lifts a suspension; a webhook that was paused stays so, and one of a server that was suspended itself. False where
    /// there is no suspension.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none with this id.
    #[boxed]
    pub async fn restore(self, core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        self.set(core, id, false, by).await
    }

    async fn set(self, core: &Core, id: i64, suspends: bool, by: &Operator<'_>) -> Result<bool> {
        let write = core.begin().await?;
        let ((table, log_id), is_it) = (self.table(), Expr::col(Alias::new("id")).eq(id));
        let [name, suspended_at] = ["name", "suspended_at"].map(Alias::new);
        let mut find = Query::select();
        find.columns([name, suspended_at.clone()]).expr_as(Expr::col(log_id), Alias::new("log_id"));
        // SQLite has one writer anyway. On Postgres, rows that only refer to this one can still be inserted.
        find.from(table.clone()).and_where(is_it.clone()).lock(LockType::NoKeyUpdate);
        let row = write.query_one(&find).await?.ok_or(Error::NotFound)?;
        let suspended_before: Option<i64> = row.try_get("", "suspended_at")?;
        if suspended_before.is_some() == suspends {
            return Ok(false);
        }
        let (at, reason) = if suspends { (Some(core.now()), by.reason()) } else { (None, "") };
        let mut update = Query::update();
        update.table(table).value(suspended_at, at).value(Alias::new("suspended_for"), reason).and_where(is_it);
        match self {
            Self::App => {}
            // Posts use what a webhook was at its revision.
            Self::Webhook => {
                let revision = Alias::new("revision");
                update.value(revision.clone(), Expr::col(revision).add(1));
            }
            Self::Server => webhook::set_server_suspended(&write, ServerId::new(id), suspends).await?,
        }
        write.execute(&update).await?;
        let (act, action) = self.entries(suspends);
        let target = AuditTarget { id: Some(id), name: row.try_get("", "name")? };
        act::record(&write, core, by, act, Subject::new(id, &target.name)).await?;
        audit::record_by_itself(&write, core, row.try_get::<LogId>("", "log_id")?, target, action).await?;
        match self {
            Self::Server => core.commit_revoking(write, &[Access::Server(ServerId::new(id))]).await?,
            Self::App | Self::Webhook => write.commit().await?,
        }
        Ok(true)
    }
}
