//! Accounts: sign-up, sign-in, sign-out, password resets, and confirming the password.
//! What a user changes about their account is in `settings`.

pub(super) mod confirm;
pub(super) mod reset;
pub(super) mod sign_in;
pub(super) mod sign_up;

use rocket::http::CookieJar;

use crate::app::App;
use crate::error::Result;
use crate::models::{Session, User};
use crate::routes::cookies;
use crate::routes::guards::{Asking, Viewer};

/// Signs in a user who has passed every check. The browser's previous session ends, because an attacker may have planted
/// it.
async fn begin_session(
    app: &App,
    viewer: &Viewer,
    user: &User,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<()> {
    if let Some((before, _)) = &viewer.signed_in {
        before.end(app).await?;
    }
    // Another person's form is not shown to them.
    let known_to = cookies::known_to(&app.config.base_url, jar);
    if !known_to.is_empty() && known_to.to(&app.key, user.known_as(), app.now()).is_none() {
        cookies::drop_saved_form(&app.config.base_url, jar);
    }
    let (_, token) = Session::start(app, user, asking.browser()).await?;
    cookies::set_session(&app.config.base_url, jar, &token);
    cookies::set_known(app, jar, user);
    Ok(())
}
