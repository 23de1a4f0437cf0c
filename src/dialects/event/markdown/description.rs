//! Descriptions that users of a service wrote in Markdown: cleaned of HTML where the service renders it, and cut.
//! Text that is not Markdown yet is escaped in `markdown`.

use super::turns_direction;
use crate::dialects::limits::cut;

/// The most characters of a description: a channel shows how it begins, the link leads to the rest.
pub(super) const LONGEST_DESCRIPTION: usize = 1_000;
/// The most bytes of a description that are read: enough for the characters above and the markup between them.
const MOST_READ: usize = 64 * 1024;

/// A description that a user wrote, in Markdown.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::dialects) struct Description {
    /// Cut at a word with "…".
    pub(in crate::dialects) text: String,
    /// Whether it was cut.
    pub(in crate::dialects) cut: bool,
}

impl Description {
    /// Removes what the chat would show as raw HTML, outside of code, and cuts the rest.
    pub(in crate::dialects) fn of(text: &str) -> Self {
        Self::read(text, |read| tidy(&without_html(read)))
    }

    /// As [`of`](Self::of), for the text of a service that renders no HTML: what is between angle brackets is a word like
    /// any other, such as a placeholder.
    pub(in crate::dialects) fn of_text(text: &str) -> Self {
        Self::read(text, tidy)
    }

    fn read(text: &str, clean: impl FnOnce(&str) -> String) -> Self {
        let read = text
            .get(..text.floor_char_boundary(MOST_READ))
            .unwrap_or(text);
        let clean = clean(read);
        let kept = cut(&clean, LONGEST_DESCRIPTION);
        Self {
            cut: kept.len() != clean.len() || read.len() != text.len(),
            text: kept.into_owned(),
        }
    }
}

/// The most bytes of an HTML tag.
const LONGEST_TAG: usize = 1_000;

/// HTML tags that services let users write in descriptions, and that begin a line of their own.
const BLOCKS: &[&str] = &[
    "blockquote",
    "br",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// HTML tags that services let users write in descriptions, within a line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "cite", "code", "del", "em", "font", "g", "i", "img", "ins", "kbd", "mark",
    "picture", "q", "s", "samp", "small", "source", "span", "strike", "strong", "sub", "sup", "tt",
    "u", "var", "video",
];

/// The characters that HTML writes as entities most often.
const ENTITIES: &[(&str, &str)] = &[
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&nbsp;", " "),
];

/// A Markdown text without comments and tags of HTML, code as it is.
fn without_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest
        .find(['`', '<', '&'])
        .and_then(|at| rest.split_at_checked(at))
    {
        out.push_str(before);
        let taken = match from.as_bytes().first() {
            Some(b'`') => {
                let code = code_length(from);
                out.push_str(from.get(..code).unwrap_or_default());
                code
            }
            Some(b'<') => html(from, &mut out),
            _ => entity(from, &mut out),
        };
        rest = from.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// How many bytes of a text that begins with a backtick are code: to the fence's end, or to the next one on the line.
fn code_length(text: &str) -> usize {
    let fence = text.bytes().take_while(|byte| *byte == b'`').count();
    let signs = text.get(..fence).unwrap_or_default();
    let after = text.get(fence..).unwrap_or_default();
    let within = if fence >= 3 {
        after
    } else {
        after.split('\n').next().unwrap_or_default()
    };
    match within.find(signs) {
        Some(end) => fence + end + fence,
        None if fence >= 3 => text.len(),
        None => fence,
    }
}

/// How many bytes are passed of a text that begins with `<`, and what they become.
fn html(text: &str, out: &mut String) -> usize {
    if text.starts_with("<!--") {
        return text.find("-->").map_or(text.len(), |end| end + 3);
    }
    let name: String = text
        .chars()
        .skip(1)
        .skip_while(|c| *c == '/')
        .take_while(char::is_ascii_alphanumeric)
        .take(12)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let end = text
        .bytes()
        .skip(1)
        .take(LONGEST_TAG)
        .position(|byte| matches!(byte, b'<' | b'>'));
    let end = end
        .map(|end| end + 1)
        .filter(|end| text.as_bytes().get(*end) == Some(&b'>'));
    let is_block = BLOCKS.contains(&name.as_str());
    match end {
        Some(end) if is_block || INLINE.contains(&name.as_str()) => {
            if is_block && !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            end + 1
        }
        _ => {
            out.push('<');
            1
        }
    }
}

/// How many bytes are passed of a text that begins with `&`, and what they become.
fn entity(text: &str, out: &mut String) -> usize {
    let known = ENTITIES.iter().find(|(entity, _)| text.starts_with(entity));
    let (entity, meaning) = known.unwrap_or(&("&", "&"));
    out.push_str(meaning);
    entity.len()
}

/// Lines without white space at their ends, with at most one blank line between them.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = 0;
    for line in text.lines() {
        let line: String = line
            .trim_end()
            .chars()
            .filter(|c| (*c == '\t' || !c.is_control()) && !turns_direction(*c))
            .collect();
        if line.trim().is_empty() {
            blank += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if blank > 0 { "\n\n" } else { "\n" });
        }
        blank = 0;
        out.push_str(&line);
    }
    out
}
