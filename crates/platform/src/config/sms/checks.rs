//! Validators of single settings of `sms`, each with the sentence that says what to fix. `config::sms` decides which
//! settings belong together.

use url::Url;

use super::super::fault;
use portico_rules::base_url::is_loopback;

/// An address that a code and a token may be sent to.
pub(super) fn address(setting: &str, text: &str, allow_http: bool) -> Result<Url, String> {
    let fault = |what: &str| fault(&format!("sms.{setting}"), what);
    let url = Url::parse(text).map_err(|_| fault("must be an absolute URL, such as https://sms.example.org"))?;
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(&url) || allow_http => {}
        "http" => {
            return Err(fault("must start with https://, without `sms.allow_http`"));
        }
        _ => return Err(fault("must start with https://")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fault("must not contain a name or password"));
    }
    if url.fragment().is_some() {
        return Err(fault("must not contain a `#`"));
    }
    Ok(url)
}

pub(super) fn needed<T>(name: &str, transport: &str, value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| fault(&format!("sms.{name}"), &format!("missing; \"{transport}\" needs it")))
}

/// A path segment or the ID of a provider's object.
pub(super) fn identifier(setting: &str, text: &str) -> Result<String, String> {
    let well_formed = (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if well_formed {
        Ok(text.to_owned())
    } else {
        Err(fault(&format!("sms.{setting}"), "must be letters and digits only"))
    }
}

/// `+` and digits, a short code, or a name of letters.
pub(super) fn from_number(text: &str) -> Result<String, String> {
    let text = text.trim();
    let well_formed = match text.strip_prefix('+') {
        Some(digits) => (5..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => {
            (1..=15).contains(&text.len())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '&' | '.'))
        }
    };
    if well_formed {
        Ok(text.to_owned())
    } else {
        Err(fault("sms.from", "must be a number such as +15005550006, or letters and digits"))
    }
}

pub(super) fn is_visible(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}
