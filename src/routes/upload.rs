//! A picture among the fields of a form: read up to its limit, and resized.
//! Storing it is up to the forms.

use rocket::data::ToByteUnit;
use rocket::form::{self, Context, DataField, FromFormField, ValueField};
use rocket::http::Status;

use portico_store::pictures::{self, LARGEST_UPLOAD, TOO_LARGE};

/// An uploaded file; empty if the field was.
#[derive(Debug, Default)]
pub struct Upload(Vec<u8>);

impl Upload {
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

#[rocket::async_trait]
impl<'r> FromFormField<'r> for Upload {
    fn from_value(field: ValueField<'r>) -> form::Result<'r, Self> {
        Ok(Self(field.value.as_bytes().to_vec()))
    }

    async fn from_data(field: DataField<'r, '_>) -> form::Result<'r, Self> {
        // One byte more than allowed shows that the file is too large.
        let limit = LARGEST_UPLOAD.bytes() + 1;
        Ok(Self(field.data.open(limit).into_bytes().await?.into_inner()))
    }

    fn default() -> Option<Self> {
        Some(Self(Vec::new()))
    }
}
