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
use super::webhook_shown::{server_and_channel, shown};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::paging::{PAGE_SIZE, has_more};
use crate::routes::path_ids::PathId;
use crate::routes::webhooks::Dialect;
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_rules::broken_json::broken_json;
use portico_rules::chat::mentions::MentionReport;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, DeliveryId, WebhookId};
use portico_rules::visible::indented;
use portico_store::models::logs::delivery::{self, DeliveryPage, DeliverySearch, OutcomeFilter, Refusal};
use portico_store::models::messages::message::Model as Message;
use portico_store::models::webhooks::webhook::VisibleWebhook;
use portico_store::models::{Delivery, Webhook};

#[get("/portal/webhooks/<id>/deliveries?<outcome>&<q>&<before>")]
pub(crate) async fn index(
    app: &App,
    me: SignedIn<'_>,
    id: PathId<WebhookId>,
    outcome: Option<&str>,
    q: Option<&str>,
    before: Option<&str>,
) -> Result<Page> {
    let access = me.access(app).await?;
    let VisibleWebhook { webhook, membership, visible } = Webhook::visible_within(&app.db, access, id.0).await?;
    let text = q.map(str::trim).filter(|text| !text.is_empty());
    let outcome = OutcomeFilter::named(outcome);
    let before = before.and_then(ids::parse);
    app.throttle.check(if text.is_some() { LimitKind::Search } else { LimitKind::LogPage }, me.id).await?;
    app.log.settled().await;
    let is_whole = before.is_none() && text.is_none() && outcome == OutcomeFilter::Any;
    let webhook_id = webhook.id;
    let is_seen = |posted_into| may_see(access, membership, posted_into);
    let (found, day) = app
        .read_expensively(me.id, |db| async move {
            let now = app.now();
            let found = match text {
                Some(text) => {
                    let wanted = DeliverySearch { text, outcome, before, limit: PAGE_SIZE };
                    Delivery::search(&db, webhook_id, wanted, &is_seen, now).await?
                }
                None => {
                    let mut attempts = Delivery::page(&db, webhook_id, outcome, before, PAGE_SIZE + 1, now).await?;
                    let more = has_more(&mut attempts, PAGE_SIZE);
                    let next = attempts.last().filter(|_| more).map(|last| last.id.get());
                    DeliveryPage { attempts, next }
                }
            };
            // The first page of the whole log begins with the last day.
            let day = match is_whole {
                true => delivery::last_day(&db, webhook_id, now).await?,
                false => Vec::new(),
            };
            Ok((found, day))
        })
        .await?;
    let day = chart(&day);
    let rows: Vec<Value> = found
        .attempts
        .iter()
        .map(|attempt| {
            let report = attempt.report();
            let mut row = row(attempt, &report, app.id_times());
            if is_seen(report.channel_id) {
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
            outcome: outcome.name(),
            q: text.unwrap_or_default(),
            // The same search in a link, after what comes before it.
            searched: text.map(searched).unwrap_or_default(),
            longest_search: delivery::MAX_SEARCH,
            first_page: before.is_none(),
            older: found.next,
            rows,
            most: delivery::MAX_KEPT,
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
    id: PathId<WebhookId>,
    delivery_id: PathId<DeliveryId>,
) -> Result<Page> {
    let access = me.access(app).await?;
    let VisibleWebhook { webhook, membership, visible } = Webhook::visible_within(&app.db, access, id.0).await?;
    app.log.settled().await;
    let (webhook_id, delivery_id) = (webhook.id, delivery_id.0);
    let attempt =
        app.read_anywhere(|db| async move { Delivery::find(&db, webhook_id, delivery_id, app.now()).await }).await?;
    // Its channel decides what is shown.
    let message = match attempt.message_id {
        Some(id) => Message::find(&app.db, id).await?,
        None => None,
    };
    let report = attempt.report();
    let posted_into = message.as_ref().map(|message| message.channel_id).or(report.channel_id);
    let is_seen = may_see(access, membership, posted_into);
    if !is_seen {
        let (webhook, attempt) = (shown(&webhook), row(&attempt, &report, app.id_times()));
        return Ok(Page::new("portal/webhook_delivery", context! { webhook, attempt, is_seen }));
    }
    let response = LoggedResponse::new(app, &attempt, &report);
    let is_cut = report.is_cut(attempt.is_accepted());
    let is_broken = report.refusal.as_ref().is_some_and(|refusal| refusal.code == "invalid_json");
    // A form of Slack's has the JSON in a field.
    let broken = (is_broken && !report.request.starts_with("payload=")).then(|| broken_json(&report.request, is_cut));
    let mentions: Vec<Value> = report.fired.iter().chain(&report.silent).map(mention).collect();
    Ok(Page::new(
        "portal/webhook_delivery",
        context! {
            webhook: shown(&webhook),
            attempt: row(&attempt, &report, app.id_times()),
            is_seen,
            reason: Status::from_code(attempt.status.try_into().unwrap_or(0)).and_then(|status| status.reason()),
            message: message.map(|message| json!({ "id": message.id, "channel_id": message.channel_id, "after": message.id.get() + 1 })),
            suffix: attempt.dialect.as_deref(),
            is_cut,
            broken: broken.flatten(),
            caller: report.caller.as_ref().map(|caller| json!(caller)),
            headers: report.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>(),
            is_left_out: report.is_left_out(),
            resend: resend::offer(&webhook, visible, &attempt, app.now()),
            request: indented(&report.request),
            bytes: report.bytes,
            answer: response.body,
            is_whole: response.is_whole,
            refusal: report.refusal.as_ref().map(|refusal| json!(refusal)),
            mentions,
        },
    ))
}

/// The response, as far as the log stores it.
struct LoggedResponse {
    /// Its body; empty where it had none.
    body: String,
    /// True if that is all of it. A message's text and name are in its channel alone.
    is_whole: bool,
}

impl LoggedResponse {
    fn new(app: &App, attempt: &Delivery, report: &delivery::DeliveryReport) -> Self {
        if let Some(refusal) = &report.refusal {
            return Self { body: refused(app, attempt, refusal), is_whole: true };
        }
        let whole = |body: String| Self { body, is_whole: true };
        match Dialect::of_log(attempt.dialect.as_deref()) {
            Some(Dialect::Slack | Dialect::Mattermost) => whole("ok".to_owned()),
            Some(Dialect::Discord) if attempt.status == i32::from(Status::NoContent.code) => whole(String::new()),
            Some(Dialect::Discord) => {
                Self { body: pretty(&with_notes(attempt, discord_message(attempt, report))), is_whole: false }
            }
            Some(Dialect::Github | Dialect::Gitlab | Dialect::Alertmanager) => {
                let answer = match &report.ignored {
                    Some(reason) => json!({ "ignored": reason }),
                    None => json!({ "message": { "id": attempt.message_id } }),
                };
                whole(pretty(&with_notes(attempt, answer)))
            }
            Some(Dialect::Native) | None => {
                Self { body: pretty(&with_notes(attempt, native_message(attempt, report))), is_whole: false }
            }
        }
    }
}

/// A refusal in the words of its dialect, where that has its own.
fn refused(app: &App, attempt: &Delivery, refusal: &Refusal) -> String {
    match &refusal.worded {
        Some(worded) => match serde_json::from_str::<Value>(worded) {
            Ok(error) => pretty(&error),
            // A word.
            Err(_) => worded.clone(),
        },
        None => {
            let mut document = json!({
                "type": app.config.base_url.join(&format!("/docs#{}", refusal.code)),
                "title": refusal.title,
                "status": attempt.status,
                "detail": refusal.detail,
                "code": refusal.code,
            });
            if let Some(outcome) = &refusal.outcome {
                document["outcome"] = json!(outcome);
            }
            if !refusal.errors.is_empty() {
                document["errors"] = json!(refusal.errors);
            }
            pretty(&document)
        }
    }
}

fn discord_message(attempt: &Delivery, report: &delivery::DeliveryReport) -> Value {
    json!({
        "id": attempt.message_id.map(|id| id.to_string()),
        "channel_id": report.channel_id.map(|id| id.to_string()),
        "webhook_id": attempt.webhook_id.to_string(),
    })
}

fn native_message(attempt: &Delivery, report: &delivery::DeliveryReport) -> Value {
    let mut body = json!({
        "message": { "id": attempt.message_id },
        "mentions": { "fired": report.fired, "silent": report.silent },
    });
    if report.more > 0 {
        body["mentions"]["more"] = json!(report.more);
    }
    body
}

/// An answer with what was shortened and what was dropped, where something was.
fn with_notes(attempt: &Delivery, mut answer: Value) -> Value {
    let notes = attempt.notes();
    for (key, notes) in [("shortened", notes.shortened), ("dropped", notes.dropped)] {
        if !notes.is_empty() {
            answer[key] = json!(notes);
        }
    }
    answer
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn mention(report: &MentionReport) -> Value {
    json!({
        "text": report.text,
        "kind": mention_reasons::kind(report.kind),
        "fired": report.reason.is_none(),
        "why": report.reason.map(mention_reasons::was),
        "advice": report.reason.map(mention_reasons::advice),
    })
}
