//! What draws pages of their templates: the templates as they were read, and what they call.
//! What stands on a page is put together by its route, and by `page` what stands on all of them.

use std::path::Path;
use std::sync::Arc;

use rocket_dyn_templates::tera::{self, Context, Tera};
use serde::Serialize;
use serde_json::{Map, Value};

use super::icons::Icon;
use super::moment::Moment;
use crate::error::{Error, Result};
use crate::routes::chat::{Drawn, Known};
use crate::shipped;

/// How a template's file is called after its name; that ending makes Tera escape.
const ENDING: &str = ".html.tera";

/// Reads the templates below a folder. A page names its own without the ending.
///
/// # Errors
/// A sentence for the operator where they can't be read.
pub fn read_templates(folder: &Path) -> std::result::Result<Tera, String> {
    let files = shipped::files(folder)?;
    let named = files.iter().filter_map(|file| {
        let name = file.strip_prefix(folder).ok()?.to_str()?;
        Some((file, Some(name.strip_suffix(ENDING)?)))
    });
    let mut templates = Tera::default();
    templates.autoescape_on(vec![ENDING]);
    templates.add_template_files(named).map_err(|err| {
        let (told, folder) = (told(&err), folder.display());
        format!(
            "A template can't be read: {told}. Put the folder that came with the program in the place of {folder}."
        )
    })?;
    templates.set_escape_fn(escaped);
    templates.register_function("icon", Icon);
    templates.register_function("time", Moment);
    Ok(templates)
}

/// What draws the pages of one instance. [`rocket_dyn_templates::Template`] is not used for that: it converts what it draws
/// three times over, which takes longer than the drawing, and every instance of it reads all templates anew.
#[derive(Debug)]
pub struct Drawing {
    templates: &'static Tera,
    messages: Known,
}

impl Drawing {
    /// Draws with these templates, and has drawn no message yet.
    pub fn with(templates: &'static Tera) -> Self {
        Self {
            templates,
            messages: Known::default(),
        }
    }

    /// Draws a page.
    ///
    /// # Errors
    /// [`Error::Internal`] where the template does not go with what it is to draw.
    pub(super) fn page(&self, template: &str, context: Map<String, Value>) -> Result<String> {
        self.draw(template, Value::Object(context))
    }

    /// Draws the messages of a feed. Each is drawn once for all who see the same of it, see [`Known`].
    ///
    /// # Errors
    /// As for a page.
    pub fn messages(&self, messages: Vec<Drawn>) -> Result<Vec<Arc<str>>> {
        messages
            .into_iter()
            .map(|message| {
                self.messages.html_of(message, |message| {
                    let message = serde_json::to_value(OneMessage { message })
                        .map_err(|err| Error::internal(err.to_string()))?;
                    self.draw("chat/message", message)
                })
            })
            .collect()
    }

    fn draw(&self, template: &str, context: Value) -> Result<String> {
        Context::from_value(context)
            .and_then(|context| self.templates.render(template, &context))
            .map_err(|err| Error::internal(told(&err)))
    }
}

/// The error and the one below it: each names the place, and the one below it what is wrong there.
fn told(err: &tera::Error) -> String {
    match std::error::Error::source(err) {
        Some(below) => format!("{err}: {below}"),
        None => err.to_string(),
    }
}

#[derive(Serialize)]
struct OneMessage<'a> {
    message: &'a Drawn,
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
    use std::fs;

    use tempfile::TempDir;

    use super::{escaped, read_templates};

    #[test]
    fn a_folder_of_templates_that_can_not_be_read_is_named_with_what_is_wrong_in_it() {
        let folder = TempDir::new().unwrap();
        let missing = folder.path().join("templates");
        let told = read_templates(&missing).unwrap_err();
        let name = missing.display();
        assert!(told.contains(&format!("{name} can't be read")), "{told}");

        fs::create_dir_all(missing.join("parts")).unwrap();
        fs::write(missing.join("parts/page.html.tera"), "{% if %}").unwrap();
        let told = read_templates(&missing).unwrap_err();
        assert!(told.contains("parts/page"), "{told}");
        assert!(told.contains("1 | {% if %}"), "{told}");
    }

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
