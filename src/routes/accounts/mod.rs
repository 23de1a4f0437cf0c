//! Accounts: sign-up, sign-in with its second step, sign-out, password resets, and confirming the password. Changes of
//! an account are in `settings`.

pub(super) mod confirm;
pub(super) mod passkey;
pub(super) mod reset;
pub(super) mod second;
pub(in crate::routes) mod shown_passkey;
pub(super) mod sign_in;
pub(super) mod sign_up;

use rocket::http::CookieJar;

use crate::app::App;
use crate::routes::cookies;
use crate::routes::guards::{Browser, Viewer};
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_store::models::{Session, User};

/// Signs in a user whose account was just made.
async fn begin_session(
    app: &App,
    viewer: &Viewer,
    user: &User,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<()> {
    leave_former(app, viewer).await?;
    let (_, token) = Session::start(app, user, browser.0).await?;
    set_cookies(app, jar, user, &token);
    Ok(())
}

/// Ends the browser's previous session, because an attacker may have planted it.
async fn leave_former(app: &App, viewer: &Viewer) -> Result<()> {
    if let Some((before, _)) = &viewer.signed_in {
        before.end(app).await?;
    }
    Ok(())
}

/// Sets the cookies of a session that has begun.
fn set_cookies(app: &App, jar: &CookieJar<'_>, user: &User, token: &Plain) {
    cookies::SESSION.set(&app.config.base_url, jar, token);
    cookies::set_known(app, jar, user);
    cookies::SECOND_TICKET.remove(&app.config.base_url, jar);
}
