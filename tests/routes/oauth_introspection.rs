//! `POST /oauth/introspect`: a confidential app looks up its own access tokens.

use std::time::Duration;

use portico_store::models::ClientSecret;
use rocket::http::{ContentType, Method};
use serde_json::json;

use crate::support::{Answer, CALLBACK, START, TestInstance, basic, expect_refusal, post_form};

const INTROSPECT: &str = "/oauth/introspect";

/// Shows: introspection.own
#[tokio::test]
async fn an_app_learns_what_its_token_stands_for() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    instance.clock.advance(Duration::from_secs(60));
    for scope in ["openid profile", "openid"] {
        let token = app.access_token(&alice, scope).await;
        let fields = [("token", &*token), ("token_type_hint", "access_token")];
        let answer = app.post_form(INTROSPECT, &fields).await.expect(200);
        assert_eq!(answer.header("Cache-Control"), Some("no-store"));
        assert_eq!(answer.header("Access-Control-Allow-Origin"), None);
        let mut expected = json!({
            "active": true,
            "scope": scope,
            "client_id": app.id().to_string(),
            "token_type": "Bearer",
            "iat": START / 1000 + 60,
            "exp": START / 1000 + 660,
            "sub": alice.id.to_string(),
            "aud": app.id().to_string(),
            "iss": "http://localhost:8000",
        });
        if scope.contains("profile") {
            expected["username"] = "alice".into();
        }
        assert_eq!(answer.json(), expected);
    }
}

/// Shows: introspection.foreign
#[tokio::test]
async fn of_any_other_token_it_learns_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    let id = token.split_once('.').unwrap().0;
    let guessed = format!("{id}.{}", "A".repeat(43));
    for (by, what) in [(&other, &*token), (&app, &guessed), (&app, "x")] {
        let answer = by.post_form(INTROSPECT, &[("token", what)]).await;
        assert_eq!(answer.expect(200).json(), json!({ "active": false }));
    }
    instance.clock.advance(Duration::from_secs(600));
    let answer = app.post_form(INTROSPECT, &[("token", &token)]).await;
    assert_eq!(answer.expect(200).json(), json!({ "active": false }));
    let token = app.access_token(&alice, "openid").await;
    let revoke = format!("/settings/apps/{}/revoke", app.id());
    alice.browser.post(&revoke, &[]).await.expect(303);
    let answer = app.post_form(INTROSPECT, &[("token", &token)]).await;
    assert_eq!(answer.expect(200).json(), json!({ "active": false }));
}

/// Shows: introspection.authentication
#[tokio::test]
async fn only_confidential_apps_that_authenticate_get_an_answer() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let public = instance.public_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    let (id, of_public) = (app.id().to_string(), public.id().to_string());
    let mut told = Vec::new();
    for more in [
        vec![],
        vec![("client_id", &*id)],
        vec![("client_id", &of_public)],
        vec![("client_id", "7"), ("client_secret", "x")],
    ] {
        let fields = [vec![("token", &*token)], more].concat();
        let answer = instance.form(INTROSPECT, &fields).await;
        let answer = expect_refusal(answer, 401, "invalid_client");
        told.push((answer.headers, answer.bytes));
    }
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
    // By the header, with a challenge (RFC 6749, section 5.2).
    for authorization in [format!("Bearer {token}"), basic(&of_public, "")] {
        let headers = [("Authorization", &*authorization)];
        let fields = [("token", &*token)];
        let answer = post_form(&instance.client, INTROSPECT, &headers, &fields).await;
        let answer = expect_refusal(answer, 401, "invalid_client");
        let challenge = answer.header("WWW-Authenticate").unwrap();
        assert!(challenge.starts_with("Basic realm="), "{challenge}");
    }
}

#[tokio::test]
async fn malformed_requests_are_named_in_json() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    for fields in [&[][..], &[("token", "")], &[("token", "x"), ("token", "x")]] {
        let answer = app.post_form(INTROSPECT, fields).await;
        expect_refusal(answer, 400, "invalid_request");
    }
    let json = instance.client.post(INTROSPECT).header(ContentType::JSON);
    let answer = Answer::read(json.body("{}").dispatch().await).await;
    expect_refusal(answer, 415, "invalid_request");
    for method in [Method::Get, Method::Put, Method::Options] {
        let request = instance.client.req(method, INTROSPECT);
        let answer = Answer::read(request.dispatch().await).await;
        let answer = expect_refusal(answer, 405, "invalid_request");
        assert_eq!(answer.header("Allow"), Some("POST"));
    }
}

/// Shows: throttles.token
#[tokio::test]
async fn introspections_are_limited_by_app_and_by_address() {
    for kind in ["token_app", "token_address"] {
        let instance = TestInstance::configured(|figment| {
            figment
                .merge(("throttle.enabled", true))
                .merge((format!("throttle.{kind}.burst"), 2))
                .merge((format!("throttle.{kind}.per_minute"), 1))
        })
        .await;
        let (_, app) = instance.alice_with_app().await;
        for path in [INTROSPECT, "/oauth/revoke"] {
            app.post_form(path, &[("token", "x")]).await.expect(200);
        }
        let answer = app.post_form(INTROSPECT, &[("token", "x")]).await;
        expect_refusal(answer, 429, "temporarily_unavailable");
    }
}

/// Shows: introspection.authentication, revocation.authentication, device.client
#[tokio::test]
async fn a_secret_that_was_used_a_moment_ago_and_deleted_since_authenticates_nowhere() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.allow_devices(true).await;
    // The process knows the secret now.
    let token = app.access_token(&alice, "openid").await;
    let pages: [(&str, &[(&str, &str)]); 3] =
        [(INTROSPECT, &[("token", &token)]), ("/oauth/revoke", &[("token", "x")]), ("/oauth/device", &[])];
    let mut device_code = String::new();
    for (path, fields) in pages {
        let answer = app.post_form(path, fields).await.expect(200);
        if path == "/oauth/device" {
            device_code = answer.json()["device_code"].as_str().unwrap().to_owned();
        }
    }
    let [secret] = &ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap()[..] else {
        panic!("not one secret");
    };
    let delete = format!("/portal/apps/{}/secrets/{}/delete", app.id(), secret.id);
    alice.browser.post(&delete, &[]).await.expect(303);
    for (path, fields) in pages {
        let answer = app.post_form(path, fields).await;
        expect_refusal(answer, 401, "invalid_client");
    }
    let poll = [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", &device_code)];
    let answer = app.post_form("/oauth/token", &poll).await;
    expect_refusal(answer, 401, "invalid_client");
}

/// Shows: console.suspended-app
#[tokio::test]
async fn a_suspended_app_gets_no_answer_about_a_token_where_its_secret_was_known() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    app.suspend("Phishing").await;
    for path in [INTROSPECT, "/oauth/revoke"] {
        let answer = app.post_form(path, &[("token", &token)]).await;
        expect_refusal(answer, 401, "invalid_client");
    }
}
