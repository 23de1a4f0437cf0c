//! A secret on its way from one page to another, sealed in a cookie of these pages alone: never in an address, never in the
//! database. The cookies of the whole site are in `cookies`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::{Cookie, SameSite};
use rocket::http::CookieJar;
use time::Duration;

use crate::app::App;
use portico_crypto::sealing;
use portico_crypto::tokens::Plain;
use portico_platform::error::{Error, Result};

/// A cookie with a sealed value.
pub(super) struct SealedCookie {
    pub(super) name: String,
    /// The page that it is sent to, with those below it.
    pub(super) path: String,
    /// Time that the browser keeps it.
    pub(super) seconds: i64,
}

impl SealedCookie {
    /// Sets it to `secret`. The same `seal_context` is needed to open it again.
    ///
    /// # Errors
    /// Never for a secret of ours.
    pub(super) fn set(&self, app: &App, jar: &CookieJar<'_>, seal_context: &str, secret: &Plain) -> Result<()> {
        let sealed = sealing::seal(&app.key, seal_context.as_bytes(), secret).map_err(Error::internal)?;
        let mut cookie = self.with_value(app, BASE64_URL_SAFE_NO_PAD.encode(sealed));
        cookie.set_max_age(Duration::seconds(self.seconds));
        jar.add(cookie);
        Ok(())
    }

    /// Its value; none if the browser sent none, or it was set with another seal context.
    pub(super) fn open(&self, app: &App, jar: &CookieJar<'_>, seal_context: &str) -> Option<Plain> {
        let sent = jar.get(&self.name)?;
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(sent.value()).ok()?;
        let opened = sealing::open(&app.key, seal_context.as_bytes(), &sealed).ok()?;
        Some(opened.secret)
    }

    /// Opens and deletes it, so that the secret is shown once.
    pub(super) fn take(&self, app: &App, jar: &CookieJar<'_>, seal_context: &str) -> Option<Plain> {
        let secret = self.open(app, jar, seal_context);
        self.remove(app, jar);
        secret
    }

    /// Deletes it.
    pub(super) fn remove(&self, app: &App, jar: &CookieJar<'_>) {
        jar.remove(self.with_value(app, String::new()));
    }

    fn with_value(&self, app: &App, value: String) -> Cookie<'static> {
        Cookie::build((self.name.clone(), value))
            .path(self.path.clone())
            .same_site(SameSite::Strict)
            .secure(app.config.base_url.is_https())
            .http_only(true)
            .build()
    }
}
