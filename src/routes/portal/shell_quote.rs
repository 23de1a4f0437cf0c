//! Text as it stands in the samples' languages, so that what is pasted is what was meant whatever the text holds.
//! How it stands in a page is the templates' affair.

/// A string literal of JSON, Python, JavaScript and Rust alike. For text without control characters.
pub(super) fn literal(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// What stands between two single quotes of a POSIX shell.
pub(super) fn in_shell(text: &str) -> String {
    text.replace('\'', r"'\''")
}

/// The request by which a JSON body is sent; `address` is a word of the shell.
pub(super) fn curl(address: &str, json: &str) -> String {
    let json = in_shell(json);
    format!("curl {address} \\\n  -H 'Content-Type: application/json' \\\n  -d '{json}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_ends_no_string() {
        assert_eq!(literal(r#"a"b\c'"#), r#""a\"b\\c'""#);
        assert_eq!(in_shell("it's"), r"it'\''s");
        assert!(curl("\"$URL\"", r#"{"content":"it's"}"#).ends_with(r#"'{"content":"it'\''s"}'"#));
    }
}
