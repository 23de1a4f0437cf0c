//! A message's text as a page draws it: the little Markdown that chats know, web addresses, and the stored mentions.
//! Nothing here makes HTML: whoever draws the parts escapes every text among them.
//!
//! The text is the truth, not the parser's reading of it. The parser says where something is marked; what marks it is
//! left out, and everything else stands as it was written: line ends, indents, HTML, and all that is no Markdown here.
//! Mentions were found when the message was accepted, by rules that know no Markdown. So a mention inside code is drawn
//! as what it is, and markup that would hide a part of one is not drawn.

mod lines;
mod structure;

use std::ops::Range;
use std::sync::Arc;

use self::structure::{Mark, Structure};
use super::links;

/// What a stretch of text can be marked as.
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
    /// An item of a list, with the number it was given.
    Item(Option<u32>),
    /// A link under words of its own.
    Link {
        /// Where it leads: an address of `http` or `https`.
        to: Arc<str>,
        /// Whose address that is, so that the words can't lie about it.
        host: Arc<str>,
    },
}

impl Element {
    /// Whether it begins on a line of its own.
    fn is_block(&self) -> bool {
        matches!(
            self,
            Self::CodeBlock | Self::Quote | Self::Bullets | Self::Numbers | Self::Item(_)
        )
    }

    /// Whether what stands in it makes no links of its own.
    fn keeps_addresses(&self) -> bool {
        matches!(self, Self::Code | Self::CodeBlock | Self::Link { .. })
    }
}

/// A part of what is drawn, in reading order. Elements are properly nested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Plain text, never empty.
    Text(&'t str),
    /// A web address, to be linked to itself.
    Address(&'t str),
    /// A mention: its place among those that were given, and its text.
    Mention(usize, &'t str),
    /// An element begins.
    Open(Element),
    /// The element that began last ends.
    Close(Element),
}

/// How a message is drawn whose mentions stand at `mentions`: ranges of bytes, in order and apart from each other.
///
/// Linear in the text. What is nested deep, or comes after some hundred marks, is drawn as it was written.
#[must_use]
pub fn draw<'t>(text: &'t str, mentions: &[Range<usize>]) -> Vec<Part<'t>> {
    let addresses = addresses(text, mentions);
    let Structure { marks, hidden } = structure::read(text, mentions, &addresses);
    let mut atoms: Vec<(Range<usize>, Atom)> = mentions
        .iter()
        .enumerate()
        .map(|(place, range)| (range.clone(), Atom::Mention(place)))
        .chain(addresses.into_iter().map(|range| (range, Atom::Address)))
        .collect();
    atoms.sort_by_key(|(range, _)| range.start);
    let mut pen = Pen {
        text,
        at: 0,
        hidden: &hidden,
        atoms: &atoms,
        parts: Vec::new(),
        at_edge: false,
        open: Vec::new(),
    };
    for mark in marks {
        pen.write_up_to(mark.at);
        pen.mark(mark);
    }
    pen.write_up_to(text.len());
    pen.parts
}

/// The web addresses between the mentions.
fn addresses(text: &str, mentions: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    let ends = mentions.iter().map(|mention| (mention.start, mention.end));
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        for stretch in links::cut(text.get(at..end).unwrap_or_default()) {
            let range = at..at + stretch.text.len();
            at = range.end;
            found.extend(stretch.is_link.then_some(range));
        }
        at = next;
    }
    found
}

/// What is never cut: it is drawn whole, or as text.
#[derive(Clone, Copy)]
enum Atom {
    Mention(usize),
    Address,
}

struct Pen<'t, 's> {
    text: &'t str,
    at: usize,
    /// What is left out and not yet passed, in order.
    hidden: &'s [Range<usize>],
    /// What is not yet passed, in order.
    atoms: &'s [(Range<usize>, Atom)],
    parts: Vec<Part<'t>>,
    /// Whether a block began or ended just now: the line ends around it are its own.
    at_edge: bool,
    open: Vec<Element>,
}

impl<'t> Pen<'t, '_> {
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
            let stretch = self.text.get(self.at..stop).unwrap_or_default();
            self.text(stretch);
            self.at = stop;
        }
    }

    fn atom(&mut self, range: Range<usize>, atom: Atom) {
        self.at = range.end;
        let text = self.text.get(range).unwrap_or_default();
        match atom {
            Atom::Address if self.open.iter().any(Element::keeps_addresses) => self.text(text),
            Atom::Address => self.parts.push(Part::Address(text)),
            Atom::Mention(place) => self.parts.push(Part::Mention(place, text)),
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

    fn mark(&mut self, mark: Mark) {
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

    /// Takes back the line end before the fence: the rest of the code's white space is its own.
    fn end_code(&mut self) {
        if let Some(Part::Text(code)) = self.parts.last_mut() {
            let line = code.strip_suffix('\n').unwrap_or(code);
            *code = line.strip_suffix('\r').unwrap_or(line);
            if code.is_empty() {
                self.parts.pop();
            }
        }
    }

    /// Takes back the white space that only set a block apart.
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
