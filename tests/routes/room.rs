//! Room: budgets in bytes for messages and delivery logs, and a disk that is nearly full.

use portico_rules::ids::{MessageId, WebhookId};
use std::time::Duration;

use portico_store::models::instance::server_writes;
use portico_store::models::logs::delivery;
use portico_store::models::messages::message;
use rocket::figment::Figment;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{Answer, Person, TestInstance, TestWebhook, problem};

/// An instance where this budget is 2,000 bytes, and 60 a minute after that.
async fn with_budget(kind: &str) -> TestInstance {
    let budget = rocket::figment::map! { "burst" => 2_000, "per_minute" => 60 };
    let setting = format!("throttle.{kind}");
    TestInstance::configured(|figment: Figment| figment.merge(("throttle.enabled", true)).merge((&*setting, budget)))
        .await
}

/// An instance that does not look at the disk by itself.
async fn unmeasured() -> TestInstance {
    TestInstance::configured(|figment| figment.merge(("storage.min_free_mib", 0))).await
}

fn text(length: usize) -> Value {
    json!({ "content": "x".repeat(length) })
}

/// The refusal names the setting, says when to go on, and stored nothing.
#[track_caller]
fn names(answer: Answer, kind: &str) {
    assert_eq!(answer.header("Retry-After"), Some("500"));
    let document = problem(answer, 429, "rate_limited");
    let detail = document["detail"].as_str().unwrap();
    assert!(detail.contains(&format!("throttle.{kind}")) && detail.contains("Nothing was stored."), "{detail}");
}

/// Shows: room.budgets
#[tokio::test]
async fn posts_of_all_webhooks_of_a_person_share_a_budget_of_bytes_and_others_go_on() {
    let instance = with_budget("message_bytes_person").await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    hook.post(text(1_500)).await.expect(200);
    names(other.post(text(1_000)).await, "message_bytes_person");
    // Exactly the rest.
    other.post(text(500)).await.expect(200);
    names(hook.post(text(500)).await, "message_bytes_person");
    assert_eq!(instance.rows(message::Entity).await, 2);
    let bob = instance.person("bob").await;
    let beta = instance.server("Beta", &bob).await;
    beta.webhook(&bob, &beta.general).await.post(text(1_000)).await.expect(200);
    instance.clock.advance(Duration::from_secs(500));
    hook.post(text(500)).await.expect(200);
}

/// Shows: room.budgets
#[tokio::test]
async fn everyone_in_a_server_shares_its_budget_of_bytes_and_other_servers_go_on() {
    let instance = with_budget("message_bytes_server").await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    hook.post(text(1_500)).await.expect(200);
    let refused = bob.say(&acme.general, &"x".repeat(1_000)).await.expect(429);
    assert!(refused.text().contains("throttle.message_bytes_server"), "{}", refused.text());
    // What was typed is still there.
    assert!(refused.text().contains(&"x".repeat(1_000)));
    bob.say(&acme.general, &"x".repeat(500)).await.expect(303);
    let beta = instance.server("Beta", &alice).await;
    alice.say(&beta.general, &"x".repeat(1_000)).await.expect(303);
}

/// Shows: room.budgets
#[tokio::test]
async fn edits_of_people_and_webhooks_take_from_the_budget_like_posts() {
    let instance = with_budget("message_bytes_person").await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    alice.say(&acme.general, "a").await.expect(303);
    hook.post(text(1_000)).await.expect(200);
    let ids: Vec<MessageId> = hook.messages().await.iter().map(|message| message.id).collect();
    let own = message::Entity::find().filter(message::Column::AuthorId.eq(alice.id));
    let own = own.one(&*instance.app.db).await.unwrap().unwrap().id;
    let edit = async |length: usize| {
        let path = format!("/channels/{}/messages/{own}", acme.general.id);
        alice.browser.post(&path, &[("content", &*"y".repeat(length))]).await
    };
    let refused = edit(1_000).await.expect(429);
    assert!(refused.text().contains("throttle.message_bytes_person"), "{}", refused.text());
    edit(900).await.expect(303);
    let patched = ids.iter().find(|id| **id != own).unwrap();
    let path = format!("{}/messages/{patched}", hook.path);
    let request = instance.client.patch(path).header(rocket::http::ContentType::JSON).body(text(200).to_string());
    let refused = Answer::read(request.dispatch().await).await;
    let document = problem(refused, 429, "rate_limited");
    assert!(document["detail"].as_str().unwrap().contains("throttle.message_bytes_person"), "{document}");
}

async fn log(instance: &TestInstance, hook: &TestWebhook<'_>) -> Vec<delivery::DeliveryReport> {
    instance.app.log.settled().await;
    let page =
        delivery::Model::page(&instance.app.db, hook.id(), delivery::OutcomeFilter::Any, None, 100, instance.app.now());
    page.await.unwrap().iter().map(delivery::Model::report).collect()
}

/// Shows: room.logs
#[tokio::test]
async fn the_log_keeps_8_kib_of_an_accepted_body_and_64_of_a_refused_one() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let padded = |content: Value, length: usize| json!({ "content": content, "note": "ü".repeat(length) });
    hook.post(padded(json!("a"), 4_000)).await.expect(200);
    hook.post(padded(json!("a"), 20_000)).await.expect(200);
    hook.post(padded(json!(7), 20_000)).await.expect(400);
    let kept: Vec<_> = log(&instance, &hook).await.into_iter().rev().collect();
    assert!(kept[0].whole_body().is_some());
    assert!(kept[1].request.len() <= delivery::ACCEPTED_EXCERPT && !kept[1].altered, "{}", kept[1].request.len());
    assert!(kept[1].request.len() > delivery::ACCEPTED_EXCERPT - 4 && kept[1].bytes > 40_000);
    assert!(kept[2].whole_body().is_some());
    let path = format!("/portal/webhooks/{}/deliveries", hook.id());
    let ids = alice.browser.get(&path).await.attributes("[data-delivery-id]", "data-delivery-id");
    let cut = alice.browser.get(&format!("{path}/{}", ids[1])).await.expect(200);
    assert!(cut.one("main").contains("The beginning of a body of"));
    assert!(cut.one("main").contains("Only the beginning of its body was stored"));
}

/// Shows: room.budgets
#[tokio::test]
async fn beyond_the_budget_of_its_log_a_post_is_stored_and_listed_without_its_body() {
    for kind in ["log_bytes_person", "log_bytes_server"] {
        let instance = with_budget(kind).await;
        let (alice, _acme, hook) = instance.acme_with_webhook().await;
        hook.post(text(1_500)).await.expect(200);
        hook.post(text(1_000)).await.expect(200);
        hook.post(text(100)).await.expect(200);
        let kept: Vec<_> = log(&instance, &hook).await.iter().rev().map(|report| report.request.len()).collect();
        assert!(kept[0] > 1_500 && kept[1] == 0 && kept[2] > 100, "{kind}: {kept:?}");
        let path = format!("/portal/webhooks/{}/deliveries", hook.id());
        let list = alice.browser.get(&path).await.expect(200);
        assert!(list.one("main").contains("The body was not kept"));
        let ids = list.attributes("[data-delivery-id]", "data-delivery-id");
        let page = alice.browser.get(&format!("{path}/{}", ids[1])).await.expect(200);
        assert!(page.one("main").contains("Its body was not kept, so it can’t be sent again."));
    }
}

/// Shows: room.logs
#[tokio::test]
async fn the_logs_of_a_servers_webhooks_have_a_total_and_the_oldest_are_dropped() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.log_mib_per_server", 1))).await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    let beta = instance.server("Beta", &alice).await;
    let elsewhere = beta.webhook(&alice, &beta.general).await;
    let attempt = |webhook_id: WebhookId| delivery::Model {
        id: instance.app.id(),
        webhook_id,
        status: 200,
        latency_us: 1,
        message_id: None,
        report: "x".repeat(10_000),
        dialect: None,
        event: None,
        notes: None,
    };
    for webhook_id in [elsewhere.id(), hook.id(), other.id()] {
        let rows: Vec<_> = (0..80).map(|_| attempt(webhook_id)).collect();
        delivery::keep(&instance.app.db, &rows).await.unwrap();
    }
    let kept = async |hook: &TestWebhook<'_>| {
        let rows = delivery::Entity::find().filter(delivery::Column::WebhookId.eq(hook.id()));
        rows.count(&*instance.app.db).await.unwrap()
    };
    hook.post(text(1)).await.expect(200);
    instance.app.log.settled().await;
    // Seven eighths of a MiB have room for 91 of these.
    assert_eq!((kept(&other).await, kept(&hook).await), (80, 12));
    elsewhere.post(text(1)).await.expect(200);
    instance.app.log.settled().await;
    assert_eq!(kept(&elsewhere).await, 81);
}

/// Shows: room.disk
#[tokio::test]
async fn while_the_disk_is_nearly_full_messages_are_refused_and_the_rest_goes_on() {
    let instance = unmeasured().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    alice.say(&acme.general, "a").await.expect(303);
    hook.post(text(1)).await.expect(200);
    instance.app.log.settled().await;
    let own = message::Entity::find().filter(message::Column::AuthorId.eq(alice.id));
    let own = own.one(&*instance.app.db).await.unwrap().unwrap().id;
    let posted = hook.messages().await.into_iter().find(|message| message.id != own).unwrap().id;
    let rows = (instance.rows(message::Entity).await, instance.rows(delivery::Entity).await);
    let one = format!("/channels/{}/messages/{own}", acme.general.id);
    instance.app.storage.note(Some(1), true);

    let refused = hook.post(text(1)).await;
    assert_eq!(refused.header("Retry-After"), Some("60"));
    let document = problem(refused, 503, "unavailable");
    assert_eq!(document["outcome"], "nothing_stored");
    assert!(document["detail"].as_str().unwrap().contains("disk space"), "{document}");
    for suffix in ["/discord", "/slack"] {
        let answer = instance.post_json(&format!("{}{suffix}", hook.path), &[], br#"{"content":"a","text":"a"}"#).await;
        assert_eq!(answer.expect(503).header("Retry-After"), Some("60"));
    }
    let patch = instance.client.patch(format!("{}/messages/{posted}", hook.path));
    let patch = patch.header(rocket::http::ContentType::JSON).body(text(2).to_string());
    problem(Answer::read(patch.dispatch().await).await, 503, "unavailable");
    let typed = alice.say(&acme.general, "what was typed").await.expect(503);
    assert!(typed.text().contains("what was typed") && typed.text().contains("disk space"), "{}", typed.text());
    alice.browser.post(&one, &[("content", "b")]).await.expect(503);
    instance.app.log.settled().await;
    assert_eq!((instance.rows(message::Entity).await, instance.rows(delivery::Entity).await), rows);
    // People sign in, read and moderate.
    instance.sign_in_on(&instance.browser(), &alice.user).await;
    alice.feed(&acme.general).await;
    alice.browser.post(&format!("{one}/delete"), &[]).await.expect(303);
    acme.channel("quiet").await;

    instance.app.storage.note(Some(u64::MAX - 1), false);
    hook.post(text(1)).await.expect(200);
    alice.say(&acme.general, "b").await.expect(303);
}

/// Shows: room.disk
#[tokio::test]
async fn a_database_that_has_reached_its_size_takes_no_messages_until_it_may_have_more() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let rows: Vec<_> = (0..20)
        .map(|_| delivery::Model {
            id: instance.app.id(),
            webhook_id: hook.id(),
            status: 200,
            latency_us: 1,
            message_id: None,
            report: "x".repeat(60_000),
            dialect: None,
            event: None,
            notes: None,
        })
        .collect();
    delivery::keep(&instance.app.db, &rows).await.unwrap();
    for (most, status, nearly_full) in [(1, 503, "1"), (1_000_000, 200, "0")] {
        let node = instance.beside(|figment| figment.merge(("storage.max_database_mib", most))).await;
        node.app.look_at_storage().await.unwrap();
        node.post_json(&hook.path, &[], br#"{"content":"a"}"#).await.expect(status);
        let metrics = node.app.metrics.text().unwrap();
        assert!(metrics.contains(&format!("portico_disk_nearly_full {nearly_full}\n")), "{metrics}");
        // Of SQLite, the disk is known too.
        assert_eq!(node.app.storage.free().is_some(), !node.is_on_postgres());
    }
}

#[tokio::test]
async fn the_console_shows_the_servers_that_wrote_most_and_how_much_is_free() {
    let instance = unmeasured().await;
    let root = instance.admin("root").await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let beta = instance.server("Beta", &alice).await;
    alice.say(&beta.general, "a").await.expect(303);
    for _ in 0..2 {
        hook.post(text(2_000)).await.expect(200);
    }
    instance.app.log.settled().await;
    let shown = async |person: &Person<'_>| {
        let page = person.browser.get("/admin").await.expect(200);
        (page.attributes("[data-writer]", "data-writer"), page.all("[data-writer] .num"))
    };
    assert!(shown(&root).await.0.is_empty());
    for _ in 0..2 {
        portico::background::counts::add_counts(&instance.app).await.unwrap();
    }
    let (ids, numbers) = shown(&root).await;
    assert_eq!(ids, [acme.id().to_string(), beta.id().to_string()]);
    assert_eq!(numbers[0], "3.9 KiB");
    assert!(numbers[1].ends_with("KiB"), "{numbers:?}");
    assert_eq!(numbers[2..], ["1 byte", "0 bytes"]);
    instance.app.storage.note(Some(3 << 30), true);
    let page = root.browser.get("/admin").await.expect(200);
    let panel = page.one("section[aria-labelledby=storage-head]");
    assert!(panel.contains("3 GiB") && panel.contains("Messages are refused: there is too little room"), "{panel}");
    instance.clock.advance(Duration::from_secs(30 * 24 * 60 * 60));
    instance.run_cleanup().await;
    assert_eq!(instance.rows(server_writes::Entity).await, 2);
    instance.clock.advance(Duration::from_secs(24 * 60 * 60));
    instance.run_cleanup().await;
    assert_eq!(instance.rows(server_writes::Entity).await, 0);
}
