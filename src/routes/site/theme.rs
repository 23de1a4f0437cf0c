//! `/settings/theme`: the colour theme, saved in a cookie, signed in or not.
//! The colours themselves are in the stylesheet.

use rocket::http::CookieJar;
use rocket::request::{FromRequest, Outcome};
use rocket::{FromForm, Request, post};

use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies::{self, Theme};
use crate::routes::page::{Answer, to};
use crate::routes::sent_form::Form;
use portico_rules::base_url::BaseUrl;

#[derive(FromForm)]
pub(crate) struct ThemeForm<'r> {
    #[field(default = "")]
    theme: &'r str,
    /// The path of the page.
    #[field(default = "")]
    next: &'r str,
}

/// The address of the page that sent a form, where the browser says it.
pub(crate) struct Referer<'r>(Option<&'r str>);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Referer<'r> {
    type Error = std::convert::Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Self::Error> {
        Outcome::Success(Self(request.headers().get_one("Referer")))
    }
}

#[post("/settings/theme", data = "<form>")]
pub(crate) fn save(form: Form<ThemeForm<'_>>, referer: Referer<'_>, app: &App, jar: &CookieJar<'_>) -> Answer {
    let base = &app.config.base_url;
    cookies::set_theme(base, jar, Theme::named(form.theme));
    Answer::Done(to(page_of_form(referer, base, form.next).as_str()))
}

/// The page that a form in its footer leads back to: `path`, with the query that it had, which may have where a sign-in leads or
/// what was searched for.
pub(super) fn page_of_form(referer: Referer<'_>, base: &BaseUrl, path: &str) -> Continuation {
    let path = Continuation::or_home(Some(path));
    let page = Continuation::from_referer(referer.0, base)
        .filter(|page| page.as_str().split('?').next() == Some(path.as_str()));
    page.unwrap_or(path)
}
