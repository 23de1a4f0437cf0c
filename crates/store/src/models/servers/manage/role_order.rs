//! Moving a role in the order of its server's roles.
//! `membership` decides by the order.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{IntoActiveModel, PaginatorTrait, QuerySelect, Set};

use crate::core::Core;
use crate::models::Membership;
use crate::models::logs::audit::{self, Action, Change};
use crate::models::servers::role::{Column, Entity, Model};
use portico_macros::boxed;
use portico_platform::database::Write;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, ServerId, UserId};

impl Model {
    /// Moves a role to another position, and nothing else; those between are shifted by one. 1 is just above `all`.
    ///
    /// # Errors
    /// A fault of `position`; [`Error::NotFound`] where it is not of this server, [`Error::Forbidden`] where the user may
    /// not manage roles, does not hold what it gives, or it is or would be at or above their own highest role.
    #[boxed]
    pub async fn move_to(
        core: &Core,
        user_id: UserId,
        server_id: ServerId,
        id: RoleId,
        position: &str,
    ) -> Result<Self> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_ROLES).await?;
        let role = Self::of_server(&write, server_id, id).await?;
        membership.require_to_edit_role(&role)?;
        let to = read_position(&write, &membership, &role, position).await?;
        make_room(&write, &role, to).await?;
        if to != role.position {
            let action = Action::RoleEdited {
                name: None,
                mentionable: None,
                gained: Vec::new(),
                lost: Vec::new(),
                position: Change::between(role.position, to),
            };
            audit::record(&write, core, server_id, user_id, &role, action).await?;
        }
        let mut role = role.into_active_model();
        role.position = Set(to);
        let role = role.update(&*write).await?;
        write.commit().await?;
        Ok(role)
    }
}

impl Membership {
    /// Requires that they may change, move or delete a role: they outrank it, and hold what it gives.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub(super) fn require_to_edit_role(&self, role: &Model) -> Result<()> {
        self.require_to_outrank_role(role)?;
        self.require_to_hand_out(role.permissions())
    }
}

/// The position that a user typed for a role of their server, which is locked.
///
/// # Errors
/// A fault of `position`; [`Error::Forbidden`] where it is at or above their own highest role.
pub(super) async fn read_position(write: &Write, membership: &Membership, role: &Model, typed: &str) -> Result<i32> {
    if role.is_all() {
        return Err(Error::fault("position", "Everyone has this role, so it is always the lowest."));
    }
    let highest = others(role.server_id).count(&**write).await?;
    let highest = i32::try_from(highest).map_err(Error::internal)?;
    let position = typed.trim().parse().ok();
    let Some(position) = position.filter(|position| (1..=highest).contains(position)) else {
        let sentence = format!("Choose a position from 1, the lowest, to {highest}.");
        return Err(Error::fault("position", sentence));
    };
    if position != role.position && !membership.is_owner() && position >= membership.rank() {
        return Err(Error::Forbidden("You can only move roles to a position below your own highest role."));
    }
    Ok(position)
}

/// Shifts the roles between a role's present position and the one that it moves to.
pub(super) async fn make_room(write: &Write, role: &Model, to: i32) -> Result<()> {
    let from = role.position;
    if to > from {
        shift(write, role.server_id, from + 1, to, -1).await?;
    }
    if to < from {
        shift(write, role.server_id, to, from - 1, 1).await?;
    }
    Ok(())
}

/// Shifts the roles of a server from one position to another, both included.
pub(super) async fn shift(write: &Write, server_id: ServerId, first: i32, last: i32, by: i32) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Position, Expr::col(Column::Position).add(by))
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::NameFolded.ne(names::ALL))
        .filter(Column::Position.between(first, last))
        .exec(&**write)
        .await?;
    Ok(())
}

/// The roles of a server besides `all`.
fn others(server_id: ServerId) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::NameFolded.ne(names::ALL))
}
