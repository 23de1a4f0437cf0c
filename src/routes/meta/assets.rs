//! `/static`: stylesheet, scripts and icons, read once at start and served from memory.
//! Their addresses carry a hash of them all, so that browsers keep them for ever and never an old one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rocket::http::{ContentType, Header};
use rocket::{Responder, Route, State, get, routes};
use sha2::{Digest, Sha256};

pub(super) fn routes() -> Vec<Route> {
    routes![show]
}

/// Every file below `static`, and the version that stands in their addresses.
#[derive(Debug)]
pub struct Assets {
    version: String,
    files: HashMap<PathBuf, (ContentType, Vec<u8>)>,
}

impl Assets {
    /// Reads the folder.
    ///
    /// # Errors
    /// A sentence for the operator where it can't be read.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let mut paths = Vec::new();
        walk(folder, &mut paths)
            .map_err(|err| format!("The folder {} can't be read: {err}.", folder.display()))?;
        paths.sort();
        let (mut hash, mut files) = (Sha256::new(), HashMap::new());
        for path in paths {
            let bytes = std::fs::read(&path)
                .map_err(|err| format!("The file {} can't be read: {err}.", path.display()))?;
            let name = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
            hash.update(name.as_os_str().as_encoded_bytes());
            hash.update(&bytes);
            let extension = path
                .extension()
                .and_then(|extension| extension.to_str())
                .unwrap_or_default();
            let kind = ContentType::from_extension(extension).unwrap_or(ContentType::Binary);
            files.insert(name, (kind, bytes));
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

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, found)?
        } else {
            found.push(path)
        }
    }
    Ok(())
}

#[derive(Responder)]
struct Asset<'a> {
    file: (ContentType, &'a [u8]),
    kept: Header<'static>,
}

#[get("/static/<version>/<path..>")]
fn show<'a>(assets: &'a State<Assets>, version: &str, path: PathBuf) -> Option<Asset<'a>> {
    let (kind, bytes) = assets.files.get(&path)?;
    // Whoever asks for another version (a page from before an upgrade) gets the present one, unkept.
    let kept = if version == assets.version {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    Some(Asset {
        file: (kind.clone(), bytes),
        kept: Header::new("Cache-Control", kept),
    })
}
