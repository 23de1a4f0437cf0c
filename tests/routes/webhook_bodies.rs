//! Valid bodies of a webhook's post, and every error of a body.

use rocket::http::Header;
use serde_json::{Value, json};

use crate::support::{Answer, TestInstance, TestWebhook, pointers, problem};

/// Shows: webhook.content-type
#[tokio::test]
async fn no_other_content_type_than_json_is_read() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = r#"{"content":"a"}"#;
    let send = async |kind: Option<&'static str>| {
        let mut request = instance.client.post(hook.path.clone()).body(body);
        if let Some(kind) = kind {
            request.add_header(Header::new("Content-Type", kind));
        }
        Answer::read(request.dispatch().await).await
    };
    for kind in [
        None,
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
        Some("multipart/form-data; boundary=x"),
        Some("application/problem+json"),
        Some("text/json"),
        Some("json"),
        Some("application/jsonp"),
        Some("application/json, text/plain"),
        Some("text/plain; type=application/json"),
        Some(""),
    ] {
        problem(send(kind).await, 415, "unsupported_media_type");
    }
    for kind in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;version=2; x=\"y\"",
        "application/json ; charset=utf-8",
        "application/json;",
        "application/json; charset",
    ] {
        send(Some(kind)).await.expect(200);
    }
}

/// A good body of exactly so many bytes.
fn body_of(bytes: usize) -> String {
    let frame = r#"{"content":"a","padding":""}"#.len();
    format!(r#"{{"content":"a","padding":"{}"}}"#, "x".repeat(bytes - frame))
}

/// Shows: webhook.too-large
#[tokio::test]
async fn a_body_has_at_most_64_kibibytes_whether_it_says_its_length_or_not() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (most, more) = (body_of(64 * 1024), body_of(64 * 1024 + 1));
    hook.post_with(&[], &most).await.expect(200);
    hook.post_with(&[("Content-Length", "65536")], &most).await.expect(200);
    problem(hook.post_with(&[], &more).await, 413, "payload_too_large");
    problem(hook.post_with(&[("Content-Length", "65537")], &more).await, 413, "payload_too_large");
    problem(hook.post_with(&[], "[".repeat(1024 * 1024)).await, 413, "payload_too_large");
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: webhook.no-json
#[tokio::test]
async fn what_is_no_json_object_is_refused() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let deep = "[".repeat(5_000);
    for body in [
        &b""[..],
        b" ",
        b"{",
        b"content=a",
        b"null",
        b"[]",
        b"\"a\"",
        b"1",
        b"{\"content\":\"a\"} x",
        b"{'content':'a'}",
        b"{\"content\":\"\xff\"}",
        b"{\"content\":\"\\ud800\"}",
        deep.as_bytes(),
    ] {
        let document = problem(hook.post_with(&[], body).await, 400, "invalid_json");
        assert_eq!(document["errors"].as_array().unwrap().len(), 1);
    }
    assert!(hook.messages().await.is_empty());
}

/// Shows: webhook.no-json
#[tokio::test]
async fn a_key_given_twice_is_refused_with_its_place() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = r#"{"content":"a","allowedMentions":{"parse":[],"parse":["all"]}}"#;
    let document = problem(hook.post_with(&[], body).await, 400, "invalid_json");
    assert_eq!(pointers(&document), ["/allowedMentions/parse"]);
}

/// Shows: webhook.every-fault
#[tokio::test]
async fn every_error_is_reported_at_once_with_its_pointer() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({
        "content": "",
        "name": "\u{200b}",
        "avatarUrl": "example.org/a.png",
        "allowedMentions": { "parse": ["all", "everyone", "users", 7, "Roles"] },
    });
    let answer = hook.post_with(&[("Idempotency-Key", "two words")], body.to_string()).await;
    let document = problem(answer, 400, "invalid_request");
    assert_eq!(
        pointers(&document),
        [
            "/content",
            "/name",
            "/avatarUrl",
            "/allowedMentions/parse/1",
            "/allowedMentions/parse/3",
            "/allowedMentions/parse/4",
            "",
        ]
    );
    assert_eq!(document["errors"][6]["header"], "Idempotency-Key");
    assert!(hook.messages().await.is_empty());
}

async fn faults_of(hook: &TestWebhook<'_>, body: Value) -> Vec<String> {
    let document = problem(hook.post(body).await, 400, "invalid_request");
    pointers(&document).into_iter().map(str::to_owned).collect()
}

/// Shows: webhook.every-fault
#[tokio::test]
async fn wrong_types_are_faults_of_their_fields() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    assert_eq!(faults_of(&hook, json!({ "content": 7 })).await, ["/content"]);
    assert_eq!(
        faults_of(&hook, json!({ "content": ["a"], "name": {}, "avatarUrl": false, "allowedMentions": ["all"] })).await,
        ["/content", "/name", "/avatarUrl", "/allowedMentions"]
    );
    assert_eq!(
        faults_of(&hook, json!({ "content": "a", "allowedMentions": { "parse": "all" } })).await,
        ["/allowedMentions/parse"]
    );
}

/// Shows: webhook.every-fault
#[tokio::test]
async fn content_that_is_missing_blank_or_not_to_be_kept_is_refused() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for body in [
        json!({}),
        json!({ "content": null }),
        json!({ "content": "" }),
        json!({ "content": " \t\r\n\u{a0}\u{2003}" }),
        json!({ "content": "\u{200b}\u{200d}\u{2060}" }),
        json!({ "content": "\u{2800}" }),
        json!({ "content": "\u{1c}" }),
        json!({ "content": "a\u{0}b" }),
    ] {
        assert_eq!(faults_of(&hook, body).await, ["/content"]);
    }
    for visible in ["👩\u{200d}💻", "☎\u{fe0f}", "e\u{301}", "\u{301}", "می\u{200c}خواهم"] {
        let answer = hook.post(json!({ "content": visible })).await.expect(200);
        assert_eq!(answer.json()["message"]["content"], visible);
    }
}

/// Shows: messages.marks
#[tokio::test]
async fn of_marks_stacked_on_a_letter_the_first_four_are_kept() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (tower, kept) = (format!("a{}", "\u{301}".repeat(40)), format!("a{}", "\u{301}".repeat(4)));
    let card = |text: &str| {
        let field = json!({ "name": text, "value": text, "inline": false });
        json!({ "title": text, "text": text, "author": { "name": text }, "fields": [field], "footer": { "text": text } })
    };
    let body = json!({ "content": tower, "name": tower, "cards": [card(&tower)] });
    let message = hook.post(body).await.expect(200).json()["message"].clone();
    assert_eq!((&message["content"], &message["name"]), (&json!(kept), &json!(kept)));
    assert_eq!(message["cards"], json!([card(&kept)]));
    let body = json!({ "content": format!("{tower} @all"), "username": tower, "embeds": [{ "title": tower }] });
    let discord = format!("{}/discord", hook.path);
    instance.post_json(&discord, &[], body.to_string().as_bytes()).await.expect(204);
    let stored = hook.messages().await.remove(1);
    assert_eq!(stored.content, format!("{kept} @all"));
    assert_eq!(stored.name.as_deref(), Some(&*kept));
    assert_eq!(stored.cards()[0].title.as_deref(), Some(&*kept));
}

/// Shows: webhook.every-fault
#[tokio::test]
async fn lengths_count_characters_and_not_bytes() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "😀".repeat(4_000), "name": "😀".repeat(64) })).await.expect(200);
    assert_eq!(faults_of(&hook, json!({ "content": "x".repeat(4_001) })).await, ["/content"]);
    assert_eq!(faults_of(&hook, json!({ "content": "a", "name": "😀".repeat(65) })).await, ["/name"]);
    let url = |length: usize| {
        let start = "https://example.org/";
        format!("{start}{}", "é".repeat(length - start.len()))
    };
    hook.post(json!({ "content": "a", "avatarUrl": url(2_048) })).await.expect(200);
    assert_eq!(faults_of(&hook, json!({ "content": "a", "avatarUrl": url(2_049) })).await, ["/avatarUrl"]);
}

/// Shows: webhook.one-message-alone
#[tokio::test]
async fn a_name_that_would_deceive_is_refused() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let tagged = "Alice\u{e0062}\u{e006f}\u{e0062}";
    for name in [
        tagged,
        "\u{2800}",
        "\u{3164}",
        "Al\u{ad}ice",
        "\u{f8ff}",
        "a\r\nSet-Cookie: x=y",
        "a\u{0}",
        "\u{202e}nimda",
        "\u{200b}",
    ] {
        assert_eq!(faults_of(&hook, json!({ "content": "a", "name": name })).await, ["/name"], "{name:?}");
    }
}

/// Shows: webhook.every-fault
#[tokio::test]
async fn an_avatar_is_an_absolute_address_of_the_web() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for url in [
        "/avatars/user/1",
        "//example.org/a.png",
        "example.org",
        "javascript:alert(1)",
        "data:image/png;base64,AAAA",
        "ftp://example.org/a.png",
        "file:///etc/passwd",
        "https://",
        "https:///a.png",
        "https:example.org",
        "https:\\\\example.org",
        " https://example.org",
        "https://example.org/a b.png",
        "https://example.org/\r\nX-Y: z",
        "http://[::1",
        "http://exa mple.org/",
    ] {
        assert_eq!(faults_of(&hook, json!({ "content": "a", "avatarUrl": url })).await, ["/avatarUrl"], "{url:?}");
    }
    for url in
        ["http://example.org", "HTTPS://example.org/a.png?x=1#y", "http://[::1]:8080/a", "https://bücher.example/ü.png"]
    {
        let answer = hook.post(json!({ "content": "a", "avatarUrl": url })).await.expect(200);
        assert_eq!(answer.json()["message"]["avatar_url"], url);
    }
}

/// Shows: webhook.blank-is-absent
#[tokio::test]
async fn a_name_and_an_avatar_that_are_blank_count_as_absent() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let plain = hook.post(json!({ "content": "a" })).await.expect(200);
    let plain = plain.json()["message"].clone();
    for blank in ["", " ", "\t\r\n", "\u{a0}\u{3000}", &" ".repeat(3_000)] {
        let body = json!({ "content": "a", "name": blank, "avatarUrl": blank });
        let answer = hook.post(body).await.expect(200);
        let message = &answer.json()["message"];
        assert_eq!(message["name"], plain["name"], "{blank:?}");
        assert_eq!(message["avatar_url"], plain["avatar_url"], "{blank:?}");
    }
    let messages = hook.messages().await;
    assert!(messages.iter().all(|message| message.name.is_none() && message.avatar_url.is_none()));
    // What is no text is still a fault of its field.
    let body = json!({ "content": " ", "name": [""], "avatarUrl": 0 });
    assert_eq!(faults_of(&hook, body).await, ["/content", "/name", "/avatarUrl"]);
}

#[tokio::test]
async fn webhooks_and_users_are_refused_by_the_same_rules_with_the_same_sentences() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let long = "x".repeat(4_001);
    for text in [" \n", "\u{200b}\u{2800}\u{1c}", "a\0b", &long] {
        let refused = hook.post(json!({ "content": text })).await;
        let document = problem(refused, 400, "invalid_request");
        let by_user = portico_store::posting::post(&instance.app, alice.id, acme.general.id, text).await;
        let Err(portico_platform::error::Error::Faults(faults)) = by_user else {
            panic!("{by_user:?}");
        };
        let sentence = faults.iter().next().unwrap().1;
        assert_eq!(document["errors"][0]["detail"], sentence);
    }
}
