//! `/admin/sign-up`: who can sign up.
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

#[derive(FromForm)]
pub(crate) struct Choice<'r> {
    #[field(default = "")]
    mode: &'r str,
    #[field(default = "")]
    reason: &'r str,
}

#[get("/admin/sign-up")]
pub(crate) async fn show(_me: Admin<'_>, app: &App) -> Result<Page> {
    Ok(page(SignUpMode::load(&app.db).await?, ""))
}

fn page(chosen: SignUpMode, reason: &str) -> Page {
    let modes: Vec<Value> =
        SignUpMode::ALL.iter().map(|(_, name, label)| json!({ "name": name, "label": label })).collect();
    Page::new("admin/sign_up", context! { modes, chosen: chosen.name(), reason })
}

#[post("/admin/sign-up", data = "<form>")]
pub(crate) async fn change(form: Form<Choice<'_>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    let mode = SignUpMode::named(form.mode).ok_or(Error::NotFound)?;
    let reason = match form_faults(act::reason(form.reason))? {
        Ok(reason) => reason,
        Err(faults) => return Ok(Answer::Shown(page(mode, form.reason).faults(&faults))),
    };
    let is_changed = mode.set(app, &me.acting(&reason)).await?;
    app.renew_sign_up_mode().await?;
    let notice = match (is_changed, mode) {
        (false, _) => "Nothing was changed.",
        (true, SignUpMode::Open) => "Everyone can sign up now.",
        (true, SignUpMode::Invite) => "People with an invite to a server can sign up now.",
        (true, SignUpMode::Closed) => "No one can sign up now.",
    };
    Ok(Answer::said("/admin/sign-up", notice))
}
