//! The roles that members hold besides `all`.
//! `manage::member` checks if a user may give or remove one.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, Query};
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect};
use serde::Deserialize;

use crate::models::batch;
use crate::models::tombstone;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{RoleId, ServerId, UserId};

/// A role held by a member.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "member_roles")]
pub struct Model {
    /// The server.
    #[sea_orm(primary_key, auto_increment = false)]
    pub server_id: ServerId,
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The role.
    #[sea_orm(primary_key, auto_increment = false)]
    pub role_id: RoleId,
    /// Since when. Mentions of the role from before are not theirs.
    pub given_at: i64,
}

portico_platform::database::no_relations!();

/// The roles of these members, a deleted role among them until the cleanup deletes that.
#[boxed]
pub async fn of_members(db: &Conn, server_id: ServerId, user_ids: &[UserId]) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ServerId.eq(server_id))
        .filter(lists::is_one_of(db, Column::UserId, user_ids.iter().copied()))
        .all(db)
        .await?)
}

/// How many members hold each role of a server, a role that was deleted among them; roles without holders are absent.
#[boxed]
pub async fn counts(db: &Conn, server_id: ServerId) -> Result<HashMap<RoleId, i64>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::RoleId)
        .column_as(Column::UserId.count(), "holders")
        .filter(Column::ServerId.eq(server_id))
        // Whose account was deleted is no member, though the roles held are removed later.
        .filter(tombstone::has_none(tombstone::TombstoneKind::User, Column::UserId))
        .group_by(Column::RoleId)
        .into_tuple::<(RoleId, i64)>()
        .all(db)
        .await?
        .into_iter()
        .collect())
}

/// Gives a member roles that they don't hold yet.
pub(in crate::models::servers) async fn insert(
    db: &Conn,
    server_id: ServerId,
    user_id: UserId,
    role_ids: &[RoleId],
    now: Millis,
) -> Result<()> {
    if role_ids.is_empty() {
        return Ok(());
    }
    let roles = lists::table_of_ids(db, role_ids.iter().map(|id| [id.get()]));
    let [role_id, ..] = lists::COLUMNS;
    let rows = Query::select()
        .exprs([Expr::value(server_id), Expr::value(user_id)])
        .column(Alias::new(role_id))
        .expr(Expr::value(now))
        .from_subquery(roles, Alias::new("roles_given"))
        .take();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::ServerId, Column::UserId, Column::RoleId, Column::GivenAt])
        .select_from(rows)
        .map_err(Error::internal)?
        .take();
    db.execute(&insert).await?;
    Ok(())
}

/// Removes roles from a member.
pub(in crate::models::servers) async fn delete(
    db: &Conn,
    server_id: ServerId,
    user_id: UserId,
    role_ids: &[RoleId],
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::UserId.eq(user_id))
        .filter(lists::is_one_of(db, Column::RoleId, role_ids.iter().copied()))
        .exec(db)
        .await?;
    Ok(())
}

/// Removes all roles from a member who leaves, or from one who joins: at most as many as the server has.
pub(in crate::models::servers) async fn delete_all(write: &Conn, server_id: ServerId, user_id: UserId) -> Result<()> {
    Entity::delete_many().filter(Column::ServerId.eq(server_id)).filter(Column::UserId.eq(user_id)).exec(write).await?;
    Ok(())
}

/// Deletes the roles held in a server that was deleted, at most `limit` and the rest of the last member's; returns how
/// many.
pub(in crate::models) async fn delete_of_server(write: &Conn, server_id: ServerId, limit: u64) -> Result<u64> {
    let assignments = Entity::find().filter(Column::ServerId.eq(server_id)).order_by_asc(Column::UserId).limit(limit);
    batch::delete_some_of(write, Column::ServerId.eq(server_id), Column::UserId, assignments).await
}

/// Deletes that members held a role that was deleted, at most `limit` of them; returns how many.
pub(in crate::models) async fn delete_of_role(write: &Conn, role_id: RoleId, limit: u64) -> Result<u64> {
    let assignments: Vec<(RoleId, UserId)> = Entity::find()
        .select_only()
        .columns([Column::ServerId, Column::UserId])
        .filter(Column::RoleId.eq(role_id))
        .limit(limit)
        .into_tuple()
        .all(write)
        .await?;
    let Some((server_id, _)) = assignments.first() else {
        return Ok(0);
    };
    // A role is one server's. With it the rows are found by their key; by the role alone SQLite would scan all who
    // held it, at each step again.
    let deleted = Entity::delete_many()
        .filter(Column::ServerId.eq(*server_id))
        .filter(Column::RoleId.eq(role_id))
        .filter(lists::is_one_of(write, Column::UserId, assignments.iter().map(|(_, user_id)| *user_id)))
        .exec(write)
        .await?;
    Ok(deleted.rows_affected)
}
