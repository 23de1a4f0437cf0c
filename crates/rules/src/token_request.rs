//! Parsing the body of a token request (spec section 4.2), without I/O.
//! The values are checked in the models; the responses are the routes'.

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

use crate::ids::AppId;
use crate::{ids, json};

/// The fields of a token request. They contain secrets, so there is no `Debug`.
pub struct TokenFields {
    /// The app, or 0 for a number that is no app's ID.
    pub client_id: AppId,
    /// Its secret.
    pub client_secret: String,
    /// The code.
    pub code: String,
    /// The redirect URI that the code was sent to.
    pub redirect_uri: String,
    /// The verifier of the code's challenge (RFC 7636), if it has one.
    pub code_verifier: Option<String>,
}

impl TokenFields {
    /// Parses a body; unknown fields are ignored.
    ///
    /// # Errors
    /// The problems, in sentences for the app's developer.
    pub fn read(body: &[u8]) -> Result<Self, String> {
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
}

/// The app's ID, as a number or as a string of digits. Any other integer is well-formed: it is the ID of an app that does
/// not exist.
fn client_id(value: Option<&Value>) -> Result<AppId, String> {
    const NO_APP: AppId = AppId::new(0);
    match value {
        None | Some(Value::Null) => Err("client_id is missing.".into()),
        Some(Value::Number(number)) if is_integer(number) => {
            let id = number.as_i64().filter(|id| (1..=ids::MAX_ID).contains(id));
            Ok(id.map_or(NO_APP, AppId::new))
        }
        Some(Value::String(digits)) => ids::parse(digits).ok_or_else(|| "client_id is not the ID of an app.".into()),
        Some(_) => Err("client_id must be an integer.".into()),
    }
}

/// A number too large for 64 bits counts if it has no fraction.
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

/// The parameters of a form (RFC 6749, appendix B). They contain secrets, so there is no `Debug`.
pub struct FormParams<'b>(Vec<(Cow<'b, str>, Cow<'b, str>)>);

impl<'b> FormParams<'b> {
    /// Parses a body. Anything is a form; unknown parameters are ignored.
    pub fn parse(body: &'b [u8]) -> Self {
        Self(form_urlencoded::parse(body).collect())
    }

    /// The value of a parameter. An empty one counts as left out (RFC 6749, section 3.2).
    ///
    /// # Errors
    /// A sentence for the app's developer where it is given more than once, or is not UTF-8.
    pub fn get(&self, name: &str) -> Result<Option<&str>, String> {
        let mut values = self.0.iter().filter(|(given, _)| given == name);
        let Some((_, value)) = values.next() else {
            return Ok(None);
        };
        if values.next().is_some() {
            return Err(format!("{name} is given more than once."));
        }
        // No value that we gave out contains it.
        if value.contains(char::REPLACEMENT_CHARACTER) {
            return Err(format!("{name} is not valid UTF-8."));
        }
        Ok(Some(&**value).filter(|value| !value.is_empty()))
    }

    /// The value of a parameter that has to be there.
    ///
    /// # Errors
    /// As [`Self::get`], and where it is missing.
    pub fn required(&self, name: &str) -> Result<&str, String> {
        self.get(name)?.ok_or_else(|| format!("{name} is missing."))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_decoded_once_and_an_empty_one_is_none() {
        let form = FormParams::parse(b"a=x%26y+z%2Bw%2520&b=&c&d%65=1");
        assert_eq!(form.get("a").unwrap(), Some("x&y z+w%20"));
        assert_eq!(form.get("b").unwrap(), None);
        assert_eq!(form.get("c").unwrap(), None);
        assert_eq!(form.get("de").unwrap(), Some("1"));
        assert_eq!(form.required("b").unwrap_err(), "b is missing.");
    }

    /// Shows: token.form-repeated
    #[test]
    fn what_is_given_twice_or_no_text_is_the_fault_of_its_parameter_alone() {
        let form = FormParams::parse(b"a=1&a=1&b=%ff&c=2&x=%ff&\xff=1");
        assert!(form.get("a").unwrap_err().contains("more than once"));
        assert!(form.get("b").unwrap_err().contains("UTF-8"));
        assert_eq!(form.get("c").unwrap(), Some("2"));
        assert!(FormParams::parse(b"a=&a=1").get("a").is_err());
        assert!(FormParams::parse(b"a=1&%61=1").get("a").is_err());
    }
}
