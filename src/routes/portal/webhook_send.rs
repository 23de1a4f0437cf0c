//! Posting from the portal itself, in a webhook's name: the test message, and what was composed in the playground.
//! Both are stored, judged and logged as a program's post would be.

use std::sync::Arc;

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::webhooks::{NoPost, PortalAttempt, PortalPost, Problem, post_from_portal};
use portico_crypto::tokens::SecretHash;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{DeliveryId, WebhookId};
use portico_store::models::Webhook;
use portico_store::models::webhooks::webhook::{AuthenticatedWebhook, VisibleWebhook};
use portico_store::posting::StoredPost;

/// Said to who may view the channel and not send messages there.
pub(super) const MAY_NOT_SEND: &str =
    "To post in the webhook’s channel, you need the permission “Send messages” there.";

/// A post that was sent, or refused.
pub(super) struct SentPost {
    /// The webhook that posted it.
    pub(super) webhook: Arc<Webhook>,
    /// Its id in the delivery log.
    pub(super) delivery_id: DeliveryId,
    /// Result.
    pub(super) outcome: SendOutcome,
}

/// Result of a post that was to be sent.
pub(super) enum SendOutcome {
    /// It is in the channel.
    Stored(StoredPost),
    /// The event is not worth a message, for this reason.
    Ignored(String),
    /// The webhook is paused or suspended; the sentence says which, and what to do.
    Inactive(&'static str),
    /// It was refused.
    Refused(Problem),
}

/// Reason a webhook can't post at all, for those who manage it; none where it can.
pub(super) fn why_inactive(webhook: &Webhook) -> Option<&'static str> {
    if webhook.accepts_posts() {
        None
    } else if webhook.is_suspended() {
        Some("The operator suspended this webhook, so it can’t post. Only the operator can lift the suspension.")
    } else if webhook.server_suspended {
        Some("The operator suspended this webhook’s server, so it can’t post.")
    } else {
        Some("A paused webhook can’t post. Resume it first.")
    }
}

/// Posts as the webhook `id`, on behalf of a user who manages it and may send messages in its channel.
///
/// # Errors
/// As [`Webhook::visible_within`], [`Error::Forbidden`] where they may not send messages there; [`Error::TooFast`].
pub(super) async fn send(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    post: impl FnOnce(&Webhook) -> PortalPost,
) -> Result<SentPost> {
    let access = me.access(app).await?;
    let webhook = Webhook::visible_within(&app.db, access, id).await?;
    send_as(app, me, webhook, post).await
}

/// Posts as a webhook that `me` was found to manage.
///
/// # Errors
/// [`Error::Forbidden`] where they may not send messages there; [`Error::TooFast`].
pub(super) async fn send_as(
    app: &App,
    me: SignedIn<'_>,
    webhook: VisibleWebhook<'_>,
    post: impl FnOnce(&Webhook) -> PortalPost,
) -> Result<SentPost> {
    let VisibleWebhook { webhook, visible, .. } = webhook;
    // Judged again where it is stored; a post that can't succeed does not count against the webhook's limit.
    if !visible.may.contains(Permissions::SEND_MESSAGES) {
        return Err(Error::Forbidden(MAY_NOT_SEND));
    }
    let token_hash = SecretHash::from_bytes(&webhook.token_hash)
        .ok_or_else(|| Error::internal("a webhook's hash has another length"))?;
    let post = post(&webhook);
    let shown = AuthenticatedWebhook { webhook: Arc::new(webhook), token_hash };
    let PortalAttempt { delivery_id, outcome } = post_from_portal(app, &shown, me.id, post).await?;
    let outcome = match outcome {
        Ok(stored) => SendOutcome::Stored(stored),
        Err(NoPost::Ignored(reason)) => SendOutcome::Ignored(reason),
        Err(NoPost::Refused(problem)) => match why_inactive(&shown.webhook) {
            Some(sentence) => SendOutcome::Inactive(sentence),
            None => SendOutcome::Refused(problem),
        },
    };
    Ok(SentPost { webhook: shown.webhook, delivery_id, outcome })
}
