//! Elements on lines of their own: headings, quotes, lists and fenced code.
//! Elements within a line are in `inline`.

use std::ops::Range;

use super::{BlockKind, Element, OpenElement, Reading, touches};

/// How deep lists may be nested.
const DEEPEST_LIST: usize = 3;

/// A number from here on at the start of a line is a year rather than that of a list's item.
const FIRST_YEAR: u64 = 1_000;

const BLANK: &[char] = &[' ', '\t'];

impl Reading<'_, '_> {
    /// The next line of an item is aligned with the first one: its indent is no text.
    pub(super) fn indent(&mut self, range: &Range<usize>) {
        if std::mem::take(&mut self.after_break) && self.is_in_list() {
            self.hide_blank_before(range.start);
        }
    }

    fn is_in_list(&self) -> bool {
        self.depth(|element| matches!(element, Element::Item(_))) > 0
    }

    fn hide_blank_before(&mut self, at: usize) {
        let before = self.text.get(..at).unwrap_or_default();
        self.hide(before.trim_end_matches(BLANK).len()..at);
    }

    /// `# So`, which becomes bold. Underlined headings stay text.
    pub(super) fn heading(&mut self, range: &Range<usize>) -> Option<OpenElement> {
        let line = self.at(range);
        let words = line.trim_start_matches('#');
        let words = words.trim_start_matches(BLANK);
        let signs = line.len() - words.len();
        if !line.starts_with('#') || words.trim_matches(['#', ' ', '\r', '\n']).is_empty() {
            return Some(OpenElement::BARE);
        }
        let mark = self.open(Element::Strong, range.start)?;
        self.hide(range.start..range.start + signs);
        self.seen = range.start + signs;
        Some(OpenElement { what: BlockKind::Heading, mark: Some(mark) })
    }

    pub(super) fn end_heading(&mut self, mark: Option<usize>, range: &Range<usize>) {
        let rest = self.at(&(self.seen..range.end));
        let signs = rest.len() - rest.trim_start_matches(['#', ' ', '\t']).len();
        let end = self.seen;
        self.hide(end..end + signs);
        self.close(mark, end);
    }

    /// Lines after `> `. Without the space it may be an emoticon. A quote in a quote stays text.
    pub(super) fn quote(&mut self, range: &Range<usize>) -> Option<OpenElement> {
        let quoted = self.at(range);
        let begins = quoted.starts_with("> ") || quoted.starts_with(">\n");
        let says = || quoted.contains(|c: char| c != '>' && !c.is_whitespace());
        let within = self.depth(|element| *element == Element::Quote) > 0;
        if !begins || within || !says() {
            return None;
        }
        let mut signs = Vec::new();
        let mut at = range.start;
        for line in quoted.split_inclusive('\n') {
            let blank = line.len() - line.trim_start_matches(BLANK).len();
            if let Some(rest) = line.get(blank..).and_then(|line| line.strip_prefix('>')) {
                signs.push(at..at + blank + 1 + usize::from(rest.starts_with(' ')));
            }
            at += line.len();
        }
        let mark = self.open(Element::Quote, range.start)?;
        self.hidden.extend(signs);
        Some(OpenElement { what: BlockKind::Block, mark: Some(mark) })
    }

    pub(super) fn list(&mut self, first: Option<u64>, range: &Range<usize>) -> Option<OpenElement> {
        let written = self.at(range).trim_start();
        let words = written.trim_start_matches(|c: char| c.is_ascii_digit());
        let words = words.get(1..).unwrap_or_default().lines().next();
        let says = words.is_some_and(|words| !words.trim().is_empty());
        let deep = self.depth(|element| matches!(element, Element::Bullets | Element::Numbers));
        // `+ 1` is a vote.
        if !says || written.starts_with('+') || deep >= DEEPEST_LIST {
            return None;
        }
        let element = match first {
            None => Element::Bullets,
            Some(number) if number < FIRST_YEAR => Element::Numbers,
            Some(_) => return None,
        };
        let mark = self.open(element, range.start)?;
        Some(OpenElement { what: BlockKind::Block, mark: Some(mark) })
    }

    /// `- So` or `1. so`. An item that is one element too many stays text, with its sign.
    pub(super) fn item(&mut self, range: &Range<usize>) -> Option<OpenElement> {
        let written = self.at(range);
        let start = range.end - written.trim_start_matches(BLANK).len();
        let written = self.at(&(start..range.end));
        let digits = written.bytes().take_while(u8::is_ascii_digit).count();
        let number = written.get(..digits).and_then(|digits| digits.parse().ok());
        let words = written.get(digits + 1..).unwrap_or_default();
        let words = start + written.len() - words.trim_start_matches(BLANK).len();
        let mark = self.open(Element::Item(number), range.start)?;
        self.hide_blank_before(start);
        self.hide(start..words);
        self.seen = words;
        Some(OpenElement { what: BlockKind::Block, mark: Some(mark) })
    }

    /// Further paragraphs of an item lose their indent.
    pub(super) fn paragraph(&mut self, range: &Range<usize>) -> OpenElement {
        if self.is_in_list() {
            self.hide_blank_before(range.start);
        }
        OpenElement::BARE
    }

    /// Code with a closing fence; without it, the backticks stay text.
    pub(super) fn fenced(&mut self, texts: &[Range<usize>], range: &Range<usize>) {
        let (Some(first), Some(last)) = (texts.first(), texts.last()) else {
            return;
        };
        let rest = self.at(&(last.end..range.end));
        let fence = rest.trim_start_matches([' ', '\t', '>', '\r', '\n']);
        let closed = fence.starts_with("```") || fence.starts_with("~~~");
        let ends = texts.iter().skip(1).map(|text| text.start);
        let between = texts.iter().zip(ends).map(|(text, next)| text.end..next);
        let around = [range.start..first.start, last.end..range.end];
        let signs: Vec<Range<usize>> = around.into_iter().chain(between).collect();
        if !closed || signs.iter().any(|signs| touches(self.mentions, signs)) {
            return;
        }
        let Some(mark) = self.open(Element::CodeBlock, range.start) else {
            return;
        };
        for signs in signs {
            self.hide(signs);
        }
        self.close(Some(mark), range.end);
    }
}
