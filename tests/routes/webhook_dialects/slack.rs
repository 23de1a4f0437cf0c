//! Slack's dialect over HTTP: what its clients get, and its refusals.

use rocket::http::Method;
use serde_json::json;

use super::{FORM, JSON, post, send};
use crate::support::TestInstance;

/// Shows: dialects.slack
#[tokio::test]
async fn slack_s_clients_get_ok_and_nothing_else() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let answer = post(&hook, "/slack", &json!({ "text": "*Done*" })).await.expect(200);
    assert_eq!(answer.text(), "ok");
    assert!(answer.header("Content-Type").unwrap().starts_with("text/plain"));
    assert_eq!(hook.messages().await.pop().unwrap().content, "**Done**");
}

/// Shows: dialects.lenient
#[tokio::test]
async fn a_byte_order_mark_does_not_make_a_form_of_json() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/slack", hook.path);
    let body = "\u{feff}{\"text\":\"hi\"}".as_bytes();
    send(&instance, Method::Post, &path, &[("Content-Type", JSON)], body).await.expect(200);
    assert_eq!(hook.messages().await.pop().unwrap().content, "hi");
}

/// Shows: dialects.malformed
#[tokio::test]
async fn slack_s_clients_are_refused_with_slack_s_words() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/slack", hook.path);
    let large = format!(r#"{{"text":"a","x":"{}"}}"#, "x".repeat(64 * 1024));
    for (kind, body, status, word) in [
        (JSON, &b"{"[..], 400, "invalid_payload"),
        (JSON, b"[]", 400, "invalid_payload"),
        (FORM, b"text=a", 400, "invalid_payload"),
        (FORM, b"payload=", 400, "invalid_payload"),
        (JSON, b"{}", 400, "no_text"),
        (JSON, br#"{"text":""}"#, 400, "no_text"),
        (JSON, large.as_bytes(), 413, "payload_too_large"),
    ] {
        let answer = send(&instance, Method::Post, &path, &[("Content-Type", kind)], body).await;
        assert_eq!((answer.status, answer.text().as_str()), (status, word));
    }
    assert!(hook.messages().await.is_empty());
}
