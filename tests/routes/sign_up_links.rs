//! Sign-up links: created, listed and revoked at `/admin/sign-up`; each lets one person sign up, also while sign-up is closed.

use std::time::Duration;

use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::instance::sign_up_link::MAX_LINKS;
use portico_store::models::{Operator, User};
use rocket::futures::future::join;

use crate::support::{Answer, PASSWORD, Person, TestInstance};

const HERE: &str = "/admin/sign-up";
const LINK: [(&str, &str); 3] = [("act", "create_link"), ("note", "For Bob"), ("days", "7")];

/// An instance where no one can sign up, and its admin.
async fn close(instance: &TestInstance) -> Person<'_> {
    let root = instance.admin("root").await;
    assert!(SignUpMode::Closed.set(&instance.app, &Operator::TERMINAL).await.unwrap());
    root
}

/// The secret of a new link.
async fn create(root: &Person<'_>) -> String {
    let page = root.browser.post(HERE, &LINK).await.expect(200);
    page.one("#sign-up-link").split_once("/sign-up?link=").unwrap().1.to_owned()
}

async fn sign_up(instance: &TestInstance, nickname: &str, secret: &str) -> Answer {
    let fields = [("nickname", nickname), ("name", "Some One"), ("password", PASSWORD), ("link", secret)];
    instance.browser().post("/sign-up", &fields).await
}

async fn listed(root: &Person<'_>) -> Vec<String> {
    root.browser.get(HERE).await.expect(200).attributes("[data-link]", "data-link")
}

#[tokio::test]
async fn a_link_lets_one_person_sign_up_while_no_one_else_can() {
    let instance = TestInstance::open().await;
    let root = close(&instance).await;
    let secret = create(&root).await;
    assert_eq!(listed(&root).await.len(), 1);
    assert!(!root.browser.get(HERE).await.expect(200).text().contains(&secret));
    let path = format!("/sign-up?link={secret}");
    let page = instance.browser().get(&path).await.expect(200);
    assert_eq!(page.attributes("input[name=link]", "value"), std::slice::from_ref(&secret));
    // A form with other faults does not use it up.
    assert_eq!(sign_up(&instance, "root", &secret).await.expect(422).faults(), ["nickname"]);
    sign_up(&instance, "bob", &secret).await.expect(303);
    let bob = User::find_by_nickname(&instance.app.db, "bob").await.unwrap().unwrap();
    assert!(!bob.is_admin());
    assert_eq!(sign_up(&instance, "eve", &secret).await.expect(422).faults(), ["form"]);
    let page = instance.browser().get(&path).await.expect(404);
    assert!(page.text().contains("This link doesn’t work any more"));
    assert!(listed(&root).await.is_empty());
    let acts: Vec<String> = instance.acts().await.into_iter().map(|act| act.0).collect();
    assert_eq!(acts[0], "sign_up_link_created");
}

#[tokio::test]
async fn a_wrong_revoked_or_expired_link_lets_no_one_sign_up() {
    let instance = TestInstance::open().await;
    let root = close(&instance).await;
    let (revoked, expired) = (create(&root).await, create(&root).await);
    let hash = listed(&root).await.pop().unwrap();
    let revoke = [("act", "revoke_link"), ("link", hash.as_str())];
    for recorded in ["sign_up_link_revoked", "sign_up_link_revoked"] {
        root.browser.post(HERE, &revoke).await.expect(303);
        assert_eq!(instance.acts().await[0].0, recorded);
    }
    assert_eq!(instance.acts().await.len(), 5);
    assert_eq!(listed(&root).await.len(), 1);
    instance.clock.advance(Duration::from_secs(7 * 24 * 60 * 60));
    for secret in ["x", &revoked, &expired] {
        assert_eq!(sign_up(&instance, "eve", secret).await.expect(422).faults(), ["form"], "{secret}");
        instance.browser().get(&format!("/sign-up?link={secret}")).await.expect(404);
    }
    instance.sign_in_on(&root.browser, &root.user).await;
    assert!(listed(&root).await.is_empty());
}

#[tokio::test]
async fn of_two_sign_ups_by_one_link_one_makes_an_account() {
    let instance = TestInstance::open().await;
    let root = close(&instance).await;
    let secret = create(&root).await;
    let (one, two) = join(sign_up(&instance, "bob", &secret), sign_up(&instance, "eve", &secret)).await;
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422]);
}

#[tokio::test]
async fn links_are_for_admins_with_a_number_of_days_and_a_limit() {
    let instance = TestInstance::open().await;
    let root = close(&instance).await;
    let bob = instance.person("bob").await;
    bob.browser.post(HERE, &LINK).await.expect(404);
    assert!(instance.browser().post(HERE, &LINK).await.expect(303).location().starts_with("/sign-in"));
    let long = "x".repeat(65);
    for (note, days, faults) in
        [("", "0", &["days"][..]), ("", "91", &["days"]), ("", "x", &["days"]), (&*long, "", &["days", "note"])]
    {
        let fields = [("act", "create_link"), ("note", note), ("days", days)];
        let mut found = root.browser.post(HERE, &fields).await.expect(422).faults();
        found.sort();
        assert_eq!(found, faults, "{days}");
    }
    let fields = [("act", "create_link"), ("days", "90"), ("note", &long[1..])];
    for _ in 0..MAX_LINKS {
        root.browser.post(HERE, &fields).await.expect(200);
    }
    assert_eq!(root.browser.post(HERE, &fields).await.expect(422).faults(), ["form"]);
    assert_eq!(listed(&root).await.len(), MAX_LINKS);
}
