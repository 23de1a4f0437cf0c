//! Attacks of RFC 9700, section 4, on the exchange by form and on access tokens. Those on the authorize endpoint and on the
//! JSON exchange are in the `oauth_` modules; docs/openid.md names the tests of each.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rocket::http::Header;
use sha2::{Digest, Sha256};

use super::{Method, RelyingParty, bearer};
use crate::support::{Answer, CALLBACK, TestInstance, VERIFIER, expect_refusal, source};

/// The attacker removes the challenge from the request, and the client sends its verifier all the same (4.8).
/// Shows: openid.pkce-downgrade
#[tokio::test]
async fn a_verifier_is_refused_where_the_challenge_was_taken_away() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let code = party.follow(&party.link(&[])).await.code();
    let verifier = [("code_verifier", VERIFIER)];
    let refused = party.exchange_by(Method::Basic, &code, &verifier).await;
    expect_refusal(refused, 400, "invalid_grant");
}

/// A stolen code in a sign-in of the attacker's: it has another verifier (4.5).
/// Shows: openid.code-injection
#[tokio::test]
async fn a_code_of_another_sign_in_is_refused_by_its_verifier() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    let challenged = [("code_challenge", challenge.as_str()), ("code_challenge_method", "S256")];
    let code = party.follow(&party.link(&challenged)).await.code();
    let other = "x".repeat(43);
    for verifier in [&[][..], &[("code_verifier", other.as_str())]] {
        let refused = party.exchange_by(Method::Basic, &code, verifier).await;
        expect_refusal(refused, 400, "invalid_grant");
    }
    let right = [("code_verifier", VERIFIER)];
    party.exchange_by(Method::Basic, &code, &right).await.expect(200);
}

/// An access token is for UserInfo alone: it is no session, and no client's credential (4.9, 4.10).
/// Shows: openid.token-audience
#[tokio::test]
async fn an_access_token_opens_nothing_but_userinfo() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[]).await;
    for path in ["/portal", "/settings", "/settings/apps", "/inbox", "/servers"] {
        let request = instance.client.get(path).header(bearer(&tokens));
        let answer = Answer::read(request.dispatch().await).await.expect(303);
        assert!(answer.location().starts_with("/sign-in"), "{path}");
    }
    let token = tokens["access_token"].as_str().unwrap();
    let browser = instance.browser();
    browser.set_cookie("portico", token.rsplit('.').next().unwrap());
    browser.get("/settings").await.expect(303);
    let as_code = [("grant_type", "authorization_code"), ("code", token), ("redirect_uri", CALLBACK)];
    let refused = party.token_request(Method::Basic, &as_code).await;
    expect_refusal(refused, 400, "invalid_grant");
}

/// A client gets tokens of no one, so none can pass for a person by its ID (4.15), and none gets by a password.
/// Shows: openid.grants
#[tokio::test]
async fn there_is_no_grant_without_a_person_who_decided() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    for grant in [
        "client_credentials",
        "password",
        "implicit",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:token-exchange",
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ] {
        let asked = [("grant_type", grant), ("username", "alice"), ("password", "x")];
        let refused = party.token_request(Method::Basic, &asked).await;
        expect_refusal(refused, 400, "unsupported_grant_type");
    }
}

/// Tokens never travel in the browser: not by another response type, and not by a message to another window (4.17).
/// Shows: openid.front-channel
#[tokio::test]
async fn the_browser_carries_codes_alone() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    for kind in ["token", "id_token", "code id_token", "code token", "none"] {
        let back = party.follow(&party.link(&[("response_type", kind)])).await;
        assert_eq!(back.error(), "unsupported_response_type", "{kind}");
        assert!(!back.location.contains('#'), "{}", back.location);
    }
    for mode in ["web_message", "jwt", "fragment.jwt"] {
        let back = party.follow(&party.link(&[("response_mode", mode)])).await;
        assert_eq!(back.error(), "invalid_request", "{mode}");
    }
}

/// A code that was requested for one exchange is refused in the other, so no check of either can be avoided.
/// Shows: openid.exchange-kind
#[tokio::test]
async fn a_code_is_good_only_for_the_exchange_it_was_requested_for() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let code = party.follow(&party.link(&[])).await.code();
    expect_refusal(party.app.exchange(&code).await, 400, "invalid_grant");
    party.exchange(&code).await.expect(200);
    let code = party.app.code_for(&party.alice).await;
    expect_refusal(party.exchange(&code).await, 400, "invalid_grant");
    party.app.exchange(&code).await.expect(200);
}

/// A token in a URL ends up in logs and histories (4.3.2).
/// Shows: openid.token-in-url
#[tokio::test]
async fn a_token_in_the_query_is_refused() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let (tokens, _) = party.sign_in(&[]).await;
    let token = tokens["access_token"].as_str().unwrap();
    let path = format!("/oauth/userinfo?access_token={token}");
    let request = instance.client.get(path.clone());
    Answer::read(request.dispatch().await).await.expect(400);
    let request = instance.client.get(path).header(bearer(&tokens));
    Answer::read(request.dispatch().await).await.expect(400);
}

/// Another app's secret is right, and yet the code isn't its own (4.4, mix-up between two apps here).
/// Shows: openid.foreign-code
#[tokio::test]
async fn another_apps_code_is_refused_by_form_and_left_whole() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let mallory = instance.person("mallory").await;
    let other = RelyingParty { instance: &instance, app: instance.oauth_app(&mallory, CALLBACK).await, alice: mallory };
    let code = party.follow(&party.link(&[])).await.code();
    for method in [Method::Basic, Method::Post] {
        let refused = other.exchange_by(method, &code, &[]).await;
        expect_refusal(refused, 400, "invalid_grant");
    }
    let both = [("client_id", "1")];
    let refused = party.exchange_by(Method::Basic, &code, &both).await;
    expect_refusal(refused, 400, "invalid_request");
    party.exchange(&code).await.expect(200);
}

/// No cookie makes a request of a page on another site anyone's: the endpoints don't read them (4.7).
/// Shows: openid.no-cookies
#[tokio::test]
async fn the_endpoints_of_tokens_ignore_cookies() {
    let instance = TestInstance::open().await;
    let party = RelyingParty::of(&instance).await;
    let answer = party.alice.browser.get("/oauth/userinfo").await.expect(401);
    let challenge = answer.header("WWW-Authenticate").unwrap();
    assert!(!challenge.contains("error="), "{challenge}");
    let allowed = Header::new("Origin", "https://elsewhere.example");
    let (tokens, _) = party.sign_in(&[]).await;
    let request = instance.client.get("/oauth/userinfo").header(bearer(&tokens));
    let answer = Answer::read(request.header(allowed).dispatch().await).await;
    assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("*"));
    assert_eq!(answer.header("Access-Control-Allow-Credentials"), None);
}

/// Every test that the page names is there.
#[test]
fn the_page_names_tests_that_exist() {
    let page = include_str!("../../../docs/openid.md");
    let mut sources = String::new();
    for (folder, ending) in [("tests", "rs"), ("tests/clients", "py")] {
        for file in source::files(folder, ending) {
            sources += &std::fs::read_to_string(file).unwrap();
        }
    }
    let rows = page.lines().filter(|line| line.starts_with("| 4."));
    let names: Vec<&str> = rows
        .flat_map(|row| row.rsplit('|').nth(1).unwrap().split('`'))
        .filter(|name| name.len() > 10 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let is_there =
            [format!("fn {name}("), format!("def {name}(")].iter().any(|definition| sources.contains(definition));
        assert!(is_there, "{name}");
    }
}
