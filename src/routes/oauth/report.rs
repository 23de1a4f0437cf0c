//! `/oauth/apps/<app_id>/report`: reporting an app to the operator, from the consent page and from connected apps.
//! The page names the app to those only who know it: from its consent page, as a connected app, or as their own. The operator reads reports with `portico report list`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::consent_form::{self, FormRejection};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_store::models::oauth::app_report::{REASONS, subject};
use portico_store::models::{AppReport, Grant, OauthApp, Session};

#[derive(Default, FromForm)]
pub(crate) struct AppReportForm<'r> {
    #[field(default = "")]
    reason: &'r str,
    #[field(default = "")]
    text: &'r str,
    /// As in the link, see [`link`].
    from: Option<&'r str>,
}

/// The address of the page, as the consent page links to it: its `from` proves that this session was shown the consent page
/// of the app, and so its name.
pub(super) fn link(app: &App, session: &Session, app_id: AppId) -> String {
    let from = consent_form::token(app, session, &purpose(app_id));
    format!("/oauth/apps/{app_id}/report?from={}", from.expose())
}

/// The purpose of the link's token.
fn purpose(app_id: AppId) -> String {
    format!("report {app_id}")
}

/// True if this person knows the app: the link is from its consent page, however long that was open, or the app is connected
/// or theirs.
async fn knows(app: &App, me: SignedIn<'_>, oauth_app: &OauthApp, from: Option<&str>) -> Result<bool> {
    let token = from.map(Plain::from);
    let was_shown = token.is_some_and(|token| {
        !matches!(consent_form::check(app, me.session, &purpose(oauth_app.id), &token), Err(FormRejection::Foreign))
    });
    Ok(was_shown || oauth_app.owner_id == me.id || Grant::exists(&app.db, me.id, oauth_app.id).await?)
}

async fn page(app: &App, me: SignedIn<'_>, app_id: AppId, typed: &AppReportForm<'_>) -> Result<Page> {
    let oauth_app = subject(&app.db, app_id).await?;
    let is_named = knows(app, me, &oauth_app, typed.from).await?;
    let reasons: Vec<Value> = REASONS.iter().map(|(name, label)| json!({ "value": name, "label": label })).collect();
    Ok(Page::new(
        "oauth/report",
        context! {
            app: context! {
                id: oauth_app.id,
                name: is_named.then_some(oauth_app.name.as_str()),
                icon_url: is_named.then(|| oauth_app.icon_path()),
            },
            from: typed.from,
            reasons,
            reason: typed.reason,
            text: typed.text,
        },
    ))
}

#[get("/oauth/apps/<app_id>/report?<from>")]
pub(crate) async fn show(app_id: PathId<AppId>, from: Option<&str>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, me, app_id.0, &AppReportForm { from, ..AppReportForm::default() }).await
}

#[post("/oauth/apps/<app_id>/report", data = "<form>")]
pub(crate) async fn file(
    app_id: PathId<AppId>,
    form: Form<AppReportForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let filed = AppReport::file(app, me.id, app_id.0, form.reason, form.text).await;
    match form_faults(filed)? {
        Ok(()) => {
            app.renew_concerns().await?;
            Ok(Answer::said(
                "/settings/apps",
                "Thank you. The operator of this service will look at your report. To stop using the app, revoke it here.",
            ))
        }
        Err(faults) => Ok(Answer::Shown(page(app, me, app_id.0, &form).await?.faults(&faults))),
    }
}
