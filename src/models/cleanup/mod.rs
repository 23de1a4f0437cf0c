//! What the cleanup deletes: one line for each kind of row, each calling a verb of the model that stores the rows.
//! When and how fast it runs is decided in `background::cleanup`.

mod leftovers;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect, Statement};

use crate::clock::Millis;
use crate::database::{Conn, Write};
use crate::error::Result;
use crate::models::accounts::{
    authenticator, password_reset, phone_code, saved_form, security_event, session, sign_in_ticket,
    trusted_browser, used_challenge,
};
use crate::models::batch::{DeleteSome, Pending};
use crate::models::instance::{act, count};
use crate::models::logs::{app_event, audit, delivery};
use crate::models::messages::moderation;
use crate::models::oauth::{
    app_report, app_transfer, authorization_code, device_code, oauth_app, signing_key,
};
use crate::models::servers::{invite, mute, slow_mode, timeout};
use crate::models::webhooks::{idempotency_key, webhook};
use crate::security::throttle;

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

/// Everything that the cleanup deletes.
pub const ALL: &[Task] = &[
    due("idle_sessions", |db, now, most| {
        Box::pin(session::delete_idle(db, now, most))
    }),
    due("old_sessions", |db, now, most| {
        Box::pin(session::delete_old(db, now, most))
    }),
    due("phone_codes", |db, now, most| {
        Box::pin(phone_code::delete_expired(db, now, most))
    }),
    due("phone_budgets", |db, now, most| {
        Box::pin(phone_code::budget::delete_expired(db, now, most))
    }),
    due("password_resets", |db, now, most| {
        Box::pin(password_reset::delete_expired(db, now, most))
    }),
    due("unconfirmed_authenticators", |db, now, most| {
        Box::pin(authenticator::delete_unconfirmed(db, now, most))
    }),
    due("sign_in_tickets", |db, now, most| {
        Box::pin(sign_in_ticket::delete_expired(db, now, most))
    }),
    due("trusted_browsers", |db, now, most| {
        Box::pin(trusted_browser::delete_expired(db, now, most))
    }),
    due("used_challenges", |db, now, most| {
        Box::pin(used_challenge::delete_expired(db, now, most))
    }),
    due("saved_forms", |db, now, most| {
        Box::pin(saved_form::delete_expired(db, now, most))
    }),
    due("old_security_events", |db, now, most| {
        Box::pin(security_event::delete_expired(db, now, most))
    }),
    due("authorization_codes", |db, now, most| {
        Box::pin(authorization_code::delete_expired(db, now, most))
    }),
    due("device_codes", |db, now, most| {
        Box::pin(device_code::delete_expired(db, now, most))
    }),
    due("app_transfers", |db, now, most| {
        Box::pin(app_transfer::delete_expired(db, now, most))
    }),
    due("app_reports", |db, now, most| {
        Box::pin(app_report::delete_closed(db, now, most))
    }),
    due("retired_signing_keys", |db, now, most| {
        Box::pin(signing_key::erase_retired(db, now, most))
    }),
    due("idempotency_keys", |db, now, most| {
        Box::pin(idempotency_key::delete_expired(db, now, most))
    }),
    due("old_deliveries", |db, now, most| {
        Box::pin(delivery::delete_old(db, now, most))
    }),
    due("audit_entries", |db, now, most| {
        Box::pin(audit::delete_old(db, now, most))
    }),
    due("instance_counts", |db, now, most| {
        Box::pin(count::delete_old(db, now, most))
    }),
    due("instance_acts", |db, now, most| {
        Box::pin(act::delete_old(db, now, most))
    }),
    due("webhook_hours", |db, now, most| {
        Box::pin(delivery::delete_hours(db, now, most))
    }),
    due("expired_invites", |db, now, most| {
        Box::pin(invite::delete_expired(db, now, most))
    }),
    due("ended_timeouts", |db, now, most| {
        Box::pin(timeout::delete_ended(db, now, most))
    }),
    due("ended_mutes", |db, now, most| {
        Box::pin(mute::delete_ended(db, now, most))
    }),
    due("throttles", |db, now, most| {
        Box::pin(throttle::row::forget(db, now, most))
    }),
    due("slow_mode_posts", |db, now, most| {
        Box::pin(slow_mode::delete_old(db, now, most))
    }),
    due("departed", |db, now, most| {
        Box::pin(leftovers::delete(db, now, most))
    }),
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
        |db, after| {
            Box::pin(next_of::<oauth_app::Entity>(
                db,
                oauth_app::Column::Id,
                after,
            ))
        },
        |db, id, _, most| Box::pin(app_event::delete_old(db, id, most)),
    ),
];

const fn due(kind: &'static str, step: Due) -> Task {
    Task {
        kind,
        verb: Verb::Due(step),
    }
}

/// For rows of which each owner keeps a fixed number. No index finds the owners with more, so each one is visited.
const fn walk(kind: &'static str, owners: Owners, trim: DeleteSome) -> Task {
    Task {
        kind,
        verb: Verb::Walk(owners, trim),
    }
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
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn step(
        &self,
        write: &Write,
        now: Millis,
        limit: u64,
        walked: &mut i64,
    ) -> Result<Step> {
        match self.verb {
            Verb::Due(delete) => {
                let rows = delete(write, now, limit).await?;
                Ok(Step {
                    rows,
                    more: rows >= limit,
                })
            }
            Verb::Steps(delete) => {
                let (rows, more) = delete(write, now, limit).await?;
                Ok(Step { rows, more })
            }
            Verb::Walk(owners, trim) => {
                let mut rows = 0;
                let found = owners(write, *walked).await?;
                // After the last owner it starts over. What each writes is trimmed as it is written, so this is not urgent.
                let mut next = if found.len() as u64 == OWNERS_PER_STEP {
                    found.last().copied()
                } else {
                    None
                };
                for id in found {
                    rows += trim(write, id, now, limit - rows).await?;
                    if rows >= limit {
                        // This owner may have more: the next step begins with it.
                        next = Some(id - 1);
                        break;
                    }
                }
                *walked = next.unwrap_or(0);
                Ok(Step {
                    rows,
                    more: rows >= limit,
                })
            }
        }
    }
}

/// Whether no other process runs the cleanup during this transaction. With SQLite there is only one process.
///
/// # Errors
/// When the database can't be reached.
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
