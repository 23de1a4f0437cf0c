//! Events that GitHub, Gitea, Forgejo, GitLab, Alertmanager and Grafana send: finding the event and its body in a request.
//! `dialects` decides what is posted of an event.

use rocket::data::Data;
use rocket::http::HeaderMap;
use rocket::response::Response;
use serde_json::Value;

use super::answer::{self, add_notes};
use super::body::{self, Body};
use super::delivery_draft::DeliveryDraft;
use super::dialect::Dialect;
use super::parsed_body::ParsedBody;
use super::{Call, Problem};
use portico_dialects::{TranslatedBody, Translation, alertmanager, github, gitlab};
use portico_rules::payload::BodyError;
use portico_store::models::logs::delivery::Notes;
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;

/// The headers that name an event, the first one counts: Forgejo sends all three, Gitea the last two.
const GITHUB_EVENT: [&str; 3] = ["X-Forgejo-Event", "X-Gitea-Event", "X-GitHub-Event"];
/// The header that names an event of GitLab.
const GITLAB_EVENT: [&str; 1] = ["X-Gitlab-Event"];
/// The most characters of an event's name.
const MAX_EVENT: usize = 64;

/// Reads an event and translates it. Of a body that is too large, one line is posted.
pub(super) async fn read(
    call: &Call<'_>,
    data: Data<'_>,
    draft: &mut DeliveryDraft,
) -> Result<(ParsedBody, Option<IdempotencyKey>), Problem> {
    let dialect = call.path.dialect;
    let event = event_of(call)?;
    draft.event_header = Some(event.clone()).filter(|event| !event.is_empty());
    let body = body::read_or_drop(call.request, data, dialect.largest_body(), call.person()).await?;
    let body = match body {
        Body::Whole(body) => body,
        Body::TooLarge(bytes) => {
            draft.bytes = bytes;
            let identity = format!("{event}\n{bytes} bytes");
            return call.translated(TranslatedBody::Post(Box::new(one_line(dialect, event, bytes))), &identity);
        }
    };
    let identity = format!("{event}\n{}", String::from_utf8_lossy(&body));
    let content_type = call.request.headers().get_one("Content-Type");
    let translated = translate(dialect, &event, &body, content_type.is_some_and(body::is_form));
    draft.keep(body);
    call.translated(translated?, &identity)
}

/// Translates a body that came from the portal's pages: JSON, or a form with the JSON in its field `payload`.
pub(super) fn parse(dialect: Dialect, event: &str, body: &[u8]) -> Result<TranslatedBody, Problem> {
    let event = named_event(dialect, event)?;
    let is_form = !body.trim_ascii_start().starts_with(b"{");
    translate(dialect, &event, body, is_form)
}

fn translate(dialect: Dialect, event: &str, body: &[u8], is_form: bool) -> Result<TranslatedBody, Problem> {
    let value = value_of(body, is_form)?;
    Ok(match dialect {
        Dialect::Gitlab if event.is_empty() && !gitlab::names_event(&value) => {
            return Err(no_event(&GITLAB_EVENT));
        }
        Dialect::Gitlab => gitlab::translate(event, &value),
        Dialect::Alertmanager => alertmanager::translate(&value),
        Dialect::Github | Dialect::Native | Dialect::Discord | Dialect::Slack | Dialect::Mattermost => {
            github::translate(event, &value)
        }
    })
}

/// The headers that name the event of a dialect; none for Alertmanager, which sends but one.
fn names_of_event(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Github => &GITHUB_EVENT,
        Dialect::Gitlab => &GITLAB_EVENT,
        Dialect::Alertmanager | Dialect::Native | Dialect::Discord | Dialect::Slack | Dialect::Mattermost => &[],
    }
}

/// The dialect whose header names an event, if one does.
pub(super) fn dialect_of_event(headers: &HeaderMap<'_>) -> Option<Dialect> {
    let has = |names: &[&str]| names.iter().any(|name| headers.contains(name));
    [Dialect::Github, Dialect::Gitlab].into_iter().find(|dialect| has(names_of_event(*dialect)))
}

/// The event that the headers name, as [`named_event`].
fn event_of(call: &Call<'_>) -> Result<String, Problem> {
    let dialect = call.path.dialect;
    let headers = call.request.headers();
    let mut names = names_of_event(dialect).iter();
    let event = names.find_map(|name| headers.get_one(name));
    named_event(dialect, event.unwrap_or_default())
}

/// The event of a header's value in plain letters. Empty for Alertmanager, which sends but one, and where GitLab's header
/// is missing, since the body may name the event itself.
fn named_event(dialect: Dialect, event: &str) -> Result<String, Problem> {
    let names = names_of_event(dialect);
    if names.is_empty() {
        return Ok(String::new());
    }
    match plain_event(event) {
        Some(event) => Ok(event),
        None if dialect == Dialect::Gitlab => Ok(String::new()),
        None => Err(no_event(names)),
    }
}

/// The name of an event without what is not plain: it is shown in a channel. None where nothing is left.
fn plain_event(event: &str) -> Option<String> {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let event: String = event.chars().filter(is_plain).take(MAX_EVENT).collect();
    Some(event).filter(|event| !event.trim().is_empty())
}

fn no_event(names: &[&str]) -> Problem {
    let name = names.last().copied().unwrap_or_default();
    Problem::invalid_request(vec![BodyError {
        pointer: String::new(),
        header: Some(name.to_owned()),
        detail: "This header must name the event.".into(),
    }])
}

/// The JSON object of a body, or of its field `payload`.
fn value_of(body: &[u8], is_form: bool) -> Result<Value, Problem> {
    let payload = is_form.then(|| body::form_field(body, "payload")).flatten();
    let bytes = payload.as_ref().map_or(body, |payload| payload.as_bytes());
    body::object(bytes).map(Value::Object)
}

/// The post about an event whose body was too large to read.
fn one_line(dialect: Dialect, event: String, bytes: u64) -> Translation {
    let mib = bytes.div_ceil(1024 * 1024);
    let content = match dialect {
        Dialect::Alertmanager => {
            format!("Alerts arrived, too many to show (up to {mib} MiB).")
        }
        Dialect::Gitlab if event.is_empty() => {
            format!("GitLab: an event, too large to show (up to {mib} MiB).")
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

/// `200` with the id of the message, or why there is none, and with what was shortened and dropped.
pub(super) fn answer(mut outcome: Value, notes: &Notes) -> Response<'static> {
    add_notes(&mut outcome, notes);
    answer::json(outcome.to_string())
}
