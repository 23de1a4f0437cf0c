//! The code points allowed in names: visible ones, and the few that change how others look. The rules of each kind of
//! name are one level up.

use std::borrow::Cow;
use std::ops::Range;

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_canonical;

use super::NameError;
use crate::steps;

/// The most marks on one letter, of a name or in a message: the bound of UTS #39, section 5.4, on nonspacing marks. More would cover the lines above and
/// below.
const MAX_MARKS: usize = 4;

/// Categories that are invisible, or look different to different readers: controls, formats, private use,
/// unassigned code points, and line breaks.
const HIDDEN: GeneralCategoryGroup = GeneralCategoryGroup::Other
    .union(GeneralCategoryGroup::LineSeparator)
    .union(GeneralCategoryGroup::ParagraphSeparator);

/// Marks above or below the letter before them.
const STACKED: GeneralCategoryGroup = GeneralCategoryGroup::NonspacingMark.union(GeneralCategoryGroup::EnclosingMark);

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// True if a code point is never shown by itself, by its category or as Default_Ignorable_Code_Point.
pub fn is_hidden(c: char) -> bool {
    // By far the most common case, without table look-ups.
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    HIDDEN.contains(category(c)) || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// White space, and symbols and letters with an empty glyph.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            // Braille blank, object replacement, musical null notehead, hieroglyphic blanks, Khitan filler.
            '\u{2800}' | '\u{FFFC}' | '\u{1D159}' | '\u{13441}' | '\u{13442}' | '\u{16FE4}'
        )
}

/// True if a code point is visible; a mark is visible on the letter before it.
fn is_visible(c: char) -> bool {
    !is_hidden(c) && !is_blank(c)
}

/// True if a text has anything visible: a letter, a digit or a symbol. A mark alone is none.
pub(super) fn is_seen(text: &str) -> bool {
    text.chars().any(|c| is_visible(c) && !GeneralCategoryGroup::Mark.contains(category(c)))
}

/// Categories of which a text shows nothing.
const WITHOUT_GLYPH: GeneralCategoryGroup = GeneralCategoryGroup::Control
    .union(GeneralCategoryGroup::Format)
    .union(GeneralCategoryGroup::LineSeparator)
    .union(GeneralCategoryGroup::ParagraphSeparator);

/// True if a message's text shows anything. It may consist of what a name may not: a mark alone, and private-use and
/// unassigned code points, among which are the icons of some fonts and the newest emoji.
pub fn has_visible(text: &str) -> bool {
    text.chars().any(|c| {
        if c.is_ascii() {
            return c.is_ascii_graphic();
        }
        !is_blank(c)
            && !WITHOUT_GLYPH.contains(category(c))
            && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
    })
}

/// A decimal digit of any script.
pub(super) fn is_digit(c: char) -> bool {
    category(c) == GeneralCategory::DecimalNumber
}

/// The problem with the characters of one line: hidden ones, or too many marks on one letter.
///
/// U+200C and U+200D are allowed between visible characters, U+FE0E and U+FE0F after one: Persian and emoji need them.
pub(super) fn fault(line: &str) -> Option<NameError> {
    if line.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return None;
    }
    if has_hidden(line) {
        return Some("Remove control and invisible characters.");
    }
    let mut marks = 0;
    let mut marks_in_a_row = line.nfd().map(|c| {
        marks = marks_after(marks, c);
        marks
    });
    marks_in_a_row.any(|marks| marks > MAX_MARKS).then_some("Use at most four accents or marks on one letter.")
}

/// The marks on the present letter after this character, which follows `marks` of them. Invisible characters, such as
/// joiners, begin no letter.
fn marks_after(marks: usize, c: char) -> usize {
    if c.is_ascii() {
        return 0;
    }
    let is_mark = |c| STACKED.contains(category(c));
    let mut own = 0;
    decompose_canonical(c, |part| own += usize::from(is_mark(part)));
    if is_mark(c) || is_hidden(c) { marks + own } else { own }
}

/// A text without the marks that are too many for a name: each letter keeps its first ones. Linear.
#[must_use]
pub fn limit_marks(text: &str) -> Cow<'_, str> {
    let excess = excess_marks(text);
    if excess.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut excess = excess.iter().peekable();
    let kept = text.char_indices().filter(|(at, _)| excess.next_if(|range| range.start == *at).is_none());
    Cow::Owned(kept.map(|(_, c)| c).collect())
}

/// Where the marks are, in bytes, that [`limit_marks`] leaves out. In order, a range for each.
#[must_use]
pub fn excess_marks(text: &str) -> Vec<Range<usize>> {
    if text.is_ascii() {
        return Vec::new();
    }
    steps::count(text.len());
    let mut marks = 0;
    let excess = text.char_indices().filter(|&(_, c)| {
        let after = marks_after(marks, c);
        let is_too_many = after > MAX_MARKS && STACKED.contains(category(c));
        if !is_too_many {
            marks = after;
        }
        is_too_many
    });
    excess.map(|(at, c)| at..at + c.len_utf8()).collect()
}

/// The code point before the one that is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PreviousChar {
    Nothing,
    Visible,
    /// A visible one with its variation selector.
    Selected,
}

fn has_hidden(line: &str) -> bool {
    let mut before = PreviousChar::Nothing;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        before = match c {
            '\u{200C}' | '\u{200D}'
                if before != PreviousChar::Nothing && rest.peek().copied().is_some_and(is_visible) =>
            {
                PreviousChar::Nothing
            }
            '\u{FE0E}' | '\u{FE0F}' if before == PreviousChar::Visible => PreviousChar::Selected,
            c if is_hidden(c) => return true,
            c if is_blank(c) => PreviousChar::Nothing,
            _ => PreviousChar::Visible,
        };
    }
    false
}
