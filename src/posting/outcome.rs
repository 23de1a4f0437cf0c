//! What came of a webhook's post, in every step from the database to the route.
//! How a refusal is worded is up to the routes.

use super::accepted::Accepted;

/// What came of a post. `S` is what is known of a message that was stored.
#[derive(Debug, Clone)]
pub enum Outcome<S = Accepted> {
    /// The message is stored.
    Stored(S),
    /// The same key came with the same body before: the first response again, and nothing stored.
    Replayed(Accepted),
    /// The same key came with another body before.
    KeyReused,
    /// The token is no longer the webhook's, or the webhook is paused or deleted. Nothing is stored.
    UnknownWebhook,
}
