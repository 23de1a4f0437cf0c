//! `/portal/webhooks/<id>/creator`: becoming the creator of a webhook whose creator is gone or manages the server no
//! more. The webhook's page shows what would change.

use rocket::{get, post};
use serde_json::{Value, json};

use super::webhook_shown::path;
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Answer;
use crate::routes::path_ids::PathId;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::WebhookId;
use portico_store::models::Webhook;
use portico_store::models::webhooks::webhook::{MentionReason, MentionRights};

/// The page's offer to take over: whether it is possible, and what mentions were and would be allowed. `here` is what
/// the reader may do in the webhook's channel.
pub(super) fn offer(rights: &MentionRights, here: Permissions) -> Value {
    json!({
        "is_possible": !rights.creator_manages,
        "may": here.contains(Permissions::SEND_MESSAGES),
        "all_before": rights.why == MentionReason::Holds,
        "all_after": here.contains(Permissions::MENTION_ALL),
    })
}

/// The form is on the webhook's page.
#[get("/portal/webhooks/<id>/creator")]
pub(crate) async fn show(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Answer> {
    let access = me.access(app).await?;
    Webhook::visible_within(&app.db, access, id.0).await?;
    Ok(Answer::to(format!("{}#take-over", path(id))))
}

#[post("/portal/webhooks/<id>/creator")]
pub(crate) async fn take_over(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Answer> {
    me.require_fresh(app)?;
    Webhook::take_over(app, me.id, id.0).await?;
    Ok(Answer::said(
        path(id),
        "You are now this webhook’s creator. Its mentions have your permissions from the next message on.",
    ))
}
