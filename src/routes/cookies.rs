//! The cookies that Portico sets, and their flags.
//! What a session is stands with `models::session`.

use rocket::http::{Cookie, CookieJar, SameSite};
use rocket::time::Duration;

use crate::config::BaseUrl;
use crate::instance::Instance;
use crate::models::session::ABSOLUTE_MS;
use crate::models::{User, password_reset};
use crate::routes::viewer::Theme;
use crate::security::known_browser::{self, KnownTo};
use crate::security::tokens::Plain;

/// The saved choice of colours.
pub const THEME: &str = "portico-theme";

/// The session's cookie. The `__Host-` prefix binds it to this very host, but needs TLS.
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
        // Lax: whoever arrives from another site by a link is still signed in.
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

/// Gives the browser a session.
pub fn set_session(base: &BaseUrl, jar: &CookieJar<'_>, token: &Plain) {
    let mut cookie = flagged(base, session_name(base), token.expose().to_owned());
    cookie.set_max_age(Duration::milliseconds(ABSOLUTE_MS));
    jar.add(cookie);
}

/// Takes the session from the browser.
pub fn drop_session(base: &BaseUrl, jar: &CookieJar<'_>) {
    jar.remove(flagged(base, session_name(base), String::new()));
}

/// The cookie that says where this browser has signed in before. It outlives sessions and opens nothing.
fn known_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-known"
    } else {
        "portico-known"
    }
}

/// Where the browser says that it has signed in before.
pub fn known_to(base: &BaseUrl, jar: &CookieJar<'_>) -> KnownTo {
    jar.get(known_name(base))
        .map_or_else(KnownTo::default, |cookie| KnownTo::read(cookie.value()))
}

/// Notes in the browser that it has signed in to `user`'s account, with the password that this has now.
pub fn set_known(at: &Instance, jar: &CookieJar<'_>, user: &User) {
    let base = &at.config.base_url;
    let value = known_to(base, jar).after_sign_in(&at.key, user.known_as(), at.now());
    let mut cookie = flagged(base, known_name(base), value);
    cookie.set_max_age(Duration::milliseconds(known_browser::LIFE_MS));
    jar.add(cookie);
}

/// The cookie of whoever resets a password.
fn reset_name(base: &BaseUrl) -> &'static str {
    if base.is_https() {
        "__Host-portico-reset"
    } else {
        "portico-reset"
    }
}

/// The ticket of the reset that this browser asked for.
pub fn reset_ticket(base: &BaseUrl, jar: &CookieJar<'_>) -> Option<Plain> {
    jar.get(reset_name(base))
        .map(|cookie| Plain::from(cookie.value()))
}

/// Gives the browser the ticket of a reset, for as long as its code may be redeemed.
pub fn set_reset_ticket(base: &BaseUrl, jar: &CookieJar<'_>, ticket: &Plain) {
    let mut cookie = flagged(base, reset_name(base), ticket.expose().to_owned());
    cookie.set_max_age(Duration::milliseconds(password_reset::LIFE_MS));
    jar.add(cookie);
}

/// Takes the ticket from the browser.
pub fn drop_reset_ticket(base: &BaseUrl, jar: &CookieJar<'_>) {
    jar.remove(flagged(base, reset_name(base), String::new()));
}

/// Saves the choice of colours for a year.
pub fn set_theme(base: &BaseUrl, jar: &CookieJar<'_>, theme: Theme) {
    let mut cookie = flagged(base, THEME, theme.name().to_owned());
    cookie.set_max_age(Duration::days(365));
    jar.add(cookie);
}
