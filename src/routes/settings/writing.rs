//! `/settings/writing`: the key that sends a message, saved in a cookie, since keyboards belong to devices.
//! `static/js/enter.js` reads the key.

use rocket::http::CookieJar;
use rocket::{FromForm, post};

use crate::app::App;
use crate::routes::cookies::{self, SendKey};
use crate::routes::guards::SignedIn;
use crate::routes::page::Answer;
use crate::routes::sent_form::Form;

/// The form of the choice.
#[derive(FromForm)]
pub(crate) struct SendKeyForm<'r> {
    #[field(default = "")]
    send_key: &'r str,
}

#[post("/settings/writing", data = "<form>")]
pub(crate) fn save(form: Form<SendKeyForm<'_>>, _me: SignedIn<'_>, app: &App, jar: &CookieJar<'_>) -> Answer {
    cookies::set_send_key(&app.config.base_url, jar, SendKey::named(form.send_key));
    Answer::said("/settings/profile", "Your choice is saved for this browser.")
}
