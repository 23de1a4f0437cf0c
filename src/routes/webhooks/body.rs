//! Reading bodies: whole, or part by part, within limits of size and time.
//! Their content is not looked at here.

use std::fmt;
use std::time::Duration;

use encoding_rs::{Encoding, UTF_8};
use rocket::data::{ByteUnit, Data};
use rocket::request::Request;
use serde_json::{Map, Value};
use tokio::io::{self, AsyncRead, AsyncReadExt};

use super::Problem;
use crate::routes::arriving::{self, Terms};
use crate::routes::parts::{MultipartPart, PartReader, READ_AHEAD, io_error};
use crate::routes::whole_body::{self, NotWhole};
use portico_dialects::body::DroppedFile;
use portico_dialects::lenient_json;
use portico_platform::byte_limiter::RETRY_SECS;
use portico_rules::ids::UserId;
use portico_rules::payload::BodyError;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a body of several mebibytes may take to arrive.
const LARGE_BODY_TIMEOUT: Duration = Duration::from_secs(60);
/// The most bytes that are read of any body, and then only to drop them.
pub(super) const MAX_READ: ByteUnit = ByteUnit::Mebibyte(25);
/// The most bytes of a text among the parts of a form.
pub const MAX_TEXT: usize = 64 * 1024;
/// The most bytes of all texts of a form.
pub const MAX_TEXTS: usize = 1024 * 1024;
/// The most parts of a form.
pub const MAX_PARTS: usize = 100;
/// The content codings that compress (RFC 9110 section 8.4.1). Scripts also name a charset there, and send it as it is.
const COMPRESSIONS: [&str; 7] = ["gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress"];

/// A body that was read to its end.
pub(super) enum Body {
    /// Within its limit.
    Whole(Vec<u8>),
    /// Larger. Only its size is known.
    TooLarge(u64),
}

/// The whole body, of at most `largest` bytes, in UTF-8 if its type names a charset. It counts towards what `person` has in flight, who answers for it.
pub(super) async fn read(
    request: &Request<'_>,
    data: Data<'_>,
    largest: ByteUnit,
    person: Option<UserId>,
) -> Result<Vec<u8>, Problem> {
    if announced(request).is_some_and(|length| largest < length) {
        return Err(Problem::too_large(largest));
    }
    let encoding = encoding(request)?;
    let read = whole_body::read(request, data, largest, BODY_TIMEOUT, person).await;
    Ok(in_utf8(request, encoding, read.map_err(|fault| not_whole(fault, largest))?))
}

/// The encoding that the request's `Content-Type` names by a label of the Encoding Standard; UTF-8 where it names none.
///
/// # Errors
/// The refusal of a label that is none.
fn encoding(request: &Request<'_>) -> Result<&'static Encoding, Problem> {
    let content_type = request.headers().get_one("Content-Type").unwrap_or_default();
    let mut parameters = content_type.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let charset = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    encoding_named(charset.map(|(_, label)| label.trim().trim_matches('"')))
}

fn encoding_named(label: Option<&str>) -> Result<&'static Encoding, Problem> {
    match label.filter(|label| !label.trim().is_empty()) {
        None => Ok(UTF_8),
        Some(label) => Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(Problem::unknown_charset),
    }
}

/// A body of this encoding in UTF-8. What a form percent-encodes is decoded by it too. A body that is in UTF-8 stays the
/// same bytes. Linear.
fn in_utf8(request: &Request<'_>, encoding: &'static Encoding, body: Vec<u8>) -> Vec<u8> {
    if encoding == UTF_8 {
        return body;
    }
    let content_type = request.headers().get_one("Content-Type").unwrap_or_default();
    if !is_form(content_type) || matches!(body.trim_ascii_start().first(), Some(b'{' | b'[')) {
        return encoding.decode(&body).0.into_owned().into_bytes();
    }
    let decode = |text: &[u8]| {
        let spaced: Vec<u8> = text.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        let bytes: Vec<u8> = percent_encoding::percent_decode(&spaced).collect();
        encoding.decode(&bytes).0.into_owned()
    };
    let mut form = form_urlencoded::Serializer::new(String::with_capacity(body.len()));
    for field in body.split(|byte| *byte == b'&').filter(|field| !field.is_empty()) {
        let (name, value) = match field.iter().position(|byte| *byte == b'=') {
            Some(at) => (field.get(..at), field.get(at + 1..)),
            None => (Some(field), None),
        };
        form.append_pair(&decode(name.unwrap_or_default()), &decode(value.unwrap_or_default()));
    }
    form.finish().into_bytes()
}

fn not_whole(fault: NotWhole, largest: ByteUnit) -> Problem {
    match fault {
        NotWhole::TooLarge => Problem::too_large(largest),
        NotWhole::Broken => Problem::broken_body(),
        NotWhole::TooSlow => Problem::too_slow(),
        NotWhole::TooMuch => Problem::too_fast(RETRY_SECS),
    }
}

/// The whole body, of at most `largest` bytes, from a sender that gets an answer to a larger one as well, up to
/// [`MAX_READ`]. That one is read to its end, so that the sender sees the answer.
pub(super) async fn read_or_drop(
    request: &Request<'_>,
    data: Data<'_>,
    largest: ByteUnit,
    person: Option<UserId>,
) -> Result<Body, Problem> {
    if announced(request).is_some_and(|length| MAX_READ < length) {
        return Err(Problem::too_large(MAX_READ));
    }
    let encoding = encoding(request)?;
    let reading = async {
        let mut stream = arriving::open(request, data, large(largest, person));
        let mut body = Vec::new();
        let whole = largest.as_u64();
        (&mut stream).take(whole + 1).read_to_end(&mut body).await?;
        let read = body.len() as u64;
        if read <= whole {
            return Ok(Body::Whole(body));
        }
        drop(body);
        Ok(Body::TooLarge(read + io::copy(&mut stream, &mut io::sink()).await?))
    };
    let read: io::Result<Body> = reading.await;
    match read {
        Ok(Body::TooLarge(size)) if MAX_READ < size => Err(Problem::too_large(MAX_READ)),
        Ok(Body::Whole(body)) => Ok(Body::Whole(in_utf8(request, encoding, body))),
        Ok(body) => Ok(body),
        Err(err) => Err(not_whole(NotWhole::from(&err), largest)),
    }
}

/// How a body may arrive that is read up to [`MAX_READ`], and of which no more than `kept` is in memory.
fn large(kept: ByteUnit, person: Option<UserId>) -> Terms {
    Terms { max_read: MAX_READ + 1, max_kept: kept + 1, within: LARGE_BODY_TIMEOUT, person }
}

/// Refuses a body that its headers call compressed. Compressed bodies are never unpacked: a small one could become very
/// large.
pub(super) fn refuse_compressed(request: &Request<'_>) -> Result<(), Problem> {
    let mut codings = request.headers().get("Content-Encoding");
    let is_compressed = codings.any(|codings| {
        codings.split(',').any(|coding| {
            let coding = coding.trim();
            COMPRESSIONS.iter().any(|known| known.eq_ignore_ascii_case(coding))
        })
    });
    if is_compressed { Err(Problem::compressed()) } else { Ok(()) }
}

fn announced(request: &Request<'_>) -> Option<u64> {
    let length = request.headers().get_one("Content-Length")?;
    length.parse().ok()
}

/// The parts of a form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UploadParts {
    /// The texts by the names of their fields, in order.
    pub(super) fields: Vec<(String, String)>,
    /// The names and the sizes in bytes of files, in order. Their bytes are dropped.
    pub(super) files: Vec<(String, u64)>,
    /// How many bytes the body had, without what is around its parts.
    pub(super) bytes: u64,
}

impl UploadParts {
    /// The files.
    pub(super) fn into_files(self) -> Vec<DroppedFile> {
        self.files.into_iter().map(|(name, size)| DroppedFile { name, size }).collect()
    }
}

/// A body that must be a JSON object.
pub(super) fn object(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    object_of(lenient_json::parse(body))
}

/// As [`object`], with line breaks and tabs in its texts as they are, unescaped: scripts send them to Slack.
pub(super) fn object_with_line_breaks(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    object_of(lenient_json::parse_with_line_breaks(body))
}

fn object_of(parsed: Result<Value, String>) -> Result<Map<String, Value>, Problem> {
    let fault = |detail: String| Problem::invalid_json(BodyError { pointer: String::new(), header: None, detail });
    match parsed.map_err(fault)? {
        Value::Object(object) => Ok(object),
        _ => Err(fault("The body must be a JSON object.".into())),
    }
}

/// The form as text, the same whatever separated its parts.
impl fmt::Display for UploadParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, text) in &self.fields {
            writeln!(f, "{name}={text}")?;
        }
        for (name, size) in &self.files {
            writeln!(f, "{name}: {size} bytes")?;
        }
        Ok(())
    }
}

/// True if a `Content-Type` announces a URL-encoded form.
pub(super) fn is_form(content_type: &str) -> bool {
    essence(content_type).eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// The boundary between the parts, where a `Content-Type` announces `multipart/form-data`. Without one, it is empty.
pub(super) fn boundary(content_type: &str) -> Option<String> {
    essence(content_type)
        .eq_ignore_ascii_case("multipart/form-data")
        .then(|| multer::parse_boundary(content_type).unwrap_or_default())
}

fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

/// The first field of this name in a URL-encoded form.
pub(super) fn form_field(body: &[u8], name: &str) -> Option<String> {
    form_urlencoded::parse(body).find_map(|(known, value)| (known == name).then(|| storable(&value)))
}

/// The fields of a URL-encoded form, in order.
///
/// # Errors
/// The refusal of a form of too many.
pub fn form_fields(body: &[u8]) -> Result<Vec<(String, String)>, Problem> {
    let fields: Vec<_> = form_urlencoded::parse(body)
        .take(MAX_PARTS + 1)
        .map(|(name, value)| (storable(&name), storable(&value)))
        .collect();
    if fields.len() > MAX_PARTS {
        return Err(too_many_parts());
    }
    Ok(fields)
}

/// Not every database can keep U+0000.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// Reads `multipart/form-data`, at most [`MAX_READ`] bytes, and keeps its texts alone. They count towards what `person` has in
/// flight, who answers for them.
pub(super) async fn read_parts(
    request: &Request<'_>,
    data: Data<'_>,
    boundary: String,
    person: Option<UserId>,
) -> Result<UploadParts, Problem> {
    if announced(request).is_some_and(|length| MAX_READ < length) {
        return Err(Problem::too_large(MAX_READ));
    }
    let kept = ByteUnit::from(MAX_TEXTS + READ_AHEAD);
    parts_of(arriving::open(request, data, large(kept, person)), boundary).await
}

pub async fn parts_of(stream: impl AsyncRead + Send + Unpin, boundary: String) -> Result<UploadParts, Problem> {
    let mut form = PartReader::new(stream, boundary, MAX_READ.as_u64());
    let mut parts = UploadParts::default();
    let mut texts = 0;
    while let Some(mut part) = form.next().await.map_err(|err| refusal(&err))? {
        if parts.fields.len() + parts.files.len() >= MAX_PARTS {
            return Err(too_many_parts());
        }
        let name = storable(part.name());
        let file = file_name(&part);
        let encoding = encoding_named(part.charset())?;
        let (mut size, mut text) = (0_u64, Vec::new());
        while let Some(chunk) = part.chunk().await.map_err(|err| refusal(&err))? {
            size += chunk.len() as u64;
            if file.is_some() {
                continue;
            }
            texts += chunk.len();
            if text.len() + chunk.len() > MAX_TEXT || texts > MAX_TEXTS {
                return Err(Problem::too_large(ByteUnit::from(MAX_TEXT)));
            }
            text.extend_from_slice(&chunk);
        }
        parts.bytes += size;
        match file {
            Some(file) => parts.files.push((file, size)),
            None => parts.fields.push((name, storable(&encoding.decode_without_bom_handling(&text).0))),
        }
    }
    Ok(parts)
}

/// The name of the file that a part is; none where it is a text. Some clients name `payload_json` as a file.
fn file_name(part: &MultipartPart<'_>) -> Option<String> {
    let name = part.name();
    if name == "payload_json" {
        return None;
    }
    match part.file_name() {
        Some(file) => Some(storable(file)),
        None if name.starts_with("files[") || name == "file" => Some(name.to_owned()),
        None => None,
    }
}

fn too_many_parts() -> Problem {
    Problem::malformed_form("The form has too many parts.")
}

fn refusal(err: &multer::Error) -> Problem {
    match io_error(err).map(NotWhole::from) {
        Some(NotWhole::Broken) | None => {}
        Some(fault) => return not_whole(fault, MAX_READ),
    }
    match err {
        multer::Error::StreamSizeExceeded { .. } => Problem::too_large(MAX_READ),
        _ => Problem::malformed_form("The form is malformed, or ended before it was complete."),
    }
}
