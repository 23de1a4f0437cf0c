//! `/portal/webhooks/<id>/deliveries`: what was sent to a webhook lately, and what was answered.
//! The rows are written behind the answers, in `posting::log`.

use rocket::get;
use rocket::http::Status;
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::chart::chart;
use super::delivery_row::{preview, row};
use super::mention_reasons;
use super::resend::{self, may_see};
use super::visible::indented;
use super::webhook_shown::{server_and_channel, shown};
use crate::app::App;
use crate::chat::mentions::Report;
use crate::chat::permissions::Permissions;
use crate::error::Result;
use crate::ids::{self, DeliveryId, WebhookId};
use crate::models::logs::delivery::{self, Filter, OutcomeFilter};
use crate::models::messages::message::Model as Message;
use crate::models::webhooks::webhook::OperatedWebhook;
use crate::models::{Delivery, Webhook};
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;

/// How many attempts a page shows.
const A_PAGE: u64 = 50;

#[get("/portal/webhooks/<id>/deliveries?<outcome>&<q>&<before>")]
pub(crate) async fn index(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    outcome: Option<&str>,
    q: Option<&str>,
    before: Option<&str>,
) -> Result<Page> {
    let access = me.access(app).await?;
    let OperatedWebhook {
        webhook,
        membership,
        visible,
    } = Webhook::operated_within(&app.db, access, id.get()).await?;
    let text = q.map(str::trim).filter(|text| !text.is_empty());
    let filter = Filter {
        outcome: OutcomeFilter::named(outcome),
        text,
    };
    let before = before.and_then(ids::parse);
    app.log.settled().await;
    let is_whole = before.is_none() && text.is_none() && filter.outcome == OutcomeFilter::Any;
    let webhook_id = webhook.id;
    let (mut found, day) = app
        .read_anywhere(|db| async move {
            let now = app.now();
            let found = Delivery::page(&db, webhook_id, filter, before, A_PAGE + 1, now).await?;
            // The first page of the whole log begins with the last day.
            let day = match is_whole {
                true => delivery::last_day(&db, webhook_id, now).await?,
                false => Vec::new(),
            };
            Ok((found, day))
        })
        .await?;
    let more = found.len() > A_PAGE as usize;
    found.truncate(A_PAGE as usize);
    let day = chart(&day);
    let rows: Vec<Value> = found
        .iter()
        .map(|attempt| {
            let report = attempt.report();
            let mut row = row(attempt, &report);
            if may_see(access, membership, report.channel_id) {
                row["preview"] = preview(&report).into();
            }
            row
        })
        .collect();
    let (server, posts_into) = server_and_channel(membership, &visible.channel);
    Ok(Page::new(
        "portal/webhook_deliveries",
        context! {
            webhook: shown(&webhook),
            server,
            channel: posts_into,
            may_send: visible.may.contains(Permissions::SEND_MESSAGES),
            chart: day,
            outcome: filter.outcome.name(),
            q: text.unwrap_or_default(),
            // The same search in a link, after what comes before it.
            searched: text.map(searched).unwrap_or_default(),
            longest_search: delivery::LONGEST_SEARCH,
            first_page: before.is_none(),
            older: found.last().filter(|_| more).map(|last| last.id),
            rows,
            most: delivery::MOST,
            days: delivery::DAYS,
        },
    ))
}

/// A search as a parameter of a link.
fn searched(text: &str) -> String {
    let text: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    format!("q={text}&")
}

#[get("/portal/webhooks/<id>/deliveries/<delivery_id>")]
pub(crate) async fn show(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    delivery_id: DeliveryId,
) -> Result<Page> {
    let access = me.access(app).await?;
    let OperatedWebhook {
        webhook,
        membership,
        visible,
    } = Webhook::operated_within(&app.db, access, id.get()).await?;
    app.log.settled().await;
    let (webhook_id, delivery_id) = (webhook.id, delivery_id.get());
    let attempt = app
        .read_anywhere(
            |db| async move { Delivery::find(&db, webhook_id, delivery_id, app.now()).await },
        )
        .await?;
    // Its channel decides what is shown.
    let message = match attempt.message_id {
        Some(id) => Message::find(&app.db, id).await?,
        None => None,
    };
    let report = attempt.report();
    let posted_into = message
        .as_ref()
        .map(|message| message.channel_id)
        .or(report.channel_id);
    let is_seen = may_see(access, membership, posted_into);
    if !is_seen {
        let (webhook, attempt) = (shown(&webhook), row(&attempt, &report));
        return Ok(Page::new(
            "portal/webhook_delivery",
            context! { webhook, attempt, is_seen },
        ));
    }
    let answer = answer(&attempt, &report);
    let mentions: Vec<Value> = report
        .fired
        .iter()
        .chain(&report.silent)
        .map(mention)
        .collect();
    Ok(Page::new(
        "portal/webhook_delivery",
        context! {
            webhook: shown(&webhook),
            attempt: row(&attempt, &report),
            is_seen,
            reason: Status::from_code(attempt.status.try_into().unwrap_or(0)).and_then(|status| status.reason()),
            message: message.map(|message| json!({ "id": message.id, "channel_id": message.channel_id, "after": message.id + 1 })),
            suffix: attempt.dialect.as_deref(),
            is_cut: delivery::EXCERPT < report.bytes,
            resend: resend::offer(&webhook, visible, &attempt, app.now()),
            request: indented(&report.request),
            bytes: report.bytes,
            answer,
            refusal: report.refusal.as_ref().map(|refusal| json!(refusal)),
            mentions,
        },
    ))
}

/// The response. For an accepted post, what the log stores of it: the message itself is in its channel.
fn answer(attempt: &Delivery, report: &delivery::Report) -> String {
    let body = match (&report.refusal, &report.ignored) {
        (None, Some(reason)) => json!({ "ignored": reason }),
        (None, None) => {
            let mut body = json!({
                "message": { "id": attempt.message_id },
                "mentions": { "fired": report.fired, "silent": report.silent },
            });
            if report.more > 0 {
                body["mentions"]["more"] = json!(report.more);
            }
            body
        }
        (Some(refusal), _) => json!({
            "status": attempt.status,
            "code": refusal.code,
            "detail": refusal.detail,
            "errors": refusal.errors,
        }),
    };
    serde_json::to_string_pretty(&body).unwrap_or_default()
}

fn mention(report: &Report) -> Value {
    json!({
        "text": report.text,
        "kind": mention_reasons::kind(report.kind),
        "fired": report.reason.is_none(),
        "why": report.reason.map(mention_reasons::was),
        "advice": report.reason.map(mention_reasons::advice),
    })
}
