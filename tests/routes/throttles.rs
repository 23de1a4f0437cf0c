//! Attempts on one node count on another. On SQLite there is no other node.

use rocket::figment::{Figment, map};
use sea_orm::DbBackend;
use serde_json::json;

use crate::support::{Browser, CALLBACK, Person, TestInstance, TestOauthApp, TestWebhook, expect_refusal, problem};

/// Two attempts at anything, and one more a minute.
fn strict(figment: Figment) -> Figment {
    let kinds = [
        "webhook",
        "sign_in_account",
        "sign_in_address",
        "sign_up_address",
        "phone_address",
        "token_app",
        "token_address",
    ];
    kinds.iter().fold(figment.merge(("throttle.enabled", true)), |figment, kind| {
        let limit = map! { "burst" => 2, "per_minute" => 1 };
        figment.merge((format!("throttle.{kind}").as_str(), limit))
    })
}

/// `strict`, but for one kind, so that another is reached.
fn strict_but(kind: &'static str) -> impl Fn(Figment) -> Figment {
    move |figment| {
        let limit = map! { "burst" => 50, "per_minute" => 1 };
        strict(figment).merge((format!("throttle.{kind}").as_str(), limit))
    }
}

/// Two nodes on one database; none on SQLite.
async fn two_nodes(configure: impl Fn(Figment) -> Figment) -> Option<(TestInstance, TestInstance)> {
    let one = TestInstance::configured(&configure).await;
    if one.app.db.backend() != DbBackend::Postgres {
        return None;
    }
    let other = one.beside(&configure).await;
    Some((one, other))
}

/// A user who is signed in on one node, at the other.
fn at<'h>(instance: &'h TestInstance, person: &Person<'_>) -> Browser<'h> {
    let browser = instance.browser();
    browser.set_cookie("portico", &person.browser.cookie("portico").unwrap());
    browser
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn guesses_at_one_account_are_counted_over_both_nodes() {
    let Some((one, other)) = two_nodes(strict_but("sign_in_address")).await else {
        return;
    };
    one.person("alice").await;
    let wrong = [("login", "alice"), ("password", "wrong")];
    for instance in [&one, &other] {
        instance.browser().post("/sign-in", &wrong).await.expect(422);
    }
    for instance in [&one, &other] {
        let answer = instance.browser().post("/sign-in", &wrong).await.expect(429);
        assert_eq!(answer.header("Retry-After"), Some("60"));
    }
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn guesses_from_one_address_are_counted_over_both_nodes() {
    let Some((one, other)) = two_nodes(strict).await else {
        return;
    };
    for login in ["alice", "bob"] {
        let wrong = [("login", login), ("password", "wrong")];
        one.browser().post("/sign-in", &wrong).await.expect(422);
    }
    let wrong = [("login", "carol"), ("password", "wrong")];
    other.browser().post("/sign-in", &wrong).await.expect(429);
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn new_accounts_of_one_address_are_counted_over_both_nodes() {
    let Some((one, other)) = two_nodes(strict).await else {
        return;
    };
    for _ in 0..2 {
        one.browser().post("/sign-up", &[]).await.expect(422);
    }
    other.browser().post("/sign-up", &[]).await.expect(429);
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn phone_codes_for_one_address_are_counted_over_both_nodes() {
    let Some((one, other)) = two_nodes(strict).await else {
        return;
    };
    let alice = one.person_without_phone("alice").await;
    for last in 0..2 {
        let phone = format!("+49151123456{last}0");
        alice.browser.post("/settings/phone", &[("phone", &phone)]).await.expect(303);
    }
    let answer = at(&other, &alice).post("/settings/phone", &[("phone", "+4915112345677")]).await.expect(429);
    assert!(answer.header("Retry-After").is_some());
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn exchanges_from_one_address_are_counted_over_both_nodes() {
    let Some((one, other)) = two_nodes(strict).await else {
        return;
    };
    for _ in 0..2 {
        one.token("{}").await.expect(400);
    }
    let refused = expect_refusal(other.token("{}").await, 429, "temporarily_unavailable");
    assert!(refused.header("Retry-After").is_some());
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn exchanges_of_one_app_are_counted_over_both_nodes() {
    let Some((one, other)) = two_nodes(strict_but("token_address")).await else {
        return;
    };
    let alice = one.person("alice").await;
    let app = one.oauth_app(&alice, CALLBACK).await;
    for code in ["x", "y"] {
        expect_refusal(app.exchange(code).await, 400, "invalid_grant");
    }
    let app = TestOauthApp { instance: &other, ..app };
    expect_refusal(app.exchange("z").await, 429, "temporarily_unavailable");
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn posts_of_one_webhook_are_counted_over_both_nodes() {
    let Some((one, other)) = two_nodes(strict).await else {
        return;
    };
    let (_, acme, hook) = one.acme_with_webhook().await;
    let first = hook.post(json!({ "content": "a" })).await.expect(200);
    assert_eq!(first.header("RateLimit"), Some("\"webhook\";r=1;t=60"));
    let there = TestWebhook { instance: &other, webhook: hook.webhook.clone(), path: hook.path.clone() };
    let second = there.post(json!({ "content": "b" })).await.expect(200);
    assert_eq!(second.header("RateLimit"), Some("\"webhook\";r=0;t=120"));
    let third = there.post(json!({ "content": "c" })).await;
    assert_eq!(third.header("Retry-After"), Some("60"));
    problem(third, 429, "rate_limited");
    problem(hook.post(json!({ "content": "d" })).await, 429, "rate_limited");
    assert_eq!(hook.messages().await.len(), 2);
    drop(acme);
}

/// Shows: throttles.uncounted
#[tokio::test]
async fn without_the_database_that_counts_no_one_signs_in() {
    let instance = TestInstance::configured(strict).await;
    instance.app.db.close().await.unwrap();
    let wrong = [("login", "alice"), ("password", "wrong")];
    let answer = instance.browser().post("/sign-in", &wrong).await.expect(503);
    assert_eq!(answer.header("Retry-After"), Some("2"));
}
