//! Sentences about roles.

use super::EntryText;
use super::entry_text::yes;
use portico_rules::chat::permissions::Permissions;
use portico_store::models::logs::audit::Change;

pub(super) fn created(text: EntryText, target: &str, mentionable: bool, permissions: &[String]) -> EntryText {
    let said = text.says(" created the role ").role(target).list("Permissions", &labels(permissions));
    if mentionable { said.line("Mentionable", "yes") } else { said }
}

/// Changes of an edit of a role.
pub(super) struct RoleEdit<'a> {
    pub(super) name: Option<&'a Change<String>>,
    pub(super) mentionable: Option<&'a Change<bool>>,
    pub(super) gained: &'a [String],
    pub(super) lost: &'a [String],
    pub(super) position: Option<&'a Change<i32>>,
}

impl RoleEdit<'_> {
    pub(super) fn describe(self, text: EntryText, target: &str) -> EntryText {
        let is_moved_only =
            self.position.is_some() && self.mentionable.is_none() && self.gained.is_empty() && self.lost.is_empty();
        let said = match self.name {
            Some(Change { to, .. }) => text.says(" renamed the role ").role(target).says(" to ").names(to),
            None if is_moved_only => text.says(" moved the role ").role(target),
            None => text.says(" edited the role ").role(target),
        };
        let said = said.list("Permissions added", &labels(self.gained)).list("Permissions removed", &labels(self.lost));
        let said = match self.mentionable {
            Some(Change { from, to }) => said.change("Mentionable", yes(*from), yes(*to)),
            None => said,
        };
        match self.position {
            Some(Change { from, to }) => said.change("Position", from.to_string(), to.to_string()),
            None => said,
        }
    }
}

/// The labels of permissions.
fn labels(names: &[String]) -> Vec<String> {
    names
        .iter()
        .map(|name| {
            let known = Permissions::NAMES.iter().find(|known| known.name == name);
            known.map_or(name.as_str(), |known| known.label).to_owned()
        })
        .collect()
}
