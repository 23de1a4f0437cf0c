//! Checking an ID token as a client does: by the members of the published key set alone.
//! Keys and tokens come from the program.

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::Value;

/// The claims of a token, where a published key signed it.
pub fn verify_id_token(jwks: &Value, token: &str) -> Option<Value> {
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
    let parts: Vec<&str> = token.split('.').collect();
    let [header, claims, signature] = parts[..] else {
        panic!("{token}");
    };
    let header: Value = serde_json::from_slice(&decode(header)).unwrap();
    let keys = jwks["keys"].as_array().unwrap();
    let key = keys.iter().find(|key| key["kid"] == header["kid"])?;
    assert_eq!(key["alg"], header["alg"]);
    let member = |name: &str| decode(key[name].as_str().unwrap());
    let signed = token.rsplit_once('.').unwrap().0.as_bytes();
    let signature = decode(signature);
    let is_right = match key["kty"].as_str().unwrap() {
        "RSA" => RsaPublicKeyComponents { n: member("n"), e: member("e") }
            .verify(&RSA_PKCS1_2048_8192_SHA256, signed, &signature)
            .is_ok(),
        _ => {
            let point = [&[4][..], &member("x"), &member("y")].concat();
            let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
            key.verify(signed, &signature).is_ok()
        }
    };
    is_right.then(|| serde_json::from_slice(&decode(claims)).unwrap())
}
