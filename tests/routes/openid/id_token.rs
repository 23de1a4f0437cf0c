//! ID tokens, checked against the published keys without Portico's own code.

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

/// The header and the claims of a token that one of the keys signed.
#[track_caller]
pub(super) fn verified(token: &str, keys: &Value) -> (Value, Value) {
    assert!(signed_by(token, keys), "{token} isn't signed by {keys}");
    let parts: Vec<&str> = token.split('.').collect();
    (part(parts[0]), part(parts[1]))
}

/// Whether the key that the header names signed the token (RFC 7515 5.2).
pub(super) fn signed_by(token: &str, keys: &Value) -> bool {
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let header = part(signed.split('.').next().unwrap());
    let keys = keys["keys"].as_array().unwrap();
    let key = keys
        .iter()
        .find(|key| key["kid"] == header["kid"] && key["alg"] == header["alg"])
        .unwrap_or_else(|| panic!("no key for {header}"));
    let (signed, signature) = (signed.as_bytes(), bytes(signature));
    match header["alg"].as_str() {
        Some("RS256") => RsaPublicKeyComponents { n: member(key, "n"), e: member(key, "e") }
            .verify(&RSA_PKCS1_2048_8192_SHA256, signed, &signature)
            .is_ok(),
        Some("ES256") => {
            let point = [vec![4], member(key, "x"), member(key, "y")].concat();
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(signed, &signature).is_ok()
        }
        _ => panic!("signed with {header}"),
    }
}

/// A part of a token, as the object that it encodes.
pub(super) fn part(text: &str) -> Value {
    serde_json::from_slice(&bytes(text)).unwrap()
}

fn member(key: &Value, name: &str) -> Vec<u8> {
    bytes(key[name].as_str().unwrap())
}

fn bytes(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}
