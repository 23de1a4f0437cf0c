//! Tables: a row of headers, a row of dashes that aligns the columns, and rows of cells between `|`.
//! Where a table ends, and how many columns it may have, is in `lines`.

use std::ops::Range;

use pulldown_cmark::Alignment;

use super::super::Align;
use super::{BlockKind, Element, OpenElement, Reading, touches};
use crate::steps;

const BLANK: [char; 2] = [' ', '\t'];

/// A table that started and has not ended yet.
pub(super) struct OpenTable {
    columns: Vec<Align>,
    /// The number of cells of the present row that started.
    cells: usize,
    is_head: bool,
    /// The end of what was read: what is between it and the next text is markup.
    read: usize,
    /// The numbers of marks and of hidden ranges before it: where it stays text, later ones are removed.
    marks: usize,
    hidden: usize,
    /// True if its markup would hide a part of an address or of a mention.
    is_broken: bool,
}

impl Reading<'_, '_> {
    /// A table whose cells all fit into the budget; any other stays text.
    pub(super) fn table(&mut self, columns: &[Alignment], range: &Range<usize>) -> Option<OpenElement> {
        // One of the lines aligns the columns, and the table itself is an element too.
        let lines = self.at(range).trim_end().lines().count();
        if !self.budget.take_all(lines.saturating_sub(1) * columns.len() + 1) {
            return None;
        }
        let align = |column: &Alignment| match column {
            Alignment::None => Align::Start,
            Alignment::Left => Align::Left,
            Alignment::Center => Align::Center,
            Alignment::Right => Align::Right,
        };
        self.table = Some(OpenTable {
            columns: columns.iter().map(align).collect(),
            cells: 0,
            is_head: true,
            read: range.start,
            marks: self.marks.len(),
            hidden: self.hidden.len(),
            is_broken: false,
        });
        let mark = self.open_paid(Element::Table, range.start);
        Some(OpenElement { what: BlockKind::Table, mark: Some(mark) })
    }

    pub(super) fn row(&mut self, range: &Range<usize>) -> OpenElement {
        let at = self.table.as_ref().map_or(range.start, |table| table.read.max(range.start));
        if let Some(table) = &mut self.table {
            table.cells = 0;
        }
        let mark = self.open_paid(Element::Row, at);
        OpenElement { what: BlockKind::Row, mark: Some(mark) }
    }

    pub(super) fn cell(&mut self, range: &Range<usize>) -> OpenElement {
        let written = self.at(range);
        let start = range.start + written.len() - written.trim_start_matches(BLANK).len();
        let end = (range.start + written.trim_end().len()).max(start);
        self.pass(start);
        let element = self.table.as_mut().map(|table| {
            let align = table.columns.get(table.cells).copied().unwrap_or(Align::Start);
            table.cells += 1;
            if table.is_head { Element::Header(align) } else { Element::Cell(align) }
        });
        let mark = element.map(|element| self.open_paid(element, start));
        self.seen = self.seen.max(start);
        OpenElement { what: BlockKind::Cell(start..end), mark }
    }

    pub(super) fn end_cell(&mut self, mark: Option<usize>, text: Range<usize>) {
        self.unescape(&text);
        if let Some(table) = &mut self.table {
            table.read = table.read.max(text.end);
        }
        self.close(mark, text.end);
    }

    /// Cells beyond the last column are shown in it, as they were written.
    pub(super) fn end_row(&mut self, mark: Option<usize>, range: &Range<usize>) {
        let read = self.table.as_ref().map_or(range.end, |table| table.read);
        let end = read + self.at(&(read..range.end)).trim_end_matches(['|', ' ', '\t', '\r', '\n']).len();
        if end > read {
            if let Some(Some(last)) = self.marks.last_mut() {
                last.at = end;
            }
            if let Some(table) = &mut self.table {
                table.read = end;
            }
        }
        if let Some(table) = &mut self.table {
            table.is_head = false;
        }
        self.close(mark, end.max(read));
    }

    pub(super) fn end_table(&mut self, mark: Option<usize>, range: &Range<usize>) {
        self.pass(range.end);
        let Some(table) = self.table.take() else {
            return;
        };
        if table.is_broken {
            self.hidden.truncate(table.hidden);
            self.marks.truncate(table.marks);
        } else {
            self.close(mark, range.end);
        }
    }

    /// Hides the markup between what was read and the next text.
    fn pass(&mut self, next: usize) {
        let Some(table) = &mut self.table else {
            return;
        };
        let markup = table.read..next;
        table.is_broken |= touches(self.addresses, &markup) || touches(self.mentions, &markup);
        table.read = table.read.max(next);
        self.hide(markup);
    }

    /// Hides the backslash of each `\\|`.
    fn unescape(&mut self, text: &Range<usize>) {
        steps::count(text.len());
        let written = self.text.get(text.clone()).unwrap_or_default();
        let signs: Vec<usize> = written.match_indices("\\|").map(|(at, _)| text.start + at).collect();
        for at in signs {
            let sign = at..at + 1;
            if !touches(self.addresses, &sign) && !touches(self.mentions, &sign) {
                self.hide(sign);
            }
        }
    }
}
