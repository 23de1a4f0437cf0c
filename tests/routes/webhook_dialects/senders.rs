//! Bodies and URLs as software really sends them: charsets, unescaped line breaks, forms, and other formats at the wrong
//! URL.

use portico_store::models::Delivery;
use portico_store::models::logs::delivery::OutcomeFilter;
use rocket::http::Method;
use serde_json::json;

use super::{FORM, JSON, alerts, form, post, send, star};
use crate::support::{TestInstance, TestWebhook, problem};

/// The attempts in the webhook's log, newest first.
async fn log(hook: &TestWebhook<'_>) -> Vec<Delivery> {
    let app = &hook.instance.app;
    app.log.settled().await;
    Delivery::page(&app.db, hook.id(), OutcomeFilter::Any, None, 20, app.now()).await.unwrap()
}

/// The paths of Slack, Mattermost and Rocket.Chat.
fn slack_paths(hook: &TestWebhook<'_>) -> [String; 3] {
    let (id, token) = (hook.id(), hook.token());
    [format!("{}/slack", hook.path), format!("/webhooks/{id}/hooks/{token}"), format!("/hooks/{id}/{token}")]
}

/// Shows: dialects.line-breaks
#[tokio::test]
async fn slack_s_texts_may_have_line_breaks_and_tabs_as_they_are() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = "{\"text\": \"high\nTank\t3\", \"attachments\": [{\"text\": \"one\ntwo\"}]}";
    let urlencoded = form_urlencoded::Serializer::new(String::new()).append_pair("payload", body).finish();
    let (multipart, parts) = form("x-1", &[("name=\"payload\"", body.as_bytes())]);
    for path in slack_paths(&hook) {
        for (kind, body) in
            [(JSON, body.as_bytes()), (FORM, urlencoded.as_bytes()), (multipart.as_str(), parts.as_slice())]
        {
            let answer = send(&instance, Method::Post, &path, &[("Content-Type", kind)], body).await.expect(200);
            assert_eq!(answer.text(), "ok");
            let kept = hook.messages().await.pop().unwrap();
            assert_eq!((kept.content.as_str(), kept.cards()[0].text.as_deref()), ("high\nTank\t3", Some("one\ntwo")));
        }
    }
    assert_eq!(hook.messages().await.len(), 9);
}

/// Shows: dialects.line-breaks
#[tokio::test]
async fn line_breaks_as_they_are_stay_refused_where_their_product_refuses_them() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = b"{\"content\": \"a\nb\", \"text\": \"a\nb\"}";
    for suffix in ["", "/discord", "/alertmanager"] {
        let path = format!("{}{suffix}", hook.path);
        send(&instance, Method::Post, &path, &[("Content-Type", JSON)], body).await.expect(400);
    }
    for path in slack_paths(&hook) {
        for broken in [&b"{\"text\": \"broken\n"[..], b"{\"text\": \"a\\\n\"}", b"{\"text\": \n\"a\" \"b\"}"] {
            let answer = send(&instance, Method::Post, &path, &[("Content-Type", JSON)], broken).await.expect(400);
            assert_eq!(answer.text(), "invalid_payload");
        }
    }
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.forms
#[tokio::test]
async fn slack_s_payload_may_be_a_field_beside_files_which_are_named() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/slack", hook.path);
    let (kind, body) =
        form("x-1", &[("name=\"file\"; filename=\"a.log\"", b"12345"), ("name=\"payload\"", br#"{"text":"*see*"}"#)]);
    send(&instance, Method::Post, &path, &[("Content-Type", &kind)], &body).await.expect(200);
    assert_eq!(hook.messages().await.pop().unwrap().content, "**see**\nnot kept: a.log (5 bytes)");
    for parts in [&[("name=\"text\"", &b"a"[..])][..], &[("name=\"payload\"", b"[]")], &[]] {
        let (kind, body) = form("x-1", parts);
        let answer = send(&instance, Method::Post, &path, &[("Content-Type", &kind)], &body).await.expect(400);
        assert_eq!(answer.text(), "invalid_payload");
    }
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: dialects.charset
#[tokio::test]
async fn a_body_is_decoded_by_the_charset_that_it_declares() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let utf_16: Vec<u8> = r#"{"content":"é–","text":"é–"}"#.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (kind, body) in [
        ("application/json; charset=windows-1252", &b"{\"content\":\"\xe9\x96\",\"text\":\"\xe9\x96\"}"[..]),
        ("application/json;CHARSET=\"iso-8859-1\"", b"{\"content\":\"\xe9\x96\",\"text\":\"\xe9\x96\"}"),
        ("application/json; v=1; charset=utf-16le", &utf_16),
        ("application/json; charset=utf8", "{\"content\":\"é–\",\"text\":\"é–\"}".as_bytes()),
        ("application/json; charset=", "{\"content\":\"é–\",\"text\":\"é–\"}".as_bytes()),
    ] {
        for suffix in ["", "/discord", "/slack"] {
            let path = format!("{}{suffix}", hook.path);
            let answer = send(&instance, Method::Post, &path, &[("Content-Type", kind)], body).await;
            assert!(answer.status < 300, "{kind} {suffix}: {}", answer.text());
            assert_eq!(hook.messages().await.pop().unwrap().content, "é–", "{kind} {suffix}");
        }
    }
    let koi8 = "application/x-www-form-urlencoded; charset=koi8-r";
    for (suffix, body) in [
        ("/discord", &b"content=%D0%D2%C9+%D7%C5%D4"[..]),
        ("/discord", b"a&content=\xd0\xd2\xc9%20\xd7\xc5\xd4&=b"),
        ("/slack", b"payload=%7B%22text%22:%22%D0%D2%C9+%D7%C5%D4%22%7D"),
    ] {
        let path = format!("{}{suffix}", hook.path);
        let answer = send(&instance, Method::Post, &path, &[("Content-Type", koi8)], body).await;
        assert!(answer.status < 300, "{suffix}: {}", answer.text());
        assert_eq!(hook.messages().await.pop().unwrap().content, "при вет");
    }
    let parts = [("name=\"content\"\r\nContent-Type: text/plain; charset=ISO-8859-1", &b"\xe9"[..])];
    let (kind, body) = form("x-1", &parts);
    let path = format!("{}/discord", hook.path);
    send(&instance, Method::Post, &path, &[("Content-Type", &kind)], &body).await.expect(204);
    assert_eq!(hook.messages().await.pop().unwrap().content, "é");
    let mut event = star();
    event["sender"]["login"] = "z\u{e9}".into();
    let event: Vec<u8> = event.to_string().chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let headers = [("Content-Type", "application/json; charset=latin1"), ("X-GitHub-Event", "star")];
    send(&instance, Method::Post, &format!("{}/github", hook.path), &headers, &event).await.expect(200);
    assert!(hook.messages().await.pop().unwrap().content.contains("zé"));
}

/// Shows: dialects.charset
#[tokio::test]
async fn an_unknown_charset_is_refused_and_says_what_to_send() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = br#"{"content":"a","text":"a"}"#;
    // The Encoding Standard replaces the last one, since it is unsafe to decode.
    for charset in ["klingon", "utf-99", "iso-2022-kr"] {
        for suffix in ["", "/discord", "/slack", "/github"] {
            let path = format!("{}{suffix}", hook.path);
            let kind = format!("application/json; charset={charset}");
            let headers = [("Content-Type", kind.as_str()), ("X-GitHub-Event", "star")];
            let answer = send(&instance, Method::Post, &path, &headers, body).await.expect(415);
            let is_worded = answer.text().contains("UTF-8") || answer.text() == "invalid_payload";
            assert!(is_worded, "{}", answer.text());
        }
    }
    let (kind, body) = form("x-1", &[("name=\"content\"\r\nContent-Type: text/plain; charset=klingon", b"a")]);
    let path = format!("{}/discord", hook.path);
    send(&instance, Method::Post, &path, &[("Content-Type", &kind)], &body).await.expect(415);
    // Without a charset the native payload is UTF-8 and nothing else.
    problem(hook.post_with(&[], b"{\"content\":\"\xe9\"}").await, 400, "invalid_json");
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.markdown
#[tokio::test]
async fn mattermost_s_and_rocket_chat_s_urls_read_markdown_and_slack_s_reads_its_own() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "text": "**bold** *it* \\*" }).to_string();
    let [slack, mattermost, rocket] = slack_paths(&hook);
    for (path, content) in [
        (&mattermost, "**bold** *it* \\*"),
        (&rocket, "**bold** *it* \\*"),
        (&slack, "**bold** **it** \\\u{2060}\\*"),
        (&format!("{}/discord/slack", hook.path), "**bold** **it** \\\u{2060}\\*"),
    ] {
        let answer = send(&instance, Method::Post, path, &[("Content-Type", JSON)], body.as_bytes()).await;
        assert_eq!(answer.expect(200).text(), "ok");
        assert_eq!(hook.messages().await.pop().unwrap().content, content, "{path}");
    }
    let dialects: Vec<_> = log(&hook).await.into_iter().map(|row| row.dialect.unwrap()).collect();
    assert_eq!(dialects, ["slack", "slack", "mattermost", "mattermost"]);
    let refused = send(&instance, Method::Post, &mattermost, &[("Content-Type", JSON)], b"{}").await.expect(400);
    assert_eq!(refused.text(), "no_text");
}

/// Shows: dialects.paths
#[tokio::test]
async fn suffixes_that_software_appends_to_discord_s_url_lead_to_their_dialects() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    post(&hook, "/discord/slack", &json!({ "text": "*a*" })).await.expect(200);
    assert_eq!(hook.messages().await.pop().unwrap().content, "**a**");
    let headers = [("Content-Type", JSON), ("X-GitHub-Event", "star")];
    let path = format!("{}/discord/github/", hook.path);
    send(&instance, Method::Post, &path, &headers, star().to_string().as_bytes()).await.expect(200);
    for suffix in ["/discord/gitlab", "/discord/alertmanager", "/discord/discord", "/slack/discord"] {
        problem(post(&hook, suffix, &json!({ "content": "a" })).await, 404, "unknown_suffix");
    }
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: dialects.other-formats
#[tokio::test]
async fn the_plain_url_names_the_url_that_takes_a_body_without_content() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for (body, suffix) in [
        (json!({ "text": "a" }), "/slack "),
        (json!({ "blocks": [{ "type": "divider" }], "content": "" }), "/slack "),
        (json!({ "attachments": [{ "text": "a" }], "content": null }), "/slack "),
        (json!({ "embeds": [{ "title": "a" }], "text": "a" }), "/discord "),
        (alerts(), "/alertmanager "),
    ] {
        let document = problem(hook.post(body.clone()).await, 400, "invalid_request");
        let detail = document["detail"].as_str().unwrap();
        assert!(detail.contains(suffix), "{body}: {detail}");
        assert_eq!(document["errors"][0]["pointer"], "/content");
        assert!(!detail.contains(hook.token()));
    }
    let star = star().to_string();
    for (header, suffix) in
        [("X-GitHub-Event", "/github "), ("X-Gitea-Event", "/github "), ("X-Gitlab-Event", "/gitlab ")]
    {
        let answer = hook.post_with(&[(header, "star")], &star).await;
        let document = problem(answer, 400, "invalid_request");
        assert!(document["detail"].as_str().unwrap().contains(suffix), "{header}: {document}");
        let headers = [(header, "star"), ("Content-Type", FORM)];
        let answer = send(&instance, Method::Post, &hook.path, &headers, b"payload=%7B%7D").await;
        let document = problem(answer, 415, "unsupported_media_type");
        assert!(document["detail"].as_str().unwrap().contains(suffix), "{header}: {document}");
    }
    assert!(hook.messages().await.is_empty());
    let refusal = log(&hook).await[0].report().refusal.unwrap();
    assert!(refusal.detail.contains("/gitlab"), "{}", refusal.detail);
}

/// Shows: dialects.other-formats
#[tokio::test]
async fn other_faults_of_a_body_are_listed_as_ever() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for body in [
        json!({}),
        json!({ "text": "" }),
        json!({ "embeds": [], "attachments": null, "blocks": {} }),
        json!({ "content": "x".repeat(4_001), "text": "a" }),
        json!({ "content": "a", "text": "a", "name": 1 }),
        json!({ "contents": "a" }),
    ] {
        let document = problem(hook.post(body.clone()).await, 400, "invalid_request");
        assert_eq!(document["detail"], "Fix what is listed under errors. Nothing was stored.", "{body}");
    }
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.other-formats
#[tokio::test]
async fn the_plain_url_posts_content_and_says_what_it_ignored_in_its_answer_and_its_log() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "a", "embeds": [{ "title": "t" }], "text": "b" });
    let key = [("Idempotency-Key", "k1")];
    let first = hook.post_with(&key, body.to_string()).await.expect(200);
    let dropped =
        json!(["embeds: this URL with /discord at its end takes it", "text: this URL with /slack at its end takes it"]);
    assert_eq!(first.json()["dropped"], dropped);
    assert_eq!(first.json()["message"]["content"], "a");
    let again = hook.post_with(&key, body.to_string()).await.expect(200);
    assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
    assert_eq!(again.bytes, first.bytes);
    let body = json!({ "cards": [{ "title": "t" }], "alerts": [{}] });
    let answer = hook.post_with(&[("X-GitHub-Event", "push")], body.to_string()).await.expect(200).json();
    assert_eq!(answer["dropped"].as_array().unwrap().len(), 2);
    assert_eq!(json!(log(&hook).await[2].notes().dropped), dropped);
    // Nothing is said where nothing was ignored.
    let answer = hook.post(json!({ "content": "a", "embeds": [], "text": "", "extra": 1 })).await.expect(200).json();
    assert!(answer.get("dropped").is_none());
    assert_eq!(log(&hook).await[0].notes, None);
}

/// Shows: dialects.misspelt
#[tokio::test]
async fn the_holder_of_the_token_learns_that_the_suffix_is_misspelt_and_the_log_has_it() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (id, token) = (hook.id(), hook.token().to_owned());
    let body = json!({ "content": "a", "text": "a" }).to_string();
    let mut count = 0;
    for path in [
        format!("/webhooks/{id}/{token}/slak"),
        format!("/webhooks/{id}/{token}/discrod"),
        format!("/webhooks/{id}/{token}/discord/"),
        format!("/webhooks/{id}/{token}/Discord/"),
        format!("/webhooks/{id}/{token}/teams/a/b/c/d/e"),
        format!("/webhooks/{id}/{token}/discord/messages/1/2"),
        format!("/webhooks/{id}/hooks/{token}/slack"),
        format!("/hooks/{id}/{token}/slack"),
        format!("/api/webhooks/{id}/{token}/gitlab"),
        format!("/api/v10/webhooks/{id}/{token}/gitlab"),
    ] {
        let is_right = path.ends_with("/discord/");
        let answer = send(&instance, Method::Post, &path, &[("Content-Type", JSON)], body.as_bytes()).await;
        if is_right {
            answer.expect(204);
            continue;
        }
        count += 1;
        let text = answer.expect(404).text();
        assert!(text.contains("/discord, /slack, /github, /gitlab and /alertmanager"), "{path}: {text}");
        assert!(!text.contains(&token));
    }
    assert_eq!(hook.messages().await.len(), 1);
    let rows = log(&hook).await;
    let refused = rows.iter().filter_map(|row| row.report().refusal).filter(|refusal| refusal.code == "unknown_suffix");
    assert_eq!(refused.count(), count);
    assert_eq!((rows.len(), rows[0].status), (count + 1, 404));
}

/// Shows: dialects.misspelt
#[tokio::test]
async fn without_the_token_a_misspelt_suffix_is_the_same_unknown_webhook_as_any_url() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (id, wrong) = (hook.id(), hook.token().chars().rev().collect::<String>());
    let paused = acme.webhook(&alice, &acme.general).await;
    portico_store::models::Webhook::pause(&instance.app, alice.id, paused.id()).await.unwrap();
    let headers = [("Content-Type", JSON)];
    let unknown = send(&instance, Method::Post, &format!("/webhooks/1/{wrong}"), &headers, b"{}").await.expect(404);
    for path in [
        format!("/webhooks/{id}/{wrong}/slak"),
        format!("/webhooks/{id}/{wrong}/discord/messages/1/2"),
        format!("/webhooks/{id}/hooks/{wrong}x/slack/y"),
        format!("{}/slak", paused.path),
        format!("/webhooks/{id}"),
    ] {
        let answer = send(&instance, Method::Post, &path, &headers, b"{}").await.expect(404);
        assert_eq!(super::seen(&answer), super::seen(&unknown), "{path}");
    }
    assert!(log(&hook).await.is_empty() && log(&paused).await.is_empty());
}

/// Shows: dialects.times
#[tokio::test]
async fn times_are_shown_as_times_and_emoji_by_their_names_as_emoji() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "back <t:1767225661:R> :rocket: `<t:1:R>`", "embeds": [{
        "fields": [{ "name": "At", "value": "<t:1767225661:F>" }],
    }] });
    post(&hook, "/discord", &body).await.expect(204);
    post(&hook, "/slack", &json!({ "text": "<!date^1767225661^Posted {time}|then>" })).await.expect(200);
    let page = alice.browser.get(&format!("/channels/{}", acme.general.id)).await.expect(200).text();
    for shown in [
        r#"back <time datetime="2026-01-01T00:01:01Z" data-time="distance""#,
        r#"data-time="weekday" title="1 Jan 2026, 00:01:01 UTC">1 Jan 2026, 00:01 UTC</time>"#,
        r#"Posted <time datetime="2026-01-01T00:01:01Z" data-time="clock-utc""#,
        r#"</time> 🚀 <code dir="auto">&lt;t:1:R&gt;</code>"#,
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
}

/// Shows: dialects.icons
#[tokio::test]
async fn an_emoji_as_icon_is_a_picture_of_this_instance() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    post(&hook, "/slack", &json!({ "text": "a", "icon_emoji": ":rocket:" })).await.expect(200);
    let avatar = hook.messages().await.pop().unwrap().avatar_url.unwrap();
    let path = avatar.strip_prefix(instance.app.config.base_url.origin()).unwrap();
    assert_eq!(path, "/avatars/emoji/1f680");
    let picture = instance.browser().get(path).await.expect(200);
    assert_eq!(picture.header("Content-Type"), Some("image/svg+xml"));
    assert!(picture.text().contains("🚀"));
    for other in ["/avatars/emoji/61", "/avatars/emoji/3c73", "/avatars/emoji/x", "/avatars/emoji/1f680-1f680"] {
        instance.browser().get(other).await.expect(404);
    }
}
