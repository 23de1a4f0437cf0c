//! The instance key: encrypts, signs and derives names for one installation. Usually one key, and several during a
//! rotation. Its callers define what is encrypted or hashed with it.

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

/// The file name of the keys in the data folder.
pub const FILE: &str = "instance.key";

/// Reason the instance key can't be used. Each is a sentence for the operator that contains no key.
#[derive(Debug, thiserror::Error)]
pub enum InstanceKeyError {
    /// The setting with this name is neither base64 nor hexadecimal of at least 32 bytes.
    #[error(
        "`{0}` must be at least 32 random bytes, as base64 (44 or 88 characters) or hexadecimal (64 or 128); `openssl rand -base64 32` generates one"
    )]
    Setting(&'static str),
    /// The setting is one byte repeated, as in an example.
    #[error("`{0}` is a placeholder, not a random key; `openssl rand -base64 32` generates one")]
    Placeholder(&'static str),
    /// There are further keys, but no current one.
    #[error("`further_secret_keys` only open what was sealed earlier; set `secret_key` as well, to the key that seals")]
    NoneSeals,
    /// The file exists, but contains no key.
    #[error(
        "The instance key in {0} is broken; restore it from a backup (a new key cannot read what the old one sealed)"
    )]
    Broken(PathBuf),
    /// The file has an unknown version.
    #[error("The instance key in {0} was written by a newer version of the program; start that one")]
    Newer(PathBuf),
    /// Other users can read or write the file.
    #[error(
        "The instance key in {path} can be read by others (mode {mode:04o}); run `chmod 600 {path}`, and if someone may have read it, change it with `portico key add`"
    )]
    Exposed {
        /// The key file.
        path: PathBuf,
        /// Its permissions, as `chmod` takes them.
        mode: u32,
    },
    /// There is no such file.
    #[error("There is no instance key in {0}")]
    Missing(PathBuf),
    /// Another process is changing the file.
    #[error("Another `portico key` command is changing {0}; try again when it has finished")]
    Busy(PathBuf),
    /// The key to be removed is not in the file, or is the current one.
    #[error("The key {id} {reason}")]
    NotDropped {
        /// Its ID.
        id: KeyId,
        /// The reason.
        reason: &'static str,
    },
    /// The file can't be read or created.
    #[error("The instance key in {path} can't be read or created: {error}")]
    File {
        /// The key file.
        path: PathBuf,
        /// The operating system's error.
        error: io::Error,
    },
}

/// The keys of this installation: the current one, which encrypts and signs, and others, which only decrypt and verify.
/// Clones share them; `Debug` shows only their IDs.
#[derive(Clone)]
pub struct InstanceKey(Arc<KeyRing>);

struct KeyRing {
    current: Key,
    others: Vec<Key>,
}

impl InstanceKey {
    /// Parses one key from the setting `secret_key`: 32 bytes as they are; longer ones (Rocket's own keys have 64) are
    /// hashed to 32.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Setting`] for anything but base64 or hexadecimal of 32 to 128 bytes,
    /// [`InstanceKeyError::Placeholder`] for one byte repeated.
    pub fn from_setting(text: &str) -> Result<Self, InstanceKeyError> {
        Self::from_settings(&text.into(), &[])
    }

    /// Parses the settings `secret_key`, the current key, and `further_secret_keys`, which only decrypt. Duplicates
    /// count once.
    ///
    /// # Errors
    ///
    /// As for [`Self::from_setting`], with the name of the setting.
    pub fn from_settings(current: &Plain, further: &[Plain]) -> Result<Self, InstanceKeyError> {
        let read = |text: &Plain, setting| match Key::read(text.expose()) {
            None => Err(InstanceKeyError::Setting(setting)),
            Some(key) if key.is_placeholder() => Err(InstanceKeyError::Placeholder(setting)),
            Some(key) => Ok(key),
        };
        let current = read(current, "secret_key")?;
        let further: Result<Vec<Key>, _> = further.iter().map(|text| read(text, "further_secret_keys")).collect();
        Ok(Self::from_keys(current, further?))
    }

    /// Reads the keys from their file.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Missing`] if there is no file, otherwise as [`Self::load_or_create`].
    pub fn load(path: &Path) -> Result<Self, InstanceKeyError> {
        let mut keys = file::read(path)?.ok_or_else(|| InstanceKeyError::Missing(path.into()))?;
        // The newest is last, and is the current one.
        let current = keys.pop().ok_or_else(|| InstanceKeyError::Broken(path.into()))?;
        keys.reverse();
        Ok(Self::from_keys(current, keys))
    }

    /// Reads the keys from their file, or creates one key and the file (mode 0600). If several processes start at once,
    /// all get the same key; a crash leaves no partial file.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Broken`] if the file is malformed, [`InstanceKeyError::Exposed`] if others can read it,
    /// [`InstanceKeyError::File`] for an I/O error.
    pub fn load_or_create(path: &Path) -> Result<Self, InstanceKeyError> {
        match Self::load(path) {
            Err(InstanceKeyError::Missing(_)) => {
                file::create(path)?;
                // Read back, because another process may have been first.
                Self::load(path)
            }
            found => found,
        }
    }

    fn from_keys(current: Key, mut others: Vec<Key>) -> Self {
        let mut seen = vec![current.id()];
        others.retain(|key| {
            let is_new = !seen.contains(&key.id());
            seen.push(key.id());
            is_new
        });
        Self(Arc::new(KeyRing { current, others }))
    }

    /// The ID of the current key.
    pub fn id(&self) -> KeyId {
        self.0.current.id()
    }

    /// The IDs of all keys, the current one first.
    pub fn ids(&self) -> impl Iterator<Item = KeyId> {
        self.keys().map(Key::id)
    }

    /// A keyed hash (HMAC-SHA-256, RFC 2104) for values that are too short for a plain hash, such as a phone code, and
    /// for tokens that only this installation may issue. Two results are equal exactly if the purpose and all parts are
    /// equal: parts are unambiguously separated.
    ///
    /// Made with the current key. Verify against all of [`Self::macs`], so that issued values stay valid after a
    /// rotation.
    pub fn mac(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        self.0.current.mac(purpose, parts)
    }

    /// The same with every key, for verification: the current one first.
    pub fn macs(&self, purpose: &str, parts: &[&[u8]]) -> impl Iterator<Item = [u8; 32]> {
        self.keys().map(move |key| key.mac(purpose, parts))
    }

    /// A keyed hash as the name of a row, for lookups without verification. All processes with the same keys derive the
    /// same name, whichever key is current: during a rotation it changes once, and for all processes together.
    pub fn name(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        let lowest = self.keys().min_by_key(|key| key.id());
        lowest.unwrap_or(&self.0.current).mac(purpose, parts)
    }

    /// The current key.
    pub(super) fn current(&self) -> &Key {
        &self.0.current
    }

    /// All keys, the current one first.
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
