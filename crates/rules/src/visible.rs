//! Bodies with everything in them to be seen, so that what is copied is what was read; and laid out on lines.
//! Quoting for a shell is in `shell_quote`.

use crate::chat::names;

/// JSON with everything in it to be seen: what turns the direction of a text, or shows nothing, would have
/// people copy something else than they read. Outside of strings JSON has no such characters.
pub fn visible(json: &str) -> String {
    let mut visible = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // They choose how the emoji before them looks.
            '\u{fe0e}' | '\u{fe0f}' => visible.push(c),
            '\u{7f}'.. if names::is_hidden(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    visible.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => visible.push(c),
        }
    }
    visible
}

/// A form with what shows nothing percent-encoded, see [`visible`].
pub fn visible_form(form: &str) -> String {
    let mut visible = String::with_capacity(form.len());
    for c in form.chars() {
        if c >= '\u{7f}' && names::is_hidden(c) {
            visible.extend(form_urlencoded::byte_serialize(c.encode_utf8(&mut [0; 4]).as_bytes()));
        } else {
            visible.push(c);
        }
    }
    visible
}

/// Max nesting of a body that is still laid out.
const DEEPEST: usize = 32;
/// Max growth as a factor.
const LONGER: usize = 4;

/// JSON on lines and indented, with every name, number and repetition as it was written. The beginning of a longer body
/// is laid out as far as it goes. A text on several lines already, anything else, and a text that would become too long
/// stay as they are.
pub fn indented(text: &str) -> String {
    if text.contains('\n') || !text.trim_start().starts_with(['{', '[']) {
        return text.to_owned();
    }
    let mut laid_out = String::with_capacity(text.len() * 2);
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if in_string {
            laid_out.push(c);
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => {
                in_string = true;
                laid_out.push(c);
            }
            '{' | '[' => {
                laid_out.push(c);
                while rest.next_if(|c| c.is_ascii_whitespace()).is_some() {}
                if let Some(end) = rest.next_if(|c| matches!(c, '}' | ']')) {
                    laid_out.push(end);
                } else {
                    depth += 1;
                    line(&mut laid_out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut laid_out, depth);
                laid_out.push(c);
            }
            ',' => {
                laid_out.push(c);
                line(&mut laid_out, depth);
            }
            ':' => laid_out.push_str(": "),
            c if c.is_ascii_whitespace() => {}
            c => laid_out.push(c),
        }
        if depth > DEEPEST || laid_out.len() > LONGER * text.len() + 1_000 {
            return text.to_owned();
        }
    }
    laid_out
}

fn line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_laid_out_with_its_names_numbers_and_repetitions_as_they_were_written() {
        for (text, expected) in [
            ("{}", "{}"),
            ("[ ]", "[]"),
            (r#"{"a":1.00,"a":[1,2]}"#, "{\n  \"a\": 1.00,\n  \"a\": [\n    1,\n    2\n  ]\n}"),
            (r#"{"a":"x, \"y\": {z}\\"}"#, "{\n  \"a\": \"x, \\\"y\\\": {z}\\\\\"\n}"),
            // Cut off.
            (r#"{"a":["b"#, "{\n  \"a\": [\n    \"b"),
            ("payload=%7B%7D", "payload=%7B%7D"),
        ] {
            assert_eq!(indented(text), expected);
        }
    }

    #[test]
    fn what_would_become_too_long_stays_as_it_is() {
        let deep = "[".repeat(5_000);
        assert_eq!(indented(&deep), deep);
        let wide = format!("{}{}", "[".repeat(DEEPEST), "1,".repeat(5_000));
        assert_eq!(indented(&wide), wide);
    }
}
