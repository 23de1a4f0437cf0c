//! `/settings/apps`: the apps that a user signs in to, and revoking their access.
//! Approving an app is in `authorize`.

use rocket::{get, post};
use rocket_dyn_templates::context;

use crate::app::App;
use crate::routes::guards::{Browser, SignedIn};
use crate::routes::page::{Answer, Page};
use crate::routes::path_ids::PathId;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_store::models::Grant;

const PATH: &str = "/settings/apps";

#[get("/settings/apps")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App) -> Result<Page> {
    app.exchanger.settled().await;
    let grants = Grant::all_of(&app.db, me.id).await?;
    let apps: Vec<_> = grants
        .into_iter()
        .map(|(grant, oauth_app)| {
            context! {
                id: oauth_app.id,
                name: oauth_app.name.clone(),
                icon_url: oauth_app.icon_path(),
                homepage: oauth_app.homepage,
                gives_profile: grant.gives_profile,
                first_at: grant.created_at,
                last_at: grant.last_used_at,
            }
        })
        .collect();
    Ok(Page::new("settings/apps", context! { apps }))
}

#[post("/settings/apps/<app_id>/revoke")]
pub(crate) async fn revoke(app_id: PathId<AppId>, me: SignedIn<'_>, app: &App, browser: Browser<'_>) -> Result<Answer> {
    Grant::revoke(app, me.id, app_id.0, browser.0).await?;
    Ok(Answer::said(PATH, "The app is revoked. It has to ask you again the next time you sign in to it."))
}

#[post("/settings/apps/revoke-all")]
pub(crate) async fn revoke_all(me: SignedIn<'_>, app: &App, browser: Browser<'_>) -> Result<Answer> {
    let sentence = match Grant::revoke_all(app, me.id, browser.0).await? {
        0 => "There was nothing to revoke.".to_owned(),
        1 => "One app is revoked. It has to ask you again the next time you sign in to it.".to_owned(),
        count => format!("{count} apps are revoked. They have to ask you again the next time you sign in to them."),
    };
    Ok(Answer::said(PATH, sentence))
}
