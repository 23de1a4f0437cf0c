//! The audit log: who did what to a server or an OAuth app, and when, for those who manage it.
//! The actions are defined in `action`. Each is recorded by its own verb, in the same transaction.

pub mod action;
mod app_edits;
mod reading;
mod target;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, PaginatorTrait, Set};

use action::WITHOUT_PERMISSION;
pub use action::{Action, ActionGroup, ActionKind, TargetKind};
pub use app_edits::AppEdits;
pub use reading::{Actor, AuditEntry, AuditFilter, AuditPage, last_of, newest, open_when_deleted, page};
pub use target::{AuditPerson, AuditTarget, Change, NamedChannel, NamedRole, OverwriteTarget, PictureChange, Poster};

use crate::core::Core;
use crate::models::User;
use crate::models::batch;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{LogId, UserId};

/// How many entries of a server or app are stored, the newest.
pub const MAX_SHOWN: u64 = 5_000;
/// The newest entries stored of members who joined, of members who left, and of messages that webhooks deleted: however
/// often these happen, they push out nothing else.
pub const MAX_WITHOUT_PERMISSION: u64 = 1_000;
/// How many days an entry is stored.
pub const DAYS: i64 = 90;

/// An entry as it is stored. Its names are those of that time.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_entries")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The server or app whose log it is in.
    pub log_id: LogId,
    /// The user who did it.
    pub actor_id: i64,
    /// Their display name.
    pub actor_name: String,
    /// Their nickname; empty for a webhook or an app, which acts by itself.
    pub actor_nickname: String,
    /// The name of the [`Action`].
    pub action: String,
    /// The name of the action's [`TargetKind`].
    pub target_kind: String,
    /// See [`AuditTarget`].
    pub target_id: Option<i64>,
    /// See [`AuditTarget`].
    pub target_name: String,
    /// The change, as JSON.
    pub detail: String,
}

portico_platform::database::no_relations!();

/// Writes down that `actor_id` did this to `target`, in the transaction that does it. A log that is full loses its
/// oldest entry of the sort.
///
/// # Errors
/// [`Error::SignedOut`] where the account was deleted by now.
pub(crate) async fn record(
    write: &Write,
    core: &Core,
    log_id: impl Into<LogId>,
    actor_id: UserId,
    target: impl Into<AuditTarget>,
    action: Action,
) -> Result<()> {
    let actor = User::find(write, actor_id).await?.ok_or(Error::SignedOut)?;
    let actor = (actor.id.get(), actor.name, actor.nickname);
    insert(write, core, log_id.into(), actor, target.into(), action).await
}

/// Records what a webhook did by its URL, or what happened to a server, an app or a webhook without a user, in the transaction
/// that does it.
pub(crate) async fn record_by_itself(
    write: &Write,
    core: &Core,
    log_id: impl Into<LogId>,
    itself: impl Into<AuditTarget>,
    action: Action,
) -> Result<()> {
    let itself = itself.into();
    let actor = (itself.id.unwrap_or_default(), itself.name.clone(), String::new());
    insert(write, core, log_id.into(), actor, itself, action).await
}

async fn insert(
    write: &Write,
    core: &Core,
    log_id: LogId,
    (actor_id, actor_name, actor_nickname): (i64, String, String),
    target: AuditTarget,
    action: Action,
) -> Result<()> {
    let kind = action.kind();
    let sort = WITHOUT_PERMISSION.contains(&kind.name).then_some(kind.name);
    let entry = ActiveModel {
        id: Set(core.id()),
        log_id: Set(log_id),
        actor_id: Set(actor_id),
        actor_name: Set(actor_name),
        actor_nickname: Set(actor_nickname),
        action: Set(kind.name.to_owned()),
        target_kind: Set(kind.target.name().to_owned()),
        target_id: Set(target.id),
        target_name: Set(target.name),
        detail: Set(action.facts().to_string()),
    };
    Entity::insert(entry).exec_without_returning(&**write).await?;
    delete_surplus(write, log_id, sort).await
}

/// Deletes what is beyond the limit of one sort: of one action that needs no permission, or of all those that need one.
async fn delete_surplus(write: &Conn, log_id: LogId, sort: Option<&str>) -> Result<()> {
    let mut of_sort = Condition::all().add(Column::LogId.eq(log_id));
    let limit = match sort {
        Some(action) => {
            of_sort = of_sort.add(Column::Action.eq(action));
            MAX_WITHOUT_PERMISSION
        }
        // Counted in the index of acts rather than left out of the one that is walked, which knows no acts.
        None => {
            let without_permission = Entity::find()
                .filter(Column::LogId.eq(log_id))
                .filter(Column::Action.is_in(WITHOUT_PERMISSION))
                .count(write)
                .await?;
            MAX_SHOWN + without_permission
        }
    };
    batch::delete_surplus::<Entity>(write, Column::Id, of_sort, limit).await
}

fn oldest_shown(db: &Conn, now: Millis) -> i64 {
    db.id_times().first_id_at(now - DAYS * DAY_MS)
}
