//! How a post came in: by the webhook URL, or from the portal.

use crate::models::webhooks::idempotency_key::IdempotencyKey;

use portico_rules::ids::UserId;

/// How a post comes in.
#[derive(Debug, Clone)]
pub enum PostSource {
    /// By the webhook URL, with the idempotency key if there is one.
    Url {
        /// The key.
        key: Option<IdempotencyKey>,
    },
    /// From the portal's pages. It is stored only if the sender manages the server and may view the channel and send
    /// messages there. It fires only what both the sender and the webhook's creator may fire.
    Portal {
        /// The user who sends it.
        sender_id: UserId,
        /// The key of a form that must not post twice.
        key: Option<IdempotencyKey>,
    },
}

impl From<Option<IdempotencyKey>> for PostSource {
    fn from(key: Option<IdempotencyKey>) -> Self {
        Self::Url { key }
    }
}
