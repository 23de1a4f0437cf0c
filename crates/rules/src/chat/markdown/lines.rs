//! Prepares the lines of a text for the parser: one line end is enough to end a quote, a list or a table, and `>` quotes
//! nothing without a space.
//! `structure` reads what the lines mean.

use std::borrow::Cow;
use std::ops::Range;

const BLANK: [char; 2] = [' ', '\t'];

/// The most columns of a table. The parser adds the cells that a row lacks, so that without a limit a short text would
/// have a great many.
const MAX_COLUMNS: usize = 32;

/// In Markdown, a quote, list or table continues in the next line without a marker. Users who reply below a quote don't mean
/// that, so the parser gets an empty line there, and before a table. A `>` without a space, which may begin an emoticon, is
/// escaped: the parser would read a quote, whose markup is left as text. So are the dashes of a table with too many columns.
/// Its positions are converted to those of the text.
pub(super) struct Lines<'t> {
    /// The text that the parser reads.
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
    /// A line of a table: it has a `|`, and follows another one or has the dashes below it.
    Table,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut prepared = String::new();
        let mut added = Vec::new();
        let (mut above, mut copied, mut at) = (LineKind::Blank, 0, 0);
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let blank = line.len() - line.trim_start_matches(BLANK).len();
            // In the line after a quote it goes on with it.
            let is_sign = above != LineKind::Quoted && is_sign(line);
            let kind = match kind(line) {
                LineKind::Quoted if is_sign && blank > 0 => LineKind::Indented,
                LineKind::Quoted if is_sign => LineKind::Plain,
                LineKind::Plain if line.contains('|') => {
                    let mut begins = || lines.peek().is_some_and(|next| columns(next) > 0);
                    if above == LineKind::Table || begins() { LineKind::Table } else { LineKind::Plain }
                }
                kind => kind,
            };
            let is_sign = is_sign || columns(line) > MAX_COLUMNS;
            let ends = match above {
                LineKind::Quoted => !matches!(kind, LineKind::Quoted | LineKind::Blank),
                // A list continues with its next item, but not with an item of another list.
                LineKind::Item | LineKind::Indented => match kind {
                    LineKind::Plain | LineKind::Table => true,
                    LineKind::Item => !line.starts_with(BLANK),
                    LineKind::Blank | LineKind::Quoted | LineKind::Indented => false,
                },
                LineKind::Table => kind == LineKind::Plain,
                LineKind::Plain => kind == LineKind::Table,
                LineKind::Blank => false,
            };
            if ends {
                prepared.push_str(text.get(copied..at).unwrap_or_default());
                added.push(prepared.len());
                prepared.push('\n');
                copied = at;
            }
            if is_sign {
                let sign = line.len() - line.trim_start_matches([' ', '\t', '>']).len();
                let sign = if columns(line) > 0 { sign } else { blank };
                prepared.push_str(text.get(copied..at + sign).unwrap_or_default());
                added.push(prepared.len());
                prepared.push('\\');
                copied = at + sign;
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

/// True if a line begins with a `>` that quotes nothing.
fn is_sign(line: &str) -> bool {
    let after = line.trim_start_matches(BLANK).strip_prefix('>');
    after.is_some_and(|after| after.starts_with(|c: char| !matches!(c, ' ' | '\r' | '\n')))
}

/// The number of columns that a line of dashes gives a table, in a quote too, counted roughly; 0 for any other line.
fn columns(line: &str) -> usize {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let is_dashes = |c: char| matches!(c, '|' | '-' | ':' | ' ' | '\r' | '\n');
    if !line.starts_with(['|', '-', ':']) || !line.contains('-') || !line.chars().all(is_dashes) {
        return 0;
    }
    line.matches('|').count()
}

fn is_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let signs: &[char] = if digits == 0 { &['-', '*', '+'] } else { &['.', ')'] };
    line.get(digits..)
        .and_then(|rest| rest.strip_prefix(signs))
        .is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n']) || rest.is_empty())
}
