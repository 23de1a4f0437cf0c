//! `/servers/<id>/settings/invites` and `/invites/<code>`.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::{invite, member};
use portico_store::models::{Invite, Operator};
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{PASSWORD, Person, TestInstance};

#[tokio::test]
async fn the_newest_invite_is_first_with_its_full_url() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
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

/// An invite of Alice's to her new server.
async fn invited(instance: &TestInstance) -> (String, Person<'_>) {
    let (alice, acme) = instance.alice_with_acme().await;
    let invite = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap();
    (format!("/invites/{}", invite.code), alice)
}

async fn uses(instance: &TestInstance) -> i32 {
    invite::Entity::find().one(&*instance.app.db).await.unwrap().unwrap().uses
}

#[tokio::test]
async fn signed_out_people_see_the_server_and_who_invites_before_an_account_is_required() {
    let instance = TestInstance::open().await;
    let (path, _) = invited(&instance).await;
    let page = instance.browser().get(&path).await.expect(200);
    assert_eq!(page.one("h1"), "Acme");
    assert!(page.one("main").contains("(@alice) invites you to"), "{}", page.one("main"));
    assert!(page.text().contains("1</span> member"));
    let next = path.replace('/', "%2F");
    let ways = [format!("/sign-in?next={next}"), format!("/sign-up?next={next}")];
    assert_eq!(page.attributes("main .actions a", "href"), ways);
    assert_eq!(page.all(&format!("form[action='{path}']")).len(), 0);
}

/// Shows: invites.looking
#[tokio::test]
async fn looking_at_an_invite_joins_no_one() {
    let instance = TestInstance::open().await;
    let bob = instance.person("bob").await;
    let (path, _) = invited(&instance).await;
    let before = instance.all_of_servers().await;
    let guest = instance.browser();
    for browser in [&guest, &bob.browser] {
        browser.get_with(&path, &[("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch")]).await.expect(200);
        browser.get_with(&path, &[("Sec-Fetch-Dest", "image")]).await.expect(403);
        browser.head(&path, &[]).await.expect(200);
    }
    instance.browser().post(&path, &[]).await.expect(303);
    assert_eq!(instance.all_of_servers().await, before);
}

#[tokio::test]
async fn an_invite_names_no_creator_whose_account_is_disabled() {
    let instance = TestInstance::open().await;
    let (path, alice) = invited(&instance).await;
    assert!(alice.user.disable(&instance.app, &Operator::TERMINAL).await.unwrap());
    let page = instance.browser().get(&path).await.expect(200);
    assert!(page.one("main").contains("You are invited to"));
}

#[tokio::test]
async fn signed_out_people_sign_in_and_come_back_to_the_invite() {
    let instance = TestInstance::open().await;
    instance.person("bob").await;
    let (path, _) = invited(&instance).await;
    let browser = instance.browser();
    let answer = browser.post(&path, &[]).await.expect(303);
    assert_eq!(answer.location(), format!("/sign-in?next={}", path.replace('/', "%2F")));
    let fields = [("login", "bob"), ("password", PASSWORD), ("next", &path)];
    let answer = browser.post("/sign-in", &fields).await.expect(303);
    assert_eq!(answer.location(), path);
    let page = browser.get(&path).await.expect(200);
    assert_eq!(page.all(&format!("form[action='{path}']")).len(), 1);
    assert_eq!(uses(&instance).await, 0);
}

#[tokio::test]
async fn signing_up_from_an_invite_names_the_server_and_joins_it() {
    let instance = TestInstance::open().await;
    let (path, _) = invited(&instance).await;
    let browser = instance.browser();
    let form = browser.get(&format!("/sign-up?next={}", path.replace('/', "%2F"))).await.expect(200);
    assert!(form.one(".lead").contains("join Acme"), "{}", form.one(".lead"));
    let short = [("nickname", "carol"), ("name", "Carol"), ("password", "short"), ("next", &path)];
    let again = browser.post("/sign-up", &short).await.expect(422);
    assert!(again.one(".lead").contains("join Acme"));
    assert_eq!(uses(&instance).await, 0);
    let fields = [("nickname", "carol"), ("name", "Carol"), ("password", PASSWORD), ("next", &path)];
    let answer = browser.post("/sign-up", &fields).await.expect(303);
    assert!(answer.location().starts_with("/servers/"), "{}", answer.location());
    assert_eq!(uses(&instance).await, 1);
}

#[tokio::test]
async fn signing_up_from_an_invite_that_does_not_work_joins_nothing_and_names_no_server() {
    let instance = TestInstance::open().await;
    let (path, alice) = invited(&instance).await;
    let invites = invite::Entity::find().one(&*instance.app.db).await.unwrap().unwrap();
    Invite::delete(&instance.app, alice.id, invites.server_id, &invites.code).await.unwrap();
    let browser = instance.browser();
    let form = browser.get(&format!("/sign-up?next={}", path.replace('/', "%2F"))).await.expect(200);
    assert!(!form.text().contains("Acme"));
    let fields = [("nickname", "carol"), ("name", "Carol"), ("password", PASSWORD), ("next", &path)];
    let answer = browser.post("/sign-up", &fields).await.expect(303);
    assert_eq!(answer.location(), path);
    assert_eq!(member::Entity::find().count(&*instance.app.db).await.unwrap(), 1);
}

#[tokio::test]
async fn an_invite_is_deleted_only_after_a_question() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
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
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
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
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let path = acme.settings("/invites");
    let page = bob.browser.get(&path).await.expect(200);
    assert!(!page.text().contains(&code));
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.text().contains(&code));
}
