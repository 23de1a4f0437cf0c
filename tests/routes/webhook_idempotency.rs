//! The header `Idempotency-Key` of a webhook's post.

use std::time::Duration;

use rocket::futures::future::join_all;
use serde_json::json;

use crate::support::{Answer, House, TestWebhook};

macro_rules! arranged {
    ($house:ident, $hook:ident) => {
        let $house = House::open().await;
        let alice = $house.person("alice").await;
        let acme = $house.server("Acme", &alice).await;
        let $hook = acme.webhook(&alice, &acme.general).await;
    };
}

async fn keyed(hook: &TestWebhook<'_>, key: &str, content: &str) -> Answer {
    let body = json!({ "content": content }).to_string();
    hook.post_with(&[("Idempotency-Key", key)], body).await
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn the_same_key_and_body_give_the_first_answer_again_and_store_nothing() {
    arranged!(house, hook);
    let first = keyed(&hook, "build-214", "passed").await.expect(200);
    house.clock.advance(Duration::from_secs(3_600));
    let again = keyed(&hook, "build-214", "passed").await.expect(200);
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(first.header("Idempotency-Replayed"), None);
    assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn the_same_key_with_another_body_is_refused() {
    arranged!(_house, hook);
    keyed(&hook, "build-214", "passed").await.expect(200);
    let refused = keyed(&hook, "build-214", "failed").await.expect(422);
    assert_eq!(refused.json()["code"], "idempotency_key_reused");
    // Another spelling of the same value is another body.
    hook.post_with(
        &[("Idempotency-Key", "build-214")],
        r#"{ "content": "passed" }"#,
    )
    .await
    .expect(422);
    assert_eq!(hook.messages().await.len(), 1);
}

#[rocket::async_test]
async fn without_a_key_the_same_body_is_stored_every_time() {
    arranged!(_house, hook);
    for _ in 0..2 {
        hook.post(json!({ "content": "passed" })).await.expect(200);
    }
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn after_a_day_a_key_is_new() {
    arranged!(house, hook);
    keyed(&hook, "nightly", "first").await.expect(200);
    house.clock.advance(Duration::from_secs(24 * 60 * 60 - 1));
    keyed(&hook, "nightly", "second").await.expect(422);
    house.clock.advance(Duration::from_secs(1));
    keyed(&hook, "nightly", "second").await.expect(200);
    keyed(&hook, "nightly", "second").await.expect(200);
    keyed(&hook, "nightly", "first").await.expect(422);
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn another_webhook_has_keys_of_its_own() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let one = acme.webhook(&alice, &acme.general).await;
    let other = acme.webhook(&alice, &acme.general).await;
    keyed(&one, "k", "a").await.expect(200);
    keyed(&other, "k", "b").await.expect(200);
    assert_eq!(other.messages().await.len(), 1);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn keys_count_by_their_case() {
    arranged!(_house, hook);
    keyed(&hook, "key", "a").await.expect(200);
    keyed(&hook, "KEY", "b").await.expect(200);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn a_key_is_1_to_255_visible_ascii_characters() {
    arranged!(_house, hook);
    for key in ["", "two words", "tab\there", "ü", &"k".repeat(256)] {
        let refused = keyed(&hook, key, "a").await.expect(400).json();
        assert_eq!(refused["code"], "invalid_request");
        assert_eq!(refused["errors"][0]["header"], "Idempotency-Key", "{key:?}");
    }
    for key in ["k", "!\"'~", &"k".repeat(255)] {
        keyed(&hook, key, "a").await.expect(200);
    }
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn two_keys_at_once_are_refused() {
    arranged!(_house, hook);
    let headers = [("Idempotency-Key", "a"), ("Idempotency-Key", "b")];
    hook.post_with(&headers, r#"{"content":"a"}"#)
        .await
        .expect(400);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn a_refused_post_leaves_its_key_free() {
    arranged!(_house, hook);
    keyed(&hook, "k", "").await.expect(400);
    keyed(&hook, "k", "a").await.expect(200);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn of_simultaneous_twins_one_is_stored_and_all_get_its_answer() {
    arranged!(_house, hook);
    let answers = join_all((0..12).map(|_| keyed(&hook, "k", "a"))).await;
    let bodies: Vec<_> = answers
        .into_iter()
        .map(|answer| answer.expect(200).bytes)
        .collect();
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn of_simultaneous_rivals_for_a_key_one_is_stored() {
    arranged!(_house, hook);
    let contents: Vec<String> = (0..12).map(|n| n.to_string()).collect();
    let answers = join_all(contents.iter().map(|content| keyed(&hook, "k", content))).await;
    let stored = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(stored, 1);
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer.status, 200 | 422))
    );
    assert_eq!(hook.messages().await.len(), 1);
}
