//! Submitting a webhook's post: from a checked payload to a durable message with its response.
//! Reading and refusing requests is up to the routes; storing is done in `store`.

use std::sync::Arc;

use super::accepted::Accepted;
use super::outcome::PostOutcome;
use super::post::Post;
use super::room;
use super::source::PostSource;
use super::store::StoreOutcome;
use super::writer::WebhookPosts;
use crate::core::Core;
use crate::models::webhooks::webhook::Authenticated;
use portico_platform::error::{Error, Result};
use portico_platform::metrics::Origin;
use portico_rules::payload::Payload;

/// How often a post is checked again for a webhook that changes while the post waits.
const ATTEMPTS: usize = 5;

/// Posts for an authenticated webhook. Returns once the message is durable.
///
/// # Errors
/// [`Error::DiskNearlyFull`] and [`Error::BudgetSpent`] where there is no room for it;
/// [`Error::Unavailable`] where too many posts wait, with nothing stored, and where the database can't be reached;
/// [`Error::Forbidden`] where a user sends it from the portal without the permission.
pub async fn submit(
    core: &Core,
    posts: &WebhookPosts,
    webhook: &Authenticated,
    payload: &Payload,
    via: impl Into<PostSource>,
) -> Result<PostOutcome> {
    let via = via.into();
    let mut current = webhook.clone();
    for attempt in 0..ATTEMPTS {
        let post = Arc::new(Post::new(current.webhook.clone(), payload, via.clone()));
        let (creator_id, server_id, bytes) = (post.webhook.creator_id, post.webhook.server_id, post.bytes());
        if attempt == 0 {
            room::take(core, creator_id, server_id, bytes)?;
        }
        let outcome = if current.webhook.accepts_posts() {
            let began = core.clock.steady();
            let outcome = posts.writer.submit(post.clone()).await?;
            core.metrics.committed(core.clock.steady().saturating_sub(began));
            outcome
        } else {
            StoreOutcome::WebhookChanged
        };
        let stored = match outcome {
            StoreOutcome::Stored(stored) => stored,
            StoreOutcome::Replayed(accepted) => return Ok(PostOutcome::Stored(accepted)),
            StoreOutcome::KeyReused => return Ok(PostOutcome::KeyReused),
            StoreOutcome::NotAllowed => {
                return Err(Error::Forbidden(
                    "To post here from the portal, you need “Manage server”, and in the webhook’s channel “View channel” and “Send messages”.",
                ));
            }
            StoreOutcome::WebhookChanged => match Box::pin(posts.reload(core, &current)).await? {
                Some(now) => {
                    current = now;
                    continue;
                }
                None => return Ok(PostOutcome::UnknownWebhook),
            },
        };
        let text = stored.text;
        let accepted = match stored.response {
            Some(accepted) => accepted,
            // Made here rather than by the writer, which every post waits for.
            None => Accepted::new(&post, stored.id, &text, core.id_times().time_of(stored.id), &core.config.base_url),
        };
        room::note(core, server_id, bytes);
        core.metrics.stored(Origin::Webhook, 1, text.fired.len(), text.silent.len());
        return Ok(PostOutcome::Stored(accepted));
    }
    Err(Error::Unavailable("the webhook keeps changing".into()))
}
