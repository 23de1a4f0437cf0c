//! `/portal`: everything that a person has made or manages, with how it is doing.
//! Each thing has a page of its own.

use rocket::get;
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::error::{Error, Result};
use crate::ids;
use crate::models::webhooks::webhook::{Listed, destinations};
use crate::models::{OauthApp, Webhook};
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;

/// How many apps, and how many webhooks, a page shows.
const PAGE: usize = 50;

/// `apps_before` and `webhooks_before` are the last ones of the pages before this one.
#[get("/portal?<apps_before>&<webhooks_before>")]
pub(crate) async fn show(
    apps_before: Option<&str>,
    webhooks_before: Option<&str>,
    app: &App,
    me: SignedIn<'_>,
) -> Result<Page> {
    let (first_apps, apps_before) = (apps_before.is_none(), before(apps_before)?);
    let (first_webhooks, webhooks_before) = (webhooks_before.is_none(), before(webhooks_before)?);
    let mut apps = OauthApp::all_owned_by(&app.db, me.id, app.now()).await?;
    apps.retain(|(oauth_app, _)| oauth_app.id < apps_before);
    let more_apps = apps.len() > PAGE;
    apps.truncate(PAGE);
    let older_apps = apps
        .last()
        .filter(|_| more_apps)
        .map(|(oauth_app, _)| oauth_app.id);
    let apps: Vec<Value> = apps
        .iter()
        .map(|(oauth_app, usage)| {
            json!({
                "id": oauth_app.id,
                "name": oauth_app.name,
                "icon_url": oauth_app.icon_path(),
                "last_used_at": usage.last_exchanged_at,
                "recent_failures": usage.recent_failures,
            })
        })
        .collect();
    // After the first message, the page no longer asks for one.
    app.log.settled().await;
    let places = me.places(app).await?;
    let most = PAGE as u64 + 1;
    let mut webhooks =
        Webhook::page_managed_by(&app.db, places, webhooks_before, most, app.now()).await?;
    let more_webhooks = webhooks.len() > PAGE;
    webhooks.truncate(PAGE);
    let older_webhooks = webhooks.last().filter(|_| more_webhooks);
    let older_webhooks = older_webhooks.map(|found| found.webhook.id);
    let is_first = first_apps && first_webhooks;
    let is_new = is_first && apps.is_empty() && webhooks.iter().all(is_unused);
    let webhooks: Vec<Value> = webhooks.iter().map(listed).collect();
    // Those who may make a webhook, and have a channel for it to post into.
    let manages = destinations(places)
        .iter()
        .any(|destination| !destination.channels.is_empty());
    Ok(Page::new(
        "portal/home",
        context! {
            apps, webhooks, is_new, manages, can_send: app.sms.is_set(),
            first_apps, older_apps, first_webhooks, older_webhooks,
        },
    ))
}

/// Whether a first message is still to be sent through it, by who may send it.
fn is_unused(listed: &Listed) -> bool {
    let seen = listed.seen.as_ref();
    seen.is_some_and(|seen| seen.last_used_at.is_none())
}

/// Below which ids a page begins.
fn before(cursor: Option<&str>) -> Result<i64> {
    cursor.map_or(Ok(ids::LARGEST), |text| {
        ids::parse(text).ok_or(Error::NotFound)
    })
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
