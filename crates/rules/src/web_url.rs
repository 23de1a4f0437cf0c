//! Absolute `http` and `https` URLs with a host, in three degrees of strictness. Pure.

use url::Url;

/// The URL that a browser would open for this text: absolute, `http` or `https`, with a host. None for any other text.
#[must_use]
pub fn parse(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(is_web)
}

/// True if the scheme is `http` or `https`, and there is a host.
#[must_use]
pub fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// True if a page may link to this text as it is: a URL for [`parse`] without what parsers forgive, which headers and pages
/// might not (white space, controls, backslashes, more slashes than two).
#[must_use]
pub fn is_strict(text: &str) -> bool {
    let is_forgiven = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
    !text.contains(is_forgiven)
        && text.split_once("://").is_some_and(|(_, rest)| !rest.starts_with('/'))
        && parse(text).is_some_and(|url| is_spelled_out(text, &url))
}

/// True if people may follow this text from a page as the address of a site: a URL for [`parse`] of printable ASCII, without
/// backslashes and without user or password.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    // Browsers take a backslash for a slash, and `https:example` for a path; other software takes neither so.
    text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
        && parse(text)
            .is_some_and(|url| is_spelled_out(text, &url) && url.username().is_empty() && url.password().is_none())
}

/// True if `://` follows the scheme.
fn is_spelled_out(text: &str, url: &Url) -> bool {
    text.get(url.scheme().len()..).is_some_and(|rest| rest.starts_with("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_read_shown_and_followed_by_its_spelling() {
        for (text, is_parsed, strict, plain) in [
            ("https://example.org/a?b#c", true, true, true),
            ("HTTP://example.org", true, true, true),
            ("https://user:word@example.org/", true, true, false),
            ("https://bücher.example/", true, true, false),
            ("https:///example.org", true, false, true),
            (" https://example.org", true, false, false),
            ("https://example.org\\a", true, false, false),
            ("https://example.org/a b", true, false, false),
            ("https:example.org", true, false, false),
            ("https:/example.org", true, false, false),
            ("https://", false, false, false),
            ("ftp://example.org/", false, false, false),
            ("javascript:alert(1)", false, false, false),
            ("//example.org/", false, false, false),
            ("/a", false, false, false),
            ("", false, false, false),
        ] {
            assert_eq!(
                (parse(text).is_some(), is_strict(text), is_plain(text)),
                (is_parsed, strict, plain),
                "{text:?}"
            );
        }
    }
}
