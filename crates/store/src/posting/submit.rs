//! Submitting a webhook's post: from a checked payload to a durable message with its response.
//! Reading and refusing requests is up to the routes; storing is done in `store`.

use std::sync::Arc;

use super::old_answer::OldAnswer;
use super::post::Post;
use super::room;
use super::source::PostSource;
use super::store::PostRecord;
use super::stored_post::{PostError, StoredPost};
use super::writer::WebhookPosts;
use crate::core::Core;
use crate::models::webhooks::webhook::AuthenticatedWebhook;
use portico_platform::error::Error;
use portico_platform::metrics::Origin;
use portico_rules::payload::Payload;

/// How often a post is checked again for a webhook that changes while the post waits.
const ATTEMPTS: usize = 5;

/// Posts for an authenticated webhook. Returns once the message is durable.
///
/// # Errors
/// [`PostError::KeyReused`] and [`PostError::UnknownWebhook`]; [`Error::DiskNearlyFull`] and [`Error::BudgetSpent`] where
/// there is no room for it; [`Error::Unavailable`] where too many posts wait, with nothing stored, and where the database
/// can't be reached; [`Error::Forbidden`] where a user sends it from the portal without the permission.
pub async fn submit(
    core: &Core,
    posts: &WebhookPosts,
    webhook: &AuthenticatedWebhook,
    payload: &Payload,
    via: impl Into<PostSource>,
) -> Result<StoredPost, PostError> {
    let via = via.into();
    let mut current = webhook.clone();
    for attempt in 0..ATTEMPTS {
        let post = Arc::new(Post::new(current.webhook.clone(), payload, via.clone()));
        let (creator_id, server_id, bytes) = (post.webhook.creator_id, post.webhook.server_id, post.bytes());
        if attempt == 0 {
            room::take(core, creator_id, server_id, bytes)?;
        }
        let record = if current.webhook.accepts_posts() {
            let began = core.clock.steady();
            let record = posts.writer.submit(post.clone()).await?;
            core.metrics.committed(core.clock.steady().saturating_sub(began));
            record
        } else {
            Err(PostError::UnknownWebhook)
        };
        let (stored, fired, silent) = match record {
            // Made here rather than by the writer, which every post waits for.
            Ok(PostRecord::New { id, text }) => {
                let at = core.id_times().time_of(id.get());
                let stored = StoredPost::new(&post, id, &text, at, &core.config.base_url);
                (stored, text.fired.len(), text.silent.len())
            }
            Ok(PostRecord::Kept(answer)) => {
                let mut stored = match OldAnswer::parse(&answer) {
                    Some(old) => old.stored_post(&post, core.id_times()),
                    None => Some(StoredPost::kept(&post, &answer, core.id_times())?),
                }
                .ok_or_else(|| Error::internal("an answer was kept of another post"))?;
                // Of this very post, in an attempt that was committed without learning of it, it is the first answer.
                stored.replayed = post.last_attempt().is_none_or(|(id, _)| id != stored.message_id);
                if stored.replayed {
                    return Ok(stored);
                }
                let (fired, silent) = (stored.mentions.fired.len(), stored.mentions.silent.len());
                (stored, fired, silent)
            }
            Err(PostError::UnknownWebhook) => match Box::pin(posts.reload(core, &current)).await? {
                Some(now) => {
                    current = now;
                    continue;
                }
                None => return Err(PostError::UnknownWebhook),
            },
            Err(err) => return Err(err),
        };
        room::note(core, server_id, bytes);
        core.metrics.stored(Origin::Webhook, 1, fired, silent);
        return Ok(stored);
    }
    Err(Error::Unavailable("the webhook keeps changing".into()).into())
}
