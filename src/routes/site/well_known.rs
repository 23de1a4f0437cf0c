//! `/.well-known`: where to report a vulnerability (RFC 9116), and where to change a password.
//! Unknown names are 404, which password managers check before they use the latter.

use rocket::http::{ContentType, Header};
use rocket::response::Redirect;
use rocket::{Responder, get};
use time::format_description::well_known::Rfc3339;
use time::{Duration, Time};

use crate::app::App;
use portico_platform::error::{Error, Result};
use portico_rules::clock::utc;

/// Time that the file is valid. The standard recommends less than a year.
const GOOD_FOR: Duration = Duration::days(180);
const PATH: &str = "/.well-known/security.txt";

#[derive(Responder)]
pub(crate) struct SecurityTxt {
    text: String,
    content_type: ContentType,
    cached: Header<'static>,
}

#[get("/.well-known/security.txt")]
pub(crate) fn security_txt(app: &App) -> Result<SecurityTxt> {
    let contact = app.config.security_contact.as_ref().ok_or(Error::NotFound)?;
    // Whole days, so that it changes once a day at most.
    let expires = utc(app.now())
        .replace_time(Time::MIDNIGHT)
        .saturating_add(GOOD_FOR)
        .format(&Rfc3339)
        .map_err(Error::internal)?;
    let canonical = app.config.base_url.join(PATH);
    let mut text = format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\nCanonical: {canonical}\n");
    if let Some(policy) = &app.config.security_policy {
        text += &format!("Policy: {policy}\n");
    }
    Ok(SecurityTxt {
        text,
        content_type: ContentType::new("text", "plain").with_params(("charset", "utf-8")),
        cached: Header::new("Cache-Control", "public, max-age=86400"),
    })
}

/// "A Well-Known URL for Changing Passwords" (W3C).
#[get("/.well-known/change-password")]
pub(crate) fn change_password() -> Redirect {
    Redirect::to("/settings/security")
}
