//! A delivery as lists show it: on the webhook's page and in its log.
//! The pages of the log are in `deliveries`.

use serde_json::{Value, json};

use crate::models::Delivery;

/// An attempt as a list shows it.
pub(super) fn row(attempt: &Delivery) -> Value {
    let report = attempt.report();
    let notes = attempt.notes();
    json!({
        "id": attempt.id,
        "at": attempt.at(),
        "accepted": attempt.is_accepted(),
        "ignored": report.ignored,
        "status": attempt.status,
        "latency": latency(attempt.latency_us),
        "message_id": attempt.message_id,
        "replayed": report.replayed,
        "test": report.test,
        "fired": report.fired.len(),
        "silent": report.silent.len(),
        "more": report.more,
        "resent_from": report.resent_from,
        "dialect": dialect_name(attempt.dialect.as_deref()),
        "event": attempt.event.as_deref().or(report.event_header.as_deref()),
        "shortened": notes.shortened,
        "dropped": notes.dropped,
        "why": report.refusal.map(|refusal| refusal.code),
        "skipped": report.skipped,
    })
}

/// The name of a dialect for people.
fn dialect_name(dialect: Option<&str>) -> &str {
    match dialect {
        None => "Portico",
        Some("discord") => "Discord",
        Some("slack") => "Slack",
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
