//! A webhook's post, from an accepted payload to a durable message with its answer.
//! Reading requests and refusing them is the routes' affair.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use super::batch::PostOutcome;
use super::kept::Kept;
use super::post::Post;
use super::writer::WebhookPosts;
use crate::chat::cards::Card;
use crate::chat::mentions::{Mark, OptIn, Report, Resolved};
use crate::clock::rfc3339;
use crate::config::BaseUrl;
use crate::core::Core;
use crate::error::{Error, Result};
use crate::ids;
use crate::metrics::Origin;
use crate::models::webhooks::idempotency_key::Key;
use crate::models::webhooks::webhook::Authenticated;

/// What is posted, checked already (spec section 4.3): by the native payload's rules, or by a dialect's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payload {
    /// The text; empty only where there are cards.
    pub content: String,
    /// Ranges of the text that a dialect decided, in order and apart from each other.
    pub marks: Vec<Mark>,
    /// A name for this message alone.
    pub name: Option<String>,
    /// An avatar for this message alone. Shown to viewers, never fetched by the server.
    pub avatar_url: Option<String>,
    /// The kinds of mention that may fire.
    pub opt_in: OptIn,
    /// Single users that may be mentioned although `opt_in.users` is off.
    pub users: Vec<i64>,
    /// Single roles that may be mentioned although `opt_in.roles` is off.
    pub roles: Vec<i64>,
    /// Cards within the limits of [`cards`](crate::chat::cards), none of them empty. Never scanned for mentions.
    pub cards: Vec<Card>,
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
pub(super) struct Shown<'a> {
    pub(super) id: i64,
    pub(super) channel_id: i64,
    pub(super) content: &'a str,
    pub(super) name: &'a str,
    pub(super) avatar_url: &'a str,
    pub(super) created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edited_at: Option<String>,
    #[serde(skip_serializing_if = "<[Card]>::is_empty", serialize_with = "native")]
    pub(super) cards: &'a [Card],
}

/// Cards as the native payload has them: with their times in RFC 3339.
fn native<S: Serializer>(cards: &[Card], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|card| {
        let mut value = json!(card);
        if let Some(time) = card.time {
            value["time"] = rfc3339(time).into();
        }
        value
    }))
}

/// What is read of an answer that an earlier version kept, which kept it whole.
#[derive(Deserialize)]
struct KeptWhole {
    message: KeptMessage,
    mentions: Mentions,
}

#[derive(Deserialize)]
struct KeptMessage {
    id: i64,
}

/// How many mentions a report lists.
pub const MOST_REPORTED: usize = 100;

/// What became of a message's mentions: of the first [`MOST_REPORTED`], those that fired before those that did not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mentions {
    /// Those that fired.
    pub fired: Vec<Report>,
    /// Those that stayed silent, and why.
    pub silent: Vec<Report>,
    /// How many more there were, which are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde asks.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Mentions {
    /// The report on a message.
    pub fn of(text: &Resolved<'_>) -> Self {
        Self::listed(&text.fired, &text.silent)
    }

    pub(super) fn listed(fired: &[Report], silent: &[Report]) -> Self {
        let total = fired.len() + silent.len();
        let fired = &fired[..fired.len().min(MOST_REPORTED)];
        let silent = &silent[..silent.len().min(MOST_REPORTED - fired.len())];
        Self {
            more: total - fired.len() - silent.len(),
            fired: fired.to_vec(),
            silent: silent.to_vec(),
        }
    }
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
        let avatar_url = avatar_url(post, base_url);
        Self::written(shown(post, id, text, &avatar_url), Mentions::of(text))
    }

    /// The same, with what is kept to give it again.
    pub(super) fn keyed(
        post: &Post,
        id: i64,
        text: &Resolved<'_>,
        base_url: &BaseUrl,
    ) -> Result<(Self, String)> {
        let avatar_url = avatar_url(post, base_url);
        let shown = shown(post, id, text, &avatar_url);
        let mentions = Mentions::of(text);
        let kept = Kept::of(post.sent(), &shown, &mentions, text)
            .ok_or_else(|| Error::internal("a mention is not in the text that was sent"))?;
        let kept = serde_json::to_string(&kept).map_err(Error::internal)?;
        Ok((Self::written(shown, mentions)?, kept))
    }

    /// The answer to the same post, by what was kept of it.
    pub(super) fn again(post: &Post, kept: &str) -> Result<Self> {
        let sent = post.sent();
        if let Ok(kept) = serde_json::from_str::<Kept>(kept) {
            let content = kept.content(sent.content);
            let shown = kept.shown(sent, &content);
            let (Some(shown), Some(mentions)) = (shown, kept.mentions(sent.content)) else {
                return Err(Error::internal("an answer was kept of another post"));
            };
            return Self::written(shown, mentions);
        }
        let whole: KeptWhole = serde_json::from_str(kept).map_err(Error::internal)?;
        Ok(Self {
            message_id: whole.message.id,
            mentions: Mentions::listed(&whole.mentions.fired, &whole.mentions.silent),
            json: kept.to_owned(),
        })
    }

    fn written(message: Shown<'_>, mentions: Mentions) -> Result<Self> {
        let id = message.id;
        // What stands around the text, and what is said of a mention.
        let reports = mentions.fired.len() + mentions.silent.len();
        let mut json = Vec::with_capacity(512 + message.content.len() + 128 * reports);
        let answer = Answer {
            message,
            mentions: &mentions,
        };
        serde_json::to_writer(&mut json, &answer).map_err(Error::internal)?;
        Ok(Self {
            message_id: id,
            json: String::from_utf8(json).map_err(Error::internal)?,
            mentions,
        })
    }
}

fn avatar_url<'p>(post: &'p Post, base_url: &BaseUrl) -> Cow<'p, str> {
    match &post.avatar_url {
        Some(url) => Cow::Borrowed(url),
        None => Cow::Owned(post.webhook.avatar_url(base_url)),
    }
}

fn shown<'a>(post: &'a Post, id: i64, text: &'a Resolved<'_>, avatar_url: &'a str) -> Shown<'a> {
    Shown {
        id,
        channel_id: post.webhook.channel_id,
        content: &text.content,
        name: post.name.as_ref().unwrap_or(&post.webhook.name),
        avatar_url,
        created_at: rfc3339(ids::time_of(id)),
        edited_at: None,
        cards: &post.cards,
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
    core: &Core,
    posts: &WebhookPosts,
    shown: &Authenticated,
    payload: &Payload,
    via: impl Into<Via>,
) -> Result<Outcome> {
    let via = via.into();
    let mut shown = shown.clone();
    for _ in 0..ATTEMPTS {
        let post = Arc::new(Post::new(shown.webhook.clone(), payload, via.clone()));
        let done = if shown.webhook.is_paused() {
            PostOutcome::Changed
        } else {
            posts.writer.submit(post.clone()).await?
        };
        let (accepted, text) = match done {
            PostOutcome::Stored(id, text) => (
                Accepted::new(&post, id, &text, &core.config.base_url)?,
                text,
            ),
            PostOutcome::Keyed(accepted, text) => (accepted, text),
            PostOutcome::Replayed(accepted) => return Ok(Outcome::Replayed(accepted)),
            PostOutcome::KeyReused => return Ok(Outcome::KeyReused),
            PostOutcome::NotAllowed => {
                return Err(Error::Forbidden(
                    "To post here from the portal, you need “Manage server”, and in the webhook’s channel “View channel” and “Send messages”.",
                ));
            }
            PostOutcome::Changed => match shown.again(&core.db, &posts.recent).await? {
                Some(now) => {
                    shown = now;
                    continue;
                }
                None => return Ok(Outcome::UnknownWebhook),
            },
        };
        core.metrics
            .stored(Origin::Webhook, 1, text.fired.len(), text.silent.len());
        return Ok(Outcome::Stored(accepted));
    }
    Err(Error::Unavailable("the webhook keeps changing".into()))
}
