//! `/confirm`: the password again, or a passkey, before an action that can't be undone.
//! Which actions need it is decided by their routes (`SignedIn::require_fresh`).

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::shown_passkey;
use crate::app::App;
use crate::error::{Faults, Result};
use crate::models::accounts::passkey_session;
use crate::models::{Passkey, Session, User};
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::guards::{Asking, Viewer};
use crate::routes::page::{Answer, Page, form_faults, to};
use crate::routes::sent_form::Form;
use crate::security::throttle::LimitKind;
use crate::security::tokens::Plain;
use crate::security::webauthn::{Purpose, Sent};

#[derive(FromForm)]
pub(crate) struct Confirm<'r> {
    #[field(default = "")]
    password: &'r str,
    #[field(default = "")]
    state: &'r str,
    #[field(default = "")]
    credential: &'r str,
    /// `passkey` by the button for passkeys.
    #[field(default = "")]
    with: &'r str,
    #[field(default = "")]
    next: &'r str,
}

async fn page(app: &App, session: &Session, next: &Continuation) -> Result<Page> {
    let purpose = Purpose::Confirm(session.id);
    let passkey = Passkey::challenge(app, session.user_id, purpose).await?;
    Ok(Page::new(
        "accounts/confirm",
        context! { next: next.as_str(), passkey },
    ))
}

/// Those who are signed out sign in, which asks for the password too.
fn sign_in(next: &Continuation) -> Answer {
    Answer::Done(to(next.after("/sign-in")))
}

#[get("/confirm?<next>")]
pub(crate) async fn show(viewer: &Viewer, app: &App, next: Option<&str>) -> Result<Answer> {
    let next = next
        .and_then(Continuation::read)
        .unwrap_or_else(Continuation::home);
    Ok(match &viewer.signed_in {
        Some((session, _)) => Answer::Shown(page(app, session, &next).await?),
        None => sign_in(&next),
    })
}

#[post("/confirm", data = "<form>")]
pub(crate) async fn create(
    form: Form<Confirm<'_>>,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::read(form.next).unwrap_or_else(Continuation::home);
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(sign_in(&next));
    };
    if let Some(sent) = shown_passkey::sent(form.with, form.state, form.credential) {
        let confirmed = by_passkey(app, (session, user), sent, asking).await;
        let token = match form_faults(confirmed)? {
            Ok(token) => token,
            Err(faults) => {
                let again = page(app, session, &next).await?;
                return Ok(Answer::Shown(again.faults(&faults)));
            }
        };
        cookies::set_session(&app.config.base_url, jar, &token);
        cookies::set_known(app, jar, user);
        return Ok(Answer::Done(to(next.as_str())));
    }
    // By session: strangers who guess at the account don't lock its owner out, and a stolen session is limited too.
    app.throttle.check(LimitKind::Confirm, session.id).await?;
    let mut user = user.clone();
    let password = Plain::from(form.password);
    if !user
        .confirm(app, &app.security_log, &password, asking.browser())
        .await?
    {
        let faults = Faults::one("password", "Wrong password. Try again.");
        let again = page(app, session, &next).await?;
        return Ok(Answer::Shown(again.faults(&faults)));
    }
    let (_, token) = session.renew(app, &user, asking.browser()).await?;
    cookies::set_session(&app.config.base_url, jar, &token);
    cookies::set_known(app, jar, &user);
    Ok(Answer::Done(to(next.as_str())))
}

/// The new token of a session whose user used their passkey.
async fn by_passkey(
    app: &App,
    (session, user): (&Session, &User),
    sent: Sent<'_>,
    asking: Asking<'_>,
) -> Result<Plain> {
    let whose = (Purpose::Confirm(session.id), Some(user.id));
    let verified = shown_passkey::verify(app, whose, sent, asking).await?;
    passkey_session::confirm(app, (session, user), &verified, asking.browser()).await
}
