//! Where the elements of a text start and end, and which characters are markup: read from the events of the parser.
//! `markdown` cuts the text into parts.

mod blocks;
mod inline;
mod tables;

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use self::tables::OpenTable;
use super::lines::Lines;
use super::{Element, ElementBudget};
use crate::steps;

/// How deep elements within a line may be nested.
const DEEPEST: usize = 4;

/// A position where an element starts or ends.
pub(super) struct ElementEdge {
    pub(super) at: usize,
    pub(super) element: Element,
    pub(super) opens: bool,
}

/// The structure of a text's Markdown.
pub(super) struct Structure {
    /// In order and properly nested.
    pub(super) marks: Vec<ElementEdge>,
    /// Markup, which is left out, ordered by its start.
    pub(super) hidden: Vec<Range<usize>>,
}

/// Reads a text; no markup may split its mentions and addresses.
pub(super) fn read(
    text: &str,
    mentions: &[Range<usize>],
    addresses: &[Range<usize>],
    budget: &mut ElementBudget,
) -> Structure {
    let lines = Lines::new(text);
    let mut reading = Reading {
        text,
        mentions,
        addresses,
        marks: Vec::new(),
        hidden: Vec::new(),
        open: Vec::new(),
        skipped: 0,
        budget,
        seen: 0,
        after_break: false,
        table: None,
    };
    let parser = Parser::new_ext(&lines.text, Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES);
    for (event, range) in parser.into_offset_iter() {
        reading.take(event, lines.original(range));
    }
    let Reading { marks, mut hidden, .. } = reading;
    hidden.sort_by_key(|range| range.start);
    Structure { marks: marks.into_iter().flatten().collect(), hidden }
}

struct Reading<'t, 'e> {
    text: &'t str,
    mentions: &'t [Range<usize>],
    addresses: &'t [Range<usize>],
    /// None where an element turned out to stay text.
    marks: Vec<Option<ElementEdge>>,
    hidden: Vec<Range<usize>>,
    open: Vec<OpenElement>,
    /// How deep the parser is in something that stays text; 0 outside.
    skipped: usize,
    budget: &'e mut ElementBudget,
    /// The end of what was read last.
    seen: usize,
    /// True if a line just ended within a paragraph.
    after_break: bool,
    /// The table that is read.
    table: Option<OpenTable>,
}

/// Something that started and has not ended yet.
struct OpenElement {
    what: BlockKind,
    /// The index of its opening mark, if it is an element.
    mark: Option<usize>,
}

impl OpenElement {
    const BARE: Self = Self { what: BlockKind::Bare, mark: None };
}

enum BlockKind {
    /// No element, or one whose end needs no mark.
    Bare,
    /// A block, whose text ends by itself.
    Block,
    Heading,
    /// Between two markers of this many bytes.
    Paired(usize),
    /// The label of a link or picture, before its address.
    Label(Label),
    /// Code between fences: the ranges of its text.
    Fenced(Vec<Range<usize>>),
    Table,
    Row,
    /// A cell, by the range of its text.
    Cell(Range<usize>),
}

struct Label {
    /// How many bytes before it mark its beginning.
    signs: usize,
    /// The web address that follows.
    to: Arc<str>,
    /// How many pieces of markup were found before it.
    hidden: usize,
}

impl Reading<'_, '_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        steps::count(1);
        match event {
            Event::Start(_) if self.skipped > 0 => self.skipped += 1,
            Event::End(_) if self.skipped > 0 => {
                self.skipped -= 1;
                self.seen = range.end;
            }
            _ if self.skipped > 0 => {}
            Event::Start(tag) => {
                self.indent(&range);
                match self.start(tag, &range) {
                    Some(opened) => self.open.push(opened),
                    None => self.skipped = 1,
                }
            }
            Event::End(_) => {
                if let Some(opened) = self.open.pop() {
                    self.end(opened, &range);
                }
                self.seen = self.seen.max(range.end);
            }
            Event::SoftBreak | Event::HardBreak => {
                self.after_break = true;
                self.seen = range.end;
            }
            event => {
                self.indent(&range);
                match event {
                    Event::Text(_) => self.words(&range),
                    Event::Code(_) => self.code(&range),
                    _ => {}
                }
                self.seen = range.end;
            }
        }
    }

    /// The element that starts; none where all of it stays text.
    fn start(&mut self, tag: Tag<'_>, range: &Range<usize>) -> Option<OpenElement> {
        self.seen = self.seen.max(range.start);
        match tag {
            Tag::Emphasis => self.paired(Element::Emphasis, 1, range),
            Tag::Strong => self.paired(Element::Strong, 2, range),
            Tag::Strikethrough if self.at(range).starts_with("~~") => self.paired(Element::Struck, 2, range),
            Tag::Link { link_type, dest_url, .. } => self.link(link_type, &dest_url, 1, range),
            Tag::Image { link_type, dest_url, .. } => self.link(link_type, &dest_url, 2, range),
            Tag::Heading { .. } => self.heading(range),
            Tag::BlockQuote(_) => self.quote(range),
            Tag::CodeBlock(CodeBlockKind::Fenced(_)) => {
                Some(OpenElement { what: BlockKind::Fenced(Vec::new()), mark: None })
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => None,
            Tag::List(first) => self.list(first, range),
            Tag::Item => self.item(range),
            Tag::Paragraph => Some(self.paragraph(range)),
            Tag::Table(columns) => self.table(&columns, range),
            Tag::TableHead | Tag::TableRow => Some(self.row(range)),
            Tag::TableCell => Some(self.cell(range)),
            _ => Some(OpenElement::BARE),
        }
    }

    fn end(&mut self, opened: OpenElement, range: &Range<usize>) {
        match opened.what {
            BlockKind::Bare => {}
            BlockKind::Block => self.close(opened.mark, range.end),
            BlockKind::Heading => self.end_heading(opened.mark, range),
            BlockKind::Paired(signs) => {
                self.hide(range.end - signs..range.end);
                self.close(opened.mark, range.end);
            }
            BlockKind::Label(label) => self.end_label(opened.mark, &label, range),
            BlockKind::Fenced(texts) => self.fenced(&texts, range),
            BlockKind::Table => self.end_table(opened.mark, range),
            BlockKind::Row => self.end_row(opened.mark, range),
            BlockKind::Cell(text) => self.end_cell(opened.mark, text),
        }
    }

    /// The text of a range.
    fn at(&self, range: &Range<usize>) -> &str {
        steps::count(range.len());
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn hide(&mut self, range: Range<usize>) {
        if range.start < range.end {
            self.hidden.push(range);
        }
    }

    /// Starts an element, if one more is allowed.
    fn open(&mut self, element: Element, at: usize) -> Option<usize> {
        self.budget.take().then(|| self.open_paid(element, at))
    }

    /// Starts an element that is taken from the budget already.
    fn open_paid(&mut self, element: Element, at: usize) -> usize {
        self.marks.push(Some(ElementEdge { at, element, opens: true }));
        self.marks.len() - 1
    }

    /// Ends the element that this mark opened.
    fn close(&mut self, mark: Option<usize>, at: usize) {
        let begun = mark.and_then(|mark| self.marks.get(mark)?.as_ref());
        if let Some(element) = begun.map(|begun| begun.element.clone()) {
            self.marks.push(Some(ElementEdge { at, element, opens: false }));
        }
    }

    /// How many open elements of this kind there are.
    fn depth(&self, counts: impl Fn(&Element) -> bool) -> usize {
        steps::count(self.open.len());
        self.open
            .iter()
            .filter_map(|opened| self.marks.get(opened.mark?)?.as_ref())
            .filter(|mark| counts(&mark.element))
            .count()
    }
}

/// True if one of these ordered ranges shares a character with `range`.
pub(super) fn touches(ranges: &[Range<usize>], range: &Range<usize>) -> bool {
    let next = ranges.partition_point(|other| other.end <= range.start);
    ranges.get(next).is_some_and(|other| other.start < range.end)
}
