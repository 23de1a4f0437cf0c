//! A webhook's post that waits to be stored: its scanned text, and the look-ups that resolving its mentions needs.
//! How several are stored together is defined in `store`.

use portico_rules::ids::{MessageId, UserId, WebhookId};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::mention_facts::{MentionFacts, MentionLookup};
use super::source::PostSource;
use crate::models::Webhook;
use crate::models::webhooks::idempotency_key::IdempotencyKey;
use portico_platform::group_commit::Weigh;
use portico_rules::chat::cards::{self, Card};
use portico_rules::chat::mentions::{
    AllowedMentions, Directory, Lookups, Reason, ResolvedMessage, ScannedText, scan_marked,
};
use portico_rules::payload::Payload;

/// A checked post that waits to be stored.
#[derive(Debug)]
pub(crate) struct Post {
    /// The webhook as the post was checked against it.
    pub(super) webhook: Arc<Webhook>,
    text: Text,
    pub(super) name: Option<String>,
    pub(super) avatar_url: Option<String>,
    pub(super) cards: Arc<[Card]>,
    /// The cards as they are stored, serialized before the writer runs, which every post waits for.
    pub(super) stored_cards: Option<String>,
    via: PostSource,
    /// The message that the last attempt tried to store, under an id that later attempts reuse: where the result of a
    /// commit is unknown, the next attempt looks for that id.
    last_attempt: Mutex<Option<(MessageId, Arc<ResolvedMessage<'static>>)>>,
}

impl Post {
    pub(super) fn new(webhook: Arc<Webhook>, payload: &Payload, via: PostSource) -> Self {
        Self {
            webhook,
            text: Text::from_payload(payload),
            name: payload.name.clone(),
            avatar_url: payload.avatar_url.clone(),
            cards: payload.cards.as_slice().into(),
            stored_cards: cards::store(&payload.cards),
            via,
            last_attempt: Mutex::default(),
        }
    }

    /// True if it is independent of the past: it has no key with a stored response, and no mentions that an earlier
    /// attempt resolved.
    pub(super) fn is_fresh(&self) -> bool {
        let is_resolved_once = matches!(self.text, Text::Settled(_)) || self.last_attempt().is_none();
        self.idempotency_key().is_none() && is_resolved_once
    }

    /// Notes an attempt to store this text, and returns its id: that of the first attempt, or a new one.
    pub(super) fn begin_attempt(
        &self,
        text: &Arc<ResolvedMessage<'static>>,
        new_id: impl FnOnce() -> MessageId,
    ) -> MessageId {
        let mut last = self.last_attempt.lock().unwrap_or_else(PoisonError::into_inner);
        let id = last.as_ref().map_or_else(new_id, |(id, _)| *id);
        *last = Some((id, text.clone()));
        id
    }

    /// The message that an earlier attempt tried to store, with its id.
    pub(super) fn last_attempt(&self) -> Option<(MessageId, Arc<ResolvedMessage<'static>>)> {
        let last = self.last_attempt.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone()
    }

    /// Its idempotency key, with the webhook that the key belongs to.
    pub(super) fn idempotency_key(&self) -> Option<(WebhookId, &IdempotencyKey)> {
        let (PostSource::Url { key } | PostSource::Portal { key, .. }) = &self.via;
        key.as_ref().map(|key| (self.webhook.id, key))
    }

    /// The user who sends it from the portal.
    fn sender_id(&self) -> Option<UserId> {
        match self.via {
            PostSource::Url { .. } => None,
            PostSource::Portal { sender_id, .. } => Some(sender_id),
        }
    }

    /// Its text as it was sent.
    pub(super) fn sent_text(&self) -> &str {
        match &self.text {
            // Where nothing is looked up, nothing is rewritten.
            Text::Settled(text) => &text.content,
            Text::Open { sent, .. } => sent.content(),
        }
    }

    /// How many bytes its message takes, about.
    pub(super) fn bytes(&self) -> usize {
        let texts = [self.name.as_deref(), self.avatar_url.as_deref(), self.stored_cards.as_deref()];
        let texts = texts.into_iter().flatten().map(str::len);
        self.sent_text().len() + texts.sum::<usize>()
    }

    /// The look-ups that resolving its mentions needs.
    pub(super) fn mention_lookup(&self) -> Option<MentionLookup<'_>> {
        static NOTHING: LazyLock<Lookups> = LazyLock::new(Lookups::default);
        let sent_by = self.sender_id();
        let lookups = match &self.text {
            Text::Open { lookups, .. } => lookups,
            // The permissions of its sender are looked up whatever the text is.
            Text::Settled(_) if sent_by.is_some() => &NOTHING,
            Text::Settled(_) => return None,
        };
        Some(MentionLookup {
            server_id: self.webhook.server_id,
            channel_id: self.webhook.channel_id,
            checked_as: self.webhook.creator_id,
            sent_by,
            lookups,
        })
    }

    /// True if the user who sends it from the portal may post there. A program needs only the token.
    pub(super) fn may_be_sent(&self, facts: &MentionFacts) -> bool {
        self.mention_lookup().is_none_or(|one| facts.may_be_sent(one))
    }

    pub(super) fn resolved(&self, facts: &MentionFacts) -> Arc<ResolvedMessage<'static>> {
        match (&self.text, self.mention_lookup()) {
            (Text::Settled(text), _) => text.clone(),
            (Text::Open { sent, allowed, .. }, lookup) => {
                let (directory, may_mention_all) = lookup.map(|one| facts.directory(one)).unwrap_or_default();
                let resolved = sent.scan().resolve(allowed, &directory, may_mention_all);
                let mut resolved = resolved.into_owned();
                if lookup.is_some_and(|one| facts.sender_withholds(one)) {
                    for report in &mut resolved.silent {
                        if report.reason == Some(Reason::CreatorLacksPermission) {
                            report.reason = Some(Reason::SenderLacksPermission);
                        }
                    }
                }
                Arc::new(resolved)
            }
        }
    }
}

impl Weigh for Post {
    fn weight(&self) -> usize {
        match &self.text {
            Text::Settled(_) => 1,
            Text::Open { lookups, .. } => 8 + lookups.users.len() + lookups.nicknames.len(),
        }
    }
}

/// The text of a post.
#[derive(Debug)]
enum Text {
    /// Its mentions are resolved: they need nothing from the database.
    Settled(Arc<ResolvedMessage<'static>>),
    /// Its mentions are resolved when it is stored.
    Open {
        /// As it was sent.
        sent: ScannedText,
        allowed: AllowedMentions,
        lookups: Lookups,
    },
}

impl Text {
    /// The text of a payload, resolved where nothing must be looked up.
    fn from_payload(payload: &Payload) -> Self {
        let allowed = &payload.allowed_mentions;
        let scan = scan_marked(&payload.content, &payload.marks);
        let lookups = scan.lookups(allowed);
        if lookups.is_empty() {
            let settled = scan.resolve(allowed, &Directory::default(), false);
            Self::Settled(Arc::new(settled.into_owned()))
        } else {
            Self::Open { sent: scan.into_owned(), allowed: allowed.clone(), lookups }
        }
    }
}
