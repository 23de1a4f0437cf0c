//! The cookies that Portico sets, their flags and their values.
//! Sessions themselves are in `models::accounts::session`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::{Cookie, SameSite};
use rocket::http::CookieJar;
use serde::Serialize;
use time::Duration;

use crate::app::App;
use portico_crypto::known_browser::{self, KnownBrowserCookie};
use portico_crypto::tokens::Plain;
use portico_rules::base_url::BaseUrl;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, ChannelId, UserId};
use portico_rules::language::Language;
use portico_store::models::User;
use portico_store::models::accounts::session::ABSOLUTE_MS;
use portico_store::models::accounts::{password_reset, saved_form, sign_in_ticket, trusted_browser};

/// A notice that is shown once, on the next page.
#[derive(Debug, Clone, Serialize)]
pub struct Flash {
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

/// The key that sends a message from its text. On a touch screen, the button does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SendKey {
    /// Enter; with Shift it begins a line.
    #[default]
    Enter,
    /// Ctrl or ⌘ and Enter; Enter alone begins a line.
    CtrlEnter,
}

impl SendKey {
    /// Parses a saved or submitted choice; anything unknown is Enter.
    pub fn named(name: &str) -> Self {
        match name {
            "ctrl_enter" => Self::CtrlEnter,
            _ => Self::Enter,
        }
    }

    /// Its name in the cookie and on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enter => "enter",
            Self::CtrlEnter => "ctrl_enter",
        }
    }
}

/// The cookie of the key that sends.
pub const SEND_KEY: &str = "portico-send-key";

/// The cookie of the language of pages.
pub const LANGUAGE: &str = "portico-language";

/// The cookie of the colour theme.
pub const THEME: &str = "portico-theme";

/// A cookie with a value for this host alone.
#[derive(Debug, Clone, Copy)]
pub struct HostCookie {
    /// Its name without TLS.
    plain: &'static str,
    /// Its name otherwise. The `__Host-` prefix binds it to exactly this host, but needs TLS.
    host: &'static str,
    /// Time that the browser keeps it.
    lives_ms: Millis,
}

/// The session's cookie.
pub const SESSION: HostCookie = HostCookie { plain: "portico", host: "__Host-portico", lives_ms: ABSOLUTE_MS };

/// The ticket of the password reset that this browser requested, for as long as its code can be redeemed.
pub const RESET_TICKET: HostCookie =
    HostCookie { plain: "portico-reset", host: "__Host-portico-reset", lives_ms: password_reset::LIFETIME_MS };

/// The ticket of the sign-in that waits for its second step in this browser.
pub const SECOND_TICKET: HostCookie =
    HostCookie { plain: "portico-second", host: "__Host-portico-second", lives_ms: sign_in_ticket::LIFETIME_MS };

/// The token of a browser that an account trusts. It authenticates no one without the password.
pub const TRUST: HostCookie =
    HostCookie { plain: "portico-trusted", host: "__Host-portico-trusted", lives_ms: trusted_browser::LIFETIME_MS };

/// The ticket of the form that this browser sent when the session had ended; it is kept until the user has signed in again.
pub const SAVED_FORM: HostCookie =
    HostCookie { plain: "portico-form", host: "__Host-portico-form", lives_ms: saved_form::LIFETIME_MS };

/// Where this browser has signed in before. It outlives sessions and authenticates no one.
const KNOWN: HostCookie =
    HostCookie { plain: "portico-known", host: "__Host-portico-known", lives_ms: known_browser::LIFETIME_MS };

/// The account that the browser was signed in to last, also when the session has ended since. It authenticates no one:
/// a form that is sent too late is kept for that account alone.
const ACCOUNT: HostCookie =
    HostCookie { plain: "portico-account", host: "__Host-portico-account", lives_ms: ABSOLUTE_MS };

/// The channel that was open last, where the chat begins the next time.
const LAST_CHANNEL: HostCookie =
    HostCookie { plain: "portico-channel", host: "__Host-portico-channel", lives_ms: ABSOLUTE_MS };

/// The notice for the next page.
const FLASH: HostCookie = HostCookie { plain: "portico-notice", host: "__Host-portico-notice", lives_ms: FLASH_MS };

impl HostCookie {
    fn name(&self, base: &BaseUrl) -> &'static str {
        if base.is_https() { self.host } else { self.plain }
    }

    fn value<'j>(&self, base: &BaseUrl, jar: &'j CookieJar<'_>) -> Option<&'j str> {
        jar.get(self.name(base)).map(Cookie::value)
    }

    /// The secret in it, as the browser sent it.
    pub fn get(&self, base: &BaseUrl, jar: &CookieJar<'_>) -> Option<Plain> {
        self.value(base, jar).map(Plain::from)
    }

    pub fn set(&self, base: &BaseUrl, jar: &CookieJar<'_>, secret: &Plain) {
        self.set_value(base, jar, secret.expose().to_owned());
    }

    fn set_value(&self, base: &BaseUrl, jar: &CookieJar<'_>, value: String) {
        let mut cookie = flagged(base, self.name(base), value);
        cookie.set_max_age(Duration::milliseconds(self.lives_ms));
        jar.add(cookie);
    }

    /// Deletes it, if the browser sent it.
    pub fn remove(&self, base: &BaseUrl, jar: &CookieJar<'_>) {
        if self.value(base, jar).is_some() {
            jar.remove(flagged(base, self.name(base), String::new()));
        }
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

/// The channel that was open last in this browser. Whether the user may see it is not said.
pub fn last_channel(base: &BaseUrl, jar: &CookieJar<'_>) -> Option<ChannelId> {
    LAST_CHANNEL.value(base, jar).and_then(ids::parse).map(ChannelId::new)
}

/// Records that a channel was opened, unless it was the last one already.
pub fn set_last_channel(base: &BaseUrl, jar: &CookieJar<'_>, id: ChannelId) {
    if last_channel(base, jar) != Some(id) {
        LAST_CHANNEL.set_value(base, jar, id.to_string());
    }
}

/// The accounts that this browser claims to have signed in to.
pub fn known_to(base: &BaseUrl, jar: &CookieJar<'_>) -> KnownBrowserCookie {
    KNOWN.value(base, jar).map_or_else(KnownBrowserCookie::default, KnownBrowserCookie::read)
}

/// Records in cookies that this browser has signed in to `user`'s account, with its present password, and that it is the last
/// one.
pub fn set_known(app: &App, jar: &CookieJar<'_>, user: &User) {
    let base = &app.config.base_url;
    let value = known_to(base, jar).after_sign_in(&app.key, user.known_as(), app.now());
    KNOWN.set_value(base, jar, value);
    ACCOUNT.set_value(base, jar, account_value(app, user.id));
}

/// Purpose of the instance key's signature of the last account.
const ACCOUNT_PURPOSE: &str = "last account";

/// The value of the cookie: the ID, and a keyed hash.
pub fn account_value(app: &App, user_id: UserId) -> String {
    let mac = app.key.mac(ACCOUNT_PURPOSE, &[&user_id.get().to_be_bytes()]);
    format!("{user_id}.{}", BASE64_URL_SAFE_NO_PAD.encode(mac))
}

/// The account that this browser was signed in to last; none if the cookie is not signed by us.
pub fn last_account(app: &App, jar: &CookieJar<'_>) -> Option<UserId> {
    let (user_id, mac) = ACCOUNT.value(&app.config.base_url, jar)?.split_once('.')?;
    let user_id: UserId = user_id.parse().ok()?;
    // Hashes of the texts are compared, so that the time does not depend on where they differ.
    let mac = Plain::from(mac);
    app.key
        .macs(ACCOUNT_PURPOSE, &[&user_id.get().to_be_bytes()])
        .any(|ours| Plain::from(BASE64_URL_SAFE_NO_PAD.encode(ours)) == mac)
        .then_some(user_id)
}

/// Time that a notice waits for its page: longer than a redirect takes.
const FLASH_MS: Millis = 60_000;
/// The most bytes of a notice's sentence; what is beyond is cut off. Browsers keep cookies of 4,096.
const MAX_FLASH_LENGTH: usize = 2_048;
/// Purpose of the instance key's signature of a notice.
const FLASH_PURPOSE: &str = "notice";

/// The signed text.
fn signed_parts<'a>(sent: &'a str, at: &'a [u8; 8]) -> [&'a [u8]; 2] {
    [sent.as_bytes(), at]
}

/// Sets the notice for the next page.
pub fn set_flash(app: &App, jar: &CookieJar<'_>, flash: &Flash) {
    let base = &app.config.base_url;
    let end = flash.text.floor_char_boundary(MAX_FLASH_LENGTH);
    let text = flash.text.get(..end).unwrap_or_default();
    let said = format!("{}\n{text}", flash.kind);
    let sent = BASE64_URL_SAFE_NO_PAD.encode(said);
    let now = app.now();
    let mac = app.key.mac(FLASH_PURPOSE, &signed_parts(&sent, &now.to_be_bytes()));
    let mac = BASE64_URL_SAFE_NO_PAD.encode(mac);
    FLASH.set_value(base, jar, format!("{now}.{sent}.{mac}"));
}

/// The notice for this page; none if the cookie is not signed by us, or is too old.
pub fn flash(app: &App, jar: &CookieJar<'_>) -> Option<Flash> {
    let value = FLASH.value(&app.config.base_url, jar)?;
    let mut parts = value.splitn(3, '.');
    let (made, sent, mac) = (parts.next()?, parts.next()?, parts.next()?);
    let made: Millis = made.parse().ok()?;
    let made_bytes = made.to_be_bytes();
    // It may have been set before the instance key was changed. Hashes of the texts are compared, so that the time does
    // not depend on where they differ.
    let mac = Plain::from(mac);
    let is_ours = app
        .key
        .macs(FLASH_PURPOSE, &signed_parts(sent, &made_bytes))
        .any(|ours| Plain::from(BASE64_URL_SAFE_NO_PAD.encode(ours)) == mac);
    let is_recent = (0..FLASH_MS).contains(&(app.now() - made));
    if !is_ours || !is_recent {
        return None;
    }
    let said = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(sent).ok()?).ok()?;
    let (kind, text) = said.split_once('\n')?;
    Some(Flash { kind: kind.to_owned(), text: text.to_owned() })
}

/// Deletes the notice after it was shown.
pub fn remove_flash(base: &BaseUrl, jar: &CookieJar<'_>) {
    FLASH.remove(base, jar);
}

/// Deletes what ends with a session that its user ended: its cookie, and that of a kept form.
pub fn sign_out(base: &BaseUrl, jar: &CookieJar<'_>) {
    SESSION.remove(base, jar);
    SAVED_FORM.remove(base, jar);
}

/// Saves the colour theme for a year.
pub fn set_theme(base: &BaseUrl, jar: &CookieJar<'_>, theme: Theme) {
    keep_choice(base, jar, THEME, theme.name());
}

/// Saves the key that sends for a year.
pub fn set_send_key(base: &BaseUrl, jar: &CookieJar<'_>, key: SendKey) {
    keep_choice(base, jar, SEND_KEY, key.name());
}

/// Saves the language of pages for a year.
pub fn set_language(base: &BaseUrl, jar: &CookieJar<'_>, language: Option<&Language>) {
    match language {
        Some(language) => keep_choice(base, jar, LANGUAGE, language.tag),
        None => jar.remove(flagged(base, LANGUAGE, String::new())),
    }
}

fn keep_choice(base: &BaseUrl, jar: &CookieJar<'_>, name: &'static str, choice: &str) {
    let mut cookie = flagged(base, name, choice.to_owned());
    cookie.set_max_age(Duration::days(365));
    jar.add(cookie);
}
