//! Time-outs: until when a member may only read. Leaving and joining again doesn't end one.
//! `chat::permissions` decides what one leaves of permissions; `manage::time_out` times members out.

use std::collections::HashMap;

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{ServerId, UserId};

/// A time-out, which has ended once its time has come, deleted or not.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "timeouts")]
pub struct Model {
    /// The server.
    #[sea_orm(primary_key, auto_increment = false)]
    pub server_id: ServerId,
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// When it ends.
    pub ends_at: i64,
}

portico_platform::database::no_relations!();

/// Until when these members are timed out; those who are not are absent.
#[boxed]
pub async fn of_members(db: &Conn, server_id: ServerId, user_ids: &[UserId]) -> Result<HashMap<UserId, Millis>> {
    let rows = Entity::find()
        .filter(Column::ServerId.eq(server_id))
        .filter(lists::is_one_of(db, Column::UserId, user_ids.iter().copied()))
        .filter(Column::EndsAt.gt(db.now()))
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|rows| (rows.user_id, rows.ends_at)).collect())
}

/// Times a member out until then, whether or not they are already.
pub(super) async fn set(write: &Conn, server_id: ServerId, user_id: UserId, ends_at: Millis) -> Result<()> {
    let timeout = ActiveModel { server_id: Set(server_id), user_id: Set(user_id), ends_at: Set(ends_at) };
    Entity::insert(timeout)
        .on_conflict(OnConflict::columns([Column::ServerId, Column::UserId]).update_column(Column::EndsAt).to_owned())
        .exec_without_returning(write)
        .await?;
    Ok(())
}

/// Ends a member's time-out.
pub(super) async fn lift(write: &Conn, server_id: ServerId, user_id: UserId) -> Result<()> {
    Entity::delete_by_id((server_id, user_id)).exec(write).await?;
    Ok(())
}
