//! `/confirm`: the password again, or a passkey, before an action that can't be undone. The actions' routes decide
//! whether they need it (`SignedIn::require_fresh`).

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::shown_passkey;
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::guards::{Browser, Viewer};
use crate::routes::oauth;
use crate::routes::page::{Answer, Page, form_faults, to};
use crate::routes::sent_form::Form;
use crate::routes::waiting_form;
use portico_crypto::tokens::Plain;
use portico_crypto::webauthn::{CredentialResponse, Purpose};
use portico_platform::error::{FieldErrors, Result};
use portico_platform::throttle::LimitKind;
use portico_store::models::accounts::passkey_session;
use portico_store::models::{Passkey, Session, User};

#[derive(FromForm)]
pub(crate) struct PasswordConfirmForm<'r> {
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
    /// The ticket of the form that is carried out after this.
    #[field(default = "")]
    act: &'r str,
}

/// The ticket of a form that is carried out after this, and the words for what it does.
type WaitingAct = Option<(Plain, String)>;

async fn page(app: &App, session: &Session, next: &Continuation, waiting: &WaitingAct) -> Result<Page> {
    let purpose = Purpose::Confirm(session.id.get());
    let passkey = Passkey::challenge(app, session.user_id, purpose).await?;
    // A link back to an app's request would lead here again.
    let request = next.as_str().strip_prefix("/oauth/authorize?");
    let cancel = match request {
        Some(request) => oauth::cancel_form(app, session, request).await?,
        None => None,
    };
    let cancel = cancel.as_ref().map(|form| {
        context! { app: form.app_name.as_str(), request, token: form.token.expose() }
    });
    let act = waiting.as_ref().map(|(ticket, label)| context! { ticket: ticket.expose(), label });
    Ok(Page::new("accounts/confirm", context! { next: next.as_str(), passkey, cancel, act }))
}

/// The page again after a wrong password or passkey.
async fn again(app: &App, session: &Session, next: &Continuation, act: &str, faults: &FieldErrors) -> Result<Answer> {
    let waiting = match act {
        "" => None,
        act => {
            let ticket = Plain::from(act);
            let label = waiting_form::find_by_ticket(app, &ticket, session.id).await?;
            label.map(|label| (ticket, label))
        }
    };
    Ok(Answer::Shown(page(app, session, next, &waiting).await?.faults(faults)))
}

/// Those who are signed out sign in, which asks for the password too.
fn sign_in(next: &Continuation) -> Answer {
    Answer::Done(to(next.after("/sign-in")))
}

/// With `act`, a form of this browser waits to be carried out; with `again`, it could not be kept.
#[get("/confirm?<next>&<act>&<again>")]
pub(crate) async fn show(
    viewer: &Viewer,
    app: &App,
    jar: &CookieJar<'_>,
    next: Option<&str>,
    act: Option<&str>,
    again: Option<&str>,
) -> Result<Answer> {
    let next = Continuation::or_home(next);
    let Some((session, _)) = &viewer.signed_in else {
        return Ok(sign_in(&next));
    };
    let waiting = match act {
        Some(_) => waiting_form::find(app, jar, session.id).await?,
        None => None,
    };
    let page = page(app, session, &next, &waiting).await?;
    Ok(Answer::Shown(page.with("is_incomplete", again.is_some())))
}

#[post("/confirm", data = "<form>")]
pub(crate) async fn create(
    form: Form<PasswordConfirmForm<'_>>,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::or_home(Some(form.next));
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(sign_in(&next));
    };
    if let Some(sent) = shown_passkey::sent(form.with, form.state, form.credential) {
        let renewed = by_passkey(app, (session, user), sent, browser).await;
        let token = match form_faults(renewed)? {
            Ok(token) => token,
            Err(faults) => return again(app, session, &next, form.act, &faults).await,
        };
        cookies::SESSION.set(&app.config.base_url, jar, &token);
        cookies::set_known(app, jar, user);
        return confirmed(app, jar, (session, &token), form.act, &next).await;
    }
    // By session: strangers who guess at the account don't lock its owner out, and a stolen session is limited too.
    app.throttle.check(LimitKind::Confirm, session.id.get()).await?;
    let mut user = user.clone();
    let password = Plain::from(form.password);
    if !user.confirm(app, &app.security_log, &password, browser.0).await? {
        let faults = FieldErrors::one("password", "Wrong password. Try again.");
        return again(app, session, &next, form.act, &faults).await;
    }
    let (_, token) = session.renew(app, &user, browser.0).await?;
    cookies::SESSION.set(&app.config.base_url, jar, &token);
    cookies::set_known(app, jar, &user);
    confirmed(app, jar, (session, &token), form.act, &next).await
}

/// Goes on with the form that waited for the password, if there is one, or to `next`. `session` is the one before.
async fn confirmed(
    app: &App,
    jar: &CookieJar<'_>,
    (session, token): (&Session, &Plain),
    act: &str,
    next: &Continuation,
) -> Result<Answer> {
    if act.is_empty() {
        return Ok(Answer::Done(to(next.as_str())));
    }
    let redirect = waiting_form::continue_with(app, jar, &act.into(), session.id, token).await?;
    let sentence = "You confirmed that it’s you, but what you chose was done already, or it waited too long. Look before you try again.";
    Ok(redirect.map_or_else(|| Answer::warned(next.as_str(), sentence), Answer::Done))
}

/// The new token of a session whose user used their passkey.
async fn by_passkey(
    app: &App,
    (session, user): (&Session, &User),
    sent: CredentialResponse<'_>,
    browser: Browser<'_>,
) -> Result<Plain> {
    let whose = (Purpose::Confirm(session.id.get()), Some(user.id));
    let verified = shown_passkey::verify(app, whose, sent, browser).await?;
    passkey_session::confirm(app, (session, user), &verified, browser.0).await
}
