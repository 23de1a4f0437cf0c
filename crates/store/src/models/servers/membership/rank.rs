//! The order of roles: whose highest role is above which roles and members, and what follows for acting on them.
//! Moving a role is in `manage::role_order`.

use std::sync::Arc;

use super::Membership;
use crate::models::Role;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;

impl Membership {
    /// The position of their highest role.
    pub fn rank(&self) -> i32 {
        let positions = self.roles.iter().map(|role| role.position);
        positions.max().unwrap_or_default()
    }

    /// Their highest role; every member has one.
    pub fn highest_role(&self) -> Option<&Role> {
        self.roles.iter().map(Arc::as_ref).max_by_key(|role| role.position)
    }

    /// True if they may act on a role: it is below their own highest one, or they own the server.
    pub fn outranks_role(&self, role: &Role) -> bool {
        self.is_owner() || role.position < self.rank()
    }

    /// Requires that they may act on a role.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub fn require_to_outrank_role(&self, role: &Role) -> Result<()> {
        if self.outranks_role(role) {
            Ok(())
        } else {
            Err(Error::Forbidden("You can only edit, give and take roles below your own highest role."))
        }
    }

    /// True if their highest role is above another member's. No one outranks the owner.
    pub fn outranks(&self, other: &Self) -> bool {
        !other.is_owner() && (self.is_owner() || other.rank() < self.rank())
    }

    /// Requires that they may give roles to, and take them from, this member: themselves, or one whom they outrank.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub fn require_to_set_roles_of(&self, other: &Self) -> Result<()> {
        if self.may_set_roles_of(other) { Ok(()) } else { Err(Error::Forbidden(TOO_HIGH)) }
    }

    /// True if they may give roles to, and take them from, this member, as far as the order decides.
    pub fn may_set_roles_of(&self, other: &Self) -> bool {
        self.user_id == other.user_id || self.outranks(other)
    }

    /// True if they may decide what channels allow and deny another user, as far as the order decides: a member whom
    /// they outrank, or a user who has left and so has no role.
    pub fn may_overwrite(&self, other: Option<&Self>) -> bool {
        self.is_owner() || other.is_none_or(|other| self.outranks(other))
    }

    /// Requires that they may decide what channels allow and deny this user.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub fn require_to_overwrite(&self, other: Option<&Self>) -> Result<()> {
        if self.may_overwrite(other) {
            Ok(())
        } else {
            Err(Error::Forbidden(
                "You can only change what a channel allows and denies members whose highest role is below yours.",
            ))
        }
    }

    /// Requires that they may decide what channels allow and deny this role.
    ///
    /// # Errors
    /// [`Error::Forbidden`] otherwise.
    pub fn require_to_overwrite_role(&self, role: &Role) -> Result<()> {
        if self.outranks_role(role) {
            Ok(())
        } else {
            Err(Error::Forbidden(
                "You can only change what a channel allows and denies roles below your own highest role.",
            ))
        }
    }

    /// True if they may ban or time out this member, and with the permission to manage the server remove them.
    pub fn may_moderate(&self, other: &Self) -> bool {
        self.permissions().contains(Permissions::MODERATE_MEMBERS)
            && self.user_id != other.user_id
            && self.require_to_moderate(other).is_ok()
    }

    /// Requires that they may remove, ban or time out this other member; that they hold the permission is checked before.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for the owner, an administrator unless the user owns the server, and those whom they don't
    /// outrank.
    pub fn require_to_moderate(&self, other: &Self) -> Result<()> {
        if other.is_owner() {
            return Err(Error::Forbidden("The owner of a server can’t be removed, banned or timed out."));
        }
        if other.is_administrator() && !self.is_owner() {
            return Err(Error::Forbidden("Only the owner of the server can remove, ban or time out an administrator."));
        }
        if self.outranks(other) { Ok(()) } else { Err(Error::Forbidden(TOO_HIGH)) }
    }

    /// True if one of their roles makes them an administrator, timed out or not.
    pub fn is_administrator(&self) -> bool {
        let mut roles = self.roles.iter();
        roles.any(|role| role.permissions().contains(Permissions::ADMINISTRATOR))
    }
}

const TOO_HIGH: &str = "You can only do this to members whose highest role is below yours.";
