//! Compressed bodies: refused in every dialect, with what to send instead.

use rocket::http::Method;
use serde_json::json;

use super::{JSON, send};
use crate::support::{TestInstance, problem};

/// The beginning of a body that gzip made.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03";
const SENTENCE: &str = "Send the body uncompressed, without the header Content-Encoding.";

/// Shows: dialects.compressed
#[tokio::test]
async fn a_compressed_body_is_refused_in_the_dialect_s_words() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let post = async |suffix: &str, coding: &str| {
        let path = format!("{}{suffix}", hook.path);
        let headers = [
            ("Content-Type", JSON),
            ("Content-Encoding", coding),
            ("X-GitHub-Event", "star"),
            ("X-Gitlab-Event", "Push Hook"),
        ];
        let answer = send(&instance, Method::Post, &path, &headers, GZIP).await;
        assert_eq!(answer.header("Accept-Encoding"), Some("identity"));
        answer
    };
    for coding in ["gzip", "x-gzip", "GZip", "deflate", "br", "zstd", "compress", "identity, gzip"] {
        for suffix in ["", "/github", "/gitlab", "/alertmanager"] {
            let refused = post(suffix, coding).await;
            let document = problem(refused, 415, "unsupported_media_type");
            assert_eq!(document["detail"], SENTENCE);
        }
        let discord = post("/discord", coding).await.expect(415);
        assert_eq!(discord.json(), json!({ "message": SENTENCE, "code": 0 }));
        let slack = post("/slack", coding).await.expect(415);
        assert_eq!(slack.text(), "invalid_payload");
    }
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.compressed
#[tokio::test]
async fn a_body_that_is_not_compressed_is_read_whatever_names_it() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = br#"{"content":"a","text":"a"}"#;
    for suffix in ["", "/discord", "/slack"] {
        // Scripts name a charset here.
        for coding in ["identity", "IDENTITY", "", "utf-8"] {
            let path = format!("{}{suffix}", hook.path);
            let headers = [("Content-Type", JSON), ("Content-Encoding", coding)];
            let answer = send(&instance, Method::Post, &path, &headers, body).await;
            assert!(answer.status < 300, "{suffix} {coding}: {}", answer.text());
        }
    }
    assert_eq!(hook.messages().await.len(), 12);
}

/// Shows: dialects.compressed
#[tokio::test]
async fn a_compressed_edit_is_refused() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.say("as it was", &[]).await.expect(200);
    let id = hook.messages().await[0].id;
    for dialect in ["", "/discord"] {
        let path = format!("{}{dialect}/messages/{id}", hook.path);
        let headers = [("Content-Type", JSON), ("Content-Encoding", "gzip")];
        send(&instance, Method::Patch, &path, &headers, GZIP).await.expect(415);
    }
    assert_eq!(hook.messages().await[0].content, "as it was");
}
