//! `POST /oauth/token` by form: a code gives an access token once, and an ID token where the scope has `openid`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use portico_store::models::oauth::profile::ExchangeKind;
use portico_store::models::oauth::{authorization_code, oauth_app};
use rocket::futures::future::join_all;
use rocket::http::ContentType;
use sea_orm::entity::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{
    Answer, CALLBACK, CHALLENGE, START, TestInstance, VERIFIER, basic, expect_refusal, leaks, post_form,
};

/// The claims of an ID token, which one of the instance's keys signed.
async fn claims(instance: &TestInstance, token: &Value) -> Value {
    let token = token.as_str().unwrap();
    let verified = instance.app.signing_keys.verify(&instance.app, token).await;
    verified.unwrap().unwrap()
}

#[track_caller]
fn token_of(answer: Answer) -> String {
    let answer = answer.expect(200).json();
    answer["access_token"].as_str().unwrap().to_owned()
}

/// Shows: token.form
#[tokio::test]
async fn a_code_is_exchanged_by_form_for_an_access_token_and_an_id_token() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid profile").await;
    let answer = app.exchange_by_form(&code).await.expect(200);
    assert_eq!(answer.content_type, Some(ContentType::JSON));
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    assert_eq!(answer.header("Pragma"), Some("no-cache"));
    let body = answer.json();
    let token = body["access_token"].as_str().unwrap();
    let id = code.split_once('.').unwrap().0;
    assert!(token.starts_with(&format!("portico_at_{id}.")), "{token}");
    assert_eq!(token.len(), "portico_at_.".len() + id.len() + 43);
    assert_eq!(body["token_type"], "Bearer");
    assert_eq!(body["expires_in"], 600);
    assert_eq!(body["scope"], "openid profile");
    assert_eq!(body.as_object().unwrap().len(), 5, "{body}");
    let hash = Sha256::digest(token);
    assert_eq!(
        claims(&instance, &body["id_token"]).await,
        json!({
            "iss": "http://localhost:8000",
            "sub": alice.id.to_string(),
            "aud": app.id().to_string(),
            "iat": START / 1000,
            "exp": START / 1000 + 600,
            "auth_time": START / 1000,
            "at_hash": BASE64_URL_SAFE_NO_PAD.encode(&hash[..16]),
            "acr": "1",
            "amr": ["pwd"],
            "name": alice.user.name,
            "nickname": "alice",
            "preferred_username": "alice",
            "picture": format!("http://localhost:8000/avatars/user/{}", alice.id),
        })
    );
    instance.app.settled().await;
    assert_eq!(app.events().await[0].0, "exchanged");
}

/// Shows: id-token.claims
#[tokio::test]
async fn an_id_token_names_the_person_for_the_scope_profile_alone_and_as_userinfo_does() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for (scope, more) in [("openid", 0), ("openid profile", 4)] {
        let code = app.code_of(&alice, ExchangeKind::Form, scope).await;
        let answer = app.exchange_by_form(&code).await.expect(200).json();
        let claims = claims(&instance, &answer["id_token"]).await;
        assert_eq!(claims.as_object().unwrap().len(), 9 + more, "{claims}");
        let userinfo = instance.userinfo(answer["access_token"].as_str().unwrap()).await.expect(200).json();
        assert_eq!(userinfo.as_object().unwrap().len(), 1 + more, "{userinfo}");
        for (name, value) in userinfo.as_object().unwrap() {
            assert_eq!(claims[name], *value, "{name}");
        }
    }
}

/// Shows: id-token.claims
#[tokio::test]
async fn an_id_token_repeats_the_nonce_and_says_when_the_password_was_entered() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    instance.clock.advance(Duration::from_secs(3_600));
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    authorization_code::Entity::update_many()
        .col_expr(authorization_code::Column::Nonce, Expr::value("n-0S6_WzA2Mj é"))
        .filter(authorization_code::Column::AppId.eq(app.id()))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    let answer = app.exchange_by_form(&code).await.expect(200).json();
    let claims = claims(&instance, &answer["id_token"]).await;
    assert_eq!(claims["nonce"], "n-0S6_WzA2Mj é");
    assert_eq!(claims["auth_time"], START / 1000);
    assert_eq!(claims["iat"], START / 1000 + 3_600);
}

/// Shows: id-token.signature
#[tokio::test]
async fn an_id_token_is_signed_by_the_algorithm_that_the_app_chose() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for algorithm in ["RS256", "ES256"] {
        oauth_app::Entity::update_many()
            .col_expr(oauth_app::Column::IdTokenAlg, Expr::value(algorithm))
            .filter(oauth_app::Column::Id.eq(app.id()))
            .exec(&*instance.app.db)
            .await
            .unwrap();
        let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
        let answer = app.exchange_by_form(&code).await.expect(200).json();
        let header = answer["id_token"].as_str().unwrap().split_once('.').unwrap().0;
        let header = BASE64_URL_SAFE_NO_PAD.decode(header).unwrap();
        let header: Value = serde_json::from_slice(&header).unwrap();
        assert_eq!(header["alg"], algorithm);
        assert_eq!(claims(&instance, &answer["id_token"]).await["sub"], alice.id.to_string());
        let keys = instance.app.signing_keys.jwks(&instance.app).await.unwrap();
        assert!(keys.contains(header["kid"].as_str().unwrap()), "{keys:?}");
    }
}

/// Shows: token.form
#[tokio::test]
async fn without_openid_in_the_scope_there_is_no_id_token() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for (kind, asked, granted) in
        [(ExchangeKind::Form, "profile", "profile"), (ExchangeKind::Form, "", ""), (ExchangeKind::Any, "", "profile")]
    {
        let code = app.code_of(&alice, kind, asked).await;
        let answer = app.exchange_by_form(&code).await.expect(200).json();
        assert_eq!(answer["scope"], granted);
        assert_eq!(answer.as_object().unwrap().len(), 4, "{answer}");
    }
}

/// Shows: token.exchange-kind
#[tokio::test]
async fn a_code_of_one_profile_is_refused_in_the_other_and_left_whole() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let logged = ("exchange_failed".to_owned(), "exchange_kind".to_owned());
    let native = app.code_for(&alice).await;
    expect_refusal(app.exchange_by_form(&native).await, 400, "invalid_grant");
    assert_eq!(app.events().await[0], logged);
    app.exchange(&native).await.expect(200);
    let form = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    expect_refusal(app.exchange(&form).await, 400, "invalid_grant");
    assert_eq!(app.events().await[0], logged);
    app.exchange_by_form(&form).await.expect(200);
    let device = app.code_of(&alice, ExchangeKind::Device, "openid").await;
    expect_refusal(app.exchange(&device).await, 400, "invalid_grant");
    expect_refusal(app.exchange_by_form(&device).await, 400, "invalid_grant");
    let any = app.code_of(&alice, ExchangeKind::Any, "").await;
    assert_eq!(app.exchange(&any).await.expect(200).json()["name"], "Alice");
    let stored = instance.codes().await;
    let any = stored.iter().find(|code| any.starts_with(&code.id.to_string()));
    assert_eq!(any.unwrap().access_token_hash, None);
}

/// Shows: token.basic
#[tokio::test]
async fn an_app_authenticates_by_the_header_or_by_the_form() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let id = app.id().to_string();
    let encoded: String = app.secret.bytes().map(|b| format!("%{b:02X}")).collect();
    let by_header = |header: String, more: Vec<(&'static str, String)>| {
        let (app, alice) = (&app, &alice);
        async move {
            let code = app.code_of(alice, ExchangeKind::Form, "openid").await;
            let more = more.iter().map(|(name, value)| (*name, &**value));
            let fields: Vec<_> = app.form_of(&code).into_iter().chain(more).collect();
            let headers = [("Authorization", &*header)];
            post_form(&app.instance.client, "/oauth/token", &headers, &fields).await
        }
    };
    for (header, more) in [
        (app.basic(), vec![]),
        (app.basic().replacen("Basic", "basic", 1), vec![]),
        (basic(&id, &encoded), vec![]),
        (app.basic(), vec![("client_id", id.clone())]),
        (app.basic(), vec![("client_id", String::new()), ("client_secret", String::new())]),
        (app.basic(), vec![("state", "xyzzy".into()), ("state", "x".into())]),
    ] {
        by_header(header, more).await.expect(200);
    }
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let by_form = [("client_id", &*id), ("client_secret", &app.secret)];
    let fields = [app.form_of(&code), by_form.to_vec()].concat();
    instance.form("/oauth/token", &fields).await.expect(200);
    // What contradicts itself is refused, right or wrong.
    for more in [("client_secret", app.secret.clone()), ("client_secret", "x".into()), ("client_id", "7".into())] {
        let answer = by_header(app.basic(), vec![more]).await;
        expect_refusal(answer, 400, "invalid_request");
    }
}

/// Shows: token.basic, token.same-bytes
#[tokio::test]
async fn failed_authentication_gets_one_answer_and_by_the_header_a_challenge() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let id = app.id().to_string();
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let mut told = Vec::new();
    for header in [
        basic(&id, &other.secret),
        basic(&id, "portico_wrong"),
        basic("7", &other.secret),
        basic("abc", &app.secret),
        basic("", ""),
        basic(&id, ""),
        "Basic ???".to_owned(),
        format!("Bearer {}", app.secret),
    ] {
        let headers = [("Authorization", &*header)];
        let fields = app.form_of(&code);
        let answer = post_form(&instance.client, "/oauth/token", &headers, &fields).await;
        let answer = expect_refusal(answer, 401, "invalid_client");
        let challenge = answer.header("WWW-Authenticate").unwrap();
        assert!(challenge.starts_with("Basic realm="), "{challenge}");
        told.push((answer.headers, answer.bytes));
    }
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
    let mut told = Vec::new();
    for by_form in [
        vec![("client_id", &*id), ("client_secret", &other.secret)],
        vec![("client_id", "7"), ("client_secret", &other.secret)],
        vec![("client_id", "-1"), ("client_secret", "x")],
        vec![("client_id", &id)],
        vec![("client_id", "7")],
        vec![("client_secret", &app.secret)],
        vec![],
    ] {
        let fields = [app.form_of(&code), by_form].concat();
        let answer = instance.form("/oauth/token", &fields).await;
        let answer = expect_refusal(answer, 401, "invalid_client");
        assert_eq!(answer.header("WWW-Authenticate"), None);
        told.push((answer.headers, answer.bytes));
    }
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
    app.exchange_by_form(&code).await.expect(200);
}

/// Shows: token.form-once
#[tokio::test]
async fn a_code_gives_one_access_token_with_simultaneous_exchanges() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let second = instance.second_node().await;
    let code = app.code_of(&alice, ExchangeKind::Any, "").await;
    let (json, basic) = (app.fields(&code).to_string(), app.basic());
    let answers = join_all((0..50).map(|turn| {
        let node = [&instance.client, &second][turn % 2];
        let (json, headers) = (json.clone(), [("Authorization", &*basic)]);
        let fields = app.form_of(&code);
        async move {
            match turn % 3 {
                0 => crate::support::token_of(node, json).await,
                _ => post_form(node, "/oauth/token", &headers, &fields).await,
            }
        }
    }))
    .await;
    let (good, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((good.len(), refused.len()), (1, 49));
    for answer in refused {
        expect_refusal(answer, 400, "invalid_grant");
    }
}

/// Shows: token.replay-revokes
#[tokio::test]
async fn a_code_that_comes_twice_ends_the_access_token_it_gave() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let token = token_of(app.exchange_by_form(&code).await);
    // Neither another app nor who guesses the code's secret ends it.
    let id = code.split_once('.').unwrap().0;
    let guessed = format!("{id}.{}", "A".repeat(43));
    expect_refusal(other.exchange_by_form(&code).await, 400, "invalid_grant");
    expect_refusal(app.exchange_by_form(&guessed).await, 400, "invalid_grant");
    instance.userinfo(&token).await.expect(200);
    // Whatever else is wrong, and after the code expired too.
    instance.clock.advance(Duration::from_secs(300));
    let wrong = [("code_verifier", VERIFIER)];
    let replayed = app.exchange_by_form_with(&code, &wrong).await;
    expect_refusal(replayed, 400, "invalid_grant");
    assert_eq!(app.events().await[0].0, "code_replayed");
    instance.userinfo(&token).await.expect(401);
}

/// Shows: token.replay-revokes
#[tokio::test]
async fn a_code_that_comes_again_by_json_ends_the_access_token_too() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_of(&alice, ExchangeKind::Any, "").await;
    let token = token_of(app.exchange_by_form(&code).await);
    instance.userinfo(&token).await.expect(200);
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    instance.userinfo(&token).await.expect(401);
}

/// Shows: token.answer-lost
#[tokio::test]
async fn after_a_lost_answer_the_repeated_exchange_gives_a_token_that_works() {
    let lose = Arc::new(AtomicUsize::new(0));
    let lost = lose.clone();
    let instance = TestInstance::watched(move |statement| {
        let takes = statement.sql.contains("UPDATE authorization_codes SET used_at");
        let lose = || lost.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(!takes || lose().is_err(), "the answer gets lost");
    })
    .await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid profile").await;
    lose.store(1, Ordering::SeqCst);
    assert!(app.exchange_by_form(&code).await.status >= 500);
    let stored = instance.codes().await.remove(0);
    assert!(stored.used_at.is_some() && stored.access_token_hash.is_some());
    let token = token_of(app.exchange_by_form(&code).await);
    assert_eq!(instance.userinfo(&token).await.expect(200).json()["name"], "Alice");
    assert_ne!(instance.codes().await.remove(0).access_token_hash, stored.access_token_hash);
}

/// Shows: token.expired, token.foreign-code, token.other-redirect
#[tokio::test]
async fn what_refuses_a_code_by_json_refuses_it_by_form_and_consumes_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    expect_refusal(other.exchange_by_form(&code).await, 400, "invalid_grant");
    for uri in ["https://app.example/callback/", "https://app.example/other", "\0"] {
        let fields = [("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", uri)];
        let answer = app.post_form("/oauth/token", &fields).await;
        expect_refusal(answer, 400, "invalid_grant");
        assert_eq!(app.events().await[0].1, "redirect_uri");
    }
    app.exchange_by_form(&code).await.expect(200);
    let late = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    instance.clock.advance(Duration::from_secs(60));
    expect_refusal(app.exchange_by_form(&late).await, 400, "invalid_grant");
    assert_eq!(app.events().await[0].1, "expired");
}

/// Shows: token.verifier
#[tokio::test]
async fn by_form_a_challenge_is_met_by_its_verifier_alone() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.challenged_code(&alice, "openid").await;
    let wrong = "a".repeat(43);
    for (verifier, reason) in [("", "verifier_missing"), (&*wrong, "verifier_wrong"), (CHALLENGE, "verifier_wrong")] {
        let fields = [("code_verifier", verifier)];
        let answer = app.exchange_by_form_with(&code, &fields).await;
        expect_refusal(answer, 400, "invalid_grant");
        assert_eq!(app.events().await[0].1, reason);
    }
    let right = [("code_verifier", VERIFIER)];
    app.exchange_by_form_with(&code, &right).await.expect(200);
}

/// Shows: token.public
#[tokio::test]
async fn a_public_app_names_itself_and_proves_the_code_by_its_verifier() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.public_app(&alice, CALLBACK).await;
    let id = app.id().to_string();
    let verifier = ("code_verifier", VERIFIER);
    for header in [None, Some(basic(&id, ""))] {
        let code = app.challenged_code(&alice, "openid").await;
        let headers: Vec<_> = header.iter().map(|value| ("Authorization", &**value)).collect();
        let send = async |more: &[(&str, &str)]| {
            let fields = [app.form_of(&code), vec![("client_id", &*id)], more.to_vec()].concat();
            post_form(&instance.client, "/oauth/token", &headers, &fields).await
        };
        expect_refusal(send(&[]).await, 400, "invalid_grant");
        assert_eq!(app.events().await[0].1, "verifier_missing");
        let wrong = "a".repeat(43);
        let answer = send(&[("code_verifier", &wrong)]).await;
        expect_refusal(answer, 400, "invalid_grant");
        let token = token_of(send(&[verifier]).await);
        instance.userinfo(&token).await.expect(200);
        instance.app.settled().await;
        assert_eq!(app.events().await[0].0, "exchanged");
        expect_refusal(send(&[verifier]).await, 400, "invalid_grant");
        instance.userinfo(&token).await.expect(401);
    }
}

/// Shows: token.public
#[tokio::test]
async fn a_public_app_has_no_json_exchange_no_secret_and_no_code_without_a_challenge() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.public_app(&alice, CALLBACK).await;
    let confidential = instance.oauth_app(&alice, CALLBACK).await;
    let id = app.id().to_string();
    let code = app.challenged_code(&alice, "").await;
    let proof = [("client_id", &*id), ("code_verifier", VERIFIER)];
    for secret in ["x", &confidential.secret] {
        let by_json = json!({ "client_secret": secret, "code_verifier": VERIFIER });
        let answer = app.exchange_with(&code, by_json).await;
        expect_refusal(answer, 401, "invalid_client");
        let fields = [app.form_of(&code), proof.to_vec(), vec![("client_secret", secret)]];
        let answer = instance.form("/oauth/token", &fields.concat()).await;
        expect_refusal(answer, 401, "invalid_client");
    }
    let without = app.challenged_code(&alice, "openid").await;
    let without_id: i64 = without.split_once('.').unwrap().0.parse().unwrap();
    authorization_code::Entity::update_many()
        .col_expr(authorization_code::Column::CodeChallenge, Expr::value(None::<String>))
        .filter(authorization_code::Column::Id.eq(without_id))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    for more in [&proof[..1], &proof] {
        let fields = [app.form_of(&without), more.to_vec()].concat();
        let answer = instance.form("/oauth/token", &fields).await;
        expect_refusal(answer, 400, "invalid_grant");
    }
    let fields = [app.form_of(&code), proof.to_vec()].concat();
    instance.form("/oauth/token", &fields).await.expect(200);
    // A deleted one is no client.
    app.app.delete(&instance.app, &app.app.name).await.unwrap();
    let answer = instance.form("/oauth/token", &fields).await;
    expect_refusal(answer, 401, "invalid_client");
}

/// Shows: token.public
#[tokio::test]
async fn strangers_write_nothing_into_the_log_of_a_public_app() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.public_app(&alice, CALLBACK).await;
    let code = app.challenged_code(&alice, "openid").await;
    let before = instance.dump().await;
    let id = app.id().to_string();
    let code_id = code.split_once('.').unwrap().0;
    let guessed = format!("{code_id}.{}", "A".repeat(43));
    for code in ["x", "1.x", &guessed] {
        let more = vec![("client_id", &*id), ("code_verifier", VERIFIER)];
        let fields = [app.form_of(code), more].concat();
        let answer = instance.form("/oauth/token", &fields).await;
        expect_refusal(answer, 400, "invalid_grant");
    }
    assert_eq!(instance.dump().await, before);
}

/// Shows: token.person-deleted, token.approval-revoked, token.app-deleted
#[tokio::test]
async fn what_ended_meanwhile_gets_no_access_token() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let of_bob = app.code_of(&bob, ExchangeKind::Form, "openid").await;
    let of_carol = app.code_of(&carol, ExchangeKind::Form, "openid").await;
    let of_alice = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    assert!(bob.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    expect_refusal(app.exchange_by_form(&of_bob).await, 400, "invalid_grant");
    let revoke = format!("/settings/apps/{}/revoke", app.id());
    carol.browser.post(&revoke, &[]).await.expect(303);
    expect_refusal(app.exchange_by_form(&of_carol).await, 400, "invalid_grant");
    app.app.delete(&instance.app, &app.app.name).await.unwrap();
    expect_refusal(app.exchange_by_form(&of_alice).await, 401, "invalid_client");
}

/// Shows: throttles.token
#[tokio::test]
async fn exchanges_by_form_are_limited_by_app_and_strangers_use_up_nothing() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.token_app.burst", 1))
            .merge(("throttle.token_app.per_minute", 1))
            .merge(("throttle.token_guess.burst", 5))
            .merge(("throttle.token_guess.per_minute", 1))
    })
    .await;
    let (alice, app) = instance.alice_with_app().await;
    let first = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let second = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let id = app.id().to_string();
    let wrong = [app.form_of(&first), vec![("client_id", &*id)]].concat();
    for _ in 0..5 {
        let answer = instance.form("/oauth/token", &wrong).await;
        expect_refusal(answer, 401, "invalid_client");
    }
    let answer = instance.form("/oauth/token", &wrong).await;
    expect_refusal(answer, 429, "temporarily_unavailable");
    app.exchange_by_form(&first).await.expect(200);
    let answer = app.exchange_by_form(&second).await;
    let answer = expect_refusal(answer, 429, "temporarily_unavailable");
    assert!(answer.header("Retry-After").is_some());
}

/// Shows: leaks.database
#[tokio::test]
async fn no_access_token_is_stored_in_plain_text() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    let secret = token.split_once('.').unwrap().1;
    let stored = instance.codes().await.remove(0);
    let hash = stored.access_token_hash.clone().unwrap();
    assert_eq!(hash, Sha256::digest(secret).to_vec());
    assert_eq!(stored.access_token_expires_at, Some(START + 600_000));
    leaks::expect_none("the dump", &format!("{:?}", instance.dump().await));
}
