//! What came of a webhook's post.
//! How a refusal is worded is up to the routes.

use super::accepted::Accepted;

/// What came of a post.
#[derive(Debug, Clone)]
pub enum PostOutcome {
    /// The message is stored, now or, where it is [a replay](Accepted::replayed), before.
    Stored(Accepted),
    /// The same key came with another body before.
    KeyReused,
    /// The token is no longer the webhook's, or the webhook is paused or deleted. Nothing is stored.
    UnknownWebhook,
}
