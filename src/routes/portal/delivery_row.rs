//! A delivery as the log lists it, with the beginning of what it said.
//! The pages of the log are in `deliveries`.

use serde_json::{Value, json};

use portico_rules::ids::IdTimes;
use portico_rules::visible::visible;
use portico_store::models::Delivery;
use portico_store::models::logs::delivery::DeliveryReport;

/// Characters of a posted text in the list.
const PREVIEW: usize = 120;
/// Max bytes of a body of which the list shows the text rather than the beginning.
const MAX_READ: usize = 16 * 1024;

/// An attempt as a list shows it.
pub(super) fn row(attempt: &Delivery, report: &DeliveryReport, times: &IdTimes) -> Value {
    let notes = attempt.notes();
    json!({
        "id": attempt.id,
        "at": attempt.at(times),
        "accepted": attempt.is_accepted(),
        "ignored": report.ignored,
        "status": attempt.status,
        "latency": latency(attempt.latency_us),
        "message_id": attempt.message_id,
        "replayed": report.replayed,
        "test": report.test,
        "left_out": report.is_left_out(),
        "fired": report.fired.len(),
        "silent": report.silent.len(),
        "more": report.more,
        "resent_from": report.resent_from,
        "dialect": dialect_name(attempt.dialect.as_deref()),
        "event": attempt.event.as_deref().or(report.event_header.as_deref()),
        "shortened": notes.shortened,
        "dropped": notes.dropped,
        "why": report.refusal.as_ref().map(|refusal| &refusal.code),
        "skipped": report.skipped,
    })
}

/// The beginning of what a body says, on one line; of a body that says nothing readable, its own beginning.
pub(super) fn preview(report: &DeliveryReport) -> String {
    // A long body is not read for a line of it.
    let is_short = report.request.len() <= MAX_READ;
    let body: Option<Value> = is_short.then(|| serde_json::from_str(&report.request).ok()).flatten();
    let said = body.as_ref().and_then(said).unwrap_or(&report.request);
    let mut words = String::new();
    for word in said.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if words.len() > PREVIEW * 4 {
            break;
        }
    }
    let mut cut: String = words.chars().take(PREVIEW).collect();
    if cut.len() < words.len() {
        cut.push('…');
    }
    visible(&cut)
}

/// The text of a body in any of the dialects, or the title of what it is about.
fn said(body: &Value) -> Option<&str> {
    [
        "/content",
        "/text",
        "/embeds/0/title",
        "/embeds/0/description",
        "/attachments/0/title",
        "/attachments/0/fallback",
        "/attachments/0/text",
        "/head_commit/message",
        "/issue/title",
        "/pull_request/title",
        "/object_attributes/title",
        "/commonAnnotations/summary",
        "/zen",
    ]
    .into_iter()
    .filter_map(|place| body.pointer(place)?.as_str())
    .find(|text| !text.trim().is_empty())
}

/// The name of a dialect for people.
fn dialect_name(dialect: Option<&str>) -> &str {
    match dialect {
        None => "Portico",
        Some("discord") => "Discord",
        Some("slack") => "Slack",
        Some("mattermost") => "Mattermost, Rocket.Chat",
        Some("github") => "GitHub",
        Some("gitlab") => "GitLab",
        Some("alertmanager") => "Alertmanager",
        Some(other) => other,
    }
}

fn latency(us: i32) -> String {
    match us {
        ..=999 => "under 1 ms".into(),
        1_000..=9_999 => format!("{}.{} ms", us / 1_000, us % 1_000 / 100),
        _ => format!("{} ms", us / 1_000),
    }
}
