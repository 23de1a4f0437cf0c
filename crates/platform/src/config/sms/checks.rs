//! Validators of single settings of `sms`, each with the sentence that says what to fix. `config::sms` decides which
//! settings belong together.

use url::Url;

use portico_rules::base_url::is_loopback;

/// An address that a code and a token may be sent to.
pub(super) fn address(setting: &str, text: &str, allow_http: bool) -> Result<Url, String> {
    let fault = |what: &str| format!("The setting `sms.{setting}` {what}.");
    let url = Url::parse(text).map_err(|_| fault("must be an absolute URL, such as https://sms.example.org"))?;
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(&url) || allow_http => {}
        "http" => {
            return Err(fault(
                "must start with https://: otherwise codes and the provider's token could be read in \
                 transit. Within your own network, `sms.allow_http = true` allows http",
            ));
        }
        _ => return Err(fault("must start with https://")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fault("must not contain a name or password; those have their own settings"));
    }
    if url.fragment().is_some() {
        return Err(fault("must not contain a `#`"));
    }
    Ok(url)
}

pub(super) fn needed<T>(name: &str, transport: &str, value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| {
        format!(
            "The setting `sms.{name}` is missing: `sms.transport = \"{transport}\"` needs it. Rocket.toml shows each \
             setting with its meaning."
        )
    })
}

/// A path segment or the ID of a provider's object.
pub(super) fn identifier(setting: &str, text: &str) -> Result<String, String> {
    let well_formed = (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if well_formed {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "The setting `sms.{setting}` must be the identifier as the provider shows it: letters and digits only."
        ))
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
        Err("The setting `sms.from` must be a number with its country code, such as +15005550006, without spaces; or \
             a name of letters and digits."
            .into())
    }
}

pub(super) fn is_visible(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}
