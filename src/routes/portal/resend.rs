//! Sending the body of a delivery again, in its dialect and through the same path as a program's post. The rest of the
//! delivery's page is in `deliveries`.

use rocket::{FromForm, post};
use serde_json::{Value, json};

use super::webhook_send::{MAY_NOT_SEND, SendOutcome, send_as, why_inactive};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Answer;
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::routes::webhooks::{Dialect, PortalBody, PortalPost, Resend, names_thread};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, DeliveryId, WebhookId};
use portico_store::models::logs::delivery::DeliveryReport;
use portico_store::models::messages::message::Model as Message;
use portico_store::models::servers::access::{UserAccess, VisibleChannel};
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;
use portico_store::models::webhooks::webhook::VisibleWebhook;
use portico_store::models::{Delivery, Membership, Webhook};

/// The form that sends a body again.
#[derive(FromForm)]
pub(crate) struct ResendForm {
    /// The channel that the webhook posted into when the form was shown.
    #[field(name = "channel_id", default = 0)]
    shown_channel: i64,
    /// When the form was shown: one form posts once.
    #[field(default = 0)]
    shown_at: Millis,
}

/// True if a user sees what was posted into a channel: the webhook may have been moved from one that they can't see.
pub(super) fn may_see(access: &UserAccess, membership: &Membership, posted_into: Option<ChannelId>) -> bool {
    let sees_all = membership.permissions().contains(Permissions::ADMINISTRATOR);
    sees_all || posted_into.is_none_or(|id| access.channel(id).is_ok())
}

/// The form on the page of a delivery: the form, or why there is none.
pub(super) fn offer(webhook: &Webhook, visible: &VisibleChannel, attempt: &Delivery, now: Millis) -> Value {
    let may_send = visible.may.contains(Permissions::SEND_MESSAGES);
    let why_not = why_inactive(webhook)
        .or_else(|| (!may_send).then_some(MAY_NOT_SEND))
        .or_else(|| body_of(attempt, &attempt.report()).err());
    json!({
        "why_not": why_not,
        "channel_id": visible.channel.id,
        "channel": visible.channel.name,
        "shown_at": now,
    })
}

/// The body of an attempt as it was sent; else why it can't be sent again.
fn body_of(attempt: &Delivery, report: &DeliveryReport) -> Result<PortalBody, &'static str> {
    let dialect = Dialect::of_log(attempt.dialect.as_deref()).ok_or("Its format is not known to this version.")?;
    if report.is_left_out() {
        return Err("Its body was not kept, so it can’t be sent again.");
    }
    if report.request.is_empty() {
        return Err("Its body was not read, so it can’t be sent again.");
    }
    if report.altered {
        return Err(
            "Its body was stored differently from how it was sent (a form with files, text that is not UTF-8, or the webhook’s token in it), \
             so it can’t be sent again.",
        );
    }
    let text = report.whole_body().ok_or("Only the beginning of its body was stored, so it can’t be sent again.")?;
    Ok(PortalBody { dialect, event: report.event_header.clone().unwrap_or_default(), text: text.to_owned() })
}

#[post("/portal/webhooks/<id>/deliveries/<delivery_id>/resend", data = "<form>")]
pub(crate) async fn resend(
    form: Form<ResendForm>,
    app: &App,
    me: SignedIn<'_>,
    id: PathId<WebhookId>,
    delivery_id: PathId<DeliveryId>,
) -> Result<Answer> {
    let access = me.access(app).await?;
    let found = Webhook::visible_within(&app.db, access, id.0).await?;
    let VisibleWebhook { webhook, membership, visible } = &found;
    app.log.settled().await;
    let attempt = Delivery::find(&app.db, webhook.id, delivery_id.0, app.now()).await?;
    let report = attempt.report();
    let message = match attempt.message_id {
        Some(id) => Message::find(&app.db, id).await?,
        None => None,
    };
    let posted_into = message.map(|message| message.channel_id).or(report.channel_id);
    if !may_see(access, membership, posted_into) {
        return Err(Error::Forbidden("You can’t see the channel that this was posted into."));
    }
    let here = format!("/portal/webhooks/{}/deliveries/{}", webhook.id, attempt.id);
    let channel = visible.channel.name.clone();
    if ChannelId::new(form.shown_channel) != webhook.channel_id {
        let sentence = format!("Nothing was sent: the webhook now posts into #{channel}. To post it there, resend it.");
        return Ok(Answer::warned(here, sentence));
    }
    let body = match body_of(&attempt, &report) {
        Ok(body) => body,
        Err(why) => return Ok(Answer::warned(here, why)),
    };
    let key = format!("resend:{}:{}:{}", attempt.id, me.id, form.shown_at);
    let key = IdempotencyKey::read(&key, &body.text).ok_or(Error::NotFound)?;
    let delivery_id = attempt.id;
    let post = PortalPost {
        body,
        resend: Some(Resend { delivery_id, has_thread: names_thread(&attempt.notes().dropped) }),
        key: Some(key),
    };
    Ok(match send_as(app, me, found, |_| post).await?.outcome {
        SendOutcome::Stored(accepted) if accepted.replayed => {
            Answer::said(here, "It was already resent. Nothing new was posted.")
        }
        SendOutcome::Stored(_) => Answer::said(here, format!("Resent to #{channel}.")),
        SendOutcome::Ignored(reason) => Answer::said(here, nothing_posted(&reason)),
        SendOutcome::Inactive(sentence) => Answer::warned(here, sentence),
        SendOutcome::Refused(problem) => Answer::warned(here, format!("Not posted. {}", problem.detail)),
    })
}

/// The message about an event that posts nothing.
pub(super) fn nothing_posted(reason: &str) -> String {
    format!("Nothing was posted: this event is ignored ({reason}).")
}
