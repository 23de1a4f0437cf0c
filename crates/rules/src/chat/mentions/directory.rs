//! The roles and members that a message may mention, as the database has them.
//! Fetching them is up to the caller; [`super::Lookups`] lists which.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::names::{self, ROLE_LENGTH, folded, folded_role};
use super::scan;

use crate::ids::{RoleId, UserId};

/// A role of the message's server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its id.
    pub id: RoleId,
    /// Its name as it is displayed.
    pub name: String,
    /// True if everyone may mention it.
    pub mentionable: bool,
}

/// All roles of one server, indexed by id and by name. Shared between messages.
///
/// The role `all` is left out: it is mentioned as `@all` only, under the rules for `@all`, and not by its id.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    by_id: HashMap<RoleId, Role>,
    /// By the folded name.
    by_name: HashMap<String, RoleId>,
    /// Characters of the longest folded name.
    longest_name: usize,
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        let mut all = Self::default();
        for role in roles {
            let name = names::fold_role(&role.name);
            if name != names::ALL {
                // No role can be given a longer name.
                if role.name.chars().count() <= ROLE_LENGTH {
                    all.longest_name = all.longest_name.max(name.chars().count());
                    all.by_name.insert(name, role.id);
                }
                all.by_id.insert(role.id, role);
            }
        }
        all
    }
}

impl Roles {
    /// The role with this id, if this server has it.
    pub(super) fn get(&self, id: RoleId) -> Option<&Role> {
        self.by_id.get(&id)
    }

    /// The role, of those that may be mentioned, whose name makes the longest beginning of `text`, as it is or after
    /// `role_`, and how many bytes that takes.
    pub(super) fn longest(&self, text: &str, may: impl Fn(RoleId) -> bool) -> Option<(&Role, usize)> {
        let plain = self.longest_name(text, &may);
        let prefixed = scan::after_role_prefix(text).and_then(|after| {
            let (role, length) = self.longest_name(after, &may)?;
            Some((role, text.len() - after.len() + length))
        });
        match (plain, prefixed) {
            (Some(plain), Some(prefixed)) if plain.1 >= prefixed.1 => Some(plain),
            (plain, prefixed) => prefixed.or(plain),
        }
    }

    fn longest_name(&self, text: &str, may: impl Fn(RoleId) -> bool) -> Option<(&Role, usize)> {
        if self.by_id.is_empty() {
            return None;
        }
        let named = |name: &str| {
            let id = *self.by_name.get(&*folded_role(name))?;
            self.get(id).filter(|_| may(id))
        };
        let max = self.longest_name.clamp(ROLE_LENGTH, scan::MAX_LETTERS);
        let names = scan::role_names(text, max);
        // Its length is that of the text as it was written, which folding may change.
        names.filter_map(|name| Some((named(name)?, name.len()))).last()
    }
}

/// A member of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The user's id.
    pub id: UserId,
    /// The current nickname.
    pub nickname: String,
    /// True if the member may view the channel that the message goes to.
    pub can_view: bool,
}

/// The server's roles and members that a message may mention. A user who is not in it is not a member.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    roles: Arc<Roles>,
    members: HashMap<UserId, Member>,
    by_nickname: HashMap<String, UserId>,
}

impl Directory {
    /// The server's roles, and its members among the users that were looked up.
    pub fn new(roles: impl Into<Arc<Roles>>, members: impl IntoIterator<Item = Member>) -> Self {
        let members: HashMap<_, _> = members.into_iter().map(|member| (member.id, member)).collect();
        let by_nickname = members.values().map(|member| (names::fold(&member.nickname), member.id)).collect();
        Self { roles: roles.into(), members, by_nickname }
    }

    /// The server's roles.
    pub(super) fn roles(&self) -> &Roles {
        &self.roles
    }

    /// The member with this id.
    pub(super) fn member(&self, id: UserId) -> Option<&Member> {
        self.members.get(&id)
    }

    /// The member, of those that may be mentioned, with the longest nickname that `text` begins with, and how many bytes
    /// it takes.
    pub(super) fn longest_nickname(&self, text: &str, may: impl Fn(UserId) -> bool) -> Option<(&Member, usize)> {
        if self.members.is_empty() {
            return None;
        }
        let named = |name: &str| {
            let id = *self.by_nickname.get(&*folded(name))?;
            self.member(id).filter(|_| may(id))
        };
        let matches = scan::nicknames(text).filter_map(|name| Some((named(name)?, name.len())));
        matches.last()
    }
}
