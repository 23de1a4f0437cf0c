//! A new client secret on its way from the form that made it to the page that shows it, once.

use rocket::http::CookieJar;

use crate::app::App;
use crate::routes::sealed_cookie::SealedCookie;
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_store::models::{ClientSecret, Session};

const NAME: &str = "portico-new-secret";
/// Long enough for a redirect.
const SECONDS: i64 = 60;

/// Gives `secret` along to the page of the app.
///
/// # Errors
/// Never for a secret of ours.
pub(super) fn give(app: &App, jar: &CookieJar<'_>, session: &Session, app_id: AppId, secret: &Plain) -> Result<()> {
    cookie(app_id).set(app, jar, &seal_context(session, app_id), secret)
}

/// Takes the secret out of the browser to show it; none where none came along, or where it does not
/// belong to this session, this app, or the app's living secrets.
pub(super) async fn take(app: &App, jar: &CookieJar<'_>, session: &Session, app_id: AppId) -> Result<Option<Plain>> {
    let Some(secret) = cookie(app_id).take(app, jar, &seal_context(session, app_id)) else {
        return Ok(None);
    };
    let is_living = ClientSecret::is_of_app(&app.db, app_id, secret.expose()).await?;
    Ok(is_living.then_some(secret))
}

fn cookie(app_id: AppId) -> SealedCookie {
    SealedCookie { name: NAME.to_owned(), path: format!("/portal/apps/{app_id}"), seconds: SECONDS }
}

/// Context that the seal is bound to.
fn seal_context(session: &Session, app_id: AppId) -> String {
    format!("new client secret of app {app_id} in session {}", session.id)
}
