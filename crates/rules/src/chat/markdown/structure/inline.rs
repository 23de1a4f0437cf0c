//! Elements within a line: emphasis, code, links, and escaped characters.
//! Elements on lines of their own are in `blocks`.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::LinkType;

use super::{BlockKind, DEEPEST, Element, Label, OpenElement, Reading, touches};
use crate::chat::links::names_only;
use crate::chat::names;
use crate::web_url;

/// The characters that a backslash escapes, anywhere and at the start of a line.
const MARKING: &[char] = &['*', '_', '~', '`'];
const MARKING_LINES: &[char] = &['>', '#', '-'];

/// The shrug emoticon keeps both arms: its backslash escapes nothing.
const SHRUG: &str = "_(ツ)_/";

impl Reading<'_, '_> {
    pub(super) fn paired(&mut self, element: Element, signs: usize, range: &Range<usize>) -> Option<OpenElement> {
        let (first, last) = (range.start..range.start + signs, range.end - signs..range.end);
        if self.depth(|element| !element.is_block()) >= DEEPEST {
            return None;
        }
        let cuts = |ranges| touches(ranges, &first) || touches(ranges, &last);
        // `2*3*4` is a product.
        let before = self.text.get(..range.start).unwrap_or_default();
        let after = self.text.get(range.end..).unwrap_or_default();
        let in_word = before.ends_with(|c: char| c.is_ascii_alphanumeric())
            || after.starts_with(|c: char| c.is_ascii_alphanumeric());
        if first.end >= last.start || in_word || cuts(self.mentions) || cuts(self.addresses) {
            return Some(OpenElement::BARE);
        }
        let mark = self.open(element, range.start)?;
        self.seen = first.end;
        self.hide(first);
        Some(OpenElement { what: BlockKind::Paired(signs), mark: Some(mark) })
    }

    /// A link, or a picture that becomes one, whose label starts after this many characters.
    pub(super) fn link(&mut self, kind: LinkType, to: &str, signs: usize, range: &Range<usize>) -> Option<OpenElement> {
        match kind {
            LinkType::Inline => {}
            LinkType::Autolink if web_url::parse(to).is_some() => {
                self.hide(range.start..range.start + 1);
                self.hide(range.end - 1..range.end);
                return Some(OpenElement::BARE);
            }
            _ => return Some(OpenElement::BARE),
        }
        let Some(url) = web_url::parse(to) else {
            return Some(OpenElement::BARE);
        };
        let to: Arc<str> = url.as_str().into();
        let within = self.depth(|element| matches!(element, Element::Link { .. })) > 0;
        let mark = if within {
            None
        } else {
            let link = Element::Link { to: Arc::clone(&to), host: url.host_str().unwrap_or_default().into() };
            Some(self.open(link, range.start)?)
        };
        self.seen = range.start + signs;
        Some(OpenElement { what: BlockKind::Label(Label { signs, to, hidden: self.hidden.len() }), mark })
    }

    pub(super) fn end_label(&mut self, mark: Option<usize>, label: &Label, range: &Range<usize>) {
        let begin = range.start..range.start + label.signs;
        let rest = self.seen..range.end;
        let middle = self.seen..self.seen + 2;
        let words = self.shown(&(begin.end..self.seen), label.hidden);
        let is_fit = self.at(&rest).starts_with("](")
            && names::has_visible(&words)
            // A label that looks like another address could lie about where the link leads.
            && names_only(&words, &label.to)
            && !touches(self.addresses, &begin)
            && !touches(self.addresses, &middle)
            && !touches(self.mentions, &begin)
            && !touches(self.mentions, &rest);
        if is_fit {
            self.hide(begin);
            self.hide(rest);
            self.close(mark, range.end);
        } else if let Some(mark) = mark.and_then(|mark| self.marks.get_mut(mark)) {
            *mark = None;
        }
    }

    /// A part of the text as it is shown: without the markup in it, which was found after `known` other pieces.
    fn shown(&self, range: &Range<usize>, known: usize) -> String {
        let mut hidden = self.hidden.get(known..).unwrap_or_default().to_vec();
        hidden.sort_by_key(|range| range.start);
        let mut shown = String::with_capacity(range.len());
        let mut at = range.start;
        for hidden in hidden {
            shown.push_str(self.at(&(at..hidden.start.min(range.end))));
            at = at.max(hidden.end);
        }
        shown.push_str(self.at(&(at..range.end)));
        shown
    }

    pub(super) fn code(&mut self, range: &Range<usize>) {
        let written = self.at(range);
        let fence = written.bytes().take_while(|&byte| byte == b'`').count();
        let Some(inner) = written.get(fence..written.len().saturating_sub(fence)) else {
            return;
        };
        // One space on either side lets code start and end with a backtick.
        let spaced = inner.len() > 2 && inner.starts_with(' ') && inner.ends_with(' ') && !inner.trim().is_empty();
        let signs = fence + usize::from(spaced);
        let Some(mark) = self.open(Element::Code, range.start) else {
            return;
        };
        self.hide(range.start..range.start + signs);
        self.hide(range.end - signs..range.end);
        self.close(Some(mark), range.end);
    }

    /// Plain text; the parser may have skipped a backslash before it.
    pub(super) fn words(&mut self, range: &Range<usize>) {
        if let Some(OpenElement { what: BlockKind::Fenced(texts), .. }) = self.open.last_mut() {
            texts.push(range.clone());
            return;
        }
        let passed = self.at(&(self.seen..range.start));
        let passed_sign = passed.trim_start_matches(['>', ' ', '\t']) == "\\";
        let passed = range.start.saturating_sub(1)..range.start;
        if !passed_sign || touches(self.addresses, &passed) {
            return;
        }
        let written = self.text.get(range.start..).unwrap_or_default();
        let before = self.text.get(..passed.start).unwrap_or_default();
        let begins_line =
            before.trim_end_matches([' ', '\t', '>']).ends_with(['\n', '\r']) || before.trim_start().is_empty();
        let is_meant = written.starts_with(MARKING) && !written.starts_with(SHRUG)
            || begins_line && written.starts_with(MARKING_LINES);
        if is_meant {
            self.hide(passed);
        }
    }
}
