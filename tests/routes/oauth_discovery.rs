//! The issuer's metadata and its keys: what a client reads before its first request.

use std::collections::BTreeSet;

use rocket::http::{Header, Method, Status};
use serde_json::{Value, json};

use crate::support::{Answer, TestInstance};

const OPENID: &str = "/.well-known/openid-configuration";
const OAUTH: &str = "/.well-known/oauth-authorization-server";
const JWKS: &str = "/oauth/jwks";

async fn instance_at(base_url: &str) -> TestInstance {
    TestInstance::configured(|figment| figment.merge(("base_url", base_url))).await
}

/// Shows: openid.metadata
#[tokio::test]
async fn the_issuer_is_the_base_url_byte_for_byte_whatever_host_is_asked_for() {
    for (base_url, issuer) in [
        ("https://chat.example.org", "https://chat.example.org"),
        ("https://chat.example.org/", "https://chat.example.org"),
        ("https://Chat.example.org:8443", "https://chat.example.org:8443"),
        ("http://localhost:8000", "http://localhost:8000"),
    ] {
        let instance = instance_at(base_url).await;
        for path in [OPENID, OAUTH] {
            let request = instance
                .client
                .get(path)
                .header(Header::new("Host", "evil.example"))
                .header(Header::new("X-Forwarded-Host", "evil.example"));
            let answer = Answer::read(request.dispatch().await).await.expect(200);
            let metadata = answer.json();
            assert_eq!(metadata["issuer"], issuer, "{path}");
            for (name, value) in metadata.as_object().unwrap() {
                let is_address = name.ends_with("_endpoint") || name == "jwks_uri";
                let value = value.as_str().unwrap_or_default();
                assert!(!is_address || value.starts_with(&format!("{issuer}/")), "{name}");
            }
        }
    }
}

/// Shows: openid.metadata
#[tokio::test]
async fn every_address_in_the_metadata_is_that_of_a_route() {
    let instance = instance_at("https://chat.example.org").await;
    let metadata = instance.browser().get(OPENID).await.expect(200).json();
    let routes: BTreeSet<_> = instance.client.rocket().routes().map(|route| route.uri.path().to_owned()).collect();
    let mut found = 0;
    for value in metadata.as_object().unwrap().values() {
        let Some(path) = value.as_str().and_then(|text| text.strip_prefix("https://chat.example.org/")) else {
            continue;
        };
        found += 1;
        assert!(routes.contains(&format!("/{path}")), "{path}");
    }
    assert_eq!(found, 9);
}

/// What a client that goes by the metadata may assume.
/// Shows: openid.metadata
#[tokio::test]
async fn the_metadata_promises_what_is_true_and_denies_what_its_absence_would_promise() {
    let instance = instance_at("https://chat.example.org").await;
    let metadata = instance.browser().get(OPENID).await.expect(200).json();
    for (name, value) in [
        ("response_types_supported", json!(["code"])),
        ("response_modes_supported", json!(["query", "fragment", "form_post"])),
        ("prompt_values_supported", json!(["none", "login", "consent", "select_account"])),
        ("code_challenge_methods_supported", json!(["S256"])),
        ("scopes_supported", json!(["openid", "profile"])),
        ("subject_types_supported", json!(["public"])),
        ("grant_types_supported", json!(["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"])),
        ("id_token_signing_alg_values_supported", json!(["RS256", "ES256"])),
        ("token_endpoint_auth_methods_supported", json!(["client_secret_basic", "client_secret_post", "none"])),
        ("introspection_endpoint_auth_methods_supported", json!(["client_secret_basic", "client_secret_post"])),
        ("request_uri_parameter_supported", json!(false)),
        ("request_parameter_supported", json!(false)),
        ("claims_parameter_supported", json!(false)),
        ("authorization_response_iss_parameter_supported", json!(true)),
    ] {
        assert_eq!(metadata[name], value, "{name}");
    }
    // Dynamic registration and refresh tokens don't exist.
    assert_eq!(metadata.get("registration_endpoint"), None);
    assert!(!metadata.to_string().contains("refresh_token"));
    let other = instance.browser().get(OAUTH).await.expect(200).json();
    assert_eq!(other, metadata);
}

/// Shows: openid.keys-published
#[tokio::test]
async fn the_key_set_has_one_public_key_for_each_algorithm() {
    let instance = TestInstance::open().await;
    let answer = instance.browser().get(JWKS).await.expect(200);
    let keys = answer.json();
    let keys = keys["keys"].as_array().unwrap();
    let named = |name: &str| -> Vec<Value> { keys.iter().map(|key| key[name].clone()).collect() };
    assert_eq!(named("alg"), ["RS256", "ES256"]);
    assert_eq!(named("kty"), ["RSA", "EC"]);
    assert_eq!(named("use"), ["sig", "sig"]);
    assert_ne!(keys[0]["kid"], keys[1]["kid"]);
    let members: BTreeSet<_> =
        keys.iter().flat_map(|key| key.as_object().unwrap().keys()).map(String::as_str).collect();
    let public = ["alg", "crv", "e", "kid", "kty", "n", "use", "x", "y"];
    assert_eq!(members, BTreeSet::from(public));
}

/// Shows: openid.metadata, openid.keys-published
#[tokio::test]
async fn programs_on_every_site_may_read_them_without_credentials() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for path in [OPENID, OAUTH, JWKS] {
        for method in [Method::Get, Method::Head] {
            let request = instance
                .client
                .req(method, path)
                .cookie(("portico", alice.browser.cookie("portico").unwrap()))
                .header(Header::new("Origin", "https://app.example.net"))
                .header(Header::new("Sec-Fetch-Site", "cross-site"))
                .header(Header::new("Sec-Fetch-Dest", "empty"))
                .header(Header::new("Sec-Fetch-Mode", "cors"));
            let answer = Answer::read(request.dispatch().await).await.expect(200);
            assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("*"));
            assert_eq!(answer.header("Access-Control-Allow-Credentials"), None);
            assert_eq!(answer.header("Set-Cookie"), None);
            assert_eq!(answer.header("Content-Type"), Some("application/json"));
            let cached = answer.header("Cache-Control").unwrap();
            let seconds = cached.strip_prefix("public, max-age=").unwrap();
            assert!(seconds.parse::<u32>().unwrap() <= 3_600, "{path}");
        }
        let asked = instance.client.options(path);
        let asked = asked
            .header(Header::new("Origin", "https://app.example.net"))
            .header(Header::new("Access-Control-Request-Method", "GET"));
        let answer = asked.dispatch().await;
        assert_eq!(answer.status(), Status::NoContent);
        let header = |name| answer.headers().get_one(name);
        assert_eq!(header("Access-Control-Allow-Origin"), Some("*"));
        assert_eq!(header("Access-Control-Allow-Credentials"), None);
        assert_eq!(header("Access-Control-Allow-Methods"), Some("GET, HEAD"));
    }
}

#[tokio::test]
async fn what_a_client_still_has_is_not_sent_again() {
    let instance = TestInstance::open().await;
    for path in [OPENID, OAUTH, JWKS] {
        let first = instance.browser().get(path).await.expect(200);
        let tag = first.header("ETag").unwrap();
        let again = async |known: &str| {
            let known = Header::new("If-None-Match", known.to_owned());
            let answer = instance.client.get(path).header(known).dispatch().await;
            Answer::read(answer).await
        };
        let same = again(tag).await.expect(304);
        assert_eq!(same.text(), "", "{path}");
        for name in ["ETag", "Cache-Control", "Access-Control-Allow-Origin"] {
            assert_eq!(same.header(name), first.header(name), "{path} {name}");
        }
        let other = again("\"another\"").await.expect(200);
        assert_eq!(other.text(), first.text(), "{path}");
    }
}

#[tokio::test]
async fn they_can_not_be_posted_to() {
    let instance = TestInstance::open().await;
    for path in [OPENID, OAUTH, JWKS] {
        for method in [Method::Post, Method::Put, Method::Delete] {
            let request = instance.client.req(method, path);
            let status = request.dispatch().await.status();
            assert_eq!(status, Status::MethodNotAllowed, "{method} {path}");
        }
    }
}
