//! The rights of a webhook's mentions at this moment, and why.
//! `posting` checks the mentions of a message again when it is posted.

use super::{Model, creator};
use crate::models::{Membership, User};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;

/// Whose permissions its mentions have, and what follows.
#[derive(Debug, Clone)]
pub struct MentionRights {
    /// The creator, if the account is still there.
    pub creator: Option<User>,
    /// The permission of the creator that decides.
    pub why: MentionReason,
    /// True if the creator still manages the server, also if that waits for a second step or the end of a time-out.
    /// Where they don't, a member who does can take their place.
    pub creator_manages: bool,
}

/// The reason why `@all` and roles that are not mentionable may be mentioned, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MentionReason {
    /// The creator holds `mention_all` in the channel.
    Holds,
    /// The creator is a member, but does not hold it.
    Lacks,
    /// The creator is no member of the server any more.
    Left,
    /// The creator's account is disabled.
    Disabled,
    /// The creator's account was deleted.
    Gone,
}

impl Model {
    /// The present rights of its mentions.
    #[boxed]
    pub async fn mention_rights(&self, db: &Conn) -> Result<MentionRights> {
        let account = match self.creator_id {
            Some(id) => User::find(db, id).await?,
            None => None,
        };
        let mut creator_manages = false;
        let why = match &account {
            None => MentionReason::Gone,
            Some(user) if user.is_disabled() => MentionReason::Disabled,
            Some(user) => match Membership::find(db, user.id, self.server_id).await? {
                None => MentionReason::Left,
                Some(membership) => {
                    creator_manages = creator::manages(&membership);
                    let here = membership.in_channel(db, self.channel_id).await?;
                    if here.contains(Permissions::MENTION_ALL) { MentionReason::Holds } else { MentionReason::Lacks }
                }
            },
        };
        Ok(MentionRights { creator: account, why, creator_manages })
    }
}
