//! Elements within a line: emphasis, code, links, and escaped characters.
//! Elements on lines of their own are in `blocks`.

use std::ops::Range;

use pulldown_cmark::LinkType;

use super::{BlockKind, DEEPEST, Element, Opened, Reading, touches};
use crate::chat::links::web_address;

/// The characters that a backslash escapes, anywhere and at the start of a line.
const MARKING: &[char] = &['*', '_', '~', '`'];
const MARKING_LINES: &[char] = &['>', '#', '-'];

/// The shrug emoticon keeps both arms: its backslash escapes nothing.
const SHRUG: &str = "_(ツ)_/";

impl Reading<'_> {
    pub(super) fn paired(
        &mut self,
        element: Element,
        signs: usize,
        range: &Range<usize>,
    ) -> Option<Opened> {
        let (first, last) = (
            range.start..range.start + signs,
            range.end - signs..range.end,
        );
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
            return Some(Opened::BARE);
        }
        let mark = self.open(element, range.start)?;
        self.seen = first.end;
        self.hide(first);
        Some(Opened {
            what: BlockKind::Paired(signs),
            mark: Some(mark),
        })
    }

    /// A link, or a picture that becomes one, whose label starts after this many characters.
    pub(super) fn link(
        &mut self,
        kind: LinkType,
        to: &str,
        signs: usize,
        range: &Range<usize>,
    ) -> Option<Opened> {
        match kind {
            LinkType::Inline => {}
            LinkType::Autolink if web_address(to).is_some() => {
                self.hide(range.start..range.start + 1);
                self.hide(range.end - 1..range.end);
                return Some(Opened::BARE);
            }
            _ => return Some(Opened::BARE),
        }
        let Some(to) = web_address(to) else {
            return Some(Opened::BARE);
        };
        let within = self.depth(|element| matches!(element, Element::Link { .. })) > 0;
        let mark = if within {
            None
        } else {
            let link = Element::Link {
                to: to.as_str().into(),
                host: to.host_str().unwrap_or_default().into(),
            };
            Some(self.open(link, range.start)?)
        };
        self.seen = range.start + signs;
        Some(Opened {
            what: BlockKind::Label(signs),
            mark,
        })
    }

    pub(super) fn end_label(&mut self, mark: Option<usize>, signs: usize, range: &Range<usize>) {
        let words = self.at(&(range.start + signs..self.seen));
        let rest = self.seen..range.end;
        // Of a picture in the label, only its alternative text is shown.
        let shown = words.split("](").next().unwrap_or_default();
        let is_fit = self.at(&rest).starts_with("](")
            && !words.trim().is_empty()
            // A label that looks like an address could lie about where the link leads.
            && !shown.contains("://")
            && !touches(self.mentions, &rest);
        if is_fit {
            self.hide(range.start..range.start + signs);
            self.hide(rest);
            self.close(mark, range.end);
        } else if let Some(mark) = mark.and_then(|mark| self.marks.get_mut(mark)) {
            *mark = None;
        }
    }

    pub(super) fn code(&mut self, range: &Range<usize>) {
        let written = self.at(range);
        let fence = written.bytes().take_while(|&byte| byte == b'`').count();
        let Some(inner) = written.get(fence..written.len().saturating_sub(fence)) else {
            return;
        };
        // One space on either side lets code start and end with a backtick.
        let spaced = inner.len() > 2
            && inner.starts_with(' ')
            && inner.ends_with(' ')
            && !inner.trim().is_empty();
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
        if let Some(Opened {
            what: BlockKind::Fenced(texts),
            ..
        }) = self.open.last_mut()
        {
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
        let begins_line = before
            .trim_end_matches([' ', '\t', '>'])
            .ends_with(['\n', '\r'])
            || before.trim_start().is_empty();
        let is_meant = written.starts_with(MARKING) && !written.starts_with(SHRUG)
            || begins_line && written.starts_with(MARKING_LINES);
        if is_meant {
            self.hide(passed);
        }
    }
}
