//! Offering a server to one of its members, and accepting, declining or cancelling that.
//! Of these, exactly one deletes the row of the offer, and so decides.

use std::sync::Arc;

use sea_orm::entity::prelude::*;
use sea_orm::{PaginatorTrait, Set, SqlErr};

use super::server::require_room_to_own;
use crate::core::Core;
use crate::live::Access;
use crate::models::accounts::second_step;
use crate::models::logs::audit::{self, Action};
use crate::models::servers::server_transfer::{ActiveModel, Column, Entity, Model};
use crate::models::servers::{member, server};
use crate::models::{Membership, Server, User};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result, violates};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{ServerId, TransferId, UserId};

/// How long an offer can be accepted.
const LIFETIME_MS: Millis = 7 * DAY_MS;

impl Model {
    /// Offers a server to another member, who is returned. Whether they can own one more is found out when they accept.
    ///
    /// # Errors
    /// A fault of `user_id` where they are no other member of it, their account is disabled, it is offered to someone
    /// already, or they have as many offers as a person can; [`Error::NotFound`] or [`Error::Forbidden`] for everyone but the
    /// owner.
    #[boxed]
    pub async fn offer(core: &Core, owner_id: UserId, server_id: ServerId, to: Option<UserId>) -> Result<User> {
        let write = core.begin().await?;
        let membership = Membership::load_owner_to_change(&write, owner_id, server_id).await?;
        let Some(to_id) = to.filter(|to_id| *to_id != owner_id) else {
            return Err(not_a_member());
        };
        if member::find(&write, server_id, to_id).await?.is_none() {
            return Err(not_a_member());
        }
        // The server is locked before the user, as by those who join it.
        if !User::lock_to_count(&write, to_id).await? {
            return Err(not_a_member());
        }
        let to = User::find(&write, to_id).await?.filter(|to| !to.is_disabled()).ok_or_else(not_a_member)?;
        let now = core.now();
        Entity::delete_many()
            .filter(Column::ServerId.eq(server_id))
            .filter(Column::ExpiresAt.lte(now))
            .exec(&*write)
            .await?;
        require_room_for_offer(core, &write, &to).await?;
        let offer = ActiveModel {
            id: Set(core.id()),
            server_id: Set(server_id),
            from_id: Set(owner_id),
            to_id: Set(to_id),
            expires_at: Set(now + LIFETIME_MS),
        };
        Entity::insert(offer).exec_without_returning(&*write).await.map_err(|err| {
            if violates(&err, "server_transfers", "server_id") {
                return Error::fault("user_id", "This server is offered to someone already. Cancel that offer first.");
            }
            match err.sql_err() {
                // Their account was deleted.
                Some(SqlErr::ForeignKeyConstraintViolation(_)) => not_a_member(),
                _ => err.into(),
            }
        })?;
        let action = Action::ServerOffered { to: (&to).into() };
        audit::record(&write, core, server_id, owner_id, &*membership.server, action).await?;
        write.commit().await?;
        Ok(to)
    }

    /// Withdraws the offer of a server.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none, for instance because it was answered by now; that, or [`Error::Forbidden`],
    /// for everyone but the owner.
    #[boxed]
    pub async fn cancel(core: &Core, owner_id: UserId, server_id: ServerId) -> Result<()> {
        let write = core.begin().await?;
        let membership = Membership::load_owner_to_change(&write, owner_id, server_id).await?;
        let offer = Entity::find().filter(Column::ServerId.eq(server_id)).one(&*write).await?.ok_or(Error::NotFound)?;
        if !offer.take(&write).await? {
            return Err(Error::NotFound);
        }
        if let Some(to) = User::find(&write, offer.to_id).await? {
            let action = Action::ServerOfferCancelled { to: (&to).into() };
            audit::record(&write, core, server_id, owner_id, &*membership.server, action).await?;
        }
        write.commit().await?;
        Ok(())
    }

    /// Makes the member who was offered a server its owner. The previous owner stays a member with the roles they have.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they have no such offer, it expired, was cancelled or answered, they are no member any more,
    /// or its owner has changed or their account is disabled; a fault of `form` where they own as many servers as a person
    /// can; [`Error::ServerSuspended`] where the server is; [`Error::SecondStepRequired`] where the instance or the server
    /// requires a second step of owners and they have none.
    #[boxed]
    pub async fn accept(core: &Core, user_id: UserId, id: TransferId) -> Result<Server> {
        let write = core.begin().await?;
        let (offer, membership) = Self::lock_received(core, &write, user_id, id).await?;
        let is_there = User::lock_to_count(&write, user_id).await?;
        // Read under the lock: an operator who disables the account meanwhile is seen here, or waits.
        let to = User::find(&write, user_id).await?.filter(|to| is_there && !to.is_disabled());
        let to = to.ok_or(Error::SignedOut)?;
        User::find(&write, offer.from_id).await?.filter(|giver| !giver.is_disabled()).ok_or(Error::NotFound)?;
        second_step::require_if_instance_does(&write, user_id).await?;
        if membership.server.requires_second_step && !second_step::is_set_up(&write, user_id).await? {
            return Err(Error::SecondStepRequired);
        }
        require_room_to_own(core, &write, user_id).await?;
        if !offer.take(&write).await? {
            return Err(Error::NotFound);
        }
        let moved = server::Entity::update_many()
            .col_expr(server::Column::OwnerId, Expr::value(user_id))
            .filter(server::Column::Id.eq(offer.server_id))
            .filter(server::Column::OwnerId.eq(offer.from_id))
            .exec(&*write)
            .await?;
        if moved.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        // By the giver, whose decision it was too: the entry before it says when.
        let action = Action::ServerHandedOver { to: (&to).into() };
        audit::record(&write, core, offer.server_id, offer.from_id, &*membership.server, action).await?;
        // The open pages of the one show no longer what those of the other show from now on.
        let both = [Access::User(offer.from_id), Access::User(user_id)];
        core.commit_revoking(write, &both).await?;
        Ok(Arc::unwrap_or_clone(membership.server))
    }

    /// Declines an offer; the server stays with its owner.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they have no such offer, it expired, was cancelled or answered, or they are no member any
    /// more; [`Error::ServerSuspended`] where the server is.
    #[boxed]
    pub async fn decline(core: &Core, user_id: UserId, id: TransferId) -> Result<Server> {
        let write = core.begin().await?;
        let (offer, membership) = Self::lock_received(core, &write, user_id, id).await?;
        if !offer.take(&write).await? {
            return Err(Error::NotFound);
        }
        let action = Action::ServerOfferDeclined {};
        audit::record(&write, core, offer.server_id, user_id, &*membership.server, action).await?;
        write.commit().await?;
        Ok(Arc::unwrap_or_clone(membership.server))
    }

    /// An offer to this user that can be answered, with their membership; the server is locked.
    async fn lock_received(core: &Core, write: &Write, user_id: UserId, id: TransferId) -> Result<(Self, Membership)> {
        let offer = Entity::find_by_id(id)
            .filter(Column::ToId.eq(user_id))
            .filter(Column::ExpiresAt.gt(core.now()))
            .one(&**write)
            .await?
            .ok_or(Error::NotFound)?;
        let membership = Membership::load_to_change(write, user_id, offer.server_id, Permissions::NONE).await?;
        if membership.server.owner_id != offer.from_id {
            return Err(Error::NotFound);
        }
        Ok((offer, membership))
    }

    /// Deletes it; false where someone else did by now.
    async fn take(&self, write: &Conn) -> Result<bool> {
        let taken = Entity::delete_by_id(self.id).exec(write).await?;
        Ok(taken.rows_affected == 1)
    }
}

/// Refuses one more offer to a person, who is locked by now, that has as many unanswered as a person can.
async fn require_room_for_offer(core: &Core, write: &Write, to: &User) -> Result<()> {
    let limit = core.config.caps.transfers_per_person;
    let open = Entity::find().filter(Column::ToId.eq(to.id)).filter(Column::ExpiresAt.gt(core.now()));
    if open.count(&**write).await? < u64::from(limit) {
        return Ok(());
    }
    Err(caps::reached(
        "user_id",
        limit,
        [
            "This person has 1 server to accept or decline, the most a person can have.",
            "This person has {} servers to accept or decline, the most a person can have.",
        ],
        "Ask them to answer one first.",
    ))
}

fn not_a_member() -> Error {
    Error::fault("user_id", "Choose another member of this server.")
}
