//! `/portal/apps/<id>/owner`: offering an app to another person, and taking the offer back.
//! The other one answers at `/settings/transfers`.

use rocket::{FromForm, get, post};

use super::app_page;
use super::apps::owned;
use crate::app::App;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_store::models::AppTransfer;

#[derive(FromForm)]
pub(crate) struct AppOwnerForm<'r> {
    #[field(default = "")]
    nickname: &'r str,
}

/// The form is on the app's page.
#[get("/portal/apps/<id>/owner")]
pub(crate) async fn show(id: PathId<AppId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    Ok(Answer::to(format!("/portal/apps/{}/settings#owner", oauth_app.id)))
}

#[post("/portal/apps/<id>/owner", data = "<form>")]
pub(crate) async fn transfer(
    id: PathId<AppId>,
    form: Form<AppOwnerForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    me.require_fresh(app)?;
    let offered = AppTransfer::offer(app, &oauth_app, form.nickname, browser.0).await;
    match form_faults(offered)? {
        Ok(to) => Ok(Answer::said(
            format!("/portal/apps/{}/settings#owner", oauth_app.id),
            format!("{} is offered to @{}. It stays yours until they accept it.", oauth_app.name, to.nickname),
        )),
        Err(faults) => {
            let page = app_page::settings(app, &oauth_app, None, form.nickname).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

#[post("/portal/apps/<id>/owner/cancel")]
pub(crate) async fn cancel(id: PathId<AppId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    AppTransfer::cancel(app, &oauth_app).await?;
    Ok(Answer::said(
        format!("/portal/apps/{}/settings#owner", oauth_app.id),
        "The offer is cancelled. The app stays yours.",
    ))
}
