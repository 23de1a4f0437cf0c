//! A webhook's post, from an accepted payload to a durable message with its answer.
//! Reading requests and refusing them is the routes' affair.

use serde::{Deserialize, Serialize};

use crate::chat::mentions::{OptIn, Report};
use crate::clock::rfc3339;
use crate::delivery::{Author, Draft, Posted};
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::live;
use crate::metrics::Origin;
use crate::models::channel;
use crate::models::idempotency_key::{Key, Model as Kept};
use crate::models::webhook::{Authenticated, Model as Webhook};

use sea_orm::EntityTrait;

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
    fn new(answer: Answer) -> Result<Self> {
        let json = serde_json::to_string(&answer).map_err(Error::internal)?;
        Ok(Self { answer, json })
    }

    fn again(kept: Kept) -> Result<Self> {
        let answer = serde_json::from_str(&kept.answer).map_err(Error::internal)?;
        Ok(Self {
            answer,
            json: kept.answer,
        })
    }
}

/// Posts for a webhook whose token was shown. Everything that decides is read in the transaction that stores
/// the message: once a regenerate, a pause or a deletion is answered, nothing is stored under the old token.
///
/// # Errors
/// When the database can't be reached; then nothing is stored.
pub async fn post(
    at: &Instance,
    shown: &Authenticated,
    payload: &Payload,
    key: Option<Key<'_>>,
) -> Result<Outcome> {
    let write = at.begin().await?;
    let Some(webhook) =
        Webhook::hold_for_post(&*write, shown.webhook.id, &shown.token_hash).await?
    else {
        return Ok(Outcome::UnknownWebhook);
    };
    let now = at.now();
    if let Some(key) = key
        && let Some(kept) = key.find(&*write, webhook.id, now).await?
    {
        return replay(key, kept);
    }
    let Some(channel) = channel::Entity::find_by_id(webhook.channel_id)
        .one(&*write)
        .await?
    else {
        return Ok(Outcome::UnknownWebhook);
    };
    let draft = Draft {
        channel: &channel,
        author: Author::Webhook {
            id: webhook.id,
            creator: webhook.creator_id,
        },
        content: &payload.content,
        name: payload.name.as_deref(),
        avatar_url: payload.avatar_url.as_deref(),
        opt_in: payload.opt_in,
    };
    let posted = draft.store(at, &*write).await?;
    let (fired, silent) = (posted.fired.len(), posted.silent.len());
    let accepted = Accepted::new(answer(at, &webhook, posted))?;
    if let Some(key) = key
        && !key.keep(&*write, webhook.id, &accepted.json, now).await?
    {
        // A twin on another connection was first: its message stands, this one goes.
        drop(write);
        return match key.find(&*at.db, webhook.id, now).await? {
            Some(kept) => replay(key, kept),
            None => Err(Error::Unavailable("an idempotency key vanished".into())),
        };
    }
    live::announce(&*write, at.node(), &[(channel.id, fired > 0)]).await?;
    write.commit().await?;
    at.metrics.stored(Origin::Webhook, 1, fired, silent);
    at.live.arrived(channel.id, fired > 0);
    Ok(Outcome::Stored(accepted))
}

fn replay(key: Key<'_>, kept: Kept) -> Result<Outcome> {
    if key.fits(&kept) {
        Ok(Outcome::Replayed(Accepted::again(kept)?))
    } else {
        Ok(Outcome::KeyReused)
    }
}

fn answer(at: &Instance, webhook: &Webhook, posted: Posted) -> Answer {
    let Posted {
        message,
        fired,
        silent,
    } = posted;
    Answer {
        message: Shown {
            id: message.id,
            channel_id: message.channel_id,
            created_at: rfc3339(message.created_at()),
            name: message.name.unwrap_or_else(|| webhook.name.clone()),
            avatar_url: message
                .avatar_url
                .unwrap_or_else(|| webhook.avatar_url(&at.config.base_url)),
            content: message.content,
        },
        mentions: Mentions { fired, silent },
    }
}
