//! `/settings/security/log`: the security events of an account, described for its owner.
//! What is recorded, and for how long, is in `models::accounts::security_event`.

use rocket::get;
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::browser_name::browser_name;
use crate::app::App;
use crate::error::Result;
use crate::ids;
use crate::models::SecurityEvent;
use crate::models::accounts::security_event::{KEPT, KEPT_MS, KEPT_OF_ANYBODY};
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::paging::{PAGE_SIZE, has_more};

/// How many are shown below the sessions.
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
            events: events.iter().map(row).collect::<Vec<_>>(),
            older,
            first_page: before.is_none(),
            kept: KEPT,
            kept_of_anybody: KEPT_OF_ANYBODY,
            days: KEPT_MS / (24 * 60 * 60 * 1000),
        },
    ))
}

/// The newest events of a user, as a page shows them.
pub(in crate::routes) async fn newest(app: &App, user_id: i64) -> Result<Vec<Value>> {
    app.security_log.settled().await;
    let events = SecurityEvent::page(app, user_id, None, A_FEW).await?;
    Ok(events.iter().map(row).collect())
}

fn row(event: &SecurityEvent) -> Value {
    let (title, is_warning) = words(&event.kind, event.is_by_operator());
    json!({
        "id": event.id,
        "kind": event.kind,
        "at": event.at(),
        "title": title,
        "detail": event.detail,
        "is_warning": is_warning,
        "browser": browser_name(&event.user_agent),
        "address": event.address,
        "by_operator": event.is_by_operator(),
    })
}

/// A description of the event, and whether it is a failed attempt, possibly by a stranger.
fn words(kind: &str, by_operator: bool) -> (&'static str, bool) {
    match kind {
        "signed_in" => ("Signed in", false),
        "sign_in_failed" => ("Sign-in with a wrong password", true),
        "confirm_failed" => ("Confirmation with a wrong password", true),
        "session_ended" => ("Another browser signed out", false),
        "others_ended" => ("All other browsers signed out", false),
        "password_changed" => ("Password changed", false),
        "reset_asked" => ("Password reset code requested", false),
        "reset_failed" => ("Wrong password reset code", true),
        "password_reset" if by_operator => ("Password reset", false),
        "password_reset" => ("Password reset with a code", false),
        "phone_verified" => ("Phone verified", false),
        "phone_removed" => ("Phone removed", false),
        "app_approved" => ("App approved", false),
        "device_approved" => ("Device signed in to an app", false),
        "app_revoked" => ("App revoked", false),
        "apps_revoked" => ("All apps revoked", false),
        "app_offered" => ("App offered to another person", false),
        "app_given" => ("App accepted by its new owner", false),
        "app_taken" => ("App accepted", false),
        "webhook_leaked" => ("Webhook URL reported as leaked, webhook paused", false),
        "secret_leaked" => (
            "Client secret reported as leaked and disabled, of the app",
            false,
        ),
        "token_leaked" => (
            "Access token reported as leaked and revoked, of the app",
            false,
        ),
        "second_step_added" => ("Authenticator app added", false),
        "second_step_removed" => ("Authenticator app removed", false),
        "passkey_added" => ("Passkey added", false),
        "passkey_removed" => ("Passkey removed", false),
        "passkey_copied" => ("A copy of a passkey refused", true),
        "second_step_reset" => ("Two-step sign-in switched off", false),
        "second_step_failed" => ("Wrong code after the right password", true),
        "recovery_codes_made" => ("New recovery codes created", false),
        "recovery_code_used" => ("Recovery code used", false),
        "trust_ended" => ("Trust in a browser ended", false),
        "disabled" => ("Account disabled", false),
        "enabled" => ("Account enabled again", false),
        "signed_out" => ("Signed out everywhere", false),
        "admin_granted" => ("Became an admin of this instance", false),
        "admin_revoked" => ("No longer an admin of this instance", false),
        // Recorded by a newer version of Portico.
        _ => ("Other activity", false),
    }
}
