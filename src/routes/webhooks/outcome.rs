//! What comes of a post, between reading its body and wording its answer.
//! Refusals are in `problem`.

use crate::dialects::Translated;
use crate::posting::Accepted;

/// A post that was accepted, now or, where it is a replay, before.
pub(crate) struct Stored {
    pub(crate) accepted: Accepted,
    pub(crate) replayed: bool,
}

/// What came of a post that was not refused.
pub(crate) enum Posted {
    /// A message.
    Stored(Stored),
    /// No message: the event is not worth one, for this reason.
    Ignored(String),
}

/// A body of a dialect, translated.
pub(super) struct Incoming {
    /// What it says.
    pub(super) translated: Translated,
    /// What an idempotency key belongs to: the same for the same body, however it was sent.
    pub(super) identity: String,
}

impl Posted {
    /// The message, if there is one.
    pub(super) fn stored(&self) -> Option<&Stored> {
        match self {
            Self::Stored(stored) => Some(stored),
            Self::Ignored(_) => None,
        }
    }

    /// Whether it was posted before.
    pub(super) fn is_replayed(&self) -> bool {
        self.stored().is_some_and(|stored| stored.replayed)
    }
}
