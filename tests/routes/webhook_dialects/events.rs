//! The dialects of events over HTTP: what their senders get, and their refusals.

use rocket::http::Method;
use serde_json::json;

use super::{FORM, JSON, alerts, event, post, send, star};
use crate::support::{TestInstance, problem};

/// Shows: dialects.events
#[tokio::test]
async fn an_event_is_answered_with_its_message_s_id() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = star().to_string();
    let encoded: String = form_urlencoded::Serializer::new(String::new()).append_pair("payload", &body).finish();
    let path = format!("{}/github", hook.path);
    for (kind, header, body) in [
        (JSON, "X-GitHub-Event", &body),
        (FORM, "X-GitHub-Event", &encoded),
        (JSON, "X-Gitea-Event", &body),
        (JSON, "X-Forgejo-Event", &body),
    ] {
        let headers = [("Content-Type", kind), (header, "star")];
        let answer = send(&instance, Method::Post, &path, &headers, body.as_bytes()).await.expect(200);
        let kept = hook.messages().await.pop().unwrap();
        assert_eq!(answer.json()["message"]["id"], kept.id.get());
    }
    let answer = post(&hook, "/alertmanager", &alerts()).await.expect(200);
    let kept = hook.messages().await.pop().unwrap();
    assert_eq!(answer.json()["message"]["id"], kept.id.get());
}

/// Shows: dialects.malformed
#[tokio::test]
async fn an_event_without_a_name_or_an_object_is_refused() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = star().to_string();
    for (suffix, header) in [("/github", "X-GitHub-Event"), ("/gitlab", "X-Gitlab-Event")] {
        let refused = event(&hook, suffix, ("X-Other", "star"), body.as_bytes()).await;
        let document = problem(refused, 400, "invalid_request");
        assert_eq!(document["errors"][0]["header"], header);
        for body in ["", "{", "[]", "null"] {
            let refused = event(&hook, suffix, (header, "star"), body.as_bytes()).await;
            problem(refused, 400, "invalid_json");
        }
    }
    let refused = post(&hook, "/alertmanager", &json!([])).await;
    problem(refused, 400, "invalid_json");
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.events
#[tokio::test]
async fn an_event_of_gitlab_needs_no_header_where_its_body_names_it() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let named = json!({ "object_kind": "push", "ref": "refs/heads/main", "user_name": "Ana" });
    let answer = post(&hook, "/gitlab", &named).await.expect(200);
    let kept = hook.messages().await.pop().unwrap();
    assert_eq!(answer.json()["message"]["id"], kept.id.get());
    assert!(kept.content.contains("pushed"), "{}", kept.content);
    for unnamed in [json!({}), json!({ "object_kind": 7, "ref": "refs/heads/main" })] {
        let refused = post(&hook, "/gitlab", &unnamed).await;
        let document = problem(refused, 400, "invalid_request");
        assert_eq!(document["errors"][0]["header"], "X-Gitlab-Event");
    }
    // The other repositories' bodies name no event.
    let refused = post(&hook, "/github", &named).await;
    problem(refused, 400, "invalid_request");
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: dialects.events
#[tokio::test]
async fn a_body_without_any_alert_is_answered_and_not_posted() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for nothing in [json!({}), json!({ "alerts": {} }), json!({ "alerts": null })] {
        let ignored = post(&hook, "/alertmanager", &nothing).await.expect(200);
        assert!(ignored.json()["ignored"].is_string(), "{nothing}");
    }
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.large-events
#[tokio::test]
async fn an_event_that_is_too_large_posts_one_line() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let large = format!(r#"{{"x":"{}"}}"#, "x".repeat(1024 * 1024));
    for (suffix, header) in [
        ("/github", ("X-GitHub-Event", "push")),
        ("/gitlab", ("X-Gitlab-Event", "Push Hook")),
        ("/alertmanager", ("X-Other", "x")),
    ] {
        let answer = event(&hook, suffix, header, large.as_bytes()).await.expect(200);
        let kept = hook.messages().await.pop().unwrap();
        assert_eq!(answer.json()["message"]["id"], kept.id.get());
        assert_eq!(answer.json()["dropped"], json!(["the body: too large"]));
        assert!(kept.content.contains("to show"), "{}", kept.content);
        assert!(suffix == "/alertmanager" || kept.content.contains(header.1));
    }
    let endless = vec![b' '; 25 * 1024 * 1024 + 1];
    let refused = event(&hook, "/github", ("X-GitHub-Event", "push"), &endless).await;
    problem(refused, 413, "payload_too_large");
    assert_eq!(hook.messages().await.len(), 3);
}

/// Shows: webhook.one-answer
#[tokio::test]
async fn an_event_of_which_nothing_is_posted_is_refused_by_a_url_that_no_longer_works() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let nothing = json!({ "version": "4", "status": "firing", "alerts": [] });
    for act in ["pause", "url", "delete"] {
        let hook = acme.webhook(&alice, &acme.general).await;
        // This node knows the webhook by now.
        let ignored = post(&hook, "/alertmanager", &nothing).await.expect(200);
        assert!(ignored.json()["ignored"].is_string());
        let path = format!("/portal/webhooks/{}/{act}", hook.id());
        let fields = [("confirm", "Builds")];
        alice.browser.post(&path, &fields).await.expect(303);
        let logged = instance.dump().await["deliveries"].clone();
        let refused = post(&hook, "/alertmanager", &nothing).await;
        problem(refused, 404, "unknown_webhook");
        assert_eq!(instance.dump().await["deliveries"], logged, "{act}");
    }
}
