//! What comes of a post, between reading its body and wording its answer.
//! Refusals are in `problem`.

use portico_dialects::TranslatedBody;
use portico_store::posting::Accepted;

/// A post that was not refused.
pub(crate) enum AcceptedPost {
    /// A message.
    Message(Accepted),
    /// No message: the event is not worth one, for this reason.
    Ignored(String),
}

/// A body of a dialect, translated.
pub(super) struct Incoming {
    /// What it says.
    pub(super) translated: TranslatedBody,
    /// What an idempotency key belongs to: equal for equal bodies, however they were sent.
    pub(super) identity: String,
}

impl AcceptedPost {
    /// The message, if there is one.
    pub(super) fn message(&self) -> Option<&Accepted> {
        match self {
            Self::Message(accepted) => Some(accepted),
            Self::Ignored(_) => None,
        }
    }
}
