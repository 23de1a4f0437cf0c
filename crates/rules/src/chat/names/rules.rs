//! The rules of names in the form that `validator` calls. The rules themselves are one level up.

use validator::ValidationError;

use super::NameError;
use crate::validation::rule;

/// The present names of what a form edits. They stay valid even if the rules have changed, so that the other fields of the
/// form can be saved. A form that creates something has none.
#[derive(Debug, Clone, Copy, Default)]
pub struct CurrentNames<'a> {
    /// The nickname.
    pub nickname: Option<&'a str>,
    /// The name, or the display name.
    pub name: Option<&'a str>,
    /// The topic or the description.
    pub text: Option<&'a str>,
}

/// Checks a nickname.
pub fn nickname(raw: &str) -> Result<(), ValidationError> {
    rule(super::nickname(raw))
}

/// Checks a display name.
pub fn display_name(raw: &str) -> Result<(), ValidationError> {
    rule(super::display_name(raw))
}

/// Checks a nickname, which may be the present one.
pub fn changed_nickname(raw: &str, present: &CurrentNames<'_>) -> Result<(), ValidationError> {
    changed(raw, present.nickname, super::nickname)
}

/// Checks a display name, which may be the present one.
pub fn changed_display_name(raw: &str, present: &CurrentNames<'_>) -> Result<(), ValidationError> {
    changed(raw, present.name, super::display_name)
}

/// Checks the name of a channel, which may be the present one.
pub fn changed_channel_name(raw: &str, present: &CurrentNames<'_>) -> Result<(), ValidationError> {
    changed(raw, present.name, super::channel_name)
}

/// Checks the topic of a channel, which may be the present one.
pub fn changed_topic(raw: &str, present: &CurrentNames<'_>) -> Result<(), ValidationError> {
    changed(raw, present.text, super::topic)
}

/// Checks the name of a role, which may be the present one.
pub fn changed_role_name(raw: &str, present: &CurrentNames<'_>) -> Result<(), ValidationError> {
    changed(raw, present.name, super::role_name)
}

/// Checks the description of an app, which may be the present one.
pub fn changed_description(raw: &str, present: &CurrentNames<'_>) -> Result<(), ValidationError> {
    changed(raw, present.text, super::description)
}

fn changed(
    raw: &str,
    present: Option<&str>,
    new: fn(&str) -> Result<String, NameError>,
) -> Result<(), ValidationError> {
    rule(super::changed(raw, present, new))
}
