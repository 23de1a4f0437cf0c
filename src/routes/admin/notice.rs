//! `/admin/notice`: a notice to everyone, with an end.
//! Every page shows it, see `routes::page`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::json;

use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_store::models::instance::act;
use portico_store::models::instance::notice::{MAX_HOURS, Notice};

#[derive(Default, FromForm)]
pub(crate) struct Change<'r> {
    #[field(default = "")]
    act: &'r str,
    #[field(default = "")]
    text: &'r str,
    #[field(default = "")]
    hours: &'r str,
    #[field(default = "")]
    reason: &'r str,
}

#[get("/admin/notice")]
pub(crate) async fn show(_me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, &Change::default()).await
}

async fn page(app: &App, typed: &Change<'_>) -> Result<Page> {
    let now = Notice::load(&app.db, app.now()).await?;
    Ok(Page::new(
        "admin/notice",
        context! {
            now: now.map(|notice| json!({ "text": notice.text, "ends_at": notice.ends_at })),
            most: MAX_HOURS,
            act: typed.act,
            text: typed.text,
            hours: typed.hours,
            reason: typed.reason,
        },
    ))
}

#[post("/admin/notice", data = "<form>")]
pub(crate) async fn change(form: Form<Change<'_>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    match form_faults(carry_out(app, &me, &form).await)? {
        Ok(told) => {
            app.renew_notice().await?;
            Ok(Answer::said("/admin/notice", told))
        }
        Err(faults) => Ok(Answer::Shown(page(app, &form).await?.faults(&faults))),
    }
}

async fn carry_out(app: &App, me: &Admin<'_>, form: &Change<'_>) -> Result<&'static str> {
    let reason = act::optional_reason(form.reason)?;
    let by = me.acting(&reason);
    Ok(match form.act {
        "show" => {
            Notice::show(app, form.text, form.hours, &by).await?;
            "Every page shows the notice now. Other processes follow within a minute."
        }
        "end" => match Notice::end(app, &by).await? {
            true => "The notice is taken down. Other processes follow within a minute.",
            false => "No notice was shown.",
        },
        _ => return Err(Error::NotFound),
    })
}
