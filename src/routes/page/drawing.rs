//! What draws pages of their templates: the templates as they were read, and what they call.
//! What stands on a page is put together by its route, and by `page` what stands on all of them.

use std::sync::{Arc, PoisonError, RwLock};

use rocket::fairing::{AdHoc, Fairing};
use rocket_dyn_templates::Template;
use rocket_dyn_templates::tera::{Context, Tera};
use serde::Serialize;
use serde_json::{Map, Value};

use super::icons::Icon;
use super::moment::Moment;
use crate::error::{Error, Result};
use crate::routes::chat::{Drawn, Known};

/// The templates. [`Template`] reads them, and in debug builds reads them again when they change; but it converts
/// what it draws three times over, which takes longer than the drawing.
#[derive(Debug, Clone, Default)]
pub struct Drawing(Arc<RwLock<Arc<Read>>>);

#[derive(Debug, Default)]
struct Read {
    tera: Tera,
    messages: Known,
}

impl Drawing {
    /// Reads the templates when the application starts, and is managed from then on.
    pub fn fairing() -> impl Fairing {
        AdHoc::on_ignite("drawing", |rocket| async {
            let drawing = Self::default();
            let read = drawing.clone();
            let templates = Template::custom(move |engines| {
                let tera = &mut engines.tera;
                tera.set_escape_fn(escaped);
                tera.register_function("icon", Icon);
                tera.register_function("time", Moment);
                read.replace(tera.clone());
            });
            rocket.manage(drawing).attach(templates)
        })
    }

    fn replace(&self, tera: Tera) {
        let messages = Known::default();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Read { tera, messages });
    }

    fn read(&self) -> Arc<Read> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Draws a page.
    ///
    /// # Errors
    /// [`Error::Internal`] where the template does not go with what it is to draw.
    pub(super) fn page(&self, template: &str, context: Map<String, Value>) -> Result<String> {
        self.read().draw(template, Value::Object(context))
    }

    /// Draws the messages of a feed. Each is drawn once for all who see the same of it, see [`Known`].
    ///
    /// # Errors
    /// As for a page.
    pub fn messages(&self, messages: Vec<Drawn>) -> Result<Vec<Arc<str>>> {
        let read = self.read();
        messages
            .into_iter()
            .map(|message| {
                read.messages.html_of(message, |message| {
                    let message = serde_json::to_value(OneMessage { message })
                        .map_err(|err| Error::internal(err.to_string()))?;
                    read.draw("chat/message", message)
                })
            })
            .collect()
    }
}

#[derive(Serialize)]
struct OneMessage<'a> {
    message: &'a Drawn,
}

impl Read {
    fn draw(&self, template: &str, context: Value) -> Result<String> {
        Context::from_value(context)
            .and_then(|context| self.tera.render(template, &context))
            .map_err(|err| {
                // Each names the place, and the one below it what is wrong there.
                let below = std::error::Error::source(&err).map(ToString::to_string);
                Error::internal(format!("{err}: {}", below.unwrap_or_default()))
            })
    }
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
