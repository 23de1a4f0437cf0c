//! Targets of actions and their changes, by the names of that time.
//! The actions are in `action`.

use serde::{Deserialize, Serialize};

use crate::models::User;
use portico_rules::ids::{ChannelId, UserId};

/// The value before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change<T> {
    /// Before.
    pub from: T,
    /// After.
    pub to: T,
}

impl<T: PartialEq> Change<T> {
    /// A change from one to the other; none where they are the same.
    pub fn between(from: impl Into<T>, to: impl Into<T>) -> Option<Self> {
        let (from, to) = (from.into(), to.into());
        (from != to).then_some(Self { from, to })
    }
}

/// Something with the name that it had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedRole {
    /// Its id.
    pub id: i64,
    /// The name.
    pub name: String,
}

/// A user, by the names that they had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditPerson {
    /// Who.
    pub id: UserId,
    /// Their display name.
    pub name: String,
    /// Their nickname.
    pub nickname: String,
}

impl From<&User> for AuditPerson {
    fn from(user: &User) -> Self {
        Self { id: user.id, name: user.name.clone(), nickname: user.nickname.clone() }
    }
}

/// Who wrote some messages, by the names that they had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Poster {
    /// The user or webhook.
    pub id: i64,
    /// The name.
    pub name: String,
    /// A user's nickname; empty for webhooks and deleted users.
    pub nickname: String,
    /// True if it is a webhook.
    pub is_webhook: bool,
}

impl Poster {
    /// One without a nickname.
    pub fn gone(id: i64, name: &str, is_webhook: bool) -> Self {
        Self { id, name: name.to_owned(), nickname: String::new(), is_webhook }
    }
}

/// Whom an overwrite is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverwriteTarget {
    /// Everyone who has the role.
    Role(NamedRole),
    /// One member.
    Member(AuditPerson),
}

/// A channel with the name that it had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedChannel {
    /// The channel.
    pub id: ChannelId,
    /// Its name.
    pub name: String,
    /// True if it was hidden from members without a role of their own. Once the channel is deleted that can't be looked
    /// up, and an entry with `hidden` names it only to those who see every channel.
    pub hidden: bool,
}

/// The change of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureChange {
    /// One was uploaded.
    Uploaded,
    /// The uploaded one was removed.
    Removed,
}

/// The target of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditTarget {
    /// Its id. An invite has none: it is known by its code, which is a secret while it works.
    pub id: Option<i64>,
    /// The name that it had; of an invite the last four characters of its code.
    pub name: String,
}

impl AuditTarget {
    /// A member.
    pub fn member(user: &User) -> Self {
        Self { id: Some(user.id.get()), name: user.name.clone() }
    }

    /// The invite with this code.
    pub fn invite(code: &str) -> Self {
        let last_four = code.len().saturating_sub(4);
        Self { id: None, name: code.get(last_four..).unwrap_or_default().to_owned() }
    }
}
