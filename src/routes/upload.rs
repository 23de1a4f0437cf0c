//! A picture among the fields of a form: read up to its limit, then brought to the one size.
//! Keeping it, and whose it is, stands with the forms.

use rocket::data::ToByteUnit;
use rocket::form::{self, Context, DataField, FromFormField, ValueField};
use rocket::http::Status;

use crate::pictures::{self, LARGEST_UPLOAD, TOO_LARGE};

/// A file that was sent, or none where the field was left empty.
#[derive(Debug, Default)]
pub struct Upload(Vec<u8>);

impl Upload {
    /// The picture that was sent, as it is stored; none where none was.
    ///
    /// # Errors
    /// The sentence to show beside the field.
    pub async fn picture(self) -> Result<Option<Vec<u8>>, &'static str> {
        if self.0.is_empty() {
            return Ok(None);
        }
        pictures::normalise_blocking(self.0).await.map(Some)
    }
}

/// What somebody is told whose form could not be read to its end: only a file makes one so large.
/// None where the form is broken otherwise.
pub fn too_large(form: &Context<'_>) -> Option<&'static str> {
    (form.status() == Status::PayloadTooLarge).then_some(TOO_LARGE)
}

#[rocket::async_trait]
impl<'r> FromFormField<'r> for Upload {
    fn from_value(field: ValueField<'r>) -> form::Result<'r, Self> {
        Ok(Self(field.value.as_bytes().to_vec()))
    }

    async fn from_data(field: DataField<'r, '_>) -> form::Result<'r, Self> {
        // One byte more than is allowed shows that there were too many.
        let limit = LARGEST_UPLOAD.bytes() + 1;
        Ok(Self(
            field.data.open(limit).into_bytes().await?.into_inner(),
        ))
    }

    fn default() -> Option<Self> {
        Some(Self(Vec::new()))
    }
}
