//! `POST /webhooks/<app_id>/<token>`: what is stored, what is refused, and in which words.

use portico::chat::mentions::OptIn;
use portico::delivery::webhook::{Outcome, Payload, post};
use portico::ids;
use portico::models::Webhook;
use portico::models::webhook::Changes;
use rocket::futures::future::join_all;
use rocket::http::{Header, Method};
use serde_json::{Value, json};

use crate::support::{Answer, House, START, TestWebhook};

/// A problem document, as every refusal of this endpoint is one.
#[track_caller]
fn problem(answer: Answer, status: u16, code: &str) -> Value {
    let answer = answer.expect(status);
    let kind = answer.content_type.clone().unwrap();
    assert_eq!(kind.to_string(), "application/problem+json");
    let document = answer.json();
    assert_eq!(document["status"], status, "{document}");
    assert_eq!(document["code"], code, "{document}");
    assert_eq!(
        document["type"],
        format!("http://localhost:8000/docs#{code}")
    );
    for field in ["title", "detail"] {
        assert!(
            document[field]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
    }
    document
}

/// The pointers of a document's errors.
fn pointers(document: &Value) -> Vec<&str> {
    document["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["pointer"].as_str().unwrap())
        .collect()
}

macro_rules! arranged {
    ($house:ident, $alice:ident, $acme:ident, $hook:ident) => {
        let $house = House::open().await;
        let $alice = $house.person("alice").await;
        let $acme = $house.server("Acme", &$alice).await;
        let $hook = $acme.webhook(&$alice, &$acme.general).await;
    };
}

#[rocket::async_test]
async fn a_post_is_stored_and_answered_with_what_was_stored() {
    arranged!(house, alice, acme, hook);
    let answer = hook
        .post(json!({ "content": "Build 214 passed." }))
        .await
        .expect(200);
    let kept = hook.messages().await.remove(0);
    assert!(answer.content_type.as_ref().unwrap().is_json());
    assert_eq!(
        answer.json(),
        json!({
            "message": {
                "id": kept.id,
                "channel_id": acme.general.id,
                "content": "Build 214 passed.",
                "name": "Builds",
                "avatar_url": format!("http://localhost:8000/avatars/webhook/{}", hook.id()),
                "created_at": "2026-01-01T00:00:00.000Z",
            },
            "mentions": { "fired": [], "silent": [] },
        })
    );
    assert_eq!(kept.content, "Build 214 passed.");
    assert_eq!(kept.channel_id, acme.general.id);
    assert_eq!(kept.webhook_id, Some(hook.id()));
    assert_eq!(
        (kept.author_id, kept.name, kept.avatar_url),
        (None, None, None)
    );
    assert!(kept.id > 0 && kept.id <= ids::LARGEST);
    assert_eq!(house.at.now(), START);
    drop(alice);
}

#[rocket::async_test]
async fn name_and_avatar_act_for_that_message_alone() {
    arranged!(_house, _alice, _acme, hook);
    let dressed = hook
        .post(json!({ "content": "a", "name": "  Deploys ", "avatarUrl": "https://example.org/a.png" }))
        .await
        .expect(200)
        .json();
    assert_eq!(dressed["message"]["name"], "Deploys");
    assert_eq!(
        dressed["message"]["avatar_url"],
        "https://example.org/a.png"
    );
    let plain = hook
        .post(json!({ "content": "b" }))
        .await
        .expect(200)
        .json();
    assert_eq!(plain["message"]["name"], "Builds");
    let kept = hook.messages().await;
    assert_eq!(kept[0].name.as_deref(), Some("Deploys"));
    assert_eq!(kept[1].name, None);
    assert_eq!(hook.row().await.unwrap().name, "Builds");
}

#[rocket::async_test]
async fn null_means_absent_for_what_is_optional() {
    arranged!(_house, _alice, _acme, hook);
    for body in [
        json!({ "content": "a", "name": null, "avatarUrl": null, "allowedMentions": null }),
        json!({ "content": "a", "allowedMentions": { "parse": null } }),
        json!({ "content": "a", "allowedMentions": {} }),
        json!({ "content": "a", "allowedMentions": { "parse": [] } }),
    ] {
        let answer = hook.post(body).await.expect(200).json();
        assert_eq!(answer["message"]["name"], "Builds");
    }
}

#[rocket::async_test]
async fn unknown_keys_and_query_parameters_are_ignored() {
    arranged!(house, _alice, _acme, hook);
    let body =
        json!({ "content": "a", "embeds": [{}], "tts": true, "allowedMentions": { "roles": [1] } });
    house
        .post_json(
            &format!("{}?wait=true&x", hook.path),
            &[],
            body.to_string().as_bytes(),
        )
        .await
        .expect(200);
}

#[rocket::async_test]
async fn one_slash_at_the_end_is_accepted_and_no_more() {
    arranged!(house, _alice, _acme, hook);
    let body = br#"{"content":"a"}"#;
    house
        .post_json(&format!("{}/", hook.path), &[], body)
        .await
        .expect(200);
    for path in [
        format!("{}//", hook.path),
        format!("{}/messages", hook.path),
        format!("/webhooks//{}/{}", hook.id(), hook.token()),
        format!("/webhooks/{}", hook.id()),
        format!("/webhooks/{}/", hook.id()),
        "/webhooks/".to_owned(),
        "/webhooks".to_owned(),
    ] {
        problem(
            house.post_json(&path, &[], body).await,
            404,
            "unknown_webhook",
        );
    }
    assert_eq!(hook.messages().await.len(), 1);
}

#[rocket::async_test]
async fn every_other_method_is_told_that_only_post_is_allowed() {
    arranged!(house, _alice, _acme, hook);
    for method in [
        Method::Get,
        Method::Put,
        Method::Patch,
        Method::Delete,
        Method::Options,
        Method::Trace,
        Method::Head,
    ] {
        for path in [hook.path.clone(), "/webhooks/1/nonsense".into()] {
            let request = house.client.req(method, path);
            let answer = Answer::read(request.dispatch().await).await.expect(405);
            assert_eq!(answer.header("Allow"), Some("POST"));
            if method == Method::Head {
                assert!(answer.bytes.is_empty());
            } else {
                problem(answer, 405, "method_not_allowed");
            }
        }
    }
    assert!(
        hook.row().await.is_some(),
        "whoever holds the URL can post and nothing else"
    );
}

/// Everything of an answer that a stranger sees.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    (answer.status, answer.headers.clone(), answer.bytes.clone())
}

#[rocket::async_test]
async fn whatever_is_wrong_with_the_address_the_answer_is_one() {
    arranged!(house, alice, acme, hook);
    let (id, token) = (hook.id(), hook.token().to_owned());
    let old = acme.webhook(&alice, &acme.general).await;
    Webhook::regenerate(&house.at, alice.id, old.id())
        .await
        .unwrap();
    let paused = acme.webhook(&alice, &acme.general).await;
    Webhook::pause(&house.at, alice.id, paused.id())
        .await
        .unwrap();
    let deleted = acme.webhook(&alice, &acme.general).await;
    Webhook::delete(&house.at, alice.id, deleted.id(), "Builds")
        .await
        .unwrap();
    let wrong: String = token.chars().rev().collect();
    let body = br#"{"content":"a"}"#;
    let expected = house.post_json("/webhooks/1/x", &[], body).await;
    problem(
        house.post_json("/webhooks/1/x", &[], body).await,
        404,
        "unknown_webhook",
    );
    for path in [
        format!("/webhooks/{}/{token}", house.at.id()),
        format!("/webhooks/{id}/{wrong}"),
        format!("/webhooks/{id}/{}", &token[..42]),
        format!("/webhooks/{id}/{token}0"),
        format!("/webhooks/{id}/{}", token.to_lowercase()),
        format!("/webhooks/{id}/{}", "x".repeat(2_000)),
        format!("/webhooks/{id}/%00%ff"),
        format!("/webhooks/0{id}/{token}"),
        format!("/webhooks/+{id}/{token}"),
        format!("/webhooks/-{id}/{token}"),
        format!("/webhooks/{id}.0/{token}"),
        format!("/webhooks/name/{token}"),
        format!("/webhooks/0/{token}"),
        format!("/webhooks/9007199254740992/{token}"),
        format!("/webhooks/9223372036854775808/{token}"),
        format!("/webhooks/{}/{token}", old.id()),
        old.path.clone(),
        paused.path.clone(),
        deleted.path.clone(),
    ] {
        let answer = house.post_json(&path, &[], body).await;
        assert_eq!(seen(&answer), seen(&expected), "{path}");
    }
    assert!(hook.messages().await.is_empty() && paused.messages().await.is_empty());
}

#[rocket::async_test]
async fn an_unknown_address_is_refused_before_anything_is_said_of_the_body() {
    arranged!(house, _alice, _acme, _hook);
    let request = house.client.post("/webhooks/1/x").body("not JSON");
    problem(
        Answer::read(request.dispatch().await).await,
        404,
        "unknown_webhook",
    );
}

#[rocket::async_test]
async fn no_other_content_type_than_json_is_read() {
    arranged!(house, _alice, _acme, hook);
    let body = r#"{"content":"a"}"#;
    let send = async |kind: Option<&'static str>| {
        let mut request = house.client.post(hook.path.clone()).body(body);
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
        Some(""),
    ] {
        problem(send(kind).await, 415, "unsupported_media_type");
    }
    for kind in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;version=2; x=\"y\"",
    ] {
        send(Some(kind)).await.expect(200);
    }
}

/// A good body of exactly so many bytes.
fn body_of(bytes: usize) -> String {
    let frame = r#"{"content":"a","padding":""}"#.len();
    format!(
        r#"{{"content":"a","padding":"{}"}}"#,
        "x".repeat(bytes - frame)
    )
}

#[rocket::async_test]
async fn a_body_has_at_most_64_kibibytes_whether_it_says_its_length_or_not() {
    arranged!(_house, _alice, _acme, hook);
    let (most, more) = (body_of(64 * 1024), body_of(64 * 1024 + 1));
    hook.post_with(&[], &most).await.expect(200);
    hook.post_with(&[("Content-Length", "65536")], &most)
        .await
        .expect(200);
    problem(hook.post_with(&[], &more).await, 413, "payload_too_large");
    problem(
        hook.post_with(&[("Content-Length", "65537")], &more).await,
        413,
        "payload_too_large",
    );
    problem(
        hook.post_with(&[], "[".repeat(1024 * 1024)).await,
        413,
        "payload_too_large",
    );
    assert_eq!(hook.messages().await.len(), 2);
}

#[rocket::async_test]
async fn what_is_no_json_object_is_refused() {
    arranged!(_house, _alice, _acme, hook);
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

#[rocket::async_test]
async fn a_key_given_twice_is_refused_with_its_place() {
    arranged!(_house, _alice, _acme, hook);
    let body = r#"{"content":"a","allowedMentions":{"parse":[],"parse":["all"]}}"#;
    let document = problem(hook.post_with(&[], body).await, 400, "invalid_json");
    assert_eq!(pointers(&document), ["/allowedMentions/parse"]);
}

#[rocket::async_test]
async fn every_fault_is_told_at_once_with_its_place() {
    arranged!(_house, _alice, _acme, hook);
    let body = json!({
        "content": "",
        "name": " ",
        "avatarUrl": "example.org/a.png",
        "allowedMentions": { "parse": ["all", "everyone", "users", 7, "Roles"] },
    });
    let answer = hook
        .post_with(&[("Idempotency-Key", "two words")], body.to_string())
        .await;
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

#[rocket::async_test]
async fn wrong_types_are_faults_of_their_fields() {
    arranged!(_house, _alice, _acme, hook);
    assert_eq!(
        faults_of(&hook, json!({ "content": 7 })).await,
        ["/content"]
    );
    assert_eq!(
        faults_of(
            &hook,
            json!({ "content": ["a"], "name": {}, "avatarUrl": false, "allowedMentions": ["all"] })
        )
        .await,
        ["/content", "/name", "/avatarUrl", "/allowedMentions"]
    );
    assert_eq!(
        faults_of(
            &hook,
            json!({ "content": "a", "allowedMentions": { "parse": "all" } })
        )
        .await,
        ["/allowedMentions/parse"]
    );
}

#[rocket::async_test]
async fn content_that_is_missing_blank_or_not_to_be_kept_is_refused() {
    arranged!(_house, _alice, _acme, hook);
    for body in [
        json!({}),
        json!({ "content": null }),
        json!({ "content": "" }),
        json!({ "content": " \t\r\n\u{a0}\u{2003}" }),
        json!({ "content": "a\u{0}b" }),
    ] {
        assert_eq!(faults_of(&hook, body).await, ["/content"]);
    }
}

#[rocket::async_test]
async fn lengths_count_characters_and_not_bytes() {
    arranged!(_house, _alice, _acme, hook);
    hook.post(json!({ "content": "😀".repeat(4_000), "name": "😀".repeat(64) }))
        .await
        .expect(200);
    assert_eq!(
        faults_of(&hook, json!({ "content": "x".repeat(4_001) })).await,
        ["/content"]
    );
    assert_eq!(
        faults_of(&hook, json!({ "content": "a", "name": "😀".repeat(65) })).await,
        ["/name"]
    );
    let url = |length: usize| {
        let start = "https://example.org/";
        format!("{start}{}", "é".repeat(length - start.len()))
    };
    hook.post(json!({ "content": "a", "avatarUrl": url(2_048) }))
        .await
        .expect(200);
    assert_eq!(
        faults_of(&hook, json!({ "content": "a", "avatarUrl": url(2_049) })).await,
        ["/avatarUrl"]
    );
}

#[rocket::async_test]
async fn a_name_that_would_deceive_is_refused() {
    arranged!(_house, _alice, _acme, hook);
    for name in [
        "",
        "   ",
        "a\r\nSet-Cookie: x=y",
        "a\u{0}",
        "\u{202e}nimda",
        "\u{200b}",
    ] {
        assert_eq!(
            faults_of(&hook, json!({ "content": "a", "name": name })).await,
            ["/name"],
            "{name:?}"
        );
    }
}

#[rocket::async_test]
async fn an_avatar_is_an_absolute_address_of_the_web() {
    arranged!(_house, _alice, _acme, hook);
    for url in [
        "",
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
        assert_eq!(
            faults_of(&hook, json!({ "content": "a", "avatarUrl": url })).await,
            ["/avatarUrl"],
            "{url:?}"
        );
    }
    for url in [
        "http://example.org",
        "HTTPS://example.org/a.png?x=1#y",
        "http://[::1]:8080/a",
        "https://bücher.example/ü.png",
    ] {
        let answer = hook
            .post(json!({ "content": "a", "avatarUrl": url }))
            .await
            .expect(200);
        assert_eq!(answer.json()["message"]["avatar_url"], url);
    }
}

#[rocket::async_test]
async fn the_server_never_fetches_an_avatar() {
    arranged!(_house, _alice, _acme, hook);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/a.png", listener.local_addr().unwrap());
    hook.post(json!({ "content": url, "avatarUrl": url }))
        .await
        .expect(200);
    hook.house.at.log.settled().await;
    assert!(listener.accept().is_err(), "somebody asked for the picture");
}

#[rocket::async_test]
async fn markup_is_stored_as_it_was_sent() {
    arranged!(_house, _alice, _acme, hook);
    let text = "<script>alert(1)</script> & \"'{{ 7 * 7 }}";
    let answer = hook
        .post(json!({ "content": text, "name": "<b>x</b>" }))
        .await
        .expect(200);
    assert_eq!(answer.json()["message"]["content"], text);
    assert_eq!(answer.json()["message"]["name"], "<b>x</b>");
    assert_eq!(hook.messages().await[0].content, text);
}

#[rocket::async_test]
async fn too_many_posts_are_slowed_down_by_webhook_and_nothing_of_them_is_stored() {
    let house = House::configured(|figment| {
        let webhook = rocket::figment::map! { "burst" => 2, "per_minute" => 30 };
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.webhook", webhook))
    })
    .await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let hook = acme.webhook(&alice, &acme.general).await;
    let other = acme.webhook(&alice, &acme.general).await;
    let first = hook.post(json!({ "content": "a" })).await.expect(200);
    assert_eq!(first.header("RateLimit"), Some("\"webhook\";r=1;t=2"));
    assert_eq!(
        first.header("RateLimit-Policy"),
        Some("\"webhook\";q=2;w=4")
    );
    // A refused body counts too.
    let second = hook.post(json!({})).await.expect(400);
    assert_eq!(second.header("RateLimit"), Some("\"webhook\";r=0;t=4"));
    let third = hook.post(json!({ "content": "c" })).await;
    assert_eq!(third.header("Retry-After"), Some("2"));
    assert_eq!(third.header("RateLimit"), Some("\"webhook\";r=0;t=2"));
    assert!(third.header("RateLimit-Policy").is_some());
    assert_eq!(third.header("Via"), Some("1.1 portico"));
    problem(third, 429, "rate_limited");
    assert_eq!(hook.messages().await.len(), 1);
    other.post(json!({ "content": "a" })).await.expect(200);
    house.clock.advance(std::time::Duration::from_secs(2));
    hook.post(json!({ "content": "d" })).await.expect(200);
}

#[rocket::async_test]
async fn every_answer_to_a_known_webhook_says_where_its_limit_stands() {
    arranged!(_house, _alice, _acme, hook);
    for answer in [
        hook.post(json!({ "content": "a" })).await.expect(200),
        hook.post(json!({})).await.expect(400),
        hook.post_with(&[], "x".repeat(70_000)).await.expect(413),
    ] {
        assert!(answer.header("RateLimit").is_some());
        assert!(answer.header("RateLimit-Policy").is_some());
        assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    }
}

#[rocket::async_test]
async fn without_its_database_it_is_unavailable_for_a_while() {
    arranged!(house, _alice, _acme, hook);
    (*house.at.db).clone().close().await.unwrap();
    let answer = hook.post(json!({ "content": "a" })).await;
    assert_eq!(answer.header("Retry-After"), Some("2"));
    let document = problem(answer, 503, "unavailable");
    assert!(!document.to_string().contains("pool"));
}

#[rocket::async_test]
async fn a_post_goes_where_the_webhook_was_moved_to() {
    arranged!(house, alice, acme, hook);
    let builds = acme.channel("builds").await;
    let changes = Changes {
        channel_id: &builds.id.to_string(),
        name: "Builds",
        avatar: Ok(None),
        remove_avatar: false,
    };
    Webhook::edit(&house.at, alice.id, hook.id(), changes)
        .await
        .unwrap();
    let answer = hook.post(json!({ "content": "a" })).await.expect(200);
    assert_eq!(answer.json()["message"]["channel_id"], builds.id);
}

fn payload() -> Payload {
    Payload {
        content: "late".into(),
        name: None,
        avatar_url: None,
        opt_in: OptIn::NOTHING,
    }
}

#[rocket::async_test]
async fn a_post_that_was_let_in_before_a_regenerate_is_not_stored_after_it() {
    arranged!(house, alice, _acme, hook);
    let id = hook.id().to_string();
    let shown = Webhook::find_for_post(&*house.at.db, &id, hook.token())
        .await
        .unwrap()
        .unwrap();
    Webhook::regenerate(&house.at, alice.id, hook.id())
        .await
        .unwrap();
    let outcome = post(&house.at, &shown, &payload(), None).await.unwrap();
    assert!(matches!(outcome, Outcome::UnknownWebhook));
    assert!(hook.messages().await.is_empty());
}

#[rocket::async_test]
async fn a_post_that_was_let_in_before_a_pause_or_a_deletion_is_not_stored_after_it() {
    arranged!(house, alice, _acme, hook);
    let id = hook.id().to_string();
    let shown = Webhook::find_for_post(&*house.at.db, &id, hook.token())
        .await
        .unwrap()
        .unwrap();
    Webhook::pause(&house.at, alice.id, hook.id())
        .await
        .unwrap();
    let outcome = post(&house.at, &shown, &payload(), None).await.unwrap();
    assert!(matches!(outcome, Outcome::UnknownWebhook));
    Webhook::delete(&house.at, alice.id, hook.id(), "Builds")
        .await
        .unwrap();
    let outcome = post(&house.at, &shown, &payload(), None).await.unwrap();
    assert!(matches!(outcome, Outcome::UnknownWebhook));
    assert!(hook.messages().await.is_empty());
}

#[rocket::async_test]
async fn among_posts_in_full_flow_none_is_stored_after_a_regenerate_is_answered() {
    arranged!(house, alice, _acme, hook);
    let posts = join_all((0..40).map(|n| hook.post(json!({ "content": format!("{n}") }))));
    let regenerate = async {
        Webhook::regenerate(&house.at, alice.id, hook.id())
            .await
            .unwrap();
        hook.messages().await.len()
    };
    let (answers, stored_by_then) = rocket::tokio::join!(posts, regenerate);
    let stored = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer.status, 200 | 404))
    );
    assert_eq!(hook.messages().await.len(), stored);
    assert_eq!(stored, stored_by_then);
    hook.post(json!({ "content": "late" })).await.expect(404);
}

#[rocket::async_test]
async fn simultaneous_posts_are_all_stored_under_ids_of_their_own() {
    arranged!(_house, _alice, _acme, hook);
    let answers = join_all((0..50).map(|n| hook.post(json!({ "content": format!("{n}") })))).await;
    let mut ids: Vec<i64> = answers
        .into_iter()
        .map(|answer| answer.expect(200).json()["message"]["id"].as_i64().unwrap())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let kept: Vec<i64> = hook
        .messages()
        .await
        .iter()
        .map(|message| message.id)
        .collect();
    assert_eq!(kept, ids);
    assert_eq!(ids.len(), 50);
}

#[rocket::async_test]
async fn a_cross_site_page_gains_nothing_from_posting() {
    arranged!(_house, _alice, _acme, hook);
    // The address is the only credential, so a page of another site may use it, but reads no answer.
    let answer = hook
        .post_with(
            &[
                ("Origin", "https://evil.example"),
                ("Sec-Fetch-Site", "cross-site"),
            ],
            r#"{"content":"a"}"#,
        )
        .await
        .expect(200);
    assert_eq!(answer.header("Access-Control-Allow-Origin"), None);
}
