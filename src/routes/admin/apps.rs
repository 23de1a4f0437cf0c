//! `/admin/apps`: finding OAuth apps, and suspending one. Its owner reads the reason on its page.
//! Reports of apps are in `reports`; what owners do is in `portal`.

use rocket::{get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::account;
use super::find::FindForm;
use super::suspension::{self, SuspensionForm};
use crate::app::App;
use crate::routes::admin::reports;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::paging::{PAGE_SIZE, has_more};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_rules::ids::AppId;
use portico_store::models::oauth::redirect_uri;
use portico_store::models::{AppReport, Grant, OauthApp, Suspendable, User};

const HERE: &str = "/admin/apps";

#[get("/admin/apps?<find..>")]
pub(crate) async fn index(find: FindForm<'_>, _me: Admin<'_>, app: &App) -> Result<Page> {
    let search = match form_faults(find.search())? {
        Ok(search) => search,
        Err(faults) => {
            let page = Page::new("admin/apps", context! { find: find.shown(HERE, None) });
            return Ok(page.faults(&faults));
        }
    };
    // The last sign-in with an app may still be on its way to the log.
    app.exchanger.settled().await;
    let mut found = app.expensive.run_for_console(OauthApp::search(app.expensive.db(), &search)).await?;
    let more = has_more(&mut found, PAGE_SIZE);
    let last = found.last().filter(|_| more).map(|(last, _)| last.cursor());
    let ids: Vec<AppId> = found.iter().map(|(app, _)| app.id).collect();
    let used = OauthApp::last_used(&app.db, &ids).await?;
    let rows = found.iter().map(|(oauth_app, owner)| {
        let used_at = used.iter().find(|(id, _)| *id == oauth_app.id);
        shown(oauth_app, owner.as_ref(), used_at.map(|(_, at)| *at))
    });
    Ok(Page::new("admin/apps", context! { find: find.shown(HERE, last), apps: rows.collect::<Vec<_>>() }))
}

fn shown(oauth_app: &OauthApp, owner: Option<&User>, last_used_at: Option<i64>) -> Value {
    json!({
        "id": oauth_app.id,
        "name": oauth_app.name,
        "picture_url": oauth_app.icon_path(),
        "homepage": oauth_app.homepage,
        "description": oauth_app.description,
        "created_at": oauth_app.created_at,
        "suspended_at": oauth_app.suspended_at,
        "suspended_for": oauth_app.suspended_for,
        "owner": owner.map(account),
        "last_used_at": last_used_at,
    })
}

#[get("/admin/apps/<id>")]
pub(crate) async fn show(id: PathId<AppId>, _me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, id.0, "").await
}

async fn page(app: &App, id: AppId, reason: &str) -> Result<Page> {
    let found = OauthApp::with_owner(&app.db, id).await?;
    let (oauth_app, owner) = found.ok_or(Error::NotFound)?;
    app.exchanger.settled().await;
    let used = OauthApp::last_used(&app.db, &[oauth_app.id]).await?;
    let reports = AppReport::open_of(&app.db, oauth_app.id).await?;
    Ok(Page::new(
        "admin/app",
        context! {
            suspension: suspension::shown(Suspendable::App),
            thing: shown(&oauth_app, Some(&owner), used.first().map(|(_, at)| *at)),
            people: Grant::count_of(&app.db, oauth_app.id).await?,
            uris: redirect_uri::all_of(&app.db, oauth_app.id).await?,
            reports: reports.iter().map(|(report, by)| reports::row(report, by.as_ref(), app.id_times())).collect::<Vec<_>>(),
            reason,
        },
    ))
}

#[post("/admin/apps/<id>", data = "<form>")]
pub(crate) async fn change(
    id: PathId<AppId>,
    form: Form<SuspensionForm<'_>>,
    me: Admin<'_>,
    app: &App,
) -> Result<Answer> {
    let refused = page(app, id.0, form.reason);
    suspension::change(app, &me, (Suspendable::App, id.0.get()), &form, refused).await
}
