//! Parsing the body of a token request (spec section 4.2), without I/O.
//! The values are checked in the models; the error responses are in `token`.

use serde_json::{Map, Number, Value};

use crate::models::oauth::authorization_code::ExchangeRequest;
use crate::{ids, json};

/// The fields of a token request. They contain secrets, so there is no `Debug`.
pub(crate) struct Fields {
    /// The app, or 0 for a number that is no app's ID.
    pub(crate) client_id: i64,
    /// Its secret.
    pub(crate) client_secret: String,
    /// The code.
    pub(crate) code: String,
    /// The redirect URI that the code was sent to.
    pub(crate) redirect_uri: String,
    /// The verifier of the code's challenge (RFC 7636), if it has one.
    pub(crate) code_verifier: Option<String>,
}

impl Fields {
    /// Parses a body; unknown fields are ignored.
    ///
    /// # Errors
    /// What is wrong with it, in sentences for the app's developer.
    pub(crate) fn read(body: &[u8]) -> Result<Self, String> {
        let value = json::parse(body).map_err(|fault| match fault.pointer.as_str() {
            "" => fault.detail,
            pointer => format!("{pointer}: {}", fault.detail),
        })?;
        let Value::Object(mut object) = value else {
            return Err("The body must be a JSON object.".into());
        };
        let mut faults = Vec::new();
        let client_id = client_id(object.get("client_id")).map_err(|fault| faults.push(fault));
        let mut required = |name| {
            let value = text(&mut object, name).and_then(|value| match value {
                Some(value) if !value.is_empty() => Ok(value),
                _ => Err(format!("{name} is missing.")),
            });
            value.map_err(|fault| faults.push(fault))
        };
        let (secret, code, uri) = (required("client_secret"), required("code"), required("redirect_uri"));
        // An empty one counts as left out, as in a form.
        let verifier = text(&mut object, "code_verifier")
            .map(|verifier| verifier.filter(|verifier| !verifier.is_empty()))
            .map_err(|fault| faults.push(fault));
        match (client_id, secret, code, uri, verifier) {
            (Ok(client_id), Ok(client_secret), Ok(code), Ok(redirect_uri), Ok(code_verifier)) => {
                Ok(Self { client_id, client_secret, code, redirect_uri, code_verifier })
            }
            _ => Err(faults.join(" ")),
        }
    }

    /// What the code must match.
    pub(super) fn asked(&self) -> ExchangeRequest<'_> {
        ExchangeRequest { code: &self.code, redirect_uri: &self.redirect_uri, verifier: self.code_verifier.as_deref() }
    }
}

/// The app's ID, as a number or as a string of digits. Any other integer is well-formed: it is the ID of an app that does
/// not exist.
fn client_id(value: Option<&Value>) -> Result<i64, String> {
    const NO_APP: i64 = 0;
    match value {
        None | Some(Value::Null) => Err("client_id is missing.".into()),
        Some(Value::Number(number)) if is_integer(number) => {
            let id = number.as_i64().filter(|id| (1..=ids::LARGEST).contains(id));
            Ok(id.unwrap_or(NO_APP))
        }
        Some(Value::String(digits)) => ids::parse(digits).ok_or_else(|| "client_id is not the ID of an app.".into()),
        Some(_) => Err("client_id must be an integer.".into()),
    }
}

/// What is too large for 64 bits is read as a fraction without one.
fn is_integer(number: &Number) -> bool {
    const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|number| number.abs() >= TWO_TO_63)
}

/// A string field; `null` counts as missing.
fn text(object: &mut Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match object.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("{name} must be a string.")),
    }
}
