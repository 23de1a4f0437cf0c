//! A webhook's message that nobody sent, drawn as its channel would show it.
//! What would become of its mentions is judged in `posting`.

use std::sync::Arc;

use super::drawn::{Drawn, Reader};
use crate::app::App;
use crate::chat::mentions::{self, Span};
use crate::error::{Error, Result};
use crate::ids;
use crate::models::feed::Cast;
use crate::models::{Message, Standing, Webhook};
use crate::routes::page::Drawing;

/// What a message would be.
#[derive(Debug)]
pub struct Unsent<'a> {
    /// In whose name.
    pub webhook: &'a Webhook,
    /// A name for this message alone.
    pub name: Option<String>,
    /// A picture for this message alone.
    pub avatar_url: Option<String>,
    /// The text as it would be stored.
    pub content: &'a str,
    /// The mentions in it.
    pub spans: &'a [Span],
}

/// Draws it for somebody who is a member of the webhook's server.
///
/// # Errors
/// When the database can't be reached, and as [`Drawing::messages`].
pub async fn draw_unsent(
    app: &App,
    drawing: &Drawing,
    standing: &Standing,
    unsent: Unsent<'_>,
) -> Result<Arc<str>> {
    let message = Message {
        // No message's: an id of this moment, for the time that it carries.
        id: ids::first_id_at(app.now()),
        channel_id: unsent.webhook.channel_id,
        author_id: None,
        webhook_id: Some(unsent.webhook.id),
        name: unsent.name,
        avatar_url: unsent.avatar_url,
        content: unsent.content.to_owned(),
        spans: mentions::store(unsent.spans),
    };
    let cast = Cast::of(&*app.db, std::slice::from_ref(&message)).await?;
    let drawn = Drawn::of(&message, &cast, &Reader::of(&app.config.base_url, standing));
    let mut html = drawing.messages(vec![drawn])?;
    html.pop()
        .ok_or_else(|| Error::internal("a message was not rendered"))
}
