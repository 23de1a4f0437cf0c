//! Loading a channel for a member who may view it.
//! What a member may do in a channel is computed one level up.

use std::collections::HashMap;

use sea_orm::Condition;
use sea_orm::entity::prelude::*;

use super::Membership;
use crate::models::Overwrite;
use crate::models::servers::channel::{Column, Entity, Model};
use crate::models::servers::overwrite;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;

impl Model {
    /// The channel, where this user may view it, with their membership in its server and their permissions in it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none or they may not view it, [`Error::ServerSuspended`] where only that keeps
    /// them out.
    #[boxed]
    pub async fn viewed_by(db: &Conn, user_id: i64, id: i64) -> Result<(Self, Membership, Permissions)> {
        let channel = Entity::find_by_id(id).one(db).await?.ok_or(Error::NotFound)?;
        let membership = Membership::find_anyway(db, user_id, channel.server_id).await?.ok_or(Error::NotFound)?;
        let here = membership.in_channel(db, id).await?;
        if !here.contains(Permissions::VIEW_CHANNEL) {
            return Err(Error::NotFound);
        }
        match membership.server.suspension_for(user_id) {
            Some(suspended) => Err(suspended),
            None => Ok((channel, membership, here)),
        }
    }

    /// The memberships of those among `user_ids` who may view a channel, by user: in as many statements however many they
    /// are. None of them where there is no such channel.
    #[boxed]
    pub async fn viewers(db: &Conn, id: i64, user_ids: &[i64]) -> Result<HashMap<i64, Membership>> {
        let Some(channel) = Entity::find_by_id(id).one(db).await? else {
            return Ok(HashMap::new());
        };
        let mut memberships = Membership::load_all(db, channel.server_id, user_ids).await?;
        let users = lists::is_one_of(db, overwrite::Column::UserId, user_ids.iter().copied());
        let concerned = Condition::any().add(overwrite::Column::UserId.is_null()).add(users);
        let overwrites =
            overwrite::Entity::find().filter(overwrite::Column::ChannelId.eq(id)).filter(concerned).all(db).await?;
        let (of_members, of_roles): (Vec<Overwrite>, Vec<Overwrite>) =
            overwrites.into_iter().partition(|overwrite| overwrite.user_id.is_some());
        let of_members: HashMap<Option<i64>, Overwrite> =
            of_members.into_iter().map(|overwrite| (overwrite.user_id, overwrite)).collect();
        memberships.retain(|user_id, membership| {
            let mut theirs = of_roles.clone();
            theirs.extend(of_members.get(&Some(*user_id)).cloned());
            let here = membership.permissions_in(&theirs, id);
            here.contains(Permissions::VIEW_CHANNEL) && membership.server.suspension_for(*user_id).is_none()
        });
        Ok(memberships)
    }

    /// The channel of this member's server, where they may view it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none, it is of another server, or they may not view it.
    #[boxed]
    pub async fn of_server(db: &Conn, membership: &Membership, id: i64) -> Result<(Self, Permissions)> {
        let channel = Entity::find_by_id(id)
            .filter(Column::ServerId.eq(membership.server.id))
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        let here = membership.in_channel(db, id).await?;
        if here.contains(Permissions::VIEW_CHANNEL) { Ok((channel, here)) } else { Err(Error::NotFound) }
    }
}
