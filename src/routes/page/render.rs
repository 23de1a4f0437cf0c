//! What draws pages of their templates, and what the templates call.
//! What stands on a page is put together by its route, and by `page` what stands on all of them.

use std::sync::Arc;

use rocket_dyn_templates::tera::{Context, Tera};
use serde::Serialize;
use serde_json::{Map, Value};

use super::icons::Icon;
use super::moment::Moment;
use crate::error::{Error, Result};
use crate::resources::{Loaded, Resources, explain};
use crate::routes::chat::{MessageContext, MessageView, RenderCache};

/// What draws the pages of one instance. [`rocket_dyn_templates::Template`] is not used for that: it converts what it draws
/// three times over, which takes longer than the drawing, and every instance of it reads all templates anew.
#[derive(Debug)]
pub struct Renderer {
    resources: Arc<Resources>,
    messages: RenderCache,
}

impl Renderer {
    /// Draws with these templates, and has drawn no message yet.
    pub fn with(resources: Arc<Resources>) -> Self {
        Self {
            resources,
            messages: RenderCache::default(),
        }
    }

    /// Adds what the templates call.
    pub fn prepare(templates: &mut Tera) {
        templates.set_escape_fn(escaped);
        templates.register_function("icon", Icon);
        templates.register_function("time", Moment);
    }

    /// Draws a page.
    ///
    /// # Errors
    /// [`Error::Internal`] where the template does not go with what it is to draw.
    pub(super) fn page(&self, template: &str, mut context: Map<String, Value>) -> Result<String> {
        let loaded = self.resources.current();
        context.insert("assets".into(), loaded.assets.folder().into());
        draw(&loaded, template, Value::Object(context))
    }

    /// Draws the messages of a feed. Each is drawn once for all who see the same of it, see [`RenderCache`].
    ///
    /// # Errors
    /// As for a page.
    pub fn messages(&self, messages: Vec<MessageView>) -> Result<Vec<Arc<str>>> {
        let loaded = self.resources.current();
        messages
            .into_iter()
            .map(|message| {
                self.messages
                    .html_of(loaded.generation, message, |message| {
                        let message = message.context();
                        let message = serde_json::to_value(OneMessage { message })
                            .map_err(|err| Error::internal(err.to_string()))?;
                        draw(&loaded, "chat/message", message)
                    })
            })
            .collect()
    }
}

fn draw(loaded: &Loaded, template: &str, context: Value) -> Result<String> {
    Context::from_value(context)
        .and_then(|context| loaded.templates.render(template, &context))
        .map_err(|err| Error::internal(explain(&err)))
}

#[derive(Serialize)]
struct OneMessage<'a> {
    message: MessageContext<'a>,
}

/// Text as it stands in a page, between tags or quotes; no attribute of ours goes without quotes. Slashes stay:
/// who picks an address out of a page with a plain search finds it as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut rest = text;
    // Most text has nothing to escape, and is copied in one piece.
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        let (plain, marked) = rest.split_at(at);
        escaped.push_str(plain);
        escaped.push_str(match marked.as_bytes().first() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            _ => "&#39;",
        });
        rest = marked.get(1..).unwrap_or_default();
    }
    escaped.push_str(rest);
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    /// Shows: webhook.no-markup
    #[test]
    fn only_what_could_end_a_text_or_an_attribute_is_escaped() {
        assert_eq!(
            escaped("<a href='/x'>&\"é"),
            "&lt;a href=&#39;/x&#39;&gt;&amp;&quot;é"
        );
        assert_eq!(escaped(""), "");
        assert_eq!(escaped("plain 'to the end'"), "plain &#39;to the end&#39;");
    }
}
