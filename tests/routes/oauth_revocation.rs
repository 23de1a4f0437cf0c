//! `POST /oauth/revoke`: an app ends its own access tokens.

use portico_store::models::oauth::profile::ExchangeKind;
use rocket::http::{ContentType, Method};

use crate::support::{Answer, CALLBACK, TestInstance, VERIFIER, expect_refusal, header};

const REVOKE: &str = "/oauth/revoke";

/// Shows: revocation.own
#[tokio::test]
async fn an_app_ends_its_token_and_may_do_so_again() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    let other = app.access_token(&alice, "openid").await;
    let fields = [("token", &*token), ("token_type_hint", "refresh_token")];
    for _ in 0..2 {
        let answer = app.post_form(REVOKE, &fields).await.expect(200);
        assert_eq!(answer.json(), serde_json::json!({}));
        assert_eq!(answer.content_type, Some(ContentType::JSON));
        assert_eq!(answer.header("Cache-Control"), Some("no-store"));
        instance.userinfo(&token).await.expect(401);
    }
    instance.userinfo(&other).await.expect(200);
    // The code stays used.
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let answer = app.exchange_by_form(&code).await.expect(200).json();
    let token = answer["access_token"].as_str().unwrap();
    app.post_form(REVOKE, &[("token", token)]).await.expect(200);
    expect_refusal(app.exchange_by_form(&code).await, 400, "invalid_grant");
}

/// Shows: revocation.foreign
#[tokio::test]
async fn what_is_not_its_own_token_is_left_alone_with_the_same_answer() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let id = token.split_once('.').unwrap().0;
    let guessed = format!("{id}.{}", "A".repeat(43));
    let before = instance.dump().await;
    let mut told = Vec::new();
    for (by, what) in [(&other, &*token), (&app, &guessed), (&app, &code), (&app, "x"), (&app, &app.secret)] {
        let answer = by.post_form(REVOKE, &[("token", what)]).await.expect(200);
        told.push((answer.headers, answer.bytes));
    }
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
    instance.app.settled().await;
    assert_eq!(instance.dump().await, before);
    instance.userinfo(&token).await.expect(200);
    app.exchange_by_form(&code).await.expect(200);
}

/// Shows: revocation.authentication
#[tokio::test]
async fn only_authenticated_apps_revoke() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    let id = app.id().to_string();
    for more in [
        vec![],
        vec![("client_id", &*id)],
        vec![("client_id", &id), ("client_secret", &other.secret)],
        vec![("client_id", "7"), ("client_secret", "x")],
    ] {
        let fields = [vec![("token", &*token)], more].concat();
        let answer = instance.form(REVOKE, &fields).await;
        expect_refusal(answer, 401, "invalid_client");
    }
    instance.userinfo(&token).await.expect(200);
    let right = [("token", &*token), ("client_id", &id), ("client_secret", &app.secret)];
    instance.form(REVOKE, &right).await.expect(200);
    instance.userinfo(&token).await.expect(401);
}

/// Shows: revocation.own
#[tokio::test]
async fn a_public_app_revokes_by_naming_itself() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let public = instance.public_app(&alice, CALLBACK).await;
    let code = public.challenged_code(&alice, "openid").await;
    let id = public.id().to_string();
    let proof = vec![("client_id", &*id), ("code_verifier", VERIFIER)];
    let fields = [public.form_of(&code), proof].concat();
    let answer = instance.form("/oauth/token", &fields).await.expect(200).json();
    let token = answer["access_token"].as_str().unwrap();
    let foreign = app.access_token(&alice, "openid").await;
    for what in [token, &foreign] {
        let fields = [("token", what), ("client_id", &id)];
        instance.form(REVOKE, &fields).await.expect(200);
    }
    instance.userinfo(token).await.expect(401);
    instance.userinfo(&foreign).await.expect(200);
}

#[tokio::test]
async fn malformed_requests_are_named_in_json() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    for fields in [&[][..], &[("token", "")], &[("token", "x"), ("token", "x")]] {
        let answer = app.post_form(REVOKE, fields).await;
        expect_refusal(answer, 400, "invalid_request");
    }
    let json = instance.client.post(REVOKE).header(ContentType::JSON).body("{}");
    let answer = Answer::read(json.dispatch().await).await;
    expect_refusal(answer, 415, "invalid_request");
    let large = "token=".to_owned() + &"a".repeat(1024 * 1024);
    let large = instance.client.post(REVOKE).header(ContentType::Form).body(large);
    let answer = Answer::read(large.dispatch().await).await;
    expect_refusal(answer, 413, "invalid_request");
    for method in [Method::Get, Method::Put, Method::Delete] {
        let answer = Answer::read(instance.client.req(method, REVOKE).dispatch().await).await;
        let answer = expect_refusal(answer, 405, "invalid_request");
        assert_eq!(answer.header("Allow"), Some("OPTIONS, POST"));
    }
    let answer = Answer::read(instance.client.get("/oauth/revoke/x").dispatch().await).await;
    expect_refusal(answer, 404, "invalid_request");
}

/// Shows: userinfo.cors
#[tokio::test]
async fn pages_of_other_sites_may_revoke_without_credentials() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let preflight = instance.client.options(REVOKE);
    let preflight = preflight.header(header("Origin", "https://app.example"));
    let preflight = Answer::read(preflight.dispatch().await).await.expect(204);
    assert_eq!(preflight.header("Access-Control-Allow-Methods"), Some("POST"));
    for answer in [preflight, app.post_form(REVOKE, &[("token", "x")]).await] {
        assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("*"));
        assert_eq!(answer.header("Access-Control-Allow-Credentials"), None);
    }
}
