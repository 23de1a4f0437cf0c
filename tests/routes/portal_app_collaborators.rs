//! `/portal/apps/<id>/collaborators`: people whom the owner of an app lets see it, and what stays the owner's.

use portico_store::models::oauth::app_collaborator;
use portico_store::models::servers::blocked_user;
use portico_store::models::{AppCollaborator, Operator};
use rocket::futures::future::join_all;

use crate::support::{Answer, CALLBACK, Person, TestInstance, TestOauthApp};
use portico_rules::ids::UserId;

/// The pages of an app that its collaborators see.
const VISIBLE: [&str; 6] = ["", "/setup", "/activity", "/audit", "/playground", "/try"];

fn path(app: &TestOauthApp<'_>, below: &str) -> String {
    format!("/portal/apps/{}{below}", app.id())
}

async fn add(app: &TestOauthApp<'_>, by: &Person<'_>, nickname: &str) -> Answer {
    by.browser.post(&path(app, "/collaborators"), &[("nickname", nickname)]).await
}

async fn remove(app: &TestOauthApp<'_>, by: &Person<'_>, user_id: UserId) -> Answer {
    by.browser.post(&path(app, &format!("/collaborators/{user_id}/delete")), &[]).await
}

/// The ids of the collaborators on the app's page.
async fn listed(app: &TestOauthApp<'_>, person: &Person<'_>) -> Vec<String> {
    person.browser.get(&path(app, "")).await.expect(200).attributes("[data-collaborator]", "data-collaborator")
}

/// The line of the portal below the name of the first app.
async fn in_portal(person: &Person<'_>) -> Option<String> {
    let page = person.browser.get("/portal").await.expect(200);
    page.all(".panel:has(h2#apps) .list-sub").into_iter().next()
}

async fn rows(instance: &TestInstance) -> u64 {
    instance.rows(app_collaborator::Entity).await
}

/// Shows: apps.collaborators
#[tokio::test]
async fn a_collaborator_sees_the_pages_of_an_app_and_finds_it_in_the_portal() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    for below in VISIBLE {
        bob.browser.get(&path(&app, below)).await.expect(404);
    }
    let answer = add(&app, &alice, "@Bob").await.expect(303);
    assert_eq!(answer.location(), path(&app, "#collaborators"));
    for below in VISIBLE {
        bob.browser.get(&path(&app, below)).await.expect(200);
    }
    assert_eq!(listed(&app, &alice).await, [bob.id.to_string()]);
    assert_eq!(listed(&app, &bob).await, [bob.id.to_string()]);
    assert_eq!(in_portal(&bob).await.unwrap(), "by @alice · no one has signed in yet");
    assert_eq!(in_portal(&alice).await.unwrap(), "No one has signed in yet");
}

/// Shows: apps.collaborators
#[tokio::test]
async fn a_collaborator_changes_nothing_of_the_app_and_sees_no_secret() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let carol = instance.person("carol").await;
    add(&app, &alice, "bob").await.expect(303);
    add(&app, &alice, "carol").await.expect(303);
    let page = alice.browser.get(&path(&app, "")).await.expect(200);
    let secret = page.attributes("form[action$='/delete'][action*='/secrets/']", "action").remove(0);
    let page = bob.browser.get(&path(&app, "")).await.expect(200);
    assert_eq!(page.attributes("form[action*='/secrets']", "action"), [""; 0]);
    assert_eq!(page.all("#secrets, #collaborate, a[href$='/settings']"), [""; 0]);
    bob.browser.get(&path(&app, "/settings")).await.expect(404);
    bob.browser.get(&path(&app, "/owner")).await.expect(404);
    bob.browser.post(&secret, &[]).await.expect(404);
    let name = app.app.name.as_str();
    for (below, fields) in [
        ("", &[("name", "Mine"), ("redirect_uris", CALLBACK)][..]),
        ("/secrets", &[]),
        ("/owner", &[("nickname", "bob")]),
        ("/owner/cancel", &[]),
        ("/delete", &[("confirm", name)]),
        ("/collaborators", &[("nickname", "carol")]),
    ] {
        bob.browser.post(&path(&app, below), fields).await.expect(404);
    }
    remove(&app, &bob, carol.id).await.expect(404);
    remove(&app, &bob, alice.id).await.expect(404);
    app.exchange(&app.code_for(&alice).await).await.expect(200);
    assert_eq!(rows(&instance).await, 2);
}

/// Shows: apps.collaborators
#[tokio::test]
async fn strangers_and_people_signed_out_neither_add_nor_remove_a_collaborator() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let mallory = instance.person("mallory").await;
    add(&app, &mallory, "mallory").await.expect(404);
    add(&app, &alice, "bob").await.expect(303);
    remove(&app, &mallory, bob.id).await.expect(404);
    remove(&app, &mallory, mallory.id).await.expect(404);
    let nobody = instance.browser();
    for below in ["/collaborators".to_owned(), format!("/collaborators/{}/delete", bob.id)] {
        let answer = nobody.post(&path(&app, &below), &[("nickname", "mallory")]).await.expect(303);
        assert!(answer.location().starts_with("/sign-in"), "{}", answer.location());
    }
    assert_eq!(listed(&app, &alice).await, [bob.id.to_string()]);
}

/// Shows: apps.collaborators
#[tokio::test]
async fn who_was_removed_or_left_no_longer_finds_the_app() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    add(&app, &alice, "bob").await.expect(303);
    let answer = remove(&app, &alice, bob.id).await.expect(303);
    assert_eq!(answer.location(), path(&app, "#collaborators"));
    for below in VISIBLE {
        bob.browser.get(&path(&app, below)).await.expect(404);
    }
    bob.browser.post(&path(&app, "/try"), &[("client_secret", app.secret.as_str())]).await.expect(404);
    remove(&app, &alice, bob.id).await.expect(404);
    remove(&app, &bob, bob.id).await.expect(404);
    add(&app, &alice, "bob").await.expect(303);
    assert_eq!(remove(&app, &bob, bob.id).await.expect(303).location(), "/portal");
    bob.browser.get(&path(&app, "")).await.expect(404);
    assert_eq!(in_portal(&bob).await, None);
    // An owner can't leave.
    remove(&app, &alice, alice.id).await.expect(404);
}

#[tokio::test]
async fn a_nickname_that_cannot_be_added_is_a_fault_of_the_field_that_keeps_it() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let carol = instance.person("carol").await;
    let mut sentences = Vec::new();
    assert!(carol.user.disable(&instance.app, &Operator::TERMINAL).await.unwrap());
    for nickname in ["", "alice", "nobody_at_all", "carol"] {
        let answer = add(&app, &alice, nickname).await.expect(422);
        assert_eq!(answer.faults(), ["nickname"], "{nickname}");
        assert_eq!(answer.attributes("#collaborate [name=nickname]", "value").concat(), nickname);
        sentences.push(answer.one("[data-fault=nickname]"));
    }
    // Nothing tells a disabled account from none.
    assert_eq!(sentences[2], sentences[3]);
    assert_eq!(rows(&instance).await, 0);
}

/// Shows: apps.collaborators
#[tokio::test]
async fn who_has_blocked_the_owner_is_not_added() {
    let instance = TestInstance::open().await;
    let (alice, bob, _acme) = instance.acme_with_bob().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    blocked_user::block(&instance.app, bob.id, alice.id).await.unwrap();
    let answer = add(&app, &alice, "bob").await.expect(422);
    let unknown = add(&app, &alice, "nobody_at_all").await.expect(422);
    assert_eq!(answer.one("[data-fault=nickname]"), unknown.one("[data-fault=nickname]"));
    bob.browser.get(&path(&app, "")).await.expect(404);
}

/// Shows: caps.apps
#[tokio::test]
async fn an_app_has_a_limited_number_of_collaborators() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.collaborators_per_app", 1))).await;
    let (alice, _bob, app) = instance.alice_with_app_and_bob().await;
    instance.person("carol").await;
    add(&app, &alice, "bob").await.expect(303);
    // Who is added already takes no more room.
    add(&app, &alice, "bob").await.expect(303);
    assert_eq!(add(&app, &alice, "carol").await.expect(422).faults(), ["nickname"]);
    assert_eq!(rows(&instance).await, 1);
}

/// Shows: caps.apps
#[tokio::test]
async fn a_person_collaborates_on_a_limited_number_of_apps() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.shared_apps_per_person", 1))).await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let second = instance.oauth_app(&alice, CALLBACK).await;
    add(&app, &alice, "bob").await.expect(303);
    assert_eq!(add(&second, &alice, "bob").await.expect(422).faults(), ["nickname"]);
    remove(&app, &bob, bob.id).await.expect(303);
    add(&second, &alice, "bob").await.expect(303);
    assert_eq!(rows(&instance).await, 1);
}

#[tokio::test]
async fn of_many_additions_at_once_no_more_count_than_an_app_can_have() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.collaborators_per_app", 2))).await;
    let (alice, app) = instance.alice_with_app().await;
    let people = instance.people_without_phone(4).await;
    let (core, current) = (&instance.app, &app.app);
    let added = join_all(people.iter().map(|one| AppCollaborator::add(core, current, &one.nickname))).await;
    assert_eq!(added.iter().filter(|one| one.is_ok()).count(), 2);
    assert_eq!((rows(&instance).await, listed(&app, &alice).await.len()), (2, 2));
}

/// Shows: apps.trial
#[tokio::test]
async fn a_collaborator_tests_a_sign_in_only_where_the_owner_has_registered_it() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let app = instance.public_app(&alice, CALLBACK).await;
    add(&app, &alice, "bob").await.expect(303);
    let refused = bob.browser.post(&path(&app, "/try"), &[]).await.expect(422);
    assert_eq!(refused.faults(), ["redirect_uris"]);
    alice.browser.post(&path(&app, "/try"), &[]).await.expect(303);
    let answer = bob.browser.post(&path(&app, "/try"), &[]).await.expect(303);
    assert!(answer.location().starts_with("/oauth/authorize?"), "{}", answer.location());
    let page = bob.browser.get(&path(&app, "")).await.expect(200);
    assert!(page.text().contains("/try/callback"));
}

#[tokio::test]
async fn a_collaborator_who_becomes_the_owner_is_no_collaborator_any_more() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let carol = instance.person("carol").await;
    add(&app, &alice, "bob").await.expect(303);
    add(&app, &alice, "carol").await.expect(303);
    alice.browser.post(&path(&app, "/owner"), &[("nickname", "bob")]).await.expect(303);
    let page = bob.browser.get("/settings/transfers").await.expect(200);
    let accept = page.attributes("form[action$='/accept']", "action").remove(0);
    bob.browser.post(&accept, &[]).await.expect(303);
    assert_eq!(listed(&app, &bob).await, [carol.id.to_string()]);
    alice.browser.get(&path(&app, "")).await.expect(404);
}

#[tokio::test]
async fn a_collaborator_is_gone_with_the_account_and_with_the_app() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    instance.person("carol").await;
    add(&app, &alice, "bob").await.expect(303);
    add(&app, &alice, "carol").await.expect(303);
    bob.user.delete_by_operator(&instance.app, &Operator::TERMINAL).await.unwrap();
    assert_eq!(rows(&instance).await, 1);
    alice.browser.post(&path(&app, "/delete"), &[("confirm", app.app.name.as_str())]).await.expect(303);
    assert_eq!(rows(&instance).await, 0);
}

#[tokio::test]
async fn what_the_owner_and_a_collaborator_do_about_it_is_in_the_log_of_the_app() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    add(&app, &alice, "bob").await.expect(303);
    add(&app, &alice, "bob").await.expect(303);
    remove(&app, &alice, bob.id).await.expect(303);
    add(&app, &alice, "bob").await.expect(303);
    let page = bob.browser.get(&path(&app, "/activity")).await.expect(200);
    let newest = page.all("#app-events td:last-child").remove(0);
    assert_eq!(newest, "Alice added Bob (@bob) as a collaborator of the app Builder");
    remove(&app, &bob, bob.id).await.expect(303);
    let page = alice.browser.get(&path(&app, "/activity")).await.expect(200);
    assert_eq!(page.all("#app-events td:last-child").remove(0), "Bob no longer collaborates on the app Builder");
    let actions: Vec<_> = instance.audited().await.iter().map(|one| one.action.clone()).collect();
    let expected =
        ["app_collaborator_added", "app_collaborator_removed", "app_collaborator_added", "app_collaborator_left"];
    assert_eq!(actions[actions.len() - 4..], expected);
}
