//! The language that a page is shown in. The languages themselves are in `languages`.

use std::sync::LazyLock;

use rocket::Request;
use serde_json::{Value, json};

use crate::languages::{self, ENGLISH, Language};
use crate::routes::cookies;

/// The reader's language: chosen on a page, or what the app asks for that they sign in to, or what their browser prefers. `next` is
/// where the page leads on to. None if none of them names a language that there is.
pub(super) fn for_reader(request: &Request<'_>, next: Option<&str>) -> Option<&'static Language> {
    let chosen = request.cookies().get(cookies::LANGUAGE).and_then(|cookie| Language::named(cookie.value()));
    let by_browser = || request.headers().get_one("Accept-Language").and_then(Language::from_accept_language);
    chosen.or_else(|| by_app(request, next)).or_else(by_browser)
}

/// The language of what a reader is shown without a page of its own, such as messages that arrive.
pub(in crate::routes) fn reader_language(request: &Request<'_>) -> &'static Language {
    for_reader(request, None).unwrap_or(&ENGLISH)
}

/// Template context of the menu of languages.
pub(super) fn choices() -> &'static Value {
    static CHOICES: LazyLock<Value> = LazyLock::new(|| {
        let choices = languages::ALL.map(|language| json!({ "tag": language.tag, "name": language.name }));
        Value::Array(choices.into())
    });
    &CHOICES
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
