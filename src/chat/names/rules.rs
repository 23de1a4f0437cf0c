//! The rules of names as `validator` calls them. What they say is decided one level up.

use validator::ValidationError;

use crate::validation::rule;

/// Judges a nickname.
///
/// # Errors
/// The sentence to show.
pub fn nickname(raw: &str) -> Result<(), ValidationError> {
    rule(super::nickname(raw))
}

/// Judges a display name.
///
/// # Errors
/// The sentence to show.
pub fn display_name(raw: &str) -> Result<(), ValidationError> {
    rule(super::display_name(raw))
}
