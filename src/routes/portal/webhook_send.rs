//! Posting from the portal itself, in a webhook's name: the test message, and what was composed in the playground.
//! Both are stored, judged and logged as a program's post would be.

use std::sync::Arc;

use crate::app::App;
use crate::chat::permissions::Permissions;
use crate::error::{Error, Result};
use crate::ids::WebhookId;
use crate::models::Webhook;
use crate::models::webhooks::webhook::{Authenticated, Operated};
use crate::posting::Payload;
use crate::routes::guards::SignedIn;
use crate::routes::webhooks::{Problem, Stored, post_from_portal};
use crate::security::tokens::Hashed;

/// Said to who may view the channel and not send messages there.
pub(super) const MAY_NOT_SEND: &str =
    "To post in the webhook’s channel, you need the permission “Send messages” there.";

/// What came of it.
pub(super) enum Sent {
    /// It stands in the channel.
    Stored(Stored),
    /// A paused webhook posts nothing.
    Paused,
    /// It was refused.
    Refused(Problem),
}

/// Posts `payload` as the webhook `id`, on behalf of a person who manages it and may send messages in its channel. `body`
/// is what the log shows.
///
/// # Errors
/// As [`Webhook::operated_within`], [`Error::Forbidden`] where they may not send messages there; [`Error::TooFast`].
pub(super) async fn send(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    payload: impl FnOnce(&Webhook) -> (Payload, String),
) -> Result<(Arc<Webhook>, Sent)> {
    let places = me.places(app).await?;
    let Operated { webhook, place, .. } =
        Webhook::operated_within(&app.db, places, id.get()).await?;
    // Judged again where it is stored; a post that can't succeed does not count against the webhook's limit.
    if !place.may.contains(Permissions::SEND_MESSAGES) {
        return Err(Error::Forbidden(MAY_NOT_SEND));
    }
    let token_hash = Hashed::from_bytes(&webhook.token_hash)
        .ok_or_else(|| Error::internal("a webhook's hash has another length"))?;
    let (payload, body) = payload(&webhook);
    let shown = Authenticated {
        webhook: Arc::new(webhook),
        token_hash,
    };
    let sent = match post_from_portal(app, &shown, me.id, &payload, body).await? {
        Ok(stored) => Sent::Stored(stored),
        Err(_) if shown.webhook.is_paused() => Sent::Paused,
        Err(problem) => Sent::Refused(problem),
    };
    Ok((shown.webhook, sent))
}
