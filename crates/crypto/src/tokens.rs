//! Secrets as types: [`Plain`] text that no log shows, and [`SecretHash`] for the database. `random` generates them;
//! how one is stored, found and used is in the models.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

mod random;

pub use random::{
    CLIENT_SECRET_PREFIX, USER_CODE_LENGTH, USER_CODE_LETTERS, client_secret, eight_digits, invite_code,
    looks_like_client_secret, made_password, read_recovery_code, recovery_code, six_digits, user_code, webhook_token,
};
pub(super) use random::{base32, from_base32};

use super::random_bytes;

/// A secret in plain text: a password as entered, a token as sent. It has no `Display`, its `Debug` shows nothing, and
/// comparison takes constant time.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Plain(String);

impl Plain {
    /// 256 random bits as base64url without padding: 43 characters.
    pub fn random() -> Self {
        Self(BASE64_URL_SAFE_NO_PAD.encode(random_bytes::<32>()))
    }

    /// The text itself. Review every use of this.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The last four characters, which let a user distinguish two secrets.
    pub fn last_four(&self) -> &str {
        let start = self.0.char_indices().rev().nth(3).map_or(0, |(at, _)| at);
        &self.0[start..]
    }
}

impl From<String> for Plain {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Plain {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plain(…)")
    }
}

impl PartialEq for Plain {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for Plain {}

/// The SHA-256 of a secret (FIPS 180-4), or a keyed hash of the same size, to store and compare. Only for secrets with
/// full entropy; passwords use [`Passwords`](super::passwords::Passwords), short codes
/// [`InstanceKey::mac`](super::InstanceKey::mac).
#[derive(Clone, Copy)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// Hashes a secret.
    pub fn new(secret: &Plain) -> Self {
        Self::of_text(secret.expose())
    }

    /// Hashes a secret that is a slice of a request, without a copy.
    pub fn of_text(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    /// Reads a hash back from the database; `None` unless it has 32 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The 32 bytes, for the database.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The 32 bytes as a vector, the form in which entities hold them.
    pub fn to_vec(self) -> Vec<u8> {
        self.0.to_vec()
    }
}

impl From<[u8; 32]> for SecretHash {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(…)")
    }
}

impl PartialEq for SecretHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretHash {}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Shows: leaks.debug
    #[test]
    fn neither_form_of_a_secret_shows_itself_in_debug_output() {
        let secret = Plain::from("hunter2");
        let seen = format!("{secret:?} {:?}", SecretHash::new(&secret));
        assert_eq!(seen, "Plain(…) SecretHash(…)");
    }

    #[test]
    fn a_random_secret_is_43_url_safe_characters_and_never_the_same() {
        let made: HashSet<String> = (0..100).map(|_| Plain::random().expose().to_owned()).collect();
        assert_eq!(made.len(), 100);
        for text in made {
            assert_eq!(text.len(), 43);
            assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        }
    }

    #[test]
    fn equality_holds_for_equal_secrets_alone() {
        assert_eq!(Plain::from("a"), Plain::from("a"));
        assert_ne!(Plain::from("a"), Plain::from("b"));
        assert_ne!(Plain::from("a"), Plain::from("aa"));
        assert_eq!(SecretHash::of_text("a"), SecretHash::new(&"a".into()));
        assert_ne!(SecretHash::of_text("a"), SecretHash::of_text("b"));
    }

    #[test]
    fn a_hash_goes_to_the_database_and_back() {
        let hash = SecretHash::of_text("abc");
        // The example of FIPS 180-4.
        assert_eq!(hash.as_bytes()[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(SecretHash::from_bytes(&hash.to_vec()), Some(hash));
        assert_eq!(SecretHash::from_bytes(&[0; 31]), None);
        assert_eq!(SecretHash::from_bytes(&[0; 33]), None);
    }

    #[test]
    fn the_last_four_characters_tell_secrets_apart() {
        assert_eq!(Plain::from("portico_abcd").last_four(), "abcd");
        assert_eq!(Plain::from("äöü").last_four(), "äöü");
    }
}
