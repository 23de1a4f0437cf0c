//! The search of the guide: an index of its templates, by heading, built when it is first used.

use std::sync::OnceLock;

use serde_json::{Value, json};

/// A page that is searched.
pub(super) struct GuidePage {
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
    /// Its template.
    pub(super) source: &'static str,
}

/// A heading of a page, with the text up to the next one.
struct Entry {
    href: String,
    page: &'static str,
    heading: String,
    text: String,
    /// Page and heading, and the text, in lower case.
    head_words: String,
    text_words: String,
}

/// The most words of a search that count.
const MAX_WORDS: usize = 8;
/// The most places that it finds.
const MAX_RESULTS: usize = 20;
/// Characters of a place's text that are shown before and after the first word.
pub const AROUND: usize = 80;

/// The places with every word of `query`, those in headings first. None for a query without words.
pub(super) fn search(pages: impl Iterator<Item = GuidePage>, query: &str) -> Vec<Value> {
    static INDEX: OnceLock<Vec<Entry>> = OnceLock::new();
    let index = INDEX.get_or_init(|| pages.flat_map(entries).collect());
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().take(MAX_WORDS).collect();
    let Some(first) = words.first() else {
        return Vec::new();
    };
    let mut found: Vec<(usize, &Entry)> =
        index.iter().filter_map(|entry| Some((rank(entry, &words)?, entry))).collect();
    // Stable: among equals, the order of the guide.
    found.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    let shown = found.into_iter().take(MAX_RESULTS).map(|(_, entry)| {
        json!({
            "href": entry.href,
            "page": entry.page,
            "heading": entry.heading,
            "text": excerpt(&entry.text, first),
        })
    });
    shown.collect()
}

/// Number of words in the heading; none if one is neither there nor in the text.
fn rank(entry: &Entry, words: &[&str]) -> Option<usize> {
    let in_head = |word: &&&str| entry.head_words.contains(**word);
    let is_somewhere = |word: &&str| entry.head_words.contains(*word) || entry.text_words.contains(*word);
    words.iter().all(is_somewhere).then(|| words.iter().filter(in_head).count())
}

/// The part of a text around a word, of whole words, or its beginning.
pub fn excerpt(text: &str, word: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let lower: Vec<char> = chars.iter().map(|c| c.to_lowercase().next().unwrap_or(*c)).collect();
    let word: Vec<char> = word.chars().collect();
    let at = lower.windows(word.len().max(1)).position(|window| window == word).unwrap_or_default();
    let (mut start, mut end) = (at.saturating_sub(AROUND), (at + AROUND + word.len()).min(chars.len()));
    let is_space = |c: &char| c.is_whitespace();
    if start > 0 {
        let cut = chars.get(start..at).and_then(|before| before.iter().position(is_space));
        start += cut.map_or(0, |cut| cut + 1);
    }
    if end < chars.len() {
        let after = at + word.len();
        let whole = chars.get(after..end).and_then(|shown| shown.iter().rposition(is_space));
        end = whole.map_or(end, |whole| after + whole);
    }
    let part: String = chars.get(start..end).unwrap_or_default().iter().collect();
    let (before, after) =
        (if start > 0 && !part.starts_with('…') { "…" } else { "" }, if end < chars.len() { "…" } else { "" });
    format!("{before}{}{after}", part.trim())
}

/// The headings of a template: their anchors and texts.
pub(super) fn headings(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    parts(source).map(|(id, text, _)| (id, text))
}

/// The anchors of the rows of its tables.
pub(super) fn rows(source: &'static str) -> impl Iterator<Item = &'static str> {
    source.split("<tr id=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// The anchor and text of each heading of a template, and what is below it.
fn parts(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    source.split("docs::heading(id=\"").skip(1).filter_map(|rest| {
        let (id, rest) = rest.split_once("\", text=\"")?;
        let (text, below) = rest.split_once("\") }}")?;
        Some((id, text, below))
    })
}

fn entries(page: GuidePage) -> Vec<Entry> {
    let GuidePage { slug, title, source } = page;
    let entry = |href: String, heading: &str, text: &str| {
        let text = plain(text);
        let head_words = format!("{title} {heading}").to_lowercase();
        Entry { href, page: title, heading: heading.to_owned(), text_words: text.to_lowercase(), text, head_words }
    };
    let found: Vec<Entry> =
        parts(source).map(|(id, heading, below)| entry(format!("/docs/{slug}#{id}"), heading, below)).collect();
    match found.is_empty() {
        // A page about a product.
        true => vec![entry(format!("/docs/{slug}"), title, source)],
        false => found,
    }
}

/// The text of a template: without tags and what Tera reads, and with single spaces.
pub fn plain(source: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(at) = rest.find(['<', '{']) {
        let (before, here) = rest.split_at(at);
        text.push_str(before);
        let end = match here.get(..2) {
            Some("{{") => here.find("}}").map(|end| end + 2),
            Some("{%") => here.find("%}").map(|end| end + 2),
            Some("{#") => here.find("#}").map(|end| end + 2),
            _ if here.starts_with('<') => here.find('>').map(|end| end + 1),
            _ => None,
        };
        let end = end.unwrap_or_else(|| {
            // Both are of one byte.
            text.push_str(&here[..1]);
            1
        });
        let tag = here.get(..end).unwrap_or_default();
        text.push_str(stands_for(tag));
        rest = here.get(end..).unwrap_or_default();
    }
    text.push_str(rest);
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text has this in place of a tag: a value of the page is an ellipsis, and tags inside a sentence are nothing.
fn stands_for(tag: &str) -> &'static str {
    let name = tag.trim_start_matches(['<', '/']).split([' ', '>']).next().unwrap_or_default();
    match name {
        "a" | "b" | "code" | "em" | "i" | "strong" => "",
        _ if tag.starts_with("{{") && !tag.contains("::") => "…",
        _ => " ",
    }
}
