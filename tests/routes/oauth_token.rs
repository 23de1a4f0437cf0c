//! `POST /oauth/token`: a code returns an identity once.

use std::time::Duration;

use portico_store::models::Grant;
use portico_store::models::accounts::user;
use rocket::futures::future::join_all;
use rocket::http::ContentType;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::support::{
    CALLBACK, CHALLENGE, Person, TestInstance, TestOauthApp, VERIFIER, WITH_CHALLENGE, expect_refusal, token_of,
};

/// A code that was asked for with a challenge.
async fn challenged(app: &TestOauthApp<'_>, person: &Person<'_>) -> String {
    let link = app.authorize_url_with(&WITH_CHALLENGE);
    app.approve(&person.browser, &link).await.code()
}

/// Shows: token.identity
#[tokio::test]
async fn a_code_is_exchanged_for_the_four_fields_of_the_identity_and_no_others() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let answer = app.exchange(&app.code_for(&alice).await).await.expect(200);
    assert_eq!(answer.content_type, Some(ContentType::JSON));
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    assert_eq!(
        answer.json(),
        json!({
            "chat_user_id": alice.id,
            "nickname": "alice",
            "name": "Alice",
            "avatar_url": format!("http://localhost:8000/avatars/user/{}", alice.id),
        })
    );
}

/// Shows: token.replayed
#[tokio::test]
async fn a_code_works_once_and_the_log_lists_further_uses() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(200);
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    assert_eq!(app.events().await[0].0, "code_replayed");
    // A later code is not the worse for it.
    app.exchange(&app.code_for(&alice).await).await.expect(200);
}

/// Shows: token.once
#[tokio::test]
async fn a_code_works_once_with_simultaneous_exchanges() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let answers = join_all((0..50).map(|_| app.exchange(&code))).await;
    let (good, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((good.len(), refused.len()), (1, 49));
    for answer in refused {
        expect_refusal(answer, 400, "invalid_grant");
    }
}

/// Shows: token.once-across-nodes
#[tokio::test]
async fn a_code_works_once_over_all_nodes() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let second = instance.second_node().await;
    let code = app.code_for(&alice).await;
    let body = app.fields(&code).to_string();
    let answers = join_all((0..30).map(|turn| {
        let node = if turn % 2 == 0 { &instance.client } else { &second };
        token_of(node, body.clone())
    }))
    .await;
    let good = answers.iter().filter(|answer| answer.status == 200).count();
    let refused = answers.iter().filter(|answer| answer.status == 400).count();
    assert_eq!((good, refused), (1, 29));
}

/// Shows: token.expired
#[tokio::test]
async fn a_code_dies_after_sixty_seconds() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let (in_time, late) = (app.code_for(&alice).await, app.code_for(&alice).await);
    instance.clock.advance(Duration::from_millis(59_999));
    app.exchange(&in_time).await.expect(200);
    instance.clock.advance(Duration::from_millis(1));
    expect_refusal(app.exchange(&late).await, 400, "invalid_grant");
    assert_eq!(app.events().await[0], ("exchange_failed".into(), "expired".into()));
}

/// Shows: token.foreign-code
#[tokio::test]
async fn another_apps_code_is_refused_and_left_whole() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&alice).await;
    expect_refusal(other.exchange(&code).await, 400, "invalid_grant");
    // The other app's owner learns nothing of a code that is not theirs.
    assert_eq!(other.events().await[0], ("exchange_failed".into(), "unknown".into()));
    app.exchange(&code).await.expect(200);
}

/// Shows: token.other-redirect
#[tokio::test]
async fn another_redirect_uri_is_refused_and_consumes_nothing() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let uris = [CALLBACK, "https://app.example/other"];
    let app = instance.oauth_app_with(&alice, &uris).await;
    let code = app.code_for(&alice).await;
    for uri in [
        "https://app.example/other",
        "https://app.example/callback/",
        "https://app.example/callback\0",
        "https://app.example/callback ",
        "https://evil.example/",
    ] {
        let answer = app.exchange_with(&code, json!({ "redirect_uri": uri })).await;
        expect_refusal(answer, 400, "invalid_grant");
        assert_eq!(app.events().await[0].1, "redirect_uri");
    }
    app.exchange(&code).await.expect(200);
}

/// Shows: token.verifier
#[tokio::test]
async fn a_challenge_is_met_by_its_verifier_alone() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = challenged(&app, &alice).await;
    let wrong = "a".repeat(43);
    for (verifier, reason) in [
        (Value::Null, "verifier_missing"),
        (json!(wrong), "verifier_wrong"),
        (json!(""), "verifier_missing"),
        (json!(CHALLENGE), "verifier_wrong"),
        (json!(format!("{VERIFIER}\0")), "verifier_wrong"),
    ] {
        let answer = app.exchange_with(&code, json!({ "code_verifier": verifier })).await;
        expect_refusal(answer, 400, "invalid_grant");
        assert_eq!(app.events().await[0].1, reason);
    }
    let right = json!({ "code_verifier": VERIFIER });
    app.exchange_with(&code, right).await.expect(200);
}

/// Shows: token.verifier-unasked
#[tokio::test]
async fn a_verifier_without_a_challenge_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let answer = app.exchange_with(&code, json!({ "code_verifier": VERIFIER })).await;
    expect_refusal(answer, 400, "invalid_grant");
    assert_eq!(app.events().await[0].1, "verifier_unexpected");
    app.exchange(&code).await.expect(200);
}

/// Shows: token.unknown-code
#[tokio::test]
async fn a_code_that_was_never_issued_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let (id, secret) = code.split_once('.').unwrap();
    let other_id = id.parse::<i64>().unwrap() + 1;
    for wrong in [
        "x".to_owned(),
        id.to_owned(),
        secret.to_owned(),
        format!("{id}."),
        format!("{other_id}.{secret}"),
        format!("{id}.{}", "A".repeat(43)),
        format!("{id}.{secret}="),
        format!(" {code}"),
        format!("0{code}"),
        format!("{id}.{secret}\0"),
        format!("9223372036854775808.{secret}"),
    ] {
        expect_refusal(app.exchange(&wrong).await, 400, "invalid_grant");
        assert_eq!(app.events().await[0].1, "unknown");
    }
    app.exchange(&code).await.expect(200);
}

/// Shows: token.approval-revoked
#[tokio::test]
async fn a_revoked_approval_takes_its_codes_along() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let asking =
        portico_store::models::accounts::session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    Grant::revoke(&instance.app, alice.id, app.id(), asking).await.unwrap();
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    // Approving again does not bring the old code back.
    let fresh = app.code_for(&alice).await;
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    app.exchange(&fresh).await.expect(200);
}

/// Shows: token.person-deleted
#[tokio::test]
async fn a_deleted_persons_code_is_refused() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let bob = instance.person("bob").await;
    let code = app.code_for(&bob).await;
    user::Entity::delete_by_id(bob.id).exec(&*instance.app.db).await.unwrap();
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
}

/// Shows: token.app-deleted
#[tokio::test]
async fn a_deleted_app_is_no_client_any_more() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    app.app.delete(&instance.app, &app.app.name).await.unwrap();
    expect_refusal(app.exchange(&code).await, 401, "invalid_client");
}

/// Shows: token.same-bytes
#[tokio::test]
async fn a_wrong_secret_and_an_unknown_app_get_the_same_bytes() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&alice).await;
    let mut bodies = Vec::new();
    for changes in [
        json!({ "client_secret": other.secret }),
        json!({ "client_secret": "portico_wrong" }),
        json!({ "client_secret": "x" }),
        json!({ "client_id": 1 }),
        json!({ "client_id": 0 }),
        json!({ "client_id": -1 }),
        json!({ "client_id": 9_007_199_254_740_992_u64 }),
        json!({ "client_id": u64::MAX }),
        json!({ "client_id": 1, "client_secret": "x" }),
        json!({ "client_id": "1" }),
    ] {
        let answer = app.exchange_with(&code, changes).await;
        let answer = expect_refusal(answer, 401, "invalid_client");
        assert_eq!(answer.header("WWW-Authenticate"), None);
        bodies.push((answer.headers, answer.bytes));
    }
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]));
    app.exchange(&code).await.expect(200);
}

/// Shows: token.two-secrets
#[tokio::test]
async fn both_of_two_secrets_open_and_a_dropped_one_does_not() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let second = app.app.add_secret(&instance.app).await.unwrap();
    let second = second.expose();
    for secret in [app.secret.as_str(), second] {
        let code = app.code_for(&alice).await;
        app.exchange_with(&code, json!({ "client_secret": secret })).await.expect(200);
    }
    instance.app.settled().await;
    let secrets = portico_store::models::ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap();
    let first = secrets.iter().find(|kept| app.secret.ends_with(&kept.last_four)).unwrap();
    assert_eq!(first.last_used_at, Some(instance.app.now()));
    app.app.delete_secret(&instance.app, first.id).await.unwrap();
    let code = app.code_for(&alice).await;
    expect_refusal(app.exchange(&code).await, 401, "invalid_client");
    app.exchange_with(&code, json!({ "client_secret": second })).await.expect(200);
}

/// Shows: throttles.token
#[tokio::test]
async fn requests_are_limited_by_address() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.token_address.burst", 3))
            .merge(("throttle.token_address.per_minute", 1))
    })
    .await;
    for _ in 0..3 {
        instance.token("{}").await.expect(400);
    }
    let answer = expect_refusal(instance.token("{}").await, 429, "temporarily_unavailable");
    assert!(answer.header("Retry-After").is_some());
}

/// Shows: throttles.token
#[tokio::test]
async fn exchanges_are_limited_by_app_and_strangers_use_up_nothing() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.token_app.burst", 1))
            .merge(("throttle.token_app.per_minute", 1))
    })
    .await;
    let (alice, app) = instance.alice_with_app().await;
    let (first, second) = (app.code_for(&alice).await, app.code_for(&alice).await);
    for _ in 0..5 {
        let answer = app.exchange_with(&first, json!({ "client_secret": "x" })).await;
        expect_refusal(answer, 401, "invalid_client");
    }
    app.exchange(&first).await.expect(200);
    let answer = expect_refusal(app.exchange(&second).await, 429, "temporarily_unavailable");
    assert!(answer.header("Retry-After").is_some());
    instance.clock.advance(Duration::from_secs(61));
    expect_refusal(app.exchange(&second).await, 400, "invalid_grant");
}

/// Shows: token.unavailable
#[tokio::test]
async fn an_unreachable_database_is_reported_with_retry_after() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    instance.app.db.close().await.unwrap();
    let answer = app.exchange(&code).await;
    let answer = expect_refusal(answer, 503, "temporarily_unavailable");
    assert!(answer.header("Retry-After").is_some());
}

/// Shows: token.identity
#[tokio::test]
async fn an_exchange_returns_the_current_name() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let mut renamed: user::ActiveModel = alice.user.clone().into();
    renamed.nickname = sea_orm::Set("alicia".into());
    renamed.picture_at = sea_orm::Set(Some(7));
    sea_orm::ActiveModelTrait::update(renamed, &*instance.app.db).await.unwrap();
    let identity = app.exchange(&code).await.expect(200).json();
    assert_eq!(identity["nickname"], "alicia");
    let picture = format!("http://localhost:8000/avatars/user/{}?v=7", alice.id);
    assert_eq!(identity["avatar_url"], picture);
}

#[tokio::test]
async fn only_so_many_events_are_kept() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    for _ in 0..205 {
        expect_refusal(app.exchange("x").await, 400, "invalid_grant");
    }
    assert_eq!(app.events().await.len(), 200);
}

/// Shows: leaks.database
#[tokio::test]
async fn no_code_or_secret_is_stored_in_plain_text() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let secret = code.split_once('.').unwrap().1.as_bytes().to_vec();
    let kept = instance.codes().await.remove(0);
    assert_eq!(kept.secret_hash.len(), 32);
    assert_ne!(kept.secret_hash, secret);
    let secrets = portico_store::models::ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap();
    assert_ne!(secrets[0].secret_hash, app.secret.as_bytes());
    assert!(!format!("{kept:?} {secrets:?}").contains(&app.secret));
}

/// Shows: token.wrong-secret-logged
#[tokio::test]
async fn a_wrong_secret_that_comes_with_a_code_of_the_app_is_in_its_log() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let logged = ("exchange_failed".to_owned(), "client_secret".to_owned());
    let code = app.code_for(&alice).await;
    let attempts = [json!("wrong"), json!(other.secret), json!(format!("{}A", app.secret))];
    for secret in attempts {
        expect_refusal(app.exchange_with(&code, json!({ "client_secret": secret })).await, 401, "invalid_client");
    }
    // By form, and without any.
    let id = app.id().to_string();
    let fields = [app.form_of(&code), vec![("client_id", &*id)]].concat();
    expect_refusal(instance.form("/oauth/token", &fields).await, 401, "invalid_client");
    // One line a minute, however many there are.
    assert_eq!(app.events().await, [logged.clone(), ("approved".into(), String::new())]);
    let page = alice.browser.get(&format!("/portal/apps/{}/activity", app.id())).await.expect(200);
    assert!(page.text().contains("The client secret was missing, or wasn’t one of this app’s secrets."));
    // The code is whole.
    app.exchange(&code).await.expect(200);
    instance.clock.advance(Duration::from_millis(60_001));
    let code = app.code_for(&alice).await;
    expect_refusal(instance.form("/oauth/token", &app_fields(&app, &code, &id)).await, 401, "invalid_client");
    assert_eq!(app.events().await.iter().filter(|event| **event == logged).count(), 2);
}

fn app_fields<'f>(app: &'f TestOauthApp<'_>, code: &'f str, id: &'f str) -> Vec<(&'f str, &'f str)> {
    [app.form_of(code), vec![("client_id", id), ("client_secret", "wrong")]].concat()
}

/// Shows: token.wrong-secret-logged
#[tokio::test]
async fn no_one_writes_into_the_log_without_a_code_of_the_app_that_still_works() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let public = instance.public_app(&alice, CALLBACK).await;
    let code = app.code_for(&alice).await;
    let (foreign, used, old) = (other.code_for(&alice).await, app.code_for(&alice).await, app.code_for(&alice).await);
    app.exchange(&used).await.expect(200);
    let guessed = format!("{}.{}", code.split_once('.').unwrap().0, "A".repeat(43));
    instance.app.settled().await;
    let before = (app.events().await, other.events().await, public.events().await);
    let wrong = json!({ "client_secret": other.secret });
    for code in [&guessed, &foreign, &used, "x", ""] {
        app.exchange_with(code, wrong.clone()).await;
    }
    let as_public = json!({ "client_id": public.id() });
    app.exchange_with(&code, as_public).await.expect(401);
    app.suspend("x").await;
    app.exchange_with(&code, wrong.clone()).await.expect(401);
    app.restore().await;
    instance.clock.advance(Duration::from_secs(60));
    app.exchange_with(&old, wrong).await.expect(401);
    assert_eq!((app.events().await, other.events().await, public.events().await), before);
}
