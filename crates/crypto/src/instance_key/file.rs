//! Reads, creates and atomically replaces the key file.
//! When it may be changed is decided by the caller.
//!
//! At first start, it contains one key in base64 and nothing else. Once `portico key` has changed it, it starts with
//! the line [`HEADER`], and each following line is a key's ID, a space, and the key in base64: the oldest first, the
//! current one last.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::key::{Key, KeyId};
use super::{FILE, InstanceKeyError};
use crate::random_bytes;

/// The first line of a file with a version.
const HEADER: &str = "portico-keys 1";
/// The start of the first line, in all versions.
const HEADER_OF_ANY: &str = "portico-keys ";
/// The maximum size of a key file, in bytes.
const MAX_BYTES: u64 = 16 * 1024;

/// The keys in a file, the oldest first; `None` if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<Vec<Key>>, InstanceKeyError> {
    let broken = || InstanceKeyError::Broken(path.to_owned());
    let failed = |error| InstanceKeyError::File { path: path.to_owned(), error };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    must_be_private(path, &file)?;
    let mut text = String::new();
    match file.take(MAX_BYTES).read_to_string(&mut text) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::InvalidData => return Err(broken()),
        Err(error) => return Err(failed(error)),
    }
    match text.split_once('\n') {
        Some((HEADER, lines)) => lines.lines().map(key_of_line).collect(),
        Some((first, _)) if first.starts_with(HEADER_OF_ANY) => {
            return Err(InstanceKeyError::Newer(path.to_owned()));
        }
        _ => Key::read(&text).map(|key| vec![key]),
    }
    .filter(|keys: &Vec<Key>| !keys.is_empty() && keys.iter().all(|key| !key.is_placeholder()) && are_apart(keys))
    .map(Some)
    .ok_or_else(broken)
}

/// A wrong ID means that lines were mixed up or truncated.
fn key_of_line(line: &str) -> Option<Key> {
    let (id, key) = line.split_once(' ')?;
    let key = Key::read(key)?;
    (KeyId::parse(id)? == key.id()).then_some(key)
}

fn are_apart(keys: &[Key]) -> bool {
    let before = |at: usize| keys.iter().take(at);
    keys.iter().enumerate().all(|(at, key)| before(at).all(|other| other.id() != key.id()))
}

/// A key that others could read must not be used silently: the operator has to know.
#[cfg(unix)]
fn must_be_private(path: &Path, file: &File) -> Result<(), InstanceKeyError> {
    use std::os::unix::fs::PermissionsExt as _;
    let metadata = file.metadata().map_err(|error| InstanceKeyError::File { path: path.to_owned(), error })?;
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    Err(InstanceKeyError::Exposed { path: path.to_owned(), mode })
}

#[cfg(not(unix))]
fn must_be_private(_: &Path, _: &File) -> Result<(), InstanceKeyError> {
    Ok(())
}

/// Creates the file with one new key, unless another process is first.
pub(super) fn create(path: &Path) -> Result<(), InstanceKeyError> {
    let text = format!("{}\n", Key::random().written());
    // A hard link appears atomically, and never replaces another file.
    put(path, &text, |draft| match fs::hard_link(draft, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    })
    .map_err(|error| InstanceKeyError::File { path: path.to_owned(), error })
}

/// Writes a temporary file beside `path`, which `place` then moves, and syncs both to the disk.
fn put(path: &Path, text: &str, place: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let folder = folder_of(path);
    let draft = folder.join(format!(".{FILE}.{:016x}", u64::from_le_bytes(random_bytes())));
    let placed = write_private(&draft, text).and_then(|()| place(&draft));
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != ErrorKind::NotFound => placed.and(Err(error)),
        _ => placed,
    }?;
    File::open(folder)?.sync_all()
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The locked key file: no other process can change it meanwhile.
#[derive(Debug)]
pub struct KeyFile {
    path: PathBuf,
    keys: Vec<Key>,
    /// The folder, locked: the file itself is replaced at every change.
    _lock: File,
}

impl KeyFile {
    /// Locks the file. Without a file, there are no keys yet.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Busy`] if another process has locked it, otherwise as
    /// [`InstanceKey::load_or_create`](super::InstanceKey::load_or_create).
    pub fn take(path: &Path) -> Result<Self, InstanceKeyError> {
        let failed = |error| InstanceKeyError::File { path: path.to_owned(), error };
        let lock = File::open(folder_of(path)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(InstanceKeyError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(Self { path: path.to_owned(), keys: read(path)?.unwrap_or_default(), _lock: lock })
    }

    /// Adds a new key, which is the current one for processes that read the file from then on. The others stay.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::File`]; then the file is unchanged.
    pub fn add(&mut self) -> Result<KeyId, InstanceKeyError> {
        let mut key = Key::random();
        while self.keys.iter().any(|other| other.id() == key.id()) {
            key = Key::random();
        }
        let id = key.id();
        let mut keys = self.keys.clone();
        keys.push(key);
        self.write(keys)?;
        Ok(id)
    }

    /// Removes a key permanently. The caller checks that nothing is encrypted with it.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::NotDropped`] if it is not in the file or is the current one; [`InstanceKeyError::File`].
    pub fn forget(&mut self, id: KeyId) -> Result<(), InstanceKeyError> {
        let refused = |reason| Err(InstanceKeyError::NotDropped { id, reason });
        if self.keys.last().is_some_and(|newest| newest.id() == id) {
            return refused("is the one that seals; run `portico key add` first");
        }
        let mut keys = self.keys.clone();
        keys.retain(|key| key.id() != id);
        if keys.len() == self.keys.len() {
            return refused("is not in the file; `portico key list` shows those that are");
        }
        self.write(keys)
    }

    fn write(&mut self, keys: Vec<Key>) -> Result<(), InstanceKeyError> {
        let mut text = format!("{HEADER}\n");
        for key in &keys {
            text += &format!("{} {}\n", key.id(), key.written());
        }
        put(&self.path, &text, |draft| fs::rename(draft, &self.path))
            .map_err(|error| InstanceKeyError::File { path: self.path.clone(), error })?;
        self.keys = keys;
        Ok(())
    }
}
