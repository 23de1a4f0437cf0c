//! Sending the body of a delivery again from its page.

use portico_store::models::logs::delivery;
use portico_store::models::{Operator, Suspendable, Webhook};
use rocket::http::{ContentType, Header};
use sea_orm::EntityTrait;
use serde_json::json;

use crate::support::{Answer, Person, TestInstance, TestWebhook};

/// The path of the newest delivery's page.
async fn newest(person: &Person<'_>, hook: &TestWebhook<'_>) -> String {
    let log = format!("/portal/webhooks/{}/deliveries", hook.id());
    let page = person.browser.get(&log).await.expect(200);
    let ids = page.attributes("[data-delivery-id]", "data-delivery-id");
    format!("{log}/{}", ids[0])
}

/// Sends the form on the page of a delivery.
async fn resend(person: &Person<'_>, page: &str) -> Answer {
    let shown = person.browser.get(page).await.expect(200);
    let value = |name: &str| shown.attributes(&format!("#resend input[name={name}]"), "value").remove(0);
    let (channel, shown_at) = (value("channel_id"), value("shown_at"));
    let fields = [("channel_id", channel.as_str()), ("shown_at", shown_at.as_str())];
    let path = format!("{page}/resend");
    person.browser.post(&path, &fields).await
}

/// Posts JSON to a suffix of the webhook URL, with an event.
async fn post(hook: &TestWebhook<'_>, suffix: &str, event: Option<&str>, body: &str) {
    let mut request = hook.instance.client.post(format!("{}{suffix}", hook.path)).header(ContentType::JSON).body(body);
    if let Some(event) = event {
        request.add_header(Header::new("X-GitHub-Event", event.to_owned()));
    }
    Answer::read(request.dispatch().await).await.expect(200);
}

async fn rows(hook: &TestWebhook<'_>) -> Vec<delivery::Model> {
    hook.instance.app.log.settled().await;
    let mut rows = delivery::Entity::find().all(&*hook.instance.app.db).await.unwrap();
    rows.sort_by_key(|row| row.id);
    rows
}

#[tokio::test]
async fn a_resent_delivery_posts_the_same_body_and_is_marked() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let text = "ü".repeat(2_000);
    hook.post(json!({ "content": text, "name": "CI" })).await.expect(200);
    let page = newest(&alice, &hook).await;
    resend(&alice, &page).await.expect(303);
    let messages = hook.messages().await;
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[0].content, text);
    assert_eq!(messages[1].content, text);
    let rows = rows(&hook).await;
    assert_eq!(rows[1].report().resent_from, Some(rows[0].id));
    assert!(!rows[1].report().test);
    let again = alice.browser.get(&newest(&alice, &hook).await).await;
    assert!(again.one("main").contains("Resent"));
    assert!(again.attributes("main a", "href").contains(&page));
}

#[tokio::test]
async fn an_event_is_resent_in_its_own_format() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let star = json!({
        "action": "created",
        "repository": { "full_name": "acme/widgets", "html_url": "https://github.com/acme/widgets" },
        "sender": { "login": "bob" },
    });
    post(&hook, "/github", Some("star"), &star.to_string()).await;
    post(&hook, "/slack", None, r#"{"text":"*bold* & _it_"}"#).await;
    let slack = newest(&alice, &hook).await;
    resend(&alice, &slack).await.expect(303);
    let log = rows(&hook).await;
    let github = format!("/portal/webhooks/{}/deliveries/{}", hook.id(), log[0].id);
    resend(&alice, &github).await.expect(303);
    let mut messages = hook.messages().await;
    messages.sort_by_key(|message| message.id);
    assert_eq!(messages.len(), 4);
    assert_eq!(messages[1].content, messages[2].content);
    assert_eq!(messages[0].content, messages[3].content);
    let log = rows(&hook).await;
    assert_eq!(log[2].dialect.as_deref(), Some("slack"));
    assert_eq!(log[3].dialect.as_deref(), Some("github"));
    assert_eq!(log[3].event, log[0].event);
}

#[tokio::test]
async fn what_the_url_named_and_is_not_posted_is_noted_again() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = r#"{"content":"a","tts":true}"#;
    post(&hook, "/discord?wait=true&thread_id=7", None, body).await;
    for _ in 0..2 {
        let page = newest(&alice, &hook).await;
        resend(&alice, &page).await.expect(303);
    }
    for row in rows(&hook).await {
        assert_eq!(row.notes().dropped, ["tts", "thread_id"]);
    }
    assert_eq!(hook.messages().await.len(), 3);
}

#[tokio::test]
async fn a_double_click_posts_once() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let page = newest(&alice, &hook).await;
    let channel = hook.webhook.channel_id.to_string();
    let fields = [("channel_id", channel.as_str()), ("shown_at", "7")];
    for _ in 0..2 {
        let path = format!("{page}/resend");
        alice.browser.post(&path, &fields).await.expect(303);
    }
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn a_delivery_of_someone_else_s_webhook_is_not_resent() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let page = newest(&alice, &hook).await;
    let mallory = instance.person("mallory").await;
    let channel = hook.webhook.channel_id.to_string();
    let fields = [("channel_id", channel.as_str()), ("shown_at", "7")];
    let path = format!("{page}/resend");
    mallory.browser.post(&path, &fields).await.expect(404);
    acme.join(&mallory).await;
    mallory.browser.post(&path, &fields).await.expect(403);
    let other = acme.webhook(&alice, &acme.general).await;
    let id = page.rsplit('/').next().unwrap();
    let path = format!("/portal/webhooks/{}/deliveries/{id}/resend", other.id());
    alice.browser.post(&path, &fields).await.expect(404);
    assert_eq!(hook.messages().await.len(), 1);
}

#[tokio::test]
async fn a_paused_webhook_resends_nothing() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let page = newest(&alice, &hook).await;
    Webhook::pause(&instance.app, alice.id, hook.id()).await.unwrap();
    let shown = alice.browser.get(&page).await.expect(200);
    assert!(shown.all("#resend button").is_empty());
    let channel = hook.webhook.channel_id.to_string();
    let fields = [("channel_id", channel.as_str()), ("shown_at", "7")];
    let path = format!("{page}/resend");
    alice.browser.post(&path, &fields).await.expect(303);
    let shown = alice.browser.get(&page).await.expect(200);
    assert!(shown.text().contains("A paused webhook can’t post."));
    assert_eq!(hook.messages().await.len(), 1);
}

/// Managers can't lift a suspension, so no page advises them to resume the webhook.
#[tokio::test]
async fn a_suspended_webhook_posts_nothing_from_the_portal_and_is_not_called_paused() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let delivery = newest(&alice, &hook).await;
    let by = Operator::on_terminal("Spam");
    let suspended = Suspendable::Webhook.suspend(&instance.app, hook.id().get(), &by).await;
    assert!(suspended.unwrap());
    let portal = format!("/portal/webhooks/{}", hook.id());
    let why = "The operator suspended this webhook, so it can’t post.";
    let read = async |path: &str| alice.browser.get(path).await.expect(200).text();
    // Whether or not it is paused too.
    for act in ["pause", "resume"] {
        alice.browser.post(&format!("{portal}/{act}"), &[]).await.expect(303);
        if act == "resume" {
            let shown = read(&portal).await;
            assert!(shown.contains("once the operator lifts the suspension"));
            assert!(!shown.contains("Its URL works again."));
        }
        let shown = alice.browser.get(&delivery).await.expect(200);
        assert!(shown.one("#resend").contains(why));
        assert!(shown.all("#resend button").is_empty());
        let channel = hook.webhook.channel_id.to_string();
        let fields = [("channel_id", channel.as_str()), ("shown_at", "7")];
        let resend = format!("{delivery}/resend");
        alice.browser.post(&resend, &fields).await.expect(303);
        let shown = alice.browser.get(&delivery).await.expect(200);
        assert!(shown.one(".flash").contains(why));
        alice.browser.post(&format!("{portal}/test"), &[]).await.expect(303);
        assert!(read(&portal).await.contains(why));
        let fields = [("content", "hello"), ("act", "send")];
        let path = format!("{portal}/playground");
        let shown = alice.browser.post(&path, &fields).await.expect(422);
        assert!(shown.one("[data-fault=form]").contains(why));
    }
    assert_eq!(hook.messages().await.len(), 1);
    // Restored, it posts from all of these pages.
    let restored = Suspendable::Webhook.restore(&instance.app, hook.id().get(), &by).await;
    assert!(restored.unwrap());
    resend(&alice, &delivery).await.expect(303);
    assert_eq!(hook.messages().await.len(), 2);
}

#[tokio::test]
async fn a_form_from_before_the_webhook_was_moved_posts_nothing() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let page = newest(&alice, &hook).await;
    let fields = [("channel_id", "1"), ("shown_at", "7")];
    let path = format!("{page}/resend");
    alice.browser.post(&path, &fields).await.expect(303);
    let shown = alice.browser.get(&page).await.expect(200);
    assert!(shown.text().contains("Nothing was sent"));
    assert_eq!(hook.messages().await.len(), 1);
}

#[tokio::test]
async fn resending_counts_against_the_webhook_s_limit() {
    let instance = TestInstance::configured(|figment| {
        let webhook = rocket::figment::map! { "burst" => 1, "per_minute" => 1 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.webhook", webhook))
    })
    .await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let page = newest(&alice, &hook).await;
    resend(&alice, &page).await.expect(429);
    assert_eq!(hook.messages().await.len(), 1);
}

#[tokio::test]
async fn a_body_that_is_not_stored_as_it_was_sent_can_not_be_resent() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let long = json!({ "content": "a", "extra": "x".repeat(70_000) }).to_string();
    post(&hook, "/discord?wait=true", None, &long).await;
    let cut = newest(&alice, &hook).await;
    post(&hook, "/slack", None, &json!({ "text": hook.path }).to_string()).await;
    crate::support::leaks::published(hook.token());
    let altered = newest(&alice, &hook).await;
    let channel = hook.webhook.channel_id.to_string();
    let fields = [("channel_id", channel.as_str()), ("shown_at", "7")];
    for (page, why) in
        [(&cut, "Only the beginning of its body was stored"), (&altered, "stored differently from how it was sent")]
    {
        let shown = alice.browser.get(page).await.expect(200);
        assert!(shown.one("#resend").contains(why), "{why}");
        let path = format!("{page}/resend");
        alice.browser.post(&path, &fields).await.expect(303);
    }
    assert_eq!(hook.messages().await.len(), 2);
}

#[tokio::test]
async fn a_cut_body_that_ends_like_the_beginning_of_the_token_counts_as_cut() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let beginning = hook.token()[..1].repeat(70_000);
    let long = json!({ "content": "a", "extra": beginning }).to_string();
    post(&hook, "/discord?wait=true", None, &long).await;
    let cut = newest(&alice, &hook).await;
    let shown = alice.browser.get(&cut).await.expect(200);
    let why = "Only the beginning of its body was stored";
    assert!(shown.one("#resend").contains(why));
}
