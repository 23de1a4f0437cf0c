//! The parts of a `multipart/form-data` body, read piece by piece. Callers interpret the parts.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use multer::bytes::Bytes;
use multer::{Constraints, Field, Multipart, SizeLimit};
use rocket::futures::stream::{self, Stream};
use tokio::io::{self, AsyncRead, AsyncReadExt};
use tokio::task::yield_now;

/// The most bytes that are read for one piece of a form, such as the headers of a part.
pub const READ_AHEAD: usize = 64 * 1024;
/// Bytes of a form that are read at a time.
pub const CHUNK: usize = 16 * 1024;

/// A form whose parts are read one after the other.
pub(super) struct PartReader<'s> {
    form: Multipart<'s>,
    unparsed: Arc<AtomicUsize>,
}

/// A part, of which the pieces are read one after the other.
pub(super) struct MultipartPart<'s> {
    field: Field<'s>,
    unparsed: Arc<AtomicUsize>,
}

impl<'s> PartReader<'s> {
    /// Reads a form of at most `max_bytes`, whose parts are separated by `boundary`.
    pub(super) fn new(stream: impl AsyncRead + Send + Unpin + 's, boundary: String, max_bytes: u64) -> Self {
        let unparsed = Arc::new(AtomicUsize::new(0));
        let limits = SizeLimit::new().whole_stream(max_bytes);
        let chunks = chunks(stream, Arc::clone(&unparsed));
        let form = Multipart::with_constraints(chunks, boundary, Constraints::new().size_limit(limits));
        Self { form, unparsed }
    }

    /// The next part; none after the last.
    ///
    /// # Errors
    /// The form is malformed or too large, or could not be read: see [`io_error`].
    pub(super) async fn next(&mut self) -> multer::Result<Option<MultipartPart<'s>>> {
        let field = self.form.next_field().await?;
        self.unparsed.store(0, Ordering::Relaxed);
        Ok(field.map(|field| MultipartPart { field, unparsed: Arc::clone(&self.unparsed) }))
    }
}

impl MultipartPart<'_> {
    /// The name of its field; empty where it has none.
    pub(super) fn name(&self) -> &str {
        self.field.name().unwrap_or_default()
    }

    /// The name of the file that it is; none for a text.
    pub(super) fn file_name(&self) -> Option<&str> {
        self.field.file_name()
    }

    /// The charset that its own type names.
    pub(super) fn charset(&self) -> Option<&str> {
        Some(self.field.content_type()?.get_param("charset")?.as_str())
    }

    /// The next piece; none after the last.
    ///
    /// # Errors
    /// As [`PartReader::next`].
    pub(super) async fn chunk(&mut self) -> multer::Result<Option<Bytes>> {
        let chunk = self.field.chunk().await?;
        self.unparsed.store(0, Ordering::Relaxed);
        Ok(chunk)
    }
}

/// The error of reading the body, if it caused the error of a form.
pub(super) fn io_error(err: &multer::Error) -> Option<&io::Error> {
    err.source().and_then(|source| source.downcast_ref())
}

/// The stream in chunks. The parser reads until a read would block, so each chunk waits once: it parses one chunk before it
/// reads the next. The stream ends with an error where the parser holds more than [`READ_AHEAD`] unparsed bytes.
fn chunks(
    stream: impl AsyncRead + Send + Unpin,
    unparsed: Arc<AtomicUsize>,
) -> impl Stream<Item = io::Result<Vec<u8>>> + Send {
    stream::unfold(stream, move |mut stream| {
        let unparsed = Arc::clone(&unparsed);
        async move {
            yield_now().await;
            let mut chunk = vec![0; CHUNK];
            match stream.read(&mut chunk).await {
                Ok(0) => None,
                Ok(read) => {
                    chunk.truncate(read);
                    let held = unparsed.fetch_add(read, Ordering::Relaxed) + read;
                    let chunk =
                        if held > READ_AHEAD + CHUNK { Err(io::ErrorKind::InvalidData.into()) } else { Ok(chunk) };
                    Some((chunk, stream))
                }
                Err(err) => Some((Err(err), stream)),
            }
        }
    })
}
