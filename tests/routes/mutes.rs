//! Muted channels and servers: no unread marks, while mentions still reach the inbox.

use std::fmt::Display;
use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::mute;
use portico_store::models::{Channel, Server};
use rocket::figment::Figment;

use crate::support::{Answer, Person, TestInstance};

const HOUR: Duration = Duration::from_secs(60 * 60);

async fn mute_channel(person: &Person<'_>, channel: &Channel, length: &str) -> Answer {
    let path = format!("/channels/{}/mute", channel.id);
    person.browser.post(&path, &[("for", length)]).await
}

async fn mute_server(person: &Person<'_>, server: &Server, length: &str) -> Answer {
    let path = format!("/servers/{}/mute", server.id);
    person.browser.post(&path, &[("for", length)]).await
}

/// How many channels of the list say that they are muted.
fn muted(page: &Answer) -> usize {
    let channels = page.all(".channels > a");
    let muted = channels.iter().filter(|name| name.contains("(muted)"));
    muted.count()
}

fn words(page: &Answer, kind: &str, id: impl Display) -> String {
    page.one(&format!("[data-unread-in='{kind}:{id}'] [data-unread-words]"))
}

#[tokio::test]
async fn a_muted_channel_is_not_marked_as_unread_and_its_mentions_are_counted() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    mute_channel(&bob, &side, "always").await.expect(303);
    alice.say(&side, "hello").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "");
    assert_eq!(words(&page, "server", acme.id()), "");
    assert_eq!(page.all("[data-unread-elsewhere][hidden]").len(), 1);
    assert_eq!(muted(&page), 1);
    alice.say(&side, "@bob").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "(1 unread mention)");
    assert_eq!(page.one("[data-inbox-count]"), "1");
    // For no one else.
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    instance.clock.advance(Duration::from_secs(1));
    alice.say(&side, "again").await.expect(303);
    let page = carol.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "(unread)");
}

#[tokio::test]
async fn a_muted_server_mutes_each_of_its_channels() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let other = instance.server("Other", &alice).await;
    other.join(&bob).await;
    mute_server(&bob, &acme.server, "always").await.expect(303);
    alice.say(&side, "hello").await.expect(303);
    alice.say(&other.general, "hello").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "server", acme.id()), "");
    assert_eq!(words(&page, "server", other.id()), "(unread)");
    assert_eq!(muted(&page), 2);
}

#[tokio::test]
async fn a_mute_ends_when_its_time_has_come_or_it_is_lifted() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    alice.say(&side, "hello").await.expect(303);
    for (length, hours) in [("1h", 1), ("8h", 8)] {
        mute_channel(&bob, &side, length).await.expect(303);
        instance.clock.advance(HOUR * hours - Duration::from_secs(1));
        let page = bob.feed(&acme.general).await;
        assert_eq!(words(&page, "channel", side.id), "", "{length}");
        instance.clock.advance(Duration::from_secs(1));
        let page = bob.feed(&acme.general).await;
        assert_eq!(words(&page, "channel", side.id), "(unread)", "{length}");
    }
    instance.run_cleanup().await;
    assert_eq!(instance.rows(mute::Entity).await, 0);
    mute_channel(&bob, &side, "always").await.expect(303);
    instance.clock.advance(HOUR * 24 * 20);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "");
    mute_channel(&bob, &side, "off").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(words(&page, "channel", side.id), "(unread)");
}

#[tokio::test]
async fn what_is_muted_is_listed_and_lifted_there_by_its_owner_alone() {
    let instance = TestInstance::open().await;
    let (_alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let carol = instance.person("carol").await;
    mute_channel(&bob, &side, "always").await.expect(303);
    mute_server(&bob, &acme.server, "8h").await.expect(303);
    let list = bob.browser.get("/settings/notifications").await.expect(200);
    assert_eq!(list.all("[data-place-id]").len(), 2);
    let page = carol.browser.get("/settings/notifications").await;
    assert_eq!(page.expect(200).all("[data-place-id]").len(), 0);
    let end = format!("/settings/notifications/mutes/{}/end", side.id);
    carol.browser.post(&end, &[]).await.expect(404);
    instance.browser().post(&end, &[]).await.expect(303);
    assert_eq!(instance.rows(mute::Entity).await, 2);
    bob.browser.post(&end, &[]).await.expect(303);
    bob.browser.post(&end, &[]).await.expect(404);
    assert_eq!(instance.rows(mute::Entity).await, 1);
}

#[tokio::test]
async fn a_place_that_can_not_be_seen_any_more_is_listed_without_its_name() {
    let instance = TestInstance::open().await;
    let (_alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    mute_channel(&bob, &side, "always").await.expect(303);
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&side, &bob, none, view).await;
    let list = bob.browser.get("/settings/notifications").await.expect(200);
    assert_eq!(list.all("[data-place-id]").len(), 1);
    assert!(!list.text().contains("side<"), "{}", list.text());
}

#[tokio::test]
async fn only_what_can_be_seen_is_muted_and_only_for_the_lengths_there_are() {
    let instance = TestInstance::open().await;
    let (_alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let mallory = instance.person("mallory").await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&side, &bob, none, view).await;
    mute_channel(&bob, &side, "1h").await.expect(404);
    mute_channel(&mallory, &acme.general, "1h").await.expect(404);
    mute_server(&mallory, &acme.server, "1h").await.expect(404);
    for odd in ["", "2h", "-1", "forever"] {
        mute_channel(&bob, &acme.general, odd).await.expect(400);
    }
    let path = format!("/channels/{}/mute", acme.general.id);
    let strange = instance.browser().post(&path, &[("for", "1h")]).await;
    assert!(strange.expect(303).location().starts_with("/sign-in"));
    assert_eq!(instance.rows(mute::Entity).await, 0);
}

/// Shows: caps.mutes
#[tokio::test]
async fn one_more_than_the_cap_is_refused_and_what_is_muted_can_be_changed() {
    let instance = TestInstance::configured(|figment: Figment| figment.merge(("caps.mutes_per_person", 1))).await;
    let (_alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    mute_channel(&bob, &side, "1h").await.expect(303);
    mute_channel(&bob, &side, "8h").await.expect(303);
    let refused = mute_channel(&bob, &acme.general, "1h").await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    let sentence = "You have 1 muted channel or server, the most a person can have.";
    assert!(refused.text().contains(sentence), "{}", refused.text());
    assert_eq!(refused.one(".chat-head h1"), "general");
    let refused = mute_server(&bob, &acme.server, "1h").await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    assert_eq!(refused.one(".chat-head h1"), "general");
    assert_eq!(instance.rows(mute::Entity).await, 1);
    instance.clock.advance(HOUR * 8);
    mute_channel(&bob, &acme.general, "1h").await.expect(303);
}

#[tokio::test]
async fn nothing_is_left_of_the_mutes_of_what_is_deleted() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    mute_channel(&bob, &side, "always").await.expect(303);
    mute_server(&bob, &acme.server, "always").await.expect(303);
    Channel::delete(&instance.app, alice.id, acme.id(), side.id).await.unwrap();
    instance.run_cleanup_with_second_look().await;
    assert_eq!(instance.rows(mute::Entity).await, 1);
    instance.sign_in_on(&alice.browser, &alice.user).await;
    let path = format!("/servers/{}/settings/delete", acme.id());
    alice.browser.post(&path, &[("confirm", "Acme")]).await.expect(303);
    instance.run_cleanup_with_second_look().await;
    assert_eq!(instance.rows(mute::Entity).await, 0);
}
