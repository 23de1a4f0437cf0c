//! Webhooks of all servers that a person manages, and the channels they may make one for.
//! However many there are, the number of queries stays the same.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, FromQueryResult, QueryOrder, QuerySelect};

use super::{Column, Entity, Model};
use crate::chat::permissions::Permissions;
use crate::clock::Millis;
use crate::error::Result;
use crate::ids;
use crate::models::places::Places;
use crate::models::{Channel, Server, delivery};

/// A webhook as the portal's home shows it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The webhook.
    pub webhook: Model,
    /// Its server's name.
    pub server_name: String,
    /// Its channel's name.
    pub channel_name: String,
    /// When it was last used, as far back as the log goes.
    pub last_used_at: Option<Millis>,
    /// Refused attempts of the last 24 hours, as far back as the log goes.
    pub recent_failures: u64,
}

/// A server that a person manages, with the channels that they see there.
#[derive(Debug, Clone)]
pub struct Destination {
    /// The server.
    pub server: Server,
    /// The channels in their order.
    pub channels: Vec<Channel>,
}

impl Model {
    /// The webhooks of every server that this person manages, newest first, in one query.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_managed_by(
        db: &impl ConnectionTrait,
        places: &Places,
        now: Millis,
    ) -> Result<Vec<Listed>> {
        let servers: HashMap<i64, &str> = managed_servers(places)
            .map(|server| (server.id, server.name.as_str()))
            .collect();
        if servers.is_empty() {
            return Ok(Vec::new());
        }
        let webhooks = Entity::find()
            .filter(Column::ServerId.is_in(servers.keys().copied()))
            .expr_as(delivery::last_of((Entity, Column::Id)), "last_id")
            .expr_as(
                delivery::recent_failures_of((Entity, Column::Id), now),
                "recent_failures",
            )
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
                channel_name: places
                    .any_channel(used.webhook.channel_id)
                    .map(|channel| channel.name.clone())
                    .unwrap_or_default(),
                last_used_at: used.last_id.map(ids::time_of),
                recent_failures: used.recent_failures.unsigned_abs(),
                webhook: used.webhook,
            })
            .collect())
    }
}

/// A webhook with what its log says of it.
#[derive(Debug, FromQueryResult)]
struct Used {
    #[sea_orm(nested)]
    webhook: Model,
    last_id: Option<i64>,
    recent_failures: i64,
}

/// Where this person may make a webhook.
pub fn destinations(places: &Places) -> Vec<Destination> {
    managed_servers(places)
        .map(|server| Destination {
            channels: places.channels_of(server.id).cloned().collect(),
            server: server.clone(),
        })
        .collect()
}

fn managed_servers(places: &Places) -> impl Iterator<Item = &Server> {
    places
        .standings()
        .filter(|standing| standing.permissions().contains(Permissions::MANAGE_SERVER))
        .map(|standing| &standing.server)
}
