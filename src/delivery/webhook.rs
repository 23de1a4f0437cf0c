//! A webhook's post, from an accepted payload to a durable message with its answer.
//! Reading requests and refusing them is the routes' affair.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::batch::Done;
use super::post::Post;
use crate::chat::mentions::{OptIn, Report, Resolved};
use crate::clock::rfc3339;
use crate::config::BaseUrl;
use crate::error::{Error, Result};
use crate::ids;
use crate::instance::Instance;
use crate::metrics::Origin;
use crate::models::idempotency_key::Key;
use crate::models::webhook::Authenticated;

/// What is posted, checked already (spec section 4.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload {
    /// The text.
    pub content: String,
    /// A name for this message alone.
    pub name: Option<String>,
    /// An avatar for this message alone. Shown to viewers, never fetched by the server.
    pub avatar_url: Option<String>,
    /// The kinds of mention that may fire.
    pub opt_in: OptIn,
}

/// How a post comes in.
#[derive(Debug, Clone)]
pub enum Via {
    /// By the runtime URL, with an idempotency key if one was sent.
    Url {
        /// The key.
        key: Option<Key>,
    },
    /// From the portal's own pages. It is stored only if its sender manages the server, and may view the channel and send
    /// messages there; and it fires only what both its sender and the webhook's creator may fire.
    Portal {
        /// The person who sends it.
        sender_id: i64,
    },
}

impl From<Option<Key>> for Via {
    fn from(key: Option<Key>) -> Self {
        Self::Url { key }
    }
}

/// What whoever posted is told.
#[derive(Serialize)]
struct Answer<'a> {
    message: Shown<'a>,
    mentions: &'a Mentions,
}

/// A message as it is shown.
#[derive(Serialize)]
struct Shown<'a> {
    id: i64,
    channel_id: i64,
    content: &'a str,
    name: &'a str,
    avatar_url: &'a str,
    created_at: String,
}

/// What of an answer is read again.
#[derive(Deserialize)]
struct Kept {
    message: KeptMessage,
    mentions: Mentions,
}

#[derive(Deserialize)]
struct KeptMessage {
    id: i64,
}

/// What became of a message's mentions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mentions {
    /// Those that fired.
    pub fired: Vec<Report>,
    /// Those that stayed silent, and why.
    pub silent: Vec<Report>,
}

/// What came of a post.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The message is stored.
    Stored(Accepted),
    /// The same key came with the same body before: the first answer again, and nothing stored.
    Replayed(Accepted),
    /// The same key came with another body before.
    KeyReused,
    /// The token is the webhook's no longer, or the webhook is paused or gone.
    UnknownWebhook,
}

/// A stored message, as whoever posted it is told.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// The message.
    pub message_id: i64,
    /// What became of its mentions.
    pub mentions: Mentions,
    /// The answer, the same bytes every time.
    pub json: String,
}

impl Accepted {
    pub(super) fn new(
        post: &Post,
        id: i64,
        text: &Resolved<'_>,
        base_url: &BaseUrl,
    ) -> Result<Self> {
        let webhook = &post.webhook;
        let avatar_url = match &post.avatar_url {
            Some(url) => Cow::Borrowed(url),
            None => Cow::Owned(webhook.avatar_url(base_url)),
        };
        let mentions = Mentions {
            fired: text.fired.clone(),
            silent: text.silent.clone(),
        };
        let answer = Answer {
            message: Shown {
                id,
                channel_id: webhook.channel_id,
                content: &text.content,
                name: post.name.as_ref().unwrap_or(&webhook.name),
                avatar_url: &avatar_url,
                created_at: rfc3339(ids::time_of(id)),
            },
            mentions: &mentions,
        };
        // What stands around the text, and what is said of a mention.
        let reports = mentions.fired.len() + mentions.silent.len();
        let mut json = Vec::with_capacity(512 + text.content.len() + 128 * reports);
        serde_json::to_writer(&mut json, &answer).map_err(Error::internal)?;
        Ok(Self {
            message_id: id,
            json: String::from_utf8(json).map_err(Error::internal)?,
            mentions,
        })
    }

    pub(super) fn again(json: &str) -> Result<Self> {
        let kept: Kept = serde_json::from_str(json).map_err(Error::internal)?;
        Ok(Self {
            message_id: kept.message.id,
            mentions: kept.mentions,
            json: json.to_owned(),
        })
    }
}

/// How often a post is checked anew for a webhook that is changed while it is on its way.
const ATTEMPTS: usize = 5;

/// Posts for a webhook whose token was shown. Returns once the message is durable.
///
/// # Errors
/// [`Error::Unavailable`] where too many posts wait, with nothing stored, and where the database can't be reached;
/// [`Error::Forbidden`] where who sends it from the portal may not.
pub async fn post(
    at: &Instance,
    shown: &Authenticated,
    payload: &Payload,
    via: impl Into<Via>,
) -> Result<Outcome> {
    let via = via.into();
    let mut shown = shown.clone();
    for _ in 0..ATTEMPTS {
        let post = Arc::new(Post::new(shown.webhook.clone(), payload, via.clone()));
        let done = if shown.webhook.is_paused() {
            Done::Changed
        } else {
            at.posts.submit(post.clone()).await?
        };
        let accepted = match done {
            Done::Stored(id, text) => Accepted::new(&post, id, &text, &at.config.base_url)?,
            Done::Keyed(accepted) => accepted,
            Done::Replayed(accepted) => return Ok(Outcome::Replayed(accepted)),
            Done::KeyReused => return Ok(Outcome::KeyReused),
            Done::NotAllowed => {
                return Err(Error::Forbidden(
                    "To post here from the portal, you need “Manage server”, and in the webhook’s channel “View channel” and “Send messages”.",
                ));
            }
            Done::Changed => match shown.again(at).await? {
                Some(now) => {
                    shown = now;
                    continue;
                }
                None => return Ok(Outcome::UnknownWebhook),
            },
        };
        let Mentions { fired, silent } = &accepted.mentions;
        at.metrics
            .stored(Origin::Webhook, 1, fired.len(), silent.len());
        return Ok(Outcome::Stored(accepted));
    }
    Err(Error::Unavailable("the webhook keeps changing".into()))
}
