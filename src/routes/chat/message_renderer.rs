//! Renders the messages of feeds, each once for all readers who see the same of it.
//! What a message looks like is decided in `message_view`; whole pages are rendered by `page`.

use std::sync::Arc;

use serde::Serialize;

use super::message_view::{MessageContext, MessageView};
use super::render_cache::RenderCache;
use crate::routes::page::Renderer;
use portico_platform::error::{Error, Result};

/// Renders the messages of one instance and caches their HTML, see `render_cache`.
#[derive(Debug)]
pub struct MessageRenderer {
    renderer: Renderer,
    cache: RenderCache,
}

impl MessageRenderer {
    /// Renders with the templates of `renderer`; the cache is empty.
    pub fn with(renderer: Renderer) -> Self {
        Self { renderer, cache: RenderCache::default() }
    }

    /// The HTML of each message.
    ///
    /// # Errors
    /// As [`Renderer::fragments`].
    pub(super) fn render(&self, messages: Vec<MessageView>) -> Result<Vec<Arc<str>>> {
        let fragments = self.renderer.fragments();
        messages
            .into_iter()
            .map(|message| {
                self.cache.html_of(fragments.generation(), message, |message| {
                    let message = message.context();
                    let message =
                        serde_json::to_value(OneMessage { message }).map_err(|err| Error::internal(err.to_string()))?;
                    fragments.render("chat/message", message)
                })
            })
            .collect()
    }
}

#[derive(Serialize)]
struct OneMessage<'a> {
    message: MessageContext<'a>,
}
