//! Encrypting and authorising messages for browsers: RFC 8291 (aes128gcm of RFC 8188) and VAPID, RFC 8292.
//! To whom they are sent, and when, is decided in `push`.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::json;

use crate::jwt::{JwtKeyError, KeyPair};
use portico_rules::clock::Millis;

/// The bytes of a point on P-256, uncompressed.
pub const POINT: usize = 65;
/// The bytes of a browser's secret.
pub const SECRET: usize = 16;
/// The record size that the header names: push services take no more (RFC 8291, section 4).
const RECORD: u32 = 4096;
/// The most bytes of a message before it is encrypted.
pub const MAX_MESSAGE_LENGTH: usize = 3_000;
/// For how long an authorisation is valid. RFC 8292 allows a day.
const AUTHORISED_MS: Millis = 12 * 60 * 60 * 1000;

/// A message could not be encrypted: the browser's key is no point on the curve, or the system has no randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message for a browser could not be encrypted")]
pub struct EncryptionError;

/// The keys of a browser's subscription.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BrowserKeys {
    /// The public key, `p256dh`.
    pub point: [u8; POINT],
    /// The shared secret, `auth`.
    pub secret: [u8; SECRET],
}

impl std::fmt::Debug for BrowserKeys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BrowserKeys").finish_non_exhaustive()
    }
}

impl BrowserKeys {
    /// Reads them as a browser gives them: base64url. None where they have another length, or the point is not on the curve.
    pub fn read(point: &str, secret: &str) -> Option<Self> {
        let decode = |text: &str| {
            let text = text.trim_end_matches('=');
            BASE64_URL_SAFE_NO_PAD.decode(text).ok()
        };
        Self::from_bytes(&decode(point)?, &decode(secret)?)
    }

    /// The same from bytes.
    pub fn from_bytes(point: &[u8], secret: &[u8]) -> Option<Self> {
        let keys = Self { point: point.try_into().ok()?, secret: secret.try_into().ok()? };
        let own = PrivateKey::generate(&ECDH_P256).ok()?;
        shared(&own, &keys.point).ok().map(|_| keys)
    }
}

/// The secret of two key pairs.
fn shared(own: &PrivateKey, other: &[u8; POINT]) -> Result<Vec<u8>, EncryptionError> {
    let other = UnparsedPublicKey::new(&ECDH_P256, other.as_slice());
    agree(own, other, EncryptionError, |secret| Ok(secret.to_vec()))
}

struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Result<[u8; N], EncryptionError> {
    let mut derived = [0; N];
    Salt::new(HKDF_SHA256, salt)
        .extract(secret)
        .expand(info, Bytes(N))
        .and_then(|okm| okm.fill(&mut derived))
        .map_err(|_| EncryptionError)?;
    Ok(derived)
}

/// Encrypts a message so that only this browser reads it: the body of the request to its push service.
///
/// # Errors
/// [`EncryptionError`], also where the message has more than [`MAX_MESSAGE_LENGTH`] bytes.
pub fn encrypt(browser: &BrowserKeys, message: &[u8]) -> Result<Vec<u8>, EncryptionError> {
    let own = PrivateKey::generate(&ECDH_P256).map_err(|_| EncryptionError)?;
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| EncryptionError)?;
    encrypt_with(browser, message, &own, salt)
}

fn encrypt_with(
    browser: &BrowserKeys,
    message: &[u8],
    own: &PrivateKey,
    salt: [u8; 16],
) -> Result<Vec<u8>, EncryptionError> {
    if message.len() > MAX_MESSAGE_LENGTH {
        return Err(EncryptionError);
    }
    let public = own.compute_public_key().map_err(|_| EncryptionError)?;
    let public = public.as_ref();
    let secret = shared(own, &browser.point)?;
    let info: [&[u8]; 3] = [b"WebPush: info\0", &browser.point, public];
    let input: [u8; 32] = derive(&browser.secret, &secret, &info)?;
    let key: [u8; 16] = derive(&salt, &input, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derive(&salt, &input, &[b"Content-Encoding: nonce\0"])?;
    let key = UnboundKey::new(&AES_128_GCM, &key).map_err(|_| EncryptionError)?;
    let key = LessSafeKey::new(key);
    // The delimiter of the last record (RFC 8188, section 2), without padding.
    let mut record = [message, &[2]].concat();
    // A key is used once: its salt and key pair are new for every message.
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record).map_err(|_| EncryptionError)?;
    let length = u8::try_from(public.len()).map_err(|_| EncryptionError)?;
    let mut body = Vec::with_capacity(21 + public.len() + record.len());
    body.extend_from_slice(&salt);
    body.extend_from_slice(&RECORD.to_be_bytes());
    body.push(length);
    body.extend_from_slice(public);
    body.extend_from_slice(&record);
    Ok(body)
}

/// The header `Authorization` of a request to the push service at `origin`, which is valid for half a day. `contact` is a
/// URI under which the service reaches the operator.
///
/// # Errors
/// When the key can't sign.
pub fn authorization(key: &KeyPair, origin: &str, contact: &str, now: Millis) -> Result<String, JwtKeyError> {
    let expires = (now + AUTHORISED_MS) / 1000;
    let claims = json!({ "aud": origin, "exp": expires, "sub": contact });
    let token = crate::jwt::sign_anonymously(key, &claims)?;
    let point = key.public().point().ok_or(JwtKeyError::Malformed)?;
    let point = BASE64_URL_SAFE_NO_PAD.encode(point);
    Ok(format!("vapid t={token},k={point}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The example of RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard_is_encrypted_byte_for_byte() {
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
        let browser = BrowserKeys::read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap();
        let own = decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let own = PrivateKey::from_private_key(&ECDH_P256, &own).unwrap();
        let salt = decode("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let body = encrypt_with(&browser, message, &own, salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64_URL_SAFE_NO_PAD.encode(body), expected);
    }

    #[test]
    fn every_message_has_its_own_key() {
        let own = PrivateKey::generate(&ECDH_P256).unwrap();
        let point = own.compute_public_key().unwrap();
        let browser = BrowserKeys::from_bytes(point.as_ref(), &[7; SECRET]).unwrap();
        let bodies = [0, 1].map(|_| encrypt(&browser, b"hello").unwrap());
        assert_ne!(bodies[0][..16], bodies[1][..16]);
        assert_ne!(bodies[0][21..86], bodies[1][21..86]);
        assert!(encrypt(&browser, &[0; MAX_MESSAGE_LENGTH]).unwrap().len() <= 4096);
        assert_eq!(encrypt(&browser, &[0; MAX_MESSAGE_LENGTH + 1]), Err(EncryptionError));
    }

    #[test]
    fn what_is_no_point_on_the_curve_or_has_another_length_is_no_key() {
        let own = PrivateKey::generate(&ECDH_P256).unwrap();
        let point = own.compute_public_key().unwrap().as_ref().to_vec();
        assert!(BrowserKeys::from_bytes(&point, &[1; SECRET]).is_some());
        let mut beside = point.clone();
        beside[64] ^= 1;
        let mut compressed = point.clone();
        compressed.truncate(33);
        compressed[0] = 2;
        for odd in [&beside, &compressed, &vec![0; POINT], &vec![], &point[1..].to_vec()] {
            assert!(BrowserKeys::from_bytes(odd, &[1; SECRET]).is_none());
        }
        for length in [0, 15, 17] {
            assert!(BrowserKeys::from_bytes(&point, &vec![1; length]).is_none());
        }
        assert!(BrowserKeys::read("not base64!", "BTBZMqHH6r4Tts7J_aSIgg").is_none());
    }
}
