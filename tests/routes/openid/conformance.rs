//! The modules of the OpenID Foundation's `oidcc-basic-certification-test-plan`, by their names.
//! It is not the foundation's suite, and certifies nothing.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rocket::http::ContentType;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Method, NONCE, RelyingParty, USERINFO, bearer, id_token, metadata};
use crate::support::{Answer, Back, STATE, TestInstance, VERIFIER};

fn names(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Shows that the table and the tests name the same modules.
#[test]
fn every_module_is_in_the_table() {
    let page = include_str!("../../../docs/openid.md");
    let source = include_str!("conformance.rs");
    let tests = source.lines().filter_map(|line| {
        let name = line.strip_prefix("async fn oidcc_")?;
        Some(name.split('(').next().unwrap().to_owned())
    });
    let mut tests: Vec<String> = tests.collect();
    let mut rows: Vec<String> = page
        .lines()
        .filter_map(|line| Some(line.strip_prefix("| `oidcc-")?.split('`').next()?.replace('-', "_")))
        .collect();
    tests.sort();
    rows.sort();
    assert_eq!(tests, rows);
}

#[tokio::test]
async fn oidcc_server() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let back = party.follow(&party.link(&[])).await;
    assert_eq!(back.get("state"), Some(STATE));
    let answer = party.exchange(&back.code()).await.expect(200);
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    assert_eq!(answer.content_type, Some(ContentType::JSON));
    let tokens = answer.json();
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(tokens["expires_in"], 600);
    assert_eq!(tokens["scope"], "openid profile");
    let claims = party.claims(&tokens).await;
    assert_eq!(claims["nonce"], NONCE);
    party.userinfo(&tokens).await;
}

/// Without `response_type` a request with the scope `openid` is neither profile.
#[tokio::test]
async fn oidcc_response_type_missing() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let back = party.follow(&party.link(&[("response_type", "")])).await;
    assert_eq!(back.error(), "invalid_request");
    assert_eq!(back.get("state"), Some(STATE));
}

#[tokio::test]
async fn oidcc_idtoken_signature() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[]).await;
    let token = tokens["id_token"].as_str().unwrap();
    let keys = instance.browser().get("/oauth/jwks").await.expect(200).json();
    let header = id_token::part(token.split('.').next().unwrap());
    let of_it = keys["keys"].as_array().unwrap().iter();
    assert_eq!(of_it.filter(|key| key["kid"] == header["kid"]).count(), 1);
    let (signed, _) = token.rsplit_once('.').unwrap();
    assert!(!id_token::signed_by(&format!("{signed}.AAAA"), &keys));
}

/// Only for providers that sign nothing when a client asks for it: none does here.
#[tokio::test]
async fn oidcc_idtoken_unsigned() {
    let instance = TestInstance::open().await;
    let offered = &metadata(&instance).await["id_token_signing_alg_values_supported"];
    assert_eq!(offered, &json!(["RS256", "ES256"]));
}

#[tokio::test]
async fn oidcc_userinfo_get() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[]).await;
    party.userinfo(&tokens).await;
}

#[tokio::test]
async fn oidcc_userinfo_post_header() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[]).await;
    let request = instance.client.post(USERINFO).header(bearer(&tokens));
    let answer = Answer::read(request.dispatch().await).await.expect(200);
    party.same_person(answer.json());
}

#[tokio::test]
async fn oidcc_userinfo_post_body() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[]).await;
    let token = tokens["access_token"].as_str().unwrap();
    let request = instance.client.post(USERINFO).header(ContentType::Form);
    let request = request.body(format!("access_token={token}"));
    let answer = Answer::read(request.dispatch().await).await.expect(200);
    party.same_person(answer.json());
}

#[tokio::test]
async fn oidcc_ensure_request_without_nonce_succeeds_for_code_flow() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (_, claims) = party.sign_in(&[("nonce", "")]).await;
    assert!(claims.get("nonce").is_none());
}

#[tokio::test]
async fn oidcc_scope_profile() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[]).await;
    let userinfo = party.userinfo(&tokens).await;
    assert_eq!(names(&userinfo), ["name", "nickname", "picture", "preferred_username", "sub"]);
    assert_eq!(userinfo["name"], "Alice");
    assert_eq!(userinfo["preferred_username"], "alice");
    let (tokens, _) = party.sign_in(&[("scope", "openid")]).await;
    assert_eq!(names(&party.userinfo(&tokens).await), ["sub"]);
}

/// A scope that this provider doesn't know is ignored (Core 3.1.2.1), and the answer names what was granted.
async fn ignored(scope: &str) {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[("scope", scope)]).await;
    assert_eq!(tokens["scope"], "openid");
    assert_eq!(names(&party.userinfo(&tokens).await), ["sub"]);
    let offered = &metadata(&instance).await["scopes_supported"];
    assert_eq!(offered, &json!(["openid", "profile"]));
}

#[tokio::test]
async fn oidcc_scope_email() {
    ignored("openid email").await;
}

#[tokio::test]
async fn oidcc_scope_address() {
    ignored("openid address").await;
}

#[tokio::test]
async fn oidcc_scope_phone() {
    ignored("openid phone").await;
}

#[tokio::test]
async fn oidcc_scope_all() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let all = [("scope", "openid profile email address phone")];
    let (tokens, _) = party.sign_in(&all).await;
    assert_eq!(tokens["scope"], "openid profile");
    assert_eq!(names(&party.userinfo(&tokens).await).len(), 5);
}

#[tokio::test]
async fn oidcc_ensure_other_scope_order_succeeds() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[("scope", "profile openid")]).await;
    assert_eq!(names(&party.userinfo(&tokens).await).len(), 5);
}

/// The request succeeds with a parameter that changes nothing.
async fn succeeds_with(name: &str, value: &str) {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, claims) = party.sign_in(&[(name, value)]).await;
    assert_eq!(claims["nonce"], NONCE);
    party.userinfo(&tokens).await;
}

#[tokio::test]
async fn oidcc_display_page() {
    succeeds_with("display", "page").await;
}

#[tokio::test]
async fn oidcc_display_popup() {
    succeeds_with("display", "popup").await;
}

#[tokio::test]
async fn oidcc_prompt_login() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (_, first) = party.sign_in(&[]).await;
    instance.clock.advance(Duration::from_secs(2));
    let next = party.confirm(&party.link(&[("prompt", "login")])).await;
    let code = party.follow(&next).await.code();
    let tokens = party.exchange(&code).await.expect(200).json();
    let second = party.claims(&tokens).await;
    assert!(second["auth_time"].as_i64() > first["auth_time"].as_i64());
}

#[tokio::test]
async fn oidcc_prompt_none_not_logged_in() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let link = party.link(&[("prompt", "none")]);
    let back = Back::of(instance.browser().get(&link).await);
    assert_eq!(back.error(), "login_required");
    assert_eq!(back.get("state"), Some(STATE));
}

#[tokio::test]
async fn oidcc_prompt_none_logged_in() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (_, first) = party.sign_in(&[]).await;
    instance.clock.advance(Duration::from_secs(2));
    let (_, second) = party.sign_in(&[("prompt", "none")]).await;
    assert_eq!(first["sub"], second["sub"]);
    assert_eq!(first["auth_time"], second["auth_time"]);
}

#[tokio::test]
async fn oidcc_max_age_1() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (_, first) = party.sign_in(&[]).await;
    instance.clock.advance(Duration::from_secs(2));
    let next = party.confirm(&party.link(&[("max_age", "1")])).await;
    let code = party.follow(&next).await.code();
    let tokens = party.exchange(&code).await.expect(200).json();
    let second = party.claims(&tokens).await;
    assert_eq!(second["auth_time"], instance.clock.now() / 1_000);
    assert!(second["auth_time"].as_i64() > first["auth_time"].as_i64());
}

#[tokio::test]
async fn oidcc_max_age_10000() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (_, first) = party.sign_in(&[]).await;
    instance.clock.advance(Duration::from_secs(2));
    let (_, second) = party.sign_in(&[("max_age", "10000")]).await;
    assert_eq!(first["auth_time"], second["auth_time"]);
}

#[tokio::test]
async fn oidcc_ensure_request_with_unknown_parameter_succeeds() {
    succeeds_with("extra", "foobar").await;
}

#[tokio::test]
async fn oidcc_id_token_hint() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, first) = party.sign_in(&[]).await;
    let hint = tokens["id_token"].as_str().unwrap();
    let (_, second) = party.sign_in(&[("prompt", "none"), ("id_token_hint", hint)]).await;
    assert_eq!(first["sub"], second["sub"]);
}

#[tokio::test]
async fn oidcc_login_hint() {
    succeeds_with("login_hint", "alice").await;
}

#[tokio::test]
async fn oidcc_ui_locales() {
    succeeds_with("ui_locales", "se").await;
}

#[tokio::test]
async fn oidcc_claims_locales() {
    succeeds_with("claims_locales", "se").await;
}

#[tokio::test]
async fn oidcc_ensure_request_with_acr_values_succeeds() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (_, claims) = party.sign_in(&[("acr_values", "1 2")]).await;
    assert_eq!(claims["acr"], "1");
}

#[tokio::test]
async fn oidcc_codereuse() {
    reused_after(Duration::ZERO).await;
}

#[tokio::test]
async fn oidcc_codereuse_30seconds() {
    reused_after(Duration::from_secs(30)).await;
}

/// A code that is shown again is refused, and the access token that it gave is revoked (RFC 6749 4.1.2).
async fn reused_after(wait: Duration) {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let code = party.follow(&party.link(&[])).await.code();
    let tokens = party.exchange(&code).await.expect(200).json();
    party.userinfo(&tokens).await;
    instance.clock.advance(wait);
    let again = party.exchange(&code).await.expect(400);
    assert_eq!(again.json()["error"], "invalid_grant");
    party.userinfo_answer(&tokens).await.expect(401);
}

#[tokio::test]
async fn oidcc_ensure_registered_redirect_uri() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let link = party.link(&[("redirect_uri", "https://app.example/callback/random")]);
    let page = party.alice.browser.get(&link).await.expect(400);
    assert_eq!(page.header("Location"), None);
}

#[tokio::test]
async fn oidcc_ensure_post_request_succeeds() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let parameters = party.parameters(&[]);
    let fields: Vec<(&str, &str)> = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let from_elsewhere = [("Sec-Fetch-Site", "cross-site")];
    let browser = &party.alice.browser;
    let answer = browser.post_with("/oauth/authorize", &fields, &from_elsewhere).await.expect(303);
    let code = party.follow(answer.location()).await.code();
    party.exchange(&code).await.expect(200);
}

#[tokio::test]
async fn oidcc_server_client_secret_post() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let code = party.follow(&party.link(&[])).await.code();
    let tokens = party.exchange_by(Method::Post, &code, &[]).await;
    let claims = party.claims(&tokens.expect(200).json()).await;
    assert_eq!(claims["nonce"], NONCE);
}

#[tokio::test]
async fn oidcc_request_uri_unsigned_supported_correctly_or_rejected_as_unsupported() {
    refused_with("request_uri", "https://app.example/request.jwt", "request_uri_not_supported").await;
    let instance = TestInstance::open().await;
    let metadata = metadata(&instance).await;
    assert_eq!(metadata["request_uri_parameter_supported"], false);
}

#[tokio::test]
async fn oidcc_unsigned_request_object_supported_correctly_or_rejected_as_unsupported() {
    refused_with("request", &request_object(), "request_not_supported").await;
    let instance = TestInstance::open().await;
    let metadata = metadata(&instance).await;
    assert_eq!(metadata["request_parameter_supported"], false);
}

/// The request object names another redirect URI, which counts for nothing.
#[tokio::test]
async fn oidcc_ensure_request_object_with_redirect_uri() {
    refused_with("request", &request_object(), "request_not_supported").await;
}

fn request_object() -> String {
    let header = URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#);
    let claims = json!({ "redirect_uri": "https://app.example/other", "response_type": "code" });
    format!("{header}.{}.", URL_SAFE_NO_PAD.encode(claims.to_string()))
}

async fn refused_with(name: &str, value: &str, error: &str) {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let back = party.follow(&party.link(&[(name, value)])).await;
    assert_eq!(back.error(), error);
    assert_eq!(back.get("state"), Some(STATE));
}

/// The parameter is not supported, as the metadata says, and is ignored.
#[tokio::test]
async fn oidcc_claims_essential() {
    let claims = r#"{"userinfo":{"name":{"essential":true}}}"#;
    succeeds_with("claims", claims).await;
    let instance = TestInstance::open().await;
    let metadata = metadata(&instance).await;
    assert_eq!(metadata["claims_parameter_supported"], false);
}

/// There are none, so the module ends where it finds that.
#[tokio::test]
async fn oidcc_refresh_token() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[("scope", "openid offline_access")]).await;
    assert!(tokens.get("refresh_token").is_none());
    let granted = &metadata(&instance).await["grant_types_supported"];
    let granted = granted.as_array().unwrap();
    assert!(!granted.contains(&json!("refresh_token")));
    let asked = [("grant_type", "refresh_token"), ("refresh_token", "any")];
    let refused = party.token_request(Method::Basic, &asked).await;
    assert_eq!(refused.expect(400).json()["error"], "unsupported_grant_type");
}

#[tokio::test]
async fn oidcc_ensure_request_with_valid_pkce_succeeds() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    let link = party.link(&[("code_challenge", &challenge), ("code_challenge_method", "S256")]);
    let code = party.follow(&link).await.code();
    let refused = party.exchange(&code).await.expect(400);
    assert_eq!(refused.json()["error"], "invalid_grant");
    let verifier = [("code_verifier", VERIFIER)];
    let tokens = party.exchange_by(Method::Basic, &code, &verifier).await;
    party.claims(&tokens.expect(200).json()).await;
}
