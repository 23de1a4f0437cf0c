//! A webhook's post on its way: checked, not stored yet, and what has to be asked before its mentions can be judged.
//! How several are stored together stands in `batch`.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::judging::{MentionFacts, Question};
use super::kept::Sent;
use super::webhook::{Payload, Via};
use crate::chat::cards::Card;
use crate::chat::mentions::{
    Allowed, Directory, Lookups, Mark, OptIn, Reason, Resolved, scan_marked,
};
use crate::group_commit::Weigh;
use crate::models::Webhook;
use crate::models::webhooks::idempotency_key::Key;

/// A post that was checked, on its way.
#[derive(Debug)]
pub(crate) struct Post {
    /// The webhook as the post was checked against it.
    pub(super) webhook: Arc<Webhook>,
    text: Text,
    pub(super) name: Option<String>,
    pub(super) avatar_url: Option<String>,
    pub(super) cards: Vec<Card>,
    via: Via,
    /// What was last tried to be stored for it, under an id that it keeps: where nobody heard whether a commit came
    /// about, the next attempt finds out.
    tried: Mutex<Option<(i64, Arc<Resolved<'static>>)>>,
}

impl Post {
    pub(super) fn new(webhook: Arc<Webhook>, payload: &Payload, via: Via) -> Self {
        Self {
            webhook,
            text: Text::of(payload),
            name: payload.name.clone(),
            avatar_url: payload.avatar_url.clone(),
            cards: payload.cards.clone(),
            via,
            tried: Mutex::default(),
        }
    }

    /// Whether nothing of an earlier time decides what becomes of it: neither an answer kept under its key, nor mentions
    /// that were judged at an attempt before.
    pub(super) fn is_fresh(&self) -> bool {
        let is_judged_once = matches!(self.text, Text::Settled(_)) || self.tried().is_none();
        self.slot().is_none() && is_judged_once
    }

    /// Notes that this text is tried to be stored, and gives its id: that of the first attempt, or a new one.
    pub(super) fn tries(&self, text: &Arc<Resolved<'static>>, new_id: impl FnOnce() -> i64) -> i64 {
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        let id = tried.as_ref().map_or_else(new_id, |(id, _)| *id);
        *tried = Some((id, text.clone()));
        id
    }

    /// What an earlier attempt tried to store, under its id.
    pub(super) fn tried(&self) -> Option<(i64, Arc<Resolved<'static>>)> {
        let tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        tried.clone()
    }

    /// Its idempotency key, with whose key it is.
    pub(super) fn slot(&self) -> Option<(i64, &Key)> {
        match &self.via {
            Via::Url { key } => key.as_ref().map(|key| (self.webhook.id, key)),
            Via::Portal { .. } => None,
        }
    }

    /// Who sends it from the portal.
    fn sender_id(&self) -> Option<i64> {
        match self.via {
            Via::Url { .. } => None,
            Via::Portal { sender_id } => Some(sender_id),
        }
    }

    /// What of its answer it says itself.
    pub(super) fn sent(&self) -> Sent<'_> {
        Sent {
            content: match &self.text {
                // Where nothing is looked up, nothing is rewritten.
                Text::Settled(text) => &text.content,
                Text::Open { sent, .. } => &sent.content,
            },
            name: self.name.as_deref(),
            avatar_url: self.avatar_url.as_deref(),
            cards: &self.cards,
        }
    }

    /// What has to be asked before its mentions can be judged.
    pub(super) fn question(&self) -> Option<Question<'_>> {
        static NOTHING: LazyLock<Lookups> = LazyLock::new(Lookups::default);
        let sent_by = self.sender_id();
        let lookups = match &self.text {
            Text::Open { lookups, .. } => lookups,
            // What its sender may do is asked whatever it says.
            Text::Settled(_) if sent_by.is_some() => &NOTHING,
            Text::Settled(_) => return None,
        };
        Some(Question {
            server_id: self.webhook.server_id,
            channel_id: self.webhook.channel_id,
            judged_as: self.webhook.creator_id,
            sent_by,
            lookups,
        })
    }

    /// Whether who sends it from the portal may post there. A program's right is its token.
    pub(super) fn may_be_sent(&self, known: &MentionFacts) -> bool {
        self.question().is_none_or(|one| known.may_be_sent(one))
    }

    pub(super) fn judged(&self, known: &MentionFacts) -> Arc<Resolved<'static>> {
        match (&self.text, self.question()) {
            (Text::Settled(text), _) => text.clone(),
            (Text::Open { sent, .. }, question) => {
                let (directory, may_mention_all) =
                    question.map(|one| known.answer(one)).unwrap_or_default();
                let scan = scan_marked(&sent.content, &sent.marks);
                let judged = scan.resolve(sent.allowed(), &directory, may_mention_all);
                let mut judged = judged.into_owned();
                if question.is_some_and(|one| known.sender_withholds(one)) {
                    for report in &mut judged.silent {
                        if report.reason == Some(Reason::CreatorLacksPermission) {
                            report.reason = Some(Reason::SenderLacksPermission);
                        }
                    }
                }
                Arc::new(judged)
            }
        }
    }
}

impl Weigh for Arc<Post> {
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
    /// Its mentions are judged: they need nothing from the database.
    Settled(Arc<Resolved<'static>>),
    /// Its mentions are to be judged by what holds when it is stored.
    Open { sent: SentText, lookups: Lookups },
}

/// A text as it was sent, with what may fire in it.
#[derive(Debug)]
struct SentText {
    content: String,
    marks: Vec<Mark>,
    opt_in: OptIn,
    users: Vec<i64>,
    roles: Vec<i64>,
}

impl SentText {
    fn allowed(&self) -> Allowed<'_> {
        Allowed {
            kinds: self.opt_in,
            users: &self.users,
            roles: &self.roles,
        }
    }
}

impl Text {
    /// The text as it was sent, judged already where nothing has to be looked up for it.
    fn of(payload: &Payload) -> Self {
        let allowed = Allowed {
            kinds: payload.opt_in,
            users: &payload.users,
            roles: &payload.roles,
        };
        let scan = scan_marked(&payload.content, &payload.marks);
        let lookups = scan.lookups(allowed);
        if lookups.is_empty() {
            let settled = scan.resolve(allowed, &Directory::default(), false);
            Self::Settled(Arc::new(settled.into_owned()))
        } else {
            let sent = SentText {
                content: payload.content.clone(),
                marks: payload.marks.clone(),
                opt_in: payload.opt_in,
                users: payload.users.clone(),
                roles: payload.roles.clone(),
            };
            Self::Open { sent, lookups }
        }
    }
}
