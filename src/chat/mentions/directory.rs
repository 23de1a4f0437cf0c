//! What the database answered: the roles and members that a message may mean.
//! Fetching them is the caller's; which of them to fetch is what [`super::Lookups`] says.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::names::{self, folded};
use super::scan;

/// A role of the server in whose channel the message stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its id.
    pub id: i64,
    /// Its name as people spell it.
    pub name: String,
    /// Whether everyone may mention it.
    pub mentionable: bool,
}

/// All roles of one server, ready to be found by id and by name. Worth keeping between messages.
///
/// The role `all` is left out: everyone at once is called by `@all`, under the rules for `@all`,
/// and not by the back door of that role's id.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    by_id: HashMap<i64, Role>,
    by_name: HashMap<String, i64>,
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        let mut all = Self::default();
        for role in roles {
            let name = names::fold(&role.name);
            if name != names::ALL {
                all.by_name.insert(name, role.id);
                all.by_id.insert(role.id, role);
            }
        }
        all
    }
}

impl Roles {
    /// The role with this id, if this server has it.
    pub(super) fn get(&self, id: i64) -> Option<&Role> {
        self.by_id.get(&id)
    }

    /// The role, of those that may be mentioned, whose name makes the longest beginning of `text`, as it is or after
    /// `role_`, and how many bytes that takes.
    pub(super) fn longest(&self, text: &str, may: impl Fn(i64) -> bool) -> Option<(&Role, usize)> {
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

    fn longest_name(&self, text: &str, may: impl Fn(i64) -> bool) -> Option<(&Role, usize)> {
        if self.by_id.is_empty() {
            return None;
        }
        let named = |name: &str| {
            let id = *self.by_name.get(&*folded(name))?;
            self.get(id).filter(|_| may(id))
        };
        let found = scan::role_names(text).filter_map(|name| Some((named(name)?, name.len())));
        found.last()
    }
}

/// A member of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The person's id.
    pub id: i64,
    /// The person's present nickname.
    pub nickname: String,
    /// Whether the member may view the channel that the message goes to.
    pub can_view: bool,
}

/// The server as far as a message asked for it. Whoever is not in here is no member.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    roles: Arc<Roles>,
    members: HashMap<i64, Member>,
    by_nickname: HashMap<String, i64>,
}

impl Directory {
    /// The server's roles, and those of the asked-for people who are its members.
    pub fn new(roles: impl Into<Arc<Roles>>, members: impl IntoIterator<Item = Member>) -> Self {
        let members: HashMap<_, _> = members
            .into_iter()
            .map(|member| (member.id, member))
            .collect();
        let by_nickname = members
            .values()
            .map(|member| (names::fold(&member.nickname), member.id))
            .collect();
        Self {
            roles: roles.into(),
            members,
            by_nickname,
        }
    }

    /// The server's roles.
    pub(super) fn roles(&self) -> &Roles {
        &self.roles
    }

    /// The member with this id.
    pub(super) fn member(&self, id: i64) -> Option<&Member> {
        self.members.get(&id)
    }

    /// The member, of those that may be mentioned, with the longest nickname that `text` begins with, and how many bytes
    /// it takes.
    pub(super) fn longest_nickname(
        &self,
        text: &str,
        may: impl Fn(i64) -> bool,
    ) -> Option<(&Member, usize)> {
        if self.members.is_empty() {
            return None;
        }
        let named = |name: &str| {
            let id = *self.by_nickname.get(&*folded(name))?;
            self.member(id).filter(|_| may(id))
        };
        let found = scan::nicknames(text).filter_map(|name| Some((named(name)?, name.len())));
        found.last()
    }
}
