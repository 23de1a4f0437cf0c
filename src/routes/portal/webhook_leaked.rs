//! `/portal/webhooks/<id>/leaked`: reporting a webhook's URL as leaked, and what to do after that.
//! Programs report what they found at `/leaks`; messages are removed in `chat`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::webhook_shown::{path, server_and_channel, shown};
use crate::app::App;
use crate::chat::permissions::Permissions;
use crate::error::Result;
use crate::ids::WebhookId;
use crate::models::Webhook;
use crate::models::webhooks::webhook::OperatedWebhook;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page};
use crate::routes::sent_form::Form;

/// Since when messages can be removed: the names in forms.
const SINCE: [&str; 3] = ["hour", "day", "week"];

#[derive(FromForm)]
pub(crate) struct Leak<'r> {
    #[field(default = "")]
    since: &'r str,
}

#[get("/portal/webhooks/<id>/leaked?<since>")]
pub(crate) async fn show(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    since: Option<&str>,
) -> Result<Page> {
    let access = me.access(app).await?;
    let OperatedWebhook {
        webhook,
        membership,
        visible,
    } = Webhook::operated_within(&app.db, access, id.get()).await?;
    let (server, channel) = server_and_channel(membership, &visible.channel);
    Ok(Page::new(
        "portal/webhook_leaked",
        context! {
            webhook: shown(&webhook),
            server,
            channel,
            may_remove: visible.may.contains(Permissions::MANAGE_MESSAGES),
            since: since.filter(|since| SINCE.contains(since)).unwrap_or("day"),
        },
    ))
}

#[post("/portal/webhooks/<id>/leaked", data = "<form>")]
pub(crate) async fn report(
    form: Form<Leak<'_>>,
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
) -> Result<Answer> {
    me.require_fresh(app)?;
    Webhook::report_leaked(app, me.id, id.get()).await?;
    let since = match form.since {
        since if SINCE.contains(&since) => format!("?since={since}"),
        _ => String::new(),
    };
    Ok(Answer::said(
        format!("{}/leaked{since}", path(id)),
        "The webhook has a new URL and is paused. The old URL has stopped working.",
    ))
}
