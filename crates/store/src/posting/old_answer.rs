//! Answers that were kept under idempotency keys by earlier builds: what the post itself doesn’t say. They live for a day
//! after their first use, and treating them as absent would post twice. Nothing writes them any more.

use serde::Deserialize;

use super::post::Post;
use super::response::Mentions;
use super::stored_post::StoredPost;
use portico_rules::chat::mentions::{MentionKind, MentionReport, Reason};
use portico_rules::ids::{self, ChannelId, IdTimes, MessageId, UserId};

/// A kept answer, as JSON.
#[derive(Deserialize)]
pub(super) struct OldAnswer {
    id: MessageId,
    channel_id: ChannelId,
    /// The webhook's name, where the post had none.
    name: Option<String>,
    /// The webhook's avatar, where the post had none.
    avatar_url: Option<String>,
    /// The nicknames that were stored for `@<id>`.
    #[serde(default)]
    nicknames: Vec<(UserId, String)>,
    /// The text as stored, where the nicknames are not enough to rebuild it.
    content: Option<String>,
    #[serde(default)]
    fired: Vec<OldMention>,
    #[serde(default)]
    silent: Vec<OldMention>,
    #[serde(default)]
    more: usize,
}

/// A mention of the report: its kind; where in the text that was sent its own begins, and how long it is, in bytes; the
/// id, 0 for none; the reason, 0 for none. Kind and reason are positions in the lists below, the reason's from 1.
type OldMention = (usize, usize, usize, i64, usize);

const KINDS: [MentionKind; 4] = [MentionKind::All, MentionKind::Role, MentionKind::User, MentionKind::Name];
const REASONS: [Reason; 9] = [
    Reason::NotOptedIn,
    Reason::CreatorLacksPermission,
    Reason::RoleNotMentionable,
    Reason::NotAMember,
    Reason::CannotViewChannel,
    Reason::UnknownName,
    Reason::OverLimit,
    Reason::Edited,
    Reason::SenderLacksPermission,
];

impl OldAnswer {
    /// Parses an answer; none where it is not one of these, which begin with their id.
    pub(super) fn parse(kept: &str) -> Option<Self> {
        kept.starts_with(r#"{"id":"#).then(|| serde_json::from_str(kept).ok()).flatten()
    }

    /// The post that was answered. None where it was not `post`.
    pub(super) fn stored_post(self, post: &Post, times: &IdTimes) -> Option<StoredPost> {
        let sent = post.sent_text();
        let reports =
            |kept: &[OldMention]| -> Option<Vec<MentionReport>> { kept.iter().map(|one| report(sent, *one)).collect() };
        let mentions = Mentions { fired: reports(&self.fired)?, silent: reports(&self.silent)?, more: self.more };
        Some(StoredPost {
            message_id: self.id,
            channel_id: self.channel_id,
            content: self.content(sent),
            name: post.name.clone().or(self.name)?,
            avatar_url: post.avatar_url.clone().or(self.avatar_url)?,
            created_at: times.time_of(self.id.get()),
            cards: post.cards.clone(),
            mentions,
            replayed: true,
            sent: None,
        })
    }

    /// The text as it was stored.
    fn content(&self, sent: &str) -> String {
        if let Some(content) = &self.content {
            return content.clone();
        }
        let mut content = String::with_capacity(sent.len());
        let mut rest = sent;
        while let Some((before, after)) = rest.split_once("@<") {
            content.push_str(before);
            let nickname = after.split_once('>').and_then(|(id, after)| {
                let id = ids::parse::<UserId>(id)?;
                let known = self.nicknames.iter().find(|(known, _)| *known == id)?;
                Some((&known.1, after))
            });
            match nickname {
                Some((nickname, after)) => {
                    content.push('@');
                    content.push_str(nickname);
                    rest = after;
                }
                None => {
                    content.push_str("@<");
                    rest = after;
                }
            }
        }
        content.push_str(rest);
        content
    }
}

fn report(sent: &str, (kind, start, length, id, reason): OldMention) -> Option<MentionReport> {
    Some(MentionReport {
        kind: *KINDS.get(kind)?,
        text: sent.get(start..start.checked_add(length)?)?.to_owned(),
        id: (id != 0).then_some(id),
        reason: match reason.checked_sub(1) {
            None => None,
            Some(position) => Some(*REASONS.get(position)?),
        },
    })
}
