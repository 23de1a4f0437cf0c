//! `/admin/sign-up`: who can sign up, and what the form then does.

use portico::models::instance::sign_up::SignUpMode;
use portico::models::{Invite, Operator, User};

use crate::support::{Answer, PASSWORD, TestApp};

async fn sign_up(house: &TestApp, nickname: &str, next: &str) -> Answer {
    let fields = [
        ("nickname", nickname),
        ("name", "Some One"),
        ("password", PASSWORD),
        ("next", next),
    ];
    house.browser().post("/sign-up", &fields).await
}

async fn exists(house: &TestApp, nickname: &str) -> bool {
    let found = User::find_by_nickname(&house.app.db, nickname).await;
    found.unwrap().is_some()
}

#[rocket::async_test]
async fn an_admin_closes_sign_up_and_opens_it_again() {
    let house = TestApp::open().await;
    let root = house.admin("root").await;
    let here = "/admin/sign-up";
    let page = root.browser.get(here).await.expect(200);
    assert_eq!(
        page.attributes("input[name=mode][checked]", "value"),
        ["open"]
    );
    let fields = [("mode", "closed"), ("reason", "A flood")];
    root.browser.post(here, &fields).await.expect(303);
    let page = house.browser().get("/sign-up").await.expect(200);
    assert!(page.text().contains("Sign-up is closed"));
    assert!(
        page.attributes("form[action='/sign-up']", "method")
            .is_empty()
    );
    sign_up(&house, "eve", "").await.expect(403);
    assert!(!exists(&house, "eve").await);
    assert_eq!(house.acts().await[0].0, "sign_up_changed");
    // The operator still creates accounts.
    let fields = [("mode", "open"), ("reason", "It is over")];
    root.browser.post(here, &fields).await.expect(303);
    sign_up(&house, "eve", "").await.expect(303);
    assert!(exists(&house, "eve").await);
}

#[rocket::async_test]
async fn with_an_invite_alone_people_sign_up_who_have_one_that_works() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let invite = Invite::create(&house.app, alice.id, acme.server.id);
    let code = invite.await.unwrap().code;
    let changed = SignUpMode::Invite.set(&house.app, &Operator::TERMINAL);
    assert!(changed.await.unwrap());
    for next in [
        "",
        "/",
        "/invites/x",
        "/invites/",
        "/invites/%00",
        &format!("/servers?{code}"),
    ] {
        let refused = sign_up(&house, "eve", next).await.expect(403);
        assert!(refused.text().contains("You need an invite"), "{next}");
    }
    let next = format!("/invites/{code}");
    let path = format!("/sign-up?next=%2Finvites%2F{code}");
    let page = house.browser().get(&path).await.expect(200);
    assert_eq!(
        page.attributes("form[action='/sign-up'] input[name=next]", "value"),
        std::slice::from_ref(&next)
    );
    let answer = sign_up(&house, "eve", &next).await.expect(303);
    assert_eq!(answer.location(), next);
    Invite::delete(&house.app, alice.id, acme.server.id, &code)
        .await
        .unwrap();
    sign_up(&house, "mallory", &next).await.expect(403);
    assert!(!exists(&house, "mallory").await);
}

#[rocket::async_test]
async fn a_mode_that_is_none_and_a_change_without_reason_are_refused() {
    let house = TestApp::open().await;
    let root = house.admin("root").await;
    let here = "/admin/sign-up";
    let fields = [("mode", "ajar"), ("reason", "Why")];
    root.browser.post(here, &fields).await.expect(404);
    let page = root
        .browser
        .post(here, &[("mode", "closed")])
        .await
        .expect(422);
    assert_eq!(page.faults(), ["reason"]);
    assert_eq!(
        page.attributes("input[name=mode][checked]", "value"),
        ["closed"]
    );
    let same = [("mode", "open"), ("reason", "Why")];
    root.browser.post(here, &same).await.expect(303);
    let mode = SignUpMode::of(&house.app.db).await.unwrap();
    assert_eq!(mode, SignUpMode::Open);
    assert_eq!(house.acts().await.len(), 1);
}
