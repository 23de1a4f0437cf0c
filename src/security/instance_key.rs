//! The instance key: what belongs to one installation, and what is sealed, signed and named by it. It is one key most
//! of the time, and a ring of several while it is being changed. What is sealed or hashed with it lives elsewhere.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

mod file;
mod key;

pub use file::KeyFile;
use key::Key;
pub use key::KeyId;

use super::Plain;

/// The name of the key's file in the data folder.
pub const FILE: &str = "instance.key";

/// Why there is no instance key. Each reads as a sentence for the operator and shows nothing of a key.
#[derive(Debug, thiserror::Error)]
pub enum InstanceKeyError {
    /// The setting of this name is neither base64 nor hexadecimal of at least 32 bytes.
    #[error(
        "`{0}` must be at least 32 random bytes, as base64 (44 or 88 characters) or hexadecimal (64 or 128); `openssl rand -base64 32` generates one"
    )]
    Setting(&'static str),
    /// The setting is well formed, but the same byte throughout, as in an example.
    #[error("`{0}` is a placeholder, not a random key; `openssl rand -base64 32` generates one")]
    Placeholder(&'static str),
    /// There are further keys, but none that seals.
    #[error(
        "`further_secret_keys` only open what was sealed earlier; set `secret_key` as well, to the key that seals"
    )]
    NoneSeals,
    /// The file exists, but holds no key.
    #[error(
        "The instance key in {0} is broken; restore it from a backup (a new key cannot read what the old one sealed)"
    )]
    Broken(PathBuf),
    /// The file is of a version that this program does not know.
    #[error(
        "The instance key in {0} was written by a newer version of the program; start that one"
    )]
    Newer(PathBuf),
    /// Others than the owner may read or write the file.
    #[error(
        "The instance key in {path} can be read by others (mode {mode:04o}); run `chmod 600 {path}`, and if someone may have read it, change it with `portico key add`"
    )]
    Exposed {
        /// The key's file.
        path: PathBuf,
        /// Its permissions, as `chmod` takes them.
        mode: u32,
    },
    /// There is no such file.
    #[error("There is no instance key in {0}")]
    Missing(PathBuf),
    /// Somebody else changes the file at this moment.
    #[error("Another `portico key` command is changing {0}; try again when it has finished")]
    Busy(PathBuf),
    /// The key to be dropped is not in the file, or is the one that seals.
    #[error("The key {id} {reason}")]
    NotDropped {
        /// Which one.
        id: KeyId,
        /// Why not.
        reason: &'static str,
    },
    /// The file can be neither read nor made.
    #[error("The instance key in {path} can't be read or created: {error}")]
    File {
        /// The key's file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
}

/// The keys of this installation: one that seals and signs, and those before or after it, which open and verify.
/// Clones share them; `Debug` shows their ids and no more.
#[derive(Clone)]
pub struct InstanceKey(Arc<Ring>);

struct Ring {
    current: Key,
    others: Vec<Key>,
}

impl InstanceKey {
    /// Reads one key from the setting `secret_key`: 32 bytes as they are, more of them (Rocket's own
    /// keys have 64) hashed down to 32.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Setting`] for anything but base64 or hexadecimal of 32 to 128 bytes,
    /// [`InstanceKeyError::Placeholder`] for one byte repeated.
    pub fn from_setting(text: &str) -> Result<Self, InstanceKeyError> {
        Self::from_settings(&text.into(), &[])
    }

    /// Reads the setting `secret_key`, which seals, and those of `further_secret_keys`, which open. A key that stands
    /// in both counts once.
    ///
    /// # Errors
    ///
    /// As [`Self::from_setting`], naming the setting.
    pub fn from_settings(current: &Plain, further: &[Plain]) -> Result<Self, InstanceKeyError> {
        let read = |text: &Plain, setting| match Key::read(text.expose()) {
            None => Err(InstanceKeyError::Setting(setting)),
            Some(key) if key.is_placeholder() => Err(InstanceKeyError::Placeholder(setting)),
            Some(key) => Ok(key),
        };
        let current = read(current, "secret_key")?;
        let further: Result<Vec<Key>, _> = further
            .iter()
            .map(|text| read(text, "further_secret_keys"))
            .collect();
        Ok(Self::of(current, further?))
    }

    /// Reads the keys from their file.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Missing`] where there is none, else as [`Self::load_or_create`].
    pub fn load(path: &Path) -> Result<Self, InstanceKeyError> {
        let mut keys = file::read(path)?.ok_or_else(|| InstanceKeyError::Missing(path.into()))?;
        // The newest stands last, and seals.
        let current = keys
            .pop()
            .ok_or_else(|| InstanceKeyError::Broken(path.into()))?;
        keys.reverse();
        Ok(Self::of(current, keys))
    }

    /// Reads the keys from their file, or makes one and the file (mode 0600) where there is none. Of several
    /// processes that start at once, all end up with the same key; a crash leaves no half-written one.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Broken`] when the file holds something else, [`InstanceKeyError::Exposed`] when others may
    /// read it, [`InstanceKeyError::File`] when the operating system refuses.
    pub fn load_or_create(path: &Path) -> Result<Self, InstanceKeyError> {
        match Self::load(path) {
            Err(InstanceKeyError::Missing(_)) => {
                file::create(path)?;
                // Read back rather than kept: another process may have been first.
                Self::load(path)
            }
            found => found,
        }
    }

    fn of(current: Key, mut others: Vec<Key>) -> Self {
        let mut seen = vec![current.id()];
        others.retain(|key| {
            let is_new = !seen.contains(&key.id());
            seen.push(key.id());
            is_new
        });
        Self(Arc::new(Ring { current, others }))
    }

    /// The id of the key that seals and signs.
    pub fn id(&self) -> KeyId {
        self.0.current.id()
    }

    /// The ids of all keys, that of the one that seals first.
    pub fn ids(&self) -> impl Iterator<Item = KeyId> {
        self.keys().map(Key::id)
    }

    /// A keyed hash (HMAC-SHA-256, RFC 2104) for what is too short to stand a plain one, such as a
    /// phone code, and for what only this installation may issue. Two calls agree exactly when the
    /// purpose and every single part agree: parts never run into one another.
    ///
    /// It is made with the key that signs. Whoever gets it back compares with all of [`Self::macs`], so that what was
    /// given out outlives a change of the key.
    pub fn mac(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        self.0.current.mac(purpose, parts)
    }

    /// The same under every key, to compare with: the one that signs comes first.
    pub fn macs(&self, purpose: &str, parts: &[&[u8]]) -> impl Iterator<Item = [u8; 32]> {
        self.keys().map(move |key| key.mac(purpose, parts))
    }

    /// A keyed hash that names a row, for what is looked up and never compared. Whatever key seals, all processes that
    /// have the same keys give the same name: it changes once in the course of a change of the key, and not for some
    /// processes earlier than for others.
    pub fn name(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        let lowest = self.keys().min_by_key(|key| key.id());
        lowest.unwrap_or(&self.0.current).mac(purpose, parts)
    }

    /// The key that seals.
    pub(super) fn current(&self) -> &Key {
        &self.0.current
    }

    /// Every key, the one that seals first.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.0.current).chain(&self.0.others)
    }
}

impl fmt::Debug for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InstanceKey(")?;
        for id in self.ids() {
            write!(f, "{id} ")?;
        }
        f.write_str("…)")
    }
}

#[cfg(test)]
mod tests;
