//! Sessions that have expired, for the cleanup.
//! Sessions that a user ends are deleted one level up.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use super::{ABSOLUTE_MS, Column, Entity};
use crate::models::batch::delete_some;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;

/// Deletes sessions older than [`ABSOLUTE_MS`], however often they are used, at most `limit`; returns how many.
pub(in crate::models) async fn delete_old(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let rows = Entity::find()
        // An id contains the time it was made at: the old ones are the beginning of the key.
        .filter(Column::Id.lt(write.id_times().first_id_at(now - ABSOLUTE_MS + 1)))
        .filter(Column::CreatedAt.lte(now - ABSOLUTE_MS))
        .order_by_asc(Column::Id)
        .limit(limit);
    delete_some(write, Column::Id, rows).await
}
