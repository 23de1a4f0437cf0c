//! The fields of a form, read within limits of size, number and time, before its route sees any of them. The routes
//! interpret them, through `sent_form`.

use rocket::data::{ByteUnit, Data};
use rocket::http::{ContentType, Status};
use rocket::{Request, Route};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::byte_limiter::RETRY_SECS;
use crate::routes::arriving::{self, Terms};
use crate::routes::parts::{PartReader, io_error};
use crate::routes::upload::Upload;
use crate::routes::whole_body::NotWhole;
use crate::security::slow_bodies::BODY_TIMEOUT;
use portico_platform::error::Error;
use portico_store::pictures::LARGEST_UPLOAD;

/// The most bytes of a form without a file, and of all texts of one with a file.
pub const MAX_BYTES: ByteUnit = ByteUnit::Kibibyte(64);
/// The most fields of a form.
pub const MAX_FIELDS: usize = 2_048;
/// The most bytes of a field's name.
pub const MAX_NAME: usize = 256;
/// The forms that have more: long texts, and a row for every role and member. Their most bytes are the setting `limits.form`,
/// and this is their most fields.
const LARGE: [(&str, usize); 4] = [
    ("/servers/<server_id>/settings/channels/<channel_id>/grid", 8_192),
    ("/portal/webhooks/<id>/playground", MAX_FIELDS),
    ("/channels/<id>/messages", MAX_FIELDS),
    ("/channels/<id>/messages/<message_id>", MAX_FIELDS),
];
/// The forms that have a file. Only of these is `multipart/form-data` read, up to the setting `limits.data-form`.
const WITH_FILES: [&str; 7] = [
    "/settings/profile",
    "/admin/branding",
    "/portal/apps",
    "/portal/apps/<id>",
    "/portal/webhooks",
    "/portal/webhooks/<id>",
    "/servers/<server_id>/settings/picture",
];
/// The fields that are files.
const FILES: [&str; 3] = ["avatar", "icon", "logo"];

/// True if a route's form has a file.
pub fn has_file(route: &Route) -> bool {
    WITH_FILES.contains(&route.uri.path())
}

/// The most bytes and fields of a form without a file.
fn limits(request: &Request<'_>) -> (ByteUnit, usize) {
    let configured = request.limits().get("form").unwrap_or(MAX_BYTES);
    let path = request.route().map_or("", |route| route.uri.path());
    match LARGE.iter().find(|(large, _)| *large == path) {
        Some((_, fields)) => (configured, *fields),
        None => (configured.min(MAX_BYTES), MAX_FIELDS),
    }
}

/// Fields of a form.
#[derive(Debug, Default)]
pub(super) struct SentFields {
    /// The names and values of its texts, in order.
    pub(super) texts: Vec<(String, String)>,
    /// Its file; empty where none was sent.
    pub(super) upload: Upload,
    /// True if it has a field for a file, chosen or not.
    pub(super) has_file: bool,
    /// Reason it ended before it was complete.
    pub(super) cut_off: Option<multer::Error>,
}

/// Reason a form was not read.
#[derive(Debug)]
pub(super) enum FormReadError {
    /// It has too many bytes or fields.
    TooLarge,
    /// It is no form.
    Malformed,
    /// It is of a kind that this route doesn't read.
    WrongKind,
    /// It did not arrive.
    NotWhole(NotWhole),
}

impl FormReadError {
    /// The status of the refusal, whose text is kept in the request where the status says too little.
    pub(super) fn status(self, request: &Request<'_>) -> Status {
        match self {
            Self::TooLarge | Self::NotWhole(NotWhole::TooLarge) => Status::PayloadTooLarge,
            Self::Malformed => Status::UnprocessableEntity,
            Self::WrongKind => Status::UnsupportedMediaType,
            Self::NotWhole(NotWhole::Broken) => Status::BadRequest,
            Self::NotWhole(NotWhole::TooSlow) => Status::RequestTimeout,
            Self::NotWhole(NotWhole::TooMuch) => Error::TooFast(RETRY_SECS).keep_in(request),
        }
    }
}

/// True if the body of a request says that it is a form.
pub(super) fn is_form(request: &Request<'_>) -> bool {
    request.content_type().is_some_and(|kind| kind.is_form() || kind.is_form_data())
}

/// Reads a form. If a form with a file is cut off, the fields before are kept.
///
/// # Errors
/// [`FormReadError`]; the rest of the body is left unread.
pub(super) async fn read(request: &Request<'_>, data: Data<'_>) -> Result<SentFields, FormReadError> {
    let terms = |max_read| Terms { max_read, max_kept: max_read, within: BODY_TIMEOUT, person: None };
    match request.content_type() {
        Some(kind) if kind.is_form_data() => {
            let boundary = boundary(kind, request)?;
            let max_bytes = request.limits().get("data-form").unwrap_or(MAX_BYTES);
            let stream = arriving::open(request, data, terms(max_bytes + 1));
            read_parts(stream, boundary, max_bytes).await
        }
        _ => {
            let (max_bytes, max_fields) = limits(request);
            let stream = arriving::open(request, data, terms(max_bytes + 1));
            let body = read_pairs(stream, max_bytes, max_fields).await?;
            fields(&body)
        }
    }
}

fn boundary(kind: &ContentType, request: &Request<'_>) -> Result<String, FormReadError> {
    if !request.route().is_some_and(has_file) {
        return Err(FormReadError::WrongKind);
    }
    kind.param("boundary").map(str::to_owned).ok_or(FormReadError::Malformed)
}

/// Reads a URL-encoded body, as far as it has no more fields than it may.
async fn read_pairs(
    mut stream: impl AsyncRead + Unpin,
    max_bytes: ByteUnit,
    max_fields: usize,
) -> Result<Vec<u8>, FormReadError> {
    let mut body = Vec::new();
    let mut fields = 1;
    loop {
        let before = body.len();
        let read = stream.read_buf(&mut body).await.map_err(|err| FormReadError::NotWhole(NotWhole::from(&err)))?;
        if read == 0 {
            return Ok(body);
        }
        fields += body.iter().skip(before).filter(|byte| **byte == b'&').count();
        if fields > max_fields || max_bytes < body.len() as u64 {
            return Err(FormReadError::TooLarge);
        }
    }
}

/// The fields of a URL-encoded body.
fn fields(body: &[u8]) -> Result<SentFields, FormReadError> {
    if std::str::from_utf8(body).is_err() {
        return Err(FormReadError::Malformed);
    }
    let mut sent = SentFields::default();
    for (name, value) in form_urlencoded::parse(body) {
        sent.add(name.into_owned(), value.into_owned())?;
    }
    Ok(sent)
}

/// Reads a form with a file, and keeps of each file what shows that it is too large.
async fn read_parts(
    stream: impl AsyncRead + Send + Unpin,
    boundary: String,
    max_bytes: ByteUnit,
) -> Result<SentFields, FormReadError> {
    let mut form = PartReader::new(stream, boundary, max_bytes.as_u64());
    let mut sent = SentFields::default();
    let (mut count, mut texts) = (0, 0);
    loop {
        let mut part = match form.next().await {
            Ok(Some(part)) => part,
            Ok(None) => return Ok(sent),
            Err(err) => return sent.cut_off(err),
        };
        count += 1;
        if count > MAX_FIELDS {
            return Err(FormReadError::TooLarge);
        }
        let is_file = part.file_name().is_some();
        let is_kept = !is_file || FILES.contains(&part.name());
        sent.has_file |= is_file;
        let mut bytes = Vec::new();
        loop {
            let chunk = match part.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                Err(err) => return sent.cut_off(err),
            };
            if !is_file {
                texts += chunk.len();
                if MAX_BYTES < texts as u64 {
                    return Err(FormReadError::TooLarge);
                }
            }
            let room = if is_kept { (LARGEST_UPLOAD + 1).saturating_sub(bytes.len()) } else { 0 };
            bytes.extend_from_slice(chunk.get(..room.min(chunk.len())).unwrap_or_default());
        }
        if !is_file {
            let text = String::from_utf8(bytes).map_err(|_| FormReadError::Malformed)?;
            sent.add(part.name().to_owned(), text)?;
        } else if is_kept {
            sent.upload = Upload::new(bytes);
        }
    }
}

impl SentFields {
    fn add(&mut self, name: String, text: String) -> Result<(), FormReadError> {
        if name.len() > MAX_NAME {
            return Err(FormReadError::Malformed);
        }
        // A program that doesn't know better sends a picture's field as a text.
        if FILES.contains(&name.as_str()) {
            self.upload = Upload::new(text.into_bytes());
        } else {
            self.texts.push((name, text));
        }
        Ok(())
    }

    /// The fields of a form that ended too early, unless it could not be read at all.
    fn cut_off(mut self, err: multer::Error) -> Result<Self, FormReadError> {
        match io_error(&err).map(NotWhole::from) {
            Some(NotWhole::Broken) | None => {
                self.cut_off = Some(err);
                Ok(self)
            }
            Some(fault) => Err(FormReadError::NotWhole(fault)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::pin::Pin;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll};

    use tokio::io::{self, ReadBuf};

    use super::*;

    /// A body that counts how much of it was read, at most one KiB at a time.
    struct CountedReader<'b> {
        rest: &'b [u8],
        read: &'b AtomicUsize,
    }

    impl AsyncRead for CountedReader<'_> {
        fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            let (piece, rest) = self.rest.split_at(self.rest.len().min(buffer.remaining()).min(1_024));
            buffer.put_slice(piece);
            self.rest = rest;
            self.read.fetch_add(piece.len(), Ordering::Relaxed);
            Poll::Ready(Ok(()))
        }
    }

    async fn pairs(body: &[u8], max_fields: usize) -> (Result<SentFields, FormReadError>, usize) {
        let read = AtomicUsize::new(0);
        let body = read_pairs(CountedReader { rest: body, read: &read }, ByteUnit::Kibibyte(256), max_fields).await;
        (body.and_then(|body| fields(&body)), read.into_inner())
    }

    async fn parts(body: &[u8]) -> (Result<SentFields, FormReadError>, usize) {
        let read = AtomicUsize::new(0);
        let sent = read_parts(CountedReader { rest: body, read: &read }, "x".into(), ByteUnit::Mebibyte(6)).await;
        (sent, read.into_inner())
    }

    fn part(name: &str, text: &str) -> String {
        format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
    }

    fn file(name: &str, bytes: usize) -> String {
        let content = "a".repeat(bytes);
        format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a\"\r\n\r\n{content}\r\n")
    }

    /// Shows: faults.large-forms
    #[tokio::test]
    async fn a_form_is_read_no_further_than_the_field_that_is_too_many() {
        let body = |count: usize| (0..count).map(|number| format!("a{number}&")).collect::<String>();
        let (sent, _) = pairs(body(99).as_bytes(), 100).await;
        assert_eq!(sent.unwrap().texts.len(), 99);
        let (refused, read) = pairs(body(52_000).as_bytes(), 100).await;
        assert!(matches!(refused, Err(FormReadError::TooLarge)));
        assert!(read <= 1_024, "{read}");
    }

    /// Shows: faults.large-forms
    #[tokio::test]
    async fn a_form_with_files_of_too_many_fields_is_refused() {
        let (sent, _) = parts((part("a", "").repeat(MAX_FIELDS) + "--x--").as_bytes()).await;
        assert_eq!(sent.unwrap().texts.len(), MAX_FIELDS);
        let (refused, _) = parts(part("a", "").repeat(80_000).as_bytes()).await;
        assert!(matches!(refused, Err(FormReadError::TooLarge)));
    }

    /// Shows: faults.large-forms
    #[tokio::test]
    async fn a_text_without_an_end_among_files_is_cut_off() {
        let body = part("name", &"a".repeat(5 << 20));
        let (refused, read) = parts(body.as_bytes()).await;
        assert!(matches!(refused, Err(FormReadError::TooLarge)));
        assert!(read < 256 * 1024, "{read}");
    }

    /// Shows: faults.large-forms
    #[tokio::test]
    async fn a_name_of_a_field_has_a_limit() {
        let named = |bytes: usize| "[".repeat(bytes) + "=a";
        assert!(pairs(named(MAX_NAME).as_bytes(), 10).await.0.is_ok());
        assert!(matches!(pairs(named(MAX_NAME + 1).as_bytes(), 10).await.0, Err(FormReadError::Malformed)));
        let (refused, _) = parts((part(&".".repeat(MAX_NAME + 1), "") + "--x--").as_bytes()).await;
        assert!(matches!(refused, Err(FormReadError::Malformed)));
    }

    #[tokio::test]
    async fn fields_are_kept_in_order_and_decoded_once() {
        let (sent, _) = pairs(b"a=1+2%2520&&b&a=%c3%a9", 10).await;
        let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(sent.unwrap().texts, [text("a", "1 2%20"), text("b", ""), text("a", "é")]);
    }

    #[tokio::test]
    async fn a_file_is_kept_up_to_the_byte_that_makes_it_too_large() {
        for (bytes, kept) in [(LARGEST_UPLOAD, LARGEST_UPLOAD), (LARGEST_UPLOAD + 2, LARGEST_UPLOAD + 1)] {
            let (sent, _) = parts((part("name", "n") + &file("avatar", bytes) + "--x--").as_bytes()).await;
            let sent = sent.unwrap();
            assert_eq!((sent.upload.len(), sent.has_file, sent.texts.len()), (kept, true, 1));
        }
        let (sent, _) = parts((file("other", 100) + "--x--").as_bytes()).await;
        assert_eq!(sent.unwrap().upload.len(), 0);
    }

    #[tokio::test]
    async fn of_a_form_that_is_cut_off_the_fields_before_are_kept() {
        let body = part("name", "n") + &file("avatar", 7 << 20);
        let (sent, _) = parts(body.as_bytes()).await;
        let sent = sent.unwrap();
        assert_eq!(sent.texts.len(), 1);
        assert!(matches!(sent.cut_off, Some(multer::Error::StreamSizeExceeded { .. })));
    }
}
