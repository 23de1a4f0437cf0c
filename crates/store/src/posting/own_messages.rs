//! Acts of a webhook on its own messages: reading, editing and deleting them.
//! `submit` posts them; the routes count these requests against the limit.

use std::collections::BTreeSet;

use super::change::{self, EditContext};
use super::response::{self, Mentions, MessageView};
use super::room;
use super::writer::WebhookPosts;
use crate::core::Core;
use crate::models::logs::audit::{self, Action, NamedChannel};
use crate::models::webhooks::webhook::AuthenticatedWebhook;
use crate::models::{Message, Webhook};
use portico_crypto::tokens::SecretHash;
use portico_macros::boxed;
use portico_platform::database::Write;
use portico_platform::error::{Error, Result};
use portico_rules::chat::cards;
use portico_rules::chat::mentions::{self, MentionReport, Reason};
use portico_rules::clock::{Millis, rfc3339};
use portico_rules::ids::MessageId;
use portico_rules::payload::Edit;

/// Why a request about one message failed.
#[derive(Debug, thiserror::Error)]
pub enum OwnMessageError {
    /// The message would have neither text nor cards.
    #[error("the message would be empty")]
    Empty,
    /// The webhook has no such message in its present channel: it never had, posted it elsewhere, or deleted it.
    #[error("unknown message")]
    UnknownMessage,
    /// The token is the webhook's no longer, or the webhook was deleted or accepts no posts.
    #[error("unknown webhook")]
    UnknownWebhook,
    /// Anything else, such as a database that can't be reached.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// A webhook's own message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnMessage {
    /// The message as it is stored now.
    pub message: Message,
    /// The name it is shown under.
    pub name: String,
    /// When it was posted.
    pub created_at: Millis,
    /// The results of its mentions; after an edit only.
    pub mentions: Option<Mentions>,
    /// The response to the native request.
    pub json: String,
}

impl OwnMessage {
    fn new(core: &Core, webhook: &Webhook, message: Message, mentions: Option<Mentions>) -> Result<Self> {
        let avatar_url = match &message.avatar_url {
            Some(url) => url.clone(),
            None => webhook.avatar_url(&core.config.base_url),
        };
        let name = message.name.as_ref().unwrap_or(&webhook.name).clone();
        let cards = message.cards();
        let created_at = message.created_at(core.id_times());
        let view = MessageView {
            id: message.id,
            channel_id: message.channel_id,
            content: &message.content,
            name: &name,
            avatar_url: &avatar_url,
            created_at,
            edited_at: message.edited_at.map(rfc3339),
            cards: &cards,
        };
        let json = response::json(&view, mentions.as_ref())?;
        Ok(Self { message, name, created_at, mentions, json })
    }
}

/// A message that the webhook posted into its present channel.
///
/// # Errors
/// [`OwnMessageError::UnknownMessage`], [`OwnMessageError::UnknownWebhook`], and when the database can't be reached.
#[boxed]
pub async fn find_own(
    core: &Core,
    posts: &WebhookPosts,
    shown: &AuthenticatedWebhook,
    message_id: MessageId,
) -> Result<OwnMessage, OwnMessageError> {
    // The webhook may be remembered from before it was moved.
    let now = posts.reload(core, shown).await?;
    let webhook = now.ok_or(OwnMessageError::UnknownWebhook)?.webhook;
    let message = Message::find_own(&core.db, webhook.id, webhook.channel_id, message_id).await?;
    let message = message.ok_or(OwnMessageError::UnknownMessage)?;
    Ok(OwnMessage::new(core, &webhook, message, None)?)
}

/// Edits a message. It notifies no one: mentions in the new text are silent, except that those which fired when it was
/// posted and are still there stay marked as fired; the others leave the inboxes. What it said before is kept as a
/// version. An edit that changes nothing is not recorded, so that repeating one does no harm.
///
/// # Errors
/// Every [`OwnMessageError`].
#[boxed]
pub async fn edit(
    core: &Core,
    shown: &AuthenticatedWebhook,
    message_id: MessageId,
    edit: &Edit,
) -> Result<OwnMessage, OwnMessageError> {
    let write = core.begin().await?;
    let (webhook, before) = lock(&write, shown, message_id).await?;
    let fired = before.fired();
    let mut message = before.clone();
    if let Some(cards) = &edit.cards {
        message.cards = cards::store(cards);
    }
    let mentions = match &edit.content {
        Some(text) => {
            let context = EditContext {
                server_id: webhook.server_id,
                channel_id: webhook.channel_id,
                checked_as: webhook.creator_id,
            };
            let resolved = change::resolve(&write, context, text, &fired).await?;
            message.spans = mentions::store(&resolved.spans);
            let mentions = Mentions::new(&resolved);
            message.content = resolved.content.into_owned();
            mentions
        }
        None => unchanged_mentions(&before),
    };
    if message.content.is_empty() && message.cards.is_none() {
        return Err(OwnMessageError::Empty);
    }
    let bytes = message.content.len() + message.cards.as_ref().map_or(0, String::len);
    room::take(core, webhook.creator_id, webhook.server_id, bytes)?;
    change::save(core, write, &before, &mut message).await?;
    room::note(core, webhook.server_id, bytes);
    Ok(OwnMessage::new(core, &webhook, message, Some(mentions))?)
}

/// Deletes a message with its earlier versions. Its mentions leave the inboxes, and the server's audit log has an entry.
///
/// # Errors
/// [`OwnMessageError::UnknownMessage`], [`OwnMessageError::UnknownWebhook`], and when the database can't be reached.
#[boxed]
pub async fn delete(core: &Core, shown: &AuthenticatedWebhook, message_id: MessageId) -> Result<(), OwnMessageError> {
    let write = core.begin().await?;
    let (webhook, message) = lock(&write, shown, message_id).await?;
    message.delete(&write).await?;
    let channel = webhook.channel(&write).await?;
    let action = Action::MessageDeleted { channel: NamedChannel::load(&write, &channel).await?, message_id };
    audit::record_by_itself(&write, core, webhook.server_id, &webhook, action).await?;
    let touches_inboxes = !message.fired().is_empty();
    change::commit(core, write, &message, touches_inboxes).await?;
    Ok(())
}

/// The webhook and the message, about to be changed: until the transaction ends neither is changed elsewhere.
async fn lock(
    write: &Write,
    shown: &AuthenticatedWebhook,
    message_id: MessageId,
) -> Result<(Webhook, Message), OwnMessageError> {
    let id = shown.webhook.id;
    let mut locked = Webhook::lock_all(write, std::iter::once(id)).await?;
    let is_working = |webhook: &Webhook| {
        webhook.accepts_posts() && SecretHash::from_bytes(&webhook.token_hash) == Some(shown.token_hash)
    };
    let webhook = locked.remove(&id).filter(is_working);
    let webhook = webhook.ok_or(OwnMessageError::UnknownWebhook)?;
    let message = Message::lock_own(write, id, webhook.channel_id, message_id).await?;
    let message = message.ok_or(OwnMessageError::UnknownMessage)?;
    Ok((webhook, message))
}

/// The mentions of a text that stays as it is.
fn unchanged_mentions(message: &Message) -> Mentions {
    let spans = message.spans();
    let mut seen = BTreeSet::new();
    let reports = mentions::split(&message.content, &spans).into_iter().filter_map(|piece| {
        let target = piece.mention.filter(|target| seen.insert(*target))?;
        Some(MentionReport {
            kind: target.kind(),
            text: piece.text.to_owned(),
            id: target.id(),
            reason: (!piece.fired).then_some(Reason::Edited),
        })
    });
    let (fired, silent): (Vec<MentionReport>, Vec<MentionReport>) = reports.partition(|report| report.reason.is_none());
    Mentions::listed(&fired, &silent)
}
