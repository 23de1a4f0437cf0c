//! `/portal/webhooks/new`: making a webhook.
//! Pages and forms of existing webhooks are in `webhooks`.

use rocket::route::BoxFuture;
use rocket::{Request, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::webhook_page::WebhookForm;
use super::webhook_shown::revealed;
use crate::app::App;
use crate::routes::form_right::{FormRight, Right};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids;
use portico_store::models::webhooks::webhook::{NewWebhook, destinations};
use portico_store::models::{Membership, Webhook};

/// Max channels that a form offers. Where there are more, a server is chosen first.
const CHOICES: usize = 1_000;

async fn new_page(
    app: &App,
    me: SignedIn<'_>,
    name: &str,
    channel_id: Option<&str>,
    server_id: Option<&str>,
) -> Result<Page> {
    let access = me.access(app).await?;
    let mut found = destinations(access);
    if found.is_empty() && access.memberships().any(Membership::waits_for_second_step) {
        return Err(Error::SecondStepRequired);
    }
    let named = channel_id.and_then(ids::parse);
    let named = named.and_then(|id| access.channel(id).ok());
    let server = server_id.and_then(ids::parse);
    let server = server.or(named.map(|visible| visible.channel.server_id));
    let mut by_server: Vec<Value> = Vec::new();
    if found.iter().map(|found| found.channels.len()).sum::<usize>() > CHOICES {
        by_server = found.iter().map(|found| json!({ "value": found.server.id, "label": found.server.name })).collect();
        found.retain(|found| Some(found.server.id) == server);
    }
    let first_of_server = found
        .iter()
        .find(|destination| Some(destination.server.id) == server)
        .and_then(|destination| destination.channels.first());
    // If there is only one, it is chosen already.
    let mut channels = found.iter().flat_map(|destination| &destination.channels);
    let first = channels.next();
    let only = first.filter(|_| channels.next().is_none());
    let chosen = match (channel_id, first_of_server.or(only)) {
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
    let servers: Vec<Value> =
        groups.iter().map(|group| json!({ "value": group["id"], "label": group["label"] })).collect();
    Ok(Page::new(
        "portal/webhook_new",
        context! {
            groups, servers, chosen, name, by_server,
            server: server.map(|id| id.to_string()).unwrap_or_default(),
        },
    ))
}

#[get("/portal/webhooks/new?<channel>&<server>")]
pub(crate) async fn new(app: &App, me: SignedIn<'_>, channel: Option<&str>, server: Option<&str>) -> Result<Page> {
    new_page(app, me, "", channel, server).await
}

/// The right to create webhooks in some server.
pub(crate) struct CreatesWebhooks;

impl Right for CreatesWebhooks {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move {
            let _ = request;
            let mut refusal = Error::NotFound;
            for membership in me.access(app).await?.memberships() {
                match membership.require(Permissions::MANAGE_SERVER) {
                    Ok(()) => return Ok(()),
                    Err(err) => refusal = err,
                }
            }
            Err(refusal)
        })
    }
}

#[post("/portal/webhooks", data = "<form>")]
pub(crate) async fn create(
    form: Form<WebhookForm<'_>>,
    _right: FormRight<CreatesWebhooks>,
    app: &App,
    me: SignedIn<'_>,
) -> Result<Answer> {
    let (form, avatar) = form.into_parts();
    let asked = NewWebhook { channel_id: form.channel_id, name: form.name, avatar: avatar.picture().await };
    match form_faults(Webhook::create(app, me.id, asked).await)? {
        Err(faults) => {
            let page = new_page(app, me, form.name, Some(form.channel_id), None).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        Ok(webhook) => Ok(Answer::said(
            revealed(webhook.id),
            "The webhook is ready. Copy its URL and give it to the program that will post.",
        )),
    }
}
