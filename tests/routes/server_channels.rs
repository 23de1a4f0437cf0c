//! `/servers/<id>/settings/channels`.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Channel;
use portico_store::models::accounts::picture;
use portico_store::models::servers::channel;
use sea_orm::{EntityTrait, Set};

use crate::support::{Community, Person, TestInstance};

#[tokio::test]
async fn a_channel_is_made_under_its_folded_name() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
    let builds = acme.channel("builds").await;
    let (gone, kept) = (acme.webhook(&alice, &builds).await, acme.webhook(&alice, &acme.general).await);
    for hook in [&gone, &kept] {
        let id = hook.webhook.id;
        picture::store(&instance.app.db, picture::PictureKind::Webhook, id.get(), vec![1]).await.unwrap();
    }
    gone.say("before", &[]).await.expect(200);
    let path = acme.settings(&format!("/channels/{}/delete", builds.id));
    alice.browser.post(&path, &[]).await.expect(303);
    gone.say("after", &[]).await.expect(404);
    assert_eq!(gone.row().await, None);
    kept.say("still there", &[]).await.expect(200);
    let left = picture::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].subject_id, kept.webhook.id.get());
}

#[tokio::test]
async fn of_the_last_two_channels_one_stays_with_simultaneous_deletions() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
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

/// The names of the channels as the sidebar shows them.
async fn order(person: &Person<'_>, acme: &Community<'_>) -> Vec<String> {
    let page = person.browser.get(&format!("/channels/{}", acme.general.id)).await.expect(200);
    page.all(".channels > a:not([hidden]) .place-name")
}

/// Shows: channels.order
#[tokio::test]
async fn a_moved_channel_has_its_place_wherever_channels_are_listed() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    for name in ["builds", "talk"] {
        alice.browser.post(&acme.settings("/channels"), &[("name", name)]).await.expect(303);
    }
    assert_eq!(order(&bob, &acme).await, ["general", "builds", "talk"]);
    let list = alice.browser.get(&acme.settings("/channels")).await.expect(200);
    assert_eq!(list.attributes(".role-moves button", "value"), ["2", "1", "3", "2"]);
    let general = acme.settings(&format!("/channels/{}", acme.general.id));
    let moved = alice.browser.post(&general, &[("position", "3")]).await.expect(303);
    assert_eq!(moved.location(), format!("{}#channel-{}", acme.settings("/channels"), acme.general.id));
    assert_eq!(order(&bob, &acme).await, ["builds", "talk", "general"]);
    // The form of the channel moves it too, and keeps the rest.
    let page = alice.browser.get(&general).await.expect(200);
    assert_eq!(page.attributes("input[name=position]", "value"), ["3"]);
    let fields = [("name", "general"), ("name/was", "general"), ("position", "2"), ("position/was", "3")];
    alice.browser.post(&general, &fields).await.expect(303);
    assert_eq!(order(&bob, &acme).await, ["builds", "general", "talk"]);
    // A new one is the last.
    alice.browser.post(&acme.settings("/channels"), &[("name", "attic")]).await.expect(303);
    assert_eq!(order(&bob, &acme).await, ["builds", "general", "talk", "attic"]);
    let builds = bob.browser.get(&format!("/servers/{}", acme.id())).await.expect(303);
    assert!(!builds.location().ends_with(&acme.general.id.to_string()));
}

/// Shows: channels.order
#[tokio::test]
async fn channels_are_moved_by_those_who_manage_them_within_what_they_see() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let builds = acme.channel("builds").await;
    let [general, builds] = [acme.general.id, builds.id].map(|id| acme.settings(&format!("/channels/{id}")));
    let before = instance.all_of_servers().await;
    for position in ["0", "3", "-1", "x", "", "99999999999999999999"] {
        let answer = alice.browser.post(&builds, &[("position", position)]).await.expect(422);
        assert_eq!(answer.faults(), ["position"], "{position}");
        let fields = [("name", "renamed"), ("position", position)];
        let answer = alice.browser.post(&builds, &fields).await.expect(422);
        assert_eq!(answer.faults(), ["position"], "{position}");
    }
    bob.browser.post(&general, &[("position", "2")]).await.expect(403);
    let stranger = instance.person("mallory").await;
    stranger.browser.post(&general, &[("position", "2")]).await.expect(404);
    instance.browser().post(&general, &[("position", "2")]).await.expect(303);
    let other = instance.server("Other", &stranger).await;
    let foreign = other.settings(&format!("/channels/{}", acme.general.id));
    let with_other = instance.all_of_servers().await;
    stranger.browser.post(&foreign, &[("position", "1")]).await.expect(404);
    assert_eq!(instance.all_of_servers().await, with_other);
    assert!(before.len() < with_other.len());
}

#[tokio::test]
async fn a_manager_who_does_not_see_a_channel_moves_others_around_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let hidden = acme.hidden_channel("hidden").await;
    let last = acme.channel("last").await;
    acme.join_with(&bob, Permissions::MANAGE_CHANNELS).await;
    let path = acme.settings(&format!("/channels/{}", hidden.id));
    bob.browser.post(&path, &[("position", "1")]).await.expect(404);
    let path = acme.settings(&format!("/channels/{}", last.id));
    // For Bob it is the second of two.
    bob.browser.post(&path, &[("position", "3")]).await.expect(422);
    bob.browser.post(&path, &[("position", "1")]).await.expect(303);
    assert_eq!(order(&bob, &acme).await, ["last", "general"]);
    assert_eq!(order(&alice, &acme).await, ["last", "general", "hidden"]);
}

/// Shows: channels.order
#[tokio::test]
async fn of_channels_moved_at_once_each_has_a_place_of_its_own() {
    let instance = TestInstance::open().await;
    let (alice, _bob, acme) = instance.acme_with_bob().await;
    let mut ids = vec![acme.general.id];
    for name in ["a", "b", "c", "d"] {
        ids.push(acme.channel(name).await.id);
    }
    let moves = ids.iter().zip(["5", "1", "4", "2", "3"]);
    let moves = moves.map(|(id, position)| Channel::move_to(&instance.app, alice.id, acme.id(), *id, position));
    for moved in rocket::futures::future::join_all(moves).await {
        moved.unwrap();
    }
    let rows = channel::Entity::find().all(&*instance.app.db).await.unwrap();
    let mut places: Vec<i32> = rows.iter().map(|channel| channel.position).collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3, 4, 5]);
}
