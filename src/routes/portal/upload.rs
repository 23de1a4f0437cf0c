//! A picture that came with a form.
//! Decoding it and bringing it to size stands in `pictures`.

use rocket::fs::TempFile;
use rocket::tokio::io::AsyncReadExt;

use crate::error::{Error, Result};
use crate::models::webhook::Upload;
use crate::pictures;

/// The picture of a file field; none where no file was chosen.
///
/// # Errors
/// When the file, which is here already, can't be read.
pub async fn picture(file: Option<&TempFile<'_>>) -> Result<Upload> {
    let Some(file) = file.filter(|file| file.len() > 0) else {
        return Ok(Ok(None));
    };
    let mut bytes = Vec::new();
    let mut open = file.open().await.map_err(Error::internal)?;
    open.read_to_end(&mut bytes)
        .await
        .map_err(Error::internal)?;
    Ok(pictures::normalise_blocking(bytes).await.map(Some))
}
