//! A node's cache of webhooks and apps saves look-ups, but decides nothing: other nodes change them too.

use portico_store::models::Webhook;
use portico_store::models::messages::mention;
use portico_store::models::webhooks::webhook::WebhookChanges;
use rocket::futures::future::{join, join_all};
use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait};
use serde_json::json;

use crate::support::{TestInstance, TestWebhook, expect_refusal};

fn path(hook: &TestWebhook<'_>) -> String {
    format!("/webhooks/{}/{}", hook.id(), hook.token())
}

/// Two nodes that have both met the webhook, and so remember it.
async fn met(instance: &TestInstance, hook: &TestWebhook<'_>) -> TestInstance {
    let other = instance.beside(|figment| figment).await;
    for node in [instance, &other] {
        let body = br#"{"content":"a"}"#;
        node.post_json(&path(hook), &[], body).await.expect(200);
    }
    other
}

/// Shows: webhook.one-answer
#[tokio::test]
async fn a_url_disabled_on_another_node_looks_like_an_unknown_one() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let other = met(&instance, &hook).await;
    Webhook::regenerate(&other.app, alice.id, hook.id()).await.unwrap();
    for body in [r#"{"content":"late"}"#, r#"{"content":""}"#, "{"] {
        let answer = instance.post_json(&path(&hook), &[], body.as_bytes()).await;
        answer.expect(404);
    }
    assert_eq!(hook.messages().await.len(), 2);
}

/// Shows: webhook.one-answer
#[tokio::test]
async fn in_a_batch_posts_to_a_dead_url_leave_no_message_or_mention() {
    let instance = TestInstance::open().await;
    let (alice, acme, dead) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    let live = acme.webhook(&alice, &acme.general).await;
    let other = met(&instance, &dead).await;
    Webhook::regenerate(&other.app, alice.id, dead.id()).await.unwrap();
    let call = format!("@<{}>", bob.id);
    let (late, well) = join(
        join_all((0..16).map(|_| dead.say(&call, &["users"]))),
        join_all((0..16).map(|_| live.say(&call, &["users"]))),
    )
    .await;
    for answer in late {
        answer.expect(404);
    }
    for answer in well {
        answer.expect(200);
    }
    assert_eq!(dead.messages().await.len(), 2);
    assert_eq!(live.messages().await.len(), 16);
    let kept = mention::Entity::find().count(&*instance.app.db).await.unwrap();
    assert_eq!(kept, 16);
}

/// Shows: webhook.unavailable
#[tokio::test]
async fn a_post_that_was_refused_for_waiting_too_long_is_not_stored_afterwards() {
    let instance = TestInstance::open().await;
    // On SQLite nobody waits within the database.
    if !instance.is_on_postgres() {
        return;
    }
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let bodies = [json!({ "content": "plain" }), json!({ "content": "@all", "allowedMentions": { "parse": ["all"] } })];
    for (before, body) in bodies.into_iter().enumerate() {
        let write = instance.app.begin().await.unwrap();
        let hold = format!("SELECT FROM webhooks WHERE id = {} FOR UPDATE", hook.id());
        write.execute_unprepared(&hold).await.unwrap();
        hook.post(body.clone()).await.expect(503);
        write.commit().await.unwrap();
        hook.post(body).await.expect(200);
        assert_eq!(hook.messages().await.len(), before + 1);
    }
}

/// Shows: webhook.paused-or-deleted
#[tokio::test]
async fn a_webhook_that_another_node_paused_posts_nothing() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let other = met(&instance, &hook).await;
    Webhook::pause(&other.app, alice.id, hook.id()).await.unwrap();
    let path = path(&hook);
    let post = || instance.post_json(&path, &[], br#"{"content":"b"}"#);
    post().await.expect(404);
    Webhook::resume(&other.app, alice.id, hook.id()).await.unwrap();
    post().await.expect(200);
}

/// Shows: webhook.moved
#[tokio::test]
async fn a_webhook_that_another_node_renamed_and_moved_posts_there_under_the_new_name() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let lounge = acme.channel("lounge").await;
    let other = met(&instance, &hook).await;
    let changes = WebhookChanges {
        channel_id: Some(&lounge.id.to_string()),
        name: Some("Deploys"),
        avatar: Ok(None),
        remove_avatar: false,
    };
    Webhook::edit(&other.app, alice.id, hook.id(), changes).await.unwrap();
    let body = br#"{"content":"b"}"#;
    let answer = instance.post_json(&path(&hook), &[], body).await.expect(200);
    let message = &answer.json()["message"];
    assert_eq!(message["name"], "Deploys");
    assert_eq!(message["channel_id"], lounge.id.get());
}

/// Shows: token.two-secrets
#[tokio::test]
async fn a_secret_that_another_node_dropped_opens_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(200);
    let other = instance.beside(|figment| figment).await;
    let secrets = portico_store::models::ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap();
    let another = app.app.add_secret(&other.app).await.unwrap();
    app.app.delete_secret(&other.app, secrets[0].id).await.unwrap();
    let code = app.code_for(&alice).await;
    expect_refusal(app.exchange(&code).await, 401, "invalid_client");
    app.exchange_with(&code, json!({ "client_secret": another.expose() })).await.expect(200);
}
