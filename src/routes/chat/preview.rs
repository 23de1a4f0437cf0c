//! A preview of a webhook's message, rendered as its channel would show it, without sending it.
//! Its mentions are judged in `posting`.

use std::sync::Arc;

use super::channel_links;
use super::message_renderer::MessageRenderer;
use super::message_view::{MessageView, Reader};
use crate::app::App;
use portico_platform::error::{Error, Result};
use portico_rules::chat::cards::{self, Card};
use portico_rules::chat::mentions::{self, Span};
use portico_store::models::messages::feed::MessagePeople;
use portico_store::models::{Membership, Message, Webhook};

/// A message that is not stored.
#[derive(Debug)]
pub struct MessagePreview<'a> {
    /// The webhook that would post it.
    pub webhook: &'a Webhook,
    /// A name for this message alone.
    pub name: Option<String>,
    /// A picture for this message alone.
    pub avatar_url: Option<String>,
    /// The text as it would be stored.
    pub content: &'a str,
    /// The mentions in it.
    pub spans: &'a [Span],
    pub cards: &'a [Card],
}

/// Renders it for a member of the webhook's server.
///
/// # Errors
/// When the database can't be reached, and when a template fails.
pub async fn render_preview(
    app: &App,
    renderer: MessageRenderer<'_>,
    membership: &Membership,
    preview: MessagePreview<'_>,
) -> Result<Arc<str>> {
    let message = Message {
        // Not the id of any message, but one of this moment, since ids contain the time.
        id: app.id_times().first_id_at(app.now()).into(),
        channel_id: preview.webhook.channel_id,
        author_id: None,
        webhook_id: Some(preview.webhook.id),
        name: preview.name,
        avatar_url: preview.avatar_url,
        content: preview.content.to_owned(),
        spans: mentions::store(preview.spans),
        cards: cards::store(preview.cards),
        edited_at: None,
        reply_to_id: None,
        reply_notified_id: None,
    };
    let people = MessagePeople::load(&app.db, std::slice::from_ref(&message)).await?;
    let (user_id, server_id) = (membership.user_id, membership.server.id);
    let messages = std::slice::from_ref(&message);
    let channels = channel_links::load(&app.db, user_id, server_id, messages).await?;
    let reader = Reader {
        // There is no such message to act on.
        acts: false,
        ..Reader::new(app, membership).seeing(channels)
    };
    let view = MessageView::new(&message, &people, &reader);
    let mut html = renderer.render(vec![view]).await?;
    html.pop().ok_or_else(|| Error::internal("a message was not rendered"))
}
