//! Memberships: a user in a server with the roles they hold, read again for every check, and what follows from them.
//! How permissions add up is in `chat::permissions`; all servers of a user at once are in `access`.

mod channels;
mod rank;
pub(crate) mod rights;

use std::collections::HashMap;
use std::sync::Arc;

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use self::rights::RightsFacts;
use crate::models::servers::server;
use crate::models::{Role, Server};
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::{self, Permissions};
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, RoleId, ServerId, UserId};

/// A member of a server, with what decides about their permissions. Users who are no members have none.
#[derive(Debug, Clone)]
pub struct Membership {
    /// The server.
    pub server: Arc<Server>,
    /// The member.
    pub user_id: UserId,
    /// Since when. Mentions of roles and of all from before are not theirs.
    pub joined_at: Millis,
    /// The first id that a message may have to be after their joining.
    pub first_id: i64,
    /// The roles they hold, `all` among them.
    pub roles: Vec<Arc<Role>>,
    /// The roles they hold besides `all`, by id, each with the first id that a message may have to be after it was given to them.
    /// Mentions of the role from before are not theirs.
    pub held: Vec<(RoleId, i64)>,
    /// Until when they are timed out, and may only read; none where they are not.
    pub timed_out_until: Option<Millis>,
    /// True if the server or the instance requires a second step of those who manage it, and they have none.
    pub lacks_second_step: bool,
    /// The server's place among those of the user, where all of these were read; none: after all that have one.
    pub position: Option<i32>,
}

impl Membership {
    /// A user's membership; none where there is no such server or they are no member of it.
    ///
    /// # Errors
    /// [`Error::ServerSuspended`] where the server is.
    #[boxed]
    pub async fn find(db: &Conn, user_id: UserId, server_id: ServerId) -> Result<Option<Self>> {
        let found = Self::find_anyway(db, user_id, server_id).await?;
        match found.as_ref().and_then(|found| found.server.suspension_for(user_id)) {
            Some(suspended) => Err(suspended),
            None => Ok(found),
        }
    }

    /// The same, whether or not the server is suspended.
    pub(super) async fn find_anyway(db: &Conn, user_id: UserId, server_id: ServerId) -> Result<Option<Self>> {
        Ok(RightsFacts::load(db, [(Some(server_id), None, user_id)]).await?.only_member())
    }

    /// The membership of a user who holds `needed` in the server; [`Permissions::NONE`] for any member.
    ///
    /// # Errors
    /// [`Error::NotFound`] for everyone else: a server is visible to its members alone. [`Error::Forbidden`] for members
    /// who don't hold it, [`Error::ServerSuspended`] for members of a server that is suspended.
    #[boxed]
    pub async fn load(db: &Conn, user_id: UserId, server_id: ServerId, needed: Permissions) -> Result<Self> {
        let facts = RightsFacts::load(db, [(Some(server_id), None, user_id)]).await?;
        let membership = facts.only_member().ok_or(Error::NotFound)?;
        match membership.server.suspension_for(user_id) {
            Some(suspended) => Err(suspended),
            None => membership.require(needed).map(|()| membership),
        }
    }

    /// The memberships of those among `user_ids` who are members, by user, in one statement however many they are.
    #[boxed]
    pub async fn load_all(db: &Conn, server_id: ServerId, user_ids: &[UserId]) -> Result<HashMap<UserId, Self>> {
        let facts = RightsFacts::load(db, user_ids.iter().map(|user_id| (Some(server_id), None, *user_id))).await?;
        Ok(facts.members.into_values().map(|found| (found.user_id, found)).collect())
    }

    /// As [`load`](Self::load), before a change of the server: it is locked, so that what is checked here still holds when
    /// `write` is committed.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub async fn load_to_change(
        write: &Write,
        user_id: UserId,
        server_id: ServerId,
        needed: Permissions,
    ) -> Result<Self> {
        lock_server(write, server_id).await?;
        Self::load(write, user_id, server_id, needed).await
    }

    /// The membership of the owner, before a change that only the owner may make; the server is locked.
    ///
    /// # Errors
    /// [`Error::NotFound`] for those who are no members, [`Error::Forbidden`] for members who don't own the server,
    /// [`Error::SecondStepRequired`] for an owner who lacks one.
    pub async fn load_owner_to_change(write: &Write, user_id: UserId, server_id: ServerId) -> Result<Self> {
        let membership = Self::load_to_change(write, user_id, server_id, Permissions::NONE).await?;
        if !membership.is_owner() {
            return Err(Error::Forbidden("Only the owner of the server can do this. Ask them."));
        }
        membership.require(Permissions::ALL)?;
        Ok(membership)
    }

    /// True if a time-out leaves them nothing but reading. It limits no owner.
    pub fn is_timed_out(&self) -> bool {
        self.timed_out_until.is_some() && !self.is_owner()
    }

    /// True if they own the server.
    pub fn is_owner(&self) -> bool {
        self.server.owner_id == self.user_id
    }

    /// True if they hold any of the permissions to manage, also if those wait for a second step: links lead them to it.
    pub fn may_open_settings(&self) -> bool {
        opens_settings(self.with_second_step().in_server())
    }

    /// Requires that they hold any of the permissions to manage, and so may look at the settings.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise; [`Error::SecondStepRequired`] where they wait for a second step.
    pub fn require_to_open_settings(&self) -> Result<()> {
        if opens_settings(self.permissions()) {
            Ok(())
        } else if self.may_open_settings() {
            Err(Error::SecondStepRequired)
        } else {
            Err(Error::Forbidden(
                "To open the settings, you need permission to manage the server, its channels, its roles or its members.",
            ))
        }
    }

    /// True if they may give these permissions to a user, or take them away.
    pub fn may_hand_out(&self, permissions: Permissions) -> bool {
        self.standing().may_hand_out(permissions)
    }

    /// Requires that they may give these permissions to a user, or take them away.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub fn require_to_hand_out(&self, permissions: Permissions) -> Result<()> {
        if self.may_hand_out(permissions) {
            Ok(())
        } else if permissions.contains(Permissions::ADMINISTRATOR) {
            Err(Error::Forbidden("Only the owner of the server can decide who is an administrator."))
        } else {
            Err(Error::Forbidden("You can only give or take permissions that you have yourself."))
        }
    }

    /// Their permissions in the server.
    pub fn permissions(&self) -> Permissions {
        self.standing().in_server()
    }

    /// The facts that decide their permissions, for `chat::permissions`.
    fn standing(&self) -> permissions::Standing {
        permissions::Standing {
            is_owner: self.is_owner(),
            role_permissions: self.roles.iter().map(|role| role.permissions()).collect(),
            timed_out: self.timed_out_until.is_some(),
            lacks_second_step: self.lacks_second_step,
        }
    }

    /// Their standing if they had a second step.
    fn with_second_step(&self) -> permissions::Standing {
        permissions::Standing { lacks_second_step: false, ..self.standing() }
    }

    /// True if they hold power here that waits for a second step.
    pub fn waits_for_second_step(&self) -> bool {
        self.standing().waits_for_second_step()
    }

    /// Requires that they hold `needed` in the server.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise, with the name of the first permission that is missing;
    /// [`Error::SecondStepRequired`] where a second step is all that is missing.
    pub fn require(&self, needed: Permissions) -> Result<()> {
        if self.permissions().contains(needed) {
            return Ok(());
        }
        let held = self.with_second_step().in_server();
        match needed.difference(held).named().next() {
            None => Err(Error::SecondStepRequired),
            Some(_) if self.timed_out_until.is_some() => Err(Error::Forbidden(TIMED_OUT)),
            Some(missing) => Err(Error::Forbidden(missing.refusal)),
        }
    }

    /// Their permissions in one of the server's channels.
    #[boxed]
    pub async fn in_channel(&self, db: &Conn, channel_id: ChannelId) -> Result<Permissions> {
        let facts = RightsFacts::load(db, [(Some(self.server.id), Some(channel_id), self.user_id)]).await?;
        let now = facts.members.values().next();
        Ok(now.map_or(Permissions::NONE, |now| now.permissions_in(&facts.overwrites, channel_id)))
    }
}

fn opens_settings(held: Permissions) -> bool {
    !held.intersection(Permissions::OPENS_SETTINGS).is_empty()
}

/// Shown to members who are timed out.
pub const TIMED_OUT: &str = "You are timed out in this server. Until that ends, you can only read.";

/// Locks the server: no other transaction changes it until `write` ends.
///
/// # Errors
/// [`Error::NotFound`] where there is none.
pub(in crate::models) async fn lock_server(write: &Write, server_id: ServerId) -> Result<Server> {
    server::Entity::find_by_id(server_id)
        // SQLite has one writer anyway. On Postgres the row is locked; rows that only refer to it can still be inserted.
        .lock(LockType::NoKeyUpdate)
        .one(&**write)
        .await?
        .ok_or(Error::NotFound)
}
