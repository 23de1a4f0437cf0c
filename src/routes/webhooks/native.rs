//! The native payload over HTTP, with the idempotency keys of its request.
//! `portico_dialects::native` reads it, `posting` stores it.

use portico_dialects::native::{self, NativeError};
use portico_rules::base_url::BaseUrl;
use portico_rules::payload::{BodyError, Edit};
use portico_store::models::logs::delivery::Notes;
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;
use rocket::data::Data;
use serde_json::{Map, Value};

use super::delivery_draft::DeliveryDraft;
use super::dialect::Dialect;
use super::parsed_body::ParsedBody;
use super::{Call, IDEMPOTENCY_KEY, Problem, body, events};

impl From<NativeError> for Problem {
    fn from(refused: NativeError) -> Self {
        match refused {
            NativeError::NotJson(fault) => Self::invalid_json(fault),
            NativeError::Faulty(faults) => Self::invalid_request(faults),
        }
    }
}

/// Reads a body and parses it, with the idempotency keys of the request.
pub(super) async fn read(
    call: &Call<'_>,
    data: Data<'_>,
    draft: &mut DeliveryDraft,
) -> Result<(ParsedBody, Option<IdempotencyKey>), Problem> {
    draft.keep(json_body(call, data).await?);
    let headers = call.request.headers();
    let event = events::dialect_of_event(headers);
    parse(&draft.body, headers.get(IDEMPOTENCY_KEY), event, &call.app.config.base_url)
}

/// Reads the body of an edit and parses it, with every fault at once.
pub(super) async fn read_edit(call: &Call<'_>, data: Data<'_>) -> Result<Edit, Problem> {
    Ok(native::parse_edit(&json_body(call, data).await?, &call.app.config.base_url)?)
}

/// The body of a request that says that it sends JSON.
async fn json_body(call: &Call<'_>, data: Data<'_>) -> Result<Vec<u8>, Problem> {
    let content_type = call.request.headers().get_one("Content-Type");
    if !content_type.is_some_and(portico_rules::json::is_announced) {
        return Err(Problem::unsupported_media_type(events::dialect_of_event(call.request.headers())));
    }
    body::read(call.request, data, Dialect::Native.largest_body(), call.person()).await
}

/// Parses a body and the idempotency keys of its request, with every fault of both at once. What belongs to the format of
/// other software is noted, or refused where there is no message without it; a header may have named an `event` of one.
///
/// # Errors
/// The refusal, with the place of each fault.
pub(crate) fn parse<'k>(
    body: &[u8],
    keys: impl Iterator<Item = &'k str>,
    event: Option<Dialect>,
    base_url: &BaseUrl,
) -> Result<(ParsedBody, Option<IdempotencyKey>), Problem> {
    let object = native::object(body).map_err(Problem::invalid_json)?;
    let payload = native::payload_of(&object, base_url);
    let ignored = ignored(&object, event);
    // A body that was parsed as JSON is UTF-8.
    let text = std::str::from_utf8(body).unwrap_or_default();
    match (payload, idempotency_key(keys, text)) {
        (Ok(payload), Ok(key)) => {
            let dropped = ignored.into_iter().map(|(what, dialect)| {
                let suffix = dialect.name().unwrap_or_default();
                format!("{what}: this URL with /{suffix} at its end takes it")
            });
            let notes = Notes { dropped: dropped.collect(), ..Notes::default() };
            Ok((ParsedBody { event: None, notes, payload: Ok(payload) }, key))
        }
        (payload, key) => {
            let mut faults = payload.err().unwrap_or_default();
            faults.extend(key.err());
            let is_absent = object.get("content").is_none_or(|content| content.as_str().is_none_or(is_blank));
            let other = ignored.first().filter(|_| is_absent && faults.iter().any(|fault| fault.pointer == "/content"));
            Err(match other {
                Some((what, dialect)) => Problem::other_format(what, *dialect, faults),
                None => Problem::invalid_request(faults),
            })
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Parts of a request that other software's formats have and the native payload has not, with the dialect that takes
/// each.
fn ignored(body: &Map<String, Value>, event: Option<Dialect>) -> Vec<(&'static str, Dialect)> {
    let event = event.map(|dialect| ("the header of an event", dialect));
    let keys = native::keys_of_others(body).into_iter().map(|key| {
        let dialect = match key {
            "alerts" => Dialect::Alertmanager,
            "embeds" => Dialect::Discord,
            _ => Dialect::Slack,
        };
        (key, dialect)
    });
    event.into_iter().chain(keys).collect()
}

/// The idempotency key of a request whose body is `identity`.
///
/// # Errors
/// The fault of a key that is none, or of several.
pub(super) fn idempotency_key<'k>(
    mut keys: impl Iterator<Item = &'k str>,
    identity: &str,
) -> Result<Option<IdempotencyKey>, BodyError> {
    let Some(key) = keys.next() else {
        return Ok(None);
    };
    let key = IdempotencyKey::read(key, identity).filter(|_| keys.next().is_none());
    key.map(Some).ok_or_else(|| BodyError {
        pointer: String::new(),
        header: Some(IDEMPOTENCY_KEY.into()),
        detail: "Send one key of 1 to 255 visible ASCII characters.".into(),
    })
}
