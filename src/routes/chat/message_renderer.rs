//! Renders the messages of feeds, each once for all readers who see the same of it.
//! The look of a message is decided in `message_view`; whole pages are rendered by `page`.

use std::convert::Infallible;
use std::sync::Arc;
use std::thread::available_parallelism;

use rocket::Request;
use rocket::http::Status;
use rocket::request::{FromRequest, Outcome};
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task::yield_now;

use super::message_view::{MessageContext, MessageView};
use super::render_cache::RenderCache;
use crate::routes::page::{Fragments, ReaderLanguage, Renderer};
use portico_platform::error::{Error, Result};
use portico_rules::language::{ENGLISH, Language};

/// The rendered messages of one instance, see `render_cache`.
///
/// Other tasks run between two messages, and half of the processors render no long ones: a channel of messages made to cost
/// the most leaves time for everyone else.
#[derive(Debug)]
pub struct RenderedMessages {
    renderer: Renderer,
    cache: RenderCache,
    long_at_once: Semaphore,
}

impl RenderedMessages {
    /// Renders with the templates of `renderer`; the cache is empty.
    pub fn with(renderer: Renderer) -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Self { renderer, cache: RenderCache::default(), long_at_once: Semaphore::new(processors.div_ceil(2)) }
    }

    /// Renders in English, for pages that are.
    pub(in crate::routes) fn in_english(&self) -> MessageRenderer<'_> {
        MessageRenderer { shared: self, language: &ENGLISH }
    }
}

/// Renders messages in the language of a reader.
#[derive(Clone, Copy, Debug)]
pub struct MessageRenderer<'r> {
    shared: &'r RenderedMessages,
    /// The language of the words around what people wrote.
    pub(super) language: &'static Language,
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for MessageRenderer<'r> {
    type Error = Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Infallible> {
        let language = request.guard::<ReaderLanguage>().await.succeeded();
        match request.rocket().state::<RenderedMessages>().zip(language) {
            Some((shared, ReaderLanguage(language))) => Outcome::Success(Self { shared, language }),
            None => Outcome::Forward(Status::InternalServerError),
        }
    }
}

impl MessageRenderer<'_> {
    /// The HTML of each message.
    ///
    /// # Errors
    /// As [`Fragments::render`].
    pub(super) async fn render(self, messages: Vec<MessageView>) -> Result<Vec<Arc<str>>> {
        let fragments = self.shared.renderer.fragments();
        let mut rendered = Vec::with_capacity(messages.len());
        for message in messages {
            let key = (fragments.generation(), self.language.tag, message);
            let html = match self.shared.cache.get(&key) {
                Some(html) => html,
                None => {
                    let html: Arc<str> = self.render_one(&fragments, "chat/message", &key.2).await?.into();
                    self.shared.cache.insert(key, Arc::clone(&html));
                    html
                }
            };
            rendered.push(html);
        }
        Ok(rendered)
    }

    /// The HTML of a part of each message, which is not cached.
    ///
    /// # Errors
    /// As [`Fragments::render`].
    pub(super) async fn render_part(self, template: &str, messages: &[MessageView]) -> Result<Vec<String>> {
        let fragments = self.shared.renderer.fragments();
        let mut rendered = Vec::with_capacity(messages.len());
        for message in messages {
            rendered.push(self.render_one(&fragments, template, message).await?);
        }
        Ok(rendered)
    }

    async fn render_one(self, fragments: &Fragments, template: &str, message: &MessageView) -> Result<String> {
        let permit = match message.is_long() {
            true => Some(self.shared.long_at_once.acquire().await.map_err(Error::internal)?),
            false => None,
        };
        let message = message.context();
        let context = serde_json::to_value(OneMessage { message }).map_err(|err| Error::internal(err.to_string()))?;
        let html = fragments.render(template, self.language, context)?;
        drop(permit);
        yield_now().await;
        Ok(html)
    }
}

#[derive(Serialize)]
struct OneMessage<'a> {
    message: MessageContext<'a>,
}
