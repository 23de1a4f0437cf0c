//! What a text's Markdown marks, and which characters of it only mark: read from the events of the parser.
//! What of the text is drawn between the marks is cut in the module above.

mod blocks;
mod inline;

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::Element;
use super::lines::Lines;

/// How many elements of a message are drawn as such, the items of lists not counted.
const MOST_ELEMENTS: usize = 400;

/// How many elements within a line may stand in each other.
const DEEPEST: usize = 4;

/// A place where an element begins or ends.
pub(super) struct Mark {
    pub(super) at: usize,
    pub(super) element: Element,
    pub(super) opens: bool,
}

/// What is drawn of a text's Markdown.
pub(super) struct Structure {
    /// In order, every end after what began later.
    pub(super) marks: Vec<Mark>,
    /// What is left out, in order of its beginning.
    pub(super) hidden: Vec<Range<usize>>,
}

/// Reads a text in which mentions and addresses stand that no mark may cut.
pub(super) fn read(text: &str, mentions: &[Range<usize>], addresses: &[Range<usize>]) -> Structure {
    let lines = Lines::of(text);
    let mut reading = Reading {
        text,
        mentions,
        addresses,
        marks: Vec::new(),
        hidden: Vec::new(),
        open: Vec::new(),
        aside: 0,
        elements: 0,
        seen: 0,
        after_break: false,
    };
    let parser = Parser::new_ext(&lines.text, Options::ENABLE_STRIKETHROUGH);
    for (event, range) in parser.into_offset_iter() {
        reading.take(event, lines.original(range));
    }
    let Reading {
        marks, mut hidden, ..
    } = reading;
    hidden.sort_by_key(|range| range.start);
    Structure {
        marks: marks.into_iter().flatten().collect(),
        hidden,
    }
}

struct Reading<'t> {
    text: &'t str,
    mentions: &'t [Range<usize>],
    addresses: &'t [Range<usize>],
    /// None where it turned out that an element can't be drawn.
    marks: Vec<Option<Mark>>,
    hidden: Vec<Range<usize>>,
    open: Vec<Opened>,
    /// How deep the parser is in something that is drawn as it was written; 0 outside.
    aside: usize,
    elements: usize,
    /// The end of what was read last.
    seen: usize,
    /// Whether a line has just ended within a paragraph.
    after_break: bool,
}

/// Something that began and has not ended yet.
struct Opened {
    what: What,
    /// Where in the marks it opens, if it is drawn.
    mark: Option<usize>,
}

impl Opened {
    const BARE: Self = Self {
        what: What::Bare,
        mark: None,
    };
}

enum What {
    /// Nothing that is drawn, or nothing whose end is marked.
    Bare,
    /// A block, or a heading, whose text comes to its end by itself.
    Block,
    Heading,
    /// Between two signs of so many bytes.
    Paired(usize),
    /// The words of a link or picture after so many bytes, before its address.
    Label(usize),
    /// Code between fences: where its text stands.
    Fenced(Vec<Range<usize>>),
}

impl Reading<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(_) if self.aside > 0 => self.aside += 1,
            Event::End(_) if self.aside > 0 => {
                self.aside -= 1;
                self.seen = range.end;
            }
            _ if self.aside > 0 => {}
            Event::Start(tag) => {
                self.indent(&range);
                match self.start(tag, &range) {
                    Some(opened) => self.open.push(opened),
                    None => self.aside = 1,
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

    /// What begins; none where all of it is drawn as it was written.
    fn start(&mut self, tag: Tag<'_>, range: &Range<usize>) -> Option<Opened> {
        self.seen = self.seen.max(range.start);
        match tag {
            Tag::Emphasis => self.paired(Element::Emphasis, 1, range),
            Tag::Strong => self.paired(Element::Strong, 2, range),
            Tag::Strikethrough if self.at(range).starts_with("~~") => {
                self.paired(Element::Struck, 2, range)
            }
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => self.link(link_type, &dest_url, 1, range),
            Tag::Image {
                link_type,
                dest_url,
                ..
            } => self.link(link_type, &dest_url, 2, range),
            Tag::Heading { .. } => self.heading(range),
            Tag::BlockQuote(_) => self.quote(range),
            Tag::CodeBlock(CodeBlockKind::Fenced(_)) => Some(Opened {
                what: What::Fenced(Vec::new()),
                mark: None,
            }),
            Tag::CodeBlock(CodeBlockKind::Indented) => None,
            Tag::List(first) => self.list(first, range),
            Tag::Item => Some(self.item(range)),
            Tag::Paragraph => Some(self.paragraph(range)),
            _ => Some(Opened::BARE),
        }
    }

    fn end(&mut self, opened: Opened, range: &Range<usize>) {
        match opened.what {
            What::Bare => {}
            What::Block => self.close(opened.mark, range.end),
            What::Heading => self.end_heading(opened.mark, range),
            What::Paired(signs) => {
                self.hide(range.end - signs..range.end);
                self.close(opened.mark, range.end);
            }
            What::Label(signs) => self.end_label(opened.mark, signs, range),
            What::Fenced(texts) => self.fenced(&texts, range),
        }
    }

    /// The text from the beginning of this range on, and no further than its end.
    fn at(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn hide(&mut self, range: Range<usize>) {
        if range.start < range.end {
            self.hidden.push(range);
        }
    }

    /// Begins an element, if there is room for one more.
    fn open(&mut self, element: Element, at: usize) -> Option<usize> {
        if self.elements == MOST_ELEMENTS {
            return None;
        }
        self.elements += 1;
        Some(self.begin(element, at))
    }

    fn begin(&mut self, element: Element, at: usize) -> usize {
        self.marks.push(Some(Mark {
            at,
            element,
            opens: true,
        }));
        self.marks.len() - 1
    }

    /// Ends the element that began with this mark.
    fn close(&mut self, mark: Option<usize>, at: usize) {
        let begun = mark.and_then(|mark| self.marks.get(mark)?.as_ref());
        if let Some(element) = begun.map(|begun| begun.element.clone()) {
            self.marks.push(Some(Mark {
                at,
                element,
                opens: false,
            }));
        }
    }

    /// How many elements of this kind are open and drawn.
    fn depth(&self, counts: impl Fn(&Element) -> bool) -> usize {
        self.open
            .iter()
            .filter_map(|opened| self.marks.get(opened.mark?)?.as_ref())
            .filter(|mark| counts(&mark.element))
            .count()
    }
}

/// Whether one of these ranges, which stand in order, shares a character with `range`.
fn touches(ranges: &[Range<usize>], range: &Range<usize>) -> bool {
    let next = ranges.partition_point(|other| other.end <= range.start);
    ranges
        .get(next)
        .is_some_and(|other| other.start < range.end)
}
