//! Muted channels and servers: no unread marks, while mentions still reach the inbox.

use std::time::Duration;

use portico::chat::permissions::Permissions;
use portico::models::servers::mute;
use portico::models::{Channel, Server};
use rocket::figment::Figment;
use sea_orm::EntityTrait;

use crate::support::{Answer, Community, Person, TestApp};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// How many rows there are.
async fn count<E: EntityTrait>(house: &TestApp, _: E) -> usize {
    E::find().all(&*house.app.db).await.unwrap().len()
}

/// Alice writes in two channels that Bob reads.
async fn two(house: &TestApp) -> (Person<'_>, Person<'_>, Community<'_>, Channel) {
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let side = acme.channel("side").await;
    (alice, bob, acme, side)
}

async fn mute_channel(person: &Person<'_>, channel: &Channel, length: &str) -> Answer {
    let path = format!("/channels/{}/mute", channel.id);
    person.browser.post(&path, &[("for", length)]).await
}

async fn mute_server(person: &Person<'_>, server: &Server, length: &str) -> Answer {
    let path = format!("/servers/{}/mute", server.id);
    person.browser.post(&path, &[("for", length)]).await
}

fn words(page: &Answer, kind: &str, id: i64) -> String {
    page.one(&format!(
        "[data-unread-in='{kind}:{id}'] [data-unread-words]"
    ))
}

#[rocket::async_test]
async fn a_muted_channel_is_not_marked_as_unread_and_its_mentions_are_counted() {
    let house = TestApp::open().await;
    let (alice, bob, acme, side) = two(&house).await;
    mute_channel(&bob, &side, "always").await.expect(303);
    alice.say(&side, "hello").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "");
    assert_eq!(words(&page, "server", acme.id()), "");
    assert_eq!(page.all("[data-unread-elsewhere][hidden]").len(), 1);
    assert_eq!(page.all(".channels .muted-place").len(), 1);
    alice.say(&side, "@bob").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "(1 unread mention)");
    assert_eq!(page.one("[data-inbox-count]"), "1");
    // For no one else.
    let carol = house.person("carol").await;
    acme.join(&carol).await;
    house.clock.advance(Duration::from_secs(1));
    alice.say(&side, "again").await.expect(303);
    let page = carol.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "(unread)");
}

#[rocket::async_test]
async fn a_muted_server_mutes_each_of_its_channels() {
    let house = TestApp::open().await;
    let (alice, bob, acme, side) = two(&house).await;
    let other = house.server("Other", &alice).await;
    other.join(&bob).await;
    mute_server(&bob, &acme.server, "always").await.expect(303);
    alice.say(&side, "hello").await.expect(303);
    alice.say(&other.general, "hello").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "server", acme.id()), "");
    assert_eq!(words(&page, "server", other.id()), "(unread)");
    assert_eq!(page.all(".channels .muted-place").len(), 2);
}

#[rocket::async_test]
async fn a_mute_ends_when_its_time_has_come_or_it_is_lifted() {
    let house = TestApp::open().await;
    let (alice, bob, acme, side) = two(&house).await;
    alice.say(&side, "hello").await.expect(303);
    for (length, hours) in [("1h", 1), ("8h", 8)] {
        mute_channel(&bob, &side, length).await.expect(303);
        house.clock.advance(HOUR * hours - Duration::from_secs(1));
        let page = bob.feed(&acme.general).await;
        assert_eq!(words(&page, "channel", side.id), "", "{length}");
        house.clock.advance(Duration::from_secs(1));
        let page = bob.feed(&acme.general).await;
        assert_eq!(words(&page, "channel", side.id), "(unread)", "{length}");
    }
    house.sweeps_up_now().await;
    assert_eq!(count(&house, mute::Entity).await, 0);
    mute_channel(&bob, &side, "always").await.expect(303);
    house.clock.advance(HOUR * 24 * 20);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "");
    mute_channel(&bob, &side, "off").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "(unread)");
}

#[rocket::async_test]
async fn what_is_muted_is_listed_and_lifted_there_by_its_owner_alone() {
    let house = TestApp::open().await;
    let (_alice, bob, acme, side) = two(&house).await;
    let carol = house.person("carol").await;
    mute_channel(&bob, &side, "always").await.expect(303);
    mute_server(&bob, &acme.server, "8h").await.expect(303);
    let list = bob.browser.get("/settings/notifications").await.expect(200);
    assert_eq!(list.all("[data-place-id]").len(), 2);
    let page = carol.browser.get("/settings/notifications").await;
    assert_eq!(page.expect(200).all("[data-place-id]").len(), 0);
    let end = format!("/settings/notifications/mutes/{}/end", side.id);
    carol.browser.post(&end, &[]).await.expect(404);
    house.browser().post(&end, &[]).await.expect(303);
    assert_eq!(count(&house, mute::Entity).await, 2);
    bob.browser.post(&end, &[]).await.expect(303);
    bob.browser.post(&end, &[]).await.expect(404);
    assert_eq!(count(&house, mute::Entity).await, 1);
}

#[rocket::async_test]
async fn a_place_that_can_not_be_seen_any_more_is_listed_without_its_name() {
    let house = TestApp::open().await;
    let (_alice, bob, acme, side) = two(&house).await;
    mute_channel(&bob, &side, "always").await.expect(303);
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&side, &bob, none, view).await;
    let list = bob.browser.get("/settings/notifications").await.expect(200);
    assert_eq!(list.all("[data-place-id]").len(), 1);
    assert!(!list.text().contains("side<"), "{}", list.text());
}

#[rocket::async_test]
async fn only_what_can_be_seen_is_muted_and_only_for_the_lengths_there_are() {
    let house = TestApp::open().await;
    let (_alice, bob, acme, side) = two(&house).await;
    let mallory = house.person("mallory").await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&side, &bob, none, view).await;
    mute_channel(&bob, &side, "1h").await.expect(404);
    mute_channel(&mallory, &acme.general, "1h")
        .await
        .expect(404);
    mute_server(&mallory, &acme.server, "1h").await.expect(404);
    for odd in ["", "2h", "-1", "forever"] {
        mute_channel(&bob, &acme.general, odd).await.expect(400);
    }
    let path = format!("/channels/{}/mute", acme.general.id);
    let strange = house.browser().post(&path, &[("for", "1h")]).await;
    assert!(strange.expect(303).location().starts_with("/sign-in"));
    assert_eq!(count(&house, mute::Entity).await, 0);
}

/// Shows: caps.mutes
#[rocket::async_test]
async fn one_more_than_the_cap_is_refused_and_what_is_muted_can_be_changed() {
    let house =
        TestApp::configured(|figment: Figment| figment.merge(("caps.mutes_per_person", 1))).await;
    let (_alice, bob, acme, side) = two(&house).await;
    mute_channel(&bob, &side, "1h").await.expect(303);
    mute_channel(&bob, &side, "8h").await.expect(303);
    let refused = mute_channel(&bob, &acme.general, "1h").await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    let sentence = "You have 1 muted channels and servers, the most a person can have.";
    assert!(refused.text().contains(sentence), "{}", refused.text());
    assert_eq!(refused.one(".chat-head h1"), "general");
    let refused = mute_server(&bob, &acme.server, "1h").await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    assert_eq!(refused.one(".chat-head h1"), "general");
    assert_eq!(count(&house, mute::Entity).await, 1);
    house.clock.advance(HOUR * 8);
    mute_channel(&bob, &acme.general, "1h").await.expect(303);
}

#[rocket::async_test]
async fn nothing_is_left_of_the_mutes_of_what_is_deleted() {
    let house = TestApp::open().await;
    let (alice, bob, acme, side) = two(&house).await;
    mute_channel(&bob, &side, "always").await.expect(303);
    mute_server(&bob, &acme.server, "always").await.expect(303);
    Channel::delete(&house.app, alice.id, acme.id(), side.id)
        .await
        .unwrap();
    house.sweeps_up().await;
    assert_eq!(count(&house, mute::Entity).await, 1);
    house.sign_in_on(&alice.browser, &alice.user).await;
    let path = format!("/servers/{}/settings/delete", acme.id());
    alice
        .browser
        .post(&path, &[("confirm", "Acme")])
        .await
        .expect(303);
    house.sweeps_up().await;
    assert_eq!(count(&house, mute::Entity).await, 0);
}
