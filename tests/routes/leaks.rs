//! `/leaks`: what secret scanners report stops working, and nothing else is told to anyone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use portico_store::models::{ClientSecret, Operator, SecurityEvent, Suspendable, Webhook};
use rocket::futures::future::join_all;
use rocket::http::{ContentType, Method};
use serde_json::{Value, json};

use crate::support::{Answer, CALLBACK, Person, TestInstance, TestWebhook, leaks, pointers, problem};

const BASE: &str = "http://localhost:8000";

async fn tell(instance: &TestInstance, secrets: &[&str]) -> Answer {
    let body = json!({ "secrets": secrets }).to_string();
    instance.post_json("/leaks", &[], body.as_bytes()).await
}

/// How many of them were ended.
async fn ended(instance: &TestInstance, secrets: &[&str]) -> u64 {
    let answer = tell(instance, secrets).await.expect(200);
    assert_eq!(answer.content_type, Some(ContentType::JSON));
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    let body = answer.json();
    assert_eq!(body.as_object().unwrap().len(), 1, "{body}");
    body["revoked"].as_u64().unwrap()
}

/// Kind and detail of a user's newest security event.
async fn newest_event(instance: &TestInstance, person: &Person<'_>) -> (String, String, String) {
    let events = SecurityEvent::page(&instance.app, person.id, None, 1).await.unwrap();
    let event = &events[0];
    (event.kind.clone(), event.detail.clone(), event.address.clone())
}

fn url(hook: &TestWebhook<'_>) -> String {
    format!("{BASE}{}", hook.path)
}

#[tokio::test]
async fn a_webhook_is_paused_in_the_url_of_every_dialect_and_spelling() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let (path, id, token) = (&hook.path, hook.id(), hook.token());
    for spelling in [
        format!("{BASE}{path}"),
        format!("{BASE}{path}/"),
        format!("{BASE}{path}?wait=true#top"),
        format!("HTTP://LOCALHOST:8000{path}"),
        format!("  {BASE}{path}\n"),
        format!("{BASE}{path}/discord"),
        format!("{BASE}{path}/slack"),
        format!("{BASE}{path}/github/"),
        format!("{BASE}{path}/gitlab"),
        format!("{BASE}{path}/alertmanager"),
        format!("{BASE}{path}/messages/1"),
        format!("{BASE}/webhooks/{id}/hooks/{token}"),
        format!("{BASE}/hooks/{id}/{token}"),
        format!("{BASE}/api{path}"),
        format!("{BASE}/api/v10{path}/slack"),
    ] {
        hook.say("Before", &[]).await.expect(200);
        assert_eq!(ended(&instance, &[&spelling]).await, 1, "{spelling}");
        problem(hook.say("After", &[]).await, 404, "unknown_webhook");
        Webhook::resume(&instance.app, alice.id, hook.id()).await.unwrap();
    }
}

#[tokio::test]
async fn a_second_report_pauses_a_webhook_that_was_resumed_and_then_suspended() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let (by, url) = (Operator::on_terminal("Spam"), url(&hook));
    assert_eq!(ended(&instance, &[&url]).await, 1);
    Webhook::resume(&instance.app, alice.id, hook.id()).await.unwrap();
    let suspended = Suspendable::Webhook.suspend(&instance.app, hook.id().get(), &by).await;
    assert!(suspended.unwrap());
    let page = format!("/portal/webhooks/{}", hook.id());
    let shown = alice.browser.get(&page).await.expect(200);
    let notice = shown.one("#leak");
    assert!(notice.contains("Once the suspension is lifted"), "{notice}");
    assert_eq!(ended(&instance, &[&url]).await, 1);
    let restored = Suspendable::Webhook.restore(&instance.app, hook.id().get(), &by).await;
    assert!(restored.unwrap());
    problem(hook.say("After", &[]).await, 404, "unknown_webhook");
    // It is paused by now: a third report changes nothing.
    assert_eq!(ended(&instance, &[&url]).await, 0);
    assert!(hook.messages().await.is_empty());
    Webhook::resume(&instance.app, alice.id, hook.id()).await.unwrap();
    hook.say("Again", &[]).await.expect(200);
}

#[tokio::test]
async fn its_managers_and_its_creator_are_told() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    assert_eq!(ended(&instance, &[&url(&hook)]).await, 1);
    let page = format!("/portal/webhooks/{}", hook.id());
    let shown = alice.browser.get(&page).await.expect(200);
    assert!(shown.one("#leak").contains("leaked"));
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    assert_eq!(log.sentences()[0], "Builds was paused, because a secret scanner reported its URL as leaked");
    let (kind, detail, address) = newest_event(&instance, &alice).await;
    assert_eq!((kind.as_str(), detail.as_str()), ("webhook_leaked", "Builds"));
    // Nothing of who reported it.
    assert_eq!(address, "");
    let log = alice.browser.get("/settings/security/log").await.expect(200);
    assert!(log.text().contains("by someone else"));
    // The URL is the same after that, until it is regenerated.
    Webhook::resume(&instance.app, alice.id, hook.id()).await.unwrap();
    hook.say("Again", &[]).await.expect(200);
    let shown = alice.browser.get(&page).await.expect(200);
    assert!(shown.one("#leak").contains("was resumed since"));
    alice.browser.post(&format!("{page}/url"), &[]).await.expect(303);
    let shown = alice.browser.get(&page).await.expect(200);
    assert!(shown.all("#leak").is_empty());
}

#[tokio::test]
async fn a_client_secret_is_gone_for_good_and_the_other_one_works() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mut app = instance.oauth_app(&alice, CALLBACK).await;
    let second = app.app.add_secret(&instance.app).await.unwrap();
    leaks::made(second.expose());
    assert_eq!(ended(&instance, &[&app.secret]).await, 1);
    let (kind, detail, _) = newest_event(&instance, &alice).await;
    assert_eq!((kind.as_str(), detail.as_str()), ("secret_leaked", "Builder"));
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(401);
    let path = format!("/portal/apps/{}", app.id());
    let page = alice.browser.get(&path).await.expect(200);
    let four = &app.secret[app.secret.len() - 4..];
    assert!(page.one("#leak").contains(four));
    let page = alice.browser.get(&format!("{path}/activity")).await;
    let page = page.expect(200);
    assert_eq!(page.all("#app-exchanges tr[data-event=secret_leaked]").len(), 1);
    assert_eq!(page.all("#app-events tr[data-event=secret_found_leaked]").len(), 1);
    let log = alice.browser.get(&format!("{path}/audit")).await.expect(200);
    assert!(log.sentences()[0].contains("a secret scanner reported it"));
    app.secret = second.expose().to_owned();
    app.exchange(&app.code_for(&alice).await).await.expect(200);
    // A new one ends the notice.
    alice.browser.post(&format!("{path}/secrets"), &[]).await.expect(303);
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.all("#leak").is_empty());
}

#[tokio::test]
async fn an_access_token_is_revoked_and_the_user_and_the_app_are_told() {
    let instance = TestInstance::open().await;
    let (_, bob, app) = instance.alice_with_app_and_bob().await;
    let token = app.access_token(&bob, "openid").await;
    instance.userinfo(&token).await.expect(200);
    assert_eq!(ended(&instance, &[&token]).await, 1);
    instance.userinfo(&token).await.expect(401);
    let (kind, detail, _) = newest_event(&instance, &bob).await;
    assert_eq!((kind.as_str(), detail.as_str()), ("token_leaked", "Builder"));
    assert_eq!(app.events().await[0].0, "token_leaked");
}

#[tokio::test]
async fn a_mixed_report_ends_each_secret_once_and_a_second_report_none() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    let (url, slack) = (url(&hook), format!("{}/slack", url(&hook)));
    let secrets = [&*url, &slack, &url, &app.secret, &app.secret, &token, "hunter2"];
    assert_eq!(ended(&instance, &secrets).await, 3);
    assert_eq!(ended(&instance, &secrets).await, 0);
    assert!(ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap().is_empty());
}

#[tokio::test]
async fn simultaneous_reports_of_one_secret_end_it_once() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    let url = url(&hook);
    let secrets = [&*url, &app.secret, &token];
    let counts = join_all((0..6).map(|_| ended(&instance, &secrets))).await;
    assert_eq!(counts.iter().sum::<u64>(), 3, "{counts:?}");
}

#[tokio::test]
async fn what_is_not_in_use_here_is_not_ended() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    let deleted = acme.webhook(&alice, &acme.general).await;
    Webhook::delete(&instance.app, alice.id, deleted.id(), "Builds").await.unwrap();
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let token = app.access_token(&alice, "openid").await;
    let (path, id) = (&hook.path, hook.id());
    let before = instance.dump().await;
    for secret in [
        &*format!("https://evil.example{path}"),
        &format!("http://localhost:8001{path}"),
        &format!("https://localhost:8000{path}"),
        &format!("http://localhost:8000.evil.example{path}"),
        path,
        hook.token(),
        &url(&deleted),
        &format!("{BASE}/webhooks/{}/{}", other.id(), hook.token()),
        &format!("{BASE}/webhooks/{id}/{}", hook.token().to_lowercase()),
        &format!("{BASE}/webhooks/0{id}/{}", hook.token()),
        &format!("{BASE}/webhooks/{id}"),
        &app.secret[..56],
        &app.secret.to_uppercase(),
        &token.replace("portico_at_", ""),
        &format!("{}A", &token[..token.len() - 1]),
        "",
        "://",
        "http://[",
    ] {
        if secret == token {
            continue;
        }
        assert_eq!(ended(&instance, &[secret]).await, 0, "{secret}");
    }
    assert_eq!(ended(&instance, &[]).await, 0);
    assert_eq!(instance.dump().await, before);
    hook.say("Unharmed", &[]).await.expect(200);
    instance.userinfo(&token).await.expect(200);
}

#[tokio::test]
async fn an_expired_token_does_not_count() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    instance.clock.advance(std::time::Duration::from_secs(10 * 60));
    assert_eq!(ended(&instance, &[&token]).await, 0);
}

#[tokio::test]
async fn a_malformed_report_is_refused_with_the_place_of_each_fault_and_no_secret_in_it() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let send = |body: Value| {
        let body = body.to_string();
        let instance = &instance;
        async move { instance.post_json("/leaks", &[], body.as_bytes()).await }
    };
    let url = url(&hook);
    let mixed = send(json!({ "secrets": [url, 1, null] })).await;
    let document = problem(mixed, 400, "invalid_request");
    assert_eq!(pointers(&document), ["/secrets/1", "/secrets/2"]);
    for body in [json!({}), json!({ "secrets": url }), json!({ "secrets": vec!["a"; 101] })] {
        let document = problem(send(body).await, 400, "invalid_request");
        assert_eq!(pointers(&document), ["/secrets"]);
    }
    problem(instance.post_json("/leaks", &[], b"[").await, 400, "invalid_json");
    problem(send(json!([url])).await, 400, "invalid_json");
    // Nothing was looked up: the webhook is as it was.
    hook.say("Unharmed", &[]).await.expect(200);
}

#[tokio::test]
async fn a_body_that_is_too_large_compressed_or_no_json_is_refused() {
    let instance = TestInstance::open().await;
    let large = |bytes: usize| {
        let body = json!({ "secrets": ["a".repeat(bytes)] });
        body.to_string().into_bytes()
    };
    let fits = large(16 * 1024 - 16);
    assert_eq!(fits.len(), 16 * 1024);
    instance.post_json("/leaks", &[], &fits).await.expect(200);
    for bytes in [16 * 1024, 10 * 1024 * 1024] {
        let answer = instance.post_json("/leaks", &[], &large(bytes)).await;
        problem(answer, 413, "payload_too_large");
    }
    let zipped = [("Content-Encoding", "gzip")];
    let answer = instance.post_json("/leaks", &zipped, b"{}").await;
    problem(answer, 415, "unsupported_media_type");
    let request = instance.client.post("/leaks").header(ContentType::Form);
    let answer = Answer::read(request.body("secrets=a").dispatch().await).await;
    problem(answer, 415, "unsupported_media_type");
    for method in [Method::Get, Method::Put, Method::Delete] {
        let answer = Answer::read(instance.client.req(method, "/leaks").dispatch().await).await;
        assert_eq!(answer.header("Allow"), Some("POST"));
        problem(answer, 405, "method_not_allowed");
    }
}

#[tokio::test]
async fn misses_are_limited_and_hits_never() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.leak_address", rocket::figment::map! { "burst" => 2, "per_minute" => 60 }))
    })
    .await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    for _ in 0..2 {
        assert_eq!(ended(&instance, &["nothing"]).await, 0);
    }
    let refused = tell(&instance, &["nothing"]).await;
    assert_eq!(refused.header("Retry-After"), Some("1"));
    problem(refused, 429, "rate_limited");
    // What is in use is ended all the same, alone and among a hundred misses.
    assert_eq!(ended(&instance, &[&url(&hook)]).await, 1);
    let other = acme.webhook(&alice, &acme.general).await;
    let other = url(&other);
    let mut many: Vec<String> = (0..99).map(|turn| format!("nothing {turn}")).collect();
    many.push(other);
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(ended(&instance, &many).await, 1);
    // Once it is ended, it is a miss like any other.
    problem(tell(&instance, &[&url(&hook)]).await, 429, "rate_limited");
    instance.clock.advance(std::time::Duration::from_secs(1));
    assert_eq!(ended(&instance, &["nothing"]).await, 0);
}

#[tokio::test]
async fn a_hundred_guesses_cost_one_look_up_of_each_kind() {
    let count = Arc::new(AtomicUsize::new(0));
    let seen = count.clone();
    let instance = TestInstance::watched(move |statement| {
        let of_ours = ["webhooks", "client_secrets", "authorization_codes"];
        if of_ours.iter().any(|table| statement.sql.contains(&format!("FROM \"{table}\""))) {
            seen.fetch_add(1, Ordering::SeqCst);
        }
    })
    .await;
    let guesses: Vec<String> = (1..=33)
        .flat_map(|turn| {
            let secret = portico_crypto::tokens::client_secret();
            [
                format!("{BASE}/webhooks/{turn}/{}", "A".repeat(43)),
                format!("portico_at_{turn}.{}", "A".repeat(43)),
                secret.expose().to_owned(),
            ]
        })
        .collect();
    let guesses: Vec<&str> = guesses.iter().map(String::as_str).collect();
    // What the start of the instance looked up does not count.
    count.store(0, Ordering::SeqCst);
    assert_eq!(ended(&instance, &guesses).await, 0);
    assert_eq!(count.load(Ordering::SeqCst), 3);
}
