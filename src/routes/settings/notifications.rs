//! `/settings/notifications`: the browsers that get notifications, what is muted, and the quiet time.
//! Channels and servers are muted in `chat::mutes`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rocket::serde::json::Json;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::background::pushing;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_crypto::web_push::BrowserKeys;
use portico_platform::error::{Error, Result};
use portico_rules::browser_name::browser_name;
use portico_rules::chat::quiet_time::{EVERY_DAY, written, zones};
use portico_rules::ids::{ChannelId, PlaceId, PushId};
use portico_store::models::accounts::push_subscription;
use portico_store::models::accounts::quiet_time::{self, QuietTimeForm};
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::mute;

const HERE: &str = "/settings/notifications";
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The form of the quiet time.
#[derive(FromForm)]
pub(crate) struct Quiet<'r> {
    #[field(default = "")]
    act: &'r str,
    #[field(default = "")]
    starts_at: &'r str,
    #[field(default = "")]
    ends_at: &'r str,
    #[field(default = "")]
    time_zone: &'r str,
    days: Vec<&'r str>,
}

/// Values of the form of the quiet time.
struct QuietTimeFields {
    is_on: bool,
    starts_at: String,
    ends_at: String,
    time_zone: String,
    days: u32,
}

/// The muted channels and servers, by their names. One that the user can't see any more has none.
fn muted(access: &UserAccess) -> Vec<Value> {
    let of = |(id, ends_at): (&PlaceId, &Option<i64>)| {
        let server = access.servers().find(|server| PlaceId::from(server.id) == *id);
        let channel = access.visible.get(&ChannelId::new(id.get())).map(|visible| &visible.channel);
        let above = channel.and_then(|channel| access.membership(channel.server_id).ok());
        json!({
            "id": id,
            "ends_at": ends_at,
            "server": server.map(|server| &server.name)
                .or(above.map(|membership| &membership.server.name)),
            "channel": channel.map(|channel| &channel.name),
        })
    };
    access.mutes.iter().map(of).collect()
}

async fn page(app: &App, me: &SignedIn<'_>, typed: Option<QuietTimeFields>) -> Result<Page> {
    let access = me.access(app).await?;
    let quiet = match typed {
        Some(typed) => typed,
        None => match quiet_time::load(&app.db, me.id).await? {
            Some(quiet) => QuietTimeFields {
                is_on: true,
                starts_at: written(quiet.starts_at),
                ends_at: written(quiet.ends_at),
                time_zone: quiet.zone.name().to_owned(),
                days: quiet.days,
            },
            None => QuietTimeFields {
                is_on: false,
                starts_at: "22:00".to_owned(),
                ends_at: "07:00".to_owned(),
                time_zone: String::new(),
                days: EVERY_DAY,
            },
        },
    };
    let browsers = push_subscription::all_of(&app.db, me.id).await?;
    let browsers: Vec<Value> = browsers
        .iter()
        .map(|(browser, session)| {
            json!({
                "id": browser.id,
                "fingerprint": browser.fingerprint(),
                "added_at": app.id_times().time_of(browser.id.get()),
                "name": session.as_ref().map(|session| browser_name(&session.user_agent)),
            })
        })
        .collect();
    let days = DAYS.iter().enumerate();
    let days: Vec<Value> = days
        .map(|(day, name)| {
            let checked = quiet.days & (1 << day) != 0;
            json!({ "value": day, "name": name, "checked": checked })
        })
        .collect();
    let zones: Vec<Value> = zones()
        .into_iter()
        .map(|(region, names)| {
            let option = |name: &str| {
                let (_, label) = name.split_once('/').unwrap_or(("", name));
                json!({ "value": name, "label": label.replace('_', " ") })
            };
            let options: Vec<Value> = names.into_iter().map(option).collect();
            json!({ "label": region, "options": options })
        })
        .chain([json!({ "value": "UTC", "label": "UTC" })])
        .collect();
    Ok(Page::new(
        "settings/notifications",
        context! {
            mutes: muted(access),
            browsers,
            push_key: push_key(app).await,
            is_on: quiet.is_on,
            starts_at: quiet.starts_at,
            ends_at: quiet.ends_at,
            time_zone: quiet.time_zone,
            days,
            zones,
        },
    ))
}

/// The public key that browsers subscribe with; none where there are no push messages.
async fn push_key(app: &App) -> Option<String> {
    if !app.config.push.is_on() {
        return None;
    }
    match pushing::key(app).await {
        Ok(key) => Some(BASE64_URL_SAFE_NO_PAD.encode(key.public().point()?)),
        Err(err) => {
            err.log();
            None
        }
    }
}

#[get("/settings/notifications")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me, None).await
}

#[post("/settings/notifications/quiet", data = "<form>")]
pub(crate) async fn set_quiet(form: Form<Quiet<'_>>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    if form.act == "off" {
        quiet_time::clear(app, me.id).await?;
        return Ok(Answer::said(HERE, "Your quiet time is off."));
    }
    let day = |text: &&str| text.parse().unwrap_or(u32::MAX);
    let days: Vec<u32> = form.days.iter().map(day).collect();
    let typed =
        QuietTimeForm { starts_at: form.starts_at, ends_at: form.ends_at, time_zone: form.time_zone, days: &days };
    match form_faults(quiet_time::set(app, me.id, typed).await)? {
        Ok(()) => Ok(Answer::said(HERE, "Your quiet time is saved.")),
        Err(faults) => {
            let shown = QuietTimeFields {
                is_on: quiet_time::load(&app.db, me.id).await?.is_some(),
                starts_at: form.starts_at.to_owned(),
                ends_at: form.ends_at.to_owned(),
                time_zone: form.time_zone.to_owned(),
                days: days.iter().filter(|day| **day < 7).fold(0, |all, day| all | 1 << day),
            };
            Ok(Answer::Shown(page(app, &me, Some(shown)).await?.faults(&faults)))
        }
    }
}

#[post("/settings/notifications/mutes/<place_id>/end")]
pub(crate) async fn end_mute(place_id: PathId<PlaceId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    if !mute::lift(app, me.id, place_id.0).await? {
        return Err(Error::NotFound);
    }
    Ok(Answer::said(HERE, "It is no longer muted."))
}

/// Answers the script of a signed-in browser before it subscribes without a question: the key, and the browsers that
/// this session has added.
#[get("/settings/notifications/push")]
pub(crate) async fn push(me: SignedIn<'_>, app: &App) -> Result<Json<Value>> {
    let browsers = push_subscription::all_of_session(&app.db, me.session.id).await?;
    let browsers = browsers.iter().map(push_subscription::Model::fingerprint);
    Ok(Json(json!({
        "key": push_key(app).await,
        "browsers": browsers.collect::<Vec<_>>(),
    })))
}

/// A browser's push subscription.
#[derive(FromForm)]
pub(crate) struct SubscriptionForm<'r> {
    #[field(default = "")]
    endpoint: &'r str,
    #[field(default = "")]
    p256dh: &'r str,
    #[field(default = "")]
    auth: &'r str,
}

#[post("/settings/notifications/browsers", data = "<form>")]
pub(crate) async fn add_browser(form: Form<SubscriptionForm<'_>>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let endpoint = app.config.push.endpoint(form.endpoint);
    let keys = BrowserKeys::read(form.p256dh, form.auth);
    let added = match (endpoint, keys) {
        (None, _) => {
            Err(Error::fault("form", "This instance sends no messages through the push service of this browser."))
        }
        (_, None) => Err(Error::fault(
            "form",
            "The browser’s keys couldn’t be read. Turn notifications off in the browser, and try again.",
        )),
        (Some(endpoint), Some(keys)) => push_subscription::add(app, me.session, &endpoint, &keys).await,
    };
    match form_faults(added)? {
        Ok(()) => Ok(Answer::said(HERE, "This browser gets notifications.")),
        Err(faults) => Ok(Answer::Shown(page(app, &me, None).await?.faults(&faults))),
    }
}

#[post("/settings/notifications/browsers/<push_id>/end")]
pub(crate) async fn end_browser(push_id: PathId<PushId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    push_subscription::remove(app, me.id, push_id.0).await?;
    Ok(Answer::said(HERE, "That browser gets no more notifications."))
}
