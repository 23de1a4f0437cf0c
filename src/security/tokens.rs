//! Secrets as types: [`Plain`] text that no log shows, [`Hashed`] for the database, and how each kind is made.
//! How a secret is stored, found and spent is the models' affair.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rocket::form::{self, FromFormField, ValueField};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::random_bytes;

/// What every client secret begins with, so that secret scanners know one when they see it.
pub const CLIENT_SECRET_PREFIX: &str = "portico_";

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Digits that 256 bits need in base 62.
const BASE62_OF_256_BITS: usize = 43;
/// Digits that 32 bits need in base 62.
const BASE62_OF_32_BITS: usize = 6;

/// A secret in the clear: a password as typed, a token as sent. It has no `Display`, its `Debug`
/// says nothing, and comparing two takes the same time wherever they differ.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Plain(String);

impl Plain {
    /// 256 random bits as base64url without padding: 43 characters.
    pub fn random() -> Self {
        Self(BASE64_URL_SAFE_NO_PAD.encode(random_bytes::<32>()))
    }

    /// The text itself. Every use of this deserves a second look.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The last four characters, by which a person tells two secrets apart.
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

impl<'v> FromFormField<'v> for Plain {
    fn from_value(field: ValueField<'v>) -> form::Result<'v, Self> {
        Ok(field.value.into())
    }
}

/// The SHA-256 of a secret (FIPS 180-4), or a keyed hash of the same size: what is stored, and enough
/// to compare. Fit for secrets of full strength alone; passwords go through
/// [`Passwords`](super::passwords::Passwords), short codes through [`InstanceKey::mac`](super::InstanceKey::mac).
#[derive(Clone, Copy)]
pub struct Hashed([u8; 32]);

impl Hashed {
    /// Hashes a secret.
    pub fn of(secret: &Plain) -> Self {
        Self::of_text(secret.expose())
    }

    /// Hashes a secret that arrived as a slice of a request and is not worth a copy.
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

impl From<[u8; 32]> for Hashed {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hashed(…)")
    }
}

impl PartialEq for Hashed {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Hashed {}

/// A new client secret: [`CLIENT_SECRET_PREFIX`], 256 random bits in base 62, and six digits of
/// checksum over all that precedes. Letters, digits and `_` only: a double click selects it whole.
pub fn client_secret() -> Plain {
    let mut text = format!("{CLIENT_SECRET_PREFIX}{}", base62(random_bytes()));
    let sum = checksum(&text);
    text.push_str(&sum);
    Plain(text)
}

/// Whether a text could be a client secret at all. A mistyped or shortened one is seen from its
/// checksum, without a look-up.
pub fn looks_like_client_secret(text: &str) -> bool {
    let length = CLIENT_SECRET_PREFIX.len() + BASE62_OF_256_BITS + BASE62_OF_32_BITS;
    if text.len() != length || !text.is_ascii() || !text.starts_with(CLIENT_SECRET_PREFIX) {
        return false;
    }
    let (head, sum) = text.split_at(length - BASE62_OF_32_BITS);
    checksum(head) == sum
}

/// A new webhook token, the secret part of a runtime URL: 256 random bits as 43 letters and digits.
pub fn webhook_token() -> Plain {
    Plain(base62(random_bytes()))
}

/// A new invite's code: 95 random bits as 16 letters and digits. It is shown to whoever may invite,
/// again and again, so it is no secret that has to be hidden from them.
pub fn invite_code() -> String {
    const LENGTH: usize = 16;
    // The last digits: the first ones of a number of 256 bits are not all equally likely.
    let mut digits = base62(random_bytes());
    digits.split_off(digits.len() - LENGTH)
}

/// A password for somebody who is handed one: about 119 random bits, as four groups of five letters
/// and digits that a person can copy from paper.
pub fn made_password() -> Plain {
    let digits = base62(random_bytes());
    let groups = [
        &digits[3..8],
        &digits[8..13],
        &digits[13..18],
        &digits[18..23],
    ];
    Plain(groups.join("-"))
}

/// Six random digits, each of the million texts as likely as the next.
pub fn six_digits() -> Plain {
    const CODES: u32 = 1_000_000;
    // The few numbers at the top that would make low codes likelier are drawn again.
    const FAIR: u32 = u32::MAX - u32::MAX % CODES;
    loop {
        let drawn = u32::from_le_bytes(random_bytes());
        if drawn < FAIR {
            return Plain(format!("{:06}", drawn % CODES));
        }
    }
}

fn checksum(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes());
    let mut digits = [b'0'; BASE62_OF_32_BITS];
    for digit in digits.iter_mut().rev() {
        *digit = BASE62[(rest % 62) as usize];
        rest /= 62;
    }
    digits.into_iter().map(char::from).collect()
}

/// A 256-bit number in base 62, filled up with zeros to the full 43 digits.
fn base62(mut number: [u8; 32]) -> String {
    let mut digits = [b'0'; BASE62_OF_256_BITS];
    for digit in digits.iter_mut().rev() {
        let mut remainder = 0_u32;
        for byte in &mut number {
            let part = (remainder << 8) | u32::from(*byte);
            *byte = (part / 62).to_le_bytes()[0];
            remainder = part % 62;
        }
        *digit = BASE62[remainder as usize];
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_made_password_is_four_groups_of_letters_and_digits_and_never_the_same() {
        let made: HashSet<String> = (0..100).map(|_| made_password().0).collect();
        assert_eq!(made.len(), 100);
        for password in made {
            let groups: Vec<&str> = password.split('-').collect();
            assert_eq!(groups.len(), 4);
            assert!(groups.iter().all(|group| group.len() == 5));
            let plain = Plain(password);
            assert_eq!(crate::security::passwords::check_rules(&plain, "a"), Ok(()));
        }
    }

    /// Shows: leaks.debug
    #[test]
    fn neither_form_of_a_secret_shows_itself_in_debug_output() {
        let secret = Plain::from("hunter2");
        let seen = format!("{secret:?} {:?}", Hashed::of(&secret));
        assert_eq!(seen, "Plain(…) Hashed(…)");
    }

    #[test]
    fn a_random_secret_is_43_url_safe_characters_and_never_the_same() {
        let made: HashSet<String> = (0..100)
            .map(|_| Plain::random().expose().to_owned())
            .collect();
        assert_eq!(made.len(), 100);
        for text in made {
            assert_eq!(text.len(), 43);
            assert!(
                text.bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            );
        }
    }

    #[test]
    fn equality_holds_for_equal_secrets_alone() {
        assert_eq!(Plain::from("a"), Plain::from("a"));
        assert_ne!(Plain::from("a"), Plain::from("b"));
        assert_ne!(Plain::from("a"), Plain::from("aa"));
        assert_eq!(Hashed::of_text("a"), Hashed::of(&"a".into()));
        assert_ne!(Hashed::of_text("a"), Hashed::of_text("b"));
    }

    #[test]
    fn a_hash_goes_to_the_database_and_back() {
        let hash = Hashed::of_text("abc");
        // The example of FIPS 180-4.
        assert_eq!(hash.as_bytes()[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(Hashed::from_bytes(&hash.to_vec()), Some(hash));
        assert_eq!(Hashed::from_bytes(&[0; 31]), None);
        assert_eq!(Hashed::from_bytes(&[0; 33]), None);
    }

    /// Shows: secrets.client-secret
    #[test]
    fn a_client_secret_carries_prefix_and_checksum() {
        let secret = client_secret();
        let text = secret.expose();
        assert!(text.starts_with("portico_"));
        assert_eq!(text.len(), 57);
        assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
        assert!(looks_like_client_secret(text));
    }

    /// Shows: secrets.client-secret
    #[test]
    fn a_mistyped_client_secret_is_seen_without_a_look_up() {
        let text = client_secret().expose().to_owned();
        let swapped = text.replacen("portico_", "portica_", 1);
        assert!(!looks_like_client_secret(&swapped));
        assert!(!looks_like_client_secret(&text[..56]));
        assert!(!looks_like_client_secret(&format!("{text}0")));
        assert!(!looks_like_client_secret(""));
        assert!(!looks_like_client_secret(&"é".repeat(30)));
        for at in 8..57 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if bytes[at] == b'a' { b'b' } else { b'a' };
            assert!(!looks_like_client_secret(
                &String::from_utf8(bytes).unwrap()
            ));
        }
    }

    #[test]
    fn base_62_keeps_every_bit() {
        assert_eq!(base62([0; 32]), "0".repeat(43));
        let mut sixty_two = [0; 32];
        sixty_two[31] = 62;
        assert_eq!(base62(sixty_two), format!("{}10", "0".repeat(41)));
        let largest = base62([0xff; 32]);
        assert_eq!(largest.len(), 43);
        assert!(!largest.starts_with('0'));
    }

    #[test]
    fn a_webhook_token_is_letters_and_digits() {
        let token = webhook_token();
        assert_eq!(token.expose().len(), 43);
        assert!(token.expose().bytes().all(|b| b.is_ascii_alphanumeric()));
        assert_ne!(token, webhook_token());
    }

    #[test]
    fn a_code_has_six_digits_leading_zeros_included() {
        let codes: Vec<Plain> = (0..500).map(|_| six_digits()).collect();
        assert!(codes.iter().all(|code| {
            code.expose().len() == 6 && code.expose().bytes().all(|b| b.is_ascii_digit())
        }));
        assert!(codes.iter().any(|code| code.expose().starts_with('0')));
    }

    #[test]
    fn the_last_four_characters_tell_secrets_apart() {
        assert_eq!(Plain::from("portico_abcd").last_four(), "abcd");
        assert_eq!(Plain::from("äöü").last_four(), "äöü");
    }
}
