//! `/oauth/userinfo`: an access token gives the user's claims, until it or what it rests on ends.

use std::time::Duration;

use portico_store::models::accounts::user;
use portico_store::models::oauth::profile::ExchangeKind;
use rocket::http::{ContentType, Method};
use sea_orm::{ActiveModelTrait, EntityTrait, Set};
use serde_json::json;

use crate::support::{Answer, CALLBACK, PASSWORD, TestInstance, expect_refusal, header, post_form};

/// Panics unless this was refused with a challenge that names the error.
#[track_caller]
fn expect_challenge(answer: Answer, status: u16, error: &str) {
    let answer = expect_refusal(answer, status, error);
    let challenge = answer.header("WWW-Authenticate").unwrap();
    let named = format!("Bearer realm=\"Portico\", error=\"{error}\"");
    assert!(challenge.starts_with(&named), "{challenge}");
}

/// Shows: userinfo.claims
#[tokio::test]
async fn the_claims_are_those_of_the_granted_scope_with_their_current_values() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let sub = alice.id.to_string();
    let only_openid = app.access_token(&alice, "openid").await;
    let both = app.access_token(&alice, "openid profile").await;
    let only_profile = app.access_token(&alice, "profile").await;
    let none = app.access_token(&alice, "").await;
    let mut changed: user::ActiveModel = alice.user.clone().into();
    changed.name = Set("Alicia".into());
    changed.picture_at = Set(Some(7));
    changed.update(&*instance.app.db).await.unwrap();
    for token in [both, only_profile] {
        let answer = instance.userinfo(&token).await.expect(200);
        assert_eq!(answer.content_type, Some(ContentType::JSON));
        assert_eq!(answer.header("Cache-Control"), Some("no-store"));
        assert_eq!(
            answer.json(),
            json!({
                "sub": sub,
                "name": "Alicia",
                "nickname": "alice",
                "preferred_username": "alice",
                "picture": format!("http://localhost:8000/avatars/user/{sub}?v=7"),
            })
        );
    }
    for token in [only_openid, none] {
        let answer = instance.userinfo(&token).await.expect(200);
        assert_eq!(answer.json(), json!({ "sub": sub }));
    }
}

/// Shows: userinfo.requests
#[tokio::test]
async fn a_token_comes_by_the_header_or_by_a_form() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    let bearer = format!("bEARER {token}");
    let in_header = [("Authorization", &*bearer)];
    let in_form = [("access_token", &*token)];
    for (headers, fields) in [(&in_header[..], &[][..]), (&[], &in_form), (&in_header, &[("x", "")])] {
        post_form(&instance.client, "/oauth/userinfo", headers, fields).await.expect(200);
    }
    // A body of another kind is none of ours.
    let request = instance
        .client
        .post("/oauth/userinfo/")
        .header(ContentType::JSON)
        .header(header("Authorization", &bearer))
        .body(vec![b'x'; 100_000]);
    Answer::read(request.dispatch().await).await.expect(200);
    let request = instance.client.head("/oauth/userinfo");
    let request = request.header(header("Authorization", &bearer));
    Answer::read(request.dispatch().await).await.expect(200);
}

/// Shows: userinfo.requests
#[tokio::test]
async fn a_request_without_a_token_gets_a_challenge_that_says_nothing_else() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let session = alice.browser.cookie("portico").unwrap();
    let plain = instance.client.get("/oauth/userinfo");
    let signed_in = instance.client.get("/oauth/userinfo").cookie(("portico", session));
    let basic = instance.client.get("/oauth/userinfo");
    let basic = basic.header(header("Authorization", &app.basic()));
    let form = instance.client.post("/oauth/userinfo").header(ContentType::Form);
    let empty = instance.client.post("/oauth/userinfo").header(ContentType::Form);
    for request in [plain, signed_in, basic, form, empty.body("access_token=")] {
        let answer = Answer::read(request.dispatch().await).await.expect(401);
        let challenge = answer.header("WWW-Authenticate");
        assert_eq!(challenge, Some("Bearer realm=\"Portico\""));
        assert!(answer.bytes.is_empty(), "{}", answer.text());
    }
}

/// Shows: userinfo.requests
#[tokio::test]
async fn a_token_in_the_query_or_in_two_places_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    let bearer = format!("Bearer {token}");
    for query in [format!("access_token={token}"), "x=1&access%5Ftoken=".to_owned()] {
        for header in [None, Some(header("Authorization", &bearer))] {
            let mut request = instance.client.get(format!("/oauth/userinfo?{query}"));
            if let Some(header) = header {
                request.add_header(header);
            }
            let answer = Answer::read(request.dispatch().await).await;
            expect_challenge(answer, 400, "invalid_request");
        }
    }
    let twice = [("Authorization", &*bearer), ("Authorization", &*bearer)];
    let field = [("access_token", &*token)];
    let fields = [field[0], field[0]];
    for (headers, fields) in [(&twice[..1], &field[..]), (&[], &fields), (&twice, &[])] {
        let answer = post_form(&instance.client, "/oauth/userinfo", headers, fields).await;
        expect_challenge(answer, 400, "invalid_request");
    }
    instance.userinfo(&token).await.expect(200);
}

/// Shows: userinfo.unknown-token
#[tokio::test]
async fn what_is_no_access_token_gives_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    let unused = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let (id, secret) = token.split_once('.').unwrap();
    let of_unused = unused.split_once('.').unwrap().0;
    for wrong in [
        "x".to_owned(),
        id.to_owned(),
        format!("{id}."),
        format!("{id}.{}", "A".repeat(43)),
        format!("{id}.{secret}="),
        format!("{token}\u{1}"),
        token.replacen("portico_at_", "", 1),
        token.to_uppercase(),
        format!("portico_at_0{}", &token["portico_at_".len()..]),
        format!("portico_at_9223372036854775808.{secret}"),
        format!("portico_at_{of_unused}.{secret}"),
        format!("portico_at_{unused}"),
        unused.clone(),
        app.secret.clone(),
    ] {
        expect_challenge(instance.userinfo(&wrong).await, 401, "invalid_token");
    }
    instance.userinfo(&token).await.expect(200);
}

/// Shows: userinfo.expired
#[tokio::test]
async fn a_token_ends_after_ten_minutes() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    instance.clock.advance(Duration::from_millis(599_999));
    instance.run_cleanup().await;
    instance.userinfo(&token).await.expect(200);
    instance.clock.advance(Duration::from_millis(1));
    expect_challenge(instance.userinfo(&token).await, 401, "invalid_token");
}

/// Shows: userinfo.ends-at-once
#[tokio::test]
async fn revoking_the_app_ends_its_tokens_and_no_others() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let bob = instance.person("bob").await;
    let token = app.access_token(&alice, "openid").await;
    let of_other = other.access_token(&alice, "openid").await;
    let of_bob = app.access_token(&bob, "openid").await;
    instance.clock.advance(Duration::from_secs(120));
    let revoke = format!("/settings/apps/{}/revoke", app.id());
    alice.browser.post(&revoke, &[]).await.expect(303);
    instance.userinfo(&token).await.expect(401);
    for living in [&of_other, &of_bob] {
        instance.userinfo(living).await.expect(200);
    }
    // Approving again doesn't bring it back.
    app.code_for(&alice).await;
    instance.userinfo(&token).await.expect(401);
    let all = "/settings/apps/revoke-all";
    alice.browser.post(all, &[]).await.expect(303);
    instance.userinfo(&of_other).await.expect(401);
}

/// Shows: userinfo.ends-at-once
#[tokio::test]
async fn disabling_the_account_ends_its_tokens_for_good() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let bob = instance.person("bob").await;
    let token = app.access_token(&bob, "openid").await;
    instance.userinfo(&token).await.expect(200);
    assert!(bob.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    instance.userinfo(&token).await.expect(401);
    assert!(bob.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    instance.userinfo(&token).await.expect(401);
}

/// Shows: userinfo.ends-at-once
#[tokio::test]
async fn a_disabled_account_is_refused_whatever_is_stored() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let bob = instance.person("bob").await;
    let token = app.access_token(&bob, "openid").await;
    let mut disabled: user::ActiveModel = bob.user.clone().into();
    disabled.disabled_at = Set(Some(1));
    disabled.update(&*instance.app.db).await.unwrap();
    instance.userinfo(&token).await.expect(401);
}

/// Shows: userinfo.ends-at-once
#[tokio::test]
async fn deleting_the_account_or_the_app_ends_the_tokens() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let of_bob = app.access_token(&bob, "openid profile").await;
    let of_alice = app.access_token(&alice, "openid profile").await;
    let confirmed = [("password", PASSWORD), ("confirm", "bob")];
    let deleted = bob.browser.post("/settings/delete", &confirmed).await;
    deleted.expect(303);
    instance.userinfo(&of_bob).await.expect(401);
    app.app.delete(&instance.app, &app.app.name).await.unwrap();
    instance.userinfo(&of_alice).await.expect(401);
    // The rows are still there, and nothing leads to them.
    assert_eq!(instance.codes().await.len(), 1);
}

/// Shows: userinfo.ends-at-once
#[tokio::test]
async fn deleting_the_owner_of_the_app_ends_the_tokens() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let token = app.access_token(&bob, "openid").await;
    user::Entity::delete_by_id(alice.id).exec(&*instance.app.db).await.unwrap();
    instance.userinfo(&token).await.expect(401);
}

#[tokio::test]
async fn signing_out_leaves_the_tokens_of_other_services_alone() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    alice.browser.post("/sign-out", &[]).await.expect(303);
    instance.userinfo(&token).await.expect(200);
}

/// Shows: userinfo.cors
#[tokio::test]
async fn pages_of_other_sites_may_read_the_answers_without_credentials() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    let preflight = instance
        .client
        .options("/oauth/userinfo")
        .header(header("Origin", "https://app.example"))
        .header(header("Access-Control-Request-Method", "GET"))
        .header(header("Access-Control-Request-Headers", "authorization"));
    let preflight = Answer::read(preflight.dispatch().await).await.expect(204);
    let allowed = preflight.header("Access-Control-Allow-Headers").unwrap();
    assert_eq!(allowed, "*, Authorization, Content-Type");
    let allowed = preflight.header("Access-Control-Allow-Methods").unwrap();
    assert_eq!(allowed, "GET, POST");
    assert!(preflight.bytes.is_empty());
    let answers = [preflight, instance.userinfo(&token).await.expect(200), instance.userinfo("x").await.expect(401)];
    for answer in answers {
        assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("*"));
        assert_eq!(answer.header("Access-Control-Allow-Credentials"), None);
    }
}

#[tokio::test]
async fn other_methods_get_405_in_json() {
    let instance = TestInstance::open().await;
    for method in [Method::Put, Method::Delete, Method::Patch] {
        let request = instance.client.req(method, "/oauth/userinfo");
        let answer = Answer::read(request.dispatch().await).await;
        let answer = expect_refusal(answer, 405, "invalid_request");
        assert_eq!(answer.header("Allow"), Some("GET, HEAD, OPTIONS, POST"));
    }
}

/// Shows: throttles.userinfo
#[tokio::test]
async fn requests_are_limited_by_app_and_by_address() {
    let limited = |kind: &'static str| {
        TestInstance::configured(move |figment| {
            figment
                .merge(("throttle.enabled", true))
                .merge((format!("throttle.{kind}.burst"), 2))
                .merge((format!("throttle.{kind}.per_minute"), 1))
        })
    };
    let instance = limited("userinfo_address").await;
    for _ in 0..2 {
        instance.userinfo("x").await.expect(401);
    }
    let answer = instance.userinfo("x").await;
    let answer = expect_refusal(answer, 429, "temporarily_unavailable");
    assert!(answer.header("Retry-After").is_some());
    let instance = limited("userinfo_app").await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    for _ in 0..2 {
        instance.userinfo(&token).await.expect(200);
        instance.userinfo("x").await.expect(401);
    }
    let of_other = other.access_token(&alice, "openid").await;
    instance.userinfo(&of_other).await.expect(200);
    let answer = instance.userinfo(&token).await;
    expect_refusal(answer, 429, "temporarily_unavailable");
}
