//! The result that a webhook's post would have: its mentions are resolved as a real one's are, and nothing is stored.
//! Real posts go through `submit`.

use std::sync::Arc;

use super::mention_facts::MentionFacts;
use super::post::Post;
use super::source::PostSource;
use crate::models::Webhook;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::chat::mentions::ResolvedMessage;
use portico_rules::ids::UserId;
use portico_rules::payload::Payload;

/// The text that would be stored, and what would become of its mentions, by what the webhook's creator and the person who
/// would send it may do at this moment.
#[boxed]
pub async fn preview(
    db: &Conn,
    webhook: &Arc<Webhook>,
    payload: &Payload,
    sender_id: UserId,
) -> Result<Arc<ResolvedMessage<'static>>> {
    let via = PostSource::Portal { sender_id, key: None };
    let post = Post::new(webhook.clone(), payload, via);
    let lookup = post.mention_lookup();
    let facts = MentionFacts::load(db, lookup.as_slice()).await?;
    Ok(post.resolved(&facts))
}
