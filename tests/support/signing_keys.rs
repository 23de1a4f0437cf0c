//! Keys that sign ID tokens. They are generated once for the whole run: for each test it would take too long.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use portico::core::Core;
use portico::models::oauth::signing_key::{Algorithm, Generated, add_missing};
use portico::security::jwt::KeyPair;
use portico::security::tokens::Plain;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use rocket::tokio::sync::OnceCell;
use rocket::tokio::task::spawn_blocking;
use serde_json::Value;

use super::leaks;

/// Stores the keys, sealed under this instance's key, unless there are some.
pub async fn provide(core: &Core) {
    static PRIVATE: OnceCell<Vec<(Algorithm, Plain)>> = OnceCell::const_new();
    let generate = || {
        let all = Algorithm::ALL.into_iter();
        all.map(|one| (one, KeyPair::generate(one).unwrap()))
            .collect()
    };
    let private = PRIVATE
        .get_or_init(|| async { spawn_blocking(generate).await.unwrap() })
        .await;
    let mut generated = Vec::new();
    for (algorithm, private) in private {
        leaks::made(private.expose());
        generated.push(Generated::from_private(*algorithm, private.clone()).unwrap());
    }
    add_missing(core, generated).await.unwrap();
}

/// The claims of a token, where a published key signed it: by the members of the key set alone, as a client checks it.
pub fn verified(jwks: &Value, token: &str) -> Option<Value> {
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
        "RSA" => RsaPublicKeyComponents {
            n: member("n"),
            e: member("e"),
        }
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
