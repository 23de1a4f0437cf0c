//! The mentions that may fire in a message: kinds of mention, and single users and roles. `resolve` checks the sender's
//! permission.

use super::OptIn;

use crate::ids::{RoleId, UserId};

/// Mentions that the sender wants to fire (spec section 4.4). A single id behaves as if its kind was opted in for that
/// user or role alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedMentions {
    /// The kinds of mention.
    pub kinds: OptIn,
    /// The users that may be mentioned although `kinds.users` is off.
    pub users: Vec<UserId>,
    /// The roles that may be mentioned although `kinds.roles` is off.
    pub roles: Vec<RoleId>,
}

impl From<OptIn> for AllowedMentions {
    fn from(kinds: OptIn) -> Self {
        Self { kinds, ..Self::default() }
    }
}

impl AllowedMentions {
    /// True if this user may be mentioned.
    pub(super) fn has_user(&self, id: UserId) -> bool {
        self.kinds.users || self.users.contains(&id)
    }

    /// True if this role may be mentioned.
    pub(super) fn has_role(&self, id: RoleId) -> bool {
        self.kinds.roles || self.roles.contains(&id)
    }

    /// True if any user may be mentioned.
    pub(super) fn has_users(&self) -> bool {
        self.kinds.users || !self.users.is_empty()
    }

    /// True if any role may be mentioned.
    pub(super) fn has_roles(&self) -> bool {
        self.kinds.roles || !self.roles.is_empty()
    }
}
