//! The lease of a node number, so that no two running processes make the same id.
//! The ids are made in `ids`; when the lease is renewed stands in `node`.

use std::sync::atomic::{AtomicU64, Ordering};

use rocket::tokio::sync::Mutex;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{ConnectionTrait, QueryOrder, Set};

use crate::clock::{Clock, Millis};
use crate::database::Database;
use crate::error::{Error, Result};
use crate::ids::{Ids, NODES};
use crate::instance::Instance;
use crate::security::InstanceKey;
use crate::security::instance_key::KeyId;
use crate::security::tokens::Plain;

/// How long a lease holds without being renewed, in milliseconds.
const LEASE_MS: Millis = 60_000;

/// A node number and who holds it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "nodes")]
pub struct Model {
    /// 0 to 31.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    /// Random bytes of the holding process.
    pub holder: Vec<u8>,
    /// Until when nobody else may take it. No id of this node carries a later time.
    pub leased_until: i64,
    /// The ids of the instance keys that the holder has, the one that seals first; none where its program is older.
    pub keys: Option<String>,
}

/// A node stands alone.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The processes that run now, this one left out, by their numbers.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn others(at: &Instance) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::LeasedUntil.gt(at.now()))
            .filter(Column::Number.ne(i32::from(at.node())))
            .order_by_asc(Column::Number)
            .all(&*at.db)
            .await?)
    }

    /// The key it seals with; none where its program is older.
    pub fn seals_with(&self) -> Option<KeyId> {
        self.known_keys().next()
    }

    /// Whether it opens what is sealed under this key.
    pub fn knows(&self, key: KeyId) -> bool {
        self.known_keys().any(|known| known == key)
    }

    fn known_keys(&self) -> impl Iterator<Item = KeyId> {
        let words = self.keys.as_deref().unwrap_or_default().split(' ');
        words.filter_map(KeyId::parse)
    }
}

/// A node number held by this process, and the ids made under it.
#[derive(Debug)]
pub struct Lease {
    holder: Vec<u8>,
    keys: String,
    clock: Clock,
    ids: Ids,
    /// One renewal at a time: held over the statements, so that whoever waits learns what came of them.
    turn: Mutex<()>,
    failures: AtomicU64,
}

impl Lease {
    /// Takes the lowest free number, and tells the others which keys this process has.
    ///
    /// # Errors
    /// When all are taken, or the database can't be reached.
    pub async fn take(db: &Database, clock: &Clock, key: &InstanceKey) -> Result<Self> {
        let holder = Plain::random().expose().as_bytes().to_vec();
        let keys: Vec<String> = key.ids().map(|id| id.to_string()).collect();
        let keys = keys.join(" ");
        let taken = Taken::lowest(db, &holder, &keys, clock.now()).await?;
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

    /// Makes ids under the number.
    pub fn ids(&self) -> &Ids {
        &self.ids
    }

    /// Sees to it that new work may be given ids: at once while the lease is good, else by renewing it.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it could not be renewed: nothing may be written then.
    pub async fn hold(&self, db: &Database) -> Result<()> {
        if self.ids.are_covered() {
            return Ok(());
        }
        let failures = self.failures.load(Ordering::Acquire);
        let _turn = self.turn.lock().await;
        if self.ids.are_covered() {
            return Ok(());
        }
        // Whoever had the turn tried for all who waited: a database that is gone is asked once.
        if self.failures.load(Ordering::Acquire) != failures {
            return Err(Error::Unavailable("no node number is held".into()));
        }
        match self.renew_in_turn(db).await {
            Ok(_) => Ok(()),
            Err(err) => Err(Error::Unavailable(format!("no node number is held: {err}"))),
        }
    }

    /// Holds the number for longer. Where another process has taken it, as it may once the lease has run
    /// out, takes another one and goes on under that; true then.
    ///
    /// # Errors
    /// When the database can't be reached, or the number is gone and no other is free. The lease stands
    /// until it runs out.
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
        // Ids may carry any time that was covered already, though the clock stepped back since.
        let until = Ord::max(now + LEASE_MS, self.ids.covered_until());
        if self.hold_until(db, until).await? {
            self.ids.cover(until);
            return Ok(false);
        }
        let taken = Taken::lowest(db, &self.holder, &self.keys, now).await?;
        let (before, number) = (self.ids.node(), taken.number);
        self.ids
            .renumber(number, taken.ids_start_after, taken.until);
        tracing::warn!(before, number, "another process took this node's number");
        Ok(true)
    }

    /// Gives the number back. Ids may be made again once it is held again.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then runs out by itself.
    pub async fn release(&self, db: &Database) -> Result<()> {
        let _turn = self.turn.lock().await;
        let until = Ord::max(self.clock.now(), self.ids.highest_ms());
        self.ids.cover(until);
        self.hold_until(db, until).await.map(drop)
    }

    /// Sets the end of the lease; false when another process holds the number.
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

/// A number just taken.
struct Taken {
    number: u8,
    until: Millis,
    /// Ids start after this time, so that none is made twice though the clock stepped back.
    ids_start_after: Millis,
}

impl Taken {
    async fn lowest(db: &Database, holder: &[u8], keys: &str, now: Millis) -> Result<Self> {
        for _ in 0..NODES {
            let held = Entity::find()
                .order_by_asc(Column::Number)
                .all(&**db)
                .await?;
            let Some(number) = (0..i32::from(NODES)).find(|number| {
                held.iter()
                    .all(|node| node.number != *number || node.leased_until < now)
            }) else {
                break;
            };
            // The holder before may have made ids up to the end of its lease, by a clock that ran ahead.
            let before = held
                .iter()
                .find(|node| node.number == number)
                .map_or(0, |node| node.leased_until);
            let write = db.begin().await?;
            let until = now + LEASE_MS;
            // Another process may look at the same moment: the statement decides, not the look.
            let node = ActiveModel {
                number: Set(number),
                holder: Set(holder.to_vec()),
                leased_until: Set(until),
                keys: Set(Some(keys.to_owned())),
            };
            let is_ours = Self::insert(&*write, node, now).await?;
            write.commit().await?;
            if is_ours {
                return Ok(Self {
                    number: u8::try_from(number).map_err(Error::internal)?,
                    until,
                    ids_start_after: before,
                });
            }
        }
        Err(Error::Unavailable(format!(
            "all {NODES} node numbers are in use"
        )))
    }

    async fn insert(write: &impl ConnectionTrait, node: ActiveModel, now: Millis) -> Result<bool> {
        let taken = Entity::insert(node)
            .on_conflict(
                OnConflict::column(Column::Number)
                    .update_columns([Column::Holder, Column::LeasedUntil, Column::Keys])
                    .action_and_where(ExprTrait::lt(Expr::col((Entity, Column::LeasedUntil)), now))
                    .to_owned(),
            )
            .exec_without_returning(write)
            .await?;
        Ok(taken == 1)
    }
}
