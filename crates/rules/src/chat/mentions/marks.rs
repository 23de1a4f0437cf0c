//! Ranges of a text that were decided before the scan: mentions in another dialect's syntax, and text that is none.
//! The scan around them is in `scan`.

use std::ops::Range;

use super::MentionTarget;

/// A range of a text, in bytes, that [`scan_marked`](super::scan_marked) takes as it is. No mention found by its looks
/// begins in one, reaches into one or sees the characters beyond its edges. Marks are in order and don't overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where it is. The text there is `@all`, `@<id>` or `@role_id` for a mention, any other text for none.
    pub range: Range<usize>,
    /// Target of the mention; none for text that mentions nothing, such as an unescaped `<`.
    pub target: Option<MentionTarget>,
}
