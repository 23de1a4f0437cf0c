//! The properties that every entry of one action shares: its target, its heading in the filter, its words.

use super::ACTIONS;

/// The kind of an action's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// The server itself.
    Server,
    /// A channel.
    Channel,
    /// A role.
    Role,
    /// A member.
    Member,
    /// An invite.
    Invite,
    /// A webhook.
    Webhook,
    /// An OAuth app.
    App,
}

impl TargetKind {
    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Channel => "channel",
            Self::Role => "role",
            Self::Member => "member",
            Self::Invite => "invite",
            Self::Webhook => "webhook",
            Self::App => "app",
        }
    }
}

/// The heading under which a filter offers an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionGroup {
    /// Webhooks.
    Webhooks,
    /// Channels and their permissions.
    Channels,
    /// Roles.
    Roles,
    /// Members and invites.
    Members,
    /// The server itself.
    Server,
    /// An OAuth app.
    App,
    /// Not offered: no one can open the log that such an entry is in.
    Unlisted,
}

impl ActionGroup {
    /// The groups of a server's log, in the order of the filter.
    pub const OF_SERVERS: &[Self] = &[Self::Webhooks, Self::Channels, Self::Roles, Self::Members, Self::Server];
    /// The groups of an app's log.
    pub const OF_APPS: &[Self] = &[Self::App];

    /// The heading.
    pub fn label(self) -> &'static str {
        match self {
            Self::Webhooks => "Webhooks",
            Self::Channels => "Channels",
            Self::Roles => "Roles",
            Self::Members => "Members",
            Self::Server => "Server",
            Self::App => "App",
            Self::Unlisted => "",
        }
    }

    /// Its actions, in the order of the filter.
    pub fn actions(self) -> impl Iterator<Item = &'static ActionKind> {
        ACTIONS.iter().filter(move |kind| kind.group == self)
    }
}

/// The properties that every entry of one action shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionKind {
    /// Its name in the database: the variant's in `snake_case`.
    pub name: &'static str,
    /// The kind of its target.
    pub target: TargetKind,
    /// Where the filter offers it.
    pub group: ActionGroup,
    /// How the filter calls it.
    pub label: &'static str,
    /// Its sentence after the name of who did it; of several, the first whose facts are there. The comment above the table explains it.
    pub sentences: &'static [&'static str],
    /// Lines below the sentence, each shown if its facts are there.
    pub lines: &'static [&'static str],
}
