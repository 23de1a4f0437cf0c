//! Discord's dialect over HTTP: what its clients get, its forms, and its refusals.

use portico_store::models::Webhook;
use rocket::http::Method;
use serde_json::json;

use super::{JSON, form, post, send};
use crate::support::TestInstance;

/// Shows: dialects.discord
#[tokio::test]
async fn discord_s_clients_get_204_or_the_message_if_they_wait_for_it() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "Build 214 passed.", "username": "CI", "embeds": [{ "title": "Build" }] });
    for query in ["", "?wait=false", "?wait=", "?wait=0", "?thread_id=7"] {
        let answer = post(&hook, &format!("/discord{query}"), &body).await.expect(204);
        assert!(answer.bytes.is_empty(), "{query}");
    }
    for query in ["?wait=true", "?wait=True", "?wait=TRUE", "?wait=1", "?x=y&wait=true"] {
        let answer = post(&hook, &format!("/discord{query}"), &body).await.expect(200);
        let message = answer.json();
        assert_eq!(message["content"], "Build 214 passed.");
        assert_eq!(message["channel_id"], acme.general.id.to_string());
        assert_eq!(message["webhook_id"], hook.id().to_string());
        assert_eq!(message["author"]["username"], "CI");
        assert_eq!(message["embeds"][0]["title"], "Build");
        let kept = hook.messages().await.pop().unwrap();
        assert_eq!(message["id"], kept.id.to_string());
    }
}

/// Shows: dialects.discord
#[tokio::test]
async fn a_message_of_components_is_posted_and_edited_as_a_whole() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "flags": 32_768, "components": [
        { "type": 10, "content": "hello" },
        { "type": 17, "accent_color": 255, "components": [{ "type": 10, "content": "Running" }] },
    ] });
    let answer = post(&hook, "/discord?wait=true", &body).await.expect(200);
    let message = answer.json();
    assert_eq!(message["content"], "hello");
    assert_eq!(message["embeds"][0]["description"], "Running");
    assert_eq!(message["embeds"][0]["color"], 255);
    let id = message["id"].as_str().unwrap();
    let path = format!("{}/discord/messages/{id}", hook.path);
    let headers = [("Content-Type", JSON)];
    let done = json!({ "flags": 32_768, "components": [{ "type": 10, "content": "done" }] });
    let edit = done.to_string();
    let edited = send(&instance, Method::Patch, &path, &headers, edit.as_bytes()).await;
    let edited = edited.expect(200).json();
    assert_eq!((&edited["content"], &edited["embeds"]), (&json!("done"), &json!([])));
    // Clients send the flag with the post alone.
    let unflagged = json!({ "components": [{ "type": 10, "content": "really done" }] }).to_string();
    let edited = send(&instance, Method::Patch, &path, &headers, unflagged.as_bytes()).await;
    let edited = edited.expect(200).json();
    assert_eq!(edited["content"], "really done");
    assert!(edited["dropped"].is_null());
    // Components that any message can have are noted, and the rest stays.
    let button = json!({ "type": 2, "style": 1, "label": "Retry", "custom_id": "retry" });
    let noted = json!({ "components": [{ "type": 1, "components": [button] }] }).to_string();
    let noted = send(&instance, Method::Patch, &path, &headers, noted.as_bytes()).await;
    let noted = noted.expect(200).json();
    assert_eq!(noted["content"], "really done");
    assert_eq!(noted["dropped"], json!(["components/0/components/0: button"]));
    let empty = json!({ "flags": 32_768, "components": [{ "type": 14 }] });
    let refused = post(&hook, "/discord", &empty).await.expect(400);
    assert_eq!(refused.json()["code"], 50006);
    assert_eq!(hook.messages().await.len(), 1);
}

#[tokio::test]
async fn an_edit_that_suppresses_embeds_removes_the_cards() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "Build 214", "embeds": [{ "title": "passed" }] });
    let message = post(&hook, "/discord?wait=true", &body).await.expect(200).json();
    let id = message["id"].as_str().unwrap();
    let path = format!("{}/discord/messages/{id}", hook.path);
    let edit = async |body: &[u8]| {
        let headers = [("Content-Type", JSON)];
        let edited = send(&instance, Method::Patch, &path, &headers, body).await;
        edited.expect(200).json()
    };
    let kept = edit(br#"{"flags":4096}"#).await;
    assert_eq!(kept["embeds"][0]["title"], "passed");
    let suppressed = edit(br#"{"flags":4}"#).await;
    assert_eq!((&suppressed["content"], &suppressed["embeds"]), (&json!("Build 214"), &json!([])));
}

/// Shows: dialects.credential
#[tokio::test]
async fn a_discord_webhook_s_url_shows_the_webhook_and_no_message() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    hook.say("a secret plan", &[]).await.expect(200);
    let path = format!("/api{}", hook.path);
    let answer = send(&instance, Method::Get, &path, &[], b"").await.expect(200);
    assert_eq!(
        answer.json(),
        json!({
            "type": 1,
            "id": hook.id().to_string(),
            "name": "Builds",
            "avatar": null,
            "channel_id": acme.general.id.to_string(),
            "guild_id": hook.webhook.server_id.to_string(),
            "application_id": null,
            "token": hook.token(),
            "url": format!("http://localhost:8000/api{}", hook.path),
        })
    );
    Webhook::pause(&instance.app, _alice.id, hook.id()).await.unwrap();
    send(&instance, Method::Get, &path, &[], b"").await.expect(404);
}

/// Shows: dialects.forms
#[tokio::test]
async fn a_form_with_files_is_posted_and_its_files_are_named_but_not_kept() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let picture = vec![b'\n'; 2 * 1024 * 1024];
    let payload = br#"{"content":"Look"}"#;
    for parts in [
        [("name=\"files[0]\"; filename=\"a.png\"", &picture[..]), ("name=\"payload_json\"", payload)],
        [("name=\"payload_json\"", payload), ("name=\"files[0]\"; filename=\"a.png\"", &picture[..])],
        [("name=\"content\"", b"Look"), ("name=\"file\"; filename=\"a.png\"", &picture[..])],
    ] {
        let (kind, body) = form("x-1", &parts);
        let path = format!("{}/discord", hook.path);
        send(&instance, Method::Post, &path, &[("Content-Type", &kind)], &body).await.expect(204);
        let kept = hook.messages().await.pop().unwrap().content;
        assert!(kept.starts_with("Look\n"), "{kept}");
        assert!(kept.contains("not kept: ") && kept.contains("a.png"), "{kept}");
    }
}

/// Shows: dialects.forms, messages.own
#[tokio::test]
async fn an_edit_that_adds_a_file_leaves_the_text_and_says_what_was_not_kept() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let answer = hook.say("Build 7 is running", &[]).await.expect(200).json();
    let id = answer["message"]["id"].as_i64().unwrap();
    let path = format!("/api{}/messages/{id}", hook.path);
    let edit = async |kind: &str, body: &[u8]| {
        let headers = [("Content-Type", kind)];
        send(&instance, Method::Patch, &path, &headers, body).await
    };
    let (kind, body) = form(
        "x-1",
        &[
            ("name=\"payload_json\"", b"{\"attachments\":[{\"id\":0}]}"),
            ("name=\"files[0]\"; filename=\"log.txt\"", b"abc"),
        ],
    );
    let answer = edit(&kind, &body).await.expect(200).json();
    assert_eq!(answer["content"], "Build 7 is running");
    assert_eq!(answer["dropped"], json!(["attachments", "file log.txt"]));
    let long = json!({ "content": "word ".repeat(1_200) }).to_string();
    let answer = edit("application/json", long.as_bytes()).await.expect(200).json();
    assert_eq!(answer["shortened"], json!(["content"]));
}

/// Shows: dialects.forms
#[tokio::test]
async fn a_malformed_form_is_refused_and_so_is_a_text_that_is_too_large() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/discord", hook.path);
    let send =
        async |kind: &str, body: &[u8]| send(&instance, Method::Post, &path, &[("Content-Type", kind)], body).await;
    let (kind, body) = form("x-1", &[("name=\"content\"", b"a")]);
    for (kind, body) in [
        ("multipart/form-data", &body[..]),
        ("multipart/form-data; boundary=y", &body[..]),
        (kind.as_str(), &body[..body.len() - 12]),
        (kind.as_str(), b""),
    ] {
        assert_eq!(send(kind, body).await.expect(400).json()["code"], 50035);
    }
    let long = vec![b'a'; 64 * 1024 + 1];
    let (kind, body) = form("x-1", &[("name=\"content\"", &long)]);
    assert_eq!(send(&kind, &body).await.expect(413).json()["code"], 40005);
    // The headers of a part are held whole, and so bounded too.
    let endless = format!("name=\"content\"; x=\"{}\"", "x".repeat(200_000));
    let (kind, body) = form("x-1", &[(&endless, b"a")]);
    send(&kind, &body).await.expect(400);
    let parts = vec![("name=\"content\"", &b"a"[..]); 101];
    let (kind, body) = form("x-1", &parts);
    send(&kind, &body).await.expect(400);
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.malformed
#[tokio::test]
async fn discord_s_clients_are_refused_with_discord_s_codes() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/discord", hook.path);
    let send = async |body: &[u8]| send(&instance, Method::Post, &path, &[("Content-Type", JSON)], body).await;
    for body in [&b"{"[..], b"[]", b"", b"null"] {
        let error = send(body).await.expect(400).json();
        assert_eq!(error["code"], 50109, "{error}");
    }
    for body in [&b"{}"[..], br#"{"content":""}"#, br#"{"content":null,"embeds":[]}"#] {
        let error = send(body).await.expect(400).json();
        assert_eq!(error["code"], 50006, "{error}");
    }
    let body = br#"{"content":"a","allowed_mentions":{"parse":["users"],"users":["1"]}}"#;
    let error = send(body).await.expect(400).json();
    assert_eq!((&error["code"], &error["message"]), (&json!(50035), &json!("Invalid Form Body")));
    assert!(error["errors"]["allowed_mentions"].is_object(), "{error}");
    let large = format!(r#"{{"content":"a","x":"{}"}}"#, "x".repeat(1024 * 1024));
    assert_eq!(send(large.as_bytes()).await.expect(413).json()["code"], 40005);
    assert!(hook.messages().await.is_empty());
}
