//! `/settings/security/passkeys`: adding passkeys, their names, and removing them.
//! Using one is in `accounts::passkey`; what an answer of a browser has to be, in `security::webauthn`.

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::new_codes;
use crate::app::App;
use crate::routes::accounts::shown_passkey::count;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use portico_crypto::webauthn::{CredentialResponse, Purpose, RelyingParty};
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::browser_name::browser_name;
use portico_store::models::accounts::second_step_setup;
use portico_store::models::{Authenticator, Passkey};

const PATH: &str = "/settings/security/passkeys";

#[derive(FromForm)]
pub(crate) struct PasskeyForm<'r> {
    /// `begin`, `add`, `rename` or `remove`.
    #[field(default = "")]
    act: &'r str,
    /// ID of the passkey that is renamed or removed.
    #[field(default = 0)]
    id: i64,
    #[field(default = "")]
    name: &'r str,
    #[field(default = "")]
    state: &'r str,
    #[field(default = "")]
    credential: &'r str,
}

/// The page, with a challenge for a new passkey where one may be added without confirming anything first.
/// `refused` is the change that its faults belong to.
async fn page(app: &App, me: SignedIn<'_>, browser: Browser<'_>, refused: Option<&PasskeyForm<'_>>) -> Result<Page> {
    let passkeys = Passkey::all_of(&app.db, me.id).await?;
    let has_app = Authenticator::is_set_up(&app.db, me.id).await?;
    let may_add = me.may_change_second_steps(app).await?;
    let new = match may_add {
        true => Passkey::challenge_to_add(app, me.user, Purpose::Add(me.session.id.get())).await?,
        false => None,
    };
    let suggested = browser_name(browser.user_agent);
    let refused_to = |act: &str| refused.filter(|change| change.act == act);
    let typed = refused_to("add").map(|change| change.name).filter(|name| !name.is_empty());
    let renaming = refused_to("rename").map(|change| json!({ "id": change.id, "name": change.name }));
    let rows: Vec<Value> = passkeys
        .iter()
        .map(|passkey| {
            json!({
                "id": passkey.id,
                "name": passkey.name,
                "added_at": passkey.added_at(app.id_times()),
                "used_at": passkey.used_at,
                "is_discoverable": passkey.is_discoverable,
            })
        })
        .collect();
    Ok(Page::new(
        "settings/passkeys",
        context! {
            passkeys: rows,
            is_last: passkeys.len() == 1 && !has_app,
            is_first: passkeys.is_empty() && !has_app,
            most: app.config.caps.passkeys_per_person,
            works: RelyingParty::new(&app.config.base_url, &app.key).is_some(),
            may_add,
            new,
            suggested,
            typed,
            renaming,
        },
    ))
}

#[get("/settings/security/passkeys")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App, browser: Browser<'_>) -> Result<Page> {
    page(app, me, browser, None).await
}

#[post("/settings/security/passkeys", data = "<form>")]
pub(crate) async fn change(
    form: Form<PasskeyForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let whose = (me.session, me.user);
    let done = match form.act {
        "begin" | "add" | "remove" => {
            me.require_fresh(app)?;
            me.require_second_step(app).await?;
            match form.act {
                "begin" => return Ok(Answer::to(PATH)),
                "add" => add(&form, me, app, browser, jar).await,
                _ => second_step_setup::remove_passkey(app, whose, form.id.into(), browser.0)
                    .await
                    .map(|()| Answer::said(PATH, "The passkey is removed. Delete it on your device too.")),
            }
        }
        "rename" => Passkey::rename(app, me.id, form.id.into(), form.name)
            .await
            .map(|()| Answer::said(PATH, "The passkey has a new name.")),
        _ => Err(Error::Faults(FieldErrors::one("form", "Choose what to do with your passkeys."))),
    };
    match form_faults(done) {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(faults)) => {
            let again = page(app, me, browser, Some(&form)).await?;
            Ok(Answer::Shown(again.faults(&faults)))
        }
        Err(err) => Err(err),
    }
}

async fn add(
    form: &PasskeyForm<'_>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    count(app, browser).await?;
    let sent = CredentialResponse { state: form.state, credential: form.credential };
    let (whose, new) = ((me.session, me.user), (sent, form.name));
    let codes = second_step_setup::add_passkey(app, whose, new, browser.0).await?;
    let done = "Your passkey is added.";
    new_codes::lead_to(app, jar, me.session, &codes, (PATH, done))
}
