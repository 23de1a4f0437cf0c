//! `/oauth/apps/<app_id>/report`: reporting an app to the operator, from the consent page and from connected apps.
//! The operator reads reports with `portico report list`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_store::models::AppReport;
use portico_store::models::oauth::app_report::{REASONS, subject};

#[derive(Default, FromForm)]
pub(crate) struct Report<'r> {
    #[field(default = "")]
    reason: &'r str,
    #[field(default = "")]
    text: &'r str,
}

async fn page(app: &App, app_id: AppId, typed: &Report<'_>) -> Result<Page> {
    let oauth_app = subject(&app.db, app_id.get()).await?;
    let reasons: Vec<Value> = REASONS.iter().map(|(name, label)| json!({ "value": name, "label": label })).collect();
    Ok(Page::new(
        "oauth/report",
        context! {
            app: context! {
                id: oauth_app.id,
                name: oauth_app.name.as_str(),
                icon_url: oauth_app.icon_path(),
            },
            reasons,
            reason: typed.reason,
            text: typed.text,
        },
    ))
}

#[get("/oauth/apps/<app_id>/report")]
pub(crate) async fn show(app_id: PathId<AppId>, _me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, app_id.0, &Report::default()).await
}

#[post("/oauth/apps/<app_id>/report", data = "<form>")]
pub(crate) async fn file(app_id: PathId<AppId>, form: Form<Report<'_>>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let filed = AppReport::file(app, me.id, app_id.get(), form.reason, form.text).await;
    match form_faults(filed)? {
        Ok(()) => Ok(Answer::said(
            "/settings/apps",
            "Thank you. The operator of this service will look at your report. To stop using the app, revoke it here.",
        )),
        Err(faults) => Ok(Answer::Shown(page(app, app_id.0, &form).await?.faults(&faults))),
    }
}
