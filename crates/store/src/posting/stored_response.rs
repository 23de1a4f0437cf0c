//! What is stored of a response under an idempotency key: what the post itself doesn't say. The first response is
//! repeated only to the same post, which brings the rest.

use serde::{Deserialize, Serialize};

use super::response::{Mentions, MessageView};
use portico_rules::chat::cards::Card;
use portico_rules::chat::mentions::{MentionKind, MentionReport, MentionTarget, Reason, ResolvedMessage};
use portico_rules::ids::{self, IdTimes};

/// What is stored, as JSON. Its size is bounded by the number of mentions that a report lists.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredResponse {
    /// The message.
    id: i64,
    channel_id: i64,
    /// The webhook's name, where the post had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The webhook's avatar, where the post had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    avatar_url: Option<String>,
    /// The nicknames that were stored for `@<id>`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nicknames: Vec<(i64, String)>,
    /// The text as stored, where the nicknames are not enough to rebuild it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fired: Vec<Mention>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    silent: Vec<Mention>,
    #[serde(default, skip_serializing_if = "is_zero")]
    more: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature that serde expects.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A mention of the report: its kind; where in the text that was sent its own begins, and how long it is, in bytes; the
/// id, 0 for none; the reason, 0 for none. Kind and reason are positions in the lists below, the reason's from 1.
type Mention = (usize, usize, usize, i64, usize);

// What is added comes last: the positions are stored.
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

/// The positions in these lists. A kind or a reason that is added does not compile without one.
const fn position_of_kind(kind: MentionKind) -> usize {
    match kind {
        MentionKind::All => 0,
        MentionKind::Role => 1,
        MentionKind::User => 2,
        MentionKind::Name => 3,
    }
}

const fn position_of_reason(reason: Reason) -> usize {
    match reason {
        Reason::NotOptedIn => 0,
        Reason::CreatorLacksPermission => 1,
        Reason::RoleNotMentionable => 2,
        Reason::NotAMember => 3,
        Reason::CannotViewChannel => 4,
        Reason::UnknownName => 5,
        Reason::OverLimit => 6,
        Reason::Edited => 7,
        Reason::SenderLacksPermission => 8,
    }
}

/// What a post itself contributes to its response.
#[derive(Debug, Clone, Copy)]
pub(super) struct PostedFields<'a> {
    pub(super) content: &'a str,
    pub(super) name: Option<&'a str>,
    pub(super) avatar_url: Option<&'a str>,
    pub(super) cards: &'a [Card],
}

impl StoredResponse {
    /// What is stored of a response; none where a mention is not in the text that was sent, which never happens.
    pub(super) fn of(
        posted: PostedFields<'_>,
        view: &MessageView<'_>,
        mentions: &Mentions,
        text: &ResolvedMessage<'_>,
    ) -> Option<Self> {
        let mut kept = Self {
            id: view.id,
            channel_id: view.channel_id,
            name: posted.name.is_none().then(|| view.name.to_owned()),
            avatar_url: posted.avatar_url.is_none().then(|| view.avatar_url.to_owned()),
            nicknames: Vec::new(),
            content: None,
            fired: positions(posted.content, &mentions.fired)?,
            silent: positions(posted.content, &mentions.silent)?,
            more: mentions.more,
        };
        if view.content != posted.content {
            kept.nicknames = nicknames(posted.content, text);
            if kept.content(posted.content) != view.content {
                kept.nicknames.clear();
                kept.content = Some(view.content.to_owned());
            }
        }
        Some(kept)
    }

    /// The text as it was stored.
    pub(super) fn content(&self, sent: &str) -> String {
        if let Some(content) = &self.content {
            return content.clone();
        }
        let mut content = String::with_capacity(sent.len());
        let mut rest = sent;
        while let Some((before, after)) = rest.split_once("@<") {
            content.push_str(before);
            let nickname = after.split_once('>').and_then(|(id, after)| {
                let id = ids::parse(id)?;
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

    /// The message as it was first answered, with the stored text `content`. None where it belongs to another post.
    pub(super) fn view<'a>(
        &'a self,
        posted: PostedFields<'a>,
        content: &'a str,
        times: &IdTimes,
    ) -> Option<MessageView<'a>> {
        Some(MessageView {
            id: self.id,
            channel_id: self.channel_id,
            content,
            name: posted.name.or(self.name.as_deref())?,
            avatar_url: posted.avatar_url.or(self.avatar_url.as_deref())?,
            created_at: times.time_of(self.id),
            edited_at: None,
            cards: posted.cards,
        })
    }

    /// What became of the mentions. None where they belong to another text.
    pub(super) fn mentions(&self, sent: &str) -> Option<Mentions> {
        let reports =
            |kept: &[Mention]| -> Option<Vec<MentionReport>> { kept.iter().map(|one| report(sent, *one)).collect() };
        Some(Mentions { fired: reports(&self.fired)?, silent: reports(&self.silent)?, more: self.more })
    }
}

/// The nicknames of the users whom the text mentions by id.
fn nicknames(sent: &str, text: &ResolvedMessage<'_>) -> Vec<(i64, String)> {
    let mut known: Vec<(i64, String)> = Vec::new();
    let pieces = portico_rules::chat::mentions::split(&text.content, &text.spans);
    for piece in pieces {
        if let Some(MentionTarget::User(id)) = piece.mention
            && !known.iter().any(|(known, _)| *known == id)
            && sent.contains(&format!("@<{id}>"))
        {
            // It may be here as it was typed, in any case.
            let nickname = piece.text.trim_start_matches('@').to_ascii_lowercase();
            known.push((id, nickname));
        }
    }
    known
}

fn positions(sent: &str, reports: &[MentionReport]) -> Option<Vec<Mention>> {
    let position = |report: &MentionReport| {
        let reason = report.reason.map_or(0, |reason| 1 + position_of_reason(reason));
        // Any place with the same text will do.
        let start = sent.find(&report.text)?;
        Some((position_of_kind(report.kind), start, report.text.len(), report.id.unwrap_or(0), reason))
    };
    reports.iter().map(position).collect()
}

fn report(sent: &str, (kind, start, length, id, reason): Mention) -> Option<MentionReport> {
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

#[cfg(test)]
mod tests {
    use super::{KINDS, REASONS, position_of_kind, position_of_reason};

    #[test]
    fn every_kind_and_reason_is_at_its_position() {
        for (position, kind) in KINDS.into_iter().enumerate() {
            assert_eq!(position_of_kind(kind), position);
        }
        for (position, reason) in REASONS.into_iter().enumerate() {
            assert_eq!(position_of_reason(reason), position);
        }
    }
}
