//! Slack's incoming webhooks over HTTP, and those of Mattermost and Rocket.Chat: finding the payload in a body.
//! `dialects::slack` reads it.

use rocket::data::Data;
use serde_json::Value;

use super::delivery_draft::DeliveryDraft;
use super::dialect::Dialect;
use super::parsed_body::ParsedBody;
use super::problem::Wording;
use super::{Call, Problem, body};
use portico_dialects::TranslatedBody;
use portico_dialects::body::Body;
use portico_dialects::slack::{SlackError, translate, translate_markdown};
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;

/// Reads a body and translates it: JSON, or a form with the JSON in its field `payload`, URL-encoded whatever its type says,
/// or with files.
pub(super) async fn read(
    call: &Call<'_>,
    data: Data<'_>,
    draft: &mut DeliveryDraft,
) -> Result<(ParsedBody, Option<IdempotencyKey>), Problem> {
    let dialect = call.path.dialect;
    let content_type = call.request.headers().get_one("Content-Type").unwrap_or_default();
    if let Some(boundary) = body::boundary(content_type) {
        let parts = body::read_parts(call.request, data, boundary, call.person()).await?;
        let identity = parts.to_string();
        draft.keep_form(&identity, parts.bytes);
        let payload = parts.fields.iter().find_map(|(name, text)| (name == "payload").then_some(text.as_str()));
        let value = Value::Object(body::object_with_line_breaks(payload.unwrap_or_default().as_bytes())?);
        let translated = read_value(dialect, Body { value: &value, files: &parts.into_files() });
        return call.translated(translated?, &identity);
    }
    let body = body::read(call.request, data, dialect.largest_body(), call.person()).await?;
    let identity = String::from_utf8_lossy(&body).into_owned();
    let translated = parse(dialect, &body);
    draft.keep(body);
    call.translated(translated?, &identity)
}

/// Translates a body: JSON, or a form with the JSON in its field `payload`.
pub(super) fn parse(dialect: Dialect, body: &[u8]) -> Result<TranslatedBody, Problem> {
    let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    let value = if body.trim_ascii_start().starts_with(b"{") {
        body::object_with_line_breaks(body)?
    } else {
        let payload = body::form_field(body, "payload").unwrap_or_default();
        body::object_with_line_breaks(payload.as_bytes())?
    };
    let value = Value::Object(value);
    read_value(dialect, Body::from(&value))
}

fn read_value(dialect: Dialect, body: Body<'_>) -> Result<TranslatedBody, Problem> {
    let translated = if dialect == Dialect::Mattermost { translate_markdown(body) } else { translate(body) };
    translated.map_err(refusal)
}

/// A refusal of a body, in Slack's words.
fn refusal(fault: SlackError) -> Problem {
    let detail = match fault {
        SlackError::InvalidPayload => "The payload must be a JSON object with values of the right types.",
        SlackError::NoText => "The message is empty.",
    };
    Problem::malformed_form(detail).worded(Wording::Slack(fault.to_string()))
}
