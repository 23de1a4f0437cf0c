//! The header `Idempotency-Key` of a webhook's post.

use std::time::Duration;

use portico_store::models::accounts::user;
use portico_store::models::logs::delivery;
use portico_store::models::webhooks::idempotency_key;
use rocket::futures::future::join_all;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};
use serde_json::{Value, json};

use crate::support::{Answer, TestInstance, TestWebhook, report};

async fn keyed(hook: &TestWebhook<'_>, key: &str, content: &str) -> Answer {
    let body = json!({ "content": content }).to_string();
    hook.post_with(&[("Idempotency-Key", key)], body).await
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn the_same_key_and_body_give_the_first_answer_again_and_store_nothing() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let first = keyed(&hook, "build-214", "passed").await.expect(200);
    instance.clock.advance(Duration::from_secs(3_600));
    let again = keyed(&hook, "build-214", "passed").await.expect(200);
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(first.header("Idempotency-Replayed"), None);
    assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn the_same_key_with_another_body_is_refused() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    keyed(&hook, "build-214", "passed").await.expect(200);
    let refused = keyed(&hook, "build-214", "failed").await.expect(422);
    assert_eq!(refused.json()["code"], "idempotency_key_reused");
    // Another spelling of the same value is another body.
    hook.post_with(&[("Idempotency-Key", "build-214")], r#"{ "content": "passed" }"#).await.expect(422);
    assert_eq!(hook.messages().await.len(), 1);
}

#[tokio::test]
async fn without_a_key_the_same_body_is_stored_every_time() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for _ in 0..2 {
        hook.post(json!({ "content": "passed" })).await.expect(200);
    }
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn after_a_day_a_key_is_new() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    keyed(&hook, "nightly", "first").await.expect(200);
    instance.clock.advance(Duration::from_secs(24 * 60 * 60 - 1));
    keyed(&hook, "nightly", "second").await.expect(422);
    instance.clock.advance(Duration::from_secs(1));
    keyed(&hook, "nightly", "second").await.expect(200);
    keyed(&hook, "nightly", "second").await.expect(200);
    keyed(&hook, "nightly", "first").await.expect(422);
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn idempotency_keys_belong_to_one_webhook() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let one = acme.webhook(&alice, &acme.general).await;
    let other = acme.webhook(&alice, &acme.general).await;
    keyed(&one, "k", "a").await.expect(200);
    keyed(&other, "k", "b").await.expect(200);
    assert_eq!(other.messages().await.len(), 1);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn keys_count_by_their_case() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    keyed(&hook, "key", "a").await.expect(200);
    keyed(&hook, "KEY", "b").await.expect(200);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn a_key_is_1_to_255_visible_ascii_characters() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for key in ["", "two words", "tab\there", "ü", &"k".repeat(256)] {
        let refused = keyed(&hook, key, "a").await.expect(400).json();
        assert_eq!(refused["code"], "invalid_request");
        assert_eq!(refused["errors"][0]["header"], "Idempotency-Key", "{key:?}");
    }
    for key in ["k", "!\"'~", &"k".repeat(255)] {
        keyed(&hook, key, "a").await.expect(200);
    }
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn two_keys_at_once_are_refused() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let headers = [("Idempotency-Key", "a"), ("Idempotency-Key", "b")];
    hook.post_with(&headers, r#"{"content":"a"}"#).await.expect(400);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn a_refused_post_leaves_its_key_free() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    keyed(&hook, "k", "").await.expect(400);
    keyed(&hook, "k", "a").await.expect(200);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn of_simultaneous_twins_one_is_stored_and_all_get_its_answer() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let answers = join_all((0..12).map(|_| keyed(&hook, "k", "a"))).await;
    let bodies: Vec<_> = answers.into_iter().map(|answer| answer.expect(200).bytes).collect();
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn of_simultaneous_rivals_for_a_key_one_is_stored() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let contents: Vec<String> = (0..12).map(|n| n.to_string()).collect();
    let answers = join_all(contents.iter().map(|content| keyed(&hook, "k", content))).await;
    let stored = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(stored, 1);
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 422)));
    assert_eq!(hook.messages().await.len(), 1);
}

/// So many different mentions of nobody.
fn crowd(count: u32) -> String {
    let letter = |n: u32| char::from_digit(n, 36).unwrap();
    let names = (0..count).map(|n| format!("@{}{},", letter(n / 36), letter(n % 36)));
    names.collect()
}

/// What is kept under the only key.
async fn kept(instance: &TestInstance) -> idempotency_key::Model {
    let found = idempotency_key::Entity::find().one(&*instance.app.db).await;
    found.unwrap().unwrap()
}

async fn keyed_body(hook: &TestWebhook<'_>, body: &Value) -> Answer {
    hook.post_with(&[("Idempotency-Key", "k")], body.to_string()).await.expect(200)
}

/// Shows: mentions.report-bounded
#[tokio::test]
async fn a_report_lists_a_hundred_mentions_and_says_how_many_more_there_were() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": crowd(900) });
    let first = keyed_body(&hook, &body).await;
    let mentions = &first.json()["mentions"];
    assert_eq!(mentions["silent"].as_array().unwrap().len(), 100);
    assert_eq!(mentions["silent"][99]["text"], "@2r");
    assert_eq!(mentions["more"], 800);
    let again = keyed_body(&hook, &body).await;
    assert_eq!(again.bytes, first.bytes);
    instance.app.settled().await;
    let logged = delivery::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(logged.len(), 2);
    for row in logged {
        let report = row.report();
        assert_eq!((report.silent.len(), report.more), (100, 800));
    }
    // Those that fired come first, wherever they stand; a report that is whole says nothing of more.
    let text = format!("{}@alice", crowd(150));
    let answer = hook.say(&text, &["users"]).await.expect(200);
    let (fired, silent) = report(&answer);
    assert_eq!((fired, silent.len()), (vec!["@alice".to_owned()], 99));
    assert_eq!(answer.json()["mentions"]["more"], 51);
    let id = answer.json()["message"]["id"].as_i64().unwrap();
    assert_eq!(instance.mentions_of(id.into()).await.len(), 1);
    let whole = hook.say(&crowd(100), &[]).await.expect(200);
    assert_eq!(whole.json()["mentions"].get("more"), None);
}

/// Shows: mentions.report-bounded
#[tokio::test]
async fn everyone_mentioned_is_notified_even_beyond_the_report() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let mut text = String::new();
    for n in 0..110 {
        let role = acme.role(&format!("r{n}"), portico_rules::chat::permissions::Permissions::NONE, true).await;
        text.push_str(&format!("@{} ", role.name));
    }
    let answer = hook.say(&text, &["roles"]).await.expect(200);
    assert_eq!(report(&answer).0.len(), 100);
    assert_eq!(answer.json()["mentions"]["more"], 10);
    let id = answer.json()["message"]["id"].as_i64().unwrap();
    assert_eq!(instance.mentions_of(id.into()).await.len(), 110);
    instance.app.settled().await;
    let set_up = format!("/portal/webhooks/{}", hook.id());
    let list = alice.browser.get(&format!("{set_up}/deliveries")).await;
    assert!(list.expect(200).text().contains("100 fired, 0 silent, 10 more"));
    let logged = delivery::Entity::find().one(&*instance.app.db).await;
    let path = format!("{set_up}/deliveries/{}", logged.unwrap().unwrap().id);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.attributes("[data-more]", "data-more"), ["10"]);
    let fields = [("content", &*text), ("act", "preview"), ("parse", "roles")];
    let page = alice.browser.post(&format!("{set_up}/playground"), &fields).await;
    assert!(page.expect(200).text().contains("10 more, not listed individually"));
}

/// Printable ASCII without a pattern.
fn noise(count: usize) -> String {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'!' + u8::try_from((state >> 16) % 94).unwrap())
    };
    (0..count).map(|_| next()).collect::<String>().replace(['@', '"', '\\'], "x")
}

/// Shows: webhook.idempotency-small
#[tokio::test]
async fn a_key_stores_at_most_2_kib_or_little_more_than_the_post() {
    let texts = [
        crowd(900),
        "@<1>".repeat(1_000),
        "@<7> ".repeat(800),
        "x".repeat(4_000),
        "開".repeat(4_000),
        format!("@{}", "開".repeat(3_999)),
        (1..=120).map(|id| format!("@role_{id} ")).collect(),
        "short".into(),
        noise(4_000),
    ];
    for (n, text) in texts.into_iter().enumerate() {
        let instance = TestInstance::open().await;
        let (_alice, _acme, hook) = instance.acme_with_webhook().await;
        let alice = user::Entity::find().one(&*instance.app.db).await.unwrap().unwrap();
        let text = text.replace("@<7>", &format!("@<{}>", alice.id));
        let text: String = text.chars().take(4_000).collect();
        for parse in [json!(["all", "roles", "users"]), json!([])] {
            let body = json!({ "content": text, "allowedMentions": { "parse": parse } });
            let first = keyed_body(&hook, &body).await;
            let kept_bytes = kept(&instance).await.answer.len();
            assert!(
                kept_bytes <= (body.to_string().len() * 5 / 4).max(2_048),
                "{n}: {kept_bytes} bytes for {}",
                body.to_string().len()
            );
            assert_eq!(keyed_body(&hook, &body).await.bytes, first.bytes, "{n}");
            idempotency_key::Entity::delete_many().exec(&*instance.app.db).await.unwrap();
        }
    }
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn the_first_response_is_repeated_after_any_change() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let id = bob.id;
    for body in [
        json!({ "content": format!("@<{id}>@<{id}> 👍 a@<{id}> @BOB @<1> @<0{id}> @<x> @<") }),
        json!({ "content": format!("@BOB @<{id}>"), "name": "Deploys", "avatarUrl": "https://example.org/a.png" }),
        json!({ "content": "\u{0}".replace('\0', "") + "no mention, \"quoted\"\n", "name": "  Spaced  " }),
        // Beyond sixteen, an id stays as it was written, though the person is known by name.
        json!({ "content": (1..=16).map(|id| format!("@<{id}>")).collect::<String>() + &format!("@<{id}> @bob") }),
    ] {
        let mut body = body;
        body["allowedMentions"] = json!({ "parse": ["all", "roles", "users"] });
        let hook = acme.webhook(&alice, &acme.general).await;
        let first = keyed_body(&hook, &body).await;
        let found = user::Entity::find_by_id(id).one(&*instance.app.db).await;
        let before = found.unwrap().unwrap();
        let mut renamed = before.clone().into_active_model();
        renamed.nickname = Set("robert".into());
        renamed.update(&*instance.app.db).await.unwrap();
        let path = format!("/portal/webhooks/{}", hook.id());
        let fields = [("name", "Renamed"), ("channel_id", &acme.general.id.to_string())];
        alice.browser.post(&path, &fields).await.expect(303);
        let again = keyed_body(&hook, &body).await;
        assert_eq!(again.bytes, first.bytes, "{body}");
        assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
        let mut named = before.clone().into_active_model().reset_all();
        named.nickname = Set(before.nickname);
        named.update(&*instance.app.db).await.unwrap();
    }
}

/// What an earlier build kept of an answer to `sent`, which the webhook's own name and picture were shown with.
fn kept_by_an_earlier_build(sent: &str, nicknames: &Value, answer: &Value) -> String {
    let kinds = ["all", "role", "user", "name"];
    let reasons = [
        "not_opted_in",
        "creator_lacks_permission",
        "role_not_mentionable",
        "not_a_member",
        "cannot_view_channel",
        "unknown_name",
        "over_limit",
    ];
    let position = |list: &[&str], value: &Value| list.iter().position(|one| *value == **one).unwrap();
    let mentions = |list: &Value| -> Vec<Value> {
        let place = |mention: &Value| {
            let text = mention["text"].as_str().unwrap();
            let reason = mention.get("reason").map_or(0, |reason| 1 + position(&reasons, reason));
            let (kind, id) = (position(&kinds, &mention["kind"]), mention["id"].as_i64().unwrap_or(0));
            json!([kind, sent.find(text).unwrap(), text.len(), id, reason])
        };
        list.as_array().unwrap().iter().map(place).collect()
    };
    let (message, report) = (&answer["message"], &answer["mentions"]);
    let kept = json!({
        "channel_id": message["channel_id"],
        "name": message["name"],
        "avatar_url": message["avatar_url"],
        "nicknames": nicknames,
        "fired": mentions(&report["fired"]),
        "silent": mentions(&report["silent"]),
        "more": report.get("more").unwrap_or(&json!(0)),
    });
    // The id came first.
    kept.to_string().replacen('{', &format!("{{\"id\":{},", message["id"]), 1)
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn a_key_of_an_earlier_build_gets_the_first_answer_again_and_stores_nothing() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let id = bob.id;
    for (content, parse) in [
        (format!("@<{id}> and @BOB, @all @nobody @<1> @<x> é"), json!(["users"])),
        (crowd(150) + "@all", json!([])),
        ("no mention".to_owned(), json!(["all"])),
    ] {
        let hook = acme.webhook(&alice, &acme.general).await;
        let body = json!({ "content": content, "allowedMentions": { "parse": parse } });
        let first = keyed_body(&hook, &body).await;
        let old = kept_by_an_earlier_build(&content, &json!([[id, "bob"]]), &first.json());
        let mut row = kept(&instance).await.into_active_model();
        row.answer = Set(old);
        row.update(&*instance.app.db).await.unwrap();
        let again = keyed_body(&hook, &body).await;
        assert_eq!(again.bytes, first.bytes, "{body}");
        assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
        assert_eq!(hook.messages().await.len(), 1);
        idempotency_key::Entity::delete_many().exec(&*instance.app.db).await.unwrap();
    }
}
