//! Uploaded files as bytes.
//! What is made of a picture stands in `pictures`.

use rocket::fs::TempFile;
use rocket::tokio::io::AsyncReadExt;

use crate::error::{Error, Result};

/// The bytes of a file field; none where nothing was chosen.
///
/// # Errors
/// When the file can't be read back.
pub async fn bytes(file: &Option<TempFile<'_>>) -> Result<Option<Vec<u8>>> {
    // A browser sends an empty file for a field left alone.
    let Some(file) = file.as_ref().filter(|file| file.len() > 0) else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let mut stream = file.open().await.map_err(Error::internal)?;
    stream
        .read_to_end(&mut bytes)
        .await
        .map_err(Error::internal)?;
    Ok(Some(bytes))
}
