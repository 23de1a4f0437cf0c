//! `/portal`: everything that a person has made or manages, with how it is doing.
//! Each thing has a page of its own.

use rocket::get;
use rocket_dyn_templates::context;
use serde::Serialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::paging::{PAGE_SIZE, has_more};
use crate::routes::servers::list::suspended_row;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{self, AppId, WebhookId};
use portico_store::models::Membership;
use portico_store::models::accounts::second_step;
use portico_store::models::logs::delivery::DAYS;
use portico_store::models::messages::message;
use portico_store::models::oauth::overview::{ListedApp, ListedWebhook, Overview, WebhookPage};
use portico_store::models::webhooks::webhook::destinations;

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
    let access = me.access(app).await?;
    let page = WebhookPage { before: webhooks_before, limit: PAGE_SIZE + 1 };
    let Overview { mut apps, mut webhooks } = Overview::load(&app.db, access, page, app.now()).await?;
    apps.retain(|owned| owned.id.get() < apps_before);
    let more_apps = has_more(&mut apps, PAGE_SIZE);
    let older_apps = apps.last().filter(|_| more_apps).map(|owned| owned.id);
    let signs_in = SignInSteps::new(&apps, app.now());
    let apps: Vec<Value> = apps
        .iter()
        .map(|owned| {
            json!({
                "id": owned.id,
                "name": owned.name,
                "icon_url": owned.icon_path,
                "owner": owned.owner,
                "suspended": owned.is_suspended,
                "last_used_at": owned.usage.last_exchanged_at,
                "recent_failures": owned.usage.recent_failures,
            })
        })
        .collect();
    let more_webhooks = has_more(&mut webhooks, PAGE_SIZE);
    let older_webhooks = webhooks.last().filter(|_| more_webhooks);
    let older_webhooks = older_webhooks.map(|found| found.id);
    // Those who may make a webhook, and have a channel for it to post into.
    let manages = destinations(access).iter().any(|destination| !destination.channels.is_empty());
    // Nothing of theirs is missing without a word: servers whose webhooks wait are not listed.
    let waits = access.memberships().any(Membership::waits_for_second_step)
        || !apps.is_empty() && app.db.requires_second_step() && !second_step::is_set_up(&app.db, me.id).await?;
    // Nor are those of suspended servers, whose webhooks answer as if there were none.
    let suspended = access.suspended.iter();
    let suspended: Vec<Value> = suspended
        .filter(|membership| membership.require(Permissions::MANAGE_SERVER).is_ok())
        .map(suspended_row)
        .collect();
    let posts = PostSteps::load(app, &webhooks, manages).await?;
    let is_first = first_apps && first_webhooks;
    let shows_steps = is_first && are_shown(&posts, &signs_in);
    let is_later = is_later(&posts, &signs_in);
    let steps = shows_steps.then(|| json!({ "posts": posts, "signs_in": signs_in, "is_later": is_later }));
    let webhooks: Vec<Value> = webhooks.iter().map(listed).collect();
    Ok(Page::new(
        "portal/home",
        context! {
            apps, webhooks, steps, manages, waits, suspended, can_send: app.sms.is_set(),
            first_apps, older_apps, first_webhooks, older_webhooks,
        },
    ))
}

/// A user's progress towards a mention that fires.
#[derive(Serialize)]
struct PostSteps {
    has_server: bool,
    webhook_id: Option<WebhookId>,
    has_fired: bool,
}

impl PostSteps {
    /// Who has more webhooks than this needs no first steps.
    const FEW: usize = 3;

    async fn load(app: &App, webhooks: &[ListedWebhook], has_server: bool) -> Result<Self> {
        let is_old = |listed: &ListedWebhook| is_old(listed.created_at, app.now());
        let mut has_fired = webhooks.len() > Self::FEW || webhooks.iter().any(is_old);
        if !has_fired {
            let ids: Vec<WebhookId> = webhooks.iter().map(|listed| listed.id).collect();
            has_fired = message::fired_lately(&app.db, &ids).await?;
        }
        Ok(Self {
            has_server: has_server || !webhooks.is_empty(),
            webhook_id: webhooks.first().map(|listed| listed.id),
            has_fired,
        })
    }
}

/// A user's progress towards a first sign-in.
#[derive(Serialize)]
struct SignInSteps {
    app_id: Option<AppId>,
    has_signed_in: bool,
}

impl SignInSteps {
    fn new(apps: &[ListedApp], now: Millis) -> Self {
        let is_done = |listed: &ListedApp| listed.usage.last_exchanged_at.is_some() || is_old(listed.created_at, now);
        // An app of someone else is no step of theirs.
        let mut owned = apps.iter().filter(|listed| listed.owner.is_none());
        Self { app_id: owned.clone().next().map(|listed| listed.id), has_signed_in: owned.any(is_done) }
    }
}

/// True if its first use may no longer be in the logs.
fn is_old(created_at: Millis, now: Millis) -> bool {
    created_at < now - DAYS * DAY_MS
}

/// The first steps stay until both products are in use.
fn are_shown(posts: &PostSteps, signs_in: &SignInSteps) -> bool {
    !(posts.has_fired && signs_in.has_signed_in)
}

/// True if one product is in use and the other was not begun: its steps are folded, below what there is.
fn is_later(posts: &PostSteps, signs_in: &SignInSteps) -> bool {
    posts.has_fired && signs_in.app_id.is_none() || signs_in.has_signed_in && posts.webhook_id.is_none()
}

/// Below which ids a page begins.
fn before(cursor: Option<&str>) -> Result<i64> {
    cursor.map_or(Ok(ids::MAX_ID), |text| ids::parse(text).ok_or(Error::NotFound))
}

fn listed(listed: &ListedWebhook) -> Value {
    let seen = listed.seen.as_ref();
    json!({
        "id": listed.id,
        "name": listed.name,
        "avatar_url": listed.avatar_path,
        "paused": listed.is_paused,
        "suspended": listed.is_suspended,
        "server": listed.server_name,
        "channel": seen.map(|seen| &seen.channel_name),
        "last_used_at": seen.and_then(|seen| seen.last_used_at),
        "recent_failures": seen.map(|seen| seen.recent_failures),
        "creator": listed.creator,
    })
}
