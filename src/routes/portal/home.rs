//! `/portal`: everything that a person has made or manages, with how it is doing.
//! Each thing has a page of its own.

use rocket::{Route, get, routes};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::error::Result;
use crate::instance::Instance;
use crate::models::webhook::Listed;
use crate::models::{OauthApp, Webhook};
use crate::routes::page::Page;
use crate::routes::viewer::SignedIn;

pub(super) fn routes() -> Vec<Route> {
    routes![show]
}

#[get("/portal")]
async fn show(at: &Instance, me: SignedIn<'_>) -> Result<Page> {
    let apps = OauthApp::all_owned_by(&*at.db, me.id, at.now()).await?;
    let apps: Vec<Value> = apps
        .iter()
        .map(|(app, usage)| {
            json!({
                "id": app.id,
                "name": app.name,
                "icon_url": app.icon_path(),
                "last_used_at": usage.last_exchanged_at,
                "recent_failures": usage.recent_failures,
            })
        })
        .collect();
    let webhooks = Webhook::all_managed_by(&*at.db, me.places(at).await?, at.now()).await?;
    let webhooks: Vec<Value> = webhooks.iter().map(listed).collect();
    Ok(Page::new("portal/home", context! { apps, webhooks }))
}

fn listed(listed: &Listed) -> Value {
    json!({
        "id": listed.webhook.id,
        "name": listed.webhook.name,
        "avatar_url": listed.webhook.avatar_path(),
        "paused": listed.webhook.is_paused(),
        "server": listed.server_name,
        "channel": listed.channel_name,
        "last_used_at": listed.last_used_at,
        "recent_failures": listed.recent_failures,
    })
}
