//! A new client secret on its way from the form that made it to the page that shows it, once.
//! It travels sealed in a cookie of that page alone: never in an address, never in the database.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::{Cookie, SameSite};
use rocket::http::CookieJar;
use time::Duration;

use crate::app::App;
use crate::error::{Error, Result};
use crate::models::{ClientSecret, Session};
use crate::security::sealing;
use crate::security::tokens::Plain;

const NAME: &str = "portico-new-secret";
/// Long enough for a redirect.
const SECONDS: i64 = 60;

/// Gives `secret` along to the page of the app.
///
/// # Errors
/// Never for a secret of ours.
pub(super) fn give(
    app: &App,
    jar: &CookieJar<'_>,
    session: &Session,
    app_id: i64,
    secret: &Plain,
) -> Result<()> {
    let sealed =
        sealing::seal(&app.key, &place(session, app_id), secret).map_err(Error::internal)?;
    let mut cookie = cookie(app, app_id, BASE64_URL_SAFE_NO_PAD.encode(sealed));
    cookie.set_max_age(Duration::seconds(SECONDS));
    jar.add(cookie);
    Ok(())
}

/// Takes the secret out of the browser to show it; none where none came along, or where it does not
/// belong to this session, this app, or the app's living secrets.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn take(
    app: &App,
    jar: &CookieJar<'_>,
    session: &Session,
    app_id: i64,
) -> Result<Option<Plain>> {
    let Some(sent) = jar.get(NAME) else {
        return Ok(None);
    };
    jar.remove(cookie(app, app_id, String::new()));
    let secret = BASE64_URL_SAFE_NO_PAD
        .decode(sent.value())
        .ok()
        .and_then(|sealed| sealing::open(&app.key, &place(session, app_id), &sealed).ok())
        .map(|opened| opened.secret);
    let Some(secret) = secret else {
        return Ok(None);
    };
    let living = ClientSecret::look_up(&app.db, app_id, secret.expose()).await?;
    Ok(living.map(|_| secret))
}

fn cookie(app: &App, app_id: i64, value: String) -> Cookie<'static> {
    Cookie::build((NAME, value))
        .path(format!("/portal/apps/{app_id}"))
        .same_site(SameSite::Strict)
        .secure(app.config.base_url.is_https())
        .http_only(true)
        .build()
}

/// What the seal is bound to.
fn place(session: &Session, app_id: i64) -> Vec<u8> {
    format!(
        "new client secret of app {app_id} in session {}",
        session.id
    )
    .into_bytes()
}
