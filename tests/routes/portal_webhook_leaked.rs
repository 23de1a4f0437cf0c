//! `/portal/webhooks/<id>/leaked`: a URL that got out is replaced, the webhook paused, and its messages can be removed.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Webhook;
use serde_json::json;

use crate::support::{TestInstance, TestWebhook, problem};

fn path(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}/leaked", hook.id())
}

#[tokio::test]
async fn the_old_url_stops_working_and_the_new_one_waits_until_it_is_resumed() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let answer = alice.browser.post(&path(&hook), &[("since", "hour")]).await;
    assert_eq!(answer.expect(303).location(), format!("{}?since=hour", path(&hook)));
    problem(hook.say("Spam", &[]).await, 404, "unknown_webhook");
    let row = hook.row().await.unwrap();
    assert!(!row.accepts_posts());
    let url = row.runtime_url(&instance.app).unwrap();
    let new = url.expose().strip_prefix("http://localhost:8000").unwrap();
    assert_ne!(new, hook.path);
    let body = json!({ "content": "Back again" }).to_string();
    let post = || instance.post_json(new, &[], body.as_bytes());
    problem(post().await, 404, "unknown_webhook");
    Webhook::resume(&instance.app, alice.id, hook.id()).await.unwrap();
    post().await.expect(200);
    problem(hook.say("Spam", &[]).await, 404, "unknown_webhook");
    let acts: Vec<_> = instance.audited().await;
    let acts: Vec<_> = acts.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(acts[acts.len() - 2..], ["webhook_reported_leaked", "webhook_resumed"]);
}

#[tokio::test]
async fn the_page_after_it_offers_to_remove_what_was_posted_to_those_who_may() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let page = alice.browser.get(&format!("{}?since=week", path(&hook))).await;
    let page = page.expect(200);
    let may = Permissions::NAMES.iter().find(|one| one.name == "manage_messages");
    let form = format!("form[action=\"/channels/{}/messages/delete\"]", acme.general.id);
    assert_eq!(page.all(&form).len(), usize::from(may.is_some()));
    if may.is_some() {
        let author = page.attributes(&format!("{form} [name=author]"), "value");
        assert_eq!(author, [format!("webhook:{}", hook.id())]);
        let chosen = page.attributes(&format!("{form} [name=since][checked]"), "value");
        assert_eq!(chosen, ["week"]);
    }
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let page = bob.browser.get(&path(&hook)).await.expect(200);
    assert!(page.all(&form).is_empty());
}

#[tokio::test]
async fn a_webhook_that_is_paused_stays_paused_since_then() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    Webhook::pause(&instance.app, alice.id, hook.id()).await.unwrap();
    let before = hook.row().await.unwrap();
    instance.clock.advance(Duration::from_secs(60));
    // Any other time than the ones offered counts as none.
    let answer = alice.browser.post(&path(&hook), &[("since", "year")]).await;
    assert_eq!(answer.expect(303).location(), path(&hook));
    let row = hook.row().await.unwrap();
    assert_eq!(row.paused_at, before.paused_at);
    assert_ne!(row.token_hash, before.token_hash);
}

#[tokio::test]
async fn it_takes_what_regenerating_takes() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    carol.browser.post(&path(&hook), &[]).await.expect(404);
    acme.join(&carol).await;
    carol.browser.post(&path(&hook), &[]).await.expect(403);
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let (none, view) = (Permissions::NONE, Permissions::VIEW_CHANNEL);
    acme.overwrite_member(&acme.general, &bob, none, view).await;
    bob.browser.post(&path(&hook), &[]).await.expect(403);
    instance.clock.advance(Duration::from_secs(16 * 60));
    let answer = alice.browser.post(&path(&hook), &[]).await.expect(303);
    assert!(answer.location().starts_with("/confirm"));
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
    hook.say("Still here", &[]).await.expect(200);
}
