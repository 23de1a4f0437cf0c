//! Headers that settings add to the requests to other services. The settings that contain them decide which requests
//! they are added to.

use reqwest::header::{HeaderName, HeaderValue};

use super::fault;
use portico_crypto::tokens::Plain;

/// A value that is never shown in logs; none if it can't be one.
pub(super) fn value(text: &Plain) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(text.expose()).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// A header of the table `setting`.
///
/// # Errors
/// A sentence that names the setting and says what to fix.
pub(super) fn header(setting: &str, name: &str, text: &Plain) -> Result<(HeaderName, HeaderValue), String> {
    let fault = |what: &str| fault(setting, &format!("`{name}` {what}"));
    let parsed = HeaderName::from_bytes(name.as_bytes()).map_err(|_| fault("is no name of a header"))?;
    if matches!(parsed.as_str(), "content-type" | "content-length" | "host" | "connection" | "transfer-encoding") {
        return Err(fault("is set by Portico itself"));
    }
    let value = value(text).ok_or_else(|| fault("has a value with line breaks"))?;
    Ok((parsed, value))
}
