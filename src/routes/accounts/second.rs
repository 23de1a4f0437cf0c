//! `/sign-in/second`: the second step, after the right password and before what needs it again.
//! `models::accounts::second_step` checks the codes.

use std::sync::Arc;

use rocket::http::CookieJar;
use rocket::{FromForm, State, get, post};
use rocket_dyn_templates::context;

use super::{leave_former, set_cookies, shown_passkey};
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::error_pages::again_in;
use crate::routes::guards::{Browser, SignedIn, Viewer};
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use portico_crypto::webauthn::{CredentialResponse, Purpose};
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::{LimitKind, ThrottleError};
use portico_store::models::accounts::second_step::{self, SecondStepProof, UsedProof};
use portico_store::models::accounts::sign_in_ticket::TicketOutcome;
use portico_store::models::{Authenticator, Passkey, SignInTicket, TrustedBrowser, User};

use portico_rules::ids::UserId;

/// Shown at the sign-in once a ticket is over.
const OVER: &str = "This sign-in took too long, or too many codes were wrong. Sign in again.";

#[derive(FromForm)]
pub(crate) struct Second<'r> {
    #[field(default = "")]
    code: &'r str,
    #[field(default = "")]
    state: &'r str,
    #[field(default = "")]
    credential: &'r str,
    /// `passkey` by the button for passkeys.
    #[field(default = "")]
    with: &'r str,
    /// True if the browser is trusted from now on.
    #[field(default = false)]
    trust: bool,
    #[field(default = "")]
    next: &'r str,
}

/// Who takes the second step.
enum SecondStepUser<'r> {
    /// A user whose password was right.
    SigningIn(SignInTicket),
    /// A user who is signed in.
    Again(SignedIn<'r>),
}

impl SecondStepUser<'_> {
    fn user_id(&self) -> UserId {
        match self {
            Self::SigningIn(ticket) => ticket.user_id,
            Self::Again(me) => me.id,
        }
    }

    fn purpose(&self) -> Purpose {
        match self {
            Self::SigningIn(ticket) => Purpose::SecondStep(ticket.id),
            Self::Again(me) => Purpose::Confirm(me.session.id.get()),
        }
    }
}

/// Continues after the right password: with a session, or, of an account with a second step in a browser that it does not
/// trust, with that step.
pub(super) async fn after_password(
    app: &App,
    viewer: &Viewer,
    user: &User,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
    next: &Continuation,
) -> Result<Answer> {
    leave_former(app, viewer).await?;
    if !second_step::is_set_up(&app.db, user.id).await?
        && let Some((_, token)) = second_step::start_session_without(app, user, browser.0).await?
    {
        set_cookies(app, jar, user, &token);
        return Ok(Answer::to(next.as_str()));
    }
    let base = &app.config.base_url;
    if let Some(token) = cookies::TRUST.get(base, jar) {
        let started = TrustedBrowser::start_session(app, user, &token, browser.0).await?;
        if let Some((_, token)) = started {
            set_cookies(app, jar, user, &token);
            return Ok(Answer::to(next.as_str()));
        }
    }
    if viewer.signed_in.is_some() {
        cookies::SESSION.remove(base, jar);
    }
    let ticket = SignInTicket::issue(app, user).await?;
    cookies::SECOND_TICKET.set(base, jar, &ticket);
    Ok(Answer::to(next.after("/sign-in/second")))
}

async fn page(app: &App, taking: &SecondStepUser<'_>, next: &Continuation, trust: bool) -> Result<Page> {
    let (user_id, purpose) = (taking.user_id(), taking.purpose());
    Ok(Page::new(
        "accounts/second",
        context! {
            is_sign_in: matches!(taking, SecondStepUser::SigningIn(_)),
            has_app: Authenticator::is_set_up(&app.db, user_id).await?,
            passkey: Passkey::challenge(app, user_id, purpose).await?,
            trust,
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
        },
    ))
}

/// Who takes the step in this browser; or where it leads if there is none to take.
async fn taking<'r>(
    app: &App,
    viewer: &'r Viewer,
    jar: &CookieJar<'_>,
    next: &Continuation,
) -> Result<Result<SecondStepUser<'r>, Answer>> {
    if let Some(me) = SignedIn::from_viewer(viewer) {
        return Ok(match second_step::is_set_up(&app.db, me.id).await? {
            true => Ok(SecondStepUser::Again(me)),
            false => Err(Answer::to(next.as_str())),
        });
    }
    let Some(ticket) = cookies::SECOND_TICKET.get(&app.config.base_url, jar) else {
        return Ok(Err(Answer::to(next.after("/sign-in"))));
    };
    Ok(match SignInTicket::of_ticket(app, &ticket).await? {
        Some(ticket) => Ok(SecondStepUser::SigningIn(ticket)),
        None => Err(over(app, jar, next)),
    })
}

fn over(app: &App, jar: &CookieJar<'_>, next: &Continuation) -> Answer {
    cookies::SECOND_TICKET.remove(&app.config.base_url, jar);
    Answer::warned(next.after("/sign-in"), OVER)
}

#[get("/sign-in/second?<next>")]
pub(crate) async fn show(viewer: &Viewer, app: &App, jar: &CookieJar<'_>, next: Option<&str>) -> Result<Answer> {
    let next = Continuation::or_home(next);
    Ok(match taking(app, viewer, jar, &next).await? {
        Ok(taking) => Answer::Shown(page(app, &taking, &next, false).await?),
        Err(answer) => answer,
    })
}

#[post("/sign-in/second", data = "<form>")]
pub(crate) async fn create(
    form: Form<Second<'_>>,
    viewer: &Viewer,
    app: &State<Arc<App>>,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::or_home(Some(form.next));
    let taking = match taking(app, viewer, jar, &next).await? {
        Ok(taking) => taking,
        Err(answer) => return Ok(answer),
    };
    let sent = shown_passkey::sent(form.with, form.state, form.credential);
    let whose = (taking.purpose(), taking.user_id());
    let proof = self::proof(app, whose, sent, (form.code, "code"), (browser, jar)).await;
    let proof = match form_faults(proof)? {
        Ok(proof) => proof,
        Err(faults) => {
            let again = page(app, &taking, &next, form.trust).await?;
            return Ok(Answer::Shown(again.faults(&faults)));
        }
    };
    match taking {
        SecondStepUser::Again(me) => {
            let (core, log) = (&app.core, &app.security_log);
            let whose = (me.session, me.user);
            let taken = second_step::step_up(core, log, whose, &proof, browser.0).await;
            Ok(match form_faults(taken)? {
                Err(faults) => {
                    let again = page(app, &taking, &next, form.trust).await?;
                    Answer::Shown(again.faults(&faults))
                }
                Ok(used) => done(&next, used),
            })
        }
        SecondStepUser::SigningIn(ref ticket) => {
            let redeemed = ticket.redeem(&app.core, &app.security_log, &proof, form.trust, browser.0).await;
            let signed_in = match form_faults(redeemed)? {
                Err(faults) => {
                    let again = page(app, &taking, &next, form.trust).await?;
                    return Ok(Answer::Shown(again.faults(&faults)));
                }
                Ok(TicketOutcome::Over) => return Ok(over(app, jar, &next)),
                Ok(TicketOutcome::SignedIn(signed_in)) => signed_in,
            };
            set_cookies(app, jar, &signed_in.user, &signed_in.token);
            if let Some(trust) = &signed_in.trust {
                cookies::TRUST.set(&app.config.base_url, jar, trust);
            }
            Ok(done(&next, signed_in.used))
        }
    }
}

/// The second step that a form carries for an account: a passkey if it has one, the code otherwise. A code is counted by
/// the account too.
///
/// # Errors
/// A fault of `form`, or of the code's `field`.
pub(super) async fn proof<'r>(
    app: &App,
    (purpose, user_id): (Purpose, UserId),
    sent: Option<CredentialResponse<'_>>,
    (code, field): (&'r str, &'static str),
    (browser, jar): (Browser<'_>, &CookieJar<'_>),
) -> Result<SecondStepProof<'r>> {
    match sent {
        Some(sent) => {
            let verified = shown_passkey::verify(app, (purpose, Some(user_id)), sent, browser).await?;
            Ok(SecondStepProof::Passkey(Box::new(verified)))
        }
        None => {
            count(app, browser, user_id, jar, field).await?;
            Ok(SecondStepProof::Code(code))
        }
    }
}

/// Counts a code that is entered as the second step of an account, by the address and by the account. Browsers that have
/// signed in to it before share a count of their own, so that strangers who know the password don't lock its owner out.
/// `field` is where a refusal is shown.
///
/// # Errors
/// [`Error::limited`] by the field.
async fn count(
    app: &App,
    browser: Browser<'_>,
    user_id: UserId,
    jar: &CookieJar<'_>,
    field: &'static str,
) -> Result<()> {
    let limited = |refused| match refused {
        ThrottleError::TooFast(too_fast) => {
            let seconds = too_fast.retry_after_secs;
            let sentence = format!("Too many codes were tried. {}", again_in(seconds));
            Error::Faults(FieldErrors::limited(field, sentence, seconds))
        }
        ThrottleError::Uncounted(err) => err,
    };
    app.throttle.check_address(LimitKind::SecondStepAddress, browser.address).await.map_err(limited)?;
    let subject = match is_known(app, user_id, jar).await? {
        true => format!("{user_id} known"),
        false => user_id.to_string(),
    };
    app.throttle.check(LimitKind::SecondStep, &subject).await.map_err(limited)?;
    Ok(())
}

/// True if this browser has signed in to the account before, with its present password.
async fn is_known(app: &App, user_id: UserId, jar: &CookieJar<'_>) -> Result<bool> {
    let known_to = cookies::known_to(&app.config.base_url, jar);
    if known_to.is_empty() {
        return Ok(false);
    }
    let user = User::find(&app.db, user_id).await?;
    Ok(user.is_some_and(|user| known_to.to(&app.key, user.known_as(), app.now()).is_some()))
}

fn done(next: &Continuation, used: UsedProof) -> Answer {
    match used {
        UsedProof::Authenticator | UsedProof::Passkey => Answer::to(next.as_str()),
        UsedProof::RecoveryCode { left } => {
            let left = match left {
                0 => "You have no recovery codes left.".to_owned(),
                1 => "You have one recovery code left.".to_owned(),
                left => format!("You have {left} recovery codes left."),
            };
            Answer::warned(next.as_str(), format!("{left} You can make new ones under Settings, Security."))
        }
    }
}
