//! The lines of a text as the parser gets them: what people set apart by a line end alone is set apart for it too.
//! What the lines mean is read in `structure`.

use std::borrow::Cow;
use std::ops::Range;

const BLANK: [char; 2] = [' ', '\t'];

/// Markdown lets a quote and a list go on in the next line without a sign of it. People who answer below a quote mean
/// no such thing, so the parser gets an empty line there, and its places are told as those of the text.
pub(super) struct Lines<'t> {
    /// What the parser reads.
    pub(super) text: Cow<'t, str>,
    /// Where in it a line end was put in, in order.
    added: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Blank,
    Quoted,
    Item,
    Indented,
    Plain,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut prepared = String::new();
        let mut added = Vec::new();
        let (mut above, mut copied, mut at) = (LineKind::Blank, 0, 0);
        for line in text.split_inclusive('\n') {
            let kind = kind(line);
            let ends = match above {
                LineKind::Quoted => !matches!(kind, LineKind::Quoted | LineKind::Blank),
                // A list goes on with the next item, and with another list's item it does not.
                LineKind::Item | LineKind::Indented => match kind {
                    LineKind::Plain => true,
                    LineKind::Item => !line.starts_with(BLANK),
                    LineKind::Blank | LineKind::Quoted | LineKind::Indented => false,
                },
                LineKind::Blank | LineKind::Plain => false,
            };
            if ends {
                prepared.push_str(text.get(copied..at).unwrap_or_default());
                added.push(prepared.len());
                prepared.push('\n');
                copied = at;
            }
            at += line.len();
            above = kind;
        }
        if added.is_empty() {
            let text = Cow::Borrowed(text);
            return Self { text, added };
        }
        prepared.push_str(text.get(copied..).unwrap_or_default());
        let text = Cow::Owned(prepared);
        Self { text, added }
    }

    /// Where in the text that was given this part of [`Self::text`] stands.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| at - self.added.partition_point(|&added| added < at);
        place(range.start)..place(range.end)
    }
}

fn kind(line: &str) -> LineKind {
    let written = line.trim_start_matches(BLANK);
    if written.trim_end().is_empty() {
        LineKind::Blank
    } else if written.starts_with('>') {
        LineKind::Quoted
    } else if is_item(written) {
        LineKind::Item
    } else if written.len() < line.len() {
        LineKind::Indented
    } else {
        LineKind::Plain
    }
}

fn is_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let signs: &[char] = if digits == 0 {
        &['-', '*', '+']
    } else {
        &['.', ')']
    };
    line.get(digits..)
        .and_then(|rest| rest.strip_prefix(signs))
        .is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n']) || rest.is_empty())
}
