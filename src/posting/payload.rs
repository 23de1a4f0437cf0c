//! What a webhook posts, and how the post came in.
//! Reading and checking a payload is up to `routes::webhooks` and `dialects`.

use crate::chat::cards::Card;
use crate::chat::mentions::{AllowedMentions, Mark};
use crate::models::webhooks::idempotency_key::Key;

/// What is posted, checked already (spec section 4.3): by the native payload's rules, or by a dialect's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payload {
    /// The text; empty only where there are cards.
    pub content: String,
    /// Ranges of the text that a dialect decided, in order and apart from each other.
    pub marks: Vec<Mark>,
    /// A name for this message alone.
    pub name: Option<String>,
    /// An avatar for this message alone. Loaded by viewers, never by the server.
    pub avatar_url: Option<String>,
    /// The mentions that may fire.
    pub allowed_mentions: AllowedMentions,
    /// Cards within the limits of [`cards`](crate::chat::cards), none of them empty. Never scanned for mentions.
    pub cards: Vec<Card>,
}

/// How a post comes in.
#[derive(Debug, Clone)]
pub enum PostSource {
    /// By the webhook URL, with the idempotency key if there is one.
    Url {
        /// The key.
        key: Option<Key>,
    },
    /// From the portal's pages. It is stored only if the sender manages the server and may view the channel and send
    /// messages there. It fires only what both the sender and the webhook's creator may fire.
    Portal {
        /// The user who sends it.
        sender_id: i64,
        /// The key of a form that must not post twice.
        key: Option<Key>,
    },
}

impl From<Option<Key>> for PostSource {
    fn from(key: Option<Key>) -> Self {
        Self::Url { key }
    }
}
