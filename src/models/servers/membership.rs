//! What a person is in a server at this moment, read anew for every judgement.
//! The sum itself is pure and stands in `chat::permissions`.

mod channels;
mod reading;

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{QueryOrder, QuerySelect};

use crate::chat::permissions::{self, Permissions};
use crate::database::{Conn, Write};
use crate::error::{Error, Result};
use crate::models::servers::{channel, overwrite, server};
use crate::models::{Channel, Overwrite, Role, Server};

/// A member's standing in a server. Whoever is no member has none, and so holds nothing.
#[derive(Debug, Clone)]
pub struct Membership {
    /// The server.
    pub server: Server,
    /// The member.
    pub user_id: i64,
    /// The roles they hold, `all` among them.
    pub roles: Vec<Role>,
}

impl Membership {
    /// The standing of a person in a server; none where there is no such server or they are no member of it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn of(db: &Conn, user_id: i64, server_id: i64) -> Result<Option<Self>> {
        let mut standings = reading::of_members(db, server_id, &[user_id]).await?;
        Ok(standings.remove(&user_id))
    }

    /// The standing of a member.
    ///
    /// # Errors
    /// [`Error::NotFound`] for everybody else: a server shows itself to its members alone.
    pub async fn of_member(db: &Conn, user_id: i64, server_id: i64) -> Result<Self> {
        Self::of(db, user_id, server_id)
            .await?
            .ok_or(Error::NotFound)
    }

    /// The standing of a member who holds `needed` in the server.
    ///
    /// # Errors
    /// [`Error::NotFound`] for those who are no members, [`Error::Forbidden`] for members who don't hold it.
    pub async fn of_holder(
        db: &Conn,
        user_id: i64,
        server_id: i64,
        needed: Permissions,
    ) -> Result<Self> {
        let standing = Self::of_member(db, user_id, server_id).await?;
        standing.require(needed)?;
        Ok(standing)
    }

    /// The standing of a member who holds `needed` and is about to change the server. Until `write` ends
    /// nobody else changes it, so that what is judged here still holds when the change is committed.
    ///
    /// # Errors
    /// [`Error::NotFound`] for those who are no members, [`Error::Forbidden`] for members who don't hold it.
    pub async fn to_change(
        write: &Write,
        user_id: i64,
        server_id: i64,
        needed: Permissions,
    ) -> Result<Self> {
        hold(write, server_id).await?;
        let standing = Self::of_member(write, user_id, server_id).await?;
        standing.require(needed)?;
        Ok(standing)
    }

    /// The standing of the owner, about to do what nobody else may.
    ///
    /// # Errors
    /// [`Error::NotFound`] for those who are no members, [`Error::Forbidden`] for everybody but the owner.
    pub async fn of_owner_to_change(write: &Write, user_id: i64, server_id: i64) -> Result<Self> {
        let standing = Self::to_change(write, user_id, server_id, Permissions::NONE).await?;
        if standing.is_owner() {
            Ok(standing)
        } else {
            Err(Error::Forbidden(
                "Only the owner of the server can do this.",
            ))
        }
    }

    /// The standings of those among `user_ids` who are members.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn of_members(
        db: &Conn,
        server_id: i64,
        user_ids: &[i64],
    ) -> Result<HashMap<i64, Self>> {
        reading::of_members(db, server_id, user_ids).await
    }

    /// Whether the server is theirs.
    pub fn is_owner(&self) -> bool {
        self.server.owner_id == self.user_id
    }

    /// Whether they hold any of the permissions to manage.
    pub fn manages(&self) -> bool {
        let any =
            Permissions::MANAGE_SERVER | Permissions::MANAGE_CHANNELS | Permissions::MANAGE_ROLES;
        !self.permissions().intersection(any).is_empty()
    }

    /// Goes on only where they hold any of the permissions to manage, and so may look at the settings.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub fn require_to_manage(&self) -> Result<()> {
        if self.manages() {
            Ok(())
        } else {
            Err(Error::Forbidden(
                "To open the settings, you need permission to manage the server, its channels or its roles.",
            ))
        }
    }

    /// Whether they may give these permissions to somebody, or take them away.
    pub fn may_hand_out(&self, permissions: Permissions) -> bool {
        self.rule().may_hand_out(permissions)
    }

    /// Goes on only where they may give these permissions to somebody, or take them away.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub fn require_to_hand_out(&self, permissions: Permissions) -> Result<()> {
        if self.may_hand_out(permissions) {
            Ok(())
        } else if permissions.contains(Permissions::ADMINISTRATOR) {
            Err(Error::Forbidden(
                "Only the owner of the server can decide who is an administrator.",
            ))
        } else {
            Err(Error::Forbidden(
                "You can only give or take permissions that you have yourself.",
            ))
        }
    }

    /// What they may do in the server.
    pub fn permissions(&self) -> Permissions {
        self.rule().in_server()
    }

    /// The same, for the sum.
    fn rule(&self) -> permissions::Standing {
        permissions::Standing {
            is_owner: self.is_owner(),
            role_permissions: self.roles.iter().map(Role::permissions).collect(),
        }
    }

    /// Goes on only where they hold `needed` in the server.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise, with the name of the first permission that is missing.
    pub fn require(&self, needed: Permissions) -> Result<()> {
        if self.permissions().contains(needed) {
            return Ok(());
        }
        Err(Error::Forbidden(match needed {
            Permissions::MANAGE_SERVER => "You need the permission “Manage server” here.",
            Permissions::MANAGE_CHANNELS => "You need the permission “Manage channels” here.",
            Permissions::MANAGE_ROLES => "You need the permission “Manage roles” here.",
            Permissions::SEND_MESSAGES => "You need the permission “Send messages” here.",
            _ => "You don’t have permission to do this here.",
        }))
    }

    /// What they may do in one of the server's channels.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn in_channel(&self, db: &Conn, channel_id: i64) -> Result<Permissions> {
        let overwrites = self.overwrites(db, &[channel_id]).await?;
        Ok(self.sum(&overwrites, channel_id))
    }

    /// The server's channels that they may view, in their order.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn visible_channels(&self, db: &Conn) -> Result<Vec<Channel>> {
        let mut channels = channel::Entity::find()
            .filter(channel::Column::ServerId.eq(self.server.id))
            .order_by_asc(channel::Column::Id)
            .all(db)
            .await?;
        let ids: Vec<i64> = channels.iter().map(|channel| channel.id).collect();
        let overwrites = self.overwrites(db, &ids).await?;
        channels.retain(|channel| {
            self.sum(&overwrites, channel.id)
                .contains(Permissions::VIEW_CHANNEL)
        });
        Ok(channels)
    }

    /// The overwrites of these channels that concern this member.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn overwrites(
        &self,
        db: &Conn,
        channel_ids: &[i64],
    ) -> Result<Vec<Overwrite>> {
        let roles = self.roles.iter().map(|role| role.id);
        overwrite::concerning(db, self.user_id, roles, channel_ids).await
    }

    /// What they may do in `channel_id`, given overwrites among which all of that channel's are that concern them.
    pub fn sum(&self, overwrites: &[Overwrite], channel_id: i64) -> Permissions {
        let mut all = None;
        let mut roles = Vec::new();
        let mut member = None;
        for overwrite in overwrites
            .iter()
            .filter(|overwrite| overwrite.channel_id == channel_id)
        {
            if overwrite.user_id == Some(self.user_id) {
                member = Some(overwrite.rule());
            }
            match self
                .roles
                .iter()
                .find(|role| overwrite.role_id == Some(role.id))
            {
                Some(role) if role.is_all() => all = Some(overwrite.rule()),
                Some(_) => roles.push(overwrite.rule()),
                None => {}
            }
        }
        self.rule().in_channel(all, roles, member)
    }
}

/// The server, which nobody else changes until `write` ends.
///
/// # Errors
/// [`Error::NotFound`] where there is none.
pub(in crate::models) async fn hold(write: &Write, server_id: i64) -> Result<Server> {
    server::Entity::find_by_id(server_id)
        // SQLite has one writer anyway. On Postgres the row is held; rows that only refer to it are still free to come.
        .lock(LockType::NoKeyUpdate)
        .one(&**write)
        .await?
        .ok_or(Error::NotFound)
}
