//! `/settings/security/log`: the security events of an account, described for its owner.
//! `models::accounts::security_event` decides what is recorded, and for how long.

use rocket::get;
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::paging::{PAGE_SIZE, has_more};
use portico_platform::error::Result;
use portico_rules::browser_name::browser_name;
use portico_rules::ids::{self, IdTimes, UserId};
use portico_store::models::SecurityEvent;
use portico_store::models::accounts::security_event::{KEPT, KEPT_MS, KEPT_OF_ANYBODY, SecurityEventKind};

/// Entries below the sessions.
const A_FEW: u64 = 5;

#[get("/settings/security/log?<before>")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App, before: Option<&str>) -> Result<Page> {
    app.security_log.settled().await;
    let before = before.and_then(ids::parse);
    let mut events = SecurityEvent::page(app, me.id, before, PAGE_SIZE + 1).await?;
    let more = has_more(&mut events, PAGE_SIZE);
    let older = events.last().filter(|_| more).map(|event| event.id);
    Ok(Page::new(
        "settings/security_log",
        context! {
            events: events.iter().map(|event| row(event, app.id_times())).collect::<Vec<_>>(),
            older,
            first_page: before.is_none(),
            kept: KEPT,
            kept_of_anybody: KEPT_OF_ANYBODY,
            days: KEPT_MS / (24 * 60 * 60 * 1000),
        },
    ))
}

/// The newest events of a user, as a page shows them.
pub(in crate::routes) async fn newest(app: &App, user_id: UserId) -> Result<Vec<Value>> {
    app.security_log.settled().await;
    let events = SecurityEvent::page(app, user_id, None, A_FEW).await?;
    Ok(events.iter().map(|event| row(event, app.id_times())).collect())
}

fn row(event: &SecurityEvent, times: &IdTimes) -> Value {
    let (title, is_warning) = words(event);
    json!({
        "id": event.id,
        "kind": event.kind,
        "at": event.at(times),
        "title": title,
        "detail": event.detail,
        "is_warning": is_warning,
        "browser": browser_name(&event.user_agent),
        "address": event.address,
        "by_operator": event.is_by_operator(),
    })
}

/// A description of the event, and whether it is a failed attempt, possibly by a stranger.
fn words(event: &SecurityEvent) -> (&'static str, bool) {
    let kind = event.kind.as_str();
    let title = match SecurityEventKind::title(kind) {
        Some(_) if kind == "password_reset" && event.is_by_operator() => "Password reset",
        Some(title) => title,
        // Recorded by a newer version of Portico.
        None => "Other activity",
    };
    let is_warning =
        matches!(kind, "sign_in_failed" | "confirm_failed" | "reset_failed" | "passkey_copied" | "second_step_failed");
    (title, is_warning)
}
