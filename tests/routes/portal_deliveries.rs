//! `/portal/webhooks/<id>/deliveries`: the log of a webhook.

use std::time::Duration;

use portico_rules::ids::{ChannelId, DeliveryId, ServerId, UserId, WebhookId};
use portico_store::models::Webhook;
use portico_store::models::logs::delivery;
use portico_store::posting::log::CountedAttempt;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{Answer, Person, TestInstance, TestWebhook, leaks};

async fn log(person: &Person<'_>, hook: &TestWebhook<'_>, query: &str) -> Answer {
    let path = format!("/portal/webhooks/{}/deliveries{query}", hook.id());
    person.browser.get(&path).await.expect(200)
}

/// The page of the newest attempt.
async fn newest(person: &Person<'_>, hook: &TestWebhook<'_>) -> Answer {
    let id = log(person, hook, "").await.attributes("[data-delivery-id]", "data-delivery-id").remove(0);
    let path = format!("/portal/webhooks/{}/deliveries/{id}", hook.id());
    person.browser.get(&path).await.expect(200)
}

fn statuses(answer: &Answer) -> Vec<String> {
    answer.all("[data-field=status]")
}

async fn kept(hook: &TestWebhook<'_>) -> u64 {
    delivery::Entity::find()
        .filter(delivery::Column::WebhookId.eq(hook.id()))
        .count(&*hook.instance.app.db)
        .await
        .unwrap()
}

#[tokio::test]
async fn the_log_shows_what_was_accepted_and_what_was_refused() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    assert!(log(&alice, &hook, "").await.one("main").contains("No deliveries yet"));
    hook.post(json!({ "content": "a" })).await.expect(200);
    hook.post(json!({})).await.expect(400);
    hook.post_with(&[], "x".repeat(70_000)).await.expect(413);
    let shown = log(&alice, &hook, "").await;
    assert_eq!(statuses(&shown), ["413 payload_too_large", "400 invalid_request", "200"]);
    assert_eq!(statuses(&log(&alice, &hook, "?outcome=accepted").await), ["200"]);
    let refused = log(&alice, &hook, "?outcome=refused").await;
    assert_eq!(statuses(&refused), ["413 payload_too_large", "400 invalid_request"]);
    assert_eq!(log(&alice, &hook, "?outcome=%3Cb%3E").await.all("[data-delivery-id]").len(), 3);
    assert!(shown.one("main").contains("newest 500 deliveries"));
    assert!(shown.one("main").contains("30 days"));
}

#[tokio::test]
async fn an_attempt_shows_request_answer_and_mentions_with_their_reasons() {
    let instance = TestInstance::open().await;
    let (alice, _, acme, hook) = instance.acme_with_webhook_and_bob().await;
    hook.say("@all @bob @<script>", &["users"]).await.expect(200);
    let message = hook.messages().await.remove(0);
    let shown = newest(&alice, &hook).await;
    assert!(shown.one("#request").contains("@all @bob"));
    assert!(shown.one("#answer").contains(&message.id.to_string()));
    let link = format!("/channels/{}?before={}#message-{}", acme.general.id, message.id.get() + 1, message.id);
    assert!(shown.attributes("main a", "href").contains(&link));
    assert_eq!(shown.all("tr[data-fired=true] code"), ["@bob"]);
    assert!(shown.all("tr[data-fired=false] code").contains(&"@all".to_owned()));
    assert!(shown.one("main").contains("not listed in allowedMentions.parse"));
    assert!(!shown.text().contains("<script>\""));
}

#[tokio::test]
async fn a_refused_attempt_shows_every_fault() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "", "name": 5 })).await.expect(400);
    let shown = newest(&alice, &hook).await;
    for told in ["/content", "/name", "This must be a string.", "invalid_request"] {
        assert!(shown.one("main").contains(told), "{told}");
    }
}

#[tokio::test]
async fn a_repeated_post_is_marked_as_one() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    for _ in 0..2 {
        hook.post_with(&[("Idempotency-Key", "k")], r#"{"content":"a"}"#).await.expect(200);
    }
    let shown = log(&alice, &hook, "").await;
    let outcomes = shown.all("[data-field=outcome]");
    assert!(outcomes[0].contains("Repeated") && !outcomes[1].contains("Repeated"), "{outcomes:?}");
    assert!(newest(&alice, &hook).await.one("main").contains("nothing new was stored"));
}

/// Shows: webhook.address-shown
#[tokio::test]
async fn an_attempt_with_a_wrong_token_is_in_no_log() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("/webhooks/{}/wrong", hook.id());
    instance.post_json(&path, &[], br#"{"content":"a"}"#).await.expect(404);
    Webhook::regenerate(&instance.app, alice.id, hook.id()).await.unwrap();
    hook.post(json!({ "content": "a" })).await.expect(404);
    instance.client.get(hook.path.clone()).dispatch().await;
    instance.app.log.settled().await;
    assert_eq!(kept(&hook).await, 0);
}

/// Shows: webhook.address-shown
#[tokio::test]
async fn the_log_holds_no_token_even_where_a_body_does() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    // It stands in the messages.
    leaks::published(hook.token());
    hook.post(json!({ "content": format!("see {}", hook.path) })).await.expect(200);
    hook.post(json!({ "content": "", "url": hook.path })).await.expect(400);
    // No half of it stays at the edge of what is kept either.
    for filling in [960, 0] {
        let body = format!("{}{}", "x".repeat(filling), hook.path.repeat(30));
        hook.post(json!({ "content": body })).await.expect(200);
    }
    instance.app.log.settled().await;
    let rows = delivery::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert!(!row.report.contains(&hook.token()[..12]), "{}", row.report);
    }
    assert!(!newest(&alice, &hook).await.text().contains(&hook.token()[..12]));
}

#[tokio::test]
async fn a_native_body_is_kept_whole() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "ü".repeat(3_000) })).await.expect(200);
    let shown = newest(&alice, &hook).await;
    // On three lines.
    let laid_out = format!("{{\n  \"content\": \"{}\"\n}}", "ü".repeat(3_000));
    assert_eq!(shown.one("#request"), laid_out);
    assert!(!shown.one("main").contains("The beginning of"));
}

/// Shows: webhook.no-markup
#[tokio::test]
async fn markup_in_a_request_is_text_in_the_log() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post_with(&[], "</code><script>alert(1)</script>").await.expect(400);
    let shown = newest(&alice, &hook).await;
    assert!(!shown.text().contains("<script>alert"));
    assert_eq!(shown.one("#request"), "</code><script>alert(1)</script>");
}

#[tokio::test]
async fn older_attempts_are_pages_further_on() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    for n in 0..53 {
        hook.post(json!({ "content": format!("{n}") })).await.expect(200);
    }
    hook.post(json!({})).await.expect(400);
    let first = log(&alice, &hook, "?outcome=accepted").await;
    assert_eq!(first.all("[data-delivery-id]").len(), 50);
    let next = first.attributes("a[rel=next]", "href").remove(0);
    let second = alice.browser.get(&next).await.expect(200);
    assert_eq!(second.all("[data-delivery-id]").len(), 3);
    assert!(second.attributes("a[rel=next]", "href").is_empty());
    assert_eq!(second.attributes("a[rel=prev]", "href").len(), 1);
}

#[tokio::test]
async fn the_newest_500_attempts_are_kept() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let attempt = |id: DeliveryId| delivery::Model {
        id,
        webhook_id: hook.id(),
        status: 200,
        latency_us: 1,
        message_id: None,
        report: "{}".into(),
        dialect: None,
        event: None,
        notes: None,
    };
    let rows: Vec<_> = (0..700).map(|_| attempt(instance.app.id())).collect();
    for some in rows.chunks(100) {
        delivery::keep(&instance.app.db, some).await.unwrap();
    }
    hook.post(json!({ "content": "a" })).await.expect(200);
    instance.app.log.settled().await;
    assert_eq!(kept(&hook).await, 500);
    assert_eq!(statuses(&log(&alice, &hook, "").await)[0], "200");
}

#[tokio::test]
async fn after_30_days_an_attempt_is_gone() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    instance.app.log.settled().await;
    instance.clock.advance(Duration::from_secs(20 * 24 * 60 * 60));
    assert_eq!(log(&alice, &hook, "").await.all("[data-delivery-id]").len(), 1);
    instance.clock.advance(Duration::from_secs(10 * 24 * 60 * 60 + 1));
    instance.sign_in_on(&alice.browser, &alice.user).await;
    assert!(log(&alice, &hook, "").await.all("[data-delivery-id]").is_empty());
}

#[tokio::test]
async fn a_flood_of_refusals_for_speed_does_not_wash_the_log_away() {
    let instance = TestInstance::configured(|figment| {
        let webhook = rocket::figment::map! { "burst" => 1, "per_minute" => 1 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.webhook", webhook))
    })
    .await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    for _ in 0..20 {
        hook.post(json!({ "content": "a" })).await.expect(429);
    }
    instance.clock.advance(Duration::from_secs(2));
    hook.post(json!({ "content": "a" })).await.expect(429);
    let shown = log(&alice, &hook, "").await;
    assert_eq!(statuses(&shown), ["429 rate_limited", "429 rate_limited", "200"]);
    let delivery = newest_delivery(&alice, &hook).await;
    assert!(delivery.text().contains("Too many posts."), "why it was refused");
    assert!(!delivery.text().contains("Posts the same body again"), "its body was not read");
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn an_attempt_of_another_webhook_or_of_none_is_not_found() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    other.post(json!({ "content": "a" })).await.expect(200);
    let id = log(&alice, &other, "").await.attributes("[data-delivery-id]", "data-delivery-id").remove(0);
    let base = format!("/portal/webhooks/{}/deliveries", hook.id());
    for id in [id.as_str(), "1", "x", "-1"] {
        alice.browser.get(&format!("{base}/{id}")).await.expect(404);
    }
}

#[tokio::test]
async fn a_webhook_deleted_meanwhile_loses_no_deliveries_of_others() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let gone = acme.webhook(&alice, &acme.general).await;
    Webhook::delete(&instance.app, alice.id, gone.id(), "Builds").await.unwrap();
    note(&instance, gone.id());
    note(&instance, hook.id());
    instance.app.log.settled().await;
    assert_eq!(kept(&hook).await, 1);
}

#[tokio::test]
async fn of_very_many_at_the_same_moment_the_first_are_listed_and_the_others_counted() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    for _ in 0..130 {
        note(&instance, hook.id());
    }
    instance.app.log.settled().await;
    let listed = kept(&hook).await;
    let path = format!("/portal/webhooks/{}/deliveries", hook.id());
    let page = alice.browser.get(&path).await.expect(200);
    let more = page.all(".table-note");
    // A slow machine may have written in between; nothing is lost of the count.
    let more: u64 = more.iter().filter_map(|text| text.split_once(' ')?.0.parse::<u64>().ok()).sum();
    assert!(listed >= 100);
    assert_eq!(listed + more, 130);
}

/// An accepted attempt, as the log hears of it.
fn note(instance: &TestInstance, webhook_id: WebhookId) {
    let attempt = CountedAttempt { webhook_id, server_id: ServerId::new(1), status: 200, replayed: false };
    instance.app.log.note(attempt, || delivery::Model {
        id: instance.app.id(),
        webhook_id,
        status: 200,
        latency_us: 1,
        message_id: None,
        report: "{}".into(),
        dialect: None,
        event: None,
        notes: None,
    });
}

#[tokio::test]
async fn a_search_finds_bodies_and_nothing_else_of_the_log() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    for content in ["Build 214 PASSED", "100% \"done\"", "1000 done"] {
        hook.post(json!({ "content": content })).await.expect(200);
    }
    hook.post(json!({ "content": "", "note": "passed" })).await.expect(400);
    let other = acme.webhook(&alice, &acme.general).await;
    other.post(json!({ "content": "passed" })).await.expect(200);
    for (query, count) in [
        ("?q=passed", 2),
        ("?q=passed&outcome=refused", 1),
        ("?q=100%25", 1),
        ("?q=%5C%22done%5C%22", 1),
        ("?q=_", 0),
        // These are in the log, and not in a body.
        ("?q=fired", 0),
        ("?q=invalid_request", 0),
        ("?q=%00", 0),
        ("?q=+", 4),
    ] {
        let shown = log(&alice, &hook, query).await;
        assert_eq!(shown.all("[data-delivery-id]").len(), count, "{query}");
    }
}

/// Attempts of a webhook into this channel, the oldest first: what each one's body says.
async fn keep(hook: &TestWebhook<'_>, channel_id: ChannelId, bodies: impl Iterator<Item = String>) {
    let rows = bodies.map(|request| {
        let report = delivery::DeliveryReport {
            bytes: request.len(),
            request,
            channel_id: Some(channel_id),
            ..Default::default()
        };
        delivery::Model {
            id: hook.instance.app.id(),
            webhook_id: hook.id(),
            status: 200,
            latency_us: 1,
            message_id: None,
            report: serde_json::to_string(&report).unwrap(),
            dialect: None,
            event: None,
            notes: None,
        }
    });
    let rows: Vec<_> = rows.collect();
    delivery::keep(&hook.instance.app.db, &rows).await.unwrap();
}

#[tokio::test]
async fn a_search_that_reads_very_much_offers_to_go_on_where_it_stopped() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bodies = ["the needle".to_owned()].into_iter().chain((0..300).map(|number| format!("hay {number}")));
    keep(&hook, acme.general.id, bodies).await;
    let first = log(&alice, &hook, "?q=needle").await;
    assert!(first.all("[data-delivery-id]").is_empty());
    assert!(first.one("main").contains("Nothing found so far"));
    let further = first.attributes("main a[href*='before=']", "href").remove(0);
    let second = alice.browser.get(&further).await.expect(200);
    assert_eq!(second.all("[data-delivery-id]").len(), 1);
    assert!(second.attributes("main a[href*='before=']", "href").is_empty());
}

/// Shows: search.deliveries
#[tokio::test]
async fn where_a_page_of_a_search_ends_does_not_depend_on_how_large_hidden_bodies_are() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&_alice, &acme.general).await;
    let hidden = acme.hidden_channel("vault").await;
    for (hook, long) in [(&hook, 30_000), (&other, 1)] {
        let bodies = (0..300).map(|number| format!("{number}{}", "x".repeat(long)));
        keep(hook, hidden.id, bodies).await;
    }
    let read = async |hook: &TestWebhook<'_>| {
        let wanted =
            delivery::DeliverySearch { text: "x", outcome: delivery::OutcomeFilter::Any, before: None, limit: 50 };
        let is_seen = |posted_into: Option<ChannelId>| posted_into != Some(hidden.id);
        let db = &instance.app.db;
        let found = delivery::Model::search(db, hook.id(), wanted, &is_seen, instance.app.now()).await.unwrap();
        assert!(found.attempts.is_empty());
        let next = found.next.unwrap();
        let rows = delivery::Entity::find()
            .filter(delivery::Column::WebhookId.eq(hook.id()))
            .filter(delivery::Column::Id.gte(next));
        rows.count(&**db).await.unwrap()
    };
    assert_eq!(read(&hook).await, read(&other).await);
}

/// Shows: search.turns
#[tokio::test]
async fn while_others_search_logs_no_page_waits_and_one_more_search_is_told_to_narrow_it() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    instance.app.log.settled().await;
    let endless = async |user_id: UserId| {
        loop {
            let never = std::future::pending::<portico_platform::error::Result<()>>();
            let _ = instance.app.expensive.run(user_id, never).await;
        }
    };
    let others = rocket::futures::future::join_all((1..=20).map(|id| endless(UserId::from(id))));
    let pages = async {
        let searches = format!("/portal/webhooks/{}/deliveries?q=a", hook.id());
        for page in ["/portal", "/servers", "/inbox"] {
            alice.browser.get(page).await.expect(200);
        }
        let refused = alice.browser.get(&searches).await.expect(503);
        assert!(refused.text().contains("There is too much to search at the moment."), "{}", refused.text());
        assert!(refused.header("Retry-After").is_some());
        refused
    };
    tokio::select! {
        biased;
        _ = others => unreachable!("they search for ever"),
        _ = pages => {}
    }
    assert_eq!(log(&alice, &hook, "?q=a").await.all("[data-delivery-id]").len(), 1);
}

#[tokio::test]
async fn searches_of_logs_and_their_pages_are_limited_for_each_user() {
    let instance = TestInstance::configured(|figment| {
        let limit = rocket::figment::map! { "burst" => 1, "per_minute" => 1 };
        let figment = figment.merge(("throttle.enabled", true));
        figment.merge(("throttle.search", limit.clone())).merge(("throttle.log_page", limit))
    })
    .await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let deliveries = format!("/portal/webhooks/{}/deliveries", hook.id());
    for (first, second) in
        [(format!("{deliveries}?q=a"), acme.settings("/members?q=a")), (deliveries.clone(), acme.settings("/audit"))]
    {
        alice.browser.get(&first).await.expect(200);
        alice.browser.get(&second).await.expect(429);
    }
    alice.browser.get(&acme.settings("/members")).await.expect(200);
}

#[tokio::test]
async fn a_search_continues_on_the_next_page() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    for n in 0..52 {
        let content = format!("a&b {n}");
        hook.post(json!({ "content": content })).await.expect(200);
        hook.post(json!({ "content": "other" })).await.expect(200);
        // Of very many at the same moment only the first are listed.
        instance.app.log.settled().await;
    }
    let first = log(&alice, &hook, "?q=a%26b&outcome=accepted").await;
    assert_eq!(first.all("[data-delivery-id]").len(), 50);
    let next = first.attributes("a[rel=next]", "href").remove(0);
    let second = alice.browser.get(&next).await.expect(200);
    assert_eq!(second.all("[data-delivery-id]").len(), 2);
}

#[tokio::test]
async fn a_delivery_shows_its_format_and_what_was_not_posted() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = format!("{}/discord?wait=true", hook.path);
    let body = json!({ "content": "x ".repeat(3_000), "poll": { "question": { "text": "?" } } });
    instance.post_json(&path, &[], body.to_string().as_bytes()).await.expect(200);
    let shown = newest(&alice, &hook).await;
    for part in ["Discord", "Shortened", "content", "Not posted", "poll", "/discord"] {
        assert!(shown.one("main").contains(part), "{part}");
    }
    let listed = log(&alice, &hook, "").await;
    assert!(listed.one("[data-field=format]").contains("Discord"));
    assert!(listed.one("[data-field=outcome]").contains("Not complete"));
}

#[tokio::test]
async fn a_delivery_shows_the_response_that_its_format_gave() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let response = async |suffix: &str, body: &str, status: u16| {
        let path = format!("{}{suffix}", hook.path);
        let headers = [("X-GitHub-Event", "star")];
        instance.post_json(&path, &headers, body.as_bytes()).await.expect(status);
        let shown = newest(&alice, &hook).await;
        let is_partial = shown.one("main").contains("Stored without");
        (shown.one("#answer"), is_partial)
    };
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let (empty, is_partial) = response("/discord", r#"{"content":"a"}"#, 204).await;
    assert!(empty.contains("204 No Content") && !empty.contains('{'));
    assert!(!is_partial);
    let (message, is_partial) = response("/discord?wait=true", r#"{"content":"a","tts":true}"#, 200).await;
    let (message, posted) = (parsed(&message), hook.messages().await);
    let last = posted.iter().map(|message| message.id).max().unwrap();
    assert_eq!(message["id"], last.to_string());
    assert_eq!(message["dropped"], json!(["tts"]));
    assert!(is_partial && message["mentions"].is_null());
    let (error, _) = response("/discord", r#"{"embeds":[{"title":[]}]}"#, 400).await;
    let error = parsed(&error);
    assert_eq!(error["code"], 50035);
    assert!(error["errors"]["embeds"]["0"]["title"].is_object());
    assert_eq!(response("/slack", r#"{"text":"a"}"#, 200).await, ("ok".to_owned(), false));
    assert_eq!(response("/slack", "{}", 400).await.0, "no_text");
    assert_eq!(response("/slack", "{", 400).await.0, "invalid_payload");
    let (event, is_partial) = response("/github", r#"{"action":"created"}"#, 200).await;
    let event = parsed(&event);
    assert!(event["message"]["id"].is_number() && event["mentions"].is_null());
    assert!(!is_partial);
    // A native response has the mentions too.
    let (native, is_partial) = response("", r#"{"content":"a"}"#, 200).await;
    assert!(parsed(&native)["mentions"]["fired"].is_array() && is_partial);
    assert_eq!(statuses(&log(&alice, &hook, "?outcome=accepted").await), ["200", "200", "200", "200", "204"]);
    assert_eq!(
        statuses(&log(&alice, &hook, "?outcome=refused").await),
        ["400 invalid_json", "400 invalid_request", "400 invalid_request"]
    );
}

#[tokio::test]
async fn an_event_that_posts_nothing_is_ignored_and_says_why() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = br#"{"action":"queued","workflow_job":{"status":"queued"}}"#;
    let path = format!("{}/github", hook.path);
    let header = [("X-GitHub-Event", "watch")];
    let answer = instance.post_json(&path, &header, body).await.expect(200);
    let reason = answer.json()["ignored"].as_str().unwrap().to_owned();
    let listed = log(&alice, &hook, "").await;
    assert_eq!(listed.one("[data-field=outcome]"), "Ignored");
    assert!(listed.one("[data-field=status]").contains(&reason));
    let shown = newest(&alice, &hook).await;
    let outcome = shown.one("dl.facts:not([id])");
    assert!(outcome.contains("Ignored") && outcome.contains(&reason));
    assert!(!outcome.contains("Accepted") && !outcome.contains("Not posted"));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&shown.one("#answer")).unwrap(), json!({ "ignored": reason }));
    let page = log(&alice, &hook, "").await;
    assert!(page.all(".badge").contains(&"Ignored".to_owned()));
}

#[tokio::test]
async fn a_body_that_is_no_json_is_shown_as_it_was_sent_with_its_first_error_marked() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    for (body, shown, mark, line) in [
        (&b"{\"content\": hello}"[..], "{\"content\": hello}", "h", "line 1, character 13"),
        (b"{\n\"content\": \"\xff\"}", "{\n\"content\": \"\\xff\"}", "\\xff", "line 2, character 13"),
        (b"{\"content\": \"<b>", "{\"content\": \"<b>⟨end⟩", "⟨end⟩", "it ends too early, in line 1"),
    ] {
        hook.post_with(&[], body).await.expect(400);
        let page = newest_delivery(&alice, &hook).await;
        assert_eq!(page.one("#request"), shown);
        assert_eq!(page.one("#request mark"), mark);
        assert!(page.one("#broken").contains(line), "{}", page.one("#broken"));
        assert!(!page.all("dt").contains(&"body".to_owned()), "the whole body is at fault, and that is said once");
    }
    hook.say("fine", &[]).await.expect(200);
    assert!(newest_delivery(&alice, &hook).await.all("#broken, #request mark").is_empty());
}

#[tokio::test]
async fn a_delivery_has_its_caller_and_the_response_as_it_was_sent() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    let agent = format!("Builds/2.4 {}", "=".repeat(300));
    let headers = [("User-Agent", agent.as_str())];
    let sent = hook.post_with(&headers, r#"{"content": ""}"#).await.expect(400);
    let page = newest_delivery(&alice, &hook).await;
    let caller = page.one("#caller");
    assert!(caller.contains("127.0.0.1") && caller.contains("application/json"), "{caller}");
    assert!(caller.contains(&agent[..200]) && !caller.contains(&agent[..201]), "{caller}");
    let answer: Value = serde_json::from_str(&page.one("#answer")).unwrap();
    assert_eq!(answer, sent.json());
    let headers = page.one("#answer-headers");
    for name in ["Content-Type", "RateLimit", "RateLimit-Policy"] {
        let line = format!("{name}: {}", sent.header(name).unwrap());
        assert!(headers.contains(&line), "{line} in {headers}");
    }
    // The portal's own test has no caller.
    alice.browser.post(&format!("/portal/webhooks/{}/test", hook.id()), &[]).await.expect(303);
    assert!(newest_delivery(&alice, &hook).await.all("#caller").is_empty());
}

#[tokio::test]
async fn no_token_in_a_user_agent_is_kept() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    let agent = format!("curl {}", hook.token());
    let headers = [("User-Agent", agent.as_str())];
    hook.post_with(&headers, r#"{"content": "x"}"#).await.expect(200);
    assert!(newest_delivery(&alice, &hook).await.one("#caller").contains("curl [token]"));
}

/// The page of the latest delivery.
async fn newest_delivery(person: &Person<'_>, hook: &TestWebhook<'_>) -> Answer {
    let list = person.browser.get(&format!("/portal/webhooks/{}/deliveries", hook.id())).await.expect(200);
    let links = list.attributes("main a", "href");
    let first = links.iter().find(|link| link.contains("/deliveries/")).unwrap().clone();
    person.browser.get(&first).await.expect(200)
}
