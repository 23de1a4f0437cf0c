//! `/servers/<id>/settings/channels`.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::picture;
use portico_store::models::servers::channel;
use sea_orm::{EntityTrait, Set};

use crate::support::TestInstance;

#[tokio::test]
async fn a_channel_is_made_under_its_folded_name() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let path = acme.settings("/channels");
    let fields = [("name", " Build  Status "), ("topic", " red or green ")];
    let answer = alice.browser.post(&path, &fields).await.expect(303);
    assert_eq!(answer.location(), path);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.all(".rows .list-title"), ["general", "build-status"]);
    assert_eq!(page.one(".rows .list-sub"), "red or green");
}

#[tokio::test]
async fn every_fault_of_a_channel_is_shown_and_what_was_typed_stays() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let before = instance.all_of_servers().await;
    let long = "t".repeat(201);
    for path in [acme.settings("/channels"), acme.settings(&format!("/channels/{}", acme.general.id))] {
        let fields = [("name", "a/b"), ("topic", long.as_str())];
        let answer = alice.browser.post(&path, &fields).await.expect(422);
        assert_eq!(answer.faults(), ["name", "topic"]);
        assert_eq!(answer.attributes("input[name=name]", "value"), ["a/b"]);
        assert_eq!(answer.attributes("input[name=topic]", "value"), [long.as_str()]);
        let answer = alice.browser.post(&path, &[]).await.expect(422);
        assert_eq!(answer.faults(), ["name"]);
    }
    assert_eq!(instance.all_of_servers().await, before);
}

#[tokio::test]
async fn a_topic_may_have_two_hundred_characters_of_any_size() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let topic = "ü".repeat(200);
    let fields = [("name", "general"), ("topic", topic.as_str())];
    let path = acme.settings(&format!("/channels/{}", acme.general.id));
    let answer = alice.browser.post(&path, &fields).await.expect(303);
    assert_eq!(answer.location(), path);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.attributes("input[name=topic]", "value"), [topic]);
}

#[tokio::test]
async fn two_channels_of_a_server_never_have_the_same_name() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    instance.server("Other", &alice).await;
    let builds = acme.channel("builds").await;
    for path in [acme.settings("/channels"), acme.settings(&format!("/channels/{}", builds.id))] {
        let answer = alice.browser.post(&path, &[("name", "General")]).await;
        assert_eq!(answer.expect(422).faults(), ["name"], "{path}");
    }
}

#[tokio::test]
async fn a_server_keeps_its_last_channel() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let builds = acme.channel("builds").await;
    let (first, last) = (
        acme.settings(&format!("/channels/{}/delete", acme.general.id)),
        acme.settings(&format!("/channels/{}/delete", builds.id)),
    );
    alice.browser.post(&first, &[]).await.expect(303);
    alice.browser.post(&first, &[]).await.expect(404);
    let answer = alice.browser.post(&last, &[]).await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    let left = channel::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(left, [builds]);
}

#[tokio::test]
async fn a_deleted_channel_takes_its_webhooks_and_their_pictures_along() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let builds = acme.channel("builds").await;
    let (gone, kept) = (acme.webhook(&alice, &builds).await, acme.webhook(&alice, &acme.general).await);
    for hook in [&gone, &kept] {
        let id = hook.webhook.id;
        picture::store(&instance.app.db, picture::PictureKind::Webhook, id, vec![1]).await.unwrap();
    }
    gone.say("before", &[]).await.expect(200);
    let path = acme.settings(&format!("/channels/{}/delete", builds.id));
    alice.browser.post(&path, &[]).await.expect(303);
    gone.say("after", &[]).await.expect(404);
    assert_eq!(gone.row().await, None);
    kept.say("still there", &[]).await.expect(200);
    let left = picture::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].subject_id, kept.webhook.id);
}

#[tokio::test]
async fn of_the_last_two_channels_one_stays_with_simultaneous_deletions() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let builds = acme.channel("builds").await;
    let (first, second) = (
        acme.settings(&format!("/channels/{}/delete", acme.general.id)),
        acme.settings(&format!("/channels/{}/delete", builds.id)),
    );
    let (one, two) = rocket::tokio::join!(alice.browser.post(&first, &[]), alice.browser.post(&second, &[]),);
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422]);
}

#[tokio::test]
async fn a_server_has_no_more_than_five_hundred_channels() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let rows = (0..498).map(|number| channel::ActiveModel {
        slow_mode: Set(0),
        id: Set(instance.app.id()),
        server_id: Set(acme.id()),
        name: Set(format!("c{number}")),
        topic: Set(String::new()),
        created_at: Set(instance.app.now()),
        position: Set(0),
    });
    channel::Entity::insert_many(rows).exec_without_returning(&*instance.app.db).await.unwrap();
    let path = acme.settings("/channels");
    alice.browser.post(&path, &[("name", "the-last")]).await.expect(303);
    let answer = alice.browser.post(&path, &[("name", "one-more")]).await;
    assert_eq!(answer.expect(422).faults(), ["form"]);
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn a_manager_finds_no_channel_that_they_may_not_view() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&bob, Permissions::MANAGE_CHANNELS).await;
    let secret = acme.channel("secret").await;
    acme.overwrite_role(&secret, &acme.all().await, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let before = instance.all_of_servers().await;
    let page = bob.browser.get(&acme.settings("/channels")).await;
    assert_eq!(page.expect(200).all(".rows .list-title"), ["general"]);
    let path = acme.settings(&format!("/channels/{}", secret.id));
    bob.browser.get(&path).await.expect(404);
    for (form, fields) in [
        (path.clone(), vec![("name", "seen")]),
        (format!("{path}/delete"), vec![]),
        (format!("{path}/overwrites"), vec![("target", "role:1")]),
    ] {
        bob.browser.post(&form, &fields).await.expect(404);
    }
    assert_eq!(instance.all_of_servers().await, before);
}
