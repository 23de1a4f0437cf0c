//! The channels that the log names to a reader. `entry_text` has the text in place of a name.

use std::collections::BTreeSet;

use portico_rules::ids::ChannelId;
use portico_store::models::logs::audit::{AuditEntry, NamedChannel};
use portico_store::models::servers::access::UserAccess;

/// Channels that a reader may see by name.
#[derive(Debug, Clone)]
pub struct ChannelVisibility<'a> {
    /// The channels that they can see; none for a log without channels.
    access: Option<&'a UserAccess>,
    /// True if they can see every channel, as the owner and administrators can.
    sees_all: bool,
    /// Deleted channels that everyone could see.
    open_when_deleted: BTreeSet<ChannelId>,
}

impl<'a> ChannelVisibility<'a> {
    /// For a log without channels.
    pub const NONE: Self = Self { access: None, sees_all: false, open_when_deleted: BTreeSet::new() };

    /// For a member with this access; `sees_all` for the owner and administrators.
    pub fn new(access: &'a UserAccess, sees_all: bool) -> Self {
        Self { access: Some(access), sees_all, ..Self::NONE }
    }

    /// The channels in these entries that they can't see and that may be deleted.
    pub(in crate::routes::audit) fn unknown_in(&self, entries: &[AuditEntry]) -> BTreeSet<ChannelId> {
        let Some(access) = self.access.filter(|_| !self.sees_all) else {
            return BTreeSet::new();
        };
        let exists = |id: &ChannelId| access.visible.contains_key(id) || access.hidden.iter().any(|one| one.id == *id);
        let ids: BTreeSet<ChannelId> = entries.iter().flat_map(AuditEntry::channel_ids).collect();
        ids.into_iter().filter(|id| !exists(id)).collect()
    }

    /// The same reader, with what was found about deleted channels.
    pub(in crate::routes::audit) fn with_deleted(&self, open_when_deleted: BTreeSet<ChannelId>) -> Self {
        Self { open_when_deleted, ..*self }
    }

    /// True if they may see this one's name: they can see the channel, or it is deleted and everyone could see it, both
    /// then and at the time of the entry.
    pub(super) fn covers(&self, channel: &NamedChannel) -> bool {
        self.sees_all
            || self.access.is_some_and(|access| access.visible.contains_key(&channel.id))
            || (!channel.hidden && self.open_when_deleted.contains(&channel.id))
    }
}
