//! Deleting a server with its channels, webhooks, roles and invites.
//! The cleanup deletes their leftovers in steps.

use std::sync::Arc;

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;

use crate::core::Core;
use crate::live;
use crate::models::Membership;
use crate::models::logs::audit::{self, Action};
use crate::models::servers::channel;
use crate::models::servers::server::{Entity, Model};
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::webhooks::webhook;
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{ChannelId, ServerId, UserId};

impl Model {
    /// Deletes the server with its channels, webhooks, roles and invites; from then on nothing leads to its members and
    /// messages or to what else it held, and they are deleted in steps. `confirm` is its name, typed.
    ///
    /// # Errors
    /// A fault of `confirm`; [`Error::NotFound`] or [`Error::Forbidden`] for everyone but the owner.
    #[boxed]
    pub async fn delete(core: &Core, user_id: UserId, id: ServerId, confirm: &str) -> Result<Self> {
        let write = core.begin().await?;
        let membership = Membership::load_owner_to_change(&write, user_id, id).await?;
        // The row is locked: the name stays as it is.
        if confirm.trim() != membership.server.name {
            return Err(Error::fault("confirm", "This doesn’t match the server’s name. Type it exactly as shown."));
        }
        // The row is locked: no channel and no webhook is added meanwhile.
        let (now, of_channels) = (core.now(), channel::Column::Id);
        let channels = channel::Entity::find().filter(channel::Column::ServerId.eq(id));
        let watched: Vec<ChannelId> =
            channels.clone().select_only().column(of_channels).into_tuple().all(&*write).await?;
        webhook::delete_with(&write, webhook::Column::ServerId, id.get(), now).await?;
        tombstone::record(&write, TombstoneKind::Server, id.get(), now).await?;
        tombstone::record_all(&write, TombstoneKind::Channel, channels, of_channels, now).await?;
        membership.server.delete_picture(&write).await?;
        Entity::delete_by_id(id).exec(&*write).await?;
        // No page shows it any more; the operator can read it in the database.
        let action = Action::ServerDeleted {};
        audit::record(&write, core, id, user_id, &*membership.server, action).await?;
        live::announce_end(&write, core.node(), &watched).await?;
        write.commit().await?;
        core.live.channels_deleted(&watched);
        Ok(Arc::unwrap_or_clone(membership.server))
    }
}
