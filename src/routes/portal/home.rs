//! `/portal`: everything that a person has made or manages, with how it is doing.
//! Each thing has a page of its own.

use rocket::get;
use rocket_dyn_templates::context;
use serde::Serialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::ids;
use crate::models::accounts::second_step;
use crate::models::logs::app_event::Usage;
use crate::models::logs::delivery::DAYS;
use crate::models::messages::message;
use crate::models::webhooks::webhook::{Listed, destinations};
use crate::models::{Membership, OauthApp, Webhook};
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
    // After the first mention or sign-in, the page no longer asks for one.
    app.log.settled().await;
    app.exchanger.settled().await;
    let mut apps = OauthApp::all_owned_by(&app.db, me.id, app.now()).await?;
    apps.retain(|(oauth_app, _)| oauth_app.id < apps_before);
    let more_apps = apps.len() > PAGE;
    apps.truncate(PAGE);
    let older_apps = apps
        .last()
        .filter(|_| more_apps)
        .map(|(oauth_app, _)| oauth_app.id);
    let signs_in = SignInSteps::of(&apps, app.now());
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
    let places = me.places(app).await?;
    let most = PAGE as u64 + 1;
    let mut webhooks =
        Webhook::page_managed_by(&app.db, places, webhooks_before, most, app.now()).await?;
    let more_webhooks = webhooks.len() > PAGE;
    webhooks.truncate(PAGE);
    let older_webhooks = webhooks.last().filter(|_| more_webhooks);
    let older_webhooks = older_webhooks.map(|found| found.webhook.id);
    // Those who may make a webhook, and have a channel for it to post into.
    let manages = destinations(places)
        .iter()
        .any(|destination| !destination.channels.is_empty());
    // Nothing of theirs is missing without a word: servers whose webhooks wait are not listed.
    let waits = places.memberships().any(Membership::waits_for_second_step)
        || !apps.is_empty()
            && app.db.requires_second_step()
            && !second_step::is_set_up(&app.db, me.id).await?;
    let posts = PostSteps::of(app, &webhooks, manages).await?;
    let is_first = first_apps && first_webhooks;
    let shows_steps = is_first && are_shown(&posts, &signs_in);
    let steps = shows_steps.then(|| json!({ "posts": posts, "signs_in": signs_in }));
    let webhooks: Vec<Value> = webhooks.iter().map(listed).collect();
    Ok(Page::new(
        "portal/home",
        context! {
            apps, webhooks, steps, manages, waits, can_send: app.sms.is_set(),
            first_apps, older_apps, first_webhooks, older_webhooks,
        },
    ))
}

/// How far someone is on the way to a mention that fires.
#[derive(Serialize)]
struct PostSteps {
    has_server: bool,
    webhook_id: Option<i64>,
    has_fired: bool,
}

impl PostSteps {
    /// Who has more webhooks than this needs no first steps.
    const FEW: usize = 3;

    async fn of(app: &App, webhooks: &[Listed], has_server: bool) -> Result<Self> {
        let is_old = |listed: &Listed| is_old(listed.webhook.created_at, app.now());
        let mut has_fired = webhooks.len() > Self::FEW || webhooks.iter().any(is_old);
        for listed in webhooks {
            has_fired = has_fired || message::fired_lately(&app.db, listed.webhook.id).await?;
        }
        Ok(Self {
            has_server: has_server || !webhooks.is_empty(),
            webhook_id: webhooks.first().map(|listed| listed.webhook.id),
            has_fired,
        })
    }
}

/// How far someone is on the way to a first sign-in.
#[derive(Serialize)]
struct SignInSteps {
    app_id: Option<i64>,
    has_signed_in: bool,
}

impl SignInSteps {
    fn of(apps: &[(OauthApp, Usage)], now: Millis) -> Self {
        let is_done = |(oauth_app, usage): &(OauthApp, Usage)| {
            usage.last_exchanged_at.is_some() || is_old(oauth_app.created_at, now)
        };
        Self {
            app_id: apps.first().map(|(oauth_app, _)| oauth_app.id),
            has_signed_in: apps.iter().any(is_done),
        }
    }
}

/// Whether its first use may no longer be in the logs.
fn is_old(created_at: Millis, now: Millis) -> bool {
    const DAY_MS: Millis = 24 * 60 * 60 * 1000;
    created_at < now - DAYS * DAY_MS
}

/// The first steps stay until one product is in use and the other one is too, or was not begun.
fn are_shown(posts: &PostSteps, signs_in: &SignInSteps) -> bool {
    match (posts.has_fired, signs_in.has_signed_in) {
        (true, true) => false,
        (true, false) => signs_in.app_id.is_some(),
        (false, true) => posts.webhook_id.is_some(),
        (false, false) => true,
    }
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
        "suspended": listed.webhook.is_suspended(),
        "server": listed.server_name,
        "channel": seen.map(|seen| &seen.channel_name),
        "last_used_at": seen.and_then(|seen| seen.last_used_at),
        "recent_failures": seen.map(|seen| seen.recent_failures),
        "creator": listed.creator,
    })
}
