//! The SQLite file that this process opened. Under a running process, it can be removed or replaced by another: what is written
//! from then on goes to a file that no later start finds.

use std::path::{Path, PathBuf};

use super::sqlite_path;

/// A file by its name, and which file that was when it was opened.
#[derive(Debug)]
pub struct OpenedFile {
    path: PathBuf,
    identity: Identity,
}

impl OpenedFile {
    /// None where the database is no file, and where the file can't be looked at.
    pub fn from_url(url: &str) -> Option<Self> {
        let path = sqlite_path(url)?;
        let identity = Identity::load(&path).ok()?;
        Some(Self { path, identity })
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True if another file, or none, has its name now.
    pub fn is_gone(&self) -> bool {
        match Identity::load(&self.path) {
            Ok(identity) => identity != self.identity,
            // Where it can't be looked at, it may be there all the same.
            Err(err) => err.kind() == std::io::ErrorKind::NotFound,
        }
    }
}

/// Identity of a file, whatever its name: the device and the inode.
#[cfg(unix)]
#[derive(Debug, PartialEq, Eq)]
struct Identity(u64, u64);

#[cfg(unix)]
impl Identity {
    fn load(path: &Path) -> std::io::Result<Self> {
        use std::os::unix::fs::MetadataExt;
        let metadata = std::fs::metadata(path)?;
        Ok(Self(metadata.dev(), metadata.ino()))
    }
}

/// Elsewhere, only that there is one.
#[cfg(not(unix))]
#[derive(Debug, PartialEq, Eq)]
struct Identity;

#[cfg(not(unix))]
impl Identity {
    fn load(path: &Path) -> std::io::Result<Self> {
        std::fs::metadata(path).map(|_| Self)
    }
}
