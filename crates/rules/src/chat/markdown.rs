//! Parses a message's text: the subset of Markdown that chats use, web addresses, and the stored mentions.
//! Produces no HTML: templates render the parts and escape every text in them.
//!
//! The parts are cut from the text as it was written. The parser only says where markup is; the markup is left out, and
//! everything else stays unchanged: line ends, indents, HTML, and all that is no Markdown here. Mentions were found when the
//! message was accepted, by rules that know of Markdown only what [`code`] is. Markup that would hide a part of a mention
//! is left as text.

mod lines;
mod structure;

use std::ops::Range;
use std::sync::Arc;

use self::structure::{ElementEdge, Structure};
use super::links;
use super::times::{self, ChatTime};
use crate::steps;

/// The markup of a range of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// `*so*` or `_so_`.
    Emphasis,
    /// `**so**` or `__so__`, and a line after `#`.
    Strong,
    /// `~~so~~`.
    Struck,
    /// Code within a line, between backticks.
    Code,
    /// Lines of code, between fences.
    CodeBlock,
    /// Lines that begin with `> `.
    Quote,
    /// A list whose items begin with `-` or `*`.
    Bullets,
    /// A list whose items begin with numbers.
    Numbers,
    /// An item of a list, with its number as written.
    Item(Option<u32>),
    /// A table: a row of headers, and rows of cells.
    Table,
    /// A row of a table.
    Row,
    /// A cell in the first row of a table.
    Header(Align),
    /// A cell in another row.
    Cell(Align),
    /// A link with a label.
    Link {
        /// Where it leads: an `http` or `https` address.
        to: Arc<str>,
        /// The host of that address. It is shown, so that the label can't lie about it.
        host: Arc<str>,
    },
}

/// The side of a table's column on which its text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Where its text starts.
    Start,
    /// `:--`
    Left,
    /// `:-:`
    Center,
    /// `--:`
    Right,
}

impl Element {
    /// True if it starts on a line of its own, or in a cell.
    fn is_block(&self) -> bool {
        matches!(self, Self::CodeBlock | Self::Quote | Self::Bullets | Self::Numbers | Self::Item(_))
            || matches!(self, Self::Table | Self::Row)
            || self.is_cell()
    }

    /// True if it is a cell of a table.
    fn is_cell(&self) -> bool {
        matches!(self, Self::Header(_) | Self::Cell(_))
    }

    /// True if addresses in it are no links.
    fn keeps_addresses(&self) -> bool {
        matches!(self, Self::Code | Self::CodeBlock | Self::Link { .. })
    }
}

/// A part of a parsed text, in reading order. Elements are properly nested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Plain text, never empty.
    Text(&'t str),
    /// A web address, which links to itself.
    Address(&'t str),
    /// A time, with its text.
    Time(ChatTime, &'t str),
    /// A mention: its index among those that were passed in, and its text.
    Mention(usize, &'t str),
    /// An element starts.
    Open(Element),
    /// The element that started last ends.
    Close(Element),
}

/// Separates the cells of a row in plain text.
const BETWEEN_CELLS: &str = " | ";

/// The most elements, items, cells, addresses, times, mentions and channels of a message, over its text and its cards.
pub const MAX_ELEMENTS: usize = 400;

/// How many more elements of a message are rendered. What comes after the last one stays text, so that no message costs much
/// more than others to render.
#[derive(Debug)]
pub struct ElementBudget(usize);

impl Default for ElementBudget {
    fn default() -> Self {
        Self(MAX_ELEMENTS)
    }
}

impl ElementBudget {
    /// Takes one element; false if none is left.
    pub fn take(&mut self) -> bool {
        let left = self.0.checked_sub(1);
        self.0 = left.unwrap_or_default();
        left.is_some()
    }

    /// Takes this many elements; none where so many are not left.
    fn take_all(&mut self, elements: usize) -> bool {
        let left = self.0.checked_sub(elements);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// Parses a text with mentions at `mentions`: ranges of bytes, in order and apart from each other.
///
/// Takes linear time. Markup that is nested deep, or follows after [`MAX_ELEMENTS`], is left as text.
#[must_use]
pub fn parse<'t>(text: &'t str, mentions: &[Range<usize>]) -> Vec<Part<'t>> {
    parse_within(text, mentions, &mut ElementBudget::default())
}

/// Parses one of the texts of a message, as [`parse`] does, with the elements that the others left.
pub fn parse_within<'t>(text: &'t str, mentions: &[Range<usize>], budget: &mut ElementBudget) -> Vec<Part<'t>> {
    let within = mentions.iter().take_while(|_| budget.take()).count();
    let mentions = mentions.get(..within).unwrap_or_default();
    let mut addresses = addresses(text, mentions);
    addresses.truncate(addresses.iter().take_while(|_| budget.take()).count());
    let mut times = times(text, mentions, &addresses);
    times.truncate(times.iter().take_while(|_| budget.take()).count());
    let Structure { marks, hidden } = structure::read(text, mentions, &addresses, budget);
    let mut atoms: Vec<(Range<usize>, Atom)> = mentions
        .iter()
        .enumerate()
        .map(|(index, range)| (range.clone(), Atom::Mention(index)))
        .chain(addresses.into_iter().map(|range| (range, Atom::Address)))
        .chain(times.into_iter().map(|(range, time)| (range, Atom::Time(time))))
        .collect();
    atoms.sort_by_key(|(range, _)| range.start);
    let mut writer =
        PartWriter { text, at: 0, hidden: &hidden, atoms: &atoms, parts: Vec::new(), at_edge: false, open: Vec::new() };
    for mark in marks {
        writer.write_up_to(mark.at);
        writer.mark(mark);
    }
    writer.write_up_to(text.len());
    writer.parts
}

/// Ranges of a text, in bytes, that are code by their form: spans with their backticks, and blocks with their fences. In
/// order and apart. Linear, and free where nothing marks code.
#[must_use]
pub fn code(text: &str) -> Vec<Range<usize>> {
    if !text.contains('`') && !text.contains("~~~") {
        return Vec::new();
    }
    let mut budget = ElementBudget(usize::MAX);
    let Structure { marks, .. } = structure::read(text, &[], &addresses(text, &[]), &mut budget);
    let mut edges = marks.iter().filter(|mark| matches!(mark.element, Element::Code | Element::CodeBlock));
    std::iter::from_fn(|| Some(edges.next()?.at..edges.next()?.at)).collect()
}

/// The text of Markdown without its markup and without mentions, each block on a line of its own, and ` | ` between the
/// cells of a row.
#[must_use]
pub fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for part in parse(text, &[]) {
        match part {
            Part::Text(text) | Part::Address(text) | Part::Mention(_, text) => plain.push_str(text),
            Part::Time(time, _) => plain.push_str(&time.written()),
            Part::Open(element) if element.is_cell() => {
                if !plain.is_empty() && !plain.ends_with('\n') {
                    plain.push_str(BETWEEN_CELLS);
                }
            }
            Part::Close(element) if element.is_cell() => {}
            Part::Open(element) | Part::Close(element)
                if element.is_block() && !plain.is_empty() && !plain.ends_with('\n') =>
            {
                plain.push('\n');
            }
            Part::Open(_) | Part::Close(_) => {}
        }
    }
    plain
}

/// The web addresses between the mentions.
fn addresses(text: &str, mentions: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    let ends = mentions.iter().map(|mention| (mention.start, mention.end));
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        for part in links::cut(text.get(at..end).unwrap_or_default()) {
            let range = at..at + part.text.len();
            at = range.end;
            found.extend(part.is_link.then_some(range));
        }
        at = next;
    }
    found
}

/// The times between the mentions and the addresses, all in order.
fn times(text: &str, mentions: &[Range<usize>], addresses: &[Range<usize>]) -> Vec<(Range<usize>, ChatTime)> {
    let starts = text.match_indices("<t:").filter_map(|(at, _)| {
        let (time, length) = times::read(text.get(at..)?)?;
        Some((at..at + length, time))
    });
    starts.filter(|(range, _)| !structure::touches(mentions, range) && !structure::touches(addresses, range)).collect()
}

/// Text that is never split: it is one part, or text.
#[derive(Clone, Copy)]
enum Atom {
    Mention(usize),
    Address,
    Time(ChatTime),
}

struct PartWriter<'t, 's> {
    text: &'t str,
    at: usize,
    /// Ranges that are left out and not passed yet, in order.
    hidden: &'s [Range<usize>],
    /// Mentions and addresses that are not passed yet, in order.
    atoms: &'s [(Range<usize>, Atom)],
    parts: Vec<Part<'t>>,
    /// True if a block just started or ended: the line ends around it belong to it.
    at_edge: bool,
    open: Vec<Element>,
}

impl<'t> PartWriter<'t, '_> {
    fn write_up_to(&mut self, end: usize) {
        while self.at < end {
            while let [first, rest @ ..] = self.hidden
                && first.end <= self.at
            {
                self.hidden = rest;
            }
            while let [(range, _), rest @ ..] = self.atoms
                && range.start < self.at
            {
                self.atoms = rest;
            }
            let mut stop = end;
            if let [first, ..] = self.hidden {
                if first.start <= self.at {
                    self.at = first.end.min(end);
                    continue;
                }
                stop = stop.min(first.start);
            }
            if let [(range, atom), ..] = self.atoms {
                if range.start == self.at {
                    self.atom(range.clone(), *atom);
                    continue;
                }
                stop = stop.min(range.start);
            }
            steps::count(stop - self.at);
            let text = self.text.get(self.at..stop).unwrap_or_default();
            self.text(text);
            self.at = stop;
        }
    }

    fn atom(&mut self, range: Range<usize>, atom: Atom) {
        self.at = range.end;
        let text = self.text.get(range).unwrap_or_default();
        match atom {
            Atom::Address if self.open.iter().any(Element::keeps_addresses) => self.text(text),
            Atom::Address => self.parts.push(Part::Address(text)),
            Atom::Time(_) if self.open.iter().any(|open| matches!(open, Element::Code | Element::CodeBlock)) => {
                self.text(text);
            }
            Atom::Time(time) => self.parts.push(Part::Time(time, text)),
            Atom::Mention(index) => self.parts.push(Part::Mention(index, text)),
        }
        self.at_edge = false;
    }

    fn text(&mut self, mut text: &'t str) {
        if self.at_edge {
            let blank = text.len() - text.trim_start().len();
            let lines = text.get(..blank).unwrap_or_default();
            let cut = lines.rfind('\n').map_or(0, |end| end + 1);
            text = text.get(cut..).unwrap_or_default();
        }
        if !text.is_empty() {
            self.parts.push(Part::Text(text));
            self.at_edge = false;
        }
    }

    fn mark(&mut self, mark: ElementEdge) {
        let is_code = mark.element == Element::CodeBlock;
        if mark.element.is_block() {
            if is_code && !mark.opens {
                self.end_code();
            } else {
                self.end_line();
            }
            self.at_edge = !(is_code && mark.opens);
        }
        self.parts.push(if mark.opens {
            self.open.push(mark.element.clone());
            Part::Open(mark.element)
        } else {
            self.open.pop();
            Part::Close(mark.element)
        });
    }

    /// Removes the line end before the closing fence; all other white space belongs to the code.
    fn end_code(&mut self) {
        if let Some(Part::Text(code)) = self.parts.last_mut() {
            let line = code.strip_suffix('\n').unwrap_or(code);
            *code = line.strip_suffix('\r').unwrap_or(line);
            if code.is_empty() {
                self.parts.pop();
            }
        }
    }

    /// Removes the white space before a block.
    fn end_line(&mut self) {
        while let Some(Part::Text(text)) = self.parts.last_mut() {
            *text = text.trim_end();
            if !text.is_empty() {
                break;
            }
            self.parts.pop();
        }
    }
}
