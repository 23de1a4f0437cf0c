//! `/servers/<id>/settings/invites` and `/invites/<code>`.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Invite;
use portico_store::models::servers::{invite, member};
use sea_orm::EntityTrait;

use crate::support::{PASSWORD, TestInstance};

#[tokio::test]
async fn the_newest_invite_is_first_with_its_full_url() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let path = acme.settings("/invites");
    let mut urls = Vec::new();
    for _ in 0..2 {
        instance.clock.advance(Duration::from_secs(1));
        let answer = alice.browser.post(&path, &[]).await.expect(303);
        assert_eq!(answer.location(), path);
        let page = alice.browser.get(&path).await.expect(200);
        urls.push(page.one("#invite-url"));
    }
    assert_ne!(urls[0], urls[1]);
    for url in urls {
        let code = url.strip_prefix("http://localhost:8000/invites/").unwrap();
        assert!(code.len() >= 10);
        assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    }
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.all(".rows code").len(), 2);
}

#[tokio::test]
async fn an_invite_shows_the_server_and_lets_a_person_in_once() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let acme = instance.server("Acme", &alice).await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let path = format!("/invites/{code}");
    let page = bob.browser.get(&path).await.expect(200);
    assert_eq!(page.one("h1"), "Acme");
    assert!(page.text().contains("1</span> member"));
    let joined = instance.app.now();
    for _ in 0..2 {
        let answer = bob.browser.post(&path, &[]).await.expect(303);
        assert_eq!(answer.location(), format!("/servers/{}", acme.id()));
        instance.clock.advance(Duration::from_secs(5));
    }
    let member = member::find(&instance.app.db, acme.id(), bob.id).await;
    assert_eq!(member.unwrap().unwrap().joined_at, joined);
    let invites = invite::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(invites[0].uses, 1);
    let page = bob.browser.get(&path).await.expect(200);
    assert!(page.text().contains("already a member"));
}

#[tokio::test]
async fn of_many_joins_at_once_each_person_counts_once() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let joins = [&bob, &carol, &bob, &carol].map(|person| Invite::join(&instance.app, person.id, &code));
    let [a, b, c, d] = joins;
    let done = rocket::tokio::join!(a, b, c, d);
    assert!(done.0.is_ok() && done.1.is_ok() && done.2.is_ok() && done.3.is_ok());
    let invites = invite::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(invites[0].uses, 2);
}

#[tokio::test]
async fn signed_out_people_sign_in_and_come_back_to_the_invite() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    instance.person("bob").await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let path = format!("/invites/{code}");
    let browser = instance.browser();
    let answer = browser.get(&path).await.expect(303);
    assert_eq!(answer.location(), format!("/sign-in?next=%2Finvites%2F{code}"));
    browser.post(&path, &[]).await.expect(303);
    let fields = [("login", "bob"), ("password", PASSWORD), ("next", &path)];
    let answer = browser.post("/sign-in", &fields).await.expect(303);
    assert_eq!(answer.location(), path);
    browser.get(&path).await.expect(200);
    assert_eq!(invite::Entity::find().all(&*instance.app.db).await.unwrap()[0].uses, 0);
}

#[tokio::test]
async fn an_invite_is_deleted_only_after_a_question() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let page = alice.browser.get(&acme.settings("/invites")).await;
    let page = page.expect(200);
    let delete = acme.settings(&format!("/invites/{code}/delete"));
    assert_eq!(page.attributes("details.confirm > form", "action"), [delete.as_str()]);
    assert_eq!(page.attributes("form[action$='/delete']", "action"), [delete.as_str()]);
}

#[tokio::test]
async fn a_deleted_or_unknown_code_leads_nowhere() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let acme = instance.server("Acme", &alice).await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let delete = acme.settings(&format!("/invites/{code}/delete"));
    alice.browser.post(&delete, &[]).await.expect(303);
    alice.browser.post(&delete, &[]).await.expect(404);
    let before = instance.all_of_servers().await;
    for code in [code.as_str(), "unknown", "%00", "'", &"x".repeat(500)] {
        let path = format!("/invites/{code}");
        bob.browser.get(&path).await.expect(404);
        bob.browser.post(&path, &[]).await.expect(404);
    }
    assert_eq!(instance.all_of_servers().await, before);
}

/// Shows: access.no-permission
#[tokio::test]
async fn codes_are_shown_only_to_those_who_may_let_people_in() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let path = acme.settings("/invites");
    let page = bob.browser.get(&path).await.expect(200);
    assert!(!page.text().contains(&code));
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.text().contains(&code));
}
