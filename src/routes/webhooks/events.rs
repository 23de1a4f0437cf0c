//! Events that GitHub, Gitea, Forgejo, GitLab, Alertmanager and Grafana send: finding the event and its body in a request.
//! What is posted of an event is up to `dialects`.

use rocket::data::Data;
use serde_json::{Value, json};

use super::answer::{Answer, add_notes};
use super::body::{self, Body};
use super::dialect::Dialect;
use super::outcome::{Incoming, Posted};
use super::seen::Seen;
use super::{Call, Problem};
use crate::dialects::{Translated, Translation, alertmanager, github, gitlab};
use crate::models::logs::delivery::{Fault, Notes};

/// The headers that name an event, the first one counts: Forgejo sends all three, Gitea the last two.
const GITHUB_EVENT: [&str; 3] = ["X-Forgejo-Event", "X-Gitea-Event", "X-GitHub-Event"];
/// The header that names an event of GitLab.
const GITLAB_EVENT: [&str; 1] = ["X-Gitlab-Event"];
/// The most characters of an event's name.
const LONGEST_EVENT: usize = 64;

/// Reads an event and translates it. Of a body that is too large, one line is posted.
///
/// # Errors
/// The refusal.
pub(super) async fn read(
    call: &Call<'_>,
    data: Data<'_>,
    seen: &mut Seen,
) -> Result<Incoming, Problem> {
    let dialect = call.path.dialect;
    let event = event_of(call)?;
    let body = body::read_or_drop(call.request, data, dialect.largest_body()).await?;
    let body = match body {
        Body::Whole(body) => body,
        Body::TooLarge(bytes) => {
            seen.bytes = bytes;
            return Ok(Incoming {
                identity: format!("{event}\n{bytes} bytes"),
                translated: Translated::Post(Box::new(one_line(dialect, event, bytes))),
            });
        }
    };
    let identity = format!("{event}\n{}", String::from_utf8_lossy(&body));
    let value = value_of(call, &body);
    seen.keep(body);
    let value = value?;
    let translated = match dialect {
        Dialect::Gitlab => gitlab::translate(&event, &value),
        Dialect::Alertmanager => alertmanager::translate(&value),
        _ => github::translate(&event, &value),
    };
    Ok(Incoming {
        translated,
        identity,
    })
}

/// The event that the headers name; empty for Alertmanager, which sends but one.
fn event_of(call: &Call<'_>) -> Result<String, Problem> {
    let names: &[&'static str] = match call.path.dialect {
        Dialect::Github => &GITHUB_EVENT,
        Dialect::Gitlab => &GITLAB_EVENT,
        _ => return Ok(String::new()),
    };
    let headers = call.request.headers();
    let event = names.iter().find_map(|name| headers.get_one(name));
    // What is sent here is shown in a channel.
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let event: String = event
        .unwrap_or_default()
        .chars()
        .filter(is_plain)
        .take(LONGEST_EVENT)
        .collect();
    if !event.trim().is_empty() {
        return Ok(event);
    }
    let name = names.last().copied().unwrap_or_default();
    Err(Problem::invalid_request(vec![Fault {
        pointer: String::new(),
        header: Some(name.to_owned()),
        detail: "This header must name the event.".into(),
    }]))
}

/// The JSON object of a body, or of its field `payload`.
fn value_of(call: &Call<'_>, body: &[u8]) -> Result<Value, Problem> {
    let content_type = call.request.headers().get_one("Content-Type");
    let payload = content_type
        .is_some_and(body::is_form)
        .then(|| body::form_field(body, "payload"))
        .flatten();
    let bytes = payload.as_ref().map_or(body, |payload| payload.as_bytes());
    body::object(bytes).map(Value::Object)
}

/// What is posted of an event whose body was too large to read.
fn one_line(dialect: Dialect, event: String, bytes: u64) -> Translation {
    let mib = bytes.div_ceil(1024 * 1024);
    let content = match dialect {
        Dialect::Alertmanager => {
            format!("Alerts arrived, too many to show (up to {mib} MiB).")
        }
        Dialect::Gitlab => format!("GitLab: `{event}`, too large to show (up to {mib} MiB)."),
        _ => format!("Repository event `{event}`, too large to show (up to {mib} MiB)."),
    };
    Translation {
        content,
        event: (!event.is_empty()).then_some(event),
        dropped: vec!["the body: too large".to_owned()],
        ..Translation::default()
    }
}

/// `200` with the id of the message, or why there is none.
pub(super) fn answer(posted: &Posted, notes: &Notes) -> Answer {
    let mut answer = match posted {
        Posted::Stored(stored) => json!({ "message": { "id": stored.accepted.message_id } }),
        Posted::Ignored(reason) => json!({ "ignored": reason }),
    };
    add_notes(&mut answer, notes);
    Answer::json(answer.to_string())
}
