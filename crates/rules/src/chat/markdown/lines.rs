//! Prepares the lines of a text for the parser: one line end is enough to end a quote or a list, and `>` quotes nothing
//! without a space.
//! `structure` reads what the lines mean.

use std::borrow::Cow;
use std::ops::Range;

const BLANK: [char; 2] = [' ', '\t'];

/// In Markdown, a quote or list continues in the next line without a marker. Users who reply below a quote don't mean that,
/// so the parser gets an empty line there. A `>` without a space, which may begin an emoticon, is escaped: the parser would
/// read a quote, whose markup is left as text. Its positions are converted to those of the text.
pub(super) struct Lines<'t> {
    /// What the parser reads.
    pub(super) text: Cow<'t, str>,
    /// Where line ends and backslashes were inserted, in order.
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
            let blank = line.len() - line.trim_start_matches(BLANK).len();
            // In the line after a quote it goes on with it.
            let is_sign = above != LineKind::Quoted && is_sign(line);
            let kind = match kind(line) {
                LineKind::Quoted if is_sign && blank > 0 => LineKind::Indented,
                LineKind::Quoted if is_sign => LineKind::Plain,
                kind => kind,
            };
            let ends = match above {
                LineKind::Quoted => !matches!(kind, LineKind::Quoted | LineKind::Blank),
                // A list continues with its next item, but not with an item of another list.
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
            if is_sign {
                prepared.push_str(text.get(copied..at + blank).unwrap_or_default());
                added.push(prepared.len());
                prepared.push('\\');
                copied = at + blank;
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

    /// The range in the original text of a range of [`Self::text`].
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

/// Whether a line begins with a `>` that quotes nothing.
fn is_sign(line: &str) -> bool {
    let after = line.trim_start_matches(BLANK).strip_prefix('>');
    after.is_some_and(|after| after.starts_with(|c: char| !matches!(c, ' ' | '\r' | '\n')))
}

fn is_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let signs: &[char] = if digits == 0 { &['-', '*', '+'] } else { &['.', ')'] };
    line.get(digits..)
        .and_then(|rest| rest.strip_prefix(signs))
        .is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n']) || rest.is_empty())
}
