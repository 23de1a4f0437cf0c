//! `/settings/security/totp`: the authenticator app, from its QR code until it is removed.
//! The codes are in `security::totp`, what they allow in `models::accounts`.

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::new_codes;
use crate::app::App;
use crate::routes::error_pages::again_in;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use portico_crypto::totp;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::{LimitKind, ThrottleError};
use portico_store::models::accounts::second_step_setup;
use portico_store::models::{Authenticator, Passkey, RecoveryCode};

const PATH: &str = "/settings/security/totp";
/// The same page with the key.
const REVEALED: &str = "/settings/security/totp?reveal";

#[derive(FromForm)]
pub(crate) struct TotpForm<'r> {
    /// `begin`, `confirm` or `remove`.
    #[field(default = "")]
    act: &'r str,
    #[field(default = "")]
    code: &'r str,
}

/// The page in its present state. The key is in it only if it is to be revealed, and its first code was not entered yet.
async fn page(app: &App, me: SignedIn<'_>, reveal: bool) -> Result<Page> {
    let found = Authenticator::find_by_user(&app.db, me.id, app.now()).await?;
    let confirmed_at = found.as_ref().and_then(|found| found.confirmed_at);
    let waits = found.is_some() && confirmed_at.is_none();
    let key = found.filter(|found| reveal && !found.is_confirmed()).and_then(|found| found.key(app));
    let qr = key.as_ref().and_then(|key| {
        let issuer = app.config.base_url.url().host_str().unwrap_or("Portico");
        totp::qr_svg(&totp::uri(key, issuer, &me.nickname))
    });
    let left = match confirmed_at {
        Some(_) => Some(RecoveryCode::left(&app.db, me.id).await?),
        None => None,
    };
    Ok(Page::new(
        "settings/totp",
        context! {
            confirmed_at,
            waits,
            left,
            key: key.as_ref().map(|key| grouped(key.expose())),
            qr: qr.as_ref().map(|qr| qr.expose()),
            is_last: !Passkey::is_there_any(&app.db, me.id).await?,
            asks_again: !me.session.has_fresh_second_step(app.now()),
        },
    ))
}

/// A key in groups of four letters, as apps accept it.
fn grouped(key: &str) -> String {
    let mut text = String::with_capacity(key.len() * 5 / 4);
    for (at, letter) in key.chars().enumerate() {
        if at > 0 && at % 4 == 0 {
            text.push(' ');
        }
        text.push(letter);
    }
    text
}

#[get("/settings/security/totp?<reveal>")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App, reveal: Option<&str>) -> Result<Page> {
    if reveal.is_some() {
        me.require_fresh(app)?;
    }
    page(app, me, reveal.is_some()).await
}

#[post("/settings/security/totp", data = "<form>")]
pub(crate) async fn change(
    form: Form<TotpForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    match form.act {
        "begin" => {
            me.require_fresh(app)?;
            me.require_second_step(app).await?;
            Authenticator::begin(app, me.id).await?;
            Ok(Answer::to(REVEALED))
        }
        "confirm" => {
            me.require_fresh(app)?;
            me.require_second_step(app).await?;
            confirm(&form, me, app, browser, jar).await
        }
        "remove" => {
            me.require_fresh(app)?;
            me.require_second_step(app).await?;
            match second_step_setup::remove_app(app, (me.session, me.user), browser.0).await {
                Ok(()) => Ok(Answer::said(PATH, "Your authenticator app is removed.")),
                // It was removed in another browser.
                Err(Error::NotFound) => Ok(Answer::to(PATH)),
                Err(err) => Err(err),
            }
        }
        _ => {
            let faults = FieldErrors::one("form", "Choose what to do with your authenticator app.");
            Ok(Answer::Shown(page(app, me, false).await?.faults(&faults)))
        }
    }
}

async fn confirm(
    form: &TotpForm<'_>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    if let Err(refused) = app.throttle.check(LimitKind::SecondStep, me.id).await {
        let ThrottleError::TooFast(too_fast) = refused else {
            return Err(refused.into());
        };
        let seconds = too_fast.retry_after_secs;
        let sentence = format!("Too many codes were tried. {}", again_in(seconds));
        let faults = FieldErrors::limited("code", sentence, seconds);
        return Ok(Answer::Shown(page(app, me, true).await?.faults(&faults)));
    }
    let whose = (me.session, me.user);
    let confirmed = second_step_setup::confirm(app, whose, form.code, browser.0).await;
    match form_faults(confirmed) {
        Ok(Err(faults)) => Ok(Answer::Shown(page(app, me, true).await?.faults(&faults))),
        Ok(Ok(codes)) => {
            let done = "Your authenticator app is set up.";
            new_codes::lead_to(app, jar, me.session, &codes, (PATH, done))
        }
        // The key expired, or was confirmed in another browser.
        Err(Error::NotFound) => Ok(Answer::to(PATH)),
        Err(err) => Err(err),
    }
}
