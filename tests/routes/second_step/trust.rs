//! Browsers that are trusted for thirty days.

use portico_store::models::accounts::second_step_setup;
use portico_store::models::{Session, User};

use super::{DAY, QUARTER};
use crate::support::{PASSWORD, Protected, RECOVERY, SECOND, TOTP, TestInstance};

impl TestInstance {
    /// Whether the password alone opens the account in this browser.
    async fn asks_for_no_code(&self, browser: &crate::support::Browser<'_>, password: &str) -> bool {
        browser.post("/sign-out", &[]).await.expect(303);
        let fields = [("login", "alice"), ("password", password)];
        let entered = browser.post("/sign-in", &fields).await.expect(303);
        let asks = entered.location().starts_with(SECOND);
        assert_eq!(browser.is_signed_in().await, !asks);
        !asks
    }

    async fn trusted<'h>(&'h self, alice: &Protected<'h>) -> crate::support::Browser<'h> {
        let browser = self.browser();
        alice.sign_in(&browser, &[("trust", "on")]).await;
        browser
    }
}

/// Shows: second-step.trust
#[tokio::test]
async fn a_trusted_browser_is_asked_for_no_code_for_thirty_days() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.trusted(&alice).await;
    let other = instance.browser();
    alice.sign_in(&other, &[]).await;
    assert!(instance.asks_for_no_code(&browser, PASSWORD).await);
    assert!(!instance.asks_for_no_code(&other, PASSWORD).await);
    instance.clock.advance(DAY * 29);
    assert!(instance.asks_for_no_code(&browser, PASSWORD).await);
    instance.clock.advance(DAY);
    assert!(!instance.asks_for_no_code(&browser, PASSWORD).await);
}

/// Shows: second-step.trust
#[tokio::test]
async fn trust_is_that_of_one_account() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let bob = instance.protected("bob").await;
    let browser = instance.trusted(&alice).await;
    browser.post("/sign-out", &[]).await.expect(303);
    bob.enter_password(&browser).await;
    assert!(!browser.is_signed_in().await);
}

/// Shows: second-step.trust-is-no-step
#[tokio::test]
async fn trust_never_counts_as_a_second_step() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.trusted(&alice).await;
    let amr = async || {
        let sessions = Session::all_of(&instance.app, alice.id).await.unwrap();
        sessions[0].amr()
    };
    instance.clock.advance(QUARTER);
    assert!(instance.asks_for_no_code(&browser, PASSWORD).await);
    assert_eq!(amr().await, "pwd");
    let password = [("current", PASSWORD), ("password", "a-new-lamp-on-the-quay")];
    let deletion = [("password", PASSWORD), ("confirm", "alice")];
    for (path, fields) in [
        (TOTP, &[("act", "remove")][..]),
        (RECOVERY, &[]),
        ("/settings/phone/remove", &[]),
        ("/settings/password", &password),
        ("/settings/delete", &deletion),
    ] {
        let led = browser.post(path, fields).await.expect(303);
        assert!(led.location().starts_with(SECOND), "{path}: {}", led.location());
    }
    let code = alice.code();
    browser.post(SECOND, &[("code", &code)]).await.expect(303);
    assert_eq!(amr().await, "pwd otp mfa");
    browser.post(RECOVERY, &[]).await.expect(303);
    crate::support::shown_codes(&browser.get(RECOVERY).await.expect(200));
    // The password is still the old one.
    browser.post("/settings/delete", &deletion).await.expect(303);
    assert!(User::find(&instance.app.db, alice.id).await.unwrap().is_none());
}

/// Shows: second-step.trust-is-no-step, second-step.fresh
#[tokio::test]
async fn after_the_second_step_the_password_changes_at_the_page_that_asked_for_it() {
    const NEW: &str = "a-new-lamp-on-the-quay";
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.trusted(&alice).await;
    instance.clock.advance(QUARTER);
    assert!(instance.asks_for_no_code(&browser, PASSWORD).await);
    let fields = [("current", PASSWORD), ("password", NEW)];
    let led = browser.post("/settings/password", &fields).await.expect(303);
    assert!(led.location().starts_with(SECOND), "{}", led.location());
    let code = alice.code();
    let next = [("code", code.as_str()), ("next", "/settings/security")];
    let back = browser.post(SECOND, &next).await.expect(303);
    assert_eq!(back.location(), "/settings/security");
    browser.post("/settings/password", &fields).await.expect(303);
    // Whether or not the browser is still trusted, this is the password now.
    instance.asks_for_no_code(&browser, NEW).await;
}

/// Shows: second-step.trust-ends
#[tokio::test]
async fn trusted_browsers_are_listed_and_each_can_be_ended() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.trusted(&alice).await;
    let page = browser.get("/settings/security").await.expect(200);
    let ids = page.attributes("[data-trust-id]", "data-trust-id");
    assert_eq!(ids.len(), 1);
    assert!(page.one("[data-trust-id]").contains("This browser"));
    let mallory = instance.person("mallory").await;
    let path = format!("/settings/security/browsers/{}/end", ids[0]);
    mallory.browser.post(&path, &[]).await.expect(404);
    alice.browser.post(&path, &[]).await.expect(303);
    alice.browser.post(&path, &[]).await.expect(404);
    assert_eq!(instance.happened(alice.id, "trust_ended").await, 1);
    let page = browser.get("/settings/security").await.expect(200);
    assert!(page.all("[data-trust-id]").is_empty());
    assert!(!instance.asks_for_no_code(&browser, PASSWORD).await);
}

/// Shows: second-step.trust-ends
#[tokio::test]
async fn a_new_password_and_a_removed_second_step_end_the_trust() {
    const NEW: &str = "a-new-lamp-on-the-quay";
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.trusted(&alice).await;
    let fields = [("current", PASSWORD), ("password", NEW)];
    alice.browser.post("/settings/password", &fields).await.expect(303);
    assert!(!instance.asks_for_no_code(&browser, NEW).await);
    let code = alice.code();
    let fields = [("code", code.as_str()), ("trust", "on")];
    browser.post(SECOND, &fields).await.expect(303);
    assert!(instance.asks_for_no_code(&browser, NEW).await);
    // By the operator.
    let user = User::find(&instance.app.db, alice.id).await.unwrap().unwrap();
    user.reset_password(&instance.app, &PASSWORD.into(), &portico_store::models::Operator::TERMINAL).await.unwrap();
    assert!(!instance.asks_for_no_code(&browser, PASSWORD).await);
    instance.next_code();
    let code = alice.code();
    let fields = [("code", code.as_str()), ("trust", "on")];
    browser.post(SECOND, &fields).await.expect(303);
    assert_eq!(instance.dump().await["trusted_browsers"].len(), 1);
    assert!(second_step_setup::reset(&instance.app, &user, &portico_store::models::Operator::TERMINAL).await.unwrap());
    assert!(instance.dump().await["trusted_browsers"].is_empty());
}

/// Shows: second-step.trust-ends
#[tokio::test]
async fn signing_out_of_all_others_ends_their_trust_and_not_the_one_of_this_browser() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let (this, other) = (instance.trusted(&alice).await, instance.trusted(&alice).await);
    this.post("/settings/sessions/end", &[]).await.expect(303);
    assert!(!other.is_signed_in().await);
    assert!(!instance.asks_for_no_code(&other, PASSWORD).await);
    assert!(instance.asks_for_no_code(&this, PASSWORD).await);
    assert_eq!(instance.happened(alice.id, "others_ended").await, 1);
}
