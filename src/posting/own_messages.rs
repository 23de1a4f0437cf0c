//! What a webhook does with its own messages afterwards: reading, editing and deleting them.
//! Posting them is done in `submit`; counting these requests against the limit is up to the routes.

use std::collections::BTreeSet;

use super::change::{self, EditedText, Place};
use super::response::{self, Mentions, MessageView};
use super::writer::WebhookPosts;
use crate::chat::cards::{self, Card};
use crate::chat::mentions::{self, Reason, Report};
use crate::clock::rfc3339;
use crate::core::Core;
use crate::database::Write;
use crate::error::Result;
use crate::models::logs::audit::{self, Action, NamedChannel};
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
    /// The name it is shown under.
    pub name: String,
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
        let name = message.name.as_ref().unwrap_or(&webhook.name).clone();
        let cards = message.cards();
        let view = MessageView {
            id: message.id,
            channel_id: message.channel_id,
            content: &message.content,
            name: &name,
            avatar_url: &avatar_url,
            created_at: rfc3339(message.created_at()),
            edited_at: message.edited_at.map(rfc3339),
            cards: &cards,
        };
        let json = response::json(&view, mentions.as_ref())?;
        Ok(Self {
            message,
            name,
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
            let place = Place {
                server_id: webhook.server_id,
                channel_id: webhook.channel_id,
                judged_as: webhook.creator_id,
            };
            let resolved = change::judge(&write, place, text, &fired).await?;
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
    change::save(core, write, &before, &mut message).await?;
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
    let touches_inboxes = !message.fired().is_empty();
    change::commit(core, write, &message, touches_inboxes).await?;
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

/// The mentions of a text that stays as it is.
fn standing(message: &Message) -> Mentions {
    let spans = message.spans();
    let mut seen = BTreeSet::new();
    let reports = mentions::split(&message.content, &spans)
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
