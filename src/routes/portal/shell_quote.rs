//! Quoting for the languages of the samples, so that any text can be pasted as it is.
//! Escaping for HTML is done by the templates.

/// A string literal of JSON, Python, JavaScript and Rust alike. For text without control characters.
pub(super) fn literal(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Text to put between two single quotes of a POSIX shell.
pub(super) fn in_shell(text: &str) -> String {
    text.replace('\'', r"'\''")
}

/// A request that sends a body.
pub(super) struct ShellRequest<'a> {
    /// The URL, as a word of the shell.
    pub(super) address: &'a str,
    pub(super) content_type: &'a str,
    /// A further header: its name and its value.
    pub(super) header: Option<(&'a str, &'a str)>,
    pub(super) body: &'a str,
}

/// The request as a command.
pub(super) fn curl(request: &ShellRequest<'_>) -> String {
    let ShellRequest { address, content_type, header, body } = request;
    let header = header.map_or(String::new(), |(name, value)| format!("  -H '{name}: {}' \\\n", in_shell(value)));
    // What begins so would name a file.
    let option = if body.starts_with('@') { "--data-raw" } else { "-d" };
    let body = in_shell(body);
    format!("curl {address} \\\n  -H 'Content-Type: {content_type}' \\\n{header}  {option} '{body}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_ends_no_string() {
        assert_eq!(literal(r#"a"b\c'"#), r#""a\"b\\c'""#);
        assert_eq!(in_shell("it's"), r"it'\''s");
        let command = curl(&ShellRequest {
            address: "\"$URL\"",
            content_type: "application/json",
            header: None,
            body: r#"{"content":"it's"}"#,
        });
        assert!(command.contains("  -d '"));
        assert!(command.ends_with(r#"'{"content":"it'\''s"}'"#));
    }
}
