//! `/settings/language`: the language of pages, saved in a cookie and, for someone signed in, with the account.
//! Everything else that decides it is in `page::language`.

use rocket::http::CookieJar;
use rocket::{FromForm, post};

use super::theme::{Referer, page_of_form};
use crate::app::App;
use crate::routes::cookies;
use crate::routes::guards::Viewer;
use crate::routes::page::{Answer, to};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_rules::language::Language;

/// The choice of what the browser prefers.
const AUTO: &str = "auto";

#[derive(FromForm)]
pub(crate) struct LanguageForm<'r> {
    /// The tag of one, or [`AUTO`].
    #[field(default = "")]
    language: &'r str,
    /// The path of the page.
    #[field(default = "")]
    next: &'r str,
}

#[post("/settings/language", data = "<form>")]
pub(crate) async fn save(
    form: Form<LanguageForm<'_>>,
    referer: Referer<'_>,
    viewer: &Viewer,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let language = match form.language {
        AUTO => None,
        tag => {
            let named = Language::named(tag);
            Some(named.ok_or_else(|| Error::fault("language", "Choose one of the languages."))?)
        }
    };
    if let Some((_, user)) = &viewer.signed_in {
        user.set_language(app, language).await?;
    }
    cookies::set_language(&app.config.base_url, jar, language);
    Ok(Answer::Done(to(page_of_form(referer, &app.config.base_url, form.next).as_str())))
}
