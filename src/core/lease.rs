//! The lease of a node number, so that no two running processes generate the same ID.
//! IDs are generated in `ids`; `background::lease` renews the lease.

use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{Condition, ConnectionTrait, QueryOrder, Set, Statement};
use tokio::sync::Mutex;

use crate::clock::{Clock, Millis};
use crate::database::{Conn, Database, patience};
use crate::error::{Error, Result};
use crate::ids::{self, Ids, NODES};
use crate::security::InstanceKey;
use crate::security::instance_key::KeyId;
use crate::security::tokens::Plain;

/// How long a lease is valid without renewal, in milliseconds.
const LEASE_MS: Millis = 60_000;

/// The holder of a released number. It is free even if its lease ends in the future, by a clock that was set back
/// since.
const RELEASED: &[u8] = &[];

/// If IDs are ahead of the clock by more than this at start, the operator is warned.
const FAR_AHEAD_MS: Millis = 24 * 60 * 60 * 1000;

/// A node number and its holder.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "nodes")]
pub struct Model {
    /// 0 to 31.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    /// Random bytes of the process that has it; empty if it was released.
    pub holder: Vec<u8>,
    /// Until when no other process may take it. No ID of this node has a later time.
    pub leased_until: i64,
    /// The IDs of the holder's instance keys, the encrypting one first; `None` if it runs an older version.
    pub keys: Option<String>,
}

/// Nodes have no relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The running processes except `own`, by number.
    pub(super) async fn others(db: &Database, now: Millis, own: u8) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::LeasedUntil.gt(now))
            .filter(Column::Holder.ne(RELEASED.to_vec()))
            .filter(Column::Number.ne(i32::from(own)))
            .order_by_asc(Column::Number)
            .all(&**db)
            .await?)
    }

    /// The key it encrypts with; `None` if it runs an older version.
    pub fn seals_with(&self) -> Option<KeyId> {
        self.known_keys().next()
    }

    /// Whether it can decrypt what was encrypted with this key.
    pub fn knows(&self, key: KeyId) -> bool {
        self.known_keys().any(|known| known == key)
    }

    fn known_keys(&self) -> impl Iterator<Item = KeyId> {
        let words = self.keys.as_deref().unwrap_or_default().split(' ');
        words.filter_map(KeyId::parse)
    }
}

/// The node number of this process, and the IDs generated with it.
#[derive(Debug)]
pub struct Lease {
    holder: Vec<u8>,
    keys: String,
    clock: Clock,
    ids: Ids,
    /// One renewal at a time: locked during the statements, so that waiting callers see the result.
    turn: Mutex<()>,
    failures: AtomicU64,
}

impl Lease {
    /// Takes the lowest free number, and publishes which keys this process has.
    ///
    /// # Errors
    /// When all are taken, or the database can't be reached.
    pub async fn take(db: &Database, clock: &Clock, key: &InstanceKey) -> Result<Self> {
        let holder = Plain::random().expose().as_bytes().to_vec();
        let keys: Vec<String> = key.ids().map(|id| id.to_string()).collect();
        let keys = keys.join(" ");
        let floor = highest_stored(db, clock.now()).await?;
        let taken = LeasedNumber::lowest(db, &holder, &keys, clock.now(), floor).await?;
        let ids = Ids::new(clock.clone(), taken.number, taken.ids_start_after);
        ids.cover(taken.until);
        Ok(Self {
            holder,
            keys,
            clock: clock.clone(),
            ids,
            turn: Mutex::default(),
            failures: AtomicU64::new(0),
        })
    }

    /// Generates IDs with the number.
    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    /// Ensures that new work can get IDs: at once while the lease is valid, otherwise by renewing it.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it could not be renewed: nothing may be written then.
    pub async fn hold(&self, db: &Database) -> Result<()> {
        if self.ids.are_covered() {
            return Ok(());
        }
        let failures = self.failures.load(Ordering::Acquire);
        let Some(_turn) = patience::wait(self.turn.lock()).await else {
            let waited = "no node number is held, and renewing it takes long";
            return Err(Error::Unavailable(waited.into()));
        };
        if self.ids.are_covered() {
            return Ok(());
        }
        // The previous holder of the lock tried for all that waited: an unreachable database is asked once.
        if self.failures.load(Ordering::Acquire) != failures {
            return Err(Error::Unavailable("no node number is held".into()));
        }
        match self.renew_in_turn(db).await {
            Ok(_) => Ok(()),
            Err(err) => Err(Error::Unavailable(format!("no node number is held: {err}"))),
        }
    }

    /// Extends the lease. If another process has taken the number after it expired, takes another one and returns true.
    ///
    /// # Errors
    /// When the database can't be reached, or no number is free. The lease stays valid until it expires.
    pub async fn renew(&self, db: &Database) -> Result<bool> {
        let _turn = self.turn.lock().await;
        self.renew_in_turn(db).await
    }

    async fn renew_in_turn(&self, db: &Database) -> Result<bool> {
        let renewed = self.renew_or_take(db).await;
        if renewed.is_err() {
            self.failures.fetch_add(1, Ordering::AcqRel);
        }
        renewed
    }

    async fn renew_or_take(&self, db: &Database) -> Result<bool> {
        let now = self.clock.now();
        // IDs may have any time that was covered before, even if the clock was set back.
        let until = Ord::max(now + LEASE_MS, self.ids.covered_until());
        if self.hold_until(db, until).await? {
            self.ids.cover(until);
            return Ok(false);
        }
        // IDs generated before stay lower: see `Ids::renumber`.
        let floor = Millis::MIN;
        let taken = LeasedNumber::lowest(db, &self.holder, &self.keys, now, floor).await?;
        let (before, number) = (self.ids.node(), taken.number);
        self.ids
            .renumber(number, taken.ids_start_after, taken.until);
        tracing::warn!(before, number, "another process took this node's number");
        Ok(true)
    }

    /// Releases the number. IDs can be generated again once it is leased again.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then expires.
    pub async fn release(&self, db: &Database) -> Result<()> {
        let _turn = self.turn.lock().await;
        let until = Ord::max(self.clock.now(), self.ids.highest_ms());
        self.ids.cover(until);
        let write = db.begin().await?;
        Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(until))
            .col_expr(Column::Holder, Expr::value(RELEASED.to_vec()))
            .filter(Column::Number.eq(i32::from(self.ids.node())))
            .filter(Column::Holder.eq(self.holder.clone()))
            .exec(&*write)
            .await?;
        write.commit().await?;
        Ok(())
    }

    /// Sets the end of the lease; false if another process has the number.
    async fn hold_until(&self, db: &Database, until: Millis) -> Result<bool> {
        let write = db.begin().await?;
        let renewed = Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(until))
            .filter(Column::Number.eq(i32::from(self.ids.node())))
            .filter(Column::Holder.eq(self.holder.clone()))
            .exec(&*write)
            .await?;
        write.commit().await?;
        Ok(renewed.rows_affected == 1)
    }
}

/// A newly leased number.
struct LeasedNumber {
    number: u8,
    until: Millis,
    /// IDs start after this time, so that none is repeated even if the clock was set back.
    ids_start_after: Millis,
}

impl LeasedNumber {
    /// Takes the lowest free number, for IDs after `floor`.
    async fn lowest(
        db: &Database,
        holder: &[u8],
        keys: &str,
        now: Millis,
        floor: Millis,
    ) -> Result<Self> {
        for _ in 0..NODES {
            let held = Entity::find()
                .order_by_asc(Column::Number)
                .all(&**db)
                .await?;
            let Some(number) = (0..i32::from(NODES)).find(|number| {
                held.iter().all(|node| {
                    let is_free = node.leased_until < now || node.holder == RELEASED;
                    node.number != *number || is_free
                })
            }) else {
                break;
            };
            // The previous holder may have generated IDs up to the end of its lease, by a fast clock.
            let before = held
                .iter()
                .find(|node| node.number == number)
                .map_or(0, |node| node.leased_until);
            let ids_start_after = Ord::max(before, floor);
            let write = db.begin().await?;
            // IDs may start in the future, and the lease covers their time.
            let until = Ord::max(now, ids_start_after) + LEASE_MS;
            // Another process may try at the same moment: the conditional update decides, not the read.
            let node = ActiveModel {
                number: Set(number),
                holder: Set(holder.to_vec()),
                leased_until: Set(until),
                keys: Set(Some(keys.to_owned())),
            };
            let is_ours = Self::insert(&write, node, now).await?;
            write.commit().await?;
            if is_ours {
                return Ok(Self {
                    number: u8::try_from(number).map_err(Error::internal)?,
                    until,
                    ids_start_after,
                });
            }
        }
        Err(Error::Unavailable(format!(
            "all {NODES} node numbers are in use"
        )))
    }

    async fn insert(write: &Conn, node: ActiveModel, now: Millis) -> Result<bool> {
        let taken = Entity::insert(node)
            .on_conflict(
                OnConflict::column(Column::Number)
                    .update_columns([Column::Holder, Column::LeasedUntil, Column::Keys])
                    .action_cond_where(
                        Condition::any()
                            .add(ExprTrait::lt(Expr::col((Entity, Column::LeasedUntil)), now))
                            .add(ExprTrait::eq(
                                Expr::col((Entity, Column::Holder)),
                                RELEASED.to_vec(),
                            )),
                    )
                    .to_owned(),
            )
            .exec_without_returning(write)
            .await?;
        Ok(taken == 1)
    }
}

/// The latest time of an ID in the tables that are read in ID order. A starting process generates none at or before it,
/// even if the clock was set back while it was down: otherwise new rows would sort before existing ones, and open pages
/// would miss them.
///
/// # Errors
/// When the database can't be reached.
async fn highest_stored(db: &Database, now: Millis) -> Result<Millis> {
    let tables = [
        "messages",
        "deliveries",
        "app_events",
        "security_events",
        "audit_entries",
    ];
    let highest = tables.map(|table| format!("SELECT MAX(id) AS id FROM {table}"));
    let sql = format!(
        "SELECT MAX(id) AS id FROM ({}) AS highest",
        highest.join(" UNION ALL ")
    );
    let ask = Statement::from_string(db.backend(), sql);
    let row = db.query_one_raw(ask).await?;
    let highest: Option<i64> = match row {
        Some(row) => row.try_get("", "id")?,
        None => None,
    };
    let Some(highest) = highest else {
        return Ok(Millis::MIN);
    };
    let time = ids::time_of(highest);
    if time > ids::LATEST - FAR_AHEAD_MS {
        tracing::error!(
            highest,
            "an id in the database is almost the largest there can be; new ids begin at the present time and sort \
             before it"
        );
        return Ok(Millis::MIN);
    }
    if time > now + FAR_AHEAD_MS {
        tracing::error!(
            ahead_ms = time - now,
            "ids in the database are more than a day ahead of this clock; new ones follow them. Check the clock"
        );
    } else if time > now {
        tracing::warn!(
            ahead_ms = time - now,
            "the clock is behind ids in the database; new ones follow them"
        );
    }
    Ok(time)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::time::Duration;

    use tempfile::TempDir;

    use super::*;
    use crate::database::schema;
    use crate::security::instance_key::FILE;

    /// What the operator's guide says to run after a clock that was ahead, while nothing runs.
    #[tokio::test]
    async fn numbers_of_processes_killed_under_a_fast_clock_are_free_once_their_holders_are_erased()
    {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}/lease.db", folder.path().display());
        let db = Database::connect(&url).await.unwrap();
        schema::bring_up_to_date(&db).await.unwrap();
        let key = InstanceKey::load_or_create(&folder.path().join(FILE)).unwrap();
        let now = ids::EPOCH + LEASE_MS;
        let ahead = now + 10 * FAR_AHEAD_MS;
        let killed = Lease::take(&db, &Clock::fixed_at(ahead), &key).await;
        assert_eq!(killed.unwrap().ids().node(), 0);
        let later = Clock::fixed_at(now + 2 * LEASE_MS);
        let next = Lease::take(&db, &later, &key).await.unwrap();
        assert_eq!(next.ids().node(), 1);
        next.release(&db).await.unwrap();
        db.execute_unprepared("UPDATE nodes SET holder = x''")
            .await
            .unwrap();
        let freed = Lease::take(&db, &later, &key).await.unwrap();
        assert_eq!(freed.ids().node(), 0);
        // None is generated twice.
        assert!(ids::time_of(freed.ids().next()) > ahead + LEASE_MS - 1);
    }

    #[tokio::test]
    async fn a_request_waits_for_a_renewal_no_longer_than_its_patience() {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}/lease.db", folder.path().display());
        let db = Database::connect(&url).await.unwrap();
        let clock = Clock::fixed_at(ids::EPOCH + LEASE_MS);
        let ids = Ids::new(clock.clone(), 0, Millis::MIN);
        // It has expired.
        ids.cover(ids::EPOCH);
        let lease = Lease {
            holder: Vec::new(),
            keys: String::new(),
            clock,
            ids,
            turn: Mutex::default(),
            failures: AtomicU64::new(0),
        };
        let _renewal = lease.turn.lock().await;
        let request = patience::limited_to(Duration::from_millis(20), lease.hold(&db));
        assert!(matches!(request.await, Err(Error::Unavailable(_))));
    }
}
