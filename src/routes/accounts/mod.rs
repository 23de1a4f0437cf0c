//! Accounts: sign-up, sign-in with its second step, sign-out, password resets, and confirming the password.
//! What a user changes about their account is in `settings`.

pub(super) mod confirm;
pub(super) mod passkey;
pub(super) mod reset;
pub(super) mod second;
pub(in crate::routes) mod shown_passkey;
pub(super) mod sign_in;
pub(super) mod sign_up;

use rocket::http::CookieJar;

use crate::app::App;
use crate::error::Result;
use crate::models::{Session, User};
use crate::routes::cookies;
use crate::routes::guards::{Asking, Viewer};
use crate::security::tokens::Plain;

/// Signs in a user who has passed every check, in an account without a second step.
async fn begin_session(
    app: &App,
    viewer: &Viewer,
    user: &User,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<()> {
    leave_former(app, viewer).await?;
    let (_, token) = Session::start(app, user, asking.browser()).await?;
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
    cookies::set_session(&app.config.base_url, jar, token);
    cookies::set_known(app, jar, user);
    cookies::drop_second_ticket(&app.config.base_url, jar);
}
