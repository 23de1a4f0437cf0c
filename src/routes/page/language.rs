//! The language that a page is shown in. The languages themselves are in `portico_rules::language`.

use std::convert::Infallible;
use std::sync::Arc;

use fluent_bundle::FluentArgs;
use rocket::Request;
use rocket::request::{FromRequest, Outcome};

use super::Renderer;
use crate::app::App;
use crate::languages::Languages;
use crate::routes::cookies;
use crate::routes::guards::Viewer;
use portico_rules::language::{ENGLISH, Language};

/// The reader's language: that of their account, or chosen on a page, or what the app asks for that they sign in to, or what their
/// browser prefers, or the instance's. `next` is where the page leads on to.
pub(super) fn for_reader(request: &Request<'_>, viewer: Option<&Viewer>, next: Option<&str>) -> &'static Language {
    let own = viewer.and_then(|viewer| viewer.signed_in.as_ref()).and_then(|(_, user)| user.language());
    let chosen = || request.cookies().get(cookies::LANGUAGE).and_then(|cookie| Language::named(cookie.value()));
    let by_browser = || request.headers().get_one("Accept-Language").and_then(Language::from_accept_language);
    let of_instance = || request.rocket().state::<Arc<App>>().map_or(&ENGLISH, |app| app.config.default_language);
    own.or_else(chosen).or_else(|| by_app(request, next)).or_else(by_browser).unwrap_or_else(of_instance)
}

/// The language of what a reader is shown or sent without a page of its own, such as messages that arrive.
#[derive(Clone, Copy, Debug)]
pub(in crate::routes) struct ReaderLanguage(pub(in crate::routes) &'static Language);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for ReaderLanguage {
    type Error = Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Infallible> {
        let viewer = request.guard::<&Viewer>().await.succeeded();
        Outcome::Success(Self(for_reader(request, viewer, None)))
    }
}

/// The messages in a reader's language, for what a route puts into words.
#[derive(Clone, Debug)]
pub struct Words {
    languages: Option<Arc<Languages>>,
    /// The language.
    pub language: &'static Language,
}

impl Words {
    /// For pages in English.
    pub const ENGLISH: Self = Self { languages: None, language: &ENGLISH };

    /// The message with this key; none in English, and where there is none.
    pub fn message(&self, key: &str, arguments: &FluentArgs<'_>) -> Option<String> {
        self.languages.as_ref()?.message(self.language, key, arguments)
    }

    /// An English sentence of our own, translated if that is known.
    pub fn translated(&self, sentence: &str) -> String {
        match &self.languages {
            Some(languages) => languages.translated(self.language, sentence),
            None => sentence.to_owned(),
        }
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Words {
    type Error = Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Infallible> {
        let language = request.guard::<ReaderLanguage>().await.succeeded().map_or(&ENGLISH, |reader| reader.0);
        let renderer = request.rocket().state::<Renderer>().filter(|_| *language != ENGLISH);
        Outcome::Success(Self { languages: renderer.map(Renderer::languages), language })
    }
}

/// The language that the app asks for whose request to sign in this page shows or leads on to.
fn by_app(request: &Request<'_>, next: Option<&str>) -> Option<&'static Language> {
    const PATH: &str = "/oauth/authorize";
    if let Some((PATH, query)) = next.and_then(|next| next.split_once('?')) {
        return from_query(query);
    }
    let query = request.uri().query().filter(|_| request.uri().path().as_str() == PATH);
    query.and_then(|query| from_query(query.as_str()))
}

fn from_query(query: &str) -> Option<&'static Language> {
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    parameters.find(|(name, _)| name == "ui_locales").and_then(|(_, list)| Language::from_ui_locales(&list))
}
