//! A webhook's post, from an accepted payload to a durable message with its answer.
//! Reading requests and refusing them is the routes' affair.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::batch::{Done, Post};
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

/// What whoever posted is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The message as it was stored and is shown.
    pub message: Shown,
    /// What became of its mentions.
    pub mentions: Mentions,
}

/// A message as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Its id.
    pub id: i64,
    /// The channel it stands in.
    pub channel_id: i64,
    /// The text as it was stored.
    pub content: String,
    /// The name over it.
    pub name: String,
    /// The avatar beside it: an absolute URL.
    pub avatar_url: String,
    /// When it was accepted, after RFC 3339, in UTC.
    pub created_at: String,
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

/// An answer, as a value and as it goes out.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// The value.
    pub answer: Answer,
    /// Its JSON, the same bytes every time.
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
        let name = post.name.as_ref().unwrap_or(&webhook.name);
        let avatar_url = post.avatar_url.clone();
        let answer = Answer {
            message: Shown {
                id,
                channel_id: webhook.channel_id,
                content: text.content.clone().into_owned(),
                name: name.clone(),
                avatar_url: avatar_url.unwrap_or_else(|| webhook.avatar_url(base_url)),
                created_at: rfc3339(ids::time_of(id)),
            },
            mentions: Mentions {
                fired: text.fired.clone(),
                silent: text.silent.clone(),
            },
        };
        let json = serde_json::to_string(&answer).map_err(Error::internal)?;
        Ok(Self { answer, json })
    }

    pub(super) fn again(json: &str) -> Result<Self> {
        let answer = serde_json::from_str(json).map_err(Error::internal)?;
        Ok(Self {
            answer,
            json: json.to_owned(),
        })
    }
}

/// How often a post is checked anew for a webhook that is changed while it is on its way.
const ATTEMPTS: usize = 5;

/// Posts for a webhook whose token was shown. Returns once the message is durable.
///
/// # Errors
/// [`Error::Unavailable`] where too many posts wait, with nothing stored, and where the database can't be reached.
pub async fn post(
    at: &Instance,
    shown: &Authenticated,
    payload: &Payload,
    key: Option<Key>,
) -> Result<Outcome> {
    let mut shown = shown.clone();
    for _ in 0..ATTEMPTS {
        let post = Arc::new(Post::new(shown.webhook.clone(), payload, key.clone()));
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
            Done::Changed => match shown.again(at).await? {
                Some(now) => {
                    shown = now;
                    continue;
                }
                None => return Ok(Outcome::UnknownWebhook),
            },
        };
        let Mentions { fired, silent } = &accepted.answer.mentions;
        at.metrics
            .stored(Origin::Webhook, 1, fired.len(), silent.len());
        return Ok(Outcome::Stored(accepted));
    }
    Err(Error::Unavailable("the webhook keeps changing".into()))
}
