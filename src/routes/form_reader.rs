//! The fields of a form, read within limits of size, number and time, before its route sees any of them. The routes
//! interpret them, through `sent_form`.

use rocket::data::{ByteUnit, Data};
use rocket::http::{ContentType, Status};
use rocket::{Request, Route};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::routes::arriving::{self, Terms};
use crate::routes::parts::{PartReader, io_error};
use crate::routes::upload::Upload;
use crate::routes::whole_body::NotWhole;
use crate::security::slow_bodies::BODY_TIMEOUT;
use portico_platform::byte_limiter::RETRY_SECS;
use portico_platform::error::Error;
use portico_store::pictures::MAX_UPLOAD;

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

/// True if a route's form may be larger than most.
pub fn may_be_large(route: &Route) -> bool {
    has_file(route) || LARGE.iter().any(|(path, _)| *path == route.uri.path())
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
pub struct SentFields {
    /// The names and values of its texts, in order.
    pub texts: Vec<(String, String)>,
    /// Its file; empty where none was sent.
    pub upload: Upload,
    /// True if it has a field for a file, chosen or not.
    pub has_file: bool,
    /// Reason it ended before it was complete.
    pub cut_off: Option<multer::Error>,
}

/// Reason a form was not read.
#[derive(Debug)]
pub enum FormReadError {
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
pub async fn read_pairs(
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
pub fn fields(body: &[u8]) -> Result<SentFields, FormReadError> {
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
pub async fn read_parts(
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
            let room = if is_kept { (MAX_UPLOAD + 1).saturating_sub(bytes.len()) } else { 0 };
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
