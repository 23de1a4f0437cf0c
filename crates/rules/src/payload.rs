//! Payloads and edits of webhooks, and the errors of their bodies. The native format and the dialects are read in
//! `portico-dialects`, and posted in `portico-store`.

use serde::{Deserialize, Serialize};

use crate::chat::cards::Card;
use crate::chat::mentions::{AllowedMentions, Mark};

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
