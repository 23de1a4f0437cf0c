//! The native payload over HTTP, with the idempotency keys of its request.
//! What it may say is in `portico_dialects::native`, what is done with it in `posting`.

use portico_dialects::native::{self, NativeError};
use portico_rules::base_url::BaseUrl;
use portico_rules::payload::{BodyError, Edit, Payload};
use portico_store::models::webhooks::idempotency_key::Key;
use rocket::data::Data;

use super::delivery_draft::DeliveryDraft;
use super::dialect::Dialect;
use super::parsed_body::ParsedBody;
use super::{Call, IDEMPOTENCY_KEY, Problem, body};

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
) -> Result<(ParsedBody, Option<Key>), Problem> {
    draft.keep(json_body(call, data).await?);
    let keys = call.request.headers().get(IDEMPOTENCY_KEY);
    let (payload, key) = parse(&draft.body, keys, &call.app.config.base_url)?;
    Ok((ParsedBody::new(Ok(payload)), key))
}

/// Reads the body of an edit and parses it, with every fault at once.
pub(super) async fn read_edit(call: &Call<'_>, data: Data<'_>) -> Result<Edit, Problem> {
    Ok(native::parse_edit(&json_body(call, data).await?, &call.app.config.base_url)?)
}

/// The body of a request that says that it sends JSON.
async fn json_body(call: &Call<'_>, data: Data<'_>) -> Result<Vec<u8>, Problem> {
    let content_type = call.request.headers().get_one("Content-Type");
    if !content_type.is_some_and(portico_rules::json::is_announced) {
        return Err(Problem::unsupported_media_type());
    }
    body::read(call.request, data, Dialect::Native.largest_body(), call.person()).await
}

/// Parses a body and the idempotency keys of its request, with every fault of both at once.
///
/// # Errors
/// The refusal, with the place of each fault.
pub(crate) fn parse<'k>(
    body: &[u8],
    keys: impl Iterator<Item = &'k str>,
    base_url: &BaseUrl,
) -> Result<(Payload, Option<Key>), Problem> {
    let payload = match native::parse(body, base_url) {
        Err(NativeError::NotJson(fault)) => return Err(Problem::invalid_json(fault)),
        Err(NativeError::Faulty(faults)) => Err(faults),
        Ok(payload) => Ok(payload),
    };
    // What was parsed as JSON is UTF-8.
    let text = std::str::from_utf8(body).unwrap_or_default();
    match (payload, idempotency_key(keys, text)) {
        (Ok(payload), Ok(key)) => Ok((payload, key)),
        (payload, key) => {
            let mut faults = payload.err().unwrap_or_default();
            faults.extend(key.err());
            Err(Problem::invalid_request(faults))
        }
    }
}

/// The idempotency key of a request whose body is `identity`.
///
/// # Errors
/// The fault of a key that is none, or of several.
pub(super) fn idempotency_key<'k>(
    mut keys: impl Iterator<Item = &'k str>,
    identity: &str,
) -> Result<Option<Key>, BodyError> {
    let Some(key) = keys.next() else {
        return Ok(None);
    };
    let key = Key::read(key, identity).filter(|_| keys.next().is_none());
    key.map(Some).ok_or_else(|| BodyError {
        pointer: String::new(),
        header: Some(IDEMPOTENCY_KEY.into()),
        detail: "Send one key of 1 to 255 visible ASCII characters.".into(),
    })
}
