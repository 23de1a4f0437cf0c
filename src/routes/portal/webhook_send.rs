//! Posting from the portal itself, in a webhook's name: the test message, and what was composed in the playground.
//! Both are stored, judged and logged as a program's post would be.

use std::sync::Arc;

use crate::app::App;
use crate::chat::permissions::Permissions;
use crate::error::{Error, Result};
use crate::ids::WebhookId;
use crate::models::Webhook;
use crate::models::webhooks::webhook::{Authenticated, OperatedWebhook};
use crate::posting::Accepted;
use crate::routes::guards::SignedIn;
use crate::routes::webhooks::{AcceptedPost, PortalAttempt, PortalPost, Problem, post_from_portal};
use crate::security::tokens::Hashed;

/// Said to who may view the channel and not send messages there.
pub(super) const MAY_NOT_SEND: &str =
    "To post in the webhook’s channel, you need the permission “Send messages” there.";

/// A post that was sent, or refused.
pub(super) struct SentPost {
    /// The webhook that posted it.
    pub(super) webhook: Arc<Webhook>,
    /// Its id in the delivery log.
    pub(super) delivery_id: i64,
    /// What came of it.
    pub(super) outcome: SendOutcome,
}

/// What came of a post that was to be sent.
pub(super) enum SendOutcome {
    /// It is in the channel.
    Stored(Accepted),
    /// The event is not worth a message, for this reason.
    Ignored(String),
    /// A paused webhook posts nothing.
    Paused,
    /// It was refused.
    Refused(Problem),
}

/// Posts as the webhook `id`, on behalf of a user who manages it and may send messages in its channel.
///
/// # Errors
/// As [`Webhook::operated_within`], [`Error::Forbidden`] where they may not send messages there; [`Error::TooFast`].
pub(super) async fn send(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    post: impl FnOnce(&Webhook) -> PortalPost,
) -> Result<SentPost> {
    let access = me.access(app).await?;
    let operated = Webhook::operated_within(&app.db, access, id.get()).await?;
    send_as(app, me, operated, post).await
}

/// Posts as a webhook that `me` was found to manage.
///
/// # Errors
/// [`Error::Forbidden`] where they may not send messages there; [`Error::TooFast`].
pub(super) async fn send_as(
    app: &App,
    me: SignedIn<'_>,
    operated: OperatedWebhook<'_>,
    post: impl FnOnce(&Webhook) -> PortalPost,
) -> Result<SentPost> {
    let OperatedWebhook {
        webhook, visible, ..
    } = operated;
    // Judged again where it is stored; a post that can't succeed does not count against the webhook's limit.
    if !visible.may.contains(Permissions::SEND_MESSAGES) {
        return Err(Error::Forbidden(MAY_NOT_SEND));
    }
    let token_hash = Hashed::from_bytes(&webhook.token_hash)
        .ok_or_else(|| Error::internal("a webhook's hash has another length"))?;
    let post = post(&webhook);
    let shown = Authenticated {
        webhook: Arc::new(webhook),
        token_hash,
    };
    let PortalAttempt {
        delivery_id,
        outcome,
    } = post_from_portal(app, &shown, me.id, post).await?;
    let outcome = match outcome {
        Ok(AcceptedPost::Message(accepted)) => SendOutcome::Stored(accepted),
        Ok(AcceptedPost::Ignored(reason)) => SendOutcome::Ignored(reason),
        Err(_) if shown.webhook.is_paused() => SendOutcome::Paused,
        Err(problem) => SendOutcome::Refused(problem),
    };
    Ok(SentPost {
        webhook: shown.webhook,
        delivery_id,
        outcome,
    })
}
