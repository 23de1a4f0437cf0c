//! Signs that mark nothing: how they are written where a text says so, and where it is no Markdown at all. Each dialect
//! decides which texts know escapes, and which of their signs mark something.

use super::scanner::Scanner;
use super::text::{SHRUG, WORD_JOINER};
use portico_rules::chat::links;

/// The signs whose backslash the chat hides anywhere, and at the beginning of a line.
const MARKING: [char; 4] = ['*', '_', '~', '`'];
const MARKING_LINES: [char; 3] = ['>', '#', '-'];
/// Characters allowed before a sign that marks its line.
const LEAD: [char; 3] = [' ', '\t', '>'];
/// Max bytes of a line that are read to find its beginning: with more before it, a sign marks no line.
const MAX_LEAD_LENGTH: usize = 32;

/// Writes the sign of an escape that the scanner is at, a backslash and this sign, so that it marks and mentions nothing.
pub(super) fn copy(sign: char, scanner: &mut Scanner<'_>, brackets: &mut Brackets) {
    scanner.take(2);
    let written = literal(sign, scanner.rest(), scanner.out.written());
    match sign {
        '[' => brackets.open(true),
        ']' => {
            brackets.close();
        }
        _ => {}
    }
    if matches!(sign, '@' | '<') {
        scanner.out.no_mention(&written);
    } else {
        scanner.out.markup(&written);
    }
}

/// A punctuation sign of ASCII as itself, after what is `written` already and before what comes `after` it. A backslash is
/// put before it only where the chat hides that; where it would mark something together with what follows, a word joiner
/// separates them.
pub(super) fn literal(sign: char, after: &str, written: &str) -> String {
    // The shrug brings a backslash of its own.
    if sign == '\\' && is_shrug(after) {
        return String::new();
    }
    let line = line_of(written);
    let marks_line = MARKING_LINES.contains(&sign) && line.is_some_and(is_lead);
    let is_number = |line: &str| {
        let number = line.trim_start_matches(LEAD);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_apart = match sign {
        '\\' => after.starts_with(|c: char| c.is_ascii_punctuation()) && !after.starts_with(SHRUG),
        '!' => after.starts_with('['),
        ']' => after.starts_with('('),
        '<' => begins_address(after) || begins_tag(after) && line.is_some_and(is_lead),
        ':' => after.starts_with("//"),
        '+' => line.is_some_and(is_lead),
        '.' | ')' => line.is_some_and(is_number),
        _ => false,
    };
    let mut out = String::new();
    if marks_line || MARKING.contains(&sign) {
        out.push('\\');
    }
    out.push(sign);
    if is_apart {
        out.push(WORD_JOINER);
    }
    out
}

fn is_shrug(text: &str) -> bool {
    text.strip_prefix('\\').is_some_and(|arm| arm.starts_with(SHRUG))
}

/// True if `<` before it would make this an address between brackets, which are not shown.
fn begins_address(text: &str) -> bool {
    let scheme = text.get(..4);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"))
}

/// True if `<` before it would make this a tag, which makes text of all markup after it at the beginning of a line.
fn begins_tag(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c))
}

fn is_lead(line: &str) -> bool {
    line.trim_start_matches(LEAD).is_empty()
}

/// The written part of the current line; none where that is long.
fn line_of(written: &str) -> Option<&str> {
    let from = written.floor_char_boundary(written.len().saturating_sub(MAX_LEAD_LENGTH));
    let near = written.get(from..)?;
    match near.rsplit_once('\n') {
        Some((_, line)) => Some(line),
        None => (from == 0).then_some(near),
    }
}

/// The square brackets of a text that are open, each with whether a backslash took its meaning.
#[derive(Default)]
pub(super) struct Brackets(Vec<bool>);

impl Brackets {
    /// A bracket opens.
    pub(super) fn open(&mut self, is_literal: bool) {
        self.0.push(is_literal);
    }

    /// A bracket closes: whether the one that it belongs to begins no label of a link.
    pub(super) fn close(&mut self) -> bool {
        self.0.pop().unwrap_or_default()
    }
}

/// Adds text that is no Markdown, with everything escaped that would emphasize its words or mark its lines. Links and code
/// keep their signs.
pub(super) fn without_emphasis(text: &str, out: &mut String) {
    let mut after_address = false;
    for stretch in links::cut(text) {
        if stretch.is_link {
            out.push_str(stretch.text);
        } else {
            without_signs(stretch.text, after_address, out);
        }
        after_address = stretch.is_link;
    }
}

/// `after_address`: a backslash there would become part of the address.
fn without_signs(text: &str, after_address: bool, out: &mut String) {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut previous = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let after = rest.as_str();
        let next = after.chars().next();
        let is_markup = match c {
            '*' => true,
            '_' => !(is_word(previous) && is_word(next)),
            '~' => previous == Some('~') || next == Some('~'),
            '>' | '#' | '-' => line_of(out).is_some_and(is_lead),
            _ => false,
        };
        if is_markup && !(after_address && previous.is_none()) {
            out.push('\\');
        }
        out.push(c);
        let hides = next.is_some_and(|next| "*_~`>#-".contains(next));
        if c == '\\' && hides && !after.starts_with(SHRUG) {
            out.push(WORD_JOINER);
        }
        previous = Some(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_escaped_only_where_the_chat_hides_the_backslash() {
        for (sign, after, written, expected) in [
            ('*', "x", "a ", "\\*"),
            ('`', "x", "", "\\`"),
            ('-', " x", "", "\\-"),
            ('>', " x", "a\n> ", "\\>"),
            ('-', " x", "a ", "-"),
            ('#', "1", "a", "#"),
            ('|', "|", "", "|"),
            ('(', "x", "a", "("),
        ] {
            assert_eq!(literal(sign, after, written), expected, "{sign} {written}");
        }
        let long = " ".repeat(2 * MAX_LEAD_LENGTH);
        assert_eq!(literal('-', " x", &long), "-");
    }

    #[test]
    fn a_sign_is_kept_apart_from_what_it_would_mark_something_with() {
        for (sign, after, written) in [
            ('\\', "*b*", ""),
            ('!', "[x](https://a.example)", ""),
            (']', "(https://a.example)", "[x"),
            ('<', "https://a.example>", "a "),
            ('<', "b>", "> "),
            (':', "//a.example", "https"),
            ('.', " x", "1"),
            (')', " x", "a\n> 12"),
            ('+', " x", ""),
        ] {
            let expected = format!("{sign}{WORD_JOINER}");
            assert_eq!(literal(sign, after, written), expected);
        }
        for (sign, after, written) in [
            ('\\', "dir", ""),
            ('\\', "_(ツ)_/¯", "¯"),
            ('!', " [x]", ""),
            (']', " (x)", "[x"),
            ('<', "3", ""),
            ('<', "b>", "a "),
            ('.', " x", "a1"),
            ('.', " x", "v 1"),
        ] {
            assert_eq!(literal(sign, after, written), sign.to_string());
        }
        assert_eq!(literal('\\', "\\_(ツ)_/¯", "¯"), "");
    }

    #[test]
    fn text_without_emphasis_keeps_its_links() {
        for (text, expected) in [
            ("map[__name__:up job:a_b]", "map[\\_\\_name\\_\\_:up job:a_b]"),
            ("**x** ~~y~~ ~1", "\\*\\*x\\*\\* \\~\\~y\\~\\~ ~1"),
            ("# a\n- b\n> c\nd - e > f", "\\# a\n\\- b\n\\> c\nd - e > f"),
            ("[a_b](https://a.example/_x_)", "[a_b](https://a.example/_x_)"),
            ("https://a.example/_x_/y z", "https://a.example/_x_/y z"),
            ("C:\\*.txt", "C:\\\u{2060}\\*.txt"),
            ("1.5e-7 <source> up{job=\"a\"}", "1.5e-7 <source> up{job=\"a\"}"),
        ] {
            let mut out = String::new();
            without_emphasis(text, &mut out);
            assert_eq!(out, expected, "{text}");
        }
    }
}
