//! Loading a channel for a member who may view it.
//! What a member may do in a channel is computed one level up.

use sea_orm::entity::prelude::*;

use super::Membership;
use crate::chat::permissions::Permissions;
use crate::database::Conn;
use crate::error::{Error, Result};
use crate::models::servers::channel::{Column, Entity, Model};

impl Model {
    /// The channel, where this user may view it, with their membership in its server and their permissions in it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none or they may not view it, [`Error::ServerSuspended`] where only that keeps
    /// them out.
    pub async fn viewed_by(
        db: &Conn,
        user_id: i64,
        id: i64,
    ) -> Result<(Self, Membership, Permissions)> {
        let channel = Entity::find_by_id(id)
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        let membership = Membership::find_anyway(db, user_id, channel.server_id)
            .await?
            .ok_or(Error::NotFound)?;
        let here = membership.in_channel(db, id).await?;
        if !here.contains(Permissions::VIEW_CHANNEL) {
            return Err(Error::NotFound);
        }
        match membership.server.suspension_for(user_id) {
            Some(suspended) => Err(suspended),
            None => Ok((channel, membership, here)),
        }
    }

    /// The channel of this member's server, where they may view it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none, it is of another server, or they may not view it.
    pub async fn of_server(
        db: &Conn,
        membership: &Membership,
        id: i64,
    ) -> Result<(Self, Permissions)> {
        let channel = Entity::find_by_id(id)
            .filter(Column::ServerId.eq(membership.server.id))
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        let here = membership.in_channel(db, id).await?;
        if here.contains(Permissions::VIEW_CHANNEL) {
            Ok((channel, here))
        } else {
            Err(Error::NotFound)
        }
    }
}
