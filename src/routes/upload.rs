//! A picture that a form sent, resized.
//! It is read in `form_reader`; storing it is up to the forms.

use rocket::form::Context;
use rocket::http::Status;

use portico_store::pictures::{self, TOO_LARGE};

/// An uploaded file; empty if the field was.
#[derive(Debug, Default)]
pub struct Upload(Vec<u8>);

impl Upload {
    /// A file of these bytes.
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// True if no file was chosen.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Size in bytes.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The uploaded picture as it is stored, if there is one.
    ///
    /// # Errors
    /// The sentence to show beside the field.
    pub async fn picture(self) -> Result<Option<Vec<u8>>, &'static str> {
        if self.0.is_empty() {
            return Ok(None);
        }
        pictures::normalise_blocking(self.0).await.map(Some)
    }

    /// The same as the logo of the instance.
    ///
    /// # Errors
    /// The sentence to show beside the field.
    pub async fn logo(self) -> Result<Option<Vec<u8>>, &'static str> {
        if self.0.is_empty() {
            return Ok(None);
        }
        pictures::logo_blocking(self.0).await.map(Some)
    }
}

/// The sentence for a form that is too large, which only a file can cause. None if the form has another fault.
pub fn too_large(form: &Context<'_>) -> Option<&'static str> {
    (form.status() == Status::PayloadTooLarge).then_some(TOO_LARGE)
}
