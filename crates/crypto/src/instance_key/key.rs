//! One key: 32 bytes, its ID, and the keys and hashes derived from it. `instance_key` decides which of several keys is
//! used.

use std::fmt;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::random_bytes;

/// The ID of a key: four bytes derived from it, which reveal nothing about it. Stored beside what the key encrypted and
/// in its file, and shown to the operator as eight hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId([u8; 4]);

impl KeyId {
    /// Its length in bytes.
    pub const LENGTH: usize = 4;

    /// Parses the eight digits.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hex = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(text, 16).ok()?;
        is_hex.then(|| Self(number.to_be_bytes()))
    }

    /// An ID as stored beside what was encrypted.
    pub const fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    /// The bytes to store beside what was encrypted.
    pub const fn to_bytes(self) -> [u8; Self::LENGTH] {
        self.0
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", u32::from_be_bytes(self.0))
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A key. `Debug` shows only its ID.
#[derive(Clone)]
pub(crate) struct Key {
    bytes: [u8; 32],
    id: KeyId,
    is_placeholder: bool,
}

impl Key {
    /// A new one.
    pub(super) fn random() -> Self {
        Self::from_bytes(random_bytes(), false)
    }

    /// Parses base64 or hexadecimal of 32 to 128 bytes; more than 32 are hashed.
    pub(super) fn read(text: &str) -> Option<Self> {
        let bytes = decode(text.trim())?;
        let is_placeholder = bytes.iter().all(|byte| *byte == bytes[0]);
        let key = <[u8; 32]>::try_from(bytes.as_slice()).unwrap_or_else(|_| Sha256::digest(&bytes).into());
        Some(Self::from_bytes(key, is_placeholder))
    }

    /// The key as it is written to the file.
    pub(super) fn written(&self) -> String {
        BASE64_STANDARD.encode(self.bytes)
    }

    fn from_bytes(bytes: [u8; 32], is_placeholder: bool) -> Self {
        let [a, b, c, d, ..] = hash(&bytes, "portico key id 1", "", &[]);
        Self { bytes, id: KeyId([a, b, c, d]), is_placeholder }
    }

    pub(crate) fn id(&self) -> KeyId {
        self.id
    }

    /// True if it is one byte repeated.
    pub(super) fn is_placeholder(&self) -> bool {
        self.is_placeholder
    }

    /// A keyed hash for a purpose, over unambiguously separated parts.
    pub(crate) fn mac(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        hash(&self.bytes, "portico mac 1", purpose, parts)
    }

    /// Derives a key for one purpose, so that no two uses share one.
    pub(crate) fn derive(&self, purpose: &str) -> [u8; 32] {
        hash(&self.bytes, "portico key 1", purpose, &[])
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({} …)", self.id)
    }
}

fn hash(bytes: &[u8; 32], domain: &str, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
    // HMAC pads its key with zeros to the block size; doing so here leaves no invalid length.
    let mut key = hmac::digest::Key::<Hmac<Sha256>>::default();
    key[..32].copy_from_slice(bytes);
    let mut mac = Hmac::<Sha256>::new(&key);
    let labels = [domain.as_bytes(), purpose.as_bytes()];
    for part in labels.iter().chain(parts) {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
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

/// Hexadecimal of 32 or 64 bytes. Tried first, because it is valid base64 as well.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect::<Option<_>>()?;
    matches!(digits.len(), 64 | 128).then(|| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
