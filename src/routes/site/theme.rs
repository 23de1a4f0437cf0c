//! `/settings/theme`: the colour theme, saved in a cookie, signed in or not.
//! The colours themselves are in the stylesheet.

use rocket::http::CookieJar;
use rocket::{FromForm, post};

use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies::{self, Theme};
use crate::routes::page::{Answer, to};
use crate::routes::sent_form::Form;

#[derive(FromForm)]
pub(crate) struct Choice<'r> {
    #[field(default = "")]
    theme: &'r str,
    #[field(default = "")]
    next: &'r str,
}

#[post("/settings/theme", data = "<form>")]
pub(crate) fn save(form: Form<Choice<'_>>, app: &App, jar: &CookieJar<'_>) -> Answer {
    cookies::set_theme(&app.config.base_url, jar, Theme::named(form.theme));
    Answer::Done(to(Continuation::read(form.next)
        .unwrap_or_else(Continuation::home)
        .as_str()))
}
