//! `…/messages/<message_id>` below a webhook URL: reading, editing and deleting what the webhook posted, and nothing else.
//! What an edit does to mentions and inboxes is tested beside `posting`.

use portico_store::models::Webhook;
use portico_store::models::webhooks::webhook::WebhookChanges;
use rocket::http::{Header, Method};
use serde_json::{Value, json};

use crate::support::{Answer, TestInstance, TestWebhook, pointers, problem};

/// Sends a request about a message.
async fn send(hook: &TestWebhook<'_>, method: Method, path: &str, body: &str) -> Answer {
    let request = hook.instance.client.req(method, path.to_owned());
    let request = request.header(Header::new("Content-Type", "application/json")).body(body);
    Answer::read(request.dispatch().await).await
}

/// Posts a text; gives the paths of the message, native and Discord's.
async fn posted(hook: &TestWebhook<'_>, text: &str) -> (String, String) {
    let answer = hook.say(text, &[]).await.expect(200).json();
    let id = answer["message"]["id"].as_i64().unwrap();
    (format!("{}/messages/{id}", hook.path), format!("/api{}/messages/{id}", hook.path))
}

/// Everything of an answer that a client sees, but what changes with every request.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let mut headers = answer.headers.clone();
    headers.retain(|(name, _)| !name.to_ascii_lowercase().contains("ratelimit"));
    (answer.status, headers, answer.bytes.clone())
}

/// Shows: messages.own
#[tokio::test]
async fn a_webhook_reads_edits_and_deletes_its_message() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (path, _) = posted(&hook, "Deploying…").await;
    let read = send(&hook, Method::Get, &path, "").await.expect(200).json();
    assert_eq!(read["message"]["content"], "Deploying…");
    assert!(read["message"]["edited_at"].is_null());
    let edited = send(&hook, Method::Patch, &path, r#"{"content":"Done."}"#).await.expect(200);
    let edited = edited.json();
    assert_eq!(edited["message"]["content"], "Done.");
    assert_eq!(edited["message"]["name"], "Builds");
    assert!(edited["message"]["edited_at"].is_string());
    assert_eq!(edited["mentions"], json!({ "fired": [], "silent": [] }));
    assert_eq!(send(&hook, Method::Get, &path, "").await.json()["message"], edited["message"]);
    assert_eq!(hook.messages().await.pop().unwrap().content, "Done.");
    let head = send(&hook, Method::Head, &path, "").await.expect(200);
    assert!(head.bytes.is_empty());
    let gone = send(&hook, Method::Delete, &path, "").await.expect(204);
    assert!(gone.bytes.is_empty() && hook.messages().await.is_empty());
    problem(send(&hook, Method::Delete, &path, "").await, 404, "unknown_message");
}

/// Shows: messages.own
#[tokio::test]
async fn discord_s_clients_read_edit_and_delete_a_message() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (_, path) = posted(&hook, "Deploying…").await;
    let read = send(&hook, Method::Get, &path, "").await.expect(200).json();
    assert_eq!((&read["content"], &read["edited_timestamp"]), (&json!("Deploying…"), &Value::Null));
    let body = r#"{"content":"Done.","embeds":[{"title":"Build 214"}],"attachments":[]}"#;
    let edited = send(&hook, Method::Patch, &path, body).await.expect(200).json();
    assert_eq!((&edited["id"], &edited["content"]), (&read["id"], &json!("Done.")));
    assert_eq!(edited["embeds"][0]["title"], "Build 214");
    assert!(edited["edited_timestamp"].is_string());
    // What the body doesn't name stays; what it empties goes.
    let text_alone = send(&hook, Method::Patch, &path, r#"{"embeds":[]}"#).await.expect(200).json();
    assert_eq!((&text_alone["content"], &text_alone["embeds"]), (&json!("Done."), &json!([])));
    let refused = send(&hook, Method::Patch, &path, r#"{"content":null}"#).await.expect(400);
    assert_eq!(refused.json()["code"], 50006);
    send(&hook, Method::Delete, &path, "").await.expect(204);
    let gone = send(&hook, Method::Get, &path, "").await.expect(404);
    assert_eq!(gone.json(), json!({ "message": "Unknown Message", "code": 10008 }));
}

/// Shows: messages.one-answer
#[tokio::test]
async fn a_message_that_is_not_the_webhook_s_own_here_is_unknown_whatever_it_is() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    let foreign = other.say("theirs", &[]).await.expect(200).json()["message"]["id"].clone();
    let person = portico_store::posting::post(&instance.app, alice.id, acme.general.id, "hers").await.unwrap();
    let (deleted, _) = posted(&hook, "deleted").await;
    send(&hook, Method::Delete, &deleted, "").await.expect(204);
    let (moved, _) = posted(&hook, "moved").await;
    let elsewhere = acme.channel("elsewhere").await;
    let changes = WebhookChanges {
        channel_id: Some(&elsewhere.id.to_string()),
        name: Some("Builds"),
        avatar: Ok(None),
        remove_avatar: false,
    };
    Webhook::edit(&instance.app, alice.id, hook.id(), changes).await.unwrap();
    let before = instance.dump().await;
    for method in [Method::Get, Method::Patch, Method::Delete] {
        let mut first = None;
        for path in [
            format!("{}/messages/{foreign}", hook.path),
            format!("{}/messages/{}", hook.path, person.id),
            format!("{}/messages/{}", hook.path, instance.app.id::<i64>()),
            format!("{}/messages/0", hook.path),
            format!("{}/messages/x", hook.path),
            deleted.clone(),
            moved.clone(),
        ] {
            let answer = send(&hook, method, &path, r#"{"content":"x"}"#).await;
            let first = first.get_or_insert_with(|| seen(&answer));
            assert_eq!(*first, seen(&answer), "{method} {path}");
            problem(answer, 404, "unknown_message");
        }
    }
    assert_eq!(instance.dump().await, before);
}

/// Shows: messages.refused
#[tokio::test]
async fn an_edit_is_refused_as_a_post_would_be() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (path, _) = posted(&hook, "a").await;
    for (body, code) in [("", "invalid_json"), ("[]", "invalid_json"), (r#"{"a":1,"a":1}"#, "invalid_json")] {
        problem(send(&hook, Method::Patch, &path, body).await, 400, code);
    }
    let long = json!({ "content": "x".repeat(4_001) }).to_string();
    for (body, pointer) in [
        (r#"{"content":7}"#, "/content"),
        (r#"{"content":" "}"#, "/content"),
        (r#"{"content":"\u200b"}"#, "/content"),
        (long.as_str(), "/content"),
        (r#"{"cards":7}"#, "/cards"),
        (r#"{"allowedMentions":{"parse":["x"]}}"#, "/allowedMentions/parse/0"),
    ] {
        let document = problem(send(&hook, Method::Patch, &path, body).await, 400, "invalid_request");
        assert_eq!(pointers(&document), [pointer]);
    }
    let large = format!(r#"{{"content":"a","x":"{}"}}"#, "x".repeat(64 * 1024));
    problem(send(&hook, Method::Patch, &path, &large).await, 413, "payload_too_large");
    let request = instance.client.patch(path.clone()).body(r#"{"content":"b"}"#);
    let refused = Answer::read(request.dispatch().await).await;
    problem(refused, 415, "unsupported_media_type");
    assert_eq!(hook.messages().await[0].content, "a");
    // Nothing is changed by an edit that names nothing.
    let same = send(&hook, Method::Patch, &path, r#"{"content":null}"#).await.expect(200).json();
    assert!(same["message"]["edited_at"].is_null());
}

/// Shows: messages.one-answer
#[tokio::test]
async fn a_url_that_no_longer_works_reaches_no_message() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let (path, discord) = posted(&hook, "a").await;
    Webhook::pause(&instance.app, alice.id, hook.id()).await.unwrap();
    for method in [Method::Get, Method::Patch, Method::Delete] {
        let body = r#"{"content":"b"}"#;
        problem(send(&hook, method, &path, body).await, 404, "unknown_webhook");
        assert_eq!(send(&hook, method, &discord, body).await.expect(404).json()["code"], 10015);
    }
    Webhook::resume(&instance.app, alice.id, hook.id()).await.unwrap();
    assert_eq!(send(&hook, Method::Get, &path, "").await.json()["message"]["content"], "a");
    Webhook::regenerate(&instance.app, alice.id, hook.id()).await.unwrap();
    for method in [Method::Get, Method::Patch, Method::Delete] {
        problem(send(&hook, method, &path, r#"{"content":"b"}"#).await, 404, "unknown_webhook");
    }
    assert_eq!(hook.messages().await[0].content, "a");
}

/// Shows: messages.too-fast
#[tokio::test]
async fn reading_editing_and_deleting_count_against_the_limit_of_posts() {
    let instance = TestInstance::configured(|figment| {
        let webhook = rocket::figment::map! { "burst" => 3, "per_minute" => 30 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.webhook", webhook))
    })
    .await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (path, discord) = posted(&hook, "a").await;
    let read = send(&hook, Method::Get, &path, "").await.expect(200);
    assert_eq!(read.header("RateLimit"), Some("\"webhook\";r=1;t=4"));
    send(&hook, Method::Patch, &path, r#"{"content":"b"}"#).await.expect(200);
    for method in [Method::Get, Method::Patch, Method::Delete] {
        let refused = send(&hook, method, &path, r#"{"content":"c"}"#).await;
        assert_eq!(refused.header("Retry-After"), Some("2"));
        problem(refused, 429, "rate_limited");
    }
    let refused = send(&hook, Method::Delete, &discord, "").await.expect(429);
    assert_eq!(refused.json()["retry_after"], 2.0);
    assert_eq!(hook.messages().await[0].content, "b");
}
