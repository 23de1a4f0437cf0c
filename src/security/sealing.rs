//! Sealing: secrets that must be shown again are stored encrypted, each bound to the row it stands in.
//! Secrets that only need comparing are hashed instead, in `tokens`.

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{Key, KeyInit as _, XChaCha20Poly1305, XNonce};

use super::{InstanceKey, Plain, random_bytes};

/// The only layout so far: this byte, 24 bytes of nonce, the ciphertext with its tag.
const VERSION: u8 = 1;
const NONCE: usize = 24;

/// Why something cannot be sealed or opened. It names no secret and no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The text is longer than the cipher can take (256 GiB).
    #[error("the text is too long to be sealed")]
    TooLong,
    /// The bytes are not in a layout this version knows.
    #[error("the sealed value has an unknown layout")]
    UnknownLayout,
    /// Sealed under another key or for another row, or altered since.
    #[error("the sealed value does not open: it was sealed with another instance key or altered")]
    DoesNotOpen,
}

/// Encrypts a secret with XChaCha20-Poly1305 under a key drawn from the instance key. `context`
/// names the place it is stored in (say, `webhook 17`): moved to another row, it does not open.
///
/// # Errors
///
/// [`SealError::TooLong`], for nothing that fits a database.
pub fn seal(key: &InstanceKey, context: &[u8], secret: &Plain) -> Result<Vec<u8>, SealError> {
    let nonce = random_bytes::<NONCE>();
    let payload = Payload {
        msg: secret.expose().as_bytes(),
        aad: context,
    };
    let ciphertext = cipher(key)
        .encrypt(&XNonce::from(nonce), payload)
        .map_err(|_| SealError::TooLong)?;
    let mut sealed = Vec::with_capacity(1 + NONCE + ciphertext.len());
    sealed.push(VERSION);
    sealed.extend_from_slice(&nonce);
    sealed.extend_from_slice(&ciphertext);
    Ok(sealed)
}

/// Opens what [`seal`] made under the same key and context.
///
/// # Errors
///
/// [`SealError::UnknownLayout`] and [`SealError::DoesNotOpen`].
pub fn open(key: &InstanceKey, context: &[u8], sealed: &[u8]) -> Result<Plain, SealError> {
    let rest = sealed
        .strip_prefix(&[VERSION])
        .ok_or(SealError::UnknownLayout)?;
    let (nonce, ciphertext) = rest
        .split_first_chunk::<NONCE>()
        .ok_or(SealError::UnknownLayout)?;
    let payload = Payload {
        msg: ciphertext,
        aad: context,
    };
    let plain = cipher(key)
        .decrypt(&XNonce::from(*nonce), payload)
        .map_err(|_| SealError::DoesNotOpen)?;
    String::from_utf8(plain)
        .map(Plain::from)
        .map_err(|_| SealError::DoesNotOpen)
}

fn cipher(key: &InstanceKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Key::from(key.derive("sealing")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn key(byte: u8) -> InstanceKey {
        InstanceKey::from_setting(&format!("{}{byte:02x}", "1f".repeat(31))).unwrap()
    }

    #[test]
    fn what_is_sealed_opens_again() {
        for text in ["", "token", &"ü".repeat(5_000)] {
            let sealed = seal(&key(0), b"webhook 17", &text.into()).unwrap();
            assert_eq!(open(&key(0), b"webhook 17", &sealed).unwrap(), text.into());
        }
    }

    #[test]
    fn the_same_secret_is_never_sealed_to_the_same_bytes() {
        let seal = || seal(&key(0), b"webhook 17", &"token".into()).unwrap();
        assert_ne!(seal(), seal());
    }

    /// Shows: secrets.sealed
    #[test]
    fn it_opens_neither_in_another_row_nor_under_another_key() {
        let sealed = seal(&key(0), b"webhook 17", &"token".into()).unwrap();
        assert_eq!(
            open(&key(0), b"webhook 18", &sealed),
            Err(SealError::DoesNotOpen)
        );
        assert_eq!(
            open(&key(1), b"webhook 17", &sealed),
            Err(SealError::DoesNotOpen)
        );
    }

    /// Shows: secrets.sealed
    #[test]
    fn no_altered_or_shortened_bytes_open() {
        let sealed = seal(&key(0), b"row", &"token".into()).unwrap();
        for at in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[at] ^= 1;
            assert!(open(&key(0), b"row", &altered).is_err(), "byte {at}");
            assert!(open(&key(0), b"row", &sealed[..at]).is_err(), "length {at}");
        }
    }
}
