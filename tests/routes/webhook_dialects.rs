//! The dialects of webhook URLs over HTTP: what holds for all of them. Each has its own file below; what their bodies mean
//! is tested beside `dialects`.

mod discord;
mod encodings;
mod events;
mod hostile;
mod senders;
mod slack;

use portico_store::models::Webhook;
use portico_store::models::messages::mention::MentionTargetKind;
use rocket::http::{Header, Method};
use serde_json::{Value, json};

use crate::support::{Answer, TestInstance, TestWebhook, problem};

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

/// Sends a request as another product's client does.
async fn send(instance: &TestInstance, method: Method, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut request = instance.client.req(method, path.to_owned()).body(body);
    for (name, value) in headers {
        request.add_header(Header::new(name.to_string(), value.to_string()));
    }
    Answer::read(request.dispatch().await).await
}

/// Posts JSON to a suffix of the webhook URL.
async fn post(hook: &TestWebhook<'_>, suffix: &str, body: &Value) -> Answer {
    let path = format!("{}{suffix}", hook.path);
    let body = body.to_string();
    send(hook.instance, Method::Post, &path, &[("Content-Type", JSON)], body.as_bytes()).await
}

/// Posts an event of a repository.
async fn event(hook: &TestWebhook<'_>, suffix: &str, header: (&str, &str), body: &[u8]) -> Answer {
    let path = format!("{}{suffix}", hook.path);
    let headers = [("Content-Type", JSON), header];
    send(hook.instance, Method::Post, &path, &headers, body).await
}

fn star() -> Value {
    json!({
        "action": "created",
        "starred_at": "2026-01-01T00:00:00Z",
        "repository": {
            "name": "widgets", "full_name": "acme/widgets", "html_url": "https://github.com/acme/widgets",
        },
        "sender": { "login": "bob", "html_url": "https://github.com/bob" },
    })
}

fn alerts() -> Value {
    json!({
        "version": "4", "status": "firing", "receiver": "chat", "groupLabels": {},
        "commonLabels": { "alertname": "DiskFull" }, "commonAnnotations": {}, "externalURL": "http://am.example",
        "alerts": [{
            "status": "firing", "labels": { "alertname": "DiskFull", "severity": "critical" },
            "annotations": { "summary": "The disk is full" },
            "startsAt": "2026-01-01T00:00:00Z", "endsAt": "0001-01-01T00:00:00Z",
            "generatorURL": "http://prometheus.example/graph",
        }],
    })
}

/// A form with files, whose parts are a header's attributes and a body each.
fn form(boundary: &str, parts: &[(&str, &[u8])]) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for (attributes, content) in parts {
        body.extend(format!("--{boundary}\r\nContent-Disposition: form-data; {attributes}\r\n\r\n").bytes());
        body.extend(*content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{boundary}--\r\n").bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

/// Everything of an answer that a client sees.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    (answer.status, answer.headers.clone(), answer.bytes.clone())
}

/// Shows: dialects.paths
#[tokio::test]
async fn every_documented_path_posts_into_the_webhook_s_channel() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (id, token) = (hook.id(), hook.token().to_owned());
    let discord = json!({ "content": "a" });
    let slack = json!({ "text": "a" });
    for (path, body, status) in [
        (format!("/webhooks/{id}/{token}/discord"), &discord, 204),
        (format!("/api/webhooks/{id}/{token}"), &discord, 204),
        (format!("/api/v10/webhooks/{id}/{token}"), &discord, 204),
        (format!("/webhooks/{id}/{token}/slack"), &slack, 200),
        (format!("/webhooks/{id}/hooks/{token}"), &slack, 200),
        (format!("/hooks/{id}/{token}"), &slack, 200),
        (format!("/api/webhooks/{id}/{token}/slack"), &slack, 200),
        (format!("/api/v10/webhooks/{id}/{token}/slack/"), &slack, 200),
    ] {
        let headers = [("Content-Type", JSON)];
        let body = body.to_string();
        send(&instance, Method::Post, &path, &headers, body.as_bytes()).await.expect(status);
    }
    let star = star().to_string();
    let event_name = ("X-GitHub-Event", "star");
    event(&hook, "/github", event_name, star.as_bytes()).await.expect(200);
    let path = format!("/api/webhooks/{id}/{token}/github");
    send(&instance, Method::Post, &path, &[event_name], star.as_bytes()).await.expect(200);
    post(&hook, "/alertmanager", &alerts()).await.expect(200);
    assert_eq!(hook.messages().await.len(), 11);
}

/// Shows: dialects.one-answer
#[tokio::test]
async fn every_wrong_url_gets_the_same_response_in_its_dialect() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (id, token) = (hook.id(), hook.token().to_owned());
    let old = acme.webhook(&alice, &acme.general).await;
    Webhook::regenerate(&instance.app, alice.id, old.id()).await.unwrap();
    let paused = acme.webhook(&alice, &acme.general).await;
    Webhook::pause(&instance.app, alice.id, paused.id()).await.unwrap();
    let wrong: String = token.chars().rev().collect();
    let ids = [
        ("1".to_owned(), "x".to_owned()),
        (id.to_string(), wrong),
        (format!("0{id}"), token.clone()),
        (id.to_string(), format!("{token}0")),
        (old.id().to_string(), old.token().to_owned()),
        (paused.id().to_string(), paused.token().to_owned()),
    ];
    for (shape, expected) in [
        ("/webhooks/ID/TOKEN/discord", r#"{"code":10015,"message":"Unknown Webhook"}"#),
        ("/webhooks/ID/TOKEN/discord/messages/1", r#"{"code":10015,"message":"Unknown Webhook"}"#),
        ("/api/webhooks/ID/TOKEN", r#"{"code":10015,"message":"Unknown Webhook"}"#),
        ("/api/v10/webhooks/ID/TOKEN/messages/1", r#"{"code":10015,"message":"Unknown Webhook"}"#),
        ("/webhooks/ID/TOKEN/slack", "no_service"),
        ("/webhooks/ID/hooks/TOKEN", "no_service"),
        ("/hooks/ID/TOKEN", "no_service"),
        ("/webhooks/ID/TOKEN/github", "unknown_webhook"),
        ("/webhooks/ID/TOKEN/gitlab", "unknown_webhook"),
        ("/webhooks/ID/TOKEN/alertmanager", "unknown_webhook"),
        ("/webhooks/ID/TOKEN/messages/1", "unknown_webhook"),
    ] {
        let method = if shape.contains("messages") { Method::Patch } else { Method::Post };
        let mut first = None;
        for (id, token) in &ids {
            let path = shape.replace("ID", id).replace("TOKEN", token);
            let answer = send(&instance, method, &path, &[], b"no JSON").await.expect(404);
            assert!(answer.text().contains(expected), "{path}: {}", answer.text());
            let first = first.get_or_insert_with(|| seen(&answer));
            assert_eq!(*first, seen(&answer), "{path}");
        }
    }
    assert!(hook.messages().await.is_empty() && paused.messages().await.is_empty());
}

/// Shows: webhook.only-posts
#[tokio::test]
async fn other_methods_get_405_with_those_that_the_path_takes() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for (path, method, allowed) in [
        (format!("{}/slack", hook.path), Method::Get, "POST"),
        (format!("{}/github", hook.path), Method::Delete, "POST"),
        (format!("/api{}", hook.path), Method::Delete, "GET, HEAD, POST"),
        (format!("/api{}", hook.path), Method::Patch, "GET, HEAD, POST"),
        (format!("{}/messages/1", hook.path), Method::Post, "GET, HEAD, PATCH, DELETE"),
        (format!("{}/discord/messages/1", hook.path), Method::Put, "GET, HEAD, PATCH, DELETE"),
    ] {
        let answer = send(&instance, method, &path, &[], b"").await.expect(405);
        assert_eq!(answer.header("Allow"), Some(allowed), "{path}");
    }
    assert_eq!(
        send(&instance, Method::Delete, &format!("/api{}", hook.path), &[], b"").await.json(),
        json!({ "message": "405: Method Not Allowed", "code": 0 })
    );
    let slack = send(&instance, Method::Get, &format!("/hooks/{}/x", hook.id()), &[], b"").await;
    assert_eq!((slack.status, slack.text().as_str()), (405, "method_not_allowed"));
    assert!(hook.row().await.is_some());
}

/// Shows: dialects.lenient
#[tokio::test]
async fn bodies_are_read_whatever_their_content_type_says_and_repaired_where_they_can_be() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for (suffix, kind, body) in [
        ("/discord", None, &br#"{"content":"a"}"#[..]),
        ("/discord", Some("text/plain"), br#"{"content":"a"}"#),
        ("/discord", Some(FORM), b"content=a&username=CI"),
        ("/discord", Some(FORM), b"payload_json=%7B%22content%22%3A%22a%22%7D"),
        ("/discord", Some(FORM), br#"{"content":"a"}"#),
        ("/slack", None, br#"{"text":"a"}"#),
        ("/slack", Some(FORM), b"payload=%7B%22text%22%3A%22a%22%7D"),
        ("/slack", Some(FORM), br#"{"text":"a"}"#),
        ("/slack", Some(JSON), br#"{"text":"a","text":"a"}"#),
    ] {
        let path = format!("{}{suffix}", hook.path);
        let kind = kind.map(|kind| ("Content-Type", kind));
        let answer = send(&instance, Method::Post, &path, kind.as_slice(), body).await;
        assert!(answer.status < 300, "{suffix} {kind:?}: {}", answer.text());
        assert_eq!(hook.messages().await.pop().unwrap().content, "a");
    }
    let body = br#"{"content":"a\ud800b\u0000c"}"#;
    let path = format!("{}/discord", hook.path);
    send(&instance, Method::Post, &path, &[("Content-Type", JSON)], body).await.expect(204);
    assert_eq!(hook.messages().await.pop().unwrap().content, "a\u{fffd}b\u{fffd}c");
}

/// Shows: dialects.silent
#[tokio::test]
async fn a_dialect_s_mentions_fire_only_where_its_body_opts_in() {
    let instance = TestInstance::open().await;
    let (alice, bob, _, hook) = instance.acme_with_webhook_and_bob().await;
    let text = format!("<@{}> and @everyone", bob.id);
    for body in [
        json!({ "content": text }),
        json!({ "content": text, "allowed_mentions": { "parse": [] } }),
        json!({ "content": text, "allowed_mentions": { "parse": ["users", "everyone"] }, "flags": 4096 }),
    ] {
        post(&hook, "/discord", &body).await.expect(204);
        let kept = hook.messages().await.pop().unwrap();
        assert!(instance.mentions_of(kept.id).await.is_empty(), "{body}");
    }
    let body = json!({ "content": text, "allowed_mentions": { "users": [bob.id.to_string()] } });
    post(&hook, "/discord", &body).await.expect(204);
    let kept = hook.messages().await.pop().unwrap();
    assert_eq!(instance.mentions_of(kept.id).await, [(MentionTargetKind::User, bob.id.get())]);
    post(&hook, "/slack", &json!({ "text": "<!channel>" })).await.expect(200);
    let kept = hook.messages().await.pop().unwrap();
    assert!(instance.mentions_of(kept.id).await.is_empty());
    drop(alice);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn the_same_key_posts_once_in_every_dialect() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let key = ("Idempotency-Key", "k1");
    let send = async |suffix: &str, kind: &str, key: (&str, &str), body: &[u8]| {
        let path = format!("{}{suffix}", hook.path);
        send(&instance, Method::Post, &path, &[("Content-Type", kind), key], body).await
    };
    let body = br#"{"text":"a","content":"a"}"#;
    send("/slack", JSON, key, body).await.expect(200);
    let again = send("/slack", JSON, key, body).await.expect(200);
    assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
    assert_eq!(again.text(), "ok");
    assert_eq!(hook.messages().await.len(), 1);
    // The same bytes mean another post in another dialect.
    send("/discord", JSON, key, body).await.expect(422);
    send("", JSON, key, body).await.expect(422);
    let refused = send("/slack", JSON, key, br#"{"text":"b"}"#).await.expect(422);
    assert_eq!(refused.text(), "idempotency_key_reused");
    // A form is the same whatever separates its parts.
    let parts = [("name=\"content\"", &b"a"[..])];
    let key = ("Idempotency-Key", "k2");
    let (first, second) = (form("x-1", &parts), form("y-2", &parts));
    send("/discord?wait=true", &first.0, key, &first.1).await.expect(200);
    let again = send("/discord?wait=true", &second.0, key, &second.1).await.expect(200);
    assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
    assert_eq!(hook.messages().await.len(), 2);
    let refused = send("/discord", JSON, ("Idempotency-Key", "two words"), body).await.expect(400);
    assert_eq!(refused.json()["code"], 50035);
}

/// Shows: dialects.too-fast
#[tokio::test]
async fn too_many_posts_are_refused_as_each_dialect_s_clients_expect() {
    let instance = TestInstance::configured(|figment| {
        let webhook = rocket::figment::map! { "burst" => 2, "per_minute" => 30 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.webhook", webhook))
    })
    .await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "a", "text": "a" });
    let first = post(&hook, "/discord", &body).await.expect(204);
    for (name, value) in [
        ("X-RateLimit-Limit", "2"),
        ("X-RateLimit-Remaining", "1"),
        ("X-RateLimit-Reset-After", "2.000"),
        ("X-RateLimit-Reset", "1767225602.000"),
        ("X-RateLimit-Bucket", "webhook"),
    ] {
        assert_eq!(first.header(name), Some(value), "{name}");
    }
    let second = post(&hook, "/discord", &body).await.expect(204);
    assert_eq!(second.header("X-RateLimit-Remaining"), Some("0"));
    let third = post(&hook, "/discord", &body).await.expect(429);
    assert_eq!(third.json(), json!({ "message": "You are being rate limited.", "retry_after": 2.0, "global": false }));
    assert_eq!(third.header("Retry-After"), Some("2"));
    assert_eq!(third.header("X-RateLimit-Scope"), Some("shared"));
    assert_eq!(third.header("Via"), Some("1.1 portico"));
    let slack = post(&hook, "/slack", &body).await.expect(429);
    assert_eq!((slack.text().as_str(), slack.header("Retry-After")), ("rate_limited", Some("2")));
    assert!(slack.header("X-RateLimit-Limit").is_none());
    let event = event(&hook, "/github", ("X-GitHub-Event", "star"), b"{}").await;
    problem(event, 429, "rate_limited");
    // Alertmanager gives up after one 429.
    let alert = post(&hook, "/alertmanager", &alerts()).await;
    assert_eq!(alert.header("Retry-After"), Some("2"));
    problem(alert, 503, "rate_limited");
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: dialects.log
#[tokio::test]
async fn the_log_names_the_dialect_the_event_and_what_was_left_out() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "x".repeat(5_000), "poll": { "question": { "text": "?" } }, "x": hook.token() });
    post(&hook, "/discord", &body).await.expect(204);
    let star = star().to_string();
    event(&hook, "/github", ("X-GitHub-Event", "star"), star.as_bytes()).await.expect(200);
    hook.say("a", &[]).await.expect(200);
    instance.app.log.settled().await;
    let of = portico_store::models::logs::delivery::OutcomeFilter::Any;
    let now = instance.app.now();
    let rows = portico_store::models::Delivery::page(&instance.app.db, hook.id(), of, None, 9, now).await.unwrap();
    let dialects: Vec<_> = rows.iter().map(|row| row.dialect.as_deref()).collect();
    assert_eq!(dialects, [None, Some("github"), Some("discord")]);
    assert!(rows[1].event.as_ref().unwrap().starts_with("star"));
    let notes = rows[2].notes();
    assert_eq!(notes.shortened, ["content"]);
    assert!(notes.dropped.iter().any(|note| note.contains("poll")), "{notes:?}");
    let request = rows[2].report().request;
    assert!(request.contains("[token]") && !request.contains(hook.token()));
    assert!(request.chars().count() > 5_000);
    assert_eq!(rows[0].notes, None);
}
