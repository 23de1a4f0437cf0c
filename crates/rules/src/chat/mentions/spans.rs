//! Where the mentions are in a stored message, and cutting its text along them for a page. Mentions are resolved when
//! the message is accepted, and not again.

use serde::{Deserialize, Serialize};

use super::MentionTarget;

/// One mention in the stored text. Offset and length count Unicode scalar values.
///
/// Stored as `[offset,length,"user:42",true]`, since it goes along with every message that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StoredSpan", from = "StoredSpan")]
pub struct Span {
    /// Length of the text before the `@`.
    pub offset: usize,
    /// Length of the mention, `@` included.
    pub length: usize,
    /// Target of the mention.
    pub target: MentionTarget,
    /// True if it notified.
    pub fired: bool,
}

type StoredSpan = (usize, usize, MentionTarget, bool);

impl From<Span> for StoredSpan {
    fn from(span: Span) -> Self {
        (span.offset, span.length, span.target, span.fired)
    }
}

impl From<StoredSpan> for Span {
    fn from((offset, length, target, fired): StoredSpan) -> Self {
        Self { offset, length, target, fired }
    }
}

impl Span {
    /// Cuts `rest`, which follows the first `consumed` characters of the text, into what comes before
    /// the mention, the mention, and what follows; none if the mention is not within.
    fn cut<'t>(&self, rest: &'t str, consumed: usize) -> Option<(&'t str, &'t str, &'t str)> {
        let (before, rest) = rest.split_at(byte_of(rest, self.offset.checked_sub(consumed)?)?);
        let (mention, after) = rest.split_at(byte_of(rest, self.length)?);
        (!mention.is_empty()).then_some((before, mention, after))
    }
}

/// Where in the bytes of `text` the character of this index begins, its end included.
fn byte_of(text: &str, index: usize) -> Option<usize> {
    let starts = text.char_indices().map(|(at, _)| at);
    starts.chain([text.len()]).nth(index)
}

/// The spans as they are stored beside the message; none where the text has no mention.
#[must_use]
pub fn store(spans: &[Span]) -> Option<String> {
    (!spans.is_empty()).then(|| serde_json::to_string(spans).ok())?
}

/// The spans that were stored. An unreadable value is no mention.
#[must_use]
pub fn read(stored: Option<&str>) -> Vec<Span> {
    stored.and_then(|spans| serde_json::from_str(spans).ok()).unwrap_or_default()
}

/// A part of a message: plain text, or a mention to be marked as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece<'t> {
    /// Text on the page, never empty.
    pub text: &'t str,
    /// Target of the text, if it is a mention.
    pub mention: Option<MentionTarget>,
    /// True if the mention notified.
    pub fired: bool,
}

/// Cuts a stored message along its spans; the pieces together are the text again.
///
/// A span outside the text, or overlapping the one before it, becomes plain text.
#[must_use]
pub fn split<'t>(content: &'t str, spans: &[Span]) -> Vec<Piece<'t>> {
    let plain = |text| Piece { text, mention: None, fired: false };
    let mut pieces = Vec::with_capacity(2 * spans.len() + 1);
    let (mut rest, mut consumed) = (content, 0);
    for span in spans {
        let Some((before, text, after)) = span.cut(rest, consumed) else {
            continue;
        };
        pieces.extend((!before.is_empty()).then(|| plain(before)));
        pieces.push(Piece { text, mention: Some(span.target), fired: span.fired });
        (rest, consumed) = (after, span.offset + span.length);
    }
    pieces.extend((!rest.is_empty()).then(|| plain(rest)));
    pieces
}
