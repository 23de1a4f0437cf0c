//! `/admin/sign-up`: who can sign up, and what the form then does.

use std::time::Duration;

use portico_platform::error::Error;
use portico_rules::ids::ServerId;
use portico_store::models::accounts::session::Browser;
use portico_store::models::accounts::user::NewUser;
use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::servers::invite::Terms;
use portico_store::models::servers::member;
use portico_store::models::{Invite, Operator, User};
use rocket::futures::future::join;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

use crate::support::{Answer, PASSWORD, TestInstance};

async fn sign_up(instance: &TestInstance, nickname: &str, next: &str) -> Answer {
    let fields = [("nickname", nickname), ("name", "Some One"), ("password", PASSWORD), ("next", next)];
    instance.browser().post("/sign-up", &fields).await
}

async fn exists(instance: &TestInstance, nickname: &str) -> bool {
    let found = User::find_by_nickname(&instance.app.db, nickname).await;
    found.unwrap().is_some()
}

#[tokio::test]
async fn an_admin_closes_sign_up_and_opens_it_again() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let here = "/admin/sign-up";
    let page = root.browser.get(here).await.expect(200);
    assert_eq!(page.attributes("input[name=mode][checked]", "value"), ["open"]);
    let fields = [("mode", "closed"), ("reason", "A flood")];
    root.browser.post(here, &fields).await.expect(303);
    let told = root.browser.get(here).await.expect(200).one(".flash");
    assert!(told.contains("No one can sign up now."), "{told}");
    let page = instance.browser().get("/sign-up").await.expect(200);
    assert!(page.text().contains("Sign-up is closed"));
    assert!(page.attributes("form[action='/sign-up']", "method").is_empty());
    sign_up(&instance, "eve", "").await.expect(403);
    assert!(!exists(&instance, "eve").await);
    assert_eq!(instance.acts().await[0].0, "sign_up_changed");
    // The operator still creates accounts.
    let fields = [("mode", "open"), ("reason", "It is over")];
    root.browser.post(here, &fields).await.expect(303);
    sign_up(&instance, "eve", "").await.expect(303);
    assert!(exists(&instance, "eve").await);
}

#[tokio::test]
async fn with_an_invite_alone_people_sign_up_who_have_one_that_works() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let invite = Invite::create(&instance.app, alice.id, acme.server.id);
    let code = invite.await.unwrap().code;
    let changed = SignUpMode::Invite.set(&instance.app, &Operator::TERMINAL);
    assert!(changed.await.unwrap());
    for next in ["", "/", "/invites/x", "/invites/", "/invites/%00", &format!("/servers?{code}")] {
        let refused = sign_up(&instance, "eve", next).await.expect(403);
        assert!(refused.text().contains("You need an invite"), "{next}");
    }
    let next = format!("/invites/{code}");
    let path = format!("/sign-up?next=%2Finvites%2F{code}");
    let page = instance.browser().get(&path).await.expect(200);
    assert_eq!(page.attributes("form[action='/sign-up'] input[name=next]", "value"), std::slice::from_ref(&next));
    let answer = sign_up(&instance, "eve", &next).await.expect(303);
    // Where an invite leads that was accepted.
    assert_eq!(answer.location(), format!("/servers/{}", acme.id()));
    Invite::delete(&instance.app, alice.id, acme.server.id, &code).await.unwrap();
    sign_up(&instance, "mallory", &next).await.expect(403);
    assert!(!exists(&instance, "mallory").await);
}

/// How many links a page of someone who is signed out has to the form, and which of its links to sign in stand out.
async fn ways_in(instance: &TestInstance, path: &str) -> (usize, usize) {
    let page = instance.browser().get(path).await.expect(200);
    let primary = ".button-primary[href^='/sign-in']";
    (page.all("a[href^='/sign-up']").len(), page.all(primary).len())
}

#[tokio::test]
async fn no_page_leads_to_a_sign_up_that_is_closed_or_needs_an_invite() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme) = instance.alice_with_acme().await;
    let invite = Invite::create(&instance.app, alice.id, acme.server.id).await;
    let with_invite = format!("/sign-in?next=%2Finvites%2F{}", invite.unwrap().code);
    let set = async |mode: &str| {
        let fields = [("mode", mode), ("reason", "A flood")];
        root.browser.post("/admin/sign-up", &fields).await.expect(303);
    };
    let ways = async |path: &str| ways_in(&instance, path).await;
    assert_eq!(ways("/").await, (2, 0));
    assert_eq!(ways("/sign-in").await, (2, 0));
    set("closed").await;
    assert_eq!(ways("/").await, (0, 2));
    // There the link is the current page, and the form has the button.
    for path in ["/sign-in", with_invite.as_str()] {
        assert_eq!(ways(path).await, (0, 0), "{path}");
    }
    set("invite").await;
    assert_eq!(ways("/").await, (0, 2));
    assert_eq!(ways("/sign-in").await, (0, 0));
    let page = instance.browser().get("/sign-in").await.expect(200);
    assert!(page.text().contains("Open the invite link"));
    assert_eq!(ways(&with_invite).await, (2, 0));
    set("open").await;
    assert_eq!(ways("/").await, (2, 0));
    // Another process follows within a minute.
    let closed = SignUpMode::Closed.set(&instance.app, &Operator::TERMINAL);
    assert!(closed.await.unwrap());
    instance.app.renew_sign_up_mode().await.unwrap();
    assert_eq!(ways("/").await, (0, 2));
}

/// An invite to a server of Alice's on an instance that needs one, for so many people.
async fn invited(instance: &TestInstance, uses: &str) -> (ServerId, String) {
    let (alice, acme) = instance.alice_with_acme().await;
    let terms = Terms { expires_hours: "1", uses };
    let invite = Invite::create_with(&instance.app, alice.id, acme.id(), terms).await;
    let changed = SignUpMode::Invite.set(&instance.app, &Operator::TERMINAL);
    assert!(changed.await.unwrap());
    (acme.id(), invite.unwrap().code)
}

/// The members of a server.
async fn members(instance: &TestInstance, server_id: ServerId) -> u64 {
    member::Entity::find().filter(member::Column::ServerId.eq(server_id)).count(&*instance.app.db).await.unwrap()
}

#[tokio::test]
async fn an_account_made_by_an_invite_is_a_member_and_counts_as_a_use() {
    let instance = TestInstance::open().await;
    let (server_id, code) = invited(&instance, "1").await;
    let next = format!("/invites/{code}");
    // What is refused uses nothing up.
    let taken = sign_up(&instance, "alice", &next).await.expect(422);
    assert_eq!(taken.faults(), ["nickname"]);
    let answer = sign_up(&instance, "eve", &next).await.expect(303);
    assert_eq!(answer.location(), format!("/servers/{server_id}"));
    let eve = User::find_by_nickname(&instance.app.db, "eve").await;
    let eve = eve.unwrap().unwrap();
    let joined = member::find(&instance.app.db, server_id, eve.id).await;
    assert!(joined.unwrap().is_some());
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!((entry.action.as_str(), entry.actor_id), ("member_joined", eve.id.get()));
    // Now it is used up.
    let refused = sign_up(&instance, "mallory", &next).await.expect(403);
    assert!(refused.text().contains("You need an invite"));
    assert!(!exists(&instance, "mallory").await);
    assert_eq!(members(&instance, server_id).await, 2);
}

#[tokio::test]
async fn of_two_sign_ups_for_the_last_use_of_an_invite_one_makes_an_account() {
    for _ in 0..3 {
        let instance = TestInstance::open().await;
        let (server_id, code) = invited(&instance, "1").await;
        let next = format!("/invites/{code}");
        let (one, two) = join(sign_up(&instance, "eve", &next), sign_up(&instance, "mallory", &next)).await;
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert!(matches!(statuses, [303, 403 | 422]), "{statuses:?}");
        let accounts = [exists(&instance, "eve").await, exists(&instance, "mallory").await];
        assert_eq!(accounts, [one.status == 303, two.status == 303]);
        assert_eq!(members(&instance, server_id).await, 2);
        let invites = Invite::all_of_server(&instance.app.db, server_id).await;
        assert_eq!(invites.unwrap()[0].uses, 1);
    }
}

#[tokio::test]
async fn an_invite_that_stopped_working_after_the_page_was_shown_makes_no_account() {
    let instance = TestInstance::open().await;
    let (server_id, code) = invited(&instance, "").await;
    let new = NewUser { nickname: "eve", name: "Eve", password: PASSWORD };
    let asking = Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    let made = async |code: &str| Invite::sign_up(&instance.app, new, code, asking).await;
    instance.clock.advance(Duration::from_secs(60 * 60));
    for code in [code.as_str(), "unknown", "odd!"] {
        match made(code).await {
            Err(Error::Faults(faults)) => {
                let (field, sentence) = faults.iter().next().unwrap();
                assert_eq!(field, "form");
                assert!(sentence.contains("doesn’t work any more"), "{sentence}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(!exists(&instance, "eve").await);
    assert_eq!(members(&instance, server_id).await, 1);
}

#[tokio::test]
async fn a_mode_that_is_none_is_refused_and_a_change_needs_no_reason() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let here = "/admin/sign-up";
    let fields = [("mode", "ajar"), ("reason", "Why")];
    root.browser.post(here, &fields).await.expect(404);
    let long = "x".repeat(501);
    let page = root.browser.post(here, &[("mode", "closed"), ("reason", &long)]).await.expect(422);
    assert_eq!(page.faults(), ["reason"]);
    assert_eq!(page.attributes("input[name=mode][checked]", "value"), ["closed"]);
    let same = [("mode", "open"), ("reason", "Why")];
    root.browser.post(here, &same).await.expect(303);
    let mode = SignUpMode::load(&instance.app.db).await.unwrap();
    assert_eq!(mode, SignUpMode::Open);
    assert_eq!(instance.acts().await.len(), 1);
    root.browser.post(here, &[("mode", "closed")]).await.expect(303);
    assert_eq!(instance.acts().await.len(), 2);
}
