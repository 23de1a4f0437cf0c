//! Static files as they are served: in memory, and compressed once.
//! Their response headers are set by the route.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use rocket::http::ContentType;
use sha2::{Digest, Sha256};

use super::files::Files;
use portico_rules::hex;

/// All static files, and their version, which is part of their URLs.
#[derive(Debug)]
pub struct Assets {
    version: String,
    files: HashMap<PathBuf, Arc<Asset>>,
}

/// One static file.
#[derive(Debug)]
pub struct Asset {
    kind: ContentType,
    bytes: Cow<'static, [u8]>,
    /// Compressed by gzip. The files contain no secrets, so their compressed length reveals nothing.
    gzipped: Vec<u8>,
}

impl Assets {
    pub(super) fn new(files: Files) -> Result<Self, String> {
        let (mut hash, mut assets) = (Sha256::new(), HashMap::new());
        for (name, file) in files {
            let gzipped =
                gzip(&file.bytes).map_err(|err| format!("The file static/{name} can't be compressed: {err}."))?;
            hash.update(&name);
            hash.update(&file.bytes);
            let path = PathBuf::from(name);
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            let kind = ContentType::from_extension(extension).unwrap_or(ContentType::Binary);
            let asset = Asset { kind, bytes: file.bytes, gzipped };
            assets.insert(path, Arc::new(asset));
        }
        let version = hex::digits(hash.finalize().iter().take(6));
        Ok(Self { version, files: assets })
    }

    /// The file with this path.
    pub fn find(&self, path: &Path) -> Option<Arc<Asset>> {
        self.files.get(path).map(Arc::clone)
    }

    /// A hash of all files.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The folder in the URLs of the files.
    pub fn folder(&self) -> String {
        format!("/static/{}", self.version)
    }
}

impl Asset {
    /// Its media type, by extension.
    pub fn kind(&self) -> &ContentType {
        &self.kind
    }

    /// Its content, compressed by gzip or not.
    pub fn bytes(&self, gzipped: bool) -> &[u8] {
        if gzipped { &self.gzipped } else { &self.bytes }
    }
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    gzip.finish()
}
