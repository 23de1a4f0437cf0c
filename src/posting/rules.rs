//! The rules of a message's text, for users and webhooks alike, with the sentences for those who break them.
//! Where the faults are reported is up to the caller.

use validator::ValidationError;

use crate::models::messages::message::MOST_CHARACTERS;
use crate::validation::judge;

/// At least one character is not whitespace.
///
/// # Errors
/// The sentence.
pub fn not_blank(text: &str) -> Result<(), ValidationError> {
    judge(
        !text.trim().is_empty(),
        "The message is blank. Write some text.",
    )
}

/// At most [`MOST_CHARACTERS`] characters.
///
/// # Errors
/// The sentence.
pub fn not_too_long(text: &str) -> Result<(), ValidationError> {
    judge(
        text.chars().count() <= MOST_CHARACTERS,
        "A message can have at most 4,000 characters. Shorten it, or send it as two.",
    )
}

/// Nothing that one of the databases can't store.
///
/// # Errors
/// The sentence.
pub fn storable(text: &str) -> Result<(), ValidationError> {
    judge(
        !text.contains('\0'),
        "A message can’t contain the character U+0000. Remove it.",
    )
}
