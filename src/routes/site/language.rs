//! `/settings/language`: the language of pages, saved in a cookie, signed in or not.
//! Everything else that decides it is in `page::language`.

use rocket::http::CookieJar;
use rocket::{FromForm, post};

use super::theme::{Referer, page_of_form};
use crate::app::App;
use crate::languages::Language;
use crate::routes::cookies;
use crate::routes::page::{Answer, to};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};

#[derive(FromForm)]
pub(crate) struct LanguageForm<'r> {
    #[field(default = "")]
    language: &'r str,
    /// The path of the page.
    #[field(default = "")]
    next: &'r str,
}

#[post("/settings/language", data = "<form>")]
pub(crate) fn save(
    form: Form<LanguageForm<'_>>,
    referer: Referer<'_>,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let language = Language::named(form.language);
    let language = language.ok_or_else(|| Error::fault("language", "Choose one of the languages."))?;
    cookies::set_language(&app.config.base_url, jar, language);
    Ok(Answer::Done(to(page_of_form(referer, &app.config.base_url, form.next).as_str())))
}
