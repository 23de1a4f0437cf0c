//! Loading a webhook through permission: what `manage_server` alone gives, and what takes sight of the channel too.
//! The acts themselves are one level up and in `editing`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{QuerySelect, Select};

use super::{Entity, Model};
use crate::chat::permissions::Permissions;
use crate::clock::Millis;
use crate::database::{Conn, Write};
use crate::error::{Error, Result};
use crate::models::servers::access::{UserAccess, VisibleChannel};
use crate::models::servers::channel;
use crate::models::{Channel, Membership, User};

const UNSEEN: Error = Error::Forbidden(
    "This webhook posts into a channel you can’t see. You can pause, resume or delete it, and nothing else.",
);

/// A webhook of a server that the caller manages. It gives away no more than `manage_server` alone does: whatever reveals or
/// creates content takes an [`Operated`].
#[derive(Debug, Clone)]
pub struct Managed<'p> {
    webhook: Model,
    standing: &'p Membership,
    place: Option<&'p VisibleChannel>,
}

/// A webhook of a server that the caller manages, which posts into a channel that they may view.
#[derive(Debug, Clone)]
pub struct Operated<'p> {
    /// The webhook.
    pub webhook: Model,
    /// The caller's standing in its server.
    pub standing: &'p Membership,
    /// Its channel, with what the caller may do there.
    pub place: &'p VisibleChannel,
}

impl<'p> Managed<'p> {
    /// The caller's standing in its server.
    pub fn standing(&self) -> &'p Membership {
        self.standing
    }

    /// Its id.
    pub fn id(&self) -> i64 {
        self.webhook.id
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.webhook.name
    }

    /// The path of its picture.
    pub fn avatar_path(&self) -> String {
        self.webhook.avatar_path()
    }

    /// When it was created.
    pub fn created_at(&self) -> Millis {
        self.webhook.created_at
    }

    /// Since when it is paused.
    pub fn paused_at(&self) -> Option<Millis> {
        self.webhook.paused_at
    }

    /// Who created it, if the account is still there.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn creator(&self, db: &Conn) -> Result<Option<User>> {
        match self.webhook.creator_id {
            Some(id) => User::find(db, id).await,
            None => Ok(None),
        }
    }

    /// The webhook with its channel.
    ///
    /// # Errors
    /// [`Error::Forbidden`] where the caller may not view the channel.
    pub fn operated(self) -> Result<Operated<'p>> {
        Ok(Operated {
            place: self.place.ok_or(UNSEEN)?,
            webhook: self.webhook,
            standing: self.standing,
        })
    }

    /// Whether the caller may view its channel.
    pub fn is_seen(&self) -> bool {
        self.place.is_some()
    }
}

impl Model {
    /// A webhook of a server that the person of these places manages.
    ///
    /// # Errors
    /// [`Error::NotFound`] for those who are no members of its server, [`Error::Forbidden`] for members who don't
    /// hold `manage_server`.
    pub async fn managed_within<'p>(
        db: &Conn,
        places: &'p UserAccess,
        id: i64,
    ) -> Result<Managed<'p>> {
        let webhook = one(db, Entity::find_by_id(id)).await?;
        let standing = places.standing(webhook.server_id)?;
        standing.require(Permissions::MANAGE_SERVER)?;
        let place = places.visible.get(&webhook.channel_id);
        Ok(Managed {
            webhook,
            standing,
            place,
        })
    }

    /// The same, where they also may view its channel.
    ///
    /// # Errors
    /// As [`Self::managed_within`]; [`Error::Forbidden`] where they may not view the channel.
    pub async fn operated_within<'p>(
        db: &Conn,
        places: &'p UserAccess,
        id: i64,
    ) -> Result<Operated<'p>> {
        Self::managed_within(db, places, id).await?.operated()
    }

    /// A webhook that this person manages, about to be paused, resumed or deleted: until `write` ends no one else
    /// changes it.
    ///
    /// # Errors
    /// As [`Self::managed_within`].
    pub(super) async fn managed_to_change(
        write: &Write,
        user_id: i64,
        id: i64,
    ) -> Result<(Self, Membership)> {
        let locked = Entity::find_by_id(id).lock(LockType::NoKeyUpdate);
        let webhook = one(write, locked).await?;
        let server_id = webhook.server_id;
        let standing =
            Membership::load(write, user_id, server_id, Permissions::MANAGE_SERVER).await?;
        Ok((webhook, standing))
    }

    /// A webhook that this person manages, in a channel that they may view, about to be changed in any way.
    ///
    /// # Errors
    /// As [`Self::operated_within`].
    pub(super) async fn operated_to_change(
        write: &Write,
        user_id: i64,
        id: i64,
    ) -> Result<(Self, Membership)> {
        let (webhook, standing) = Self::managed_to_change(write, user_id, id).await?;
        let here = standing.in_channel(write, webhook.channel_id).await?;
        if here.contains(Permissions::VIEW_CHANNEL) {
            Ok((webhook, standing))
        } else {
            Err(UNSEEN)
        }
    }
}

async fn one(db: &Conn, found: Select<Entity>) -> Result<Model> {
    found.one(db).await?.ok_or(Error::NotFound)
}

/// A channel in which this member may make a webhook post, or the sentence that says why it can't be chosen.
///
/// # Errors
/// [`Error::NotFound`] where there is no such channel in the server, or they may not view it: the two are one answer.
pub(super) async fn destination(
    db: &Conn,
    standing: &Membership,
    channel_id: i64,
) -> Result<Result<Channel, &'static str>> {
    let (channel, here): (channel::Model, _) = Channel::of_server(db, standing, channel_id).await?;
    Ok(if here.contains(Permissions::SEND_MESSAGES) {
        Ok(channel)
    } else {
        Err(
            "You can’t send messages in this channel, so your webhooks can’t either. Choose another one.",
        )
    })
}
