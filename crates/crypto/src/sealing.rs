//! Encryption of secrets that must be shown again, each bound to the row it is stored in.
//! Secrets that are only compared are hashed instead, in `tokens`.

use std::collections::BTreeMap;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{Key as CipherKey, KeyInit as _, XChaCha20Poly1305, XNonce};

use super::instance_key::KeyId;
use super::{InstanceKey, Plain, random_bytes};

/// The layout before keys had IDs: this byte, 24 bytes of nonce, the ciphertext with its tag. Only decrypted, with any
/// of the keys; never written.
const WITHOUT_ID: u8 = 1;
/// The current layout: this byte, the ID of the key, the nonce, the ciphertext with its tag.
const WITH_ID: u8 = 2;
const NONCE: usize = 24;

/// Reason something can't be encrypted or decrypted. It contains no secret and no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The text is longer than the cipher allows (256 GiB).
    #[error("the text is too long to be sealed")]
    TooLong,
    /// The layout is unknown.
    #[error("the sealed value has an unknown layout")]
    UnknownLayout,
    /// The instance doesn't have the key with this ID.
    #[error("the sealed value was sealed with the key {0}, which this instance does not have")]
    UnknownKey(KeyId),
    /// Encrypted with another key or for another row, or modified since.
    #[error("the sealed value does not open: it was sealed with another instance key or altered")]
    DoesNotOpen,
}

/// A decrypted secret, and the key it was encrypted with.
#[derive(Debug, PartialEq, Eq)]
pub struct OpenedSecret {
    /// The secret.
    pub secret: Plain,
    /// The key that decrypted it.
    pub key: KeyId,
}

/// Number of sealed values of one kind, by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SealedCounts {
    /// By the key. It may be one that the instance does not have.
    pub by_key: BTreeMap<KeyId, u64>,
    /// Those that no key opens and that name none, or that were altered or moved from another row.
    pub unreadable: u64,
}

impl SealedCounts {
    /// Number of values sealed under this key.
    pub fn under(&self, key: KeyId) -> u64 {
        self.by_key.get(&key).copied().unwrap_or(0)
    }

    /// Counts a value by what came of opening it. Each is opened: its label of the key may be wrong.
    pub fn count(&mut self, opened: &Result<OpenedSecret, SealError>) {
        match opened {
            Ok(OpenedSecret { key, .. }) | Err(SealError::UnknownKey(key)) => {
                *self.by_key.entry(*key).or_default() += 1;
            }
            Err(_) => self.unreadable += 1,
        }
    }
}

/// Result of sealing a page of values again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResealCounts {
    /// Values that were sealed again.
    pub resealed: u64,
    /// Values that no key of the instance opens, left as they are.
    pub unreadable: u64,
    /// The id to continue after; none at the end.
    pub next: Option<i64>,
}

/// Encrypts a secret with XChaCha20-Poly1305 and a key derived from the instance's current one. `context` names the row
/// and the kind of secret (say, `webhook 17`): copied to another row, it can't be decrypted.
///
/// # Errors
///
/// [`SealError::TooLong`], which nothing that fits into a database is.
pub fn seal(key: &InstanceKey, context: &[u8], secret: &Plain) -> Result<Vec<u8>, SealError> {
    let key = key.current();
    let nonce = random_bytes::<NONCE>();
    let payload = Payload { msg: secret.expose().as_bytes(), aad: context };
    let ciphertext =
        cipher(key.derive(PURPOSE)).encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::TooLong)?;
    let mut sealed = Vec::with_capacity(1 + KeyId::LENGTH + NONCE + ciphertext.len());
    sealed.push(WITH_ID);
    sealed.extend_from_slice(&key.id().to_bytes());
    sealed.extend_from_slice(&nonce);
    sealed.extend_from_slice(&ciphertext);
    Ok(sealed)
}

/// Decrypts what [`seal`] returned for the same context with any key of the instance.
///
/// # Errors
///
/// [`SealError::UnknownLayout`], [`SealError::UnknownKey`] and [`SealError::DoesNotOpen`].
pub fn open(key: &InstanceKey, context: &[u8], sealed: &[u8]) -> Result<OpenedSecret, SealError> {
    let (id, rest) = split(sealed)?;
    let (nonce, ciphertext) = rest.split_first_chunk::<NONCE>().ok_or(SealError::UnknownLayout)?;
    let mut fitting = key.keys().filter(|key| id.is_none_or(|id| id == key.id())).peekable();
    if let (Some(id), None) = (id, fitting.peek()) {
        return Err(SealError::UnknownKey(id));
    }
    fitting
        .find_map(|key| {
            let payload = Payload { msg: ciphertext, aad: context };
            let plain = cipher(key.derive(PURPOSE)).decrypt(&XNonce::from(*nonce), payload).ok()?;
            let secret = String::from_utf8(plain).ok()?.into();
            Some(OpenedSecret { secret, key: key.id() })
        })
        .ok_or(SealError::DoesNotOpen)
}

/// The ID of the key that something was encrypted with, as it claims; `None` in the old layout.
pub fn says_key(sealed: &[u8]) -> Option<KeyId> {
    split(sealed).ok().and_then(|(id, _)| id)
}

fn split(sealed: &[u8]) -> Result<(Option<KeyId>, &[u8]), SealError> {
    match sealed.split_first() {
        Some((&WITHOUT_ID, rest)) => Ok((None, rest)),
        Some((&WITH_ID, rest)) => rest
            .split_first_chunk()
            .map(|(id, rest)| (Some(KeyId::from_bytes(*id)), rest))
            .ok_or(SealError::UnknownLayout),
        _ => Err(SealError::UnknownLayout),
    }
}

/// The purpose of the derived key.
const PURPOSE: &str = "sealing";

fn cipher(key: [u8; 32]) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&CipherKey::from(key))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn setting(byte: u8) -> String {
        format!("{}{byte:02x}", "1f".repeat(31))
    }

    fn key(byte: u8) -> InstanceKey {
        InstanceKey::from_setting(&setting(byte)).unwrap()
    }

    /// The first of these keys is the current one.
    fn ring(bytes: [u8; 2]) -> InstanceKey {
        let [current, other] = bytes.map(|byte| Plain::from(setting(byte)));
        InstanceKey::from_settings(&current, &[other]).unwrap()
    }

    /// Encrypted as before keys had IDs.
    fn seal_of_old(key: &InstanceKey, context: &[u8], secret: &str) -> Vec<u8> {
        let sealed = seal(key, context, &secret.into()).unwrap();
        let mut old = vec![WITHOUT_ID];
        old.extend_from_slice(&sealed[1 + KeyId::LENGTH..]);
        old
    }

    #[test]
    fn what_is_sealed_opens_again() {
        for text in ["", "token", &"ü".repeat(5_000)] {
            let sealed = seal(&key(0), b"webhook 17", &text.into()).unwrap();
            let opened = open(&key(0), b"webhook 17", &sealed).unwrap();
            assert_eq!(opened.secret, text.into());
        }
    }

    /// Shows: secrets.sealed
    #[test]
    fn the_same_secret_is_never_sealed_to_the_same_bytes() {
        let seal = || seal(&key(0), b"webhook 17", &"token".into()).unwrap();
        assert_ne!(seal(), seal());
    }

    /// Shows: secrets.sealed
    #[test]
    fn it_opens_neither_in_another_row_nor_under_another_key() {
        let sealed = seal(&key(0), b"webhook 17", &"token".into()).unwrap();
        for elsewhere in ["webhook 18", "webhook 1", "webhook 170", "app 17", ""] {
            assert_eq!(open(&key(0), elsewhere.as_bytes(), &sealed), Err(SealError::DoesNotOpen));
        }
        assert_eq!(open(&key(1), b"webhook 17", &sealed), Err(SealError::UnknownKey(key(0).id())));
    }

    /// Shows: secrets.rotation
    #[test]
    fn the_present_key_seals_and_every_key_of_the_ring_opens() {
        let by = |key: &InstanceKey| seal(key, b"row", &"token".into()).unwrap();
        let both = ring([1, 0]);
        for (sealed, expected) in [(by(&key(0)), key(0).id()), (by(&both), key(1).id())] {
            assert_eq!(says_key(&sealed), Some(expected));
            let opened = open(&both, b"row", &sealed).unwrap();
            assert_eq!((opened.secret, opened.key), ("token".into(), expected));
        }
        // Once the old key is removed, what is encrypted with the new one can still be decrypted.
        assert!(open(&key(1), b"row", &by(&both)).is_ok());
    }

    #[test]
    fn what_was_sealed_before_keys_had_ids_opens_under_whichever_key_it_was() {
        let old = seal_of_old(&key(0), b"row", "token");
        assert_eq!(says_key(&old), None);
        for ring in [key(0), ring([0, 1]), ring([1, 0])] {
            let opened = open(&ring, b"row", &old).unwrap();
            assert_eq!((opened.secret, opened.key), ("token".into(), key(0).id()));
            assert!(open(&ring, b"another row", &old).is_err());
        }
        assert_eq!(open(&key(1), b"row", &old), Err(SealError::DoesNotOpen));
    }

    /// Shows: secrets.sealed
    #[test]
    fn no_altered_or_shortened_bytes_open() {
        for key in [key(0), ring([0, 1])] {
            let sealed = seal(&key, b"row", &"token".into()).unwrap();
            for at in 0..sealed.len() {
                let mut altered = sealed.clone();
                altered[at] ^= 1;
                assert!(open(&key, b"row", &altered).is_err(), "byte {at}");
                assert!(open(&key, b"row", &sealed[..at]).is_err(), "length {at}");
            }
            // With another key's ID, it can't be decrypted with that one either.
            let mut renamed = sealed.clone();
            renamed[1..5].copy_from_slice(&self::key(1).id().to_bytes());
            assert!(open(&key, b"row", &renamed).is_err());
        }
    }

    /// Shows: leaks.debug
    #[test]
    fn neither_a_fault_nor_what_was_opened_shows_a_secret() {
        let sealed = seal(&key(0), b"row", &"hunter2".into()).unwrap();
        let opened = open(&key(0), b"row", &sealed).unwrap();
        assert!(!format!("{opened:?}").contains("hunter2"));
        let refused = open(&key(1), b"row", &sealed).unwrap_err();
        let seen = format!("{refused:?} {refused}");
        assert!(seen.contains(&key(0).id().to_string()), "{seen}");
        assert!(!seen.contains("1f1f"), "{seen}");
    }
}
