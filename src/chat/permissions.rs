//! What a member may do in a server and in one of its channels: the sum of roles and overwrites.
//! Who holds which role, and who has left, is the database's to say.

use std::fmt;
use std::ops::BitOr;

/// A set of permissions, as small as an integer and stored as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Permissions(u16);

/// One permission with its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The set that holds this permission alone.
    pub flag: Permissions,
    /// The name in forms and in the database's language: `send_messages`.
    pub name: &'static str,
    /// The name for people: "Send messages".
    pub label: &'static str,
}

/// A name that no permission has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such permission")]
pub struct UnknownPermission;

impl Permissions {
    /// No permission: what everyone holds who is not, or no longer, a member.
    pub const NONE: Self = Self(0);
    /// Everything, in every channel, whatever the overwrites say.
    pub const ADMINISTRATOR: Self = Self(1);
    /// The server's name and its webhooks.
    pub const MANAGE_SERVER: Self = Self(1 << 1);
    /// Channels and their overwrites.
    pub const MANAGE_CHANNELS: Self = Self(1 << 2);
    /// Roles, and who carries them.
    pub const MANAGE_ROLES: Self = Self(1 << 3);
    /// Seeing that a channel exists and what is said there.
    pub const VIEW_CHANNEL: Self = Self(1 << 4);
    /// Writing in a channel.
    pub const SEND_MESSAGES: Self = Self(1 << 5);
    /// Calling everyone, and the roles that are not open to be mentioned.
    pub const MENTION_ALL: Self = Self(1 << 6);

    /// Every permission there is: what the owner and administrators hold.
    pub const ALL: Self = Self((1 << Self::NAMES.len()) - 1);
    /// Those that a channel may allow or deny on its own.
    pub const CHANNEL: Self =
        Self(Self::VIEW_CHANNEL.0 | Self::SEND_MESSAGES.0 | Self::MENTION_ALL.0);
    /// What the role `all` holds in a new server.
    pub const DEFAULT_FOR_ALL_ROLE: Self = Self(Self::VIEW_CHANNEL.0 | Self::SEND_MESSAGES.0);

    /// Every permission with its names, in the order in which pages show them.
    pub const NAMES: [Named; 7] = [
        Named {
            flag: Self::ADMINISTRATOR,
            name: "administrator",
            label: "Administrator",
        },
        Named {
            flag: Self::MANAGE_SERVER,
            name: "manage_server",
            label: "Manage server",
        },
        Named {
            flag: Self::MANAGE_CHANNELS,
            name: "manage_channels",
            label: "Manage channels",
        },
        Named {
            flag: Self::MANAGE_ROLES,
            name: "manage_roles",
            label: "Manage roles",
        },
        Named {
            flag: Self::VIEW_CHANNEL,
            name: "view_channel",
            label: "View channel",
        },
        Named {
            flag: Self::SEND_MESSAGES,
            name: "send_messages",
            label: "Send messages",
        },
        Named {
            flag: Self::MENTION_ALL,
            name: "mention_all",
            label: "Mention @all",
        },
    ];

    /// The integer to store. It fits the databases' 32-bit integers.
    #[must_use]
    pub const fn bits(self) -> i32 {
        self.0 as i32
    }

    /// The set that was stored as this integer; bits that mean nothing are dropped.
    #[must_use]
    pub const fn from_bits_truncate(bits: i32) -> Self {
        Self(bits as u16 & Self::ALL.0)
    }

    /// Whether nothing is held.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether everything of `other` is held.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// What either set holds.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What both sets hold.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What this set holds and `other` does not.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The permissions held, one by one, with their names.
    pub fn named(self) -> impl Iterator<Item = &'static Named> {
        const NAMES: &[Named] = &Permissions::NAMES;
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
    /// One of the names is no permission's.
    pub fn from_names<'n>(
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, UnknownPermission> {
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

/// What one channel changes for a role or a member. What it does not name stays as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overwrite {
    /// Granted here. Where something is both denied and allowed, it is allowed.
    pub allow: Permissions,
    /// Taken away here.
    pub deny: Permissions,
}

impl Overwrite {
    /// Denies, then allows. Only the channel's own permissions ever change, whatever was stored.
    fn apply(self, held: Permissions) -> Permissions {
        let deny = self.deny.intersection(Permissions::CHANNEL);
        let allow = self.allow.intersection(Permissions::CHANNEL);
        held.difference(deny).union(allow)
    }
}

/// The overwrites of several roles act as one, so that their order decides nothing.
impl FromIterator<Overwrite> for Overwrite {
    fn from_iter<I: IntoIterator<Item = Overwrite>>(overwrites: I) -> Self {
        overwrites
            .into_iter()
            .fold(Self::default(), |sum, next| Self {
                allow: sum.allow | next.allow,
                deny: sum.deny | next.deny,
            })
    }
}

/// How a member stands in a server. Who is no member has no standing, and so holds
/// [`Permissions::NONE`] in every channel, whatever its overwrites allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether the server is this member's own.
    pub is_owner: bool,
    /// The union over all roles that the member carries, the role `all` among them.
    pub role_permissions: Permissions,
}

impl Standing {
    /// What the member holds in the server as a whole.
    #[must_use]
    pub fn in_server(self) -> Permissions {
        if self.is_owner || self.role_permissions.contains(Permissions::ADMINISTRATOR) {
            Permissions::ALL
        } else {
            self.role_permissions
        }
    }

    /// Whether the member may give these permissions to somebody, or take them away: nobody hands
    /// out what they do not hold, and administrators are the owner's alone to make and unmake.
    #[must_use]
    pub fn may_hand_out(self, permissions: Permissions) -> bool {
        self.is_owner
            || (!permissions.contains(Permissions::ADMINISTRATOR)
                && self.in_server().contains(permissions))
    }

    /// What the member holds in one channel, given its overwrites for the role `all`, for the
    /// other roles that the member carries, and for the member.
    ///
    /// Each of the three comes after, and so above, the one before it. Who ends up without
    /// `view_channel` holds nothing of [`Permissions::CHANNEL`] here: nobody speaks, or calls
    /// others, in a room that they cannot enter. Owner and administrators stand above overwrites.
    #[must_use]
    pub fn in_channel(
        self,
        all: Option<Overwrite>,
        roles: impl IntoIterator<Item = Overwrite>,
        member: Option<Overwrite>,
    ) -> Permissions {
        let base = self.in_server();
        if base.contains(Permissions::ADMINISTRATOR) {
            return base;
        }
        let roles: Overwrite = roles.into_iter().collect();
        let held = [all.unwrap_or_default(), roles, member.unwrap_or_default()]
            .into_iter()
            .fold(base, |held, overwrite| overwrite.apply(held));
        if held.contains(Permissions::VIEW_CHANNEL) {
            held
        } else {
            held.difference(Permissions::CHANNEL)
        }
    }
}
