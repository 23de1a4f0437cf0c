//! Loading a webhook with permission: what `manage_server` alone allows, and what needs the channel to be visible too.
//! The acts themselves are in `webhook` and `editing`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{QuerySelect, Select};

use super::{Entity, Model};
use crate::models::servers::access::{UserAccess, VisibleChannel};
use crate::models::servers::channel;
use crate::models::{Channel, Membership, User};
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, UserId, WebhookId};

const UNSEEN: Error = Error::Forbidden(
    "This webhook posts into a channel you can’t see. You can pause, resume or delete it, and nothing else.",
);

/// A webhook of a server that the caller manages. It gives away no more than `manage_server` alone does: whatever reveals or
/// creates content needs a [`VisibleWebhook`].
#[derive(Debug, Clone)]
pub struct ManagedWebhook<'p> {
    webhook: Model,
    membership: &'p Membership,
    visible: Option<&'p VisibleChannel>,
}

/// A webhook of a server that the caller manages, which posts into a channel that they may view.
#[derive(Debug, Clone)]
pub struct VisibleWebhook<'p> {
    /// The webhook.
    pub webhook: Model,
    /// The caller's membership in its server.
    pub membership: &'p Membership,
    /// Its channel, with what the caller may do there.
    pub visible: &'p VisibleChannel,
}

impl<'p> ManagedWebhook<'p> {
    /// The caller's membership in its server.
    pub fn membership(&self) -> &'p Membership {
        self.membership
    }

    /// Its id.
    pub fn id(&self) -> WebhookId {
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

    /// Since when it is suspended by an admin, and why.
    pub fn suspension(&self) -> Option<(Millis, &str)> {
        let at = self.webhook.suspended_at?;
        Some((at, &self.webhook.suspended_for))
    }

    /// When its present URL was reported as leaked.
    pub fn leaked_at(&self) -> Option<Millis> {
        self.webhook.leaked_at
    }

    /// Who created it, if the account is still there.
    #[boxed]
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
    pub fn in_visible_channel(self) -> Result<VisibleWebhook<'p>> {
        Ok(VisibleWebhook { visible: self.visible.ok_or(UNSEEN)?, webhook: self.webhook, membership: self.membership })
    }

    /// True if the caller may view its channel.
    pub fn is_seen(&self) -> bool {
        self.visible.is_some()
    }
}

impl Model {
    /// A webhook of a server that the user manages whose access this is.
    ///
    /// # Errors
    /// [`Error::NotFound`] for those who are no members of its server, [`Error::Forbidden`] for members who don't
    /// hold `manage_server`.
    pub async fn managed_within<'p>(db: &Conn, access: &'p UserAccess, id: WebhookId) -> Result<ManagedWebhook<'p>> {
        let webhook = one(db, Entity::find_by_id(id)).await?;
        let membership = access.membership(webhook.server_id)?;
        membership.require(Permissions::MANAGE_SERVER)?;
        let visible = access.visible.get(&webhook.channel_id);
        Ok(ManagedWebhook { webhook, membership, visible })
    }

    /// A webhook of a server that the user manages, in a channel that they may view.
    ///
    /// # Errors
    /// As [`Self::managed_within`]; [`Error::Forbidden`] where they may not view the channel.
    pub async fn visible_within<'p>(db: &Conn, access: &'p UserAccess, id: WebhookId) -> Result<VisibleWebhook<'p>> {
        Self::managed_within(db, access, id).await?.in_visible_channel()
    }

    /// A webhook that this user manages, about to be paused, resumed or deleted. Until `write` ends it is locked, and its
    /// server: no one gains or loses a permission there, and no other webhook is moved.
    ///
    /// # Errors
    /// As [`Self::managed_within`].
    pub(super) async fn managed_to_change(write: &Write, user_id: UserId, id: WebhookId) -> Result<(Self, Membership)> {
        let server_id = one(write, Entity::find_by_id(id)).await?.server_id;
        // Before the webhook, as when the server is deleted. A webhook stays in its server.
        let membership = Membership::load_to_change(write, user_id, server_id, Permissions::MANAGE_SERVER).await?;
        let locked = Entity::find_by_id(id).lock(LockType::NoKeyUpdate);
        let webhook = one(write, locked).await?;
        Ok((webhook, membership))
    }

    /// A webhook that this user manages, in a channel that they may view, about to be changed in any way.
    ///
    /// # Errors
    /// As [`Self::visible_within`].
    pub(super) async fn visible_to_change(write: &Write, user_id: UserId, id: WebhookId) -> Result<(Self, Membership)> {
        let (webhook, membership) = Self::managed_to_change(write, user_id, id).await?;
        let here = membership.in_channel(write, webhook.channel_id).await?;
        if here.contains(Permissions::VIEW_CHANNEL) { Ok((webhook, membership)) } else { Err(UNSEEN) }
    }
}

async fn one(db: &Conn, found: Select<Entity>) -> Result<Model> {
    found.one(db).await?.ok_or(Error::NotFound)
}

/// A channel into which this member may let a webhook post, or the sentence about why it can't be chosen.
///
/// # Errors
/// [`Error::NotFound`] where there is no such channel in the server, or they may not view it: the two are one answer.
pub(super) async fn destination(
    db: &Conn,
    membership: &Membership,
    channel_id: ChannelId,
) -> Result<Result<Channel, &'static str>> {
    let (channel, here): (channel::Model, _) = Channel::of_server(db, membership, channel_id).await?;
    Ok(if here.contains(Permissions::SEND_MESSAGES) {
        Ok(channel)
    } else {
        Err("You can’t send messages in this channel, so your webhooks can’t either. Choose another one.")
    })
}
