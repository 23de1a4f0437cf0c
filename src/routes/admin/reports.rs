//! `/admin/reports`: what people report about apps, the oldest first, and closing a report.
//! Suspending the app is on its page, in `apps`; reporting one is in `oauth::report`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::paging::{PAGE_SIZE, has_more};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, IdTimes};
use portico_store::models::instance::act;
use portico_store::models::oauth::app_report::REASONS;
use portico_store::models::{AppReport, User};

#[derive(Default, FromForm)]
pub(crate) struct ReportDecisionForm<'r> {
    #[field(default = "")]
    report: &'r str,
    #[field(default = "")]
    reason: &'r str,
}

#[get("/admin/reports?<after>")]
pub(crate) async fn index(after: Option<&str>, _me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, after, &ReportDecisionForm::default()).await
}

async fn page(app: &App, after: Option<&str>, typed: &ReportDecisionForm<'_>) -> Result<Page> {
    let after = after.and_then(ids::parse);
    let mut open = AppReport::page(&app.db, false, after, PAGE_SIZE + 1).await?;
    let more = has_more(&mut open, PAGE_SIZE);
    let newer = open.last().filter(|_| more).map(|(report, _)| report.id);
    let rows = open.iter().map(|(report, by)| row(report, by.as_ref(), app.id_times()));
    Ok(Page::new(
        "admin/reports",
        context! {
            reports: rows.collect::<Vec<_>>(),
            newer,
            is_first: after.is_none(),
            report: typed.report,
            reason: typed.reason,
        },
    ))
}

/// A report as pages of the console show it.
pub(super) fn row(report: &AppReport, by: Option<&User>, times: &IdTimes) -> Value {
    let reason = REASONS.iter().find(|(name, _)| *name == report.reason);
    json!({
        "id": report.id,
        "at": report.at(times),
        "app_id": report.app_id,
        "app_name": report.app_name,
        "owner_id": report.owner_id,
        "owner": report.owner_nickname,
        "reason": reason.map_or(report.reason.as_str(), |(_, label)| label),
        "text": report.text,
        "by": by.map(|user| json!({ "id": user.id, "nickname": user.nickname })),
    })
}

#[post("/admin/reports", data = "<form>")]
pub(crate) async fn close(form: Form<ReportDecisionForm<'_>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    let id = ids::parse(form.report).ok_or(Error::NotFound)?;
    let reason = match form_faults(act::reason(form.reason))? {
        Ok(reason) => reason,
        Err(faults) => return Ok(Answer::Shown(page(app, None, &form).await?.faults(&faults))),
    };
    let notice = match AppReport::close(app, id, &me.acting(&reason)).await? {
        true => "The report is closed.",
        false => "The report was already closed.",
    };
    app.renew_concerns().await?;
    Ok(Answer::said("/admin/reports", notice))
}
