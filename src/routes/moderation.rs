//! Moderating a server, as its settings and its channels offer it: the number of open reports, the lengths of time-outs, and
//! which messages can be removed with a ban.
//! The pages are in `servers` and `chat`.

use serde_json::{Value, json};

use crate::app::App;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_store::models::Membership;
use portico_store::models::messages::message_report::{self, MAX_COUNTED};
use portico_store::models::messages::moderation::Since;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::manage;

/// Number of reports that wait for a decision by this member, as a badge shows it; empty for none. `None` for those who decide
/// none.
pub(super) async fn open_reports(app: &App, access: &UserAccess, membership: &Membership) -> Result<Option<String>> {
    if !membership.permissions().contains(Permissions::MODERATE_MEMBERS) {
        return Ok(None);
    }
    let server_id = membership.server.id;
    let open = message_report::count_open(&app.db, access, &[server_id]).await?;
    Ok(Some(match open.get(&server_id) {
        None => String::new(),
        Some(count) if *count >= MAX_COUNTED => format!("{}+", MAX_COUNTED - 1),
        Some(count) => count.to_string(),
    }))
}

/// The lengths of a time-out that the form offers.
pub(super) fn timeouts() -> Vec<Value> {
    let hours = [
        (1, "1 hour"),
        (6, "6 hours"),
        (24, "1 day"),
        (72, "3 days"),
        (168, "1 week"),
        (manage::time_out::MAX_HOURS, "4 weeks"),
    ];
    let choice = |(hours, label)| json!({ "value": hours, "label": label });
    hours.into_iter().map(choice).collect()
}

/// How far back the messages of someone who is banned can be removed; nothing for those who don't manage messages.
pub(super) fn deletable(membership: &Membership) -> Vec<Value> {
    if !membership.permissions().contains(Permissions::MANAGE_MESSAGES) {
        return Vec::new();
    }
    let time = |since: Since| json!({ "value": since.name(), "label": since.label() });
    let none = json!({ "value": "", "label": "None" });
    [none].into_iter().chain(Since::TIMES.map(time)).collect()
}
