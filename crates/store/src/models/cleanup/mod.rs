//! The rows that the cleanup deletes: one line for each kind of row. Where more than a time decides, it calls a
//! function of the model that stores the rows.
//! `background::cleanup` decides when and how fast it runs.

mod leftovers;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect, Statement};

use crate::models::accounts::phone_code::budget;
use crate::models::accounts::{
    authenticator, password_reset, phone_code, saved_form, security_event, session, sign_in_ticket, trusted_browser,
    used_challenge,
};
use crate::models::batch::{self, DeleteSome, Pending};
use crate::models::instance::{act, count, server_writes};
use crate::models::logs::delivery::hour;
use crate::models::logs::{app_event, audit, delivery};
use crate::models::messages::{message_report, moderation};
use crate::models::oauth::{app_report, app_transfer, authorization_code, device_code, oauth_app, signing_key};
use crate::models::servers::{channel, invite, mute, server_transfer, slow_mode, timeout};
use crate::models::webhooks::{idempotency_key, webhook};
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::Result;
use portico_platform::throttle::row as throttle_row;
use portico_rules::clock::{DAY_MS, HOUR_MS, Millis};
use portico_rules::ids::{AppId, WebhookId};

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
type DeleteExpired = for<'a> fn(&'a Conn, Millis, u64) -> Pending<'a, u64>;
/// Deletes some rows that have expired by now, having looked at so many at most; returns how many, and whether there may
/// be more.
type Steps = for<'a> fn(&'a Conn, Millis, u64) -> Pending<'a, (u64, bool)>;
/// The next owners after an id.
type Owners = for<'a> fn(&'a Conn, i64) -> Pending<'a, Vec<i64>>;

#[derive(Clone, Copy)]
enum Verb {
    Due(DeleteExpired),
    Steps(Steps),
    Walk(Owners, DeleteSome<i64>),
}

impl std::fmt::Debug for Task {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Task").field(&self.kind).finish()
    }
}

// Macros, since each verb needs a closure that boxes its future.

/// Rows of a table whose time, in this column, is so many milliseconds ago. An index of the column finds them.
macro_rules! past {
    ($kind:literal, $table:ident, $at:ident, $ago:expr) => {
        Task {
            kind: $kind,
            verb: Verb::Due(|db, now, limit| {
                Box::pin(batch::delete_until::<$table::Entity>(db, $table::Column::$at, now - $ago, limit))
            }),
        }
    };
}

/// Rows of a table whose id, which carries their time, is more than so many milliseconds old.
macro_rules! old {
    ($kind:literal, $table:ident, $ago:expr) => {
        Task {
            kind: $kind,
            verb: Verb::Due(|db, now, limit| {
                let first_kept = db.id_times().first_id_at(now - $ago);
                Box::pin(batch::delete_before::<$table::Entity>(db, $table::Column::Id, first_kept, limit))
            }),
        }
    };
}

/// Rows that a verb of their model deletes.
macro_rules! due {
    ($kind:literal, $delete:path) => {
        Task { kind: $kind, verb: Verb::Due(|db, now, limit| Box::pin($delete(db, now, limit))) }
    };
}

/// Everything that the cleanup deletes.
pub const ALL: &[Task] = &[
    past!("idle_sessions", session, SeenAt, session::IDLE_MS),
    due!("old_sessions", session::delete_old),
    // With them go numbers that were not verified.
    past!("phone_codes", phone_code, SentAt, phone_code::REMEMBERED_MS),
    // The last text, or request, may be a moment old when the day ends.
    past!("phone_budgets", budget, ResetsAt, budget::RESEND_MS),
    past!("password_resets", password_reset, ResetsAt, password_reset::LIFETIME_MS),
    due!("unconfirmed_authenticators", authenticator::delete_unconfirmed),
    past!("sign_in_tickets", sign_in_ticket, ExpiresAt, 0),
    past!("trusted_browsers", trusted_browser, ExpiresAt, 0),
    past!("used_challenges", used_challenge, ExpiresAt, 0),
    past!("saved_forms", saved_form, ExpiresAt, 0),
    old!("old_security_events", security_event, security_event::KEPT_MS),
    past!("authorization_codes", authorization_code, ExpiresAt, authorization_code::REMEMBERED_MS + 1),
    past!("device_codes", device_code, ExpiresAt, device_code::REMEMBERED_MS + 1),
    past!("app_transfers", app_transfer, ExpiresAt, 0),
    past!("server_transfers", server_transfer, ExpiresAt, 0),
    past!("app_reports", app_report, ClosedAt, app_report::KEPT_MS + 1),
    past!("message_reports", message_report, DecidedAt, message_report::KEPT_MS + 1),
    due!("retired_signing_keys", signing_key::erase_retired),
    // Whether or not their webhook still exists.
    past!("idempotency_keys", idempotency_key, CreatedAt, idempotency_key::LIFETIME_MS),
    old!("old_deliveries", delivery, delivery::DAYS * DAY_MS),
    old!("audit_entries", audit, audit::DAYS * DAY_MS),
    due!("instance_counts", count::delete_old),
    old!("instance_acts", act, act::DAYS * DAY_MS),
    due!("server_writes", server_writes::delete_old),
    past!("webhook_hours", hour, Hour, hour::KEPT * HOUR_MS),
    past!("expired_invites", invite, ExpiresAt, 0),
    past!("ended_timeouts", timeout, EndsAt, 0),
    past!("ended_mutes", mute, EndsAt, 0),
    past!("throttles", throttle_row, ForgetAt, 0),
    past!("slow_mode_posts", slow_mode, PostedAt, Millis::from(channel::MAX_SLOW_MODE) * 1000 + 1),
    due!("departed", leftovers::delete),
    Task {
        kind: "removed_messages",
        verb: Verb::Steps(|db, now, limit| Box::pin(moderation::delete_due(db, now, limit))),
    },
    walk(
        "surplus_deliveries",
        |db, after| Box::pin(next_of::<webhook::Entity>(db, webhook::Column::Id, after)),
        |db, id, now, limit| Box::pin(delivery::prune(db, WebhookId::new(id), now, limit)),
    ),
    walk(
        "surplus_app_events",
        |db, after| Box::pin(next_of::<oauth_app::Entity>(db, oauth_app::Column::Id, after)),
        |db, id, _, limit| Box::pin(app_event::delete_old(db, AppId::new(id), limit)),
    ),
];

/// For rows of which each owner keeps a fixed number. No index finds the owners with more, so each one is visited.
const fn walk(kind: &'static str, owners: Owners, trim: DeleteSome<i64>) -> Task {
    Task { kind, verb: Verb::Walk(owners, trim) }
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Rows deleted.
    pub rows: u64,
    /// True if there may be more to delete right away.
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

/// True if no other process runs the cleanup during this transaction. With SQLite there is only one process.
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
