//! The lease of a node number, so that no two running processes make the same id.
//! The ids are made in `ids`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{QueryOrder, Set};

use crate::clock::{Clock, Millis};
use crate::database::Database;
use crate::error::{Error, Result};
use crate::ids::NODES;
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
}

/// A node stands alone.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A node number held by this process.
#[derive(Debug)]
pub struct Lease {
    number: u8,
    holder: Vec<u8>,
    ids_start_after: Millis,
}

impl Lease {
    /// Takes the lowest free number.
    ///
    /// # Errors
    /// When all are taken, or the database can't be reached.
    pub async fn take(db: &Database, clock: &Clock) -> Result<Self> {
        let holder = Plain::random().expose().as_bytes().to_vec();
        for _ in 0..NODES {
            let now = clock.now();
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
            let node = ActiveModel {
                number: Set(number),
                holder: Set(holder.clone()),
                leased_until: Set(now + LEASE_MS),
            };
            // Another process may look at the same moment: the statement decides, not the look.
            let taken = Entity::insert(node)
                .on_conflict(
                    OnConflict::column(Column::Number)
                        .update_columns([Column::Holder, Column::LeasedUntil])
                        .action_and_where(ExprTrait::lt(
                            Expr::col((Entity, Column::LeasedUntil)),
                            now,
                        ))
                        .to_owned(),
                )
                .exec_without_returning(&**db)
                .await?;
            if taken == 1 {
                let number = u8::try_from(number).map_err(Error::internal)?;
                return Ok(Self {
                    number,
                    holder,
                    ids_start_after: before,
                });
            }
        }
        Err(Error::Unavailable(format!(
            "all {NODES} node numbers are in use"
        )))
    }

    /// The number.
    pub fn number(&self) -> u8 {
        self.number
    }

    /// Ids start after this time, so that none is made twice though the clock stepped back.
    pub fn ids_start_after(&self) -> Millis {
        self.ids_start_after
    }

    /// Holds the number for longer; false when another process has taken it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn renew(&self, db: &Database, clock: &Clock) -> Result<bool> {
        Ok(self.hold_until(db, clock.now() + LEASE_MS).await? == 1)
    }

    /// Gives the number back; `last_id_ms` is the time that its last id carries.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn release(&self, db: &Database, last_id_ms: Millis) -> Result<()> {
        self.hold_until(db, last_id_ms).await.map(drop)
    }

    async fn hold_until(&self, db: &Database, until: Millis) -> Result<u64> {
        let renewed = Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(until))
            .filter(Column::Number.eq(i32::from(self.number)))
            .filter(Column::Holder.eq(self.holder.clone()))
            .exec(&**db)
            .await?;
        Ok(renewed.rows_affected)
    }
}
