//! Renders the templates, and registers the functions that they call.
//! The context of a page is built by its route, and by `page` for what every page shows. Messages of feeds are rendered,
//! and cached, in `chat`.

use std::sync::Arc;

use serde_json::{Map, Value};
use tera::{Context, Tera};
use tracing::debug_span;

use super::icons::Icon;
use super::moment::Moment;
use super::translation::{LanguageButtons, PlainText, RichText, plain, translated};
use crate::languages::{Languages, Rendering};
use crate::resources::{LoadedFiles, Resources, explain};
use portico_platform::error::{Error, Result};
use portico_rules::language::Language;

/// Renders the pages of one instance. [`rocket_dyn_templates::Template`] is not used: it converts the context three times,
/// which takes longer than rendering, and each of its instances parses all templates again.
#[derive(Debug, Clone)]
pub struct Renderer {
    resources: Arc<Resources>,
}

impl Renderer {
    /// Renders with these templates.
    pub fn with(resources: Arc<Resources>) -> Self {
        Self { resources }
    }

    /// Registers the functions that the templates call.
    pub fn prepare(templates: &mut Tera) {
        templates.set_escape_fn(escaped);
        templates.register_function("icon", Icon);
        templates.register_function("time", Moment);
        templates.register_function("t", PlainText);
        templates.register_function("rich", RichText(escaped));
        templates.register_function("language_buttons", LanguageButtons);
        templates.register_filter("t", plain);
        templates.register_filter("translated", translated);
    }

    /// Renders a page in `language`.
    ///
    /// # Errors
    /// [`Error::Internal`] if the template can't be rendered with this context.
    pub(super) fn page(
        &self,
        template: &str,
        language: &'static Language,
        mut context: Map<String, Value>,
    ) -> Result<String> {
        let _entered = debug_span!("render", template).entered();
        let loaded = self.resources.current();
        context.insert("assets".into(), loaded.assets.folder().into());
        render(&loaded, template, language, Value::Object(context))
    }

    /// The messages of all languages.
    pub(super) fn languages(&self) -> Arc<Languages> {
        Arc::clone(&self.resources.current().languages)
    }

    /// The present templates, for parts of a page that are rendered by themselves.
    pub fn fragments(&self) -> Fragments {
        Fragments(self.resources.current())
    }
}

/// A snapshot of the templates: editing the files does not change it.
#[derive(Debug)]
pub struct Fragments(Arc<LoadedFiles>);

impl Fragments {
    /// Another number for every version of the templates.
    pub fn generation(&self) -> u64 {
        self.0.generation
    }

    /// Renders a part of a page in `language`.
    ///
    /// # Errors
    /// [`Error::Internal`] if the template can't be rendered with this context.
    pub fn render(&self, template: &str, language: &'static Language, context: Value) -> Result<String> {
        render(&self.0, template, language, context)
    }
}

fn render(loaded: &LoadedFiles, template: &str, language: &'static Language, context: Value) -> Result<String> {
    let _rendering = Rendering::begin(&loaded.languages, language);
    Context::from_value(context)
        .and_then(|context| loaded.templates.render(template, &context))
        .map_err(|err| Error::internal(explain(&err)))
}

/// Escapes text for its place in a page, between tags or in a quoted attribute; our templates quote every attribute.
/// Slashes are not escaped, so that a plain text search finds a URL in the HTML.
pub(super) fn escaped(text: &str) -> String {
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
