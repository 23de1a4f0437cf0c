//! `/sign-in/passkey`: signing in with a passkey alone. The passkeys that forms carry are read in `shown_passkey`.
//! `models::accounts::passkey` checks the answers; adding one is in `settings`.

use rocket::http::CookieJar;
use rocket::{FromForm, post};

use super::shown_passkey::verify;
use super::sign_in::{lead, page};
use super::{leave_former, set_cookies};
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Browser, Viewer};
use crate::routes::page::{Answer, form_faults};
use crate::routes::sent_form::Form;
use portico_crypto::webauthn::{CredentialResponse, Purpose};
use portico_platform::error::Result;
use portico_store::models::accounts::passkey_session;

#[derive(FromForm)]
pub(crate) struct PasskeySignInForm<'r> {
    #[field(default = "")]
    state: &'r str,
    #[field(default = "")]
    credential: &'r str,
    #[field(default = "")]
    next: &'r str,
}

#[post("/sign-in/passkey", data = "<form>")]
pub(crate) async fn create(
    form: Form<PasskeySignInForm<'_>>,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::or_home(Some(form.next));
    let sent = CredentialResponse { state: form.state, credential: form.credential };
    match form_faults(sign_in(app, sent, viewer, browser, jar).await)? {
        Ok(()) => Ok(Answer::to(next.as_str())),
        Err(faults) => {
            let again = page(app, "", &next, &lead(app, &next, jar).await?);
            Ok(Answer::Shown(again.faults(&faults)))
        }
    }
}

async fn sign_in(
    app: &App,
    sent: CredentialResponse<'_>,
    viewer: &Viewer,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<()> {
    let verified = verify(app, (Purpose::SignIn, None), sent, browser).await?;
    let (user, token) = passkey_session::sign_in(app, &verified, browser.0).await?;
    leave_former(app, viewer).await?;
    set_cookies(app, jar, &user, &token);
    Ok(())
}
