//! The cookies that Portico sets, their flags and their values.
//! Sessions themselves are in `models::accounts::session`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::{Cookie, SameSite};
use rocket::http::CookieJar;
use serde::Serialize;
use time::Duration;

use crate::app::App;
use crate::clock::Millis;
use crate::config::BaseUrl;
use crate::models::User;
use crate::models::accounts::session::ABSOLUTE_MS;
use crate::models::accounts::{password_reset, saved_form, sign_in_ticket, trusted_browser};
use crate::security::known_browser::{self, KnownBrowserCookie};
use crate::security::tokens::Plain;

/// A notice that is shown once, on the next page.
#[derive(Debug, Clone, Serialize)]
pub struct Notice {
    /// `success`, `info`, `warning` or `danger`.
    pub kind: String,
    /// The sentence.
    pub text: String,
}

/// The colour theme.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// The theme of the operating system.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// Parses a saved or submitted theme; anything unknown is the system's.
    pub fn named(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }

    /// Its name in the cookie and on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The cookie of the colour theme.
pub const THEME: &str = "portico-theme";

/// The session's cookie. The `__Host-` prefix binds it to exactly this host, but needs TLS.
fn session_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico"
    } else {
        "portico"
    }
}

fn flagged(base: &BaseUrl, name: &'static str, value: String) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        // Lax: users who follow a link from another site are still signed in.
        .same_site(SameSite::Lax)
        // TLS may end at a proxy: the public address decides, not the connection.
        .secure(base.is_https())
        .http_only(true)
        .build()
}

/// The session token that the browser sent.
pub fn session_token(base: &BaseUrl, jar: &CookieJar<'_>) -> Option<Plain> {
    jar.get(session_name(base))
        .map(|cookie| Plain::from(cookie.value()))
}

/// Sets the session cookie.
pub fn set_session(base: &BaseUrl, jar: &CookieJar<'_>, token: &Plain) {
    let mut cookie = flagged(base, session_name(base), token.expose().to_owned());
    cookie.set_max_age(Duration::milliseconds(ABSOLUTE_MS));
    jar.add(cookie);
}

/// Deletes the session cookie.
pub fn drop_session(base: &BaseUrl, jar: &CookieJar<'_>) {
    jar.remove(flagged(base, session_name(base), String::new()));
}

/// The cookie that says where this browser has signed in before. It outlives sessions and authenticates no one.
fn known_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-known"
    } else {
        "portico-known"
    }
}

/// The accounts that this browser claims to have signed in to.
pub fn known_to(base: &BaseUrl, jar: &CookieJar<'_>) -> KnownBrowserCookie {
    jar.get(known_name(base))
        .map_or_else(KnownBrowserCookie::default, |cookie| {
            KnownBrowserCookie::read(cookie.value())
        })
}

/// Records in cookies that this browser has signed in to `user`'s account, with its present password, and that it is the last
/// one.
pub fn set_known(app: &App, jar: &CookieJar<'_>, user: &User) {
    let base = &app.config.base_url;
    let value = known_to(base, jar).after_sign_in(&app.key, user.known_as(), app.now());
    let mut cookie = flagged(base, known_name(base), value);
    cookie.set_max_age(Duration::milliseconds(known_browser::LIFE_MS));
    jar.add(cookie);
    let mut cookie = flagged(base, account_name(base), account_value(app, user.id));
    cookie.set_max_age(Duration::milliseconds(ABSOLUTE_MS));
    jar.add(cookie);
}

/// The cookie that says which account the browser was signed in to last, also when the session has ended since. It
/// authenticates no one: a form that is sent too late is kept for that account alone.
fn account_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-account"
    } else {
        "portico-account"
    }
}

/// What the instance key signs the last account for.
const ACCOUNT_PURPOSE: &str = "last account";

/// The value of the cookie: the ID, and a keyed hash.
pub fn account_value(app: &App, user_id: i64) -> String {
    let mac = app.key.mac(ACCOUNT_PURPOSE, &[&user_id.to_be_bytes()]);
    format!("{user_id}.{}", BASE64_URL_SAFE_NO_PAD.encode(mac))
}

/// The account that this browser was signed in to last; none if the cookie is not signed by us.
pub fn last_account(app: &App, jar: &CookieJar<'_>) -> Option<i64> {
    let cookie = jar.get(account_name(&app.config.base_url))?;
    let (user_id, mac) = cookie.value().split_once('.')?;
    let user_id: i64 = user_id.parse().ok()?;
    // Hashes of the texts are compared, so that the time does not depend on where they differ.
    let mac = Plain::from(mac);
    app.key
        .macs(ACCOUNT_PURPOSE, &[&user_id.to_be_bytes()])
        .any(|ours| Plain::from(BASE64_URL_SAFE_NO_PAD.encode(ours)) == mac)
        .then_some(user_id)
}

/// The cookie of a password reset.
fn reset_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-reset"
    } else {
        "portico-reset"
    }
}

/// The ticket of the reset that this browser requested.
pub fn reset_ticket(base: &BaseUrl, jar: &CookieJar<'_>) -> Option<Plain> {
    jar.get(reset_name(base))
        .map(|cookie| Plain::from(cookie.value()))
}

/// Sets the cookie with the ticket of a reset, for as long as its code can be redeemed.
pub fn set_reset_ticket(base: &BaseUrl, jar: &CookieJar<'_>, ticket: &Plain) {
    let mut cookie = flagged(base, reset_name(base), ticket.expose().to_owned());
    cookie.set_max_age(Duration::milliseconds(password_reset::LIFE_MS));
    jar.add(cookie);
}

/// Deletes the ticket's cookie.
pub fn drop_reset_ticket(base: &BaseUrl, jar: &CookieJar<'_>) {
    jar.remove(flagged(base, reset_name(base), String::new()));
}

/// The cookie of a sign-in that waits for its second step.
fn second_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-second"
    } else {
        "portico-second"
    }
}

/// The ticket of the sign-in that waits in this browser.
pub fn second_ticket(base: &BaseUrl, jar: &CookieJar<'_>) -> Option<Plain> {
    jar.get(second_name(base))
        .map(|cookie| Plain::from(cookie.value()))
}

/// Sets the cookie with the ticket of a sign-in, for as long as it waits.
pub fn set_second_ticket(base: &BaseUrl, jar: &CookieJar<'_>, ticket: &Plain) {
    let mut cookie = flagged(base, second_name(base), ticket.expose().to_owned());
    cookie.set_max_age(Duration::milliseconds(sign_in_ticket::LIFE_MS));
    jar.add(cookie);
}

/// Deletes the ticket's cookie.
pub fn drop_second_ticket(base: &BaseUrl, jar: &CookieJar<'_>) {
    if jar.get(second_name(base)).is_some() {
        jar.remove(flagged(base, second_name(base), String::new()));
    }
}

/// The cookie of a browser that an account trusts. It authenticates no one without the password.
fn trust_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-trusted"
    } else {
        "portico-trusted"
    }
}

/// The token of the trust in this browser.
pub fn trust_token(base: &BaseUrl, jar: &CookieJar<'_>) -> Option<Plain> {
    jar.get(trust_name(base))
        .map(|cookie| Plain::from(cookie.value()))
}

/// Sets the cookie with the token of the trust in this browser.
pub fn set_trust(base: &BaseUrl, jar: &CookieJar<'_>, token: &Plain) {
    let mut cookie = flagged(base, trust_name(base), token.expose().to_owned());
    cookie.set_max_age(Duration::milliseconds(trusted_browser::LIFE_MS));
    jar.add(cookie);
}

/// The cookie of the notice for the next page.
fn notice_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-notice"
    } else {
        "portico-notice"
    }
}

/// How long a notice waits for its page: longer than a redirect takes.
const NOTICE_MS: Millis = 60_000;
/// The most bytes of a notice's sentence; what is beyond is cut off. Browsers keep cookies of 4,096.
const LONGEST_NOTICE: usize = 2_048;
/// What the instance key signs a notice for.
const NOTICE_PURPOSE: &str = "notice";

/// The signed text.
fn signed_parts<'a>(sent: &'a str, at: &'a [u8; 8]) -> [&'a [u8]; 2] {
    [sent.as_bytes(), at]
}

/// Sets the notice for the next page.
pub fn set_notice(app: &App, jar: &CookieJar<'_>, notice: &Notice) {
    let base = &app.config.base_url;
    let end = notice.text.floor_char_boundary(LONGEST_NOTICE);
    let text = notice.text.get(..end).unwrap_or_default();
    let said = format!("{}\n{text}", notice.kind);
    let sent = BASE64_URL_SAFE_NO_PAD.encode(said);
    let now = app.now();
    let mac = app
        .key
        .mac(NOTICE_PURPOSE, &signed_parts(&sent, &now.to_be_bytes()));
    let mac = BASE64_URL_SAFE_NO_PAD.encode(mac);
    let mut cookie = flagged(base, notice_name(base), format!("{now}.{sent}.{mac}"));
    cookie.set_max_age(Duration::milliseconds(NOTICE_MS));
    jar.add(cookie);
}

/// The notice for this page; none if the cookie is not signed by us, or is too old.
pub fn notice(app: &App, jar: &CookieJar<'_>) -> Option<Notice> {
    let cookie = jar.get(notice_name(&app.config.base_url))?;
    let mut parts = cookie.value().splitn(3, '.');
    let (made, sent, mac) = (parts.next()?, parts.next()?, parts.next()?);
    let made: Millis = made.parse().ok()?;
    let made_bytes = made.to_be_bytes();
    // It may have been set before the instance key was changed. Hashes of the texts are compared, so that the time does
    // not depend on where they differ.
    let mac = Plain::from(mac);
    let is_ours = app
        .key
        .macs(NOTICE_PURPOSE, &signed_parts(sent, &made_bytes))
        .any(|ours| Plain::from(BASE64_URL_SAFE_NO_PAD.encode(ours)) == mac);
    let is_recent = (0..NOTICE_MS).contains(&(app.now() - made));
    if !is_ours || !is_recent {
        return None;
    }
    let said = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(sent).ok()?).ok()?;
    let (kind, text) = said.split_once('\n')?;
    Some(Notice {
        kind: kind.to_owned(),
        text: text.to_owned(),
    })
}

/// Deletes the notice after it was shown.
pub fn drop_notice(base: &BaseUrl, jar: &CookieJar<'_>) {
    if jar.get(notice_name(base)).is_some() {
        jar.remove(flagged(base, notice_name(base), String::new()));
    }
}

/// The cookie of a form that is kept until the user has signed in again.
fn saved_form_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-form"
    } else {
        "portico-form"
    }
}

/// The ticket of the form that this browser sent when the session had ended.
pub fn saved_form_ticket(base: &BaseUrl, jar: &CookieJar<'_>) -> Option<Plain> {
    jar.get(saved_form_name(base))
        .map(|cookie| Plain::from(cookie.value()))
}

/// Sets the cookie with the ticket of a kept form.
pub fn set_saved_form(base: &BaseUrl, jar: &CookieJar<'_>, ticket: &Plain) {
    let mut cookie = flagged(base, saved_form_name(base), ticket.expose().to_owned());
    cookie.set_max_age(Duration::milliseconds(saved_form::LIFE_MS));
    jar.add(cookie);
}

/// Deletes the cookie: the form was shown again, or the user has signed out.
pub fn drop_saved_form(base: &BaseUrl, jar: &CookieJar<'_>) {
    if jar.get(saved_form_name(base)).is_some() {
        jar.remove(flagged(base, saved_form_name(base), String::new()));
    }
}

/// Saves the colour theme for a year.
pub fn set_theme(base: &BaseUrl, jar: &CookieJar<'_>, theme: Theme) {
    let mut cookie = flagged(base, THEME, theme.name().to_owned());
    cookie.set_max_age(Duration::days(365));
    jar.add(cookie);
}
