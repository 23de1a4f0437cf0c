//! `/servers/<id>/settings/members/<id>/timeout`.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::messages::message;
use portico_store::models::servers::{member, timeout};
use portico_store::models::{Invite, Membership};
use rocket::futures::future::join_all;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Answer, Community, PASSWORD, Person, TestInstance, hand_over, report};

const HOUR: Duration = Duration::from_secs(60 * 60);

async fn time_out(by: &Person<'_>, acme: &Community<'_>, whom: &Person<'_>, hours: &str) -> Answer {
    let path = acme.settings(&format!("/members/{}/timeout", whom.id));
    by.browser.post(&path, &[("hours", hours)]).await
}

/// Shows: members.timeout
#[tokio::test]
async fn a_member_who_is_timed_out_reads_and_does_nothing_else_until_it_ends() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::ALL.difference(Permissions::ADMINISTRATOR)).await;
    bob.say(&acme.general, "before").await.expect(303);
    alice.say(&acme.general, "hers").await.expect(303);
    let page = bob.feed(&acme.general).await;
    let pages: Vec<String> = page
        .attributes("article", "data-message-id")
        .iter()
        .map(|id| format!("/channels/{}/messages/{id}", acme.general.id))
        .collect();
    let own = bob.browser.get(&pages[0]).await.expect(200);
    assert_eq!(own.all("#edit, #delete").len(), 2);
    let answer = time_out(&alice, &acme, &bob, "2").await.expect(303);
    let path = acme.settings(&format!("/members/{}", bob.id));
    assert_eq!(answer.location(), path);
    let page = bob.feed(&acme.general).await;
    assert!(page.text().contains("You are timed out in this server until"));
    assert_eq!(page.all("[data-composer]"), [""; 0]);
    let refused = bob.say(&acme.general, "meanwhile").await.expect(403);
    assert!(refused.text().contains("timed out"), "{}", refused.text());
    // Neither what he wrote himself nor, with all his permissions, what others wrote.
    for page in &pages {
        let shown = bob.browser.get(page).await.expect(200);
        assert_eq!(shown.all("#edit, #delete, #remove").len(), 0);
        let delete = format!("{page}/delete");
        let refused = bob.browser.post(&delete, &[]).await.expect(403);
        assert!(refused.text().contains("timed out"), "{}", refused.text());
    }
    let edit = [("content", "changed")];
    let refused = bob.browser.post(&pages[0], &edit).await.expect(403);
    assert!(refused.text().contains("timed out"), "{}", refused.text());
    assert_eq!(alice.feed(&acme.general).await.all("article").len(), 2);
    bob.browser.get(&acme.settings("")).await.expect(403);
    let rename = bob.browser.post(&acme.settings(""), &[("name", "Mine")]).await;
    rename.expect(403);
    let page = alice.browser.get(&acme.settings("/members")).await;
    assert!(page.expect(200).text().contains("Timed out"));
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.text().contains("this member can read, but not post"));
    instance.clock.advance(HOUR * 2);
    bob.say(&acme.general, "after").await.expect(303);
    let delete = format!("{}/delete", pages[0]);
    bob.browser.post(&delete, &[]).await.expect(303);
    bob.browser.get(&acme.settings("")).await.expect(200);
    assert_eq!(timeout::Entity::find().count(&*instance.app.db).await.unwrap(), 1);
    instance.run_cleanup().await;
    assert_eq!(timeout::Entity::find().count(&*instance.app.db).await.unwrap(), 0);
}

/// Shows: members.timeout
#[tokio::test]
async fn the_webhooks_of_a_member_who_is_timed_out_notify_no_one_by_all() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let may = Permissions::MANAGE_SERVER | Permissions::MENTION_ALL;
    acme.join_with(&bob, may).await;
    let hook = acme.webhook(&bob, &acme.general).await;
    let fires = async || {
        let posted = hook.say("@all", &["all"]).await.expect(200);
        let (fired, silent) = report(&posted);
        assert_eq!(fired.len() + silent.len(), 1);
        !fired.is_empty()
    };
    assert!(fires().await);
    time_out(&alice, &acme, &bob, "1").await.expect(303);
    assert!(!fires().await);
    instance.clock.advance(HOUR);
    assert!(fires().await);
}

/// Shows: members.timeout
#[tokio::test]
async fn leaving_and_joining_again_ends_no_timeout_and_lifting_does() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    time_out(&alice, &acme, &bob, "672").await.expect(303);
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let invite = Invite::create(&instance.app, alice.id, acme.id()).await;
    let join = format!("/invites/{}", invite.unwrap().code);
    bob.browser.post(&join, &[]).await.expect(303);
    bob.say(&acme.general, "I am back").await.expect(403);
    time_out(&alice, &acme, &bob, "0").await.expect(303);
    bob.say(&acme.general, "I am back").await.expect(303);
    let lifted = async || {
        let entries = instance.audited().await;
        let lifted = entries.iter().filter(|entry| entry.action == "timeout_lifted");
        lifted.count()
    };
    assert_eq!(lifted().await, 1);
    // There is nothing left to lift.
    time_out(&alice, &acme, &bob, "0").await.expect(303);
    assert_eq!(lifted().await, 1);
}

/// Shows: members.timeout
#[tokio::test]
async fn only_the_owner_times_out_an_administrator_and_no_one_the_owner() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&bob, Permissions::ADMINISTRATOR).await;
    acme.join_with(&carol, Permissions::ADMINISTRATOR).await;
    time_out(&bob, &acme, &carol, "1").await.expect(403);
    time_out(&bob, &acme, &alice, "1").await.expect(403);
    time_out(&alice, &acme, &carol, "1").await.expect(303);
    let hers = Membership::find(&instance.app.db, carol.id, acme.id()).await;
    let hers = hers.unwrap().unwrap();
    assert_eq!(hers.permissions(), Permissions::VIEW_CHANNEL);
    // Meanwhile she is an administrator, whom a manager can't remove.
    let remove = acme.settings(&format!("/members/{}/remove", carol.id));
    bob.browser.post(&remove, &[]).await.expect(403);
    // Someone who is timed out and becomes the owner may do everything.
    hand_over(&instance.app, acme.id(), &alice, &carol).await;
    carol.say(&acme.general, "Mine now").await.expect(303);
}

#[tokio::test]
async fn what_is_no_time_is_refused_and_so_is_oneself() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    for hours in ["", "-1", "673", "1.5", "x", "99999999999999999999"] {
        let answer = time_out(&alice, &acme, &bob, hours).await.expect(422);
        assert_eq!(answer.faults(), ["hours"], "{hours:?}");
    }
    let answer = time_out(&alice, &acme, &alice, "1").await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    assert_eq!(timeout::Entity::find().count(&*instance.app.db).await.unwrap(), 0);
}

/// Shows: access.foreign-ids, access.no-permission
#[tokio::test]
async fn a_timeout_needs_the_permission_and_a_member_of_this_server() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    time_out(&alice, &acme, &carol, "1").await.expect(404);
    acme.join(&carol).await;
    time_out(&bob, &acme, &carol, "1").await.expect(403);
    let mallory = instance.person("mallory").await;
    time_out(&mallory, &acme, &carol, "1").await.expect(404);
    let path = acme.settings(&format!("/members/{}/timeout", carol.id));
    instance.browser().post(&path, &[("hours", "1")]).await.expect(303);
    assert_eq!(timeout::Entity::find().count(&*instance.app.db).await.unwrap(), 0);
}

/// Shows: members.no-later-message
#[tokio::test]
async fn while_someone_is_timed_out_no_message_of_theirs_is_stored_after_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let db = &*instance.app.db;
    let posts = join_all((0..20).map(|_| bob.say(&acme.general, "again")));
    let act = async {
        time_out(&alice, &acme, &bob, "1").await.expect(303);
        message::Entity::find().count(db).await.unwrap()
    };
    let (_, stored) = rocket::tokio::join!(posts, act);
    assert_eq!(message::Entity::find().count(db).await.unwrap(), stored);
}

#[tokio::test]
async fn the_timeouts_of_a_deleted_account_and_server_are_deleted() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await.join(&carol).await;
    time_out(&alice, &acme, &bob, "672").await.expect(303);
    time_out(&alice, &acme, &carol, "672").await.expect(303);
    let left = async || timeout::Entity::find().count(&*instance.app.db).await.unwrap();
    let fields = [("password", PASSWORD), ("confirm", "bob")];
    bob.browser.post("/settings/delete", &fields).await.expect(303);
    instance.run_cleanup().await;
    assert_eq!(left().await, 1);
    let fields = [("confirm", "Acme")];
    let delete = alice.browser.post(&acme.settings("/delete"), &fields).await;
    delete.expect(303);
    instance.run_cleanup().await;
    assert_eq!(left().await, 0);
    assert_eq!(member::Entity::find().count(&*instance.app.db).await.unwrap(), 0);
}
