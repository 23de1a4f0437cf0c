//! The words of what is sent to people rather than shown on a page: text messages and notifications. The application has them in
//! each language, and sets them before it serves.

use std::fmt;
use std::sync::OnceLock;

use portico_platform::error::{Error, Result};
use portico_rules::language::Language;

/// Formats the message with a key, in a language, with arguments by their names; none if there is no such message.
type Format = dyn Fn(&Language, &str, &[(&str, &str)]) -> Option<String> + Send + Sync;

/// The words, once they are set.
#[derive(Default)]
pub struct Wording(OnceLock<Box<Format>>);

impl fmt::Debug for Wording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Wording").finish_non_exhaustive()
    }
}

impl Wording {
    /// Sets the words; what was set first stays.
    pub fn set(&self, format: impl Fn(&Language, &str, &[(&str, &str)]) -> Option<String> + Send + Sync + 'static) {
        self.0.get_or_init(|| Box::new(format));
    }

    /// The message with this key.
    ///
    /// # Errors
    /// [`Error::Internal`] where no words are set, or none for the key.
    pub fn message(&self, language: &Language, key: &str, arguments: &[(&str, &str)]) -> Result<String> {
        let message = self.0.get().and_then(|format| format(language, key, arguments));
        message.ok_or_else(|| Error::internal(format!("there are no words for {key}")))
    }
}
