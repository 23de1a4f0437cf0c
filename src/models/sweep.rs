//! Expired rows that are deleted: one line a kind, each a verb of the model that keeps the rows.
//! When and how fast is decided in `cleanup`.

use std::future::Future;
use std::pin::Pin;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect, Statement};

use crate::clock::Millis;
use crate::core::Core;
use crate::database::{Conn, Write};
use crate::error::Result;
use crate::models::accounts::{password_reset, phone_code, session};
use crate::models::logs::{app_event, audit, delivery, security_event};
use crate::models::oauth::{authorization_code, oauth_app};
use crate::models::tombstone;
use crate::models::webhooks::{idempotency_key, webhook};
use crate::security::throttle;

/// So many rows are named by their keys in one statement.
pub(super) const KEYS_TOGETHER: usize = 250;
/// So many rows of a person go in one transaction before an act that ends the rest of them.
pub(super) const SHED_TOGETHER: u64 = 250;
/// A walk visits so many owners of rows in a step.
const VISITS: u64 = 50;
/// The number of the lock that is held by whoever sweeps. The one beside it is the schema's.
const LOCK: i64 = 0x706f_7274_6963_6f01;

/// A kind of rows that end some day. None of them is shown once it expired, deleted or not.
#[derive(Clone, Copy)]
pub struct Sweep {
    /// Its name, as a label of the metric.
    pub kind: &'static str,
    step: Step,
}

type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// Drops at most so many rows that are over by now, found by an index; says how many.
type Due = for<'a> fn(&'a Conn, Millis, u64) -> Answer<'a, u64>;
/// Drops at most so many rows that are too much of one owner of rows; says how many.
type Trim = for<'a> fn(&'a Conn, i64, Millis, u64) -> Answer<'a, u64>;
/// The next owners after an id.
type Owners = for<'a> fn(&'a Conn, i64) -> Answer<'a, Vec<i64>>;

#[derive(Clone, Copy)]
enum Step {
    Due(Due),
    Walk(Owners, Trim),
}

impl std::fmt::Debug for Sweep {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Sweep").field(&self.kind).finish()
    }
}

/// Everything that the cleanup deletes.
pub const ALL: &[Sweep] = &[
    due("idle_sessions", |db, now, most| {
        Box::pin(session::forget_idle(db, now, most))
    }),
    due("old_sessions", |db, now, most| {
        Box::pin(session::forget_old(db, now, most))
    }),
    due("phone_codes", |db, now, most| {
        Box::pin(phone_code::forget(db, now, most))
    }),
    due("phone_budgets", |db, now, most| {
        Box::pin(phone_code::budget::forget(db, now, most))
    }),
    due("password_resets", |db, now, most| {
        Box::pin(password_reset::forget(db, now, most))
    }),
    due("old_security_events", |db, now, most| {
        Box::pin(security_event::forget(db, now, most))
    }),
    due("authorization_codes", |db, now, most| {
        Box::pin(authorization_code::forget(db, now, most))
    }),
    due("idempotency_keys", |db, now, most| {
        Box::pin(idempotency_key::forget(db, now, most))
    }),
    due("old_deliveries", |db, now, most| {
        Box::pin(delivery::forget_old(db, now, most))
    }),
    due("audit_entries", |db, now, most| {
        Box::pin(audit::forget_old(db, now, most))
    }),
    due("webhook_hours", |db, now, most| {
        Box::pin(delivery::forget_hours(db, now, most))
    }),
    due("throttles", |db, now, most| {
        Box::pin(throttle::row::forget(db, now, most))
    }),
    due("departed", |db, now, most| {
        Box::pin(tombstone::sweep(db, now, most))
    }),
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
        |db, id, _, most| Box::pin(app_event::forget_old(db, id, most)),
    ),
];

const fn due(kind: &'static str, step: Due) -> Sweep {
    Sweep {
        kind,
        step: Step::Due(step),
    }
}

/// For rows whose owner keeps so many of them: few may have more, and which is known by asking each.
const fn walk(kind: &'static str, owners: Owners, trim: Trim) -> Sweep {
    Sweep {
        kind,
        step: Step::Walk(owners, trim),
    }
}

/// What came of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swept {
    /// Rows that went.
    pub rows: u64,
    /// Whether there may be more to do at once.
    pub more: bool,
}

impl Sweep {
    /// Sweeps at most `limit` rows in this transaction. `walked` is how far a walk has come, for the next step.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn step(
        &self,
        write: &Write,
        now: Millis,
        limit: u64,
        walked: &mut i64,
    ) -> Result<Swept> {
        match self.step {
            Step::Due(sweep) => {
                let rows = sweep(write, now, limit).await?;
                Ok(Swept {
                    rows,
                    more: rows >= limit,
                })
            }
            Step::Walk(owners, trim) => {
                let mut rows = 0;
                let found = owners(write, *walked).await?;
                // Beyond the last one it begins anew. There is no hurry: what is too much is bounded as it comes.
                let mut next = if found.len() as u64 == VISITS {
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
                Ok(Swept {
                    rows,
                    more: rows >= limit,
                })
            }
        }
    }
}

/// Drops at most so many rows of one person; says how many.
pub(super) type OfPerson = for<'a> fn(&'a Conn, i64, Millis, u64) -> Answer<'a, u64>;

/// Drops a person's rows of one kind in transactions of at most [`SHED_TOGETHER`] rows, before an act whose own
/// transaction would otherwise drop all of them. Only for rows that nobody misses where the act is refused after all.
///
/// # Errors
/// When the database can't be reached; what went until then stays gone.
pub(super) async fn shed(core: &Core, user_id: i64, drop_some: OfPerson) -> Result<()> {
    loop {
        let write = core.begin().await?;
        let rows = drop_some(&write, user_id, core.now(), SHED_TOGETHER).await?;
        write.commit().await?;
        if rows < SHED_TOGETHER {
            return Ok(());
        }
    }
}

/// Whether nobody else sweeps while this transaction lasts. On Postgres that is one process at a time; with SQLite
/// there is only one.
///
/// # Errors
/// When the database can't be reached.
pub async fn take_turn(write: &Write) -> Result<bool> {
    if write.get_database_backend() != DbBackend::Postgres {
        return Ok(true);
    }
    let ask = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT pg_try_advisory_xact_lock($1) AS held",
        [LOCK.into()],
    );
    match write.query_one_raw(ask).await? {
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
        .limit(VISITS)
        .into_tuple()
        .all(db)
        .await?)
}
