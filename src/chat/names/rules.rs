//! The rules of names in the form that `validator` calls. The rules themselves are one level up.

use validator::ValidationError;

use crate::validation::rule;

/// Checks a nickname.
///
/// # Errors
/// The sentence to show.
pub fn nickname(raw: &str) -> Result<(), ValidationError> {
    rule(super::nickname(raw))
}

/// Checks a display name.
///
/// # Errors
/// The sentence to show.
pub fn display_name(raw: &str) -> Result<(), ValidationError> {
    rule(super::display_name(raw))
}
