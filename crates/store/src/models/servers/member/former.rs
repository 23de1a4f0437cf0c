//! Former members: that someone left a server, or was removed, which a ban asks for.
//! It is a read mark of the server itself, which no page reads: no channel has the server's ID.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

use crate::models::Server;
use crate::models::servers::server;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::ids::{MessageId, ServerId, UserId};

/// A user who was in a server. It stays when they come back, and goes with their account or the server.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "read_marks")]
pub struct Model {
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The server.
    #[sea_orm(primary_key, auto_increment = false, column_name = "channel_id")]
    pub server_id: ServerId,
    /// Nothing of it is read: always 0.
    pub message_id: MessageId,
}

portico_platform::database::no_relations!();

/// Keeps that a user, whose account is locked, was in a server.
pub(in crate::models::servers) async fn keep(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<()> {
    let row = ActiveModel { user_id: Set(user_id), server_id: Set(server_id), message_id: Set(0.into()) };
    Entity::insert(row)
        .on_conflict(OnConflict::columns([Column::UserId, Column::ServerId]).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// A server that a user has left, or was removed from, and not joined again; none for those who are members or never were.
#[boxed]
pub async fn server_left(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<Option<Server>> {
    if !is_one(db, server_id, user_id).await? || super::find(db, server_id, user_id).await?.is_some() {
        return Ok(None);
    }
    Ok(server::Entity::find_by_id(server_id).one(db).await?)
}

/// True if a user has left a server, or was removed from it, even if they came back.
pub(in crate::models) async fn is_one(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<bool> {
    let row = Entity::find_by_id((user_id, server_id)).one(db).await?;
    Ok(row.is_some())
}
