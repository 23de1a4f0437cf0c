//! Text channels of servers.
//! What is said in them stands with `message`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{IntoActiveModel, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::chat::names;
use crate::chat::permissions::{self, Permissions};
use crate::core::Core;
use crate::database::Conn;
use crate::error::{Error, Faults, Result, taken};
use crate::live;
use crate::models::accounts::picture;
use crate::models::logs::audit;
use crate::models::logs::audit::{Action, Change, NamedChannel, action};
use crate::models::servers::{overwrite, role, server};
use crate::models::webhooks::webhook;
use crate::models::{Membership, tombstone};

/// A text channel.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "channels")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The server it is of.
    pub server_id: i64,
    /// Unique in the server.
    pub name: String,
    /// What it is about; may be empty.
    pub topic: String,
    /// When it was made. Channels stand in this order.
    pub created_at: i64,
}

/// What joins a channel to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What someone types about a channel.
#[derive(Debug, Clone, Copy, Default)]
pub struct About<'a> {
    /// The wished-for name.
    pub name: &'a str,
    /// What it is about; may be empty.
    pub topic: &'a str,
}

impl About<'_> {
    /// What the channel is called and about so far may stay, whatever the rules say by now.
    fn check(self, present: Option<&Model>) -> Result<(String, String)> {
        let mut faults = Faults::none();
        let (name, topic) = (
            present.map(|channel| channel.name.as_str()),
            present.map(|channel| channel.topic.as_str()),
        );
        let name = names::changed(self.name, name, names::channel_name);
        let name = faults.check("name", name);
        let topic = names::changed(self.topic, topic, names::topic);
        let topic = faults.check("topic", topic);
        faults.into_result()?;
        Ok((name.unwrap_or_default(), topic.unwrap_or_default()))
    }
}

impl Model {
    /// The channel, where this person may view it, with their standing in its server and what they may do in it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none or they may not view it.
    pub async fn viewed_by(
        db: &Conn,
        user_id: i64,
        id: i64,
    ) -> Result<(Self, Membership, Permissions)> {
        let channel = Entity::find_by_id(id)
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        let standing = Membership::of(db, user_id, channel.server_id)
            .await?
            .ok_or(Error::NotFound)?;
        let here = standing.in_channel(db, id).await?;
        if here.contains(Permissions::VIEW_CHANNEL) {
            Ok((channel, standing, here))
        } else {
            Err(Error::NotFound)
        }
    }

    /// The channel of this member's server, where they may view it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none, it is of another server, or they may not view it.
    pub async fn of_server(
        db: &Conn,
        standing: &Membership,
        id: i64,
    ) -> Result<(Self, Permissions)> {
        let channel = Entity::find_by_id(id)
            .filter(Column::ServerId.eq(standing.server.id))
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        let here = standing.in_channel(db, id).await?;
        if here.contains(Permissions::VIEW_CHANNEL) {
            Ok((channel, here))
        } else {
            Err(Error::NotFound)
        }
    }

    /// Makes a channel.
    ///
    /// # Errors
    /// Faults of `name` and `topic`, or of the form where the server has as many channels as it can; [`Error::NotFound`] or
    /// [`Error::Forbidden`] where the person may not manage channels.
    pub async fn create(
        core: &Core,
        user_id: i64,
        server_id: i64,
        about: About<'_>,
    ) -> Result<Self> {
        let checked = about.check(None);
        let write = core.begin().await?;
        Membership::to_change(&write, user_id, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (name, topic) = checked?;
        let held = Entity::find().filter(Column::ServerId.eq(server_id));
        let most = core.config.caps.channels_per_server;
        server::require_room(&write, held, most, "channels").await?;
        let channel = ActiveModel {
            id: Set(core.id()),
            server_id: Set(server_id),
            name: Set(name),
            topic: Set(topic),
            created_at: Set(core.now()),
        }
        .insert(&*write)
        .await
        .map_err(name_taken)?;
        let NamedChannel { hidden, .. } = NamedChannel::of(&write, &channel).await?;
        let action = Action::ChannelCreated { hidden };
        audit::record(&write, core, server_id, user_id, &channel, action).await?;
        // Members with an open inbox don't know of the channel yet.
        live::announce(&write, core.node(), &[(server_id, true)]).await?;
        write.commit().await?;
        core.live.arrived(server_id, true);
        Ok(channel)
    }

    /// Gives a channel another name and topic.
    ///
    /// # Errors
    /// Faults of `name` and `topic`; [`Error::NotFound`] where the person may not see it, [`Error::Forbidden`] where
    /// they may not manage channels.
    pub async fn edit(
        core: &Core,
        user_id: i64,
        server_id: i64,
        id: i64,
        about: About<'_>,
    ) -> Result<Self> {
        let write = core.begin().await?;
        let standing =
            Membership::to_change(&write, user_id, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (channel, _) = Self::of_server(&write, &standing, id).await?;
        let (name, topic) = about.check(Some(&channel))?;
        let before = channel.clone();
        let mut channel = channel.into_active_model();
        channel.name = Set(name);
        channel.topic = Set(topic);
        let channel = channel.update(&*write).await.map_err(name_taken)?;
        if channel != before {
            let NamedChannel { hidden, .. } = NamedChannel::of(&write, &channel).await?;
            let action = Action::ChannelEdited {
                hidden,
                name: Change::between(before.name.as_str(), channel.name.as_str()),
                topic: Change::between(before.topic.as_str(), channel.topic.as_str()),
            };
            audit::record(&write, core, server_id, user_id, &before, action).await?;
        }
        write.commit().await?;
        Ok(channel)
    }

    /// Whether the channel is still there. It then stays until the transaction ends: a message may be stored in it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn hold(write: &Conn, id: i64) -> Result<bool> {
        let found: Option<i64> = Entity::find_by_id(id)
            .select_only()
            .column(Column::Id)
            .lock(LockType::KeyShare)
            .into_tuple()
            .one(write)
            .await?;
        Ok(found.is_some())
    }

    /// Deletes a channel with its webhooks; from then on nothing shows its messages, and they are deleted in steps,
    /// as is what it allowed and denied. A server keeps at least one: what it is for is to be talked in.
    ///
    /// # Errors
    /// A fault of the form where it is the last one; [`Error::NotFound`] where the person may not see it,
    /// [`Error::Forbidden`] where they may not manage channels.
    pub async fn delete(core: &Core, user_id: i64, server_id: i64, id: i64) -> Result<Self> {
        let write = core.begin().await?;
        let standing =
            Membership::to_change(&write, user_id, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (channel, _) = Self::of_server(&write, &standing, id).await?;
        let told = channel.told_of_end(&write).await?;
        picture::drop_all_of_webhooks(&write, webhook::Column::ChannelId, id).await?;
        let (now, webhooks) = (core.now(), webhook::Entity::find());
        let webhooks = webhooks.filter(webhook::Column::ChannelId.eq(id));
        let of_webhooks = webhook::Column::Id;
        tombstone::note(&write, tombstone::TombstoneKind::Channel, id, now).await?;
        tombstone::note_all(
            &write,
            tombstone::TombstoneKind::Webhook,
            webhooks,
            of_webhooks,
            now,
        )
        .await?;
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
        audit::record(&write, core, server_id, user_id, &channel, told).await?;
        live::announce_end(&write, core.node(), &[id]).await?;
        write.commit().await?;
        core.live.ended(&[id]);
        Ok(channel)
    }

    /// What the log is to tell of the channel's end, found out while it is there.
    async fn told_of_end(&self, db: &Conn) -> Result<Action> {
        let NamedChannel { hidden, .. } = NamedChannel::of(db, self).await?;
        let mut webhooks: Vec<String> = webhook::Entity::find()
            .select_only()
            .column(webhook::Column::Name)
            .filter(webhook::Column::ChannelId.eq(self.id))
            .order_by_asc(webhook::Column::Id)
            .into_tuple()
            .all(db)
            .await?;
        let further = webhooks.len().saturating_sub(action::NAMED);
        webhooks.truncate(action::NAMED);
        Ok(Action::ChannelDeleted {
            hidden,
            webhooks,
            further,
        })
    }

    /// Whether every member may view it who carries no other role than `all`, and has no overwrite of their own.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn is_open(&self, db: &Conn) -> Result<bool> {
        let Some(all) = role::Entity::find()
            .filter(role::Column::ServerId.eq(self.server_id))
            .filter(role::Column::NameFolded.eq(names::ALL))
            .one(db)
            .await?
        else {
            return Ok(false);
        };
        let overwrite = overwrite::Entity::find()
            .filter(overwrite::Column::ChannelId.eq(self.id))
            .filter(overwrite::Column::RoleId.eq(all.id))
            .one(db)
            .await?;
        let member = permissions::Standing {
            is_owner: false,
            role_permissions: all.permissions(),
        };
        let here = member.in_channel(overwrite.map(|found| found.rule()), [], None);
        Ok(here.contains(Permissions::VIEW_CHANNEL))
    }
}

fn name_taken(err: DbErr) -> Error {
    taken(
        err,
        "channels",
        "name",
        "name",
        "This server already has a channel with this name. Choose another name.",
    )
}
