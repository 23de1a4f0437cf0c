//! Deleting a channel with its webhooks.
//! The cleanup deletes the leftovers of both in steps.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, QueryTrait};

use crate::core::Core;
use crate::live;
use crate::models::Membership;
use crate::models::logs::audit::{self, Action, action};
use crate::models::servers::channel::{Column, Entity, Model};
use crate::models::servers::overwrite;
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::webhooks::webhook;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, ServerId, UserId};

impl Model {
    /// Deletes a channel with its webhooks; from then on nothing shows its messages. These and its overwrites are
    /// deleted in steps. A server keeps at least one channel.
    ///
    /// # Errors
    /// A fault of the form where it is the last one; [`Error::NotFound`] where the user may not see it,
    /// [`Error::Forbidden`] where they may not manage channels.
    #[boxed]
    pub async fn delete(core: &Core, user_id: UserId, server_id: ServerId, id: ChannelId) -> Result<Self> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (channel, _) = Self::of_server(&write, &membership, id).await?;
        let action = logged_deletion(&write, &channel).await?;
        webhook::delete_with(&write, webhook::Column::ChannelId, id.get(), core.now()).await?;
        tombstone::record(&write, TombstoneKind::Channel, id.get(), core.now()).await?;
        let another = Entity::find()
            .select_only()
            .column(Column::ServerId)
            .filter(Column::ServerId.eq(server_id))
            .filter(Column::Id.ne(id));
        let deleted = Entity::delete_many()
            .filter(Column::Id.eq(id))
            .filter(Column::ServerId.in_subquery(another.into_query()))
            .exec(&*write)
            .await?;
        if deleted.rows_affected == 0 {
            return Err(Error::fault(
                "form",
                "This is the server’s last channel, and a server needs at least one. Create another one first.",
            ));
        }
        audit::record(&write, core, server_id, user_id, &channel, action).await?;
        live::announce_end(&write, core.node(), &[id]).await?;
        write.commit().await?;
        core.live.channels_deleted(&[id]);
        Ok(channel)
    }
}

/// The audit log's entry of the deletion, read while the channel exists.
async fn logged_deletion(db: &Conn, channel: &Model) -> Result<Action> {
    let hidden = is_hidden(db, channel).await?;
    let mut webhooks: Vec<String> = webhook::Entity::find()
        .select_only()
        .column(webhook::Column::Name)
        .filter(webhook::Column::ChannelId.eq(channel.id))
        .order_by_asc(webhook::Column::Id)
        .into_tuple()
        .all(db)
        .await?;
    let further = webhooks.len().saturating_sub(action::NAMED);
    webhooks.truncate(action::NAMED);
    Ok(Action::ChannelDeleted { hidden, webhooks, further })
}

/// True if the channel is hidden from everyone without another role, or from any role or member. Later it can't be
/// known from whom, so the log then treats it as hidden from all who can't see every channel.
async fn is_hidden(db: &Conn, channel: &Model) -> Result<bool> {
    if !channel.is_open(db).await? {
        return Ok(true);
    }
    let overwrites = overwrite::all_of(db, channel.id).await?;
    Ok(overwrites.iter().any(|found| found.rule().deny.contains(Permissions::VIEW_CHANNEL)))
}
