//! Slack's incoming webhooks over HTTP, and those of Mattermost and Rocket.Chat: finding the payload in a body.
//! What it means is up to `dialects::slack`.

use rocket::data::Data;
use serde_json::Value;

use super::delivery_draft::DeliveryDraft;
use super::dialect::Dialect;
use super::parsed_body::ParsedBody;
use super::problem::Wording;
use super::{Call, Problem, body};
use portico_dialects::TranslatedBody;
use portico_dialects::body::Body;
use portico_dialects::slack::{SlackError, translate};
use portico_store::models::webhooks::idempotency_key::Key;

/// Reads a body and translates it: JSON, or a form with the JSON in its field `payload`, whatever its type says.
pub(super) async fn read(
    call: &Call<'_>,
    data: Data<'_>,
    draft: &mut DeliveryDraft,
) -> Result<(ParsedBody, Option<Key>), Problem> {
    let body = body::read(call.request, data, Dialect::Slack.largest_body(), call.person()).await?;
    let identity = String::from_utf8_lossy(&body).into_owned();
    let translated = parse(&body);
    draft.keep(body);
    call.translated(translated?, &identity)
}

/// Translates a body: JSON, or a form with the JSON in its field `payload`.
pub(super) fn parse(body: &[u8]) -> Result<TranslatedBody, Problem> {
    let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    let value = if body.trim_ascii_start().starts_with(b"{") {
        body::object(body)?
    } else {
        let payload = body::form_field(body, "payload").unwrap_or_default();
        body::object(payload.as_bytes())?
    };
    let value = Value::Object(value);
    translate(Body::from(&value)).map_err(refusal)
}

/// A refusal of a body, in Slack's words.
fn refusal(fault: SlackError) -> Problem {
    let detail = match fault {
        SlackError::InvalidPayload => "The payload must be a JSON object with values of the right types.",
        SlackError::NoText => "The message is empty.",
    };
    Problem::malformed_form(detail).worded(Wording::Slack(fault.to_string()))
}
