//! Sessions that are over by themselves, and go.
//! Those that somebody ends go at once, one level up.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, QueryTrait};

use super::{ABSOLUTE_MS, Column, Entity, IDLE_MS};
use crate::clock::Millis;
use crate::database::Conn;
use crate::error::Result;
use crate::ids;

/// Drops sessions that were not used for too long, at most `limit` of them; says how many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn delete_idle(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    delete(
        write,
        Entity::find()
            .filter(Column::SeenAt.lte(now - IDLE_MS))
            .order_by_asc(Column::SeenAt)
            .limit(limit),
    )
    .await
}

/// Drops sessions that have lived too long, however often they are used; as [`delete_idle`].
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn delete_old(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    delete(
        write,
        Entity::find()
            // An id carries the time it was made at: the old ones are the beginning of the key.
            .filter(Column::Id.lt(ids::first_id_at(now - ABSOLUTE_MS + 1)))
            .filter(Column::CreatedAt.lte(now - ABSOLUTE_MS))
            .order_by_asc(Column::Id)
            .limit(limit),
    )
    .await
}

async fn delete(write: &Conn, over: Select<Entity>) -> Result<u64> {
    let over = over.select_only().column(Column::Id).into_query();
    let forgotten = Entity::delete_many()
        .filter(Column::Id.in_subquery(over))
        .exec(write)
        .await?;
    Ok(forgotten.rows_affected)
}
