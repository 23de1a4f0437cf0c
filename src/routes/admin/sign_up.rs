//! `/admin/sign-up`: who can sign up, and links by which one person each signs up nevertheless.
//! The form itself is in `accounts::sign_up`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_store::models::instance::act;
use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::instance::sign_up_link::{MAX_DAYS, MAX_NOTE, SignUpLink};

const HERE: &str = "/admin/sign-up";

/// One of the page's forms: `create_link`, `revoke_link`, or the choice of a mode.
#[derive(Default, FromForm)]
pub(crate) struct SignUpForm<'r> {
    #[field(default = "")]
    act: &'r str,
    #[field(default = "")]
    mode: &'r str,
    #[field(default = "")]
    reason: &'r str,
    #[field(default = "")]
    note: &'r str,
    #[field(default = "")]
    days: &'r str,
    /// The link that is revoked.
    #[field(default = "")]
    link: &'r str,
}

#[get("/admin/sign-up")]
pub(crate) async fn show(_me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, SignUpMode::load(&app.db).await?, &SignUpForm { days: "7", ..SignUpForm::default() }, None).await
}

/// The page, with a link that was created just now.
async fn page(app: &App, chosen: SignUpMode, typed: &SignUpForm<'_>, created: Option<String>) -> Result<Page> {
    let modes: Vec<Value> =
        SignUpMode::ALL.iter().map(|(_, name, label)| json!({ "name": name, "label": label })).collect();
    let links = SignUpLink::all(&app.db, app.now()).await?;
    Ok(Page::new(
        "admin/sign_up",
        context! {
            modes,
            chosen: chosen.name(),
            act: typed.act,
            reason: typed.reason,
            note: typed.note,
            days: typed.days,
            max_note: MAX_NOTE,
            max_days: MAX_DAYS,
            links,
            created,
        },
    ))
}

#[post("/admin/sign-up", data = "<form>")]
pub(crate) async fn change(form: Form<SignUpForm<'_>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    match form.act {
        "create_link" => create_link(app, &me, &form).await,
        "revoke_link" => Ok(Answer::said(
            HERE,
            match SignUpLink::revoke(app, form.link, &me.acting("")).await? {
                true => "The link is revoked.",
                false => "The link did not work any more.",
            },
        )),
        _ => choose(app, &me, &form).await,
    }
}

async fn create_link(app: &App, me: &Admin<'_>, form: &SignUpForm<'_>) -> Result<Answer> {
    let mode = SignUpMode::load(&app.db).await?;
    let created = SignUpLink::create(app, form.note, form.days, &me.user.nickname, &me.acting("")).await;
    Ok(Answer::Shown(match form_faults(created)? {
        Ok(secret) => {
            let link = format!("{}/sign-up?link={}", app.config.base_url.origin(), secret.expose());
            page(app, mode, &SignUpForm { days: "7", ..SignUpForm::default() }, Some(link)).await?
        }
        Err(faults) => page(app, mode, form, None).await?.faults(&faults),
    }))
}

async fn choose(app: &App, me: &Admin<'_>, form: &SignUpForm<'_>) -> Result<Answer> {
    let mode = SignUpMode::named(form.mode).ok_or(Error::NotFound)?;
    let reason = match form_faults(act::optional_reason(form.reason))? {
        Ok(reason) => reason,
        Err(faults) => return Ok(Answer::Shown(page(app, mode, form, None).await?.faults(&faults))),
    };
    let is_changed = mode.set(app, &me.acting(&reason)).await?;
    app.renew_sign_up_mode().await?;
    app.renew_concerns().await?;
    let notice = match (is_changed, mode) {
        (false, _) => "Nothing was changed.",
        (true, SignUpMode::Open) => "Everyone can sign up now.",
        (true, SignUpMode::Invite) => "People with an invite to a server can sign up now.",
        (true, SignUpMode::Closed) => "No one can sign up now.",
    };
    Ok(Answer::said(HERE, notice))
}
