//! `/static`: stylesheet, scripts and icons, read once at start and served from memory, packed for whoever unpacks.
//! Their addresses carry a hash of them all, so that browsers keep them for ever and never an old one.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use rocket::http::ContentType;
use rocket::request::{FromRequest, Outcome};
use rocket::response::{self, Responder};
use rocket::{Request, Response, Route, State, get, routes};
use sha2::{Digest, Sha256};

use crate::shipped;

pub(super) fn routes() -> Vec<Route> {
    routes![show]
}

/// Every file below `static`, and the version that stands in their addresses.
#[derive(Debug)]
pub struct Assets {
    version: String,
    files: HashMap<PathBuf, File>,
}

#[derive(Debug)]
struct File {
    kind: ContentType,
    bytes: Vec<u8>,
    /// The same by gzip. Nobody's secrets stand in these files, so that their length may tell what it likes.
    packed: Vec<u8>,
}

fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packing = GzEncoder::new(Vec::new(), Compression::best());
    packing.write_all(bytes)?;
    packing.finish()
}

impl Assets {
    /// Reads the folder.
    ///
    /// # Errors
    /// A sentence for the operator where it can't be read.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let (mut hash, mut files) = (Sha256::new(), HashMap::new());
        for path in shipped::files(folder)? {
            let unread =
                |err: std::io::Error| format!("The file {} can't be read: {err}.", path.display());
            let bytes = std::fs::read(&path).map_err(unread)?;
            let packed = packed(&bytes).map_err(unread)?;
            let name = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
            hash.update(name.as_os_str().as_encoded_bytes());
            hash.update(&bytes);
            let extension = path
                .extension()
                .and_then(|extension| extension.to_str())
                .unwrap_or_default();
            let kind = ContentType::from_extension(extension).unwrap_or(ContentType::Binary);
            files.insert(
                name,
                File {
                    kind,
                    bytes,
                    packed,
                },
            );
        }
        let version = hash
            .finalize()
            .iter()
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Ok(Self { version, files })
    }

    /// The folder that pages name the files in.
    pub fn folder(&self) -> String {
        format!("/static/{}", self.version)
    }
}

/// Whether the browser unpacks gzip.
struct Unpacks(bool);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Unpacks {
    type Error = Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Infallible> {
        let accepted = request.headers().get("Accept-Encoding");
        let gzip = |coding: &str| {
            let mut parts = coding.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
            // A weight of nothing refuses it (RFC 9110, section 12.4.2).
            let refused = parts
                .filter_map(|part| part.strip_prefix("q="))
                .any(|weight| weight.parse() == Ok(0.0));
            named && !refused
        };
        let gzip = accepted.flat_map(|list| list.split(',')).any(gzip);
        Outcome::Success(Self(gzip))
    }
}

struct Asset<'a> {
    file: &'a File,
    kept: &'static str,
    packed: bool,
}

impl<'r, 'a: 'r> Responder<'r, 'a> for Asset<'a> {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'a> {
        let bytes = if self.packed {
            &self.file.packed
        } else {
            &self.file.bytes
        };
        let mut response =
            Response::build_from((self.file.kind.clone(), bytes.as_slice()).respond_to(request)?)
                .raw_header("Cache-Control", self.kept)
                .raw_header("Vary", "Accept-Encoding")
                .finalize();
        if self.packed {
            response.set_raw_header("Content-Encoding", "gzip");
        }
        Ok(response)
    }
}

#[get("/static/<version>/<path..>")]
fn show<'a>(
    assets: &'a State<&'static Assets>,
    version: &str,
    path: PathBuf,
    unpacks: Unpacks,
) -> Option<Asset<'a>> {
    let file = assets.files.get(&path)?;
    // Whoever asks for another version (a page from before an upgrade) gets the present one, unkept.
    let kept = if version == assets.version {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    Some(Asset {
        file,
        kept,
        packed: unpacks.0,
    })
}
