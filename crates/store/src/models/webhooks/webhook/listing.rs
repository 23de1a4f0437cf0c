//! The servers whose webhooks a user manages, and the channels they may make one for.
//! The list of their webhooks is read in `oauth::overview`, with their apps.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Query, SelectStatement};
use sea_orm::{QueryOrder, QuerySelect, QueryTrait};

use super::{Column, Entity, Model};
use crate::models::accounts::user;
use crate::models::servers::access::UserAccess;
use crate::models::{Channel, Server};
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ServerId, UserId};

/// A server that a user manages, with the channels that they may view and send messages in.
#[derive(Debug, Clone)]
pub struct Destination {
    /// The server.
    pub server: Server,
    /// The channels in their order.
    pub channels: Vec<Channel>,
}

impl Model {
    /// True if a user created a webhook that is still there.
    #[boxed]
    pub async fn is_created_by(db: &Conn, user_id: UserId) -> Result<bool> {
        let row = Entity::find().filter(Column::CreatorId.eq(user_id)).one(db).await?;
        Ok(row.is_some())
    }
}

/// The ids of the newest webhooks of these servers, of those below `before`.
pub(in crate::models) fn of_servers(
    db: &Conn,
    servers: impl Iterator<Item = ServerId>,
    before: i64,
    limit: u64,
) -> SelectStatement {
    Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(lists::is_one_of(db, Column::ServerId, servers))
        .filter(Column::Id.lt(before))
        .order_by_desc(Column::Id)
        .limit(limit)
        .into_query()
}

/// Where this user may make a webhook.
pub fn destinations(access: &UserAccess) -> Vec<Destination> {
    managed_servers(access)
        .map(|server| Destination { channels: sendable(access, server.id).cloned().collect(), server: server.clone() })
        .collect()
}

/// The channels of a server that they may view and send messages in.
pub fn sendable(access: &UserAccess, server_id: ServerId) -> impl Iterator<Item = &Channel> {
    access
        .visible
        .values()
        .filter(|visible| visible.may.contains(Permissions::SEND_MESSAGES))
        .map(|visible| &visible.channel)
        .filter(move |channel| channel.server_id == server_id)
}

/// For a query of webhooks: the nickname of the creator.
pub(in crate::models) fn nickname_of_creator() -> Expr {
    let creator = Expr::col((Entity, Column::CreatorId));
    let nickname = Query::select()
        .column((user::Entity, user::Column::Nickname))
        .from(user::Entity)
        .and_where(Expr::col((user::Entity, user::Column::Id)).eq(creator))
        .take();
    Expr::SubQuery(None, Box::new(nickname.into()))
}

/// The servers that this user manages.
pub(in crate::models) fn managed_servers(access: &UserAccess) -> impl Iterator<Item = &Server> {
    access
        .memberships()
        .filter(|membership| membership.permissions().contains(Permissions::MANAGE_SERVER))
        .map(|membership| &*membership.server)
}
