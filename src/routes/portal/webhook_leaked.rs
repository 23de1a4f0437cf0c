//! `/portal/webhooks/<id>/leaked`: reporting a webhook's URL as leaked, and what to do after that.
//! Programs report what they found at `/leaks`; messages are removed in `chat`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::webhook_shown::{path, server_and_channel, shown};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::WebhookId;
use portico_store::models::Webhook;
use portico_store::models::messages::moderation::Since;
use portico_store::models::webhooks::webhook::VisibleWebhook;

#[derive(FromForm)]
pub(crate) struct Leak<'r> {
    #[field(default = "")]
    since: &'r str,
}

#[get("/portal/webhooks/<id>/leaked?<since>")]
pub(crate) async fn show(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>, since: Option<&str>) -> Result<Page> {
    let access = me.access(app).await?;
    let VisibleWebhook { webhook, membership, visible } = Webhook::visible_within(&app.db, access, id.0).await?;
    let (server, channel) = server_and_channel(membership, &visible.channel);
    Ok(Page::new(
        "portal/webhook_leaked",
        context! {
            webhook: shown(&webhook),
            server,
            channel,
            may_remove: visible.may.contains(Permissions::MANAGE_MESSAGES),
            since: since.and_then(Since::parse).unwrap_or(Since::Day).name(),
        },
    ))
}

#[post("/portal/webhooks/<id>/leaked", data = "<form>")]
pub(crate) async fn report(form: Form<Leak<'_>>, app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Answer> {
    me.require_fresh(app)?;
    Webhook::report_leaked(app, me.id, id.0).await?;
    let since = match Since::parse(form.since) {
        Some(since) => format!("?since={}", since.name()),
        None => String::new(),
    };
    Ok(Answer::said(
        format!("{}/leaked{since}", path(id)),
        "The webhook has a new URL and is paused. The old URL has stopped working.",
    ))
}
