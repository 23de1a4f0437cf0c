//! A member's permissions in a server and in one of its channels: the sum of roles and overwrites. Who holds which
//! role, and who is a member, is read from the database by callers.

use std::fmt;
use std::ops::BitOr;

/// A set of permissions, as small as an integer and stored as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Permissions(u16);

/// One permission with its names, and what pages say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermissionInfo {
    /// The set that holds this permission alone.
    pub flag: Permissions,
    /// The name in forms and in APIs: `send_messages`.
    pub name: &'static str,
    /// The name for people: "Send messages".
    pub label: &'static str,
    /// A few words about what it allows.
    pub hint: &'static str,
    /// Shown to members who lack it where it is needed.
    pub refusal: &'static str,
}

/// Not the name of a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such permission")]
pub struct UnknownPermission;

impl Permissions {
    /// No permission: what users hold who are no members.
    pub const NONE: Self = Self(0);
    /// Everything, in every channel, whatever the overwrites say.
    pub const ADMINISTRATOR: Self = Self(1);
    /// The server's name and settings, its webhooks and invites, its audit log, and removing, banning and timing out members.
    pub const MANAGE_SERVER: Self = Self(1 << 1);
    /// Channels and their overwrites.
    pub const MANAGE_CHANNELS: Self = Self(1 << 2);
    /// Roles, and which members have them.
    pub const MANAGE_ROLES: Self = Self(1 << 3);
    /// Seeing that a channel exists, and reading its messages.
    pub const VIEW_CHANNEL: Self = Self(1 << 4);
    /// Posting in a channel.
    pub const SEND_MESSAGES: Self = Self(1 << 5);
    /// Mentioning everyone, and roles that are not mentionable by all.
    pub const MENTION_ALL: Self = Self(1 << 6);
    /// Deleting others' messages, and seeing what edited ones said before.
    pub const MANAGE_MESSAGES: Self = Self(1 << 7);
    /// Banning and timing out members, and deciding reports of messages. Who manages the server holds it too.
    pub const MODERATE_MEMBERS: Self = Self(1 << 8);

    /// Every permission there is: what the owner and administrators hold.
    pub const ALL: Self = Self((1 << Self::NAMES.len()) - 1);
    /// Those that a channel may allow or deny on its own.
    pub const CHANNEL: Self = Self(Self::VIEW_CHANNEL.0 | Self::SEND_MESSAGES.0 | Self::MENTION_ALL.0);
    /// Power over a server and over others in it.
    pub const TO_MANAGE: Self = Self(
        Self::ADMINISTRATOR.0
            | Self::MANAGE_SERVER.0
            | Self::MANAGE_CHANNELS.0
            | Self::MANAGE_ROLES.0
            | Self::MANAGE_MESSAGES.0
            | Self::MODERATE_MEMBERS.0,
    );
    /// Who holds any of these may look at the settings of a server.
    pub const OPENS_SETTINGS: Self =
        Self(Self::MANAGE_SERVER.0 | Self::MANAGE_CHANNELS.0 | Self::MANAGE_ROLES.0 | Self::MODERATE_MEMBERS.0);
    /// Who holds any of these may have to have a second step before they manage anything.
    pub const GUARDED: Self = Self(Self::ADMINISTRATOR.0 | Self::MANAGE_SERVER.0);
    /// Permissions of the role `all` in a new server.
    pub const DEFAULT_FOR_ALL_ROLE: Self = Self(Self::VIEW_CHANNEL.0 | Self::SEND_MESSAGES.0);

    /// Every permission with its names, in the order in which pages show them.
    pub const NAMES: [PermissionInfo; 9] = [
        PermissionInfo {
            flag: Self::ADMINISTRATOR,
            name: "administrator",
            label: "Administrator",
            hint: "All permissions, in every channel.",
            refusal: "You need the permission “Administrator” here.",
        },
        PermissionInfo {
            flag: Self::MANAGE_SERVER,
            name: "manage_server",
            label: "Manage server",
            hint: "Rename the server, manage webhooks and invites, and remove, ban and time out members.",
            refusal: "You need the permission “Manage server” here.",
        },
        PermissionInfo {
            flag: Self::MANAGE_CHANNELS,
            name: "manage_channels",
            label: "Manage channels",
            hint: "Create, edit and delete channels, and set their permissions.",
            refusal: "You need the permission “Manage channels” here.",
        },
        PermissionInfo {
            flag: Self::MANAGE_ROLES,
            name: "manage_roles",
            label: "Manage roles",
            hint: "Create, edit and delete roles, and assign them to members.",
            refusal: "You need the permission “Manage roles” here.",
        },
        PermissionInfo {
            flag: Self::MODERATE_MEMBERS,
            name: "moderate_members",
            label: "Moderate members",
            hint: "Ban members, time them out, and decide reports of messages. “Manage server” includes this.",
            refusal: "You need the permission “Moderate members” here.",
        },
        PermissionInfo {
            flag: Self::VIEW_CHANNEL,
            name: "view_channel",
            label: "View channel",
            hint: "See channels and read their messages.",
            refusal: "You need the permission “View channel” here.",
        },
        PermissionInfo {
            flag: Self::SEND_MESSAGES,
            name: "send_messages",
            label: "Send messages",
            hint: "Post in channels.",
            refusal: "You need the permission “Send messages” here.",
        },
        PermissionInfo {
            flag: Self::MENTION_ALL,
            name: "mention_all",
            label: "Mention @all",
            hint: "Notify everyone with @all, and mention roles that are not mentionable.",
            refusal: "You need the permission “Mention @all” here.",
        },
        PermissionInfo {
            flag: Self::MANAGE_MESSAGES,
            name: "manage_messages",
            label: "Manage messages",
            hint: "Delete messages of others, see what edited ones said before, and post in spite of slow mode.",
            refusal: "You need the permission “Manage messages” here.",
        },
    ];

    /// The integer to store. It fits a 32-bit integer.
    #[must_use]
    pub const fn bits(self) -> i32 {
        self.0 as i32
    }

    /// The set of a stored integer; unknown bits are dropped.
    #[must_use]
    pub const fn from_bits_truncate(bits: i32) -> Self {
        Self(bits as u16 & Self::ALL.0)
    }

    /// True if nothing is held.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if everything of `other` is held.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Permissions in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Permissions in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Permissions in this set but not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set, with every permission in which `sent` differs from `shown` as it was sent: what is changed on a page that
    /// showed `shown`, whatever others have changed since.
    #[must_use]
    pub const fn with_changes(self, shown: Self, sent: Self) -> Self {
        let changed = Self(shown.0 ^ sent.0);
        self.difference(changed).union(sent.intersection(changed))
    }

    /// The permissions held, one by one, with their names.
    pub fn named(self) -> impl Iterator<Item = &'static PermissionInfo> {
        const NAMES: &[PermissionInfo] = &Permissions::NAMES;
        NAMES.iter().filter(move |named| self.contains(named.flag))
    }

    /// The names of the permissions held, as forms spell them.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.named().map(|named| named.name)
    }

    /// The permission of this name.
    ///
    /// # Errors
    /// No permission has this name.
    pub fn from_name(name: &str) -> Result<Self, UnknownPermission> {
        let known = Self::NAMES.iter().find(|named| named.name == name);
        known.map(|named| named.flag).ok_or(UnknownPermission)
    }

    /// The set of the permissions with these names; a name may come twice.
    ///
    /// # Errors
    /// One of the names is not that of a permission.
    pub fn from_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, UnknownPermission> {
        names.into_iter().map(Self::from_name).collect()
    }
}

impl fmt::Debug for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

impl BitOr for Permissions {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl FromIterator<Permissions> for Permissions {
    fn from_iter<I: IntoIterator<Item = Permissions>>(sets: I) -> Self {
        sets.into_iter().fold(Self::NONE, Self::union)
    }
}

/// One channel's changes for a role or a member. All other permissions stay the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overwrite {
    /// Granted in this channel. A permission that is both denied and allowed is allowed.
    pub allow: Permissions,
    /// Denied in this channel.
    pub deny: Permissions,
}

impl Overwrite {
    /// This overwrite, with every permission in which `sent` differs from `shown` as it was sent: what is changed on a page
    /// that showed `shown`, whatever others have changed since.
    #[must_use]
    pub fn with_changes(self, shown: Self, sent: Self) -> Self {
        let allow = shown.allow.0 ^ sent.allow.0;
        let deny = shown.deny.0 ^ sent.deny.0;
        // What is moved from one side to the other leaves the first.
        let changed = Permissions(allow | deny);
        let merged =
            |stored: Permissions, sent: Permissions| stored.difference(changed).union(sent.intersection(changed));
        Self { allow: merged(self.allow, sent.allow), deny: merged(self.deny, sent.deny) }
    }

    /// Denies, then allows. Only the channel's own permissions ever change, whatever was stored.
    fn apply(self, permissions: Permissions) -> Permissions {
        let deny = self.deny.intersection(Permissions::CHANNEL);
        let allow = self.allow.intersection(Permissions::CHANNEL);
        permissions.difference(deny).union(allow)
    }
}

/// The overwrites of several roles act as one, so their order does not matter.
impl FromIterator<Overwrite> for Overwrite {
    fn from_iter<I: IntoIterator<Item = Overwrite>>(overwrites: I) -> Self {
        overwrites
            .into_iter()
            .fold(Self::default(), |sum, next| Self { allow: sum.allow | next.allow, deny: sum.deny | next.deny })
    }
}

/// The facts that decide a member's permissions in a server. Users who are no members have no standing, and so hold
/// [`Permissions::NONE`] in every channel, whatever its overwrites allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// True if the member owns the server.
    pub is_owner: bool,
    /// The union over all roles of the member, including the role `all`.
    pub role_permissions: Permissions,
    /// True if they are timed out, and hold nothing but `view_channel` until that ends. The owner can't be.
    pub timed_out: bool,
    /// True if a second step is required of those who manage the server, and this member has none. Owners,
    /// administrators and members who hold `manage_server` then manage nothing, and keep everything else.
    pub lacks_second_step: bool,
}

impl Standing {
    /// The member's permissions in the server as a whole.
    #[must_use]
    pub fn in_server(self) -> Permissions {
        self.within_limits(self.of_roles())
    }

    /// The same without regard to a time-out and to a second step.
    fn of_roles(self) -> Permissions {
        if self.is_owner || self.role_permissions.contains(Permissions::ADMINISTRATOR) {
            Permissions::ALL
        } else if self.role_permissions.contains(Permissions::MANAGE_SERVER) {
            self.role_permissions.union(Permissions::MODERATE_MEMBERS)
        } else {
            self.role_permissions
        }
    }

    /// True if they hold power that waits for a second step.
    #[must_use]
    pub fn waits_for_second_step(self) -> bool {
        let guarded = self.of_roles().intersection(Permissions::GUARDED);
        self.lacks_second_step && !guarded.is_empty()
    }

    /// The permissions that a missing second step and a time-out leave.
    fn within_limits(self, permissions: Permissions) -> Permissions {
        let permissions = match self.waits_for_second_step() {
            true => permissions.difference(Permissions::TO_MANAGE),
            false => permissions,
        };
        if self.timed_out && !self.is_owner { permissions.intersection(Permissions::VIEW_CHANNEL) } else { permissions }
    }

    /// True if the member may grant or revoke these permissions: only those they hold themselves. Only the owner can
    /// make or unmake administrators.
    #[must_use]
    pub fn may_hand_out(self, permissions: Permissions) -> bool {
        (self.is_owner && !self.lacks_second_step)
            || (!permissions.contains(Permissions::ADMINISTRATOR) && self.in_server().contains(permissions))
    }

    /// The member's permissions in one channel, given its overwrites for the role `all`, for the other roles of the
    /// member, and for the member.
    ///
    /// Each of the three overrules the ones before it. Members without `view_channel` hold nothing of
    /// [`Permissions::CHANNEL`] there. Overwrites don't apply to the owner and to administrators.
    #[must_use]
    pub fn in_channel(
        self,
        all: Option<Overwrite>,
        roles: impl IntoIterator<Item = Overwrite>,
        member: Option<Overwrite>,
    ) -> Permissions {
        let base = self.of_roles();
        if base.contains(Permissions::ADMINISTRATOR) {
            return self.within_limits(base);
        }
        let roles: Overwrite = roles.into_iter().collect();
        let permissions = [all.unwrap_or_default(), roles, member.unwrap_or_default()]
            .into_iter()
            .fold(base, |permissions, overwrite| overwrite.apply(permissions));
        self.within_limits(if permissions.contains(Permissions::VIEW_CHANNEL) {
            permissions
        } else {
            permissions.difference(Permissions::CHANNEL)
        })
    }
}
