//! Webhooks of all servers that a user manages, and the channels they may make one for.
//! However many there are, the number of queries stays the same.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Query};
use sea_orm::{FromQueryResult, QueryOrder, QuerySelect, QueryTrait};

use super::{Column, Entity, Model};
use crate::chat::permissions::Permissions;
use crate::clock::Millis;
use crate::database::{Conn, lists};
use crate::error::Result;
use crate::ids;
use crate::models::accounts::user;
use crate::models::logs::delivery;
use crate::models::servers::access::UserAccess;
use crate::models::{Channel, Server};

/// A webhook as the portal's home shows it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The webhook.
    pub webhook: Model,
    /// Its server's name.
    pub server_name: String,
    /// What only those are shown who may view its channel.
    pub seen: Option<Seen>,
    /// The nickname of who created it, if the account is still there.
    pub creator: Option<String>,
}

/// Where a webhook posts, and how it is used.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its channel's name.
    pub channel_name: String,
    /// When it was last used, as far back as the log goes.
    pub last_used_at: Option<Millis>,
    /// Refused attempts of the last 24 hours, as far back as the log goes.
    pub recent_failures: u64,
}

/// A server that a user manages, with the channels that they may view and send messages in.
#[derive(Debug, Clone)]
pub struct Destination {
    /// The server.
    pub server: Server,
    /// The channels in their order.
    pub channels: Vec<Channel>,
}

impl Model {
    /// Whether a user created a webhook that is still there.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn is_created_by(db: &Conn, user_id: i64) -> Result<bool> {
        let found = Entity::find()
            .filter(Column::CreatorId.eq(user_id))
            .one(db)
            .await?;
        Ok(found.is_some())
    }

    /// The webhooks of every server that this user manages, newest first, in one query.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_managed_by(
        db: &Conn,
        access: &UserAccess,
        now: Millis,
    ) -> Result<Vec<Listed>> {
        Self::page_managed_by(db, access, ids::LARGEST, ids::LARGEST.unsigned_abs(), now).await
    }

    /// The same, of those whose id is below `before` no more than `most`.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn page_managed_by(
        db: &Conn,
        access: &UserAccess,
        before: i64,
        most: u64,
        now: Millis,
    ) -> Result<Vec<Listed>> {
        let servers: HashMap<i64, &str> = managed_servers(access)
            .map(|server| (server.id, server.name.as_str()))
            .collect();
        if servers.is_empty() {
            return Ok(Vec::new());
        }
        // Selected first, so that only the logs of those that are shown are read.
        let shown = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(lists::is_one_of(
                db,
                Column::ServerId,
                servers.keys().copied(),
            ))
            .filter(Column::Id.lt(before))
            .order_by_desc(Column::Id)
            .limit(most);
        let webhooks = Entity::find()
            .filter(Column::Id.in_subquery(shown.into_query()))
            .expr_as(delivery::last_of((Entity, Column::Id)), "last_id")
            .expr_as(
                delivery::recent_failures_of((Entity, Column::Id), now),
                "recent_failures",
            )
            .expr_as(creator(), "creator")
            .order_by_desc(Column::Id)
            .into_model::<Used>()
            .all(db)
            .await?;
        Ok(webhooks
            .into_iter()
            .map(|used| Listed {
                server_name: servers
                    .get(&used.webhook.server_id)
                    .copied()
                    .unwrap_or_default()
                    .to_owned(),
                seen: access
                    .channel(used.webhook.channel_id)
                    .ok()
                    .map(|place| Seen {
                        channel_name: place.channel.name.clone(),
                        last_used_at: used.last_id.map(ids::time_of),
                        recent_failures: used.recent_failures.unsigned_abs(),
                    }),
                creator: used.creator,
                webhook: used.webhook,
            })
            .collect())
    }
}

/// A webhook with its usage.
#[derive(Debug, FromQueryResult)]
struct Used {
    #[sea_orm(nested)]
    webhook: Model,
    last_id: Option<i64>,
    recent_failures: i64,
    creator: Option<String>,
}

/// Where this user may make a webhook.
pub fn destinations(access: &UserAccess) -> Vec<Destination> {
    managed_servers(access)
        .map(|server| Destination {
            channels: sendable(access, server.id).cloned().collect(),
            server: server.clone(),
        })
        .collect()
}

/// The channels of a server that they may view and send messages in.
pub fn sendable(access: &UserAccess, server_id: i64) -> impl Iterator<Item = &Channel> {
    access
        .visible
        .values()
        .filter(|place| place.may.contains(Permissions::SEND_MESSAGES))
        .map(|place| &place.channel)
        .filter(move |channel| channel.server_id == server_id)
}

/// The nickname of a webhook's creator.
fn creator() -> Expr {
    let creator = Expr::col((Entity, Column::CreatorId));
    let nickname = Query::select()
        .column((user::Entity, user::Column::Nickname))
        .from(user::Entity)
        .and_where(Expr::col((user::Entity, user::Column::Id)).eq(creator))
        .take();
    Expr::SubQuery(None, Box::new(nickname.into()))
}

fn managed_servers(access: &UserAccess) -> impl Iterator<Item = &Server> {
    access
        .memberships()
        .filter(|membership| {
            membership
                .permissions()
                .contains(Permissions::MANAGE_SERVER)
        })
        .map(|membership| &membership.server)
}
