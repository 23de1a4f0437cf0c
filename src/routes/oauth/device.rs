//! `/device`: a person types the code that a device shows, and approves or denies its sign-in (RFC 8628, section 3.3).
//! The device's own requests are in `device_authorization` and `token`.
//!
//! Three steps, each with a form that proves that it was shown in this session: the code; whether it is on a device of
//! theirs; the consent page. All of them are sent to the one path and repeat the code, so that a sign-in in between leads
//! back to the first one with the code filled in. The code alone answers nothing.

use rocket::http::Status;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::authorize::signed_in_with;
use super::consent_form::{self, FormRejection};
use super::device_authorization::PAGE;
use super::report;
use super::step;
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::error_pages::again_in;
use crate::routes::guards::{Browser, SignedIn, Viewer};
use crate::routes::page::{Answer, Page, form_faults, person, to};
use crate::routes::sent_form::Form;
use portico_crypto::tokens::Plain;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::{LimitKind, ThrottleError};
use portico_rules::clock::Millis;
use portico_rules::ids::UserId;
use portico_rules::network::network_of;
use portico_store::models::oauth::device_code::{self, DeviceConsent, DeviceNotApproved};
use portico_store::models::oauth::profile::has_scope;
use portico_store::models::{DeviceCode, Grant, OauthApp, User};

/// One answer for a code that never was, has ended, or was answered: nothing shows which.
const NO_CODE: &str = "This code doesn’t work. Compare it with the one on the device. If it is the same, it has expired or was already used: start again on the device.";
/// The advice after a refusal.
const START_AGAIN: &str = "Start again on the device.";

#[get("/device?<user_code>")]
pub(crate) fn show(_me: SignedIn<'_>, user_code: Option<&str>) -> Page {
    code_page(user_code.unwrap_or_default())
}

/// The page of a code, with it filled in.
fn path_of(user_code: &str) -> String {
    match device_code::as_shown(user_code) {
        // Letters and a hyphen need no encoding.
        Some(user_code) => format!("{PAGE}?user_code={user_code}"),
        None => PAGE.to_owned(),
    }
}

/// Those who are signed out sign in, and come back to the code.
fn sign_in(user_code: &str) -> Answer {
    let here = Continuation::or_home(Some(&path_of(user_code)));
    Answer::Done(to(here.after("/sign-in")))
}

/// The fields of all steps.
#[derive(FromForm)]
pub(crate) struct DeviceForm<'r> {
    #[field(default = "")]
    user_code: &'r str,
    #[field(default = "")]
    request: &'r str,
    #[field(default = "")]
    token: &'r str,
    #[field(default = "")]
    decision: &'r str,
}

#[post("/device", data = "<form>")]
pub(crate) async fn answer(
    form: Form<DeviceForm<'_>>,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
) -> Result<Answer> {
    let Some(me) = SignedIn::from_viewer(viewer) else {
        return Ok(sign_in(form.user_code));
    };
    let page = match form.request.is_empty() {
        true => enter(form.user_code, me, app, browser).await,
        false => decide(&form, me, app, browser).await,
    };
    match page {
        Err(Error::SignedOut) => Ok(sign_in(form.user_code)),
        page => page.map(Answer::Shown),
    }
}

/// The answers to the second step and the last one.
async fn decide(form: &DeviceForm<'_>, me: SignedIn<'_>, app: &App, browser: Browser<'_>) -> Result<Page> {
    app.throttle.check(LimitKind::Consent, me.id).await?;
    let token = Plain::from(form.token);
    let form_hash = match consent_form::check(app, me.session, form.request, &token) {
        Ok(hash) => hash,
        Err(FormRejection::Expired) => return Ok(step::expired_form(START_AGAIN)),
        Err(FormRejection::Foreign) => return Ok(step::foreign_form(START_AGAIN)),
    };
    let consent = |id| DeviceConsent { session: me.session, id, browser: browser.0, form_hash };
    match (Question::read(form.request), form.decision) {
        (Some((Question::Device, id)), "continue") => match DeviceCode::find(app, id).await? {
            Some(found) => consent_page(app, me, &found, form.user_code).await,
            None => Ok(gone()),
        },
        (Some((_, id)), "deny") => Ok(match DeviceCode::deny(app, id).await? {
            true => Page::new("oauth/device_done", context! { approved: false }),
            false => gone(),
        }),
        (Some((Question::Consent, id)), "approve") => match form_faults(DeviceCode::approve(app, consent(id)).await)? {
            Ok(Ok(())) => Ok(Page::new("oauth/device_done", context! { approved: true })),
            Ok(Err(DeviceNotApproved::Gone)) => Ok(gone()),
            Ok(Err(DeviceNotApproved::SignedOut)) => Err(Error::SignedOut),
            Err(faults) => match DeviceCode::find(app, id).await? {
                Some(found) => {
                    let page = consent_page(app, me, &found, form.user_code).await?;
                    Ok(page.faults(&faults))
                }
                None => Ok(gone()),
            },
        },
        _ => Ok(step::foreign_form(START_AGAIN)),
    }
}

/// The question of a form. Its token is bound to it and to the device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// True if the code is on a device of theirs.
    Device,
    /// True if they approve the app.
    Consent,
}

impl Question {
    const ALL: [Self; 2] = [Self::Device, Self::Consent];

    fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Consent => "device-consent",
        }
    }

    /// As the form repeats it.
    fn about(self, id: i64) -> String {
        format!("{} {id}", self.name())
    }

    /// Reads what a form repeats, once its token is known to be right.
    fn read(request: &str) -> Option<(Self, i64)> {
        let (name, id) = request.split_once(' ')?;
        let question = Self::ALL.into_iter().find(|one| one.name() == name)?;
        Some((question, id.parse().ok()?))
    }
}

/// The first step: looks the code up.
async fn enter(typed: &str, me: SignedIn<'_>, app: &App, browser: Browser<'_>) -> Result<Page> {
    if typed.trim().is_empty() {
        let faults = FieldErrors::one("user_code", "Enter the code that the device shows.");
        return Ok(code_page(typed).faults(&faults));
    }
    if let Err(refused) = count_guess(app, me.id, browser).await {
        return match refused {
            ThrottleError::TooFast(too_fast) => {
                let seconds = too_fast.retry_after_secs;
                let sentence = format!("Too many codes were tried. {}", again_in(seconds));
                let faults = FieldErrors::limited("user_code", sentence, seconds);
                Ok(code_page(typed).faults(&faults))
            }
            refused => Err(refused.into()),
        };
    }
    match DeviceCode::find_by_user_code(app, typed).await? {
        Some(found) => Ok(device_page(app, me, &found, typed, browser)),
        None => Ok(code_page(typed).faults(&FieldErrors::one("user_code", NO_CODE))),
    }
}

/// Counts a guess, right or wrong, before the code is looked up (RFC 8628, section 5.1): by the user, by the address, and
/// of all users together, since accounts and addresses can be had in numbers. Of the last, one site has a share.
async fn count_guess(app: &App, user_id: UserId, browser: Browser<'_>) -> Result<(), ThrottleError> {
    let throttle = &app.throttle;
    throttle.check(LimitKind::DeviceGuess, user_id).await?;
    throttle.check_address(LimitKind::DeviceGuessAddress, browser.address).await?;
    throttle.check_shared(LimitKind::DeviceGuesses, browser.address).await?;
    Ok(())
}

fn code_page(typed: &str) -> Page {
    let user_code = device_code::rewritten(typed);
    Page::new("oauth/device", context! { user_code })
}

/// A code, with its app and the app's owner.
type FoundRequest = (DeviceCode, OauthApp, User);

/// The second step. A code arrives here by a link as well, and someone else may have sent that (RFC 8628, section 5.4).
fn device_page(
    app: &App,
    me: SignedIn<'_>,
    (device, oauth_app, owner): &FoundRequest,
    typed: &str,
    browser: Browser<'_>,
) -> Page {
    let request = Question::Device.about(device.id);
    let token = consent_form::token(app, me.session, &request);
    Page::new(
        "oauth/device_check",
        context! {
            app: shown_app(oauth_app),
            owner: person(owner),
            user_code: device_code::rewritten(typed),
            address: device.address.as_str(),
            same_network: device.network == network_of(browser.address).to_string(),
            minutes: minutes_since(device.created_at, app.now()),
            request,
            token: token.expose(),
        },
    )
}

/// The last step, in any case: a grant from before approves no device.
async fn consent_page(
    app: &App,
    me: SignedIn<'_>,
    (device, oauth_app, owner): &FoundRequest,
    user_code: &str,
) -> Result<Page> {
    let request = Question::Consent.about(device.id);
    let token = consent_form::token(app, me.session, &request);
    let gives_profile = has_scope(&device.scope, "profile");
    let grant = Grant::find(&app.db, me.id, oauth_app.id).await?;
    Ok(Page::new(
        "oauth/consent",
        context! {
            app: shown_app(oauth_app),
            owner: person(owner),
            used_at: grant.as_ref().map(|grant| grant.last_used_at),
            is_short: grant.is_some_and(|grant| grant.gives_profile || !gives_profile),
            gives_profile,
            signed_in_with: signed_in_with(&device.scope, me.session),
            device: device.address.as_str(),
            is_expected: true,
            user_code: device_code::as_shown(user_code).unwrap_or_default(),
            next: path_of(user_code),
            request,
            token: token.expose(),
            report_link: report::link(app, me.session, oauth_app.id),
        },
    ))
}

fn shown_app(oauth_app: &OauthApp) -> serde_json::Value {
    serde_json::json!({
        "id": oauth_app.id,
        "name": oauth_app.name,
        "icon_url": oauth_app.icon_path(),
        "homepage": oauth_app.homepage,
        "privacy_url": oauth_app.privacy_url,
        "terms_url": oauth_app.terms_url,
        "description": oauth_app.description,
        "created_at": oauth_app.created_at,
    })
}

fn minutes_since(then: Millis, now: Millis) -> i64 {
    Ord::max(now - then, 0) / 60_000
}

fn gone() -> Page {
    let text = "The code has expired or was already answered. Nothing was shared.";
    let title = "This code no longer works";
    step::refused(Status::BadRequest, title, text, START_AGAIN)
}
