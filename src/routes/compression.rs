//! gzip for responses that hold no secret: static files, documents that are the same for everyone, and a closed list of
//! pages.
//!
//! The length of a compressed response says how much of what the request chose is also elsewhere in it (BREACH). So a page is
//! compressed only if it is in the list, and its length has a random part.

use std::convert::Infallible;
use std::io::{self, Write};

use flate2::{Compression, GzBuilder};
use rocket::http::{ContentType, Header};
use rocket::request::{FromRequest, Outcome};
use rocket::response::{self, Responder};
use rocket::{Request, Response};

use portico_crypto::random_bytes;

/// The pages that are compressed, by template: those that show neither a secret, nor a token, nor text of the request. With
/// `docs` and `help`, all pages of the guides.
const COMPRESSED_PAGES: [&str; 9] = [
    "home",
    "docs",
    "chat/channel",
    "chat/inbox",
    "chat/versions",
    "servers/list",
    "servers/channels",
    "servers/roles",
    "portal/home",
];

/// Below it, compression saves no packet.
pub const MIN_BYTES: usize = 1024;
/// Above it, compression would hold up the thread's other requests.
pub const MAX_BYTES: usize = 512 * 1024;

/// True if a page of this template may be compressed.
pub fn is_listed(template: &str) -> bool {
    COMPRESSED_PAGES.contains(&template) || ["docs/", "help/"].iter().any(|folder| template.starts_with(folder))
}

/// True if the client accepts gzip.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AcceptsGzip(pub(crate) bool);

impl AcceptsGzip {
    pub(crate) fn for_request(request: &Request<'_>) -> Self {
        let gzip = |coding: &str| {
            let mut parts = coding.split(';').map(str::trim);
            let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
            // A weight of zero refuses it (RFC 9110, section 12.4.2).
            let refused = parts.filter_map(|part| part.strip_prefix("q=")).any(|weight| weight.parse() == Ok(0.0));
            named && !refused
        };
        Self(request.headers().get("Accept-Encoding").flat_map(|list| list.split(',')).any(gzip))
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for AcceptsGzip {
    type Error = Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Infallible> {
        Outcome::Success(Self::for_request(request))
    }
}

/// Text in gzip form, at the fastest level. None if it is too small to be worth it, or too large to be compressed while the
/// thread's other requests wait.
pub fn gzip(text: &str) -> Option<Vec<u8>> {
    if !(MIN_BYTES..=MAX_BYTES).contains(&text.len()) {
        return None;
    }
    let [padding] = random_bytes::<1>();
    // Readers skip this field of the header (RFC 1952, section 2.3.1.1).
    let header = GzBuilder::new().extra(vec![0; padding.into()]);
    let mut gzip = header.write(Vec::with_capacity(text.len() / 3), Compression::fast());
    let packed: io::Result<Vec<u8>> = gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish());
    packed.ok()
}

/// Sets the headers of a response that may be compressed.
pub(crate) fn set_headers(response: &mut Response<'_>, is_gzipped: bool) {
    response.adjoin_header(Header::new("Vary", "Accept-Encoding"));
    if is_gzipped {
        response.set_header(Header::new("Content-Encoding", "gzip"));
    }
}

/// A document that is the same for everyone.
pub(crate) struct PublicDocument {
    pub(crate) kind: ContentType,
    pub(crate) text: String,
}

impl<'r> Responder<'r, 'static> for PublicDocument {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let packed = AcceptsGzip::for_request(request).0.then(|| gzip(&self.text)).flatten();
        let is_gzipped = packed.is_some();
        let bytes = packed.unwrap_or_else(|| self.text.into_bytes());
        let mut response = (self.kind, bytes).respond_to(request)?;
        set_headers(&mut response, is_gzipped);
        Ok(response)
    }
}
