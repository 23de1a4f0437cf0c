//! Finding the mentions in a message's text, and judging which of them fire.
//! Loading roles and members, and notifying users, is done elsewhere.
//!
//! Three steps, of which only the caller's own, in the middle, reads the database:
//!
//! 1. [`scan`] walks the text once and finds every `@` that may begin a mention, and which of them are in code. [`scan_marked`] does so around the
//!    ranges that a dialect decided before.
//! 2. [`Scan::lookups`] lists what must be looked up in the database. Mostly that is nothing.
//! 3. [`Scan::resolve`] takes the answers as a [`Directory`], rewrites `@<id>` to `@nickname`, and
//!    reports for every mention what it refers to and whether it fires, or why not.
//!
//! Pages render from the stored [`Span`]s with [`split`] and never scan for an `@` again.

mod allowed_mentions;
mod directory;
mod draft;
mod marks;
mod resolve;
mod scan;
mod spans;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ids::{self, RoleId, UserId};

pub use allowed_mentions::AllowedMentions;
pub use directory::{Directory, Member, Role, Roles};
pub use marks::Mark;
pub use resolve::ResolvedMessage;
pub use scan::{Lookups, MAX_IDS, MAX_NICKNAMES, Scan, ScannedText, scan, scan_marked};
pub use scan::{closes, opens};
pub use spans::{Piece, Span, read, split, store};

/// Kinds of mention that the sender wants to fire (spec section 4.4). By default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OptIn {
    /// `@all`.
    pub all: bool,
    /// `@role name`, `@role_<id>` and `@role_<name>`.
    pub roles: bool,
    /// `@nickname` and `@<id>`.
    pub users: bool,
}

impl OptIn {
    /// A silent message.
    pub const NOTHING: Self = Self { all: false, roles: false, users: false };
    /// The opt-in of a user's own message.
    pub const EVERYTHING: Self = Self { all: true, roles: true, users: true };

    /// Reads `allowedMentions.parse`: any of `all`, `roles` and `users`, in lower case.
    ///
    /// # Errors
    /// The positions, counted from 0, of all items that are none of these.
    pub fn parse<'i>(items: impl IntoIterator<Item = &'i str>) -> Result<Self, Vec<usize>> {
        let mut opt_in = Self::NOTHING;
        let mut unknown = Vec::new();
        for (position, item) in items.into_iter().enumerate() {
            match item {
                "all" => opt_in.all = true,
                "roles" => opt_in.roles = true,
                "users" => opt_in.users = true,
                _ => unknown.push(position),
            }
        }
        if unknown.is_empty() { Ok(opt_in) } else { Err(unknown) }
    }
}

/// Kind of a mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MentionKind {
    /// Everyone who may view the channel.
    All,
    /// A role of the server.
    Role,
    /// A user.
    User,
    /// A name that was not looked up, or that no role and no member has.
    Name,
}

/// Reason a mention stays silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The sender did not ask for mentions of this kind to fire.
    NotOptedIn,
    /// `@all`, and the message's creator does not have `mention_all` in the channel.
    CreatorLacksPermission,
    /// `@all`, sent from the portal by a user who does not have `mention_all` in the channel, though the creator does.
    SenderLacksPermission,
    /// The role is not mentionable, and the creator does not have `mention_all`.
    RoleNotMentionable,
    /// No member of the server has this id.
    NotAMember,
    /// The member may not view the channel, and so is not notified.
    CannotViewChannel,
    /// No role and no member of this server has the name, or the role's id.
    UnknownName,
    /// The id comes after the first [`MAX_IDS`] distinct ones.
    OverLimit,
    /// It is in the text of an edit, which notifies no one.
    Edited,
    /// It is in a code span or between fences, where only a token is a mention.
    InCode,
}

/// The report's entry for one mention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MentionReport {
    /// Kind of the mention.
    pub kind: MentionKind,
    /// The mention as the sender wrote it, with its `@`; where it is there several times, the first.
    pub text: String,
    /// The id of the role or user that it refers to, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Reason it stayed silent; none where it fired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl MentionReport {
    /// Target of the mention, if known.
    #[must_use]
    pub fn target(&self) -> Option<MentionTarget> {
        match (self.kind, self.id) {
            (MentionKind::All, _) => Some(MentionTarget::All),
            (MentionKind::Role, Some(id)) => Some(MentionTarget::Role(id.into())),
            (MentionKind::User, Some(id)) => Some(MentionTarget::User(id.into())),
            _ => None,
        }
    }
}

/// Target of a mention. Written `all`, `role:<id>` or `user:<id>`, in storage as on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum MentionTarget {
    /// Everyone who may view the channel.
    All,
    /// The members who have the role with this id.
    Role(RoleId),
    /// The user with this id.
    User(UserId),
}

impl MentionTarget {
    /// The kind of mention that refers to it.
    #[must_use]
    pub fn kind(self) -> MentionKind {
        match self {
            Self::All => MentionKind::All,
            Self::Role(_) => MentionKind::Role,
            Self::User(_) => MentionKind::User,
        }
    }

    /// The id of the role or user.
    #[must_use]
    pub fn id(self) -> Option<i64> {
        match self {
            Self::All => None,
            Self::Role(id) => Some(id.get()),
            Self::User(id) => Some(id.get()),
        }
    }
}

impl fmt::Display for MentionTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Role(id) => write!(f, "role:{id}"),
            Self::User(id) => write!(f, "user:{id}"),
        }
    }
}

impl From<MentionTarget> for String {
    fn from(target: MentionTarget) -> Self {
        target.to_string()
    }
}

/// Text that is not a mention's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the target of a mention is all, role:<id> or user:<id>")]
pub struct UnknownTarget;

impl FromStr for MentionTarget {
    type Err = UnknownTarget;

    fn from_str(text: &str) -> Result<Self, UnknownTarget> {
        if text == "all" {
            return Ok(Self::All);
        }
        let (kind, id) = text.split_once(':').ok_or(UnknownTarget)?;
        let id: i64 = ids::parse(id).ok_or(UnknownTarget)?;
        match kind {
            "role" => Ok(Self::Role(id.into())),
            "user" => Ok(Self::User(id.into())),
            _ => Err(UnknownTarget),
        }
    }
}

impl TryFrom<String> for MentionTarget {
    type Error = UnknownTarget;

    fn try_from(text: String) -> Result<Self, UnknownTarget> {
        text.parse()
    }
}
