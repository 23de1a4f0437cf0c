//! Descriptions that users of a service wrote in Markdown: cleaned of HTML where the service renders it, and cut.
//! Text that is not Markdown yet is escaped in `markdown`.

use super::code_spans::code_length;
use super::{entities, linked, references, turns_direction, web};
use crate::emoji;
use crate::escapes::{self, Brackets};
use crate::limits::cut_markdown;
use crate::steps;
use crate::text::WORD_JOINER;

/// The most characters of a description: a channel shows how it begins, the link leads to the rest.
pub(super) const MAX_DESCRIPTION_LENGTH: usize = 1_000;
/// The most bytes of a description that are read: enough for the characters above and the markup between them.
const MAX_READ: usize = 64 * 1024;

/// A description that a user wrote, in Markdown.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Description {
    /// Cut at a word with "…"; code that the cut reaches is closed.
    pub(crate) text: String,
    /// True if it was cut.
    pub(crate) cut: bool,
    /// HTML without an address that a page may link to, such as `picture`; each once.
    pub(crate) dropped: Vec<&'static str>,
}

impl Description {
    /// Removes what the chat would show as raw HTML, outside of code, and cuts the rest. Links, pictures and videos become
    /// links; so do links whose address is defined elsewhere. Backslashes that the chat would show are left out.
    pub(crate) fn parse(text: &str) -> Self {
        let mut dropped = Vec::new();
        let clean = |head: &str| tidy(&without_html(&references::resolved(head), &mut dropped));
        let description = Self::read(text, clean);
        Self { dropped, ..description }
    }

    /// As [`parse`](Self::parse), for the text of a service that renders neither HTML nor Markdown: what is between angle brackets
    /// is a word like any other, such as a placeholder, and no sign emphasizes anything. Links and code are read, since
    /// templates write them for the chats that they are sent to.
    pub(crate) fn of_text(text: &str) -> Self {
        Self::read(text, |head| tidy(&without_emphasis(head)))
    }

    fn read(text: &str, clean: impl FnOnce(&str) -> String) -> Self {
        let head = text.get(..text.floor_char_boundary(MAX_READ)).unwrap_or(text);
        steps::count(head.len());
        let clean = clean(&emoji::in_markdown(head));
        steps::count(clean.len());
        let kept = cut_markdown(&clean, MAX_DESCRIPTION_LENGTH);
        Self { cut: *kept != *clean || head.len() != text.len(), text: kept.into_owned(), dropped: Vec::new() }
    }
}

/// The most bytes of an HTML tag.
const MAX_TAG_BYTES: usize = 1_000;

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
    "a", "abbr", "b", "cite", "code", "del", "em", "font", "g", "i", "img", "ins", "kbd", "mark", "picture", "q", "s",
    "samp", "small", "source", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "video",
];

/// A text in which only links and code are Markdown.
fn without_emphasis(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, from)) = rest.find('`').and_then(|at| rest.split_at_checked(at)) {
        escapes::without_emphasis(before, &mut out);
        let code = code_length(from);
        out.push_str(from.get(..code).unwrap_or_default());
        rest = from.get(code..).unwrap_or_default();
    }
    escapes::without_emphasis(rest, &mut out);
    out
}

/// A Markdown text without comments and tags of HTML, code as it is, and without the backslashes that the chat would show;
/// `dropped` gets what could not become a link.
fn without_html(text: &str, dropped: &mut Vec<&'static str>) -> String {
    let mut cleaned =
        HtmlCleaner { out: String::with_capacity(text.len()), link: None, brackets: Brackets::default(), dropped };
    let mut rest = text;
    while let Some((before, from)) = rest.find(['`', '<', '&', '\\', '[', ']']).and_then(|at| rest.split_at_checked(at))
    {
        cleaned.out.push_str(before);
        let taken = match from.as_bytes().first() {
            Some(b'`') => {
                let code = code_length(from);
                cleaned.out.push_str(from.get(..code).unwrap_or_default());
                code
            }
            Some(b'<') => html(from, &mut cleaned),
            Some(b'&') => cleaned.entity(from),
            Some(b'\\') => cleaned.escape(from),
            _ => cleaned.bracket(from),
        };
        rest = from.get(taken..).unwrap_or_default();
    }
    cleaned.out.push_str(rest);
    if cleaned.link.is_some() {
        cleaned.note(LINK);
    }
    cleaned.out
}

/// The note for a link without such an address.
const LINK: &str = "link";
/// The note for a picture without an address, and the text of one without a description.
const PICTURE: &str = "picture";
/// As [`PICTURE`], of a video.
const VIDEO: &str = "video";

/// A text while its HTML is removed.
struct HtmlCleaner<'d> {
    out: String,
    /// The link that is open: where its words begin in `out`, and where it leads.
    link: Option<(usize, String)>,
    brackets: Brackets,
    dropped: &'d mut Vec<&'static str>,
}

impl HtmlCleaner<'_> {
    fn note(&mut self, what: &'static str) {
        if !self.dropped.contains(&what) {
            self.dropped.push(what);
        }
    }

    /// Copies the entity at the beginning of a text, and returns its length in bytes.
    fn entity(&mut self, text: &str) -> usize {
        let Some((c, length)) = entities::read(text) else {
            self.out.push('&');
            return 1;
        };
        if c.is_ascii_punctuation() {
            self.literal(c, text.get(length..).unwrap_or_default());
        } else {
            self.out.push(c);
        }
        length
    }

    /// Copies the escape at the beginning of a text, and returns its length in bytes. One at the end of a line only
    /// breaks it.
    fn escape(&mut self, text: &str) -> usize {
        let after = text.get(1..).unwrap_or_default();
        match after.chars().next() {
            Some('\n' | '\r') => 1,
            Some(sign) if sign.is_ascii_punctuation() => {
                self.literal(sign, after.get(1..).unwrap_or_default());
                2
            }
            _ => {
                self.out.push('\\');
                1
            }
        }
    }

    /// A sign that marks nothing, with what follows it.
    fn literal(&mut self, sign: char, after: &str) {
        let written = escapes::literal(sign, after, &self.out);
        self.out.push_str(&written);
        match sign {
            '[' => self.brackets.open(true),
            ']' => {
                self.brackets.close();
            }
            _ => {}
        }
    }

    /// A bracket of a link, or one that belongs to another that marks nothing.
    fn bracket(&mut self, text: &str) -> usize {
        if text.starts_with('[') {
            self.out.push('[');
            self.brackets.open(false);
        } else {
            self.out.push(']');
            if self.brackets.close() && text.starts_with("](") {
                self.out.push(WORD_JOINER);
            }
        }
        1
    }

    /// A tag of a known name, with what is between its name and its end.
    fn tag(&mut self, name: &str, attributes: &str) {
        match name {
            "a" => {
                // A link within a link ends it.
                self.end_link();
                self.begin_link(attributes);
            }
            "img" => self.media(PICTURE, attributes),
            "video" => self.media(VIDEO, attributes),
            _ => {}
        }
    }

    fn begin_link(&mut self, attributes: &str) {
        // Without an address, or with one on the same page, it leads nowhere else.
        let href = attribute(attributes, "href").filter(|href| !href.trim_start().starts_with('#'));
        let Some(href) = href else {
            return;
        };
        match web(href.trim()) {
            Some(to) => self.link = Some((self.out.len(), to)),
            None => self.note(LINK),
        }
    }

    fn end_link(&mut self) {
        let Some((start, to)) = self.link.take() else {
            return;
        };
        let inside = self.out.split_off(start);
        steps::count(inside.len());
        let words = inside.split_whitespace().collect::<Vec<_>>().join(" ");
        let before = inside.len() - inside.trim_start().len();
        let after = inside.trim_end().len();
        self.out.push_str(gap(inside.get(..before).unwrap_or_default()));
        if words.is_empty() {
            return;
        }
        let is_own_label = web(&words).as_ref() == Some(&to) || words.contains(&format!("]({to})"));
        // The chat makes no link of words with brackets or another address in them, such as a picture's.
        let is_no_label = words.contains(['[', ']']) || words.contains("://");
        let link = if is_own_label {
            words
        } else if is_no_label || words.ends_with('\\') {
            format!("{words} ([link]({to}))")
        } else {
            format!("[{words}]({to})")
        };
        self.out.push_str(&link);
        self.out.push_str(gap(inside.get(after..).unwrap_or_default()));
    }

    /// A picture or a video, as a link with its description.
    fn media(&mut self, what: &'static str, attributes: &str) {
        let to = attribute(attributes, "src").and_then(|src| web(src.trim()));
        let Some(to) = to else {
            self.note(what);
            return;
        };
        let description = attribute(attributes, "alt").unwrap_or_default();
        let words = match description.trim() {
            "" => what,
            words => words,
        };
        self.out.push_str(&linked(words, Some(to)));
    }
}

/// White space reduced to a break or a space.
fn gap(space: &str) -> &'static str {
    if space.contains('\n') {
        "\n"
    } else if space.is_empty() {
        ""
    } else {
        " "
    }
}

/// The value of the first attribute of this name, with its entities read; empty where it has none.
fn attribute(attributes: &str, name: &str) -> Option<String> {
    let is_name_end = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/');
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        // A name has a character at least, even where that is `=`.
        let first = rest.chars().next()?.len_utf8();
        let end = rest.get(first..)?.find(is_name_end);
        let (found, after) = rest.split_at_checked(end.map_or(rest.len(), |end| first + end))?;
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(after) => value_of(after.trim_start()),
            None => ("", after),
        };
        if found.eq_ignore_ascii_case(name) {
            return Some(decoded(value));
        }
        rest = after;
    }
}

/// The value of an attribute at the beginning of a text, and what follows it.
fn value_of(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    let end = text.find(|c: char| c.is_ascii_whitespace());
    text.split_at_checked(end.unwrap_or(text.len())).unwrap_or((text, ""))
}

/// A text with its entities read.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.find('&').and_then(|at| rest.split_at_checked(at)) {
        out.push_str(before);
        let (c, taken) = entities::read(from).unwrap_or(('&', 1));
        out.push(c);
        rest = from.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Converts the HTML at the beginning of a text, and returns its length in bytes.
fn html(text: &str, cleaned: &mut HtmlCleaner<'_>) -> usize {
    if text.starts_with("<!--") {
        let length = text.find("-->").map_or(text.len(), |end| end + 3);
        steps::count(length);
        return length;
    }
    let name: String = text
        .chars()
        .skip(1)
        .skip_while(|c| *c == '/')
        .take_while(char::is_ascii_alphanumeric)
        .take(12)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let end = text.bytes().skip(1).take(MAX_TAG_BYTES).position(|byte| matches!(byte, b'<' | b'>'));
    steps::count(end.unwrap_or(MAX_TAG_BYTES));
    let end = end.map(|end| end + 1).filter(|end| text.as_bytes().get(*end) == Some(&b'>'));
    let is_block = BLOCKS.contains(&name.as_str());
    match end {
        Some(end) if is_block || INLINE.contains(&name.as_str()) => {
            let out = &mut cleaned.out;
            if is_block && !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            let tag = text.get(1..end).unwrap_or_default();
            match tag.get(name.len()..) {
                Some(attributes) if !tag.starts_with('/') => cleaned.tag(&name, attributes),
                _ if name == "a" => cleaned.end_link(),
                _ => {}
            }
            end + 1
        }
        _ => {
            cleaned.out.push('<');
            1
        }
    }
}

/// Lines without white space at their ends, with at most one blank line between them.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = 0;
    for line in text.lines() {
        let line: String =
            line.trim_end().chars().filter(|c| (*c == '\t' || !c.is_control()) && !turns_direction(*c)).collect();
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
