//! Payloads and edits of webhooks, and the errors of their bodies. The native format and the dialects are read in
//! `portico-dialects`, and posted in `portico-store`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::chat::cards::Card;
use crate::chat::mentions::{AllowedMentions, Mark};
use crate::chat::names;

/// A message to post, checked already (spec section 4.3): by the native payload's rules, or by a dialect's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payload {
    /// The text; empty only where there are cards.
    pub content: String,
    /// Ranges of the text that a dialect decided, in order and apart from each other.
    pub marks: Vec<Mark>,
    /// A name for this message alone.
    pub name: Option<String>,
    /// An avatar for this message alone. Loaded by viewers, never by the server.
    pub avatar_url: Option<String>,
    /// The mentions that may fire.
    pub allowed_mentions: AllowedMentions,
    /// Cards within the limits of [`cards`](crate::chat::cards), none of them empty. Never scanned for mentions.
    pub cards: Vec<Card>,
}

/// A new text. Its mentions never notify; what is allowed decides which of them are looked up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditedText {
    /// The text.
    pub content: String,
    /// Ranges of it that a dialect decided.
    pub marks: Vec<Mark>,
    /// The mentions that are looked up.
    pub allowed_mentions: AllowedMentions,
}

/// An edit, checked already by the rules of a post. A part that is none stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    /// The new text; empty only where the message has cards after the edit.
    pub content: Option<EditedText>,
    /// The new cards; an empty list removes them.
    pub cards: Option<Vec<Card>>,
}

impl Payload {
    /// The same without the marks of its text and cards that are too many on one letter, as [`names::limit_marks`] says. Its
    /// name was checked already.
    #[must_use]
    pub fn with_limited_marks(mut self) -> Self {
        limit_marks(&mut self.content, &mut self.marks);
        self.cards.iter_mut().for_each(Card::limit_marks);
        self
    }
}

impl Edit {
    /// The same without the marks of its text and cards that are too many on one letter.
    #[must_use]
    pub fn with_limited_marks(mut self) -> Self {
        if let Some(text) = &mut self.content {
            limit_marks(&mut text.content, &mut text.marks);
        }
        self.cards.iter_mut().flatten().for_each(Card::limit_marks);
        self
    }
}

/// Limits the combining marks of a text, and moves the ranges that a dialect decided along with it.
fn limit_marks(content: &mut String, marks: &mut [Mark]) {
    let Cow::Owned(limited) = names::limit_marks(content) else {
        return;
    };
    let excess = names::excess_marks(content);
    let mut removed = Vec::with_capacity(excess.len() + 1);
    removed.push(0);
    for range in &excess {
        removed.push(removed.last().unwrap_or(&0) + range.len());
    }
    let moved = |at: usize| at - removed.get(excess.partition_point(|range| range.start < at)).unwrap_or(&0);
    for mark in marks {
        mark.range = moved(mark.range.start)..moved(mark.range.end);
    }
    *content = limited;
}

/// One fault of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BodyError {
    /// Where in the body it lies, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// The header it lies in instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// A sentence that says what to fix.
    pub detail: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::mentions::MentionTarget;

    #[test]
    fn what_a_dialect_decided_moves_along_with_the_text() {
        let tower = format!("a{}", "\u{301}".repeat(9));
        let content = format!("{tower} @all {tower} @<1>");
        let mark = |text: &str, target| {
            let start = content.find(text).unwrap_or_default();
            Mark { range: start..start + text.len(), target: Some(target) }
        };
        let marks = vec![mark("@all", MentionTarget::All), mark("@<1>", MentionTarget::User(1.into()))];
        let payload = Payload { content: content.clone(), marks, ..Payload::default() }.with_limited_marks();
        assert_eq!(payload.content.chars().count(), content.chars().count() - 10);
        let marked: Vec<&str> = payload.marks.iter().map(|mark| &payload.content[mark.range.clone()]).collect();
        assert_eq!(marked, ["@all", "@<1>"]);
    }
}
