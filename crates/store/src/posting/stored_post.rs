//! A stored post as its sender sees it: for the first time, and again under its idempotency key.
//! How an answer is kept for that is defined in `kept_answer`.

use std::sync::Arc;

use serde::Deserialize;

use super::kept_answer;
use super::post::Post;
use super::response::{self, Mentions, MessageView};
use portico_platform::error::{Error, Result};
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::cards::Card;
use portico_rules::chat::mentions::ResolvedMessage;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, IdTimes, MessageId};

/// A webhook's post that is in the database.
#[derive(Debug, Clone)]
pub struct StoredPost {
    /// The message.
    pub message_id: MessageId,
    /// The channel it is in.
    pub channel_id: ChannelId,
    /// The name it is shown under.
    pub name: String,
    /// The picture it is shown with.
    pub avatar_url: String,
    /// Its text as it was stored.
    pub content: String,
    /// When it was stored.
    pub created_at: Millis,
    /// Its cards.
    pub cards: Arc<[Card]>,
    /// The results of its mentions.
    pub mentions: Mentions,
    /// True if the same post came before, with the same key: this is the first answer again, and nothing was stored.
    pub replayed: bool,
    /// The native answer as it was first sent, where it was kept.
    pub(super) sent: Option<String>,
}

/// Why there is no stored post.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The same key came with another body before.
    #[error("the idempotency key came with another body before")]
    KeyReused,
    /// The token is no longer the webhook's, or the webhook is paused or deleted. The writer returns it for any webhook
    /// that is not any more what the post was checked against. Nothing is stored.
    #[error("unknown webhook")]
    UnknownWebhook,
    /// Anything else, such as a database that can't be reached.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// The parts of a native answer that are read. The same post brings the cards, and the id the time.
#[derive(Deserialize)]
struct NativeAnswer {
    message: AnsweredMessage,
    mentions: Mentions,
}

#[derive(Deserialize)]
struct AnsweredMessage {
    id: MessageId,
    channel_id: ChannelId,
    content: String,
    name: String,
    avatar_url: String,
}

impl StoredPost {
    pub(super) fn new(post: &Post, id: MessageId, text: &ResolvedMessage<'_>, at: Millis, base_url: &BaseUrl) -> Self {
        Self {
            message_id: id,
            channel_id: post.webhook.channel_id,
            name: post.name.as_ref().unwrap_or(&post.webhook.name).clone(),
            avatar_url: post.avatar_url.clone().unwrap_or_else(|| post.webhook.avatar_url(base_url)),
            content: text.content.clone().into_owned(),
            created_at: at,
            cards: post.cards.clone(),
            mentions: Mentions::new(text),
            replayed: false,
            sent: None,
        }
    }

    /// The post that an answer was kept of, which came with the same body as `post`.
    ///
    /// # Errors
    /// [`Error::Internal`] where it is no answer, which never happens.
    pub(super) fn kept(post: &Post, answer: &str, times: &IdTimes) -> Result<Self> {
        let sent = kept_answer::unpack(answer)?;
        let NativeAnswer { message, mentions } = serde_json::from_str(&sent).map_err(Error::internal)?;
        Ok(Self {
            message_id: message.id,
            channel_id: message.channel_id,
            name: message.name,
            avatar_url: message.avatar_url,
            content: message.content,
            created_at: times.time_of(message.id.get()),
            cards: post.cards.clone(),
            mentions,
            replayed: true,
            sent: Some(sent),
        })
    }

    /// The native answer, the same bytes every time.
    ///
    /// # Errors
    /// [`Error::Internal`] where it can't be serialized, which never happens.
    pub fn into_json(self) -> Result<String> {
        if let Some(sent) = self.sent {
            return Ok(sent);
        }
        let view = MessageView {
            id: self.message_id,
            channel_id: self.channel_id,
            content: &self.content,
            name: &self.name,
            avatar_url: &self.avatar_url,
            created_at: self.created_at,
            edited_at: None,
            cards: &self.cards,
        };
        response::json(&view, Some(&self.mentions))
    }
}
