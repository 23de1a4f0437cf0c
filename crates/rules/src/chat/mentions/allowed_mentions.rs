//! What may fire in a message: kinds of mention, and single users and roles.
//! Whether the sender has the permission to do so is decided in `resolve`.

use super::OptIn;

/// What the sender wants to fire (spec section 4.4). A single id behaves as if its kind was opted in for that user or role
/// alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedMentions {
    /// The kinds of mention.
    pub kinds: OptIn,
    /// The users that may be mentioned although `kinds.users` is off.
    pub users: Vec<i64>,
    /// The roles that may be mentioned although `kinds.roles` is off.
    pub roles: Vec<i64>,
}

impl From<OptIn> for AllowedMentions {
    fn from(kinds: OptIn) -> Self {
        Self { kinds, ..Self::default() }
    }
}

impl AllowedMentions {
    /// Whether this user may be mentioned.
    pub(super) fn has_user(&self, id: i64) -> bool {
        self.kinds.users || self.users.contains(&id)
    }

    /// Whether this role may be mentioned.
    pub(super) fn has_role(&self, id: i64) -> bool {
        self.kinds.roles || self.roles.contains(&id)
    }

    /// Whether any user may be mentioned.
    pub(super) fn has_users(&self) -> bool {
        self.kinds.users || !self.users.is_empty()
    }

    /// Whether any role may be mentioned.
    pub(super) fn has_roles(&self) -> bool {
        self.kinds.roles || !self.roles.is_empty()
    }
}
