//! Bytes that each server wrote, by the day: each process adds its counts once a minute, so that finding who fills the
//! disk reads no message.
//! `storage` counts; `background::counts` adds.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Func, OnConflict, Query};
use sea_orm::{ConnectionTrait, FromQueryResult, Order, QueryOrder, QuerySelect};

use crate::core::Core;
use crate::models::batch;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_platform::storage::WrittenByServer;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::ServerId;

/// How many days are shown, the present one among them.
pub const DAYS: i64 = 30;

/// The bytes that a server wrote on a day.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "server_writes")]
pub struct Model {
    /// When the day began, in UTC.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: i64,
    /// The server, which may be deleted by now.
    #[sea_orm(primary_key, auto_increment = false)]
    pub server_id: ServerId,
    /// Bytes of messages.
    pub message_bytes: i64,
    /// Bytes of delivery logs.
    pub log_bytes: i64,
}

portico_platform::database::no_relations!();

/// Adds what this process counted since the last time.
///
/// # Errors
/// When the database can't be reached; then nothing is added.
#[boxed]
pub async fn add(core: &Core, written: &WrittenByServer) -> Result<()> {
    if written.is_empty() {
        return Ok(());
    }
    let stored = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    let sum = |column: Column| {
        let more = Expr::col(("excluded", column));
        ExprTrait::add(Expr::col((Entity, column)), more)
    };
    // It needs no new ID, and so not the node's number, which may be released by now.
    let write = core.db.begin().await?;
    // In the order of the key, so that of two processes none has locked what the other waits for.
    let rows = written
        .iter()
        .map(|((day, server_id), bytes)| [*day, server_id.get(), stored(bytes.messages), stored(bytes.logs)]);
    let rows = Query::select()
        .columns(lists::COLUMNS.map(Alias::new))
        .from_subquery(lists::table_of_ids(&write, rows), Alias::new("written"))
        // SQLite would otherwise take what follows for the condition of a join.
        .and_where(Expr::cust("true"))
        .take();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::Day, Column::ServerId, Column::MessageBytes, Column::LogBytes])
        .select_from(rows)
        .map_err(Error::internal)?
        .on_conflict(
            OnConflict::columns([Column::Day, Column::ServerId])
                .value(Column::MessageBytes, sum(Column::MessageBytes))
                .value(Column::LogBytes, sum(Column::LogBytes))
                .to_owned(),
        )
        .take();
    write.execute(&insert).await?;
    write.commit().await?;
    Ok(())
}

/// A server with what it wrote in the last [`DAYS`] days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct ServerVolume {
    /// The server, which may be deleted by now.
    pub server_id: ServerId,
    /// Bytes of messages.
    pub message_bytes: i64,
    /// Bytes of delivery logs.
    pub log_bytes: i64,
}

/// The servers that wrote most in the last [`DAYS`] days, the first one most, and at most `limit`.
#[boxed]
pub async fn largest(db: &Conn, now: Millis, limit: u64) -> Result<Vec<ServerVolume>> {
    let sum = |column: Column| Func::sum(Expr::col(column)).cast_as("bigint");
    let all = ExprTrait::add(Expr::col(Column::MessageBytes), Expr::col(Column::LogBytes));
    Ok(Entity::find()
        .select_only()
        .column(Column::ServerId)
        .expr_as(sum(Column::MessageBytes), "message_bytes")
        .expr_as(sum(Column::LogBytes), "log_bytes")
        .filter(Column::Day.between(first_shown(now), now))
        .group_by(Column::ServerId)
        .order_by(Expr::expr(Func::sum(all)), Order::Desc)
        .order_by_asc(Column::ServerId)
        .limit(limit)
        .into_model::<ServerVolume>()
        .all(db)
        .await?)
}

fn first_shown(now: Millis) -> Millis {
    now - now.rem_euclid(DAY_MS) - (DAYS - 1) * DAY_MS
}

/// Deletes days that are not shown any more, at most `limit` rows; returns how many. One more is kept, for clocks that differ.
pub(in crate::models) async fn delete_old(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let oldest: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Day)
        .filter(Column::Day.lt(first_shown(now) - DAY_MS))
        .order_by_asc(Column::Day)
        .limit(1)
        .into_tuple()
        .one(write)
        .await?;
    match oldest {
        Some(day) => batch::delete_of::<Entity>(write, (Column::Day, day), Column::ServerId, limit).await,
        None => Ok(0),
    }
}
