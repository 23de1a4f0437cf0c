//! `/settings/security`: the password, the second step, the sessions, trusted browsers, and recent security events.
//! Starting a session is in `accounts`.

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::security_log;
use crate::app::App;
use crate::routes::cookies;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_rules::browser_name::browser_name;
use portico_rules::device_name::device_name;
use portico_rules::ids::{SessionId, TrustId};
use portico_store::models::accounts::trusted_browser::sign_out_others;
use portico_store::models::{Authenticator, Passkey, RecoveryCode, Session, TrustedBrowser};

#[derive(FromForm)]
pub(crate) struct NewPassword<'r> {
    #[field(default = "")]
    current: &'r str,
    #[field(default = "")]
    password: &'r str,
}

async fn page(app: &App, me: SignedIn<'_>, jar: &CookieJar<'_>) -> Result<Page> {
    let mut sessions = Session::all_of(app, me.id).await?;
    sessions.sort_by_key(|session| session.id != me.session.id);
    let sessions: Vec<Value> = sessions
        .iter()
        .map(|session| {
            json!({
                "id": session.id,
                "browser": browser_name(&session.user_agent),
                "address": session.address,
                "created_at": session.created_at,
                "seen_at": session.seen_at,
                "is_this": session.id == me.session.id,
                "device": device_name(&session.user_agent),
            })
        })
        .collect();
    let here = cookies::TRUST.get(&app.config.base_url, jar);
    let trusted: Vec<Value> = TrustedBrowser::all_of(app, me.id)
        .await?
        .iter()
        .map(|trusted| {
            json!({
                "id": trusted.id,
                "browser": browser_name(&trusted.user_agent),
                "address": trusted.address,
                "began_at": trusted.began_at(app.id_times()),
                "expires_at": trusted.expires_at,
                "is_this": here.as_ref().is_some_and(|token| trusted.has(token)),
            })
        })
        .collect();
    let has_app = Authenticator::is_set_up(&app.db, me.id).await?;
    let passkeys = Passkey::all_of(&app.db, me.id).await?.len();
    let has_second_step = has_app || passkeys > 0;
    let codes_left = match has_second_step {
        true => RecoveryCode::left(&app.db, me.id).await?,
        false => 0,
    };
    let events = security_log::newest(app, me.id).await?;
    Ok(Page::new(
        "settings/security",
        context! { sessions, trusted, has_second_step, has_app, passkeys, codes_left, events },
    ))
}

#[get("/settings/security")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App, jar: &CookieJar<'_>) -> Result<Page> {
    page(app, me, jar).await
}

#[post("/settings/password", data = "<form>")]
pub(crate) async fn change_password(
    form: Form<NewPassword<'_>>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    // A trusted browser opens a session by the password alone, which is no second step.
    me.require_second_step(app).await?;
    // So that the password can't be guessed in a browser that was left unattended.
    app.throttle.check(LimitKind::Confirm, me.session.id.get()).await?;
    let (current, password) = (Plain::from(form.current), Plain::from(form.password));
    let changed =
        me.user.clone().change_password(app, &app.security_log, me.session, &current, &password, browser.0).await;
    Ok(match form_faults(changed)? {
        Err(faults) => Answer::Shown(page(app, me, jar).await?.faults(&faults)),
        Ok((user, token)) => {
            cookies::SESSION.set(&app.config.base_url, jar, &token);
            cookies::set_known(app, jar, &user);
            Answer::said("/settings/security", "Your password is changed, and every other browser is signed out.")
        }
    })
}

#[post("/settings/sessions/<id>/end")]
pub(crate) async fn end_session(
    id: PathId<SessionId>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    Session::end_one(app, me.id, id.0, browser.0).await?;
    if id.0 == me.session.id {
        cookies::SESSION.remove(&app.config.base_url, jar);
        return Ok(Answer::to("/"));
    }
    Ok(Answer::said("/settings/security", "That browser is signed out."))
}

#[post("/settings/sessions/end")]
pub(crate) async fn end_others(
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let trusted = cookies::TRUST.get(&app.config.base_url, jar);
    sign_out_others(app, me.session, trusted.as_ref(), browser.0).await?;
    Ok(Answer::said("/settings/security", "Every other browser is signed out."))
}

#[post("/settings/security/browsers/<id>/end")]
pub(crate) async fn end_trust(
    id: PathId<TrustId>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
) -> Result<Answer> {
    TrustedBrowser::end_one(app, me.id, id.0, browser.0).await?;
    Ok(Answer::said("/settings/security", "That browser is asked for a code at its next sign-in."))
}
