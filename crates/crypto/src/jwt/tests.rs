//! Tokens that were altered, made by others, or put together by hand.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::sync::LazyLock;

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde_json::json;

use super::*;

/// Two key pairs of each algorithm.
static PAIRS: LazyLock<Vec<KeyPair>> = LazyLock::new(|| {
    let twice = [Algorithm::ALL, Algorithm::ALL].concat().into_iter();
    twice.map(|one| KeyPair::read(one, &KeyPair::generate(one).unwrap()).unwrap()).collect()
});

fn claims() -> Value {
    json!({ "sub": "17", "name": "Zoë \u{1f600}" })
}

fn encoded(part: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(part)
}

/// A token with any header and claims, signed by a key.
fn forged(key: &KeyPair, header: &str, claims: &str) -> String {
    let signed = format!("{}.{}", encoded(header), encoded(claims));
    let signature = key.sign(signed.as_bytes()).unwrap();
    format!("{signed}.{}", encoded(signature))
}

fn read(token: &str, key: &KeyPair) -> Option<Value> {
    let claims = UnverifiedToken::read(token)?.claims_if_signed_by(key.public())?;
    Some(Value::Object(claims))
}

/// Shows: openid.signed
#[test]
fn a_signed_token_gives_its_claims_to_its_own_key_alone() {
    for (at, key) in PAIRS.iter().enumerate() {
        let token = sign(key, "one", &claims()).unwrap();
        assert_eq!(UnverifiedToken::read(&token).unwrap().kid, "one");
        for (other, given) in PAIRS.iter().enumerate() {
            let expected = (at == other).then(claims);
            assert_eq!(read(&token, given), expected, "{at} by {other}");
        }
    }
}

#[test]
fn a_token_has_the_parts_that_the_standard_names() {
    for key in &*PAIRS {
        let token = sign(key, "one", &claims()).unwrap();
        let parts: Vec<Vec<u8>> = token.split('.').map(|part| BASE64_URL_SAFE_NO_PAD.decode(part).unwrap()).collect();
        let [header, body, signature] = &parts[..] else {
            panic!("{token}");
        };
        let header: Value = serde_json::from_slice(header).unwrap();
        let alg = key.public().algorithm().as_str();
        assert_eq!(header, json!({ "alg": alg, "kid": "one", "typ": "JWT" }));
        assert_eq!(serde_json::from_slice::<Value>(body).unwrap(), claims());
        // By the members of the published key alone.
        let entry = key.public().entry("one");
        let member = |name: &str| {
            let text = entry[name].as_str().unwrap();
            BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
        };
        let signed = token.rsplit_once('.').unwrap().0.as_bytes();
        match key.public().algorithm() {
            Algorithm::Rs256 => {
                assert_eq!(entry["kty"], "RSA");
                let (n, e) = (member("n"), member("e"));
                assert_eq!((n.len(), &e[..]), (256, &[1, 0, 1][..]));
                let public = RsaPublicKeyComponents { n, e };
                let kind = &RSA_PKCS1_2048_8192_SHA256;
                public.verify(kind, signed, signature).unwrap();
            }
            Algorithm::Es256 => {
                assert_eq!((&entry["kty"], &entry["crv"]), (&json!("EC"), &json!("P-256")));
                let point = [&[4][..], &member("x"), &member("y")].concat();
                let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                public.verify(signed, signature).unwrap();
            }
        }
        assert_eq!((&entry["use"], &entry["alg"]), (&json!("sig"), &json!(alg)));
        for private in ["d", "p", "q", "dp", "dq", "qi", "k"] {
            assert_eq!(entry.get(private), None);
        }
    }
}

/// Shows: openid.signed
#[test]
fn no_altered_and_no_shortened_token_is_verified() {
    for key in &PAIRS[..2] {
        let token = sign(key, "one", &claims()).unwrap();
        for at in 0..token.len() {
            let mut altered = token.clone().into_bytes();
            altered[at] = if altered[at] == b'A' { b'B' } else { b'A' };
            let altered = String::from_utf8(altered).unwrap();
            assert_eq!(read(&altered, key), None, "byte {at}");
            assert_eq!(read(&token[..at], key), None, "length {at}");
        }
        for added in ["=", "A", ".", ".AAAA", " "] {
            assert_eq!(read(&format!("{token}{added}"), key), None);
            assert_eq!(read(&format!("{added}{token}"), key), None);
        }
    }
}

/// RFC 8725: `none`, another algorithm, a key in the header, what must be understood and is not.
/// Shows: openid.signed
#[test]
fn a_header_that_we_do_not_write_is_refused_even_with_our_signature() {
    let key = &PAIRS[0];
    let ours = r#"{"alg":"RS256","kid":"one","typ":"JWT"}"#;
    assert!(read(&forged(key, ours, "{}"), key).is_some());
    for header in [
        r#"{"alg":"none","kid":"one","typ":"JWT"}"#,
        r#"{"alg":"HS256","kid":"one","typ":"JWT"}"#,
        r#"{"alg":"ES256","kid":"one","typ":"JWT"}"#,
        r#"{"alg":"rs256","kid":"one","typ":"JWT"}"#,
        r#"{"alg":"RS256","kid":"one","typ":"at+jwt"}"#,
        r#"{"alg":"RS256","kid":"one"}"#,
        r#"{"alg":"RS256","typ":"JWT"}"#,
        r#"{"alg":"RS256","kid":1,"typ":"JWT"}"#,
        r#"{"alg":"RS256","alg":"RS256","kid":"one","typ":"JWT"}"#,
        r#"{"alg":"RS256","kid":"one","typ":"JWT","crit":[]}"#,
        r#"{"alg":"RS256","kid":"one","typ":"JWT","b64":false}"#,
        r#"{"alg":"RS256","kid":"one","typ":"JWT","jku":"https://evil.example"}"#,
        r#"["RS256","one","JWT"]"#,
        r#"{"alg":"RS256","kid":"one","typ":"JWT"} "#,
        r#"{"kid":"one","alg":"RS256","typ":"JWT"}"#,
        "null",
        "",
    ] {
        assert_eq!(read(&forged(key, header, "{}"), key), None, "{header}");
    }
}

#[test]
fn claims_are_an_object() {
    let key = &PAIRS[0];
    let header = r#"{"alg":"RS256","kid":"one","typ":"JWT"}"#;
    for claims in ["[]", "null", "1", "\"text\"", "", "{", "{}{}"] {
        assert_eq!(read(&forged(key, header, claims), key), None, "{claims}");
    }
}

#[test]
fn a_long_token_is_not_read() {
    let key = &PAIRS[1];
    let fitting = sign(key, "one", &json!({ "a": "x".repeat(5_000) })).unwrap();
    assert!(fitting.len() < MAX_LENGTH && read(&fitting, key).is_some());
    let long = sign(key, "one", &json!({ "a": "x".repeat(MAX_LENGTH) })).unwrap();
    assert!(read(&long, key).is_none());
    assert!(UnverifiedToken::read(&".".repeat(MAX_LENGTH)).is_none());
}

/// The example of RFC 7638, section 3.1.
#[test]
fn a_thumbprint_is_that_of_the_standard() {
    let n = "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3okn\
             jhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6\
             qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
    let jwk = format!(r#"{{"e":"AQAB","kty":"RSA","n":"{n}"}}"#);
    let key = PublicKey::read(&jwk).unwrap();
    assert_eq!(key.thumbprint(), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
    assert_eq!(key.jwk(), jwk);
}

#[test]
fn a_public_key_is_read_as_it_was_written() {
    for key in &*PAIRS {
        let read = PublicKey::read(&key.public().jwk()).unwrap();
        assert_eq!(read.jwk(), key.public().jwk());
        assert_eq!(read.algorithm(), key.public().algorithm());
    }
    for malformed in [
        "",
        "{}",
        r#"{"kty":"oct","k":"AAAA"}"#,
        r#"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#,
        r#"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
        r#"{"kty":"RSA","n":"==","e":"AQAB"}"#,
    ] {
        assert!(PublicKey::read(malformed).is_none(), "{malformed}");
    }
}

#[test]
fn a_private_key_of_the_other_algorithm_is_malformed() {
    for (given, wanted) in [(Algorithm::Rs256, Algorithm::Es256), (Algorithm::Es256, Algorithm::Rs256)] {
        let private = KeyPair::generate(given).unwrap();
        let refused = KeyPair::read(wanted, &private).unwrap_err();
        assert_eq!(refused, JwtKeyError::Malformed);
    }
    let refused = KeyPair::read(Algorithm::Rs256, &"not base64".into()).unwrap_err();
    assert_eq!(refused, JwtKeyError::Malformed);
}

/// Shows: leaks.debug
#[test]
fn a_key_pair_shows_its_public_key_alone() {
    let private = KeyPair::generate(Algorithm::Es256).unwrap();
    let pair = KeyPair::read(Algorithm::Es256, &private).unwrap();
    let seen = format!("{pair:?} {private:?}");
    assert!(!seen.contains(private.expose()), "{seen}");
    assert!(seen.starts_with("KeyPair(PublicKey(Ec("), "{seen}");
}
