//! Bans: who can't join a server again.
//! The list of them is in `ban_list`. Banning someone, and lifting a ban, is in `lifecycle::banning`; that no one joins who is
//! banned, in `member`.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Query, SelectStatement};

use crate::models::tombstone::{self, TombstoneKind};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::ids::{RoleId, ServerId, UserId};

/// A ban. It holds until it is lifted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bans")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The server.
    pub server_id: ServerId,
    /// Who can't join it.
    pub user_id: UserId,
    /// Who banned them; none once that account is deleted, or until the cleanup an id that no account has.
    pub banned_by: Option<UserId>,
    /// The highest role of theirs at that time; none for the owner, and for bans from before this was stored.
    pub banned_by_role_id: Option<RoleId>,
    /// True if they owned the server at that time.
    pub banned_by_owner: bool,
    /// Why; empty if no reason was given.
    pub reason: String,
    /// Since when.
    pub created_at: i64,
}

portico_platform::database::no_relations!();

/// The bans of a server. Accounts that were deleted are not among them.
pub(in crate::models) fn of_server(server_id: ServerId) -> Select<Entity> {
    Entity::find()
        .filter(Column::ServerId.eq(server_id))
        .filter(tombstone::has_none(TombstoneKind::User, Column::UserId))
}

/// True if a user is banned from a server.
#[boxed]
pub async fn is_banned(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<bool> {
    let row: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::UserId.eq(user_id))
        .into_tuple()
        .one(db)
        .await?;
    Ok(row.is_some())
}

/// The ban of a user from a server.
pub(in crate::models) async fn find(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<Option<Model>> {
    let ban = Entity::find().filter(Column::ServerId.eq(server_id)).filter(Column::UserId.eq(user_id));
    Ok(ban.one(db).await?)
}

/// The same, for a condition of the statement that joins.
pub(super) fn query(server_id: ServerId, user_id: UserId) -> SelectStatement {
    Query::select()
        .expr(Expr::value(1))
        .from(Entity)
        .and_where(Column::ServerId.eq(server_id))
        .and_where(Column::UserId.eq(user_id))
        .take()
}
