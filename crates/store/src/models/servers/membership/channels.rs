//! Loading a channel for a member who may view it.
//! `membership` computes the permissions of a member in a channel.

use std::collections::HashMap;

use super::Membership;
use super::rights::RightsFacts;
use crate::models::servers::channel::Model;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, UserId};

impl Model {
    /// The channel, where this user may view it, with their membership in its server and their permissions in it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none or they may not view it, [`Error::ServerSuspended`] where only that keeps
    /// them out.
    #[boxed]
    pub async fn viewed_by(db: &Conn, user_id: UserId, id: ChannelId) -> Result<(Self, Membership, Permissions)> {
        let facts = RightsFacts::load(db, [(None, Some(id), user_id)]).await?;
        let channel = facts.channels()?.pop().ok_or(Error::NotFound)?;
        let membership = facts.members.into_values().next().ok_or(Error::NotFound)?;
        let here = membership.permissions_in(&facts.overwrites, id);
        if !here.contains(Permissions::VIEW_CHANNEL) {
            return Err(Error::NotFound);
        }
        match membership.server.suspension_for(user_id) {
            Some(suspended) => Err(suspended),
            None => Ok((channel, membership, here)),
        }
    }

    /// The memberships of those among `user_ids` who may view a channel, by user: in one statement however many they are. None of
    /// them where there is no such channel.
    #[boxed]
    pub async fn viewers(db: &Conn, id: ChannelId, user_ids: &[UserId]) -> Result<HashMap<UserId, Membership>> {
        let facts = RightsFacts::load(db, user_ids.iter().map(|user_id| (None, Some(id), *user_id))).await?;
        let overwrites = facts.overwrites;
        let mut memberships: HashMap<UserId, Membership> =
            facts.members.into_values().map(|found| (found.user_id, found)).collect();
        memberships.retain(|user_id, membership| {
            let here = membership.permissions_in(&overwrites, id);
            here.contains(Permissions::VIEW_CHANNEL) && membership.server.suspension_for(*user_id).is_none()
        });
        Ok(memberships)
    }

    /// The channel of this member's server, where they may view it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none, it is of another server, or they may not view it.
    #[boxed]
    pub async fn of_server(db: &Conn, membership: &Membership, id: ChannelId) -> Result<(Self, Permissions)> {
        let facts = RightsFacts::load(db, [(None, Some(id), membership.user_id)]).await?;
        let channel = facts.channels()?.pop().filter(|channel| channel.server_id == membership.server.id);
        let channel = channel.ok_or(Error::NotFound)?;
        let now = facts.members.values().next().ok_or(Error::NotFound)?;
        let here = now.permissions_in(&facts.overwrites, id);
        if here.contains(Permissions::VIEW_CHANNEL) { Ok((channel, here)) } else { Err(Error::NotFound) }
    }
}
