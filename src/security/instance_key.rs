//! The instance key: 32 bytes that belong to one installation, and the keys and hashes drawn from it.
//! What is sealed or hashed with it lives elsewhere.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};
use hmac::digest::Key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::random_bytes;

/// The name of the key's file in the data folder.
pub const FILE: &str = "instance.key";

/// Why there is no instance key. Each reads as a sentence for the operator and shows nothing of a key.
#[derive(Debug, thiserror::Error)]
pub enum InstanceKeyError {
    /// The setting is neither base64 nor hexadecimal of at least 32 bytes.
    #[error(
        "`secret_key` must be at least 32 random bytes, as base64 (44 or 88 characters) or hexadecimal (64 or 128); `openssl rand -base64 32` makes one"
    )]
    Setting,
    /// The setting is well formed, but the same byte throughout, as in an example.
    #[error("`secret_key` is a placeholder, not a random key; `openssl rand -base64 32` makes one")]
    Placeholder,
    /// The file exists, but holds no key.
    #[error(
        "the instance key in {0} is broken; restore it from a backup (a new key cannot read what the old one sealed)"
    )]
    Broken(PathBuf),
    /// The file can be neither read nor made.
    #[error("the instance key in {path} cannot be read or made: {error}")]
    File {
        /// The key's file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
}

/// The key of this installation. Clones share it; `Debug` does not show it.
#[derive(Clone)]
pub struct InstanceKey(Arc<[u8; 32]>);

impl InstanceKey {
    /// Reads the key from the setting `secret_key`: 32 bytes as they are, more of them (Rocket's own
    /// keys have 64) hashed down to 32.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Setting`] for anything but base64 or hexadecimal of 32 to 128 bytes,
    /// [`InstanceKeyError::Placeholder`] for one byte repeated.
    pub fn from_setting(text: &str) -> Result<Self, InstanceKeyError> {
        let bytes = decode(text.trim()).ok_or(InstanceKeyError::Setting)?;
        if bytes.iter().all(|byte| *byte == bytes[0]) {
            return Err(InstanceKeyError::Placeholder);
        }
        let key = <[u8; 32]>::try_from(bytes.as_slice())
            .unwrap_or_else(|_| Sha256::digest(&bytes).into());
        Ok(Self(Arc::new(key)))
    }

    /// Reads the key from its file, or makes key and file (mode 0600) where there is none. Of several
    /// processes that start at once, all end up with the same key; a crash leaves no half-written one.
    ///
    /// # Errors
    ///
    /// [`InstanceKeyError::Broken`] when the file holds something else, [`InstanceKeyError::File`]
    /// when the operating system refuses.
    pub fn load_or_create(path: &Path) -> Result<Self, InstanceKeyError> {
        match fs::read_to_string(path) {
            Ok(text) => {
                Self::from_setting(&text).map_err(|_| InstanceKeyError::Broken(path.to_owned()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                create(path).map_err(|error| InstanceKeyError::File {
                    path: path.to_owned(),
                    error,
                })?;
                // Read back rather than kept: another process may have been first.
                fs::read_to_string(path)
                    .ok()
                    .and_then(|text| Self::from_setting(&text).ok())
                    .ok_or_else(|| InstanceKeyError::Broken(path.to_owned()))
            }
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                Err(InstanceKeyError::Broken(path.to_owned()))
            }
            Err(error) => Err(InstanceKeyError::File {
                path: path.to_owned(),
                error,
            }),
        }
    }

    /// A keyed hash (HMAC-SHA-256, RFC 2104) for what is too short to stand a plain one, such as a
    /// phone code, and for what only this installation may issue. Two calls agree exactly when the
    /// purpose and every single part agree: parts never run into one another.
    pub fn mac(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        self.hash("portico mac 1", purpose, parts)
    }

    /// A key of its own for one purpose, so that no two uses share one.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        self.hash("portico key 1", purpose, &[])
    }

    fn hash(&self, domain: &str, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        // HMAC fills its key up with zeros to the block; doing so here leaves no length to fail on.
        let mut key = Key::<Hmac<Sha256>>::default();
        key[..32].copy_from_slice(&self.0[..]);
        let mut mac = Hmac::<Sha256>::new(&key);
        let labels = [domain.as_bytes(), purpose.as_bytes()];
        for part in labels.iter().chain(parts) {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InstanceKey(…)")
    }
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let bytes = from_hex(text).or_else(|| {
        BASE64_STANDARD
            .decode(text)
            .or_else(|_| BASE64_STANDARD_NO_PAD.decode(text))
            .or_else(|_| BASE64_URL_SAFE_NO_PAD.decode(text))
            .ok()
    })?;
    (32..=128).contains(&bytes.len()).then_some(bytes)
}

/// Hexadecimal of 32 or 64 bytes. It comes first: such a text would pass for base64 as well.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .chars()
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    matches!(digits.len(), 64 | 128).then(|| {
        digits
            .chunks_exact(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect()
    })
}

/// Writes the key beside its place and links it there: a link appears whole or not at all, and
/// fails where another process was first, which is just as well.
fn create(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let draft = folder.join(format!(
        ".{FILE}.{:016x}",
        u64::from_le_bytes(random_bytes())
    ));
    let written = write_private(&draft).and_then(|()| match fs::hard_link(&draft, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    });
    let removed = fs::remove_file(&draft);
    written.and(removed)?;
    File::open(folder)?.sync_all()
}

fn write_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    writeln!(file, "{}", BASE64_STANDARD.encode(random_bytes::<32>()))?;
    file.sync_all()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    const KEY: &str = "hPRYyVRiMyxpw5sBB1XeCMN1kFsDCqKvBi2QJxBVHQk=";

    fn same(one: &InstanceKey, other: &InstanceKey) -> bool {
        one.derive("test") == other.derive("test")
    }

    #[test]
    fn a_setting_may_be_base64_or_hexadecimal() {
        let key = InstanceKey::from_setting(KEY).unwrap();
        let bytes = BASE64_STANDARD.decode(KEY).unwrap();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(same(&key, &InstanceKey::from_setting(&hex).unwrap()));
        assert!(same(
            &key,
            &InstanceKey::from_setting(&hex.to_uppercase()).unwrap()
        ));
        assert!(same(
            &key,
            &InstanceKey::from_setting(&format!(" {KEY}\n")).unwrap()
        ));
        assert!(same(
            &key,
            &InstanceKey::from_setting(KEY.trim_end_matches('=')).unwrap()
        ));
    }

    #[test]
    fn a_longer_setting_is_taken_whole() {
        let one: Vec<u8> = (0..64).collect();
        let mut other = one.clone();
        other[63] = 0;
        let read =
            |bytes: &[u8]| InstanceKey::from_setting(&BASE64_STANDARD.encode(bytes)).unwrap();
        assert_eq!(BASE64_STANDARD.encode(&one).len(), 88);
        assert!(!same(&read(&one), &read(&other)));
        let hex: String = one.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(same(&read(&one), &InstanceKey::from_setting(&hex).unwrap()));
    }

    #[test]
    fn a_short_garbled_or_placeholder_setting_is_refused_with_a_sentence() {
        for bad in [
            "",
            "secret",
            "c2hvcnQ=",
            "!!!!",
            &KEY[..40],
            &"ab".repeat(20),
            &"A".repeat(1000),
        ] {
            let error = InstanceKey::from_setting(bad).unwrap_err();
            assert!(error.to_string().contains("openssl rand"), "{bad}");
        }
        for placeholder in ["0".repeat(64), "A".repeat(43), "A".repeat(88)] {
            let error = InstanceKey::from_setting(&placeholder).unwrap_err();
            assert!(error.to_string().contains("openssl rand"), "{placeholder}");
        }
    }

    /// Shows: secrets.key-file
    #[test]
    fn the_file_is_made_once_and_read_ever_after() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let made = InstanceKey::load_or_create(&path).unwrap();
        assert!(same(&made, &InstanceKey::load_or_create(&path).unwrap()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// Shows: secrets.key-file
    #[cfg(unix)]
    #[test]
    fn only_its_owner_may_read_the_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        InstanceKey::load_or_create(&path).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    /// Shows: secrets.key-file
    #[test]
    fn starts_at_the_same_moment_agree_on_one_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let starts: Vec<_> = (0..16)
            .map(|_| {
                let path = path.clone();
                std::thread::spawn(move || InstanceKey::load_or_create(&path).unwrap())
            })
            .collect();
        let keys: Vec<_> = starts
            .into_iter()
            .map(|start| start.join().unwrap())
            .collect();
        assert!(keys.iter().all(|key| same(key, &keys[0])));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// Shows: secrets.key-file
    #[test]
    fn a_broken_file_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for broken in [&b""[..], b"half a ke", b"\xff\xfe\x00"] {
            fs::write(&path, broken).unwrap();
            let error = InstanceKey::load_or_create(&path).unwrap_err();
            assert!(matches!(error, InstanceKeyError::Broken(_)), "{error}");
            assert_eq!(fs::read(&path).unwrap(), broken);
        }
    }

    #[test]
    fn a_missing_folder_is_an_error_and_not_a_panic() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join(FILE);
        let error = InstanceKey::load_or_create(&path).unwrap_err();
        assert!(matches!(error, InstanceKeyError::File { .. }));
    }

    #[test]
    fn hashes_differ_by_purpose_by_part_and_by_key() {
        let key = InstanceKey::from_setting(KEY).unwrap();
        let mac = key.mac("phone", &[b"ab", b"c"]);
        assert_eq!(mac, key.mac("phone", &[b"ab", b"c"]));
        assert_ne!(mac, key.mac("consent", &[b"ab", b"c"]));
        assert_ne!(mac, key.mac("phone", &[b"a", b"bc"]));
        assert_ne!(mac, key.mac("phone", &[b"abc"]));
        assert_ne!(mac, key.mac("phone", &[b"ab", b"c", b""]));
        assert_ne!(key.mac("phone", &[]), key.derive("phone"));
        let other = InstanceKey::from_setting(&format!("{}00", "1f".repeat(31))).unwrap();
        assert_ne!(mac, other.mac("phone", &[b"ab", b"c"]));
    }

    /// Shows: leaks.debug
    #[test]
    fn debug_output_does_not_show_the_key() {
        let key = InstanceKey::from_setting(KEY).unwrap();
        assert_eq!(format!("{key:?}"), "InstanceKey(…)");
    }
}
