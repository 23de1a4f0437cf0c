//! `/sign-in/passkey`: signing in with a passkey alone; and the passkeys that other forms carry.
//! Which answers are right is decided in `models::accounts::passkey`; adding one is in `settings`.

use rocket::http::CookieJar;
use rocket::{FromForm, post};

use super::sign_in::{lead, page};
use super::{leave_former, set_cookies};
use crate::app::App;
use crate::error::{Error, Faults, Result};
use crate::models::Passkey;
use crate::models::accounts::passkey::Verified;
use crate::models::accounts::passkey_session;
use crate::routes::catchers::again_in;
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Asking, Viewer};
use crate::routes::page::{Answer, form_faults};
use crate::routes::sent_form::Form;
use crate::security::throttle::{LimitKind, Refused};
use crate::security::webauthn::{Purpose, Sent};

#[derive(FromForm)]
pub(crate) struct SignIn<'r> {
    #[field(default = "")]
    state: &'r str,
    #[field(default = "")]
    credential: &'r str,
    #[field(default = "")]
    next: &'r str,
}

#[post("/sign-in/passkey", data = "<form>")]
pub(crate) async fn create(
    form: Form<SignIn<'_>>,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::read(form.next).unwrap_or_else(Continuation::home);
    let sent = Sent {
        state: form.state,
        credential: form.credential,
    };
    match form_faults(sign_in(app, sent, viewer, asking, jar).await)? {
        Ok(()) => Ok(Answer::to(next.as_str())),
        Err(faults) => {
            let again = page(app, "", &next, &lead(app, &next, jar).await?);
            Ok(Answer::Shown(again.faults(&faults)))
        }
    }
}

async fn sign_in(
    app: &App,
    sent: Sent<'_>,
    viewer: &Viewer,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<()> {
    let verified = verify(app, (Purpose::SignIn, None), sent, asking).await?;
    let (user, token) = passkey_session::sign_in(app, &verified, asking.browser()).await?;
    leave_former(app, viewer, &user, jar).await?;
    set_cookies(app, jar, &user, &token);
    Ok(())
}

/// Counts a passkey by the address, since nobody guesses one, and checks it: of any account, or of one alone.
///
/// # Errors
/// A fault of `form`.
pub(super) async fn verify(
    app: &App,
    whose: (Purpose, Option<i64>),
    sent: Sent<'_>,
    asking: Asking<'_>,
) -> Result<Verified> {
    count(app, asking).await?;
    Passkey::verify(app, &app.security_log, whose, sent, asking.browser()).await
}

/// Counts a passkey that is shown or added.
///
/// # Errors
/// [`Error::limited`] by `form`.
pub(in crate::routes) async fn count(app: &App, asking: Asking<'_>) -> Result<()> {
    let kind = LimitKind::PasskeyAddress;
    let counted = app.throttle.check_address(kind, asking.address).await;
    counted.map(drop).map_err(|refused| match refused {
        Refused::TooFast(too_fast) => {
            let seconds = too_fast.retry_after_secs;
            let sentence = format!("Too many passkeys were tried. {}", again_in(seconds));
            Error::Faults(Faults::limited("form", sentence, seconds))
        }
        Refused::Uncounted(err) => err,
    })
}

/// The passkey of a form whose button for passkeys was pressed. Without scripts the button sends itself alone.
pub(super) fn sent<'r>(with: &str, state: &'r str, credential: &'r str) -> Option<Sent<'r>> {
    (with == "passkey" || !credential.is_empty()).then_some(Sent { state, credential })
}
