//! `/portal/webhooks`: making a webhook, and the page of each.
//! Its log has pages of its own in `deliveries`; what is sent to its address arrives in `routes::webhooks`.

use std::sync::Arc;

use rocket::form::Form;
use rocket::response::Flash;
use rocket::{FromForm, Route, get, post, routes};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::chat::mentions::OptIn;
use crate::delivery::webhook::Payload;
use crate::error::{Error, Result};
use crate::ids;
use crate::instance::Instance;
use crate::models::delivery::{self, Outcome};
use crate::models::webhook::{Authenticated, Changes, NewWebhook, destinations};
use crate::models::{Delivery, Webhook};
use crate::routes::page::{Answer, Page, person, to};
use crate::routes::portal::chart::chart;
use crate::routes::portal::deliveries;
use crate::routes::upload::Upload;
use crate::routes::viewer::SignedIn;
use crate::security::tokens::Hashed;

/// The pages of webhooks and of their logs.
pub(super) fn routes() -> Vec<Route> {
    [
        routes![
            new, create, show, update, regenerate, test, pause, resume, delete
        ],
        deliveries::routes(),
    ]
    .concat()
}

#[derive(FromForm)]
struct Fields<'r> {
    #[field(default = "")]
    channel_id: &'r str,
    #[field(default = "")]
    name: &'r str,
    avatar: Upload,
    #[field(default = false)]
    remove_avatar: bool,
}

#[derive(FromForm)]
struct Confirm<'r> {
    #[field(default = "")]
    confirm: &'r str,
}

async fn new_page(
    at: &Instance,
    me: SignedIn<'_>,
    name: &str,
    channel_id: Option<&str>,
    server_id: Option<&str>,
) -> Result<Page> {
    let found = destinations(me.places(at).await?);
    let server = server_id.and_then(ids::parse);
    let first_of_server = found
        .iter()
        .find(|destination| Some(destination.server.id) == server)
        .and_then(|destination| destination.channels.first());
    let chosen = match (channel_id, first_of_server) {
        (Some(id), _) => id.to_owned(),
        (None, Some(channel)) => channel.id.to_string(),
        (None, None) => String::new(),
    };
    let groups: Vec<Value> = found
        .iter()
        .filter(|destination| !destination.channels.is_empty())
        .map(|destination| {
            let options: Vec<Value> = destination
                .channels
                .iter()
                .map(|channel| json!({ "value": channel.id, "label": format!("#{}", channel.name) }))
                .collect();
            json!({ "label": destination.server.name, "id": destination.server.id, "options": options })
        })
        .collect();
    let servers: Vec<Value> = groups
        .iter()
        .map(|group| json!({ "value": group["id"], "label": group["label"] }))
        .collect();
    Ok(Page::new(
        "portal/webhook_new",
        context! { groups, servers, chosen, name },
    ))
}

#[get("/portal/webhooks/new?<channel>&<server>")]
async fn new(
    at: &Instance,
    me: SignedIn<'_>,
    channel: Option<&str>,
    server: Option<&str>,
) -> Result<Page> {
    new_page(at, me, "", channel, server).await
}

#[post("/portal/webhooks", data = "<form>")]
async fn create(form: Form<Fields<'_>>, at: &Instance, me: SignedIn<'_>) -> Result<Answer> {
    let form = form.into_inner();
    let asked = NewWebhook {
        channel_id: form.channel_id,
        name: form.name,
        avatar: form.avatar.picture().await,
    };
    let made = Webhook::create(at, me.id, asked).await;
    match made {
        Err(Error::Faults(faults)) => {
            let page = new_page(at, me, form.name, Some(form.channel_id), None).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        made => {
            let webhook = made?;
            Ok(Answer::said(
                path(webhook.id),
                "The webhook is ready. Copy its URL and give it to the program that will post.",
            ))
        }
    }
}

/// The path of a webhook's page.
pub(super) fn path(id: i64) -> String {
    format!("/portal/webhooks/{id}")
}

/// What every page of a webhook shows of it.
pub(super) fn shown(webhook: &Webhook) -> Value {
    json!({
        "id": webhook.id,
        "name": webhook.name,
        "avatar_url": webhook.avatar_path(),
        "has_picture": webhook.picture_at.is_some(),
        "created_at": webhook.created_at,
        "paused_at": webhook.paused_at,
    })
}

/// What somebody typed and has to mend.
struct Typed<'a> {
    name: &'a str,
    channel_id: &'a str,
}

async fn page_of(
    at: &Instance,
    me: SignedIn<'_>,
    id: i64,
    typed: Option<Typed<'_>>,
) -> Result<Page> {
    let places = me.places(at).await?;
    let (webhook, standing) = Webhook::managed_within(&*at.db, places, id).await?;
    let channel = places.any_channel(webhook.channel_id)?;
    let mut options: Vec<Value> = places
        .channels_of(standing.server.id)
        .map(|channel| json!({ "value": channel.id, "label": format!("#{}", channel.name) }))
        .collect();
    if options.iter().all(|option| option["value"] != channel.id) {
        options.insert(
            0,
            json!({ "value": channel.id, "label": format!("#{}", channel.name) }),
        );
    }
    let reach = webhook.reach(&*at.db).await?;
    // Whoever finds a browser left open does not find the address.
    let fresh = me.session.is_fresh(at.now());
    let url = if fresh { webhook.runtime_url(at) } else { None };
    at.log.settled().await;
    let hours = delivery::last_day(&*at.db, id, at.now()).await?;
    let recent = Delivery::page(&*at.db, id, Outcome::Any, None, 5, at.now()).await?;
    Ok(Page::new(
        "portal/webhook_show",
        context! {
            webhook: shown(&webhook),
            server: json!({ "id": standing.server.id, "name": standing.server.name }),
            channel: json!({ "id": channel.id, "name": channel.name }),
            creator: reach.creator.as_ref().map(person),
            why: reach.why,
            runtime_url: url.as_ref().map(|url| url.expose()),
            options,
            name: typed.as_ref().map_or(webhook.name.as_str(), |typed| typed.name),
            chosen: typed.as_ref().map_or_else(|| channel.id.to_string(), |typed| typed.channel_id.to_owned()),
            chart: chart(&hours),
            recent: recent.iter().map(deliveries::row).collect::<Vec<_>>(),
        },
    ))
}

#[get("/portal/webhooks/<id>")]
async fn show(at: &Instance, me: SignedIn<'_>, id: &str) -> Result<Page> {
    page_of(at, me, parsed(id)?, None).await
}

#[post("/portal/webhooks/<id>", data = "<form>")]
async fn update(
    form: Form<Fields<'_>>,
    at: &Instance,
    me: SignedIn<'_>,
    id: &str,
) -> Result<Answer> {
    let (id, form) = (parsed(id)?, form.into_inner());
    let changes = Changes {
        channel_id: form.channel_id,
        name: form.name,
        avatar: form.avatar.picture().await,
        remove_avatar: form.remove_avatar,
    };
    match Webhook::edit(at, me.id, id, changes).await {
        Err(Error::Faults(faults)) => {
            let typed = Typed {
                name: form.name,
                channel_id: form.channel_id,
            };
            let page = page_of(at, me, id, Some(typed)).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        done => {
            done?;
            Ok(Answer::said(path(id), "Saved."))
        }
    }
}

#[post("/portal/webhooks/<id>/url")]
async fn regenerate(at: &Instance, me: SignedIn<'_>, id: &str) -> Result<Answer> {
    let id = parsed(id)?;
    me.require_fresh(at)?;
    Webhook::regenerate(at, me.id, id).await?;
    Ok(Answer::said(
        path(id),
        "The webhook has a new URL. The old one has stopped working.",
    ))
}

#[post("/portal/webhooks/<id>/test")]
async fn test(at: &Instance, me: SignedIn<'_>, id: &str) -> Result<Answer> {
    let id = parsed(id)?;
    let (webhook, _) = Webhook::managed_by(&*at.db, me.id, id).await?;
    let token_hash = Hashed::from_bytes(&webhook.token_hash)
        .ok_or_else(|| Error::internal("a webhook's hash has another length"))?;
    let channel = webhook.channel(&*at.db).await?;
    let payload = Payload {
        content: format!("This is a test message from {}.", webhook.name),
        name: None,
        avatar_url: None,
        opt_in: OptIn::NOTHING,
    };
    let shown = Authenticated {
        webhook: Arc::new(webhook),
        token_hash,
    };
    match crate::routes::webhooks::post_test(at, &shown, &payload).await? {
        Ok(_) => Ok(Answer::said(
            path(id),
            format!("The test message stands in #{}.", channel.name),
        )),
        Err(_) if shown.webhook.is_paused() => Ok(Answer::Said(Flash::warning(
            to(path(id)),
            "A paused webhook posts nothing. Resume it first.",
        ))),
        Err(_) => Ok(Answer::Said(Flash::warning(
            to(path(id)),
            "The test message could not be posted. The log says why.",
        ))),
    }
}

#[post("/portal/webhooks/<id>/pause")]
async fn pause(at: &Instance, me: SignedIn<'_>, id: &str) -> Result<Answer> {
    let id = parsed(id)?;
    Webhook::pause(at, me.id, id).await?;
    Ok(Answer::said(
        path(id),
        "Paused. Its URL answers as if there were no such webhook until you resume it.",
    ))
}

#[post("/portal/webhooks/<id>/resume")]
async fn resume(at: &Instance, me: SignedIn<'_>, id: &str) -> Result<Answer> {
    let id = parsed(id)?;
    Webhook::resume(at, me.id, id).await?;
    Ok(Answer::said(path(id), "Resumed. Its URL works again."))
}

#[post("/portal/webhooks/<id>/delete", data = "<form>")]
async fn delete(
    form: Form<Confirm<'_>>,
    at: &Instance,
    me: SignedIn<'_>,
    id: &str,
) -> Result<Answer> {
    let id = parsed(id)?;
    me.require_fresh(at)?;
    match Webhook::delete(at, me.id, id, form.confirm).await {
        Err(Error::Faults(faults)) => {
            let page = page_of(at, me, id, None).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        done => Ok(Answer::said(
            "/portal",
            format!("{} is deleted. Its messages stay.", done?.name),
        )),
    }
}

/// An id as it stands in a path.
pub(super) fn parsed(id: &str) -> Result<i64> {
    ids::parse(id).ok_or(Error::NotFound)
}
