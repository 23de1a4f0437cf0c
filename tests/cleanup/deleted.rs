//! Deleted channels: nothing shows their messages, which are deleted in steps.

use portico::background::cleanup::ROWS_PER_STEP;
use portico_store::models::cleanup::Step;
use portico_store::models::messages::{inbox, mention, message, read_mark, version};
use portico_store::models::webhooks::webhook::WebhookChanges;
use portico_store::models::{Channel, Server, tombstone};
use portico_store::posting;
use rocket::tokio;
use sea_orm::{EntityTrait, Set};

use super::{HOUR, busy};
use crate::support::TestInstance;

/// Shows: growth.transactions
#[tokio::test]
async fn a_channel_is_deleted_at_once_and_its_messages_in_steps() {
    let instance = TestInstance::open().await;
    let (alice, acme, busy) = busy(&instance).await;
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    let role = acme.join_with(&bob, portico_rules::chat::permissions::Permissions::NONE).await;
    let text = format!("@bob @role_{} @all", role.id);
    alice.say(&busy, &text).await.expect(303);
    assert_eq!(instance.rows(mention::Entity).await, 3);
    instance.many(&busy, ROWS_PER_STEP).await;
    assert_eq!(instance.unread(bob.id).await, 1);

    Channel::delete(&instance.app, alice.id, acme.id(), busy.id).await.unwrap();
    // Nothing is deleted yet, but nothing is shown.
    assert_eq!(instance.rows(message::Entity).await, ROWS_PER_STEP + 1);
    assert_eq!(instance.rows(mention::Entity).await, 3);
    assert_eq!(instance.unread(bob.id).await, 0);
    inbox::mark_all_read(&instance.app, bob.id, portico_rules::ids::MAX_ID).await.unwrap();
    let page = bob.browser.get("/inbox").await.expect(200);
    assert!(!page.text().contains("busy"), "{}", page.text());
    bob.browser.get(&format!("/channels/{}", busy.id)).await.expect(404);

    let step = instance.step("departed").await;
    assert_eq!(step, Step { rows: ROWS_PER_STEP, more: true });
    assert_eq!(instance.rows(mention::Entity).await, 0);
    // The last message, and how far Alice had read.
    let step = instance.step("departed").await;
    assert_eq!(step, Step { rows: 2, more: false });
    assert_eq!(instance.rows(message::Entity).await, 0);
    assert_eq!(instance.rows(read_mark::Entity).await, 0);

    // Who was writing while it went is caught an hour later; then its name goes as well.
    instance.many(&busy, 1).await;
    assert_eq!(instance.rows_deleted("departed").await, 0);
    assert_eq!(instance.rows(tombstone::Entity).await, 1);
    instance.goes_after("departed", HOUR, 1).await;
    assert_eq!(instance.rows(tombstone::Entity).await, 0);
}

#[tokio::test]
async fn a_server_takes_the_messages_of_all_its_channels_along() {
    let instance = TestInstance::open().await;
    let (alice, acme, busy) = busy(&instance).await;
    let other = instance.server("Other", &alice).await;
    alice.say(&acme.general, "one").await.expect(303);
    alice.say(&busy, "two @all").await.expect(303);
    alice.say(&other.general, "three @all").await.expect(303);
    Server::delete(&instance.app, alice.id, acme.id(), "Acme").await.unwrap();
    assert_eq!(instance.unread(alice.id).await, 0);
    // Two messages, two marks of Alice's, and that she was a member.
    assert_eq!(instance.rows_deleted("departed").await, 5);
    assert_eq!(instance.rows(message::Entity).await, 1);
    assert_eq!(instance.rows(mention::Entity).await, 1);
    assert_eq!(instance.rows(read_mark::Entity).await, 1);
}

#[tokio::test]
async fn messages_of_a_channel_that_is_not_deleted_after_all_stay() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    alice.say(&acme.general, "hello").await.expect(303);
    // The last one stays.
    let refused = Channel::delete(&instance.app, alice.id, acme.id(), acme.general.id).await;
    assert!(refused.is_err());
    assert_eq!(instance.rows_deleted("departed").await, 0);
    assert_eq!(instance.rows(message::Entity).await, 1);
}

#[tokio::test]
async fn the_log_leads_to_no_message_of_a_channel_that_is_gone() {
    let instance = TestInstance::open().await;
    let (alice, acme, busy) = busy(&instance).await;
    let hook = acme.webhook(&alice, &busy).await;
    hook.say("hello", &[]).await.expect(200);
    instance.app.log.settled().await;
    let moved = WebhookChanges {
        channel_id: Some(&acme.general.id.to_string()),
        name: Some("Builds"),
        avatar: Ok(None),
        remove_avatar: false,
    };
    portico_store::models::Webhook::edit(&instance.app, alice.id, hook.id(), moved).await.unwrap();
    let attempt = portico_store::models::logs::delivery::Entity::find().one(&*instance.app.db).await.unwrap().unwrap();
    let path = format!("/portal/webhooks/{}/deliveries/{}", hook.id(), attempt.id);
    let link = format!("/channels/{}?", busy.id);
    let shown = |page: crate::support::Answer| page.attributes("a", "href").iter().any(|href| href.starts_with(&link));
    assert!(shown(alice.browser.get(&path).await.expect(200)));
    Channel::delete(&instance.app, alice.id, acme.id(), busy.id).await.unwrap();
    assert!(!shown(alice.browser.get(&path).await.expect(200)));
}

#[tokio::test]
async fn deleting_a_channel_also_deletes_a_message_being_written() {
    let instance = TestInstance::open().await;
    let (alice, acme, busy) = busy(&instance).await;
    let write = instance.app.begin().await.unwrap();
    assert!(Channel::lock(&write, busy.id).await.unwrap());
    let (app, ids) = (instance.app.clone(), (alice.id, acme.id(), busy.id));
    let deletion = tokio::spawn(async move { Channel::delete(&app, ids.0, ids.1, ids.2).await });
    message::Entity::insert(message::ActiveModel {
        id: Set(instance.app.id()),
        channel_id: Set(busy.id),
        author_id: Set(Some(alice.id)),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        content: Set("wait".to_owned()),
        spans: Set(None),
        cards: Set(None),
        edited_at: Set(None),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    })
    .exec_without_returning(&*write)
    .await
    .unwrap();
    write.commit().await.unwrap();
    deletion.await.unwrap().unwrap();
    assert_eq!(instance.rows_deleted("departed").await, 1);
    // And nobody writes in it any more.
    let write = instance.app.begin().await.unwrap();
    assert!(!Channel::lock(&write, busy.id).await.unwrap());
    drop(write);
    let refused = posting::post(&instance.app, alice.id, busy.id, "late").await;
    assert!(matches!(refused, Err(portico_platform::error::Error::NotFound)));
}

#[tokio::test]
async fn versions_of_edited_messages_are_deleted_with_their_channel() {
    let instance = TestInstance::open().await;
    let (alice, acme, busy) = busy(&instance).await;
    let id = instance.app.id();
    message::Entity::insert(message::ActiveModel {
        id: Set(id),
        channel_id: Set(busy.id),
        author_id: Set(None),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        content: Set("after".to_owned()),
        spans: Set(None),
        cards: Set(None),
        edited_at: Set(Some(5)),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    })
    .exec_without_returning(&*instance.app.db)
    .await
    .unwrap();
    version::Entity::insert(version::ActiveModel {
        message_id: Set(id),
        edited_at: Set(5),
        content: Set("before".to_owned()),
        spans: Set(None),
        cards: Set(None),
        name: Set(None),
    })
    .exec_without_returning(&*instance.app.db)
    .await
    .unwrap();
    Channel::delete(&instance.app, alice.id, acme.id(), busy.id).await.unwrap();
    instance.step("departed").await;
    assert_eq!(instance.rows(message::Entity).await, 0);
    assert_eq!(instance.rows(version::Entity).await, 0);
}
