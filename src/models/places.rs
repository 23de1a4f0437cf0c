//! Every channel that a person may view, in all their servers at once, with how far they have read in each.
//! What a person may do in one channel or server is asked of `standing`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, ConnectionTrait, QueryOrder};

use crate::chat::names;
use crate::chat::permissions::Permissions;
use crate::error::Result;
use crate::ids;
use crate::models::{Channel, Role, Server, Standing};
use crate::models::{channel, member, overwrite, read_mark, role, server};

/// A channel that they may view.
#[derive(Debug, Clone)]
pub struct Place {
    /// The channel.
    pub channel: Channel,
    /// The first id that a message may have to be after their joining of the server.
    pub first: i64,
    /// Everything up to and with this message has been read; 0: nothing.
    pub read: i64,
}

impl Place {
    /// The first id that a message may have to be theirs to read, and unread.
    pub fn first_unread(&self) -> i64 {
        self.first.max(self.read + 1)
    }
}

/// A role that they hold, other than `all`.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    /// The role.
    pub role_id: i64,
    /// The server it is of.
    pub server_id: i64,
    /// The first id that a message may have to be after the role was given to them.
    pub first: i64,
}

/// Where a person may look.
#[derive(Debug)]
pub struct Places {
    /// The person.
    pub user_id: i64,
    /// The servers they are a member of, by id.
    pub servers: HashMap<i64, Server>,
    /// The channels they may view, by id.
    pub visible: HashMap<i64, Place>,
    /// The channels of their servers that they may not view: server and channel.
    pub hidden: Vec<(i64, i64)>,
    /// The roles they hold.
    pub held: Vec<Held>,
}

impl Places {
    /// Looks everywhere, in six queries, however many servers and channels there are.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn of(db: &impl ConnectionTrait, user_id: i64) -> Result<Self> {
        let mut places = Self {
            user_id,
            servers: HashMap::new(),
            visible: HashMap::new(),
            hidden: Vec::new(),
            held: Vec::new(),
        };
        let joined = member::Entity::find()
            .filter(member::Column::UserId.eq(user_id))
            .find_also_related(server::Entity)
            .all(db)
            .await?;
        let mut since = HashMap::new();
        for (member, server) in joined {
            if let Some(server) = server {
                since.insert(server.id, ids::first_id_at(member.joined_at));
                places.servers.insert(server.id, server);
            }
        }
        if places.servers.is_empty() {
            return Ok(places);
        }
        let held = member::held::Entity::find()
            .filter(member::held::Column::UserId.eq(user_id))
            .all(db)
            .await?;
        places.held = held
            .iter()
            .map(|held| Held {
                role_id: held.role_id,
                server_id: held.server_id,
                first: ids::first_id_at(held.given_at),
            })
            .collect();
        let standings = places.standings(db).await?;
        let overwrites = places.overwrites(db, &standings).await?;
        let mut marks = places.marks(db).await?;
        let channels = channel::Entity::find()
            .filter(channel::Column::ServerId.is_in(places.servers.keys().copied()))
            .order_by_asc(channel::Column::Id)
            .all(db)
            .await?;
        for channel in channels {
            let (Some(standing), Some(first)) = (
                standings.get(&channel.server_id),
                since.get(&channel.server_id),
            ) else {
                continue;
            };
            let here = overwrites.get(&channel.id).map_or(&[][..], Vec::as_slice);
            let may = standing.sum(here, channel.id);
            if may.contains(Permissions::VIEW_CHANNEL) {
                let place = Place {
                    first: *first,
                    read: marks.remove(&channel.id).unwrap_or(0),
                    channel,
                };
                places.visible.insert(place.channel.id, place);
            } else {
                places.hidden.push((channel.server_id, channel.id));
            }
        }
        Ok(places)
    }

    /// Their standing in each server.
    async fn standings(&self, db: &impl ConnectionTrait) -> Result<HashMap<i64, Standing>> {
        let theirs = role::Column::Id.is_in(self.held.iter().map(|held| held.role_id));
        let roles = role::Entity::find()
            .filter(role::Column::ServerId.is_in(self.servers.keys().copied()))
            .filter(
                Condition::any()
                    .add(theirs)
                    .add(role::Column::NameFolded.eq(names::ALL)),
            )
            .all(db)
            .await?;
        let mut by_server: HashMap<i64, Vec<Role>> = HashMap::new();
        for role in roles {
            by_server.entry(role.server_id).or_default().push(role);
        }
        Ok(self
            .servers
            .values()
            .map(|server| {
                let standing = Standing {
                    server: server.clone(),
                    user_id: self.user_id,
                    roles: by_server.remove(&server.id).unwrap_or_default(),
                };
                (server.id, standing)
            })
            .collect())
    }

    /// The overwrites that concern them, by channel.
    async fn overwrites(
        &self,
        db: &impl ConnectionTrait,
        standings: &HashMap<i64, Standing>,
    ) -> Result<HashMap<i64, Vec<overwrite::Model>>> {
        let roles = standings
            .values()
            .flat_map(|standing| standing.roles.iter().map(|role| role.id));
        let found = overwrite::Entity::find()
            .filter(
                Condition::any()
                    .add(overwrite::Column::RoleId.is_in(roles))
                    .add(overwrite::Column::UserId.eq(self.user_id)),
            )
            .all(db)
            .await?;
        let mut by_channel: HashMap<i64, Vec<overwrite::Model>> = HashMap::new();
        for overwrite in found {
            by_channel
                .entry(overwrite.channel_id)
                .or_default()
                .push(overwrite);
        }
        Ok(by_channel)
    }

    /// How far they have read, by channel.
    async fn marks(&self, db: &impl ConnectionTrait) -> Result<HashMap<i64, i64>> {
        let marks = read_mark::Entity::find()
            .filter(read_mark::Column::UserId.eq(self.user_id))
            .all(db)
            .await?;
        Ok(marks
            .into_iter()
            .map(|mark| (mark.channel_id, mark.message_id))
            .collect())
    }
}
