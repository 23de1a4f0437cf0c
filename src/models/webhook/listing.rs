//! Webhooks of all servers that a person manages, and the channels they may make one for.
//! However many there are, the number of queries stays the same.

use std::collections::{HashMap, HashSet};

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QueryOrder};

use super::{Column, Entity, Model};
use crate::chat::permissions::Permissions;
use crate::clock::Millis;
use crate::error::Result;
use crate::models::{Channel, Server, Standing, channel, delivery, overwrite};

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
    /// The webhooks of every server that this person manages, newest first.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_managed_by(
        db: &impl ConnectionTrait,
        user_id: i64,
        now: Millis,
    ) -> Result<Vec<Listed>> {
        let managed = managed_servers(db, user_id).await?;
        let servers: HashMap<i64, String> = managed
            .into_iter()
            .map(|standing| (standing.server.id, standing.server.name))
            .collect();
        if servers.is_empty() {
            return Ok(Vec::new());
        }
        let webhooks = Entity::find()
            .filter(Column::ServerId.is_in(servers.keys().copied()))
            .order_by_desc(Column::Id)
            .all(db)
            .await?;
        let channels: HashSet<i64> = webhooks.iter().map(|webhook| webhook.channel_id).collect();
        let channels: HashMap<i64, String> = channel::Entity::find()
            .filter(channel::Column::Id.is_in(channels))
            .all(db)
            .await?
            .into_iter()
            .map(|channel| (channel.id, channel.name))
            .collect();
        let ids: Vec<i64> = webhooks.iter().map(|webhook| webhook.id).collect();
        let mut uses = delivery::uses_of(db, &ids, now).await?;
        Ok(webhooks
            .into_iter()
            .map(|webhook| {
                let used = uses.remove(&webhook.id).unwrap_or_default();
                Listed {
                    server_name: servers.get(&webhook.server_id).cloned().unwrap_or_default(),
                    channel_name: channels
                        .get(&webhook.channel_id)
                        .cloned()
                        .unwrap_or_default(),
                    last_used_at: used.last_at,
                    recent_failures: used.recent_failures,
                    webhook,
                }
            })
            .collect())
    }
}

/// Where this person may make a webhook.
///
/// # Errors
/// When the database can't be reached.
pub async fn destinations(db: &impl ConnectionTrait, user_id: i64) -> Result<Vec<Destination>> {
    let managed = managed_servers(db, user_id).await?;
    if managed.is_empty() {
        return Ok(Vec::new());
    }
    let server_ids = managed.iter().map(|standing| standing.server.id);
    let channels = channel::Entity::find()
        .filter(channel::Column::ServerId.is_in(server_ids))
        .order_by_asc(channel::Column::Id)
        .all(db)
        .await?;
    let channel_ids: Vec<i64> = channels.iter().map(|channel| channel.id).collect();
    let overwrites = overwrite::all_of(db, &channel_ids).await?;
    Ok(managed
        .into_iter()
        .map(|standing| {
            let seen = channels.iter().filter(|channel| {
                channel.server_id == standing.server.id
                    && standing
                        .sum(&overwrites, channel.id)
                        .contains(Permissions::VIEW_CHANNEL)
            });
            Destination {
                channels: seen.cloned().collect(),
                server: standing.server,
            }
        })
        .collect())
}

async fn managed_servers(db: &impl ConnectionTrait, user_id: i64) -> Result<Vec<Standing>> {
    let mut standings = Standing::everywhere(db, user_id).await?;
    standings.retain(|standing| standing.permissions().contains(Permissions::MANAGE_SERVER));
    Ok(standings)
}
