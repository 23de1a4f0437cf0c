//! `/portal`: everything that a person has made or manages, with how it is doing.
//! Each thing has a page of its own.

use rocket::{Route, get, routes};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::error::Result;
use crate::instance::Instance;
use crate::models::webhook::{Listed, destinations};
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
    // Whoever has just sent a first message is not told to send one.
    at.log.settled().await;
    let places = me.places(at).await?;
    let webhooks = Webhook::all_managed_by(&*at.db, places, at.now()).await?;
    let is_new = apps.is_empty() && webhooks.iter().all(is_unused);
    let webhooks: Vec<Value> = webhooks.iter().map(listed).collect();
    // Those who may make a webhook, and have a channel for it to post into.
    let manages = destinations(places)
        .iter()
        .any(|destination| !destination.channels.is_empty());
    Ok(Page::new(
        "portal/home",
        context! { apps, webhooks, is_new, manages, can_send: at.sms.is_set() },
    ))
}

/// Whether a first message is still to be sent through it, by who may send it.
fn is_unused(listed: &Listed) -> bool {
    let seen = listed.seen.as_ref();
    seen.is_some_and(|seen| seen.last_used_at.is_none())
}

fn listed(listed: &Listed) -> Value {
    let seen = listed.seen.as_ref();
    json!({
        "id": listed.webhook.id,
        "name": listed.webhook.name,
        "avatar_url": listed.webhook.avatar_path(),
        "paused": listed.webhook.is_paused(),
        "server": listed.server_name,
        "channel": seen.map(|seen| &seen.channel_name),
        "last_used_at": seen.and_then(|seen| seen.last_used_at),
        "recent_failures": seen.map(|seen| seen.recent_failures),
        "creator": listed.creator,
    })
}
