//! `/reset`: a new password by a code to the verified phone, for users who forgot theirs.
//! Requests, responses and work are the same whether or not an account has the name.

use std::sync::Arc;

use rocket::http::CookieJar;
use rocket::{FromForm, State, get, post};
use rocket_dyn_templates::context;

use super::{second, shown_passkey};
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::guards::{Browser, Viewer};
use crate::routes::page::{Answer, Page, ReaderLanguage, form_faults};
use crate::routes::sent_form::Form;
use portico_crypto::tokens::Plain;
use portico_crypto::webauthn::Purpose;
use portico_platform::error::{Error, Result};
use portico_platform::throttle::LimitKind;
use portico_store::models::accounts::password_reset::{ResetForm, ResetOutcome};
use portico_store::models::{Authenticator, Passkey, PasswordReset};

use portico_rules::ids::UserId;

/// Shown if the instance can't send text messages.
const NO_TEXTS: &str = "This service can’t send text messages. Ask its operator to set a new password for you.";

#[derive(FromForm)]
pub(crate) struct Ask<'r> {
    #[field(default = "")]
    login: &'r str,
    #[field(default = "")]
    next: &'r str,
}

#[derive(FromForm)]
pub(crate) struct Redeem<'r> {
    #[field(default = "")]
    code: &'r str,
    #[field(default = "")]
    password: &'r str,
    /// The second step, which the page asks for once the code was right.
    #[field(default = "")]
    second: &'r str,
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

fn page(app: &App, login: &str, next: &Continuation) -> Page {
    Page::new(
        "accounts/reset",
        context! {
            login,
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
            sign_up: next.after("/sign-up"),
            can_send: app.sms.is_set(),
        },
    )
}

async fn code_page(app: &App, asked: &PasswordReset, next: &Continuation) -> Result<Page> {
    let (has_app, passkey) = match asked.waits_for() {
        Some(user_id) => (
            Authenticator::is_set_up(&app.db, user_id).await?,
            Passkey::challenge(app, user_id, Purpose::Reset(user_id.get())).await?,
        ),
        None => (false, None),
    };
    Ok(Page::new(
        "accounts/reset_code",
        context! {
            has_app,
            passkey,
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
            sign_up: next.after("/sign-up"),
            again: next.after("/reset"),
            works: asked.works(app.now()),
            tries_left: asked.tries_left(),
            needs_second: asked.waits_for().is_some(),
            outbox: app.sms.outbox().is_some(),
        },
    ))
}

#[get("/reset?<next>")]
pub(crate) fn show(_viewer: &Viewer, app: &App, next: Option<&str>) -> Page {
    page(app, "", &Continuation::or_home(next))
}

#[post("/reset", data = "<form>")]
pub(crate) async fn request(
    form: Form<Ask<'_>>,
    _viewer: &Viewer,
    app: &State<Arc<App>>,
    browser: Browser<'_>,
    language: ReaderLanguage,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    app.throttle.check_address(LimitKind::ResetAddress, browser.address).await?;
    let next = Continuation::or_home(Some(form.next));
    let asked = if app.sms.is_set() {
        PasswordReset::request(&app.core, &app.security_log, form.login, (browser.0, language.0)).await
    } else {
        Err(Error::fault("form", NO_TEXTS))
    };
    Ok(match form_faults(asked)? {
        Err(faults) => Answer::Shown(page(app, form.login, &next).faults(&faults)),
        Ok(ticket) => {
            cookies::RESET_TICKET.set(&app.config.base_url, jar, &ticket);
            Answer::to(next.after("/reset/code"))
        }
    })
}

/// The reset that this browser requested.
async fn asked(app: &App, jar: &CookieJar<'_>) -> Result<Option<(Plain, PasswordReset)>> {
    let Some(ticket) = cookies::RESET_TICKET.get(&app.config.base_url, jar) else {
        return Ok(None);
    };
    let found = PasswordReset::of_ticket(app, &ticket).await?;
    Ok(found.map(|asked| (ticket, asked)))
}

#[get("/reset/code?<next>")]
pub(crate) async fn show_code(_viewer: &Viewer, app: &App, jar: &CookieJar<'_>, next: Option<&str>) -> Result<Answer> {
    let next = Continuation::or_home(next);
    Ok(match asked(app, jar).await? {
        Some((_, asked)) => Answer::Shown(code_page(app, &asked, &next).await?),
        None => Answer::to(next.after("/reset")),
    })
}

#[post("/reset/code", data = "<form>")]
pub(crate) async fn redeem(
    form: Form<Redeem<'_>>,
    _viewer: &Viewer,
    app: &State<Arc<App>>,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    app.throttle.check_address(LimitKind::ResetAddress, browser.address).await?;
    let next = Continuation::or_home(Some(form.next));
    let Some((ticket, before)) = asked(app, jar).await? else {
        return Ok(Answer::to(next.after("/reset")));
    };
    let password = Plain::from(form.password);
    let redeemed = match before.waits_for() {
        Some(user_id) => {
            let whose = (&ticket, &password, user_id);
            with_second_step(app, &form, whose, (browser, jar)).await
        }
        None => {
            let proof = ResetForm { ticket: &ticket, code: form.code, password: &password };
            PasswordReset::redeem(&app.core, &app.security_log, proof, browser.0).await
        }
    };
    Ok(match form_faults(redeemed)? {
        Err(faults) => {
            // Read again, for the tries that are left.
            let now = asked(app, jar).await?.map_or(before, |(_, now)| now);
            Answer::Shown(code_page(app, &now, &next).await?.faults(&faults))
        }
        // The page asks for it.
        Ok(ResetOutcome::NeedsSecondStep) => Answer::to(next.after("/reset/code")),
        Ok(ResetOutcome::Done(user)) => {
            cookies::RESET_TICKET.remove(&app.config.base_url, jar);
            // So that strangers who guess at the account don't lock its owner out of this browser.
            cookies::set_known(app, jar, &user);
            Answer::said(
                next.after("/sign-in"),
                "Your new password is set, and you are signed out everywhere. Sign in with it.",
            )
        }
    })
}

/// Sets the password with the second step, whose tries are counted like those at the sign-in.
async fn with_second_step(
    app: &App,
    form: &Redeem<'_>,
    (ticket, password, user_id): (&Plain, &Plain, UserId),
    (browser, jar): (Browser<'_>, &CookieJar<'_>),
) -> Result<ResetOutcome> {
    let sent = shown_passkey::sent(form.with, form.state, form.credential);
    let whose = (Purpose::Reset(user_id.get()), user_id);
    let proof = second::proof(app, whose, sent, (form.second, "second"), (browser, jar)).await?;
    let user =
        PasswordReset::redeem_second(&app.core, &app.security_log, (ticket, password), &proof, browser.0).await?;
    Ok(ResetOutcome::Done(Box::new(user)))
}
