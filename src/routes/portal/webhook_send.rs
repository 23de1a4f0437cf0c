//! Posting from the portal itself, in a webhook's name: the test message, and what was composed in the playground.
//! Both are stored, judged and logged as a program's post would be.

use std::sync::Arc;

use crate::delivery::webhook::Payload;
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::models::Webhook;
use crate::models::webhook::Authenticated;
use crate::routes::viewer::SignedIn;
use crate::routes::webhooks::{Problem, Stored, post_from_portal};
use crate::security::tokens::Hashed;

/// What came of it.
pub(super) enum Sent {
    /// It stands in the channel.
    Stored(Stored),
    /// A paused webhook posts nothing.
    Paused,
    /// It was refused.
    Refused(Problem),
}

/// Posts `payload` as the webhook `id`, on behalf of somebody who manages it. `body` is what the log shows.
///
/// # Errors
/// As [`Webhook::managed_by`]; [`Error::TooFast`].
pub(super) async fn send(
    at: &Instance,
    me: SignedIn<'_>,
    id: i64,
    payload: impl FnOnce(&Webhook) -> (Payload, String),
) -> Result<(Arc<Webhook>, Sent)> {
    let (webhook, _) = Webhook::managed_by(&*at.db, me.id, id).await?;
    let token_hash = Hashed::from_bytes(&webhook.token_hash)
        .ok_or_else(|| Error::internal("a webhook's hash has another length"))?;
    let (payload, body) = payload(&webhook);
    let shown = Authenticated {
        webhook: Arc::new(webhook),
        token_hash,
    };
    let sent = match post_from_portal(at, &shown, &payload, body).await? {
        Ok(stored) => Sent::Stored(stored),
        Err(_) if shown.webhook.is_paused() => Sent::Paused,
        Err(problem) => Sent::Refused(problem),
    };
    Ok((shown.webhook, sent))
}
