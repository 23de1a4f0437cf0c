//! Creating and editing channels.
//! Deleting one deletes its webhooks too and is in `lifecycle`.

use sea_orm::entity::prelude::*;
use sea_orm::{IntoActiveModel, QuerySelect, Set};

use super::order::{OrderedList, Side};
use crate::core::Core;
use crate::live;
use crate::models::Membership;
use crate::models::logs::audit::{self, Action, Change, NamedChannel};
use crate::models::servers::access::UserAccess;
use crate::models::servers::channel::{ActiveModel, ChannelChanges, ChannelFields, Column, Entity, Model};
use crate::models::servers::server;
use portico_macros::boxed;
use portico_platform::database::Write;
use portico_platform::error::{Error, Result, taken};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, ServerId, UserId};

impl Model {
    /// Makes a channel.
    ///
    /// # Errors
    /// Faults of `name` and `topic`, or of the form where the server has as many channels as it can; [`Error::NotFound`] or
    /// [`Error::Forbidden`] where the user may not manage channels.
    #[boxed]
    pub async fn create(core: &Core, user_id: UserId, server_id: ServerId, about: ChannelFields<'_>) -> Result<Self> {
        let checked = about.check(None);
        let write = core.begin().await?;
        Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (name, topic, slow_mode) = checked?;
        let existing = Entity::find().filter(Column::ServerId.eq(server_id));
        let limit = core.config.caps.channels_per_server;
        let sentences =
            ["This server has 1 channel, the most it can have.", "This server has {} channels, the most it can have."];
        server::require_room(&write, existing, limit, sentences, server::DELETE_ONE).await?;
        // The server is locked: no other channel becomes the last one meanwhile.
        let last = Entity::find().select_only().column_as(Column::Position.max(), "last");
        let last: Option<Option<i32>> = last.filter(Column::ServerId.eq(server_id)).into_tuple().one(&*write).await?;
        let last = last.flatten();
        let channel = ActiveModel {
            id: Set(core.id()),
            server_id: Set(server_id),
            name: Set(name),
            topic: Set(topic),
            created_at: Set(core.now()),
            slow_mode: Set(slow_mode),
            position: Set(last.unwrap_or(0)),
        }
        .insert(&*write)
        .await
        .map_err(name_taken)?;
        let NamedChannel { hidden, .. } = NamedChannel::load(&write, &channel).await?;
        let action = Action::ChannelCreated { hidden };
        audit::record(&write, core, server_id, user_id, &channel, action).await?;
        // Members with an open inbox don't know of the channel yet.
        live::announce(&write, core.node(), &[(server_id.into(), true)]).await?;
        write.commit().await?;
        core.live.arrived_unknown(server_id, true);
        Ok(channel)
    }

    /// Gives a channel another name, topic, slow mode and position.
    ///
    /// # Errors
    /// Faults of `name`, `topic`, `slow_mode` and `position`; [`Error::NotFound`] where the user may not see it, [`Error::Forbidden`] where
    /// they may not manage channels.
    #[boxed]
    pub async fn edit(
        core: &Core,
        user_id: UserId,
        server_id: ServerId,
        id: ChannelId,
        changes: ChannelChanges<'_>,
    ) -> Result<Self> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (channel, _) = Self::of_server(&write, &membership, id).await?;
        let about = ChannelFields {
            name: changes.name.unwrap_or(&channel.name),
            topic: changes.topic.unwrap_or(&channel.topic),
            slow_mode: changes.slow_mode,
        };
        let (name, topic, slow_mode) = about.check(Some(&channel))?;
        let before = channel.clone();
        let mut channel = channel.into_active_model();
        channel.name = Set(name);
        channel.topic = Set(topic);
        channel.slow_mode = Set(slow_mode);
        let channel = channel.update(&*write).await.map_err(name_taken)?;
        if let Some(position) = changes.position {
            move_within(core, &write, &membership, &channel, position).await?;
        }
        if channel != before {
            let NamedChannel { hidden, .. } = NamedChannel::load(&write, &channel).await?;
            let action = Action::ChannelEdited {
                hidden,
                name: Change::between(before.name.as_str(), channel.name.as_str()),
                topic: Change::between(before.topic.as_str(), channel.topic.as_str()),
                slow_mode: Change::between(before.slow_mode, channel.slow_mode),
            };
            audit::record(&write, core, server_id, user_id, &before, action).await?;
        }
        write.commit().await?;
        Ok(channel)
    }
}

impl Model {
    /// Moves a channel to another position among those that the user may see, 1 being the first. It is put directly beside
    /// the channel that is there, so channels that the user can't see stay beside the one they follow.
    ///
    /// # Errors
    /// A fault of `position`; [`Error::NotFound`] where the user may not see the channel, [`Error::Forbidden`] where they may
    /// not manage channels.
    #[boxed]
    pub async fn move_to(
        core: &Core,
        user_id: UserId,
        server_id: ServerId,
        id: ChannelId,
        position: &str,
    ) -> Result<Self> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (channel, _) = Self::of_server(&write, &membership, id).await?;
        move_within(core, &write, &membership, &channel, position).await?;
        write.commit().await?;
        Ok(channel)
    }
}

/// Moves a channel of a server that is locked; see [`Model::move_to`].
async fn move_within(
    core: &Core,
    write: &Write,
    membership: &Membership,
    channel: &Model,
    position: &str,
) -> Result<()> {
    let (user_id, server_id) = (membership.user_id, channel.server_id);
    let access = UserAccess::load(write, user_id).await?;
    let visible: Vec<ChannelId> = access.channels_of(server_id).map(|channel| channel.id).collect();
    let from = visible.iter().position(|id| *id == channel.id).ok_or(Error::NotFound)?;
    let to = position.trim().parse::<usize>().ok().and_then(|position| position.checked_sub(1));
    let Some((to, anchor)) = to.and_then(|to| Some((to, *visible.get(to)?))) else {
        let sentence = format!("Choose a position from 1, the first, to {}.", visible.len());
        return Err(Error::fault("position", sentence));
    };
    if from == to {
        return Ok(());
    }
    let side = if to < from { Side::Before } else { Side::After };
    OrderedList::ChannelsOf(server_id.get()).place(write, channel.id.get(), side, anchor.get()).await?;
    let NamedChannel { hidden, .. } = NamedChannel::load(write, channel).await?;
    audit::record(write, core, server_id, user_id, channel, Action::ChannelMoved { hidden }).await
}

fn name_taken(err: DbErr) -> Error {
    taken(err, "channels", "name", "name", "This server already has a channel with this name. Choose another name.")
}
