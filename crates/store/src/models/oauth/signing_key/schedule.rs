//! When a key signs and when it is published, from the times in the rows alone: every node comes to the same answer.
//! Changing those times is in `rotation`.

use super::{Algorithm, Model, PUBLISHED_AFTER};
use portico_rules::clock::Millis;

/// The use of a key at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Published, so that clients know it when it signs.
    Next,
    /// Signs.
    Signs,
    /// Published, because tokens that it signed may not have expired.
    Published,
    /// Only verifies tokens that are shown to this instance again, such as `id_token_hint`.
    Retired,
    /// Nothing any more.
    Revoked,
}

impl Use {
    /// The name, for the operator.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Signs => "signs",
            Self::Published => "published",
            Self::Retired => "retired",
            Self::Revoked => "revoked",
        }
    }

    /// True if the key is in the key set.
    pub const fn is_published(self) -> bool {
        matches!(self, Self::Next | Self::Signs | Self::Published)
    }
}

impl Model {
    /// The use of this key, one of `all`, at a time.
    pub fn used_for(&self, all: &[Self], now: Millis) -> Use {
        let after = i64::try_from(PUBLISHED_AFTER.as_millis()).unwrap_or(i64::MAX);
        match self.signs_until(all) {
            _ if self.revoked_at.is_some_and(|at| at <= now) => Use::Revoked,
            _ if now < self.signs_from => Use::Next,
            Some(until) if now >= until.saturating_add(after) => Use::Retired,
            Some(until) if now >= until => Use::Published,
            _ => Use::Signs,
        }
    }

    /// When it ends to sign: when a later key of its algorithm begins. None as long as there is none.
    pub fn signs_until(&self, all: &[Self]) -> Option<Millis> {
        all.iter()
            .filter(|other| other.alg == self.alg)
            .filter(|other| (other.signs_from, other.id) > (self.signs_from, self.id))
            // One that was revoked before it signed anything takes no one's place.
            .filter(|other| other.revoked_at.is_none_or(|at| at > other.signs_from))
            .map(|other| other.signs_from)
            .min()
    }

    /// The signature, where it is one that this program knows.
    pub fn algorithm(&self) -> Option<Algorithm> {
        Algorithm::parse(&self.alg)
    }
}
