//! Bodies written to break a reader: forms without end, cut and nested without measure, and markup in every text.

use std::fs;
use std::path::Path;

use portico_store::models::messages::mention;
use rocket::http::Method;
use scraper::{Html, Selector};
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

use super::{FORM, JSON, alerts, event, form, post, send};
use crate::support::{Community, Person, TestInstance, TestWebhook, problem};

const MULTIPART: &str = "multipart/form-data; boundary=x";
/// The head of a part.
const PART: &str = "--x\r\nContent-Disposition: form-data; ";
/// Text that would be markup, and that turns what follows it around.
const HOSTILE: &str = "\u{202e}\u{2066}<script>alert(1)</script><img src=x onerror=alert(1)>\"'`]]>--> @everyone";

/// Shows: dialects.bounded
#[tokio::test]
async fn hostile_bodies_are_refused_in_discord_s_words_and_nothing_of_them_is_stored() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/discord", hook.path);
    let content = format!("{PART}name=\"content\"\r\n\r\n@everyone");
    let file = format!("{PART}name=\"files[0]\"; filename=\"a.png\"\r\n\r\n");
    let nested = format!(r#"{{"content":"a","x":{}"#, "[".repeat(400_000));
    let long = format!(r#"{{"content":"{}"}}"#, "a".repeat(65 * 1024));
    for (name, kind, body, status, code) in [
        ("empty parts", MULTIPART, format!("{PART}name=\"content\"\r\n\r\n\r\n").repeat(100_000), 400, 50035),
        ("parts without headers", MULTIPART, "--x\r\n\r\n\r\n".repeat(100_000), 400, 50035),
        ("files", MULTIPART, file.repeat(50_000), 400, 50035),
        (
            "a header of a part",
            MULTIPART,
            format!("{PART}name=\"{}\"\r\n\r\na\r\n--x--\r\n", "a".repeat(1 << 20)),
            400,
            50035,
        ),
        ("cut in a part's text", MULTIPART, content.clone(), 400, 50035),
        ("cut in a file", MULTIPART, format!("{content}\r\n{file}a"), 400, 50035),
        ("cut in a part's header", MULTIPART, format!("{content}\r\n{}", &file[..30]), 400, 50035),
        ("no boundary at the end", MULTIPART, format!("{content}\r\n--x\r\n"), 400, 50035),
        ("30 MiB", MULTIPART, format!("{content}\r\n{file}{}", "a".repeat(30 << 20)), 413, 40005),
        (
            "payload_json of 65 KiB",
            MULTIPART,
            format!("{PART}name=\"payload_json\"\r\n\r\n{long}\r\n--x--\r\n"),
            413,
            40005,
        ),
        ("levels", JSON, nested.clone(), 400, 50109),
        ("levels in payload_json", FORM, format!("payload_json={nested}"), 400, 50109),
        ("fields of a letter", FORM, "a=b&".repeat(1 << 18), 400, 50035),
    ] {
        let answer = send(&instance, Method::Post, &path, &[("Content-Type", kind)], body.as_bytes()).await;
        let error = answer.expect(status).json();
        assert_eq!(error["code"], code, "{name}: {error}");
        assert!(error["message"].is_string(), "{name}: {error}");
    }
    assert!(hook.messages().await.is_empty());
    let mentions = mention::Entity::find().count(&*instance.app.db).await;
    assert_eq!(mentions.unwrap(), 0);
}

/// Shows: dialects.bounded
#[tokio::test]
async fn hostile_bodies_are_refused_in_each_dialect_s_words_and_nothing_of_them_is_stored() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let send = async |suffix: &str, kind: &str, body: &str| {
        let path = format!("{}{suffix}", hook.path);
        let headers = [("Content-Type", kind), ("X-GitHub-Event", "push"), ("X-Gitlab-Event", "Push Hook")];
        send(&instance, Method::Post, &path, &headers, body.as_bytes()).await
    };
    let nested = "[".repeat(400_000);
    let short = "[".repeat(60_000);
    for (kind, body, status, word) in [
        (JSON, &*format!(r#"{{"text":"a","blocks":{short}"#), 400, "invalid_payload"),
        (JSON, &*format!(r#"{{"text":"a","blocks":{nested}"#), 413, "payload_too_large"),
        (FORM, &*"a=b&".repeat(16_000), 400, "invalid_payload"),
        (FORM, &*"a=b&".repeat(1 << 18), 413, "payload_too_large"),
    ] {
        let answer = send("/slack", kind, body).await.expect(status);
        assert_eq!(answer.text(), word);
    }
    for suffix in ["/github", "/gitlab", "/alertmanager"] {
        let deep = format!(r#"{{"commits":{nested},"alerts":{nested}"#);
        problem(send(suffix, JSON, &deep).await, 400, "invalid_json");
        let fields = "a=b&".repeat(1 << 17);
        problem(send(suffix, FORM, &fields).await, 400, "invalid_json");
    }
    let native = format!(r#"{{"content":{short}"#);
    problem(send("", JSON, &native).await, 400, "invalid_json");
    assert!(hook.messages().await.is_empty());
}

/// Shows: dialects.forms
#[tokio::test]
async fn of_two_payloads_in_a_form_the_last_counts() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/discord", hook.path);
    let (kind, body) = form(
        "x",
        &[("name=\"payload_json\"", br#"{"content":"first"}"#), ("name=\"payload_json\"", br#"{"content":"last"}"#)],
    );
    send(&instance, Method::Post, &path, &[("Content-Type", &kind)], &body).await.expect(204);
    let kept = hook.messages().await;
    assert_eq!((kept.len(), kept[0].content.as_str()), (1, "last"));
}

/// Shows: dialects.no-markup
#[tokio::test]
async fn the_name_of_a_file_is_text_of_one_line_whatever_it_has() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/discord", hook.path);
    for name in [
        "a\\\"; filename=\\\"b.png",
        "a\u{85}\u{9b}31m.png",
        "a\tb\u{2028}c.png",
        "a%0d%0aSet-Cookie: x=y",
        "../../etc/passwd",
        "<img src=x onerror=alert(1)>.png",
        "\u{202e}gnp.exe",
        "[a](javascript:alert(1)) **b** @everyone @all <@1>",
        "",
    ] {
        let attributes = format!("name=\"files[0]\"; filename=\"{name}\"");
        let (kind, body) = form("x", &[(&attributes, b"a")]);
        send(&instance, Method::Post, &path, &[("Content-Type", &kind)], &body).await.expect(204);
        let kept = hook.messages().await.pop().unwrap();
        assert!(kept.content.starts_with("not kept: "), "{:?}", kept.content);
        assert!(!kept.content.contains(char::is_control), "{:?}", kept.content);
        assert!(instance.mentions_of(kept.id).await.is_empty(), "{name:?}");
    }
    for name in ["a\u{0}.png", "a\u{1b}[31m.png", "a\u{7f}.png", "a\rb.png"] {
        let attributes = format!("name=\"files[0]\"; filename=\"{name}\"");
        let (kind, body) = form("x", &[(&attributes, b"a")]);
        let headers = [("Content-Type", &*kind)];
        let refused = send(&instance, Method::Post, &path, &headers, &body).await;
        assert_eq!(refused.expect(400).json()["code"], 50035, "{name:?}");
    }
    assert_eq!(hook.messages().await.len(), 9);
    no_markup(&alice, &acme, &hook).await;
}

/// Shows: dialects.large-events
#[tokio::test]
async fn an_event_of_two_mebibytes_posts_one_line_from_its_headers() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let large = format!(r#"{{"x":"{}"}}"#, "<b>".repeat(2 << 20));
    for (suffix, name, value, line) in [
        (
            "/github",
            "X-GitHub-Event",
            "push\u{202e}<img src=x>@all`",
            "Repository event `pushimg srcxall`, too large to show (up to 7 MiB).",
        ),
        ("/gitlab", "X-Gitlab-Event", "Push Hook", "GitLab: `Push Hook`, too large to show (up to 7 MiB)."),
        ("/alertmanager", "X-Other", "x", "Alerts arrived, too many to show (up to 7 MiB)."),
    ] {
        let answer = event(&hook, suffix, (name, value), large.as_bytes()).await;
        let answer = answer.expect(200).json();
        let kept = hook.messages().await.pop().unwrap();
        assert_eq!(answer["message"]["id"], kept.id.get());
        assert_eq!(kept.content, line);
    }
    assert_eq!(hook.messages().await.len(), 3);
    no_markup(&alice, &acme, &hook).await;
}

/// Every text of a body, but those under these keys, becomes hostile; every address becomes `address`.
fn poisoned(value: &Value, key: &str, address: &str) -> Value {
    const KEPT: [&str; 12] = [
        "type",
        "action",
        "state",
        "status",
        "conclusion",
        "ref",
        "before",
        "after",
        "object_kind",
        "color",
        "startsAt",
        "endsAt",
    ];
    match value {
        Value::String(_) if KEPT.contains(&key) => value.clone(),
        Value::String(text) if text.contains("://") => json!(address),
        Value::String(text) => json!(format!("{text}{HOSTILE}")),
        Value::Array(items) => items.iter().map(|item| poisoned(item, key, address)).collect(),
        Value::Object(object) => {
            object.iter().map(|(key, value)| (key.clone(), poisoned(value, key, address))).collect()
        }
        other => other.clone(),
    }
}

const ADDRESSES: [&str; 7] = [
    "javascript:alert(1)//https://a.example",
    "JaVaScRiPt://a.example/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "http://localhost:8000/oauth/authorize?client_id=1&prompt=none",
    "https://a.example/\"onerror=alert(1) x=\"",
    "https://a.example/\u{202e}gnp.exe",
];

/// Shows: dialects.no-markup
#[tokio::test]
async fn texts_and_addresses_of_chat_dialects_add_no_markup() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let picture = json!({ "url": "https://a.example" });
    let discord = json!({
        "content": "a", "username": "b", "avatar_url": "https://a.example",
        "embeds": [{
            "title": "a", "url": "https://a.example", "description": "a",
            "author": { "name": "a", "url": "https://a.example", "icon_url": "https://a.example" },
            "fields": [{ "name": "a", "value": "a", "inline": true }],
            "image": picture, "thumbnail": picture,
            "footer": { "text": "a", "icon_url": "https://a.example" },
        }],
    });
    let text = json!({ "type": "mrkdwn", "text": "<https://a.example|a>" });
    let slack = json!({
        "text": "a", "username": "b", "icon_url": "https://a.example",
        "blocks": [
            { "type": "header", "text": { "type": "plain_text", "text": "a" } },
            { "type": "section", "text": text, "fields": [text, text] },
            { "type": "image", "image_url": "https://a.example", "alt_text": "a", "title": { "type": "plain_text", "text": "a" } },
            { "type": "context", "elements": [text, { "type": "image", "image_url": "https://a.example", "alt_text": "a" }] },
            { "type": "actions", "elements": [{ "type": "button", "text": { "type": "plain_text", "text": "a" }, "url": "https://a.example" }] },
            { "type": "rich_text", "elements": [{ "type": "rich_text_section", "elements": [
                { "type": "text", "text": "a" },
                { "type": "link", "url": "https://a.example", "text": "a" },
            ] }] },
        ],
        "attachments": [{
            "pretext": "a", "author_name": "a", "author_link": "https://a.example", "author_icon": "https://a.example",
            "title": "a", "title_link": "https://a.example", "text": "a", "footer": "a", "footer_icon": "https://a.example",
            "image_url": "https://a.example", "thumb_url": "https://a.example",
            "fields": [{ "title": "a", "value": "a", "short": true }],
        }],
    });
    for address in ADDRESSES {
        let body = poisoned(&discord, "", address);
        post(&hook, "/discord", &body).await.expect(204);
        let body = poisoned(&slack, "", address);
        post(&hook, "/slack", &body).await.expect(200);
    }
    assert_eq!(hook.messages().await.len(), 2 * ADDRESSES.len());
    no_markup(&alice, &acme, &hook).await;
}

/// Shows: dialects.no-markup
#[tokio::test]
async fn texts_and_addresses_of_events_add_no_markup() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/dialects/tests/dialects/recorded/github.json");
    let examples: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let gitlab = json!({
        "user": { "name": "a", "username": "a" }, "user_name": "a",
        "project": { "path_with_namespace": "a", "web_url": "https://a.example" },
        "ref": "refs/heads/main", "before": "1".repeat(40), "after": "2".repeat(40), "total_commits_count": 1,
        "commits": [{ "id": "3".repeat(40), "message": "a", "url": "https://a.example", "author": { "name": "a" } }],
        "object_attributes": {
            "iid": 1, "title": "a", "action": "open", "description": "a", "note": "a", "url": "https://a.example",
            "target_branch": "a", "source_branch": "a",
        },
    });
    let mut last = "";
    for (index, example) in examples.iter().enumerate() {
        let name = example["event"].as_str().unwrap();
        let address = ADDRESSES[index % ADDRESSES.len()];
        // One body of each event.
        if std::mem::replace(&mut last, name) != name {
            let body = poisoned(&example["body"], "", address).to_string();
            event(&hook, "/github", ("X-GitHub-Event", name), body.as_bytes()).await.expect(200);
        }
    }
    let of_github = hook.messages().await.len();
    assert!(of_github > 20, "{of_github}");
    no_markup(&alice, &acme, &hook).await;
    for address in ADDRESSES {
        let body = poisoned(&gitlab, "", address).to_string();
        for name in ["Push Hook", "Issue Hook", "Note Hook", "Merge Request Hook"] {
            event(&hook, "/gitlab", ("X-Gitlab-Event", name), body.as_bytes()).await.expect(200);
        }
        let body = poisoned(&alerts(), "", address);
        post(&hook, "/alertmanager", &body).await.expect(200);
    }
    assert_eq!(hook.messages().await.len(), of_github + 5 * ADDRESSES.len());
    no_markup(&alice, &acme, &hook).await;
}

/// Panics where the newest messages or the delivery log have an element, an attribute or an address that was posted, or a
/// text that could turn around what stands beside it. Nothing may have fired.
async fn no_markup(alice: &Person<'_>, acme: &Community<'_>, hook: &TestWebhook<'_>) {
    let find = |css: &str| Selector::parse(css).unwrap();
    let feed = alice.feed(&acme.general).await;
    let log = format!("/portal/webhooks/{}/deliveries", hook.id());
    let log = alice.browser.get(&log).await.expect(200);
    for page in [feed.text(), log.text()] {
        let page = Html::parse_document(&page);
        for element in page.select(&find("main *")) {
            let names = element.value().attrs().map(|(name, _)| name);
            let events: Vec<&str> = names.filter(|name| name.starts_with("on")).collect();
            assert!(events.is_empty(), "{events:?}");
        }
        for link in page.select(&find("main [href], main [src]")) {
            let value = link.value();
            let address = value.attr("href").or_else(|| value.attr("src")).unwrap();
            let is_ours = address.starts_with(['/', '#', '?']) && !address.starts_with("//");
            let is_web = address.starts_with("https://") || address.starts_with("http://");
            assert!(is_ours || is_web, "{address}");
            let is_picture = value.name() == "img";
            assert!(!is_picture || !address.contains("/oauth/"), "{address}");
        }
    }
    let feed = Html::parse_document(&feed.text());
    let blocks = find("bdi, .content, .message-card-text");
    assert_eq!(feed.select(&find("[data-message-id] script")).count(), 0);
    for element in feed.select(&find("[data-message-id] *")) {
        let own = element.children().filter_map(|child| child.value().as_text());
        if own.into_iter().any(|text| text.contains('\u{202e}')) {
            // A block ends what a control begins, and so does an isolate.
            let is_isolated = element
                .ancestors()
                .filter_map(scraper::ElementRef::wrap)
                .chain([element])
                .any(|element| blocks.matches(&element));
            assert!(is_isolated, "{}", element.html());
        }
    }
    let mentions = mention::Entity::find().count(&*hook.instance.app.db).await;
    assert_eq!(mentions.unwrap(), 0);
}
