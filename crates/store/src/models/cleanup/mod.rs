//! What the cleanup deletes: one line for each kind of row, each calling a verb of the model that stores the rows.
//! When and how fast it runs is decided in `background::cleanup`.

mod leftovers;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect, Statement};

use crate::models::accounts::{
    authenticator, password_reset, phone_code, saved_form, security_event, session, sign_in_ticket, trusted_browser,
    used_challenge,
};
use crate::models::batch::{DeleteSome, Pending};
use crate::models::instance::{act, count, server_writes};
use crate::models::logs::{app_event, audit, delivery};
use crate::models::messages::moderation;
use crate::models::oauth::{app_report, app_transfer, authorization_code, device_code, oauth_app, signing_key};
use crate::models::servers::{invite, mute, server_transfer, slow_mode, timeout};
use crate::models::webhooks::{idempotency_key, webhook};
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::Result;
use portico_platform::throttle;
use portico_rules::clock::Millis;

/// The most owners of rows that a walk visits in a step.
const OWNERS_PER_STEP: u64 = 50;
/// The advisory lock that the running cleanup holds. The number after it is the migrations' lock.
const LOCK: i64 = 0x706f_7274_6963_6f01;

/// The deletion of one kind of row. No page shows an expired row, deleted or not.
#[derive(Clone, Copy)]
pub struct Task {
    /// Its name, as a label of the metric.
    pub kind: &'static str,
    verb: Verb,
}

/// Deletes at most so many rows that have expired by now, found by an index; returns how many.
type Due = for<'a> fn(&'a Conn, Millis, u64) -> Pending<'a, u64>;
/// Deletes some rows that have expired by now, having looked at so many at most; returns how many, and whether there may
/// be more.
type Steps = for<'a> fn(&'a Conn, Millis, u64) -> Pending<'a, (u64, bool)>;
/// The next owners after an id.
type Owners = for<'a> fn(&'a Conn, i64) -> Pending<'a, Vec<i64>>;

#[derive(Clone, Copy)]
enum Verb {
    Due(Due),
    Steps(Steps),
    Walk(Owners, DeleteSome),
}

impl std::fmt::Debug for Task {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Task").field(&self.kind).finish()
    }
}

/// For rows that an index finds. A macro, since each verb needs a closure that boxes its future.
macro_rules! due {
    ($kind:literal, $delete:path) => {
        Task { kind: $kind, verb: Verb::Due(|db, now, most| Box::pin($delete(db, now, most))) }
    };
}

/// Everything that the cleanup deletes.
pub const ALL: &[Task] = &[
    due!("idle_sessions", session::delete_idle),
    due!("old_sessions", session::delete_old),
    due!("phone_codes", phone_code::delete_expired),
    due!("phone_budgets", phone_code::budget::delete_expired),
    due!("password_resets", password_reset::delete_expired),
    due!("unconfirmed_authenticators", authenticator::delete_unconfirmed),
    due!("sign_in_tickets", sign_in_ticket::delete_expired),
    due!("trusted_browsers", trusted_browser::delete_expired),
    due!("used_challenges", used_challenge::delete_expired),
    due!("saved_forms", saved_form::delete_expired),
    due!("old_security_events", security_event::delete_expired),
    due!("authorization_codes", authorization_code::delete_expired),
    due!("device_codes", device_code::delete_expired),
    due!("app_transfers", app_transfer::delete_expired),
    due!("server_transfers", server_transfer::delete_expired),
    due!("app_reports", app_report::delete_closed),
    due!("retired_signing_keys", signing_key::erase_retired),
    due!("idempotency_keys", idempotency_key::delete_expired),
    due!("old_deliveries", delivery::delete_old),
    due!("audit_entries", audit::delete_old),
    due!("instance_counts", count::delete_old),
    due!("instance_acts", act::delete_old),
    due!("server_writes", server_writes::delete_old),
    due!("webhook_hours", delivery::delete_hours),
    due!("expired_invites", invite::delete_expired),
    due!("ended_timeouts", timeout::delete_ended),
    due!("ended_mutes", mute::delete_ended),
    due!("throttles", throttle::row::forget),
    due!("slow_mode_posts", slow_mode::delete_old),
    due!("departed", leftovers::delete),
    Task {
        kind: "removed_messages",
        verb: Verb::Steps(|db, now, most| Box::pin(moderation::delete_due(db, now, most))),
    },
    walk(
        "surplus_deliveries",
        |db, after| Box::pin(next_of::<webhook::Entity>(db, webhook::Column::Id, after)),
        |db, id, now, most| Box::pin(delivery::prune(db, id, now, most)),
    ),
    walk(
        "surplus_app_events",
        |db, after| Box::pin(next_of::<oauth_app::Entity>(db, oauth_app::Column::Id, after)),
        |db, id, _, most| Box::pin(app_event::delete_old(db, id, most)),
    ),
];

/// For rows of which each owner keeps a fixed number. No index finds the owners with more, so each one is visited.
const fn walk(kind: &'static str, owners: Owners, trim: DeleteSome) -> Task {
    Task { kind, verb: Verb::Walk(owners, trim) }
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Rows deleted.
    pub rows: u64,
    /// Whether there may be more to delete right away.
    pub more: bool,
}

impl Task {
    /// Deletes at most `limit` rows in this transaction. `walked` is the last owner visited, for the next step.
    #[boxed]
    pub async fn step(&self, write: &Write, now: Millis, limit: u64, walked: &mut i64) -> Result<Step> {
        match self.verb {
            Verb::Due(delete) => {
                let rows = delete(write, now, limit).await?;
                Ok(Step { rows, more: rows >= limit })
            }
            Verb::Steps(delete) => {
                let (rows, more) = delete(write, now, limit).await?;
                Ok(Step { rows, more })
            }
            Verb::Walk(owners, trim) => {
                let mut rows = 0;
                let found = owners(write, *walked).await?;
                // After the last owner it starts over. What each writes is trimmed as it is written, so this is not urgent.
                let mut next = if found.len() as u64 == OWNERS_PER_STEP { found.last().copied() } else { None };
                for id in found {
                    rows += trim(write, id, now, limit - rows).await?;
                    if rows >= limit {
                        // This owner may have more: the next step begins with it.
                        next = Some(id - 1);
                        break;
                    }
                }
                *walked = next.unwrap_or(0);
                Ok(Step { rows, more: rows >= limit })
            }
        }
    }
}

/// Whether no other process runs the cleanup during this transaction. With SQLite there is only one process.
#[boxed]
pub async fn try_lock(write: &Write) -> Result<bool> {
    if write.get_database_backend() != DbBackend::Postgres {
        return Ok(true);
    }
    let lock = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT pg_try_advisory_xact_lock($1) AS held",
        [LOCK.into()],
    );
    match write.query_one_raw(lock).await? {
        Some(row) => Ok(row.try_get("", "held")?),
        None => Ok(false),
    }
}

async fn next_of<E: EntityTrait>(db: &Conn, id: E::Column, after: i64) -> Result<Vec<i64>> {
    Ok(E::find()
        .select_only()
        .column(id)
        .filter(id.gt(after))
        .order_by_asc(id)
        .limit(OWNERS_PER_STEP)
        .into_tuple()
        .all(db)
        .await?)
}
