//! `/portal/webhooks/<id>/deliveries`: what was sent to a webhook lately, and what was answered.
//! The rows are written behind the answers, in `posting::log`.

use rocket::get;
use rocket::http::Status;
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::chat::mentions::Report;
use crate::chat::permissions::Permissions;
use crate::error::Result;
use crate::ids::{self, DeliveryId, WebhookId};
use crate::models::logs::delivery::{self, Outcome};
use crate::models::messages::message::Model as Message;
use crate::models::webhooks::webhook::Operated;
use crate::models::{Delivery, Webhook};
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::portal::mention_reasons;
use crate::routes::portal::webhook_page::shown;

/// How many attempts a page shows.
const A_PAGE: u64 = 50;

/// An attempt as a list shows it.
pub(super) fn row(attempt: &Delivery) -> Value {
    let report = attempt.report();
    json!({
        "id": attempt.id,
        "at": attempt.at(),
        "accepted": attempt.is_accepted(),
        "status": attempt.status,
        "latency": latency(attempt.latency_us),
        "message_id": attempt.message_id,
        "replayed": report.replayed,
        "test": report.test,
        "fired": report.fired.len(),
        "silent": report.silent.len(),
        "more": report.more,
        "why": report.refusal.map(|refusal| refusal.code),
        "skipped": report.skipped,
    })
}

fn latency(us: i32) -> String {
    match us {
        ..=999 => "under 1 ms".into(),
        1_000..=9_999 => format!("{}.{} ms", us / 1_000, us % 1_000 / 100),
        _ => format!("{} ms", us / 1_000),
    }
}

#[get("/portal/webhooks/<id>/deliveries?<outcome>&<before>")]
pub(crate) async fn index(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    outcome: Option<&str>,
    before: Option<&str>,
) -> Result<Page> {
    let places = me.places(app).await?;
    let Operated {
        webhook,
        membership: standing,
        ..
    } = Webhook::operated_within(&app.db, places, id.get()).await?;
    let outcome = Outcome::named(outcome);
    let before = before.and_then(ids::parse);
    app.log.settled().await;
    let mut found =
        Delivery::page(&app.db, webhook.id, outcome, before, A_PAGE + 1, app.now()).await?;
    let more = found.len() > A_PAGE as usize;
    found.truncate(A_PAGE as usize);
    Ok(Page::new(
        "portal/webhook_deliveries",
        context! {
            webhook: shown(&webhook),
            server: json!({ "id": standing.server.id, "name": standing.server.name }),
            outcome: outcome.name(),
            first_page: before.is_none(),
            older: found.last().filter(|_| more).map(|last| last.id),
            rows: found.iter().map(row).collect::<Vec<_>>(),
            most: delivery::MOST,
            days: delivery::DAYS,
        },
    ))
}

#[get("/portal/webhooks/<id>/deliveries/<delivery_id>")]
pub(crate) async fn show(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    delivery_id: DeliveryId,
) -> Result<Page> {
    let places = me.places(app).await?;
    let Operated {
        webhook,
        membership: standing,
        ..
    } = Webhook::operated_within(&app.db, places, id.get()).await?;
    app.log.settled().await;
    let attempt = Delivery::find(&app.db, webhook.id, delivery_id.get(), app.now()).await?;
    let message = match attempt.message_id {
        Some(id) => Message::find(&app.db, id).await?,
        None => None,
    };
    let report = attempt.report();
    let posted_into = message
        .as_ref()
        .map(|message| message.channel_id)
        .or(report.channel_id);
    let sees_all = standing.permissions().contains(Permissions::ADMINISTRATOR);
    // The webhook may have been moved here from a channel that this person can't see.
    let is_seen = sees_all || posted_into.is_none_or(|id| places.channel(id).is_ok());
    if !is_seen {
        let (webhook, attempt) = (shown(&webhook), row(&attempt));
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
            attempt: row(&attempt),
            is_seen,
            reason: Status::from_code(attempt.status.try_into().unwrap_or(0)).and_then(|status| status.reason()),
            message: message.map(|message| json!({ "id": message.id, "channel_id": message.channel_id, "after": message.id + 1 })),
            is_whole: match attempt.dialect {
                None => report.request.chars().count() < delivery::EXCERPT,
                Some(_) => report.bytes <= delivery::EXCERPT_OF_DIALECT,
            },
            request: report.request,
            bytes: report.bytes,
            answer,
            refusal: report.refusal.as_ref().map(|refusal| json!(refusal)),
            mentions,
        },
    ))
}

/// What was answered. Of an accepted post, what the log keeps of it: the message itself stands in its channel.
fn answer(attempt: &Delivery, report: &delivery::Report) -> String {
    let body = match &report.refusal {
        None => {
            let mut body = json!({
                "message": { "id": attempt.message_id },
                "mentions": { "fired": report.fired, "silent": report.silent },
            });
            if report.more > 0 {
                body["mentions"]["more"] = json!(report.more);
            }
            body
        }
        Some(refusal) => json!({
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
