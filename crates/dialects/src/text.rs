//! Building a text in the chat's Markdown, with marks for the mentions that are decided. Each dialect interprets its
//! own syntax.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{fences, steps};
use portico_rules::chat::links;
use portico_rules::chat::markdown::{self, Element, Part};
use portico_rules::chat::mentions::{Mark, MentionTarget};
use portico_rules::chat::names;

/// A shrug; its underscores are no emphasis, and its backslash stays.
pub(super) const SHRUG: &str = "_(ツ)_/";
/// Separates two characters that together would be markup; takes no space.
pub(super) const WORD_JOINER: char = '\u{2060}';
/// Max characters of a title that are read.
const TITLE_READ: usize = 1_024;

/// A text under construction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    content: String,
    marks: Vec<Mark>,
}

impl Text {
    pub(super) fn from_parts(content: String, marks: Vec<Mark>) -> Self {
        Self { content, marks }
    }

    pub(super) fn into_parts(self) -> (String, Vec<Mark>) {
        (self.content, self.marks)
    }

    /// The text without its marks, for cards, where nothing is a mention.
    pub(super) fn into_content(self) -> String {
        self.content
    }

    pub(super) fn is_empty(&self) -> bool {
        !names::has_visible(&self.content)
    }

    /// The text written so far, in Markdown.
    pub(super) fn written(&self) -> &str {
        &self.content
    }

    /// Text that is Markdown already.
    pub(crate) fn markup(&mut self, text: &str) {
        steps::count(text.len());
        self.content.push_str(text);
    }

    /// A mention. The text is the one that the scan expects at a mark.
    pub(super) fn mention(&mut self, target: MentionTarget) {
        let text = match target {
            MentionTarget::All => "@all".to_owned(),
            MentionTarget::User(id) => format!("@<{id}>"),
            MentionTarget::Role(id) => format!("@role_{id}"),
        };
        self.mark(&text, Some(target));
    }

    /// Text that mentions nothing, whatever it looks like. It is Markdown already.
    pub(super) fn no_mention(&mut self, text: &str) {
        self.mark(text, None);
    }

    /// Ends the present line, if there is one.
    pub(super) fn line(&mut self) {
        if !self.content.is_empty() && !self.content.ends_with('\n') {
            self.content.push('\n');
        }
    }

    /// Closes the code that the text leaves open, before another text follows.
    pub(super) fn close_code(&mut self) {
        fences::close(&mut self.content);
    }

    /// The same text, whose code takes in nothing of what follows.
    pub(super) fn closed(mut self) -> Self {
        self.close_code();
        self
    }

    /// Another text with its marks.
    pub(super) fn append(&mut self, other: Self) {
        steps::count(other.content.len() + other.marks.len());
        let start = self.content.len();
        self.content.push_str(&other.content);
        self.marks.extend(
            other
                .marks
                .into_iter()
                .map(|mark| Mark { range: mark.range.start + start..mark.range.end + start, target: mark.target }),
        );
    }

    /// The same text with `prefix` before each line. Marks that would be split lose nothing: a mark over several lines
    /// takes the prefixes in.
    pub(super) fn with_line_prefix(self, prefix: &str) -> Self {
        steps::count(self.content.len() + self.marks.len());
        // Where each line begins, with the bytes that were put in before its end.
        let ends: Vec<usize> = self.content.match_indices('\n').map(|(at, _)| at).collect();
        let moved = |at: usize| at + prefix.len() * (1 + ends.partition_point(|&end| end < at));
        let marks = self
            .marks
            .into_iter()
            .map(|mark| Mark { range: moved(mark.range.start)..moved(mark.range.end), target: mark.target });
        let marks = marks.collect();
        let content = format!("{prefix}{}", self.content.replace('\n', &format!("\n{prefix}")));
        Self { content, marks }
    }

    fn mark(&mut self, text: &str, target: Option<MentionTarget>) {
        steps::count(text.len());
        let start = self.content.len();
        self.content.push_str(text);
        if start < self.content.len() {
            self.marks.push(Mark { range: start..self.content.len(), target });
        }
    }
}

/// Plain text as Markdown that renders as that text. Web addresses stay as they are. Linear.
#[must_use]
pub fn escape(text: &str) -> String {
    steps::count(text.len());
    if !text.contains(['*', '_', '~', '`', '\\', '>', '#', '-', '[']) {
        return text.to_owned();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut after_address = false;
    for stretch in links::cut(text) {
        if stretch.is_link {
            escaped.push_str(stretch.text);
        } else {
            escape_words(stretch.text, after_address, &mut escaped);
        }
        after_address = stretch.is_link;
    }
    escaped
}

/// `after_address`: a backslash there would become part of the address.
fn escape_words(text: &str, after_address: bool, escaped: &mut String) {
    let mut previous = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(shrug) = rest.strip_prefix(SHRUG) {
            escaped.push_str(SHRUG);
            previous = Some('/');
            rest = shrug;
            continue;
        }
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let next = after.chars().next();
        let begins_line = || {
            let before = escaped.trim_end_matches([' ', '\t']);
            steps::count(escaped.len() - before.len());
            before.is_empty() || before.ends_with(['\n', '\r'])
        };
        let begins_line = matches!(c, '>' | '#' | '-' | ':') && begins_line();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_edge = |c: Option<char>| c.is_none_or(|c| c == '~');
        let is_markup = match c {
            '*' | '`' => true,
            '_' => !(is_word(previous) && is_word(next)),
            '~' => is_edge(previous) || is_edge(next),
            '>' | '#' | '-' => begins_line,
            _ => false,
        };
        if is_markup && !(after_address && previous.is_none()) {
            escaped.push('\\');
        }
        escaped.push(c);
        // The dashes below the headers of a table.
        let is_dash = |text: &str| text.starts_with(['-', ':']);
        let aligns = c == '|' && {
            let next = after.trim_start_matches(' ');
            steps::count(after.len() - next.len());
            is_dash(next) || next.is_empty() || next.starts_with(['\r', '\n'])
        };
        let aligns = aligns || c == ':' && is_dash(after) && begins_line;
        let hides = next.is_some_and(|next| "*_~`>#-".contains(next));
        if c == '\\' && hides && !after.starts_with(SHRUG) || c == ']' && next == Some('(') || aligns {
            escaped.push(WORD_JOINER);
        }
        previous = Some(c);
        rest = after;
    }
}

/// Markdown without its markup, for titles and names, which are plain text. Reads no more than the first 1,024
/// characters.
#[must_use]
pub fn without_markup(text: &str) -> String {
    let end = text.char_indices().nth(TITLE_READ).map(|(at, _)| at);
    let text = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
    if !text.contains(['*', '_', '~', '`', '[', '#', '>', '\\', '<']) {
        return text.to_owned();
    }
    let parts = markdown::parse(text, &[]);
    let words = parts.into_iter().filter_map(|part| match part {
        Part::Text(text) | Part::Address(text) | Part::Mention(_, text) => Some(text),
        Part::Close(Element::Header(_) | Element::Cell(_)) => Some(" "),
        Part::Open(_) | Part::Close(_) => None,
    });
    words.collect()
}

/// The code in a text, between runs of equally many backticks, found in one pass over it.
pub(super) struct CodeSpans {
    /// Where the runs of each length begin, in order.
    runs: BTreeMap<usize, Vec<usize>>,
}

impl CodeSpans {
    pub(super) fn find(text: &str) -> Self {
        steps::count(text.len());
        let mut runs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut run: Option<Range<usize>> = None;
        for (at, _) in text.match_indices('`') {
            match &mut run {
                Some(open) if open.end == at => open.end += 1,
                _ => {
                    if let Some(done) = run.replace(at..at + 1) {
                        runs.entry(done.len()).or_default().push(done.start);
                    }
                }
            }
        }
        if let Some(done) = run {
            runs.entry(done.len()).or_default().push(done.start);
        }
        Self { runs }
    }

    /// The end of the code whose run of `ticks` backticks begins at `start`; none where it is not closed.
    pub(super) fn end(&self, start: usize, ticks: usize) -> Option<usize> {
        let starts = self.runs.get(&ticks)?;
        let next = starts.get(starts.partition_point(|&run| run < start + ticks))?;
        Some(next + ticks)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(markdown: &str) -> String {
        markdown::parse(markdown, &[])
            .into_iter()
            .map(|part| match part {
                Part::Text(text) | Part::Address(text) | Part::Mention(_, text) => text.to_owned(),
                Part::Open(element) => format!("<{element:?}>"),
                Part::Close(_) => "</>".to_owned(),
            })
            .collect::<String>()
            .replace(WORD_JOINER, "")
    }

    #[test]
    fn escaped_text_renders_as_it_was_typed() {
        for text in [
            "*not bold* **at all**",
            "_a_ __b__ snake_case_name",
            "~~gone~~ ~/.bashrc",
            "`code` and ```more```",
            "> no quote\n# no heading\n- no item",
            "[label](https://a.example)",
            "https://a.example/x_y_z?a=*b* and *c*",
            "C:\\dir\\*.txt",
            "\\*x\\*",
            "¯\\_(ツ)_/¯",
            "a - b > c # d",
            "2 * 3 * 4",
            "a | b\n--|--\n1 | 2",
            "|a|b|\n|:-|-:|\n|1|2|",
            "|a|\n:-|\n|1|",
        ] {
            assert_eq!(shown(&escape(text)), text, "{}", escape(text));
        }
    }

    #[test]
    fn what_is_no_markup_is_not_escaped() {
        for text in ["plain", "snake_case", "a-b", "a > b", "https://a.example/_x_"] {
            assert_eq!(escape(text), text);
        }
    }

    #[test]
    fn titles_lose_their_markup() {
        for (text, expected) in [
            ("**Deploy** of `main`", "Deploy of main"),
            ("[Build 7](https://ci.example/7)", "Build 7"),
            ("__x__ ~~y~~", "x y"),
            ("a_b_c", "a_b_c"),
        ] {
            assert_eq!(without_markup(text), expected);
        }
    }

    proptest! {
        #[test]
        fn escaped_text_never_opens_an_element(text in "[a*_~`\\[\\]() \\\\>#-]{0,30}") {
            let marked = markdown::parse(&escape(&text), &[])
                .into_iter()
                .any(|part| matches!(part, Part::Open(_)));
            prop_assert!(!marked, "{:?}", escape(&text));
        }

        #[test]
        fn escaped_text_never_makes_a_table(rows in proptest::collection::vec("[a|: -]{0,8}", 0..5)) {
            let text = rows.join("\n");
            let marked = markdown::parse(&escape(&text), &[])
                .into_iter()
                .any(|part| matches!(part, Part::Open(Element::Table)));
            prop_assert!(!marked, "{:?}", escape(&text));
        }
    }
}
