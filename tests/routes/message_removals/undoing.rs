//! Undoing a removal, its cleanup afterwards, and what others do at the same time.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::messages::removal::Author;
use portico_store::models::messages::{moderation, removal};
use rocket::futures::future::{join, join_all};
use sea_orm::EntityTrait;
use serde_json::json;

use super::{remove, undo_path};
use crate::support::TestInstance;

#[tokio::test]
async fn undone_within_the_minute_everything_is_back_as_it_was() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    let edited = hook.posts("@all @bob one").await;
    hook.posts("@bob two").await;
    assert_eq!(hook.asks("PATCH", edited).await, 200);
    let feed = bob.feed(&acme.general).await.all(".content");
    let inbox = bob.browser.get("/inbox").await.all(".content");
    let before = instance.row_counts().await;
    let answer = remove(&alice.browser, &acme.general, Author::Webhook(hook.id())).await;
    let undo = undo_path(&alice.browser, &answer.expect(303)).await;
    instance.clock.advance(Duration::from_millis(59_999));
    instance.run_cleanup().await;
    let answer = alice.browser.post(&undo, &[]).await.expect(303);
    let page = alice.browser.get(answer.location()).await.expect(200);
    assert!(page.text().contains("2 messages are restored."));
    assert_eq!(bob.feed(&acme.general).await.all(".content"), feed);
    let again = bob.browser.get("/inbox").await.all(".content");
    assert_eq!(again, inbox);
    assert_eq!(instance.row_counts().await, before);
    assert_eq!(hook.asks("GET", edited).await, 200);
    // Pressed twice.
    let again = alice.browser.post(&undo, &[]).await.expect(422);
    let said = again.one("[data-fault=form]");
    assert!(said.contains("These messages are restored already, or the time for undoing is over."), "{said}");
    assert_eq!(again.all(".content"), feed);
    bob.browser.post(&undo, &[]).await.expect(422);
}

#[tokio::test]
async fn after_the_minute_it_cannot_be_undone_and_the_rows_are_deleted_in_steps() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    for turn in 0..40 {
        hook.posts(&format!("@all spam {turn}")).await;
        alice.say(&acme.general, "between").await.expect(303);
    }
    let answer = remove(&alice.browser, &acme.general, Author::Webhook(hook.id())).await;
    let undo = undo_path(&alice.browser, &answer.expect(303)).await;
    instance.clock.advance(Duration::from_secs(60));
    let late = alice.browser.post(&undo, &[]).await.expect(422);
    assert_eq!(late.faults(), ["form"]);
    assert!(late.text().contains("The minute is over."));
    let form = alice.browser.get(&undo).await.expect(303);
    alice.browser.get(form.location()).await.expect(200);
    // Steps of eight messages: none deletes more, and readers see the same after each.
    let mut steps = 0;
    loop {
        let before = instance.row_counts().await;
        let write = instance.app.begin().await.unwrap();
        let now = instance.app.now();
        let (deleted, more) = moderation::delete_due(&write, now, 8).await.unwrap();
        write.commit().await.unwrap();
        assert!(deleted <= 8);
        let after = instance.row_counts().await;
        assert_eq!(before[1] - after[1], deleted);
        let feed = alice.feed(&acme.general).await;
        assert!(feed.all(".content").iter().all(|text| text == "between"));
        alice.browser.post(&undo, &[]).await;
        if !more {
            break;
        }
        steps += 1;
    }
    assert_eq!(steps, 10 + 1);
    assert_eq!(instance.row_counts().await, [0, 40, 0, 0]);
    alice.browser.post(&undo, &[]).await.expect(422);
}

#[tokio::test]
async fn of_an_undo_and_the_cleanup_at_once_exactly_one_wins() {
    for _ in 0..5 {
        let instance = TestInstance::open().await;
        let (alice, acme, hook) = instance.acme_with_webhook().await;
        for turn in 0..3 {
            hook.posts(&format!("spam {turn}")).await;
        }
        let answer = remove(&alice.browser, &acme.general, Author::Webhook(hook.id())).await;
        let undo = undo_path(&alice.browser, &answer.expect(303)).await;
        // The undo begins within the minute, the cleanup's node has a clock that is a little fast.
        instance.clock.advance(Duration::from_millis(59_990));
        let now = instance.app.now() + 20;
        let cleanup = async {
            let write = instance.app.begin().await.unwrap();
            let (deleted, _) = moderation::delete_due(&write, now, 250).await.unwrap();
            write.commit().await.unwrap();
            deleted
        };
        let (answer, deleted) = join(alice.browser.post(&undo, &[]), cleanup).await;
        let left = alice.feed(&acme.general).await.all(".content").len();
        match answer.status {
            303 => assert_eq!((deleted, left), (0, 3)),
            422 => assert_eq!((deleted, left), (3, 0)),
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn two_moderators_at_once_remove_each_message_once() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let carol = instance.person("carol").await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    for turn in 0..3 {
        hook.posts(&format!("spam {turn}")).await;
    }
    let author = Author::Webhook(hook.id());
    let both = join(remove(&alice.browser, &acme.general, author), remove(&carol.browser, &acme.general, author));
    let (first, second) = both.await;
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422]);
    assert_eq!(instance.row_counts().await[0], 1);
    let (done, by) = if first.status == 303 { (first, &alice) } else { (second, &carol) };
    // Either of them undoes it.
    let undo = undo_path(&by.browser, &done).await;
    carol.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content").len(), 3);
}

#[tokio::test]
async fn while_a_moderator_is_banned_nothing_is_removed_by_them_after_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    acme.join_with(&bob, Permissions::MANAGE_MESSAGES).await;
    let mut channels = Vec::new();
    for turn in 0..8 {
        let channel = acme.channel(&format!("side-{turn}")).await;
        alice.say(&channel, "stays").await.expect(303);
        channels.push(channel);
    }
    let author = Author::User(alice.id);
    let removals = channels.iter().map(|channel| remove(&bob.browser, channel, author));
    let ban = async {
        let path = acme.settings(&format!("/members/{}/ban", bob.id));
        alice.browser.post(&path, &[]).await.expect(303);
        instance.row_counts().await[0]
    };
    let (_, removed) = join(join_all(removals), ban).await;
    assert_eq!(instance.row_counts().await[0], removed);
}

#[tokio::test]
async fn posts_and_edits_during_a_removal_are_removed_or_stay_whole() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let edited = hook.posts("first").await;
    let posts = join_all((0..8).map(|turn| {
        let hook = &hook;
        async move { hook.posts(&format!("spam {turn}")).await }
    }));
    let removal = remove(&alice.browser, &acme.general, Author::Webhook(hook.id()));
    let ((ids, patched), answer) = join(join(posts, hook.asks("PATCH", edited)), removal).await;
    let answer = answer.expect(303);
    assert!([200, 404].contains(&patched), "{patched}");
    let removal = removal::Entity::find().one(&*instance.app.db).await;
    let last = removal.unwrap().unwrap().last_id;
    let left = ids.iter().filter(|id| **id > last.into()).count();
    let shown = async || alice.feed(&acme.general).await.all(".content").len();
    assert_eq!(shown().await, left);
    let undo = undo_path(&alice.browser, &answer).await;
    alice.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(shown().await, 9);
}

#[tokio::test]
async fn a_channel_has_no_more_unfinished_removals_than_the_cap() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps", json!({ "removals_per_channel": 2 }))));
    let instance = instance.await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let author = Author::Webhook(hook.id());
    for _ in 0..2 {
        hook.posts("spam").await;
        remove(&alice.browser, &acme.general, author).await.expect(303);
    }
    hook.posts("spam").await;
    let answer = remove(&alice.browser, &acme.general, author).await.expect(422);
    let fault = answer.one("[data-fault=form]");
    assert!(fault.contains("This channel has 2 removals"), "{fault}");
    instance.clock.advance(Duration::from_secs(60));
    instance.run_cleanup().await;
    remove(&alice.browser, &acme.general, author).await.expect(303);
}
