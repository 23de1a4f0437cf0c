//! The rules of a message's text, for users and webhooks alike, with the sentences for those who break them.
//! Where the faults are reported is up to the caller.

use validator::ValidationError;

use crate::chat::names;
use crate::validation::validate;

/// The most characters of a message as it is sent. A resolved `@<id>` may make the stored one longer.
pub const MAX_CHARACTERS: usize = 4_000;

/// At least one character is visible.
pub fn not_blank(text: &str) -> Result<(), ValidationError> {
    validate(names::has_visible(text), "The message is blank. Write some text.")
}

const TOO_LONG: &str = "A message can have at most 4,000 characters. Shorten it, or send it as two.";

/// At most [`MAX_CHARACTERS`] characters.
pub fn not_too_long(text: &str) -> Result<(), ValidationError> {
    validate(text.chars().count() <= MAX_CHARACTERS, TOO_LONG)
}

/// The most characters of an edited text. A stored text may have more than [`MAX_CHARACTERS`], because nicknames took the
/// place of ids: then it can be saved again, but not made longer.
#[derive(Debug, Clone, Copy)]
pub struct EditLimit(usize);

impl EditLimit {
    /// The limit for the edit of a message whose text is `present`.
    #[must_use]
    pub fn for_text(present: &str) -> Self {
        Self(present.chars().count().max(MAX_CHARACTERS))
    }
}

/// At most as many characters as an edit may have.
pub fn within(text: &str, limit: &EditLimit) -> Result<(), ValidationError> {
    validate(text.chars().count() <= limit.0, TOO_LONG)
}

/// Nothing that one of the databases can't store.
pub fn storable(text: &str) -> Result<(), ValidationError> {
    validate(!text.contains('\0'), "A message can’t contain the character U+0000. Remove it.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_may_be_as_long_as_the_text_that_it_replaces() {
        for (present, fits) in [(0, 4_000), (4_000, 4_000), (4_001, 4_001), (4_240, 4_240)] {
            let limit = EditLimit::for_text(&"é".repeat(present));
            assert!(within(&"é".repeat(fits), &limit).is_ok(), "{present}");
            assert!(within(&"é".repeat(fits + 1), &limit).is_err(), "{present}");
        }
    }
}
