//! `/admin/sign-up`: who can sign up.
//! The form itself is in `accounts::sign_up`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::error::{Error, Result};
use crate::models::instance::act;
use crate::models::instance::sign_up::SignUpMode;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;

#[derive(FromForm)]
pub(crate) struct Choice<'r> {
    #[field(default = "")]
    mode: &'r str,
    #[field(default = "")]
    reason: &'r str,
}

#[get("/admin/sign-up")]
pub(crate) async fn show(_me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, SignUpMode::of(&app.db).await?, "").await
}

async fn page(app: &App, chosen: SignUpMode, reason: &str) -> Result<Page> {
    let modes: Vec<Value> = SignUpMode::ALL
        .iter()
        .map(|(_, name, label)| json!({ "name": name, "label": label }))
        .collect();
    let now = SignUpMode::of(&app.db).await?;
    Ok(Page::new(
        "admin/sign_up",
        context! { modes, now: now.name(), chosen: chosen.name(), reason },
    ))
}

#[post("/admin/sign-up", data = "<form>")]
pub(crate) async fn change(form: Form<Choice<'_>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    let mode = SignUpMode::named(form.mode).ok_or(Error::NotFound)?;
    let reason = match form_faults(act::reason(form.reason))? {
        Ok(reason) => reason,
        Err(faults) => {
            let page = page(app, mode, form.reason).await?;
            return Ok(Answer::Shown(page.faults(&faults)));
        }
    };
    let told = match mode.set(app, &me.acting(&reason)).await? {
        true => "Saved.",
        false => "Nothing was changed.",
    };
    Ok(Answer::said("/admin/sign-up", told))
}
