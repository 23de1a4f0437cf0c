//! A body that is no JSON, as it was sent, with the place of its first error.

use serde_json::error::Category;
use serde_json::{Value, json};

use crate::visible::visible;

/// Template context of a body that is no JSON: its text before the first error, the character there, and the rest; none where
/// it is JSON, or where the error is in the part that `is_cut` off.
pub fn broken_json(text: &str, is_cut: bool) -> Option<Value> {
    let error = serde_json::from_str::<Value>(text).err()?;
    // What is nested too deep, or a number too large, is JSON all the same.
    if ["recursion limit", "number out of range"].iter().any(|limit| error.to_string().starts_with(limit)) {
        return None;
    }
    let is_end = error.classify() == Category::Eof;
    if is_end && is_cut {
        return None;
    }
    let at = if is_end { text.len() } else { offset(text, &error) };
    let (before, rest) = text.split_at(at);
    let here = match rest.get(..ESCAPED_BYTE) {
        Some(byte) if byte.starts_with(r"\x") => ESCAPED_BYTE,
        _ => rest.chars().next().map_or(0, char::len_utf8),
    };
    let (here, after) = rest.split_at(here);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Some(json!({
        "before": with_controls(before),
        "here": (!here.is_empty()).then(|| with_controls(here)),
        "after": with_controls(after),
        "line": before.matches('\n').count() + 1,
        "column": before.get(line_start..).unwrap_or_default().chars().count() + 1,
        "is_end": is_end,
    }))
}

/// Length of a byte that is no UTF-8, as a log has it: `\xff`.
const ESCAPED_BYTE: usize = 4;

/// The byte at which the character of an error begins. The error has its line and column, counted from 1.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (start + error.column().saturating_sub(1)).min(text.len());
    let at = text.floor_char_boundary(at);
    let (before, rest) = text.split_at(at);
    // A line break is refused when the next line has begun, and another control character before it is counted.
    if error.column() == 0 {
        return at.saturating_sub(1);
    }
    if error.to_string().starts_with("control character") {
        return at + rest.find(|c: char| c.is_ascii_control()).unwrap_or(0);
    }
    if rest.starts_with('x') && before.ends_with('\\') { at - 1 } else { at }
}

/// A text in which everything can be seen, control characters too.
fn with_controls(text: &str) -> String {
    let text = visible(text);
    if !text.contains(|c: char| c.is_ascii_control() && c != '\n' && c != '\t') {
        return text;
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\t' => shown.push(c),
            c if c.is_ascii_control() => shown.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_marked_at_its_character() {
        for (text, before, here, line, column) in [
            (r#"{"a":x}"#, r#"{"a":"#, Some("x"), 1, 6),
            ("{\n  \"ä\": \"b\",\n}", "{\n  \"ä\": \"b\",\n", Some("}"), 3, 1),
            (r#"{"a": 'b'}"#, r#"{"a": "#, Some("'"), 1, 7),
            ("hello", "", Some("h"), 1, 1),
            (r#"{"a": 1"#, r#"{"a": 1"#, None, 1, 8),
            ("", "", None, 1, 1),
            ("{} {}", "{} ", Some("{"), 1, 4),
            ("{\"a\": \"b\nc\"}", "{\"a\": \"b", Some("\n"), 1, 9),
            ("{\"a\": \"b\u{7}c\"}", "{\"a\": \"b", Some("\\x07"), 1, 9),
            (r#"{"a": "\xffb"}"#, r#"{"a": ""#, Some(r"\xff"), 1, 8),
            (r#"{"a": "\q"}"#, r#"{"a": "\"#, Some("q"), 1, 9),
            (r#"{"a": "\ud800"}"#, r#"{"a": "\ud800"#, Some("\""), 1, 14),
        ] {
            let shown = broken_json(text, false).unwrap();
            assert_eq!(shown["before"], before, "{text}");
            assert_eq!(shown["here"].as_str(), here, "{text}");
            assert_eq!((shown["line"].as_u64(), shown["column"].as_u64()), (Some(line), Some(column)), "{text}");
        }
    }

    #[test]
    fn what_is_json_and_what_was_cut_off_has_no_mark() {
        assert_eq!(broken_json(r#"{"a": [1]}"#, false), None);
        assert_eq!(broken_json(r#"{"a": [1"#, true), None);
        assert_eq!(broken_json(&["[".repeat(500), "]".repeat(500)].concat(), false), None);
        assert_eq!(broken_json(r#"{"a": 1e999}"#, false), None);
    }

    #[test]
    fn control_characters_can_be_seen() {
        let shown = broken_json("{\"a\": \"\u{0}\r\n\u{202e}", false).unwrap();
        let text = format!("{}{}{}", shown["before"], shown["here"], shown["after"]);
        assert!(text.contains("x00") && text.contains("x0d") && text.contains("u202e"), "{text}");
    }
}
