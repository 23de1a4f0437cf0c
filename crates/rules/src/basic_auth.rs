//! Credentials of a client in `Authorization: Basic` (RFC 6749, section 2.3.1). Pure. Secrets are compared in the models.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::percent_decode_str;

/// Credentials of a client. They contain a secret, so there is no `Debug`.
#[derive(PartialEq, Eq)]
pub struct Credentials {
    /// The ID as it was sent.
    pub client_id: String,
    /// None for a public app.
    pub client_secret: Option<String>,
}

/// Parses `Basic` and base64 of the ID and the secret, each form-encoded, with a colon between them (RFC 6749,
/// section 2.3.1). An empty secret is none, as some clients of public apps send it.
pub fn parse(header: &str) -> Option<Credentials> {
    let (scheme, encoded) = header.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("Basic") {
        return None;
    }
    let bytes = BASE64_STANDARD.decode(encoded.trim_matches(' ')).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (id, secret) = text.split_once(':')?;
    Some(Credentials {
        client_id: decoded(id)?,
        client_secret: Some(decoded(secret)?).filter(|secret| !secret.is_empty()),
    })
}

fn decoded(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    decoded.ok().map(|text| text.into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<(String, Option<String>)> {
        let header = format!("Basic {}", BASE64_STANDARD.encode(text));
        parse(&header).map(|given| (given.client_id, given.client_secret))
    }

    /// Shows: token.basic
    #[test]
    fn both_parts_of_the_header_are_percent_decoded() {
        let both = |id: &str, secret: &str| Some((id.to_owned(), Some(secret.to_owned())));
        assert_eq!(parsed("7:portico_x"), both("7", "portico_x"));
        assert_eq!(parsed("%37:portico%5Fx"), both("7", "portico_x"));
        assert_eq!(parsed("7:a%3Ab:c+d%2B"), both("7", "a:b:c d+"));
        assert_eq!(parsed("7:"), Some(("7".to_owned(), None)));
        assert_eq!(parsed("7"), None);
        assert_eq!(parsed("7:%ff"), None);
    }

    /// Shows: token.basic
    #[test]
    fn what_is_no_such_header_is_refused() {
        for header in ["Basic", "Basic ", "Basic ?", "Bearer Nzp4", "Nzp4", "Basic /w=="] {
            assert!(parse(header).is_none(), "{header}");
        }
        assert!(parse("bASIC Nzp4").is_some());
        assert!(parse("Basic  Nzp4 ").is_some());
    }
}
