//! What a webhook does with its own messages afterwards: reading, editing and deleting them.
//! Posting them is done in `submit`; counting these requests against the limit is up to the routes.

use std::collections::BTreeSet;

use super::judging::{MentionFacts, Question};
use super::response::{self, Mentions, MessageView};
use super::writer::WebhookPosts;
use crate::chat::cards::{self, Card};
use crate::chat::mentions::{
    self, Allowed, Mark, OptIn, Reason, Report, Resolved, Target, scan_marked,
};
use crate::clock::rfc3339;
use crate::core::Core;
use crate::database::Write;
use crate::error::Result;
use crate::live;
use crate::models::logs::audit::{self, Action, NamedChannel};
use crate::models::messages::{mention, version};
use crate::models::webhooks::webhook::Authenticated;
use crate::models::{Message, Webhook};
use crate::security::tokens::Hashed;

/// What an edit changes, checked already by the rules of a post. What is none stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    /// The new text; empty only where the message has cards after the edit.
    pub content: Option<EditedText>,
    /// The new cards; an empty list removes them.
    pub cards: Option<Vec<Card>>,
}

/// A new text. Its mentions never notify; what is opted in decides which of them are looked up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditedText {
    /// The text.
    pub content: String,
    /// Ranges of it that a dialect decided.
    pub marks: Vec<Mark>,
    /// The kinds of mention that are looked up.
    pub opt_in: OptIn,
    /// Single users that are looked up although `opt_in.users` is off.
    pub users: Vec<i64>,
    /// Single roles that are looked up although `opt_in.roles` is off.
    pub roles: Vec<i64>,
}

/// What came of a request about one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnOutcome<T> {
    /// It was done.
    Done(T),
    /// The message would have neither text nor cards. Nothing was changed.
    Empty,
    /// The webhook has no such message in its present channel: it never had, posted it elsewhere, or deleted it.
    UnknownMessage,
    /// The token is the webhook's no longer, or the webhook is paused or deleted.
    UnknownWebhook,
}

/// A webhook's own message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnMessage {
    /// The message as it is stored now.
    pub message: Message,
    /// What became of its mentions; after an edit only.
    pub mentions: Option<Mentions>,
    /// The response to the native request.
    pub json: String,
}

impl OwnMessage {
    fn of(
        core: &Core,
        webhook: &Webhook,
        message: Message,
        mentions: Option<Mentions>,
    ) -> Result<Self> {
        let avatar_url = match &message.avatar_url {
            Some(url) => url.clone(),
            None => webhook.avatar_url(&core.config.base_url),
        };
        let cards = message.cards();
        let view = MessageView {
            id: message.id,
            channel_id: message.channel_id,
            content: &message.content,
            name: message.name.as_ref().unwrap_or(&webhook.name),
            avatar_url: &avatar_url,
            created_at: rfc3339(message.created_at()),
            edited_at: message.edited_at.map(rfc3339),
            cards: &cards,
        };
        let json = response::json(&view, mentions.as_ref())?;
        Ok(Self {
            message,
            mentions,
            json,
        })
    }
}

/// A message that the webhook posted into its present channel.
///
/// # Errors
/// When the database can't be reached.
pub async fn find_own(
    core: &Core,
    posts: &WebhookPosts,
    shown: &Authenticated,
    message_id: i64,
) -> Result<OwnOutcome<OwnMessage>> {
    // The webhook may be remembered from before it was moved.
    let Some(now) = shown.again(&core.db, &posts.recent).await? else {
        return Ok(OwnOutcome::UnknownWebhook);
    };
    let webhook = &now.webhook;
    let found = Message::find_own(&core.db, webhook.id, webhook.channel_id, message_id).await?;
    found.map_or(Ok(OwnOutcome::UnknownMessage), |message| {
        OwnMessage::of(core, webhook, message, None).map(OwnOutcome::Done)
    })
}

/// Edits a message. It notifies no one: mentions in the new text are silent, except that those which fired when it was
/// posted and are still there stay marked as fired; the others leave the inboxes. What it said before is kept as a
/// version. An edit that changes nothing is not recorded, so that repeating one does no harm.
///
/// # Errors
/// When the database can't be reached.
pub async fn edit(
    core: &Core,
    shown: &Authenticated,
    message_id: i64,
    edit: &Edit,
) -> Result<OwnOutcome<OwnMessage>> {
    let write = core.begin().await?;
    let (webhook, before) = match hold(&write, shown, message_id).await? {
        OwnOutcome::Done(held) => held,
        OwnOutcome::UnknownWebhook => return Ok(OwnOutcome::UnknownWebhook),
        _ => return Ok(OwnOutcome::UnknownMessage),
    };
    let fired = before.fired();
    let mut message = before.clone();
    if let Some(cards) = &edit.cards {
        message.cards = cards::store(cards);
    }
    let mentions = match &edit.content {
        Some(text) => {
            let resolved = judge(&write, &webhook, text, &fired).await?;
            message.spans = mentions::store(&resolved.spans);
            let mentions = Mentions::of(&resolved);
            message.content = resolved.content.into_owned();
            mentions
        }
        None => standing(&before),
    };
    if message.content.is_empty() && message.cards.is_none() {
        return Ok(OwnOutcome::Empty);
    }
    if message != before {
        // Never the same as that of the edit before, which is the key of a version.
        let after_last = before
            .edited_at
            .map_or(core.now(), |last| core.now().max(last + 1));
        message.edited_at = Some(after_last);
        version::record(&write, before.version(after_last)).await?;
        message.replace(&write).await?;
        let stands = message.fired();
        let gone = fired
            .difference(&stands)
            .map(|target| (message.id, *target));
        let gone: Vec<(i64, Target)> = gone.collect();
        mention::delete_fired(&write, message.channel_id, &gone).await?;
        commit(core, write, &message, !gone.is_empty()).await?;
    }
    OwnMessage::of(core, &webhook, message, Some(mentions)).map(OwnOutcome::Done)
}

/// Deletes a message with its earlier versions. Its mentions leave the inboxes, and the server's audit log has an entry.
///
/// # Errors
/// When the database can't be reached.
pub async fn delete(core: &Core, shown: &Authenticated, message_id: i64) -> Result<OwnOutcome<()>> {
    let write = core.begin().await?;
    let (webhook, message) = match hold(&write, shown, message_id).await? {
        OwnOutcome::Done(held) => held,
        OwnOutcome::UnknownWebhook => return Ok(OwnOutcome::UnknownWebhook),
        _ => return Ok(OwnOutcome::UnknownMessage),
    };
    message.delete(&write).await?;
    let channel = webhook.channel(&write).await?;
    let action = Action::MessageDeleted {
        channel: NamedChannel::of(&write, &channel).await?,
        message_id,
    };
    audit::record_by_webhook(&write, core, webhook.server_id, &webhook, action).await?;
    let called = !message.fired().is_empty();
    commit(core, write, &message, called).await?;
    Ok(OwnOutcome::Done(()))
}

/// The webhook and the message, about to be changed: until the transaction ends neither is changed elsewhere.
async fn hold(
    write: &Write,
    shown: &Authenticated,
    message_id: i64,
) -> Result<OwnOutcome<(Webhook, Message)>> {
    let id = shown.webhook.id;
    let mut held = Webhook::hold_all(write, std::iter::once(id)).await?;
    let is_working = |webhook: &Webhook| {
        !webhook.is_paused() && Hashed::from_bytes(&webhook.token_hash) == Some(shown.token_hash)
    };
    let Some(webhook) = held.remove(&id).filter(is_working) else {
        return Ok(OwnOutcome::UnknownWebhook);
    };
    let message = Message::hold_own(write, id, webhook.channel_id, message_id).await?;
    Ok(message.map_or(OwnOutcome::UnknownMessage, |message| {
        OwnOutcome::Done((webhook, message))
    }))
}

/// Judges the mentions of a new text. What fired before is looked up as well, so that it is found again.
async fn judge<'t>(
    write: &Write,
    webhook: &Webhook,
    text: &'t EditedText,
    fired: &BTreeSet<Target>,
) -> Result<Resolved<'t>> {
    let ids = |of: fn(&Target) -> Option<i64>| fired.iter().filter_map(of);
    let users = ids(|target| match target {
        Target::User(id) => Some(*id),
        _ => None,
    });
    let roles = ids(|target| match target {
        Target::Role(id) => Some(*id),
        _ => None,
    });
    let users: Vec<i64> = text.users.iter().copied().chain(users).collect();
    let roles: Vec<i64> = text.roles.iter().copied().chain(roles).collect();
    let allowed = Allowed {
        kinds: OptIn {
            all: text.opt_in.all || fired.contains(&Target::All),
            ..text.opt_in
        },
        users: &users,
        roles: &roles,
    };
    let scan = scan_marked(&text.content, &text.marks);
    let lookups = scan.lookups(allowed);
    let question = Question {
        server_id: webhook.server_id,
        channel_id: webhook.channel_id,
        judged_as: webhook.creator_id,
        sent_by: None,
        lookups: &lookups,
    };
    let asked = (!lookups.is_empty()).then_some(question);
    let facts = MentionFacts::of(write, asked.as_slice()).await?;
    let (directory, may_mention_all) = facts.answer(question);
    let resolved = scan.resolve(allowed, &directory, may_mention_all);
    Ok(resolved.edited(fired))
}

/// The mentions of a text that stays as it is.
fn standing(message: &Message) -> Mentions {
    let spans = message.spans();
    let mut seen = BTreeSet::new();
    let reports = mentions::draw(&message.content, &spans)
        .into_iter()
        .filter_map(|piece| {
            let target = piece.mention.filter(|target| seen.insert(*target))?;
            Some(Report {
                kind: target.kind(),
                text: piece.text.to_owned(),
                id: target.id(),
                reason: (!piece.fired).then_some(Reason::Edited),
            })
        });
    let (fired, silent): (Vec<Report>, Vec<Report>) =
        reports.partition(|report| report.reason.is_none());
    Mentions::listed(&fired, &silent)
}

/// Commits a change of a message and wakes the pages that show it; and inboxes, where `called` says that it left some.
async fn commit(core: &Core, write: Write, message: &Message, called: bool) -> Result<()> {
    let (node, channel_id) = (core.node(), message.channel_id);
    live::announce_change(&write, node, channel_id, message.id).await?;
    if called {
        live::announce(&write, node, &[(channel_id, true)]).await?;
    }
    write.commit().await?;
    core.live.changed(channel_id, message.id);
    if called {
        core.live.arrived(channel_id, true);
    }
    Ok(())
}
