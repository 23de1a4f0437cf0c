//! Creating, editing and deleting roles.
//! Giving roles to members is in `manage::member`.

use sea_orm::entity::prelude::*;
use sea_orm::{IntoActiveModel, Set};

use super::role_order::{make_room, read_position, shift};
use crate::core::Core;
use crate::live::Access;
use crate::models::Membership;
use crate::models::logs::audit::{self, Action, Change, action};
use crate::models::servers::membership::rights::RightsFacts;
use crate::models::servers::role::{ActiveModel, Column, Entity, Model, RoleChanges, RoleDraft};
use crate::models::servers::{overwrite, server};
use crate::models::tombstone::{self, TombstoneKind};
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result, taken, violates};
use portico_rules::chat::names::NameForms;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, ServerId, UserId};

impl Model {
    /// Makes a role.
    ///
    /// # Errors
    /// Faults of `name` and `permissions`, or of the form where the server has as many roles as it can; [`Error::NotFound`]
    /// or [`Error::Forbidden`] where the user may not manage roles or does not hold what they would hand out.
    #[boxed]
    pub async fn create(core: &Core, user_id: UserId, server_id: ServerId, draft: RoleDraft<'_>) -> Result<Self> {
        let checked = draft.check(None);
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_ROLES).await?;
        let (name, permissions) = checked?;
        membership.require_to_hand_out(permissions)?;
        let existing = Entity::find().filter(Column::ServerId.eq(server_id));
        let limit = core.config.caps.roles_per_server;
        let sentences =
            ["This server has 1 role, the most it can have.", "This server has {} roles, the most it can have."];
        server::require_room(&write, existing, limit, sentences, server::DELETE_ONE).await?;
        // A new role is the lowest: above none that were there before.
        shift(&write, server_id, 1, i32::MAX, 1).await?;
        let alike = NameForms::new(&name);
        let role = ActiveModel {
            id: Set(core.id()),
            server_id: Set(server_id),
            name_folded: Set(alike.key),
            name_look: Set(Some(alike.look)),
            name_look_key: Set(Some(alike.look_key)),
            name: Set(name),
            mentionable: Set(draft.mentionable),
            permissions: Set(permissions.bits()),
            position: Set(1),
            created_at: Set(core.now()),
        }
        .insert(&*write)
        .await
        .map_err(name_taken)?;
        let action = Action::RoleCreated { mentionable: role.mentionable, permissions: action::names(permissions) };
        audit::record(&write, core, server_id, user_id, &role, action).await?;
        write.commit().await?;
        Ok(role)
    }

    /// Changes a role, and of it only what differs from what the page showed. Of the role `all` only the permissions change: its
    /// name is what the words `@all` lead to, and who may use those is a permission.
    ///
    /// # Errors
    /// Faults of `name`, `permissions` and `position`; [`Error::NotFound`] where it is not of this server,
    /// [`Error::Forbidden`] where the user may not manage roles, does not hold everything that the role gave and is to
    /// give, or the role is or would be at or above their own highest one.
    #[boxed]
    pub async fn edit(
        core: &Core,
        user_id: UserId,
        server_id: ServerId,
        id: RoleId,
        changes: RoleChanges<'_>,
    ) -> Result<Self> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_ROLES).await?;
        let role = Self::of_server(&write, server_id, id).await?;
        membership.require_to_edit_role(&role)?;
        let draft = RoleDraft {
            name: changes.name.unwrap_or(&role.name),
            mentionable: changes.mentionable.unwrap_or(role.mentionable),
            permissions: changes.permissions.sent,
            position: changes.position,
        };
        let mentionable = draft.mentionable;
        let (name, sent) = if role.is_all() {
            (None, draft.check_permissions()?)
        } else {
            let (name, sent) = draft.check(Some(&role.name))?;
            (Some(name), sent)
        };
        let permissions = changes.merged_permissions(role.permissions(), sent);
        membership.require_to_hand_out(permissions)?;
        if role.is_all() && permissions.contains(Permissions::ADMINISTRATOR) {
            return Err(Error::fault(
                "permissions",
                "Everyone has this role, so it can’t be administrator. Create another role for administrators.",
            ));
        }
        let before = role.clone();
        let mut role = role.into_active_model();
        if let Some(typed) = changes.position {
            let to = read_position(&write, &membership, &before, typed).await?;
            make_room(&write, &before, to).await?;
            role.position = Set(to);
        }
        role.permissions = Set(permissions.bits());
        if let Some(name) = name {
            if name != before.name {
                let alike = NameForms::new(&name);
                role.name_folded = Set(alike.key);
                role.name_look = Set(Some(alike.look));
                role.name_look_key = Set(Some(alike.look_key));
                role.name = Set(name);
            }
            role.mentionable = Set(mentionable);
        }
        let role = role.update(&*write).await.map_err(name_taken)?;
        if role != before {
            let (old, new) = (before.permissions(), role.permissions());
            let action = Action::RoleEdited {
                name: Change::between(before.name.as_str(), role.name.as_str()),
                mentionable: Change::between(before.mentionable, role.mentionable),
                gained: action::names(new.difference(old)),
                lost: action::names(old.difference(new)),
                position: Change::between(before.position, role.position),
            };
            audit::record(&write, core, server_id, user_id, &before, action).await?;
        }
        core.commit_revoking(write, &[Access::Server(server_id)]).await?;
        Ok(role)
    }

    /// Deletes a role; who had it is deleted in steps. The role `all` stays.
    ///
    /// # Errors
    /// A fault of the form for the role `all`; [`Error::NotFound`] where it is not of this server,
    /// [`Error::Forbidden`] where the user may not manage roles, does not hold what the role gives, or it is not below
    /// their own highest one.
    #[boxed]
    pub async fn delete(core: &Core, user_id: UserId, server_id: ServerId, id: RoleId) -> Result<Self> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_ROLES).await?;
        let role = Self::of_server(&write, server_id, id).await?;
        if role.is_all() {
            return Err(Error::fault("form", "Every member has this role, so it can’t be deleted."));
        }
        membership.require_to_edit_role(&role)?;
        require_to_move(&write, &membership, &[], &[role.id]).await?;
        overwrite::delete_of_role(&write, id).await?;
        tombstone::record(&write, TombstoneKind::Role, id.get(), core.now()).await?;
        Entity::delete_by_id(id).exec(&*write).await?;
        shift(&write, server_id, role.position + 1, i32::MAX, -1).await?;
        let action = Action::RoleDeleted {};
        audit::record(&write, core, server_id, user_id, &role, action).await?;
        core.commit_revoking(write, &[Access::Server(server_id)]).await?;
        Ok(role)
    }
}

/// Requires that a member has, in each channel, what its overwrites give to a user who gets the roles `given` and loses
/// the roles `taken`. Without this, a role would give access to every channel that it opens.
///
/// # Errors
/// [`Error::Forbidden`] otherwise.
pub(crate) async fn require_to_move(
    db: &Conn,
    membership: &Membership,
    given: &[RoleId],
    taken: &[RoleId],
) -> Result<()> {
    let moved = given.iter().chain(taken).copied();
    let touched =
        overwrite::Entity::find().filter(lists::is_one_of(db, overwrite::Column::RoleId, moved)).all(db).await?;
    let (server_id, user_id) = (membership.server.id, membership.user_id);
    let facts =
        RightsFacts::load(db, touched.iter().map(|found| (Some(server_id), Some(found.channel_id), user_id))).await?;
    let refused = touched.iter().any(|found| {
        let rule = found.rule();
        let is_given = found.role_id.is_some_and(|id| given.contains(&id));
        let gained = if is_given { rule.allow } else { rule.deny };
        let here = facts.permissions_in(server_id, user_id, found.channel_id);
        !here.unwrap_or_default().contains(gained)
    });
    if refused {
        return Err(Error::Forbidden(
            "You can’t give or take this role, because it controls a channel permission you don’t have. Ask the server’s owner.",
        ));
    }
    Ok(())
}

fn name_taken(err: DbErr) -> Error {
    let column = ["name_look", "name_look_key"]
        .into_iter()
        .find(|column| violates(&err, "roles", column))
        .unwrap_or("name_folded");
    taken(
        err,
        "roles",
        column,
        "name",
        "This server already has a role with this name, or with one that looks like it. Choose another name.",
    )
}
