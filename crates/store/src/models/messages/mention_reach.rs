//! Which mentions are a member's: those of them and of all since they joined, and those of a role since it was given to them.
//! The inbox decides the same in SQL, see `inbox`.

use crate::models::Membership;
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::ids::{MessageId, RoleId, UserId};

/// From which message of a server on mentions are a member's.
#[derive(Debug, Clone)]
pub struct MentionReach {
    user_id: UserId,
    /// The first id that a message may have to be after their joining.
    first: i64,
    /// The roles they hold besides `all`, each with the first id that a message may have to be after it was given to them.
    roles: Vec<(RoleId, i64)>,
}

impl MentionReach {
    /// That of a member.
    pub fn new(membership: &Membership) -> Self {
        let first = membership.first_id;
        let held = membership.held.iter();
        let roles = held.map(|(role_id, given)| (*role_id, (*given).max(first)));
        Self { user_id: membership.user_id, first, roles: roles.collect() }
    }

    /// The first id that a message may have for any mention in it to be theirs.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// True if a mention that fired is theirs.
    pub fn has(&self, target: MentionTarget, message_id: MessageId) -> bool {
        let mut targets = self.targets();
        targets.any(|(theirs, first)| theirs == target && message_id.get() >= first)
    }

    /// The targets by which they are mentioned, each with the first id that a message may have for that.
    pub fn targets(&self) -> impl Iterator<Item = (MentionTarget, i64)> {
        let own = [MentionTarget::User(self.user_id), MentionTarget::All].map(|target| (target, self.first));
        let roles = self.roles.iter();
        let roles = roles.map(|(role_id, first)| (MentionTarget::Role(*role_id), *first));
        own.into_iter().chain(roles)
    }
}
