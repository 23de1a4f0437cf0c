//! JSON as other software sends it: what strict reading refuses and a message can do without is repaired.
//! The native payload is read strictly, by `json`.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

use super::steps;
use portico_rules::json;

/// Max nesting of arrays and objects: what `serde_json` reads.
const DEEPEST: usize = 127;

/// Reads a body as JSON. Invalid UTF-8, lone surrogates and `\u0000`, which not every database can store, become U+FFFD; a
/// byte order mark is skipped; of a key given twice the last one counts.
///
/// # Errors
/// Where it can't be repaired, or is beyond a limit of the reader: what is wrong, with the line and the column.
pub fn parse(body: &[u8]) -> Result<Value, String> {
    parse_text(&String::from_utf8_lossy(body))
}

/// Reads a body as [`parse`] does, and takes line breaks, tabs and other control characters in a string for what they are,
/// though JSON wants them escaped. Scripts put texts between quotes as they are, and Slack takes them.
///
/// # Errors
/// As [`parse`]. A line or column counts such a character as its escape.
pub fn parse_with_line_breaks(body: &[u8]) -> Result<Value, String> {
    parse_text(&with_escaped_controls(&String::from_utf8_lossy(body)))
}

fn parse_text(text: &str) -> Result<Value, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(&repaired(text)).map_err(|error| {
        let wrong = if json::is_out_of_range(&error) {
            "has a number that is too large".to_owned()
        } else if error.to_string().starts_with("recursion limit exceeded") {
            format!("is nested deeper than {DEEPEST} levels")
        } else {
            "is not valid JSON".to_owned()
        };
        let (line, column) = (error.line(), error.column());
        format!("The body {wrong} (line {line}, column {column}).")
    })
}

/// The text with an escape for each control character in a string. Linear.
fn with_escaped_controls(text: &str) -> Cow<'_, str> {
    steps::count(text.len());
    let mut out = String::new();
    let (mut copied, mut in_string, mut is_escaped) = (0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            0..0x20 if in_string => {
                out.push_str(text.get(copied..at).unwrap_or_default());
                // Writing to a text never fails.
                let _ = write!(out, "\\u{byte:04x}");
                copied = at + 1;
            }
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            _ => {}
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// The text with every escape that stands for no character replaced by `\ufffd`.
fn repaired(text: &str) -> Cow<'_, str> {
    const REPLACEMENT: &str = "\\ufffd";
    let mut repaired = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(offset) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let start = at + offset;
        let Some(unit) = escaped_unit(text, start) else {
            // Any other escape; what it escapes may be a backslash.
            at = start + 2;
            continue;
        };
        let is_pair = (0xd800..0xdc00).contains(&unit)
            && escaped_unit(text, start + 6).is_some_and(|low| (0xdc00..0xe000).contains(&low));
        at = start + if is_pair { 12 } else { 6 };
        if unit == 0 || (!is_pair && (0xd800..0xe000).contains(&unit)) {
            repaired.push_str(text.get(copied..start).unwrap_or_default());
            repaired.push_str(REPLACEMENT);
            copied = at;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    repaired.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(repaired)
}

/// The code unit that an escape `\uXXXX` at `at` stands for.
fn escaped_unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    are_digits.then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Shows: dialects.lenient
    #[test]
    fn what_stands_for_no_character_becomes_a_replacement_character() {
        for (body, text) in [
            (&br#""\ud800""#[..], "\u{fffd}"),
            (br#""\udc00x""#, "\u{fffd}x"),
            (br#""\ud83d\ude00""#, "😀"),
            (br#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (br#""\ude00\ud83d""#, "\u{fffd}\u{fffd}"),
            (br#""\\ud800""#, "\\ud800"),
            (br#""\\\ud800""#, "\\\u{fffd}"),
            (br#""\u0000""#, "\u{fffd}"),
            (br#""\ud83d\n""#, "\u{fffd}\n"),
            (b"\"\xff\"", "\u{fffd}"),
            (b"\xef\xbb\xbf\"a\"", "a"),
        ] {
            assert_eq!(parse(body), Ok(json!(text)), "{}", String::from_utf8_lossy(body));
        }
    }

    #[test]
    fn control_characters_in_strings_stand_for_themselves_where_they_are_taken() {
        for (body, expected) in [
            (&b"{\"a\": \"1\n2\r\n\t3\"}"[..], json!({ "a": "1\n2\r\n\t3" })),
            (b"{\n\t\"a\\\"\nb\": \"\x01\x1f\"\n}", json!({ "a\"\nb": "\u{1}\u{1f}" })),
            (b"\"a\x00b\"", json!("a\u{fffd}b")),
            (b"\"\\\\\n\"", json!("\\\n")),
            (b"\"\\n\"", json!("\n")),
            ("\"é\n\u{2028}😀\"".as_bytes(), json!("é\n\u{2028}😀")),
        ] {
            assert_eq!(parse_with_line_breaks(body), Ok(expected), "{}", String::from_utf8_lossy(body));
        }
    }

    #[test]
    fn elsewhere_and_in_what_is_broken_they_are_refused() {
        for body in [&b"\"a\nb\""[..], b"{\"a\": \"\t\"}"] {
            assert!(parse(body).is_err() && parse_with_line_breaks(body).is_ok());
        }
        for body in [&b"{\"text\": \"broken\n"[..], b"{\x01\"a\": 1}", b"\"a\\\nb\"", b"{\"a\": 1\n\"b\": 2}"] {
            assert!(parse_with_line_breaks(body).is_err(), "{}", String::from_utf8_lossy(body));
        }
    }

    #[test]
    fn each_byte_is_looked_at_once_for_control_characters() {
        for pattern in ["\n", "\"\n", "\\\"", "a"] {
            let body = pattern.repeat(10_000);
            let (_, steps) = steps::counted(|| parse_with_line_breaks(body.as_bytes()));
            assert_eq!(steps, body.len(), "{pattern:?}");
        }
    }

    #[test]
    fn of_a_key_given_twice_the_last_one_counts() {
        assert_eq!(parse(br#"{"a":1,"a":2}"#), Ok(json!({ "a": 2 })));
    }

    /// Shows: dialects.malformed
    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        let deep = "[".repeat(100_000);
        for body in [&b""[..], b"{", b"payload=x", b"{} x", br#""\ud8""#, b"\"\\", deep.as_bytes()] {
            let detail = parse(body).unwrap_err();
            assert!(detail.contains("line 1, column "), "{detail}");
        }
    }

    #[test]
    fn limits_are_named_as_what_they_are() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(parse(nested(DEEPEST).as_bytes()).is_ok());
        for (body, wrong) in [
            (nested(DEEPEST + 1), "is nested deeper than 127 levels"),
            (r#"{"a":1e999}"#.to_owned(), "has a number that is too large"),
            ("nul".to_owned(), "is not valid JSON"),
        ] {
            let detail = parse(body.as_bytes()).unwrap_err();
            assert!(detail.contains(wrong), "{detail}");
        }
    }

    proptest! {
        /// Shows: random.json
        #[test]
        fn valid_json_is_read_as_it_is(text in any::<String>(), key in "[a-z\\\\\"😀]{0,8}") {
            let value = json!({ key: [text.replace('\0', "")] });
            prop_assert_eq!(parse(value.to_string().as_bytes()), Ok(value));
        }

        /// Shows: random.json
        #[test]
        fn text_like_escapes_never_makes_it_panic(text in r#"[\\u0d8cefF"é{}]{0,60}"#) {
            let _ = parse(text.as_bytes());
        }
    }
}
