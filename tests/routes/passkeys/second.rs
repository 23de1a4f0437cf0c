//! A passkey as the second step after the password.

use rocket::futures::future::join_all;

use super::expect_every_lie_is_refused;
use crate::support::{
    Asked, Authenticator, Browser, PASSKEYS, PASSWORD, RECOVERY, SECOND, TOTP, TestInstance, WITH_PASSKEY,
};

/// Enters the password; the second step is next.
async fn enter_password(browser: &Browser<'_>, login: &str) {
    let fields = [("login", login), ("password", PASSWORD)];
    let led = browser.post("/sign-in", &fields).await.expect(303);
    assert!(led.location().starts_with(SECOND), "{}", led.location());
}

/// Shows: passkeys.second
#[tokio::test]
async fn a_passkey_is_the_second_step_and_so_is_a_recovery_code() {
    let instance = TestInstance::open().await;
    // It need not be one that the browser finds without being told.
    let mut device = Authenticator::counting();
    device.is_discoverable = false;
    device.names_account.set(false);
    let (alice, codes) = instance.with_passkey("alice", &device).await;
    let page = alice.browser.get(PASSKEYS).await.expect(200);
    assert!(page.one("[data-passkey-id]").contains("Second step only"));
    let browser = instance.browser();
    enter_password(&browser, "alice").await;
    assert!(!browser.is_signed_in().await);
    let page = browser.get(SECOND).await.expect(200);
    let asked = Asked::of(&page);
    assert_eq!(asked.ids("allowCredentials"), [device.id()]);
    // The account has no app: the field takes recovery codes alone.
    assert!(page.text().contains("one of your recovery codes"));
    let answer = device.get(&asked);
    let done = browser.send_passkey(SECOND, &asked, &answer).await;
    assert_eq!(done.expect(303).location(), "/");
    assert!(browser.is_signed_in().await);
    let other = instance.browser();
    enter_password(&other, "alice").await;
    other.post(SECOND, &[("code", "123456")]).await.expect(422);
    other.post(SECOND, &[("code", &codes[0])]).await.expect(303);
    assert!(other.is_signed_in().await);
    assert_eq!(instance.happened(alice.id, "recovery_code_used").await, 1);
}

/// Shows: passkeys.refused
#[tokio::test]
async fn what_is_no_right_answer_is_no_second_step() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    instance.with_passkey("alice", &device).await;
    let stranger = Authenticator::new();
    instance.with_passkey("mallory", &stranger).await;
    for lies in super::LIES.chunks(4) {
        let browser = instance.browser();
        enter_password(&browser, "alice").await;
        for (why, lie) in lies {
            let asked = browser.asked(SECOND).await;
            let answer = lie(&device, &asked);
            let page = browser.send_passkey(SECOND, &asked, &answer).await;
            assert_eq!(page.status, 422, "{why}");
            assert_eq!(page.faults(), ["form"], "{why}");
        }
        // Someone else's passkey.
        let asked = browser.asked(SECOND).await;
        let answer = stranger.get(&asked);
        let page = browser.send_passkey(SECOND, &asked, &answer).await;
        assert!(page.expect(422).one("[data-fault=form]").contains("not known here"));
        assert!(!browser.is_signed_in().await);
    }
}

/// Shows: passkeys.challenge
#[tokio::test]
async fn a_challenge_of_one_sign_in_is_answered_in_no_other() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let (one, other) = (instance.browser(), instance.browser());
    enter_password(&one, "alice").await;
    enter_password(&other, "alice").await;
    let asked = one.asked(SECOND).await;
    let answer = device.get(&asked);
    other.send_passkey(SECOND, &asked, &answer).await.expect(422);
    // Neither without a password at all, nor where a passkey alone signs in.
    let guest = instance.browser();
    let led = guest.send_passkey(SECOND, &asked, &answer).await.expect(303);
    assert!(led.location().starts_with("/sign-in?"));
    guest.send_passkey(WITH_PASSKEY, &asked, &answer).await.expect(422);
    // Nor a challenge of the page to sign in here, or of a session of hers.
    for asked in [guest.asked("/sign-in").await, alice.browser.asked(SECOND).await] {
        let answer = device.get(&asked);
        other.send_passkey(SECOND, &asked, &answer).await.expect(422);
    }
    assert!(!other.is_signed_in().await && !guest.is_signed_in().await);
    one.send_passkey(SECOND, &asked, &answer).await.expect(303);
    assert!(one.is_signed_in().await);
}

/// Shows: passkeys.once
#[tokio::test]
async fn of_second_steps_at_once_with_one_answer_one_succeeds() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    instance.with_passkey("alice", &device).await;
    let browser = instance.browser();
    enter_password(&browser, "alice").await;
    let asked = browser.asked(SECOND).await;
    let answer = device.get(&asked);
    let ticket = browser.cookie("portico-second").unwrap();
    let browsers: Vec<_> = (0..4).map(|_| instance.browser()).collect();
    for copy in &browsers {
        copy.set_cookie("portico-second", &ticket);
    }
    let sent = browsers.iter().map(|copy| copy.send_passkey(SECOND, &asked, &answer));
    join_all(sent).await;
    let mut opened = 0;
    for copy in &browsers {
        opened += usize::from(copy.is_signed_in().await);
    }
    assert_eq!(opened, 1);
}

/// Shows: passkeys.second
#[tokio::test]
async fn an_app_and_passkeys_stand_beside_each_other() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let device = Authenticator::new();
    // A second step of either kind is enough to add one of the other.
    let done = alice.browser.add_passkey(&device).await.expect(303);
    assert_eq!(done.location(), PASSKEYS);
    let browser = instance.browser();
    enter_password(&browser, "alice").await;
    let page = browser.get(SECOND).await.expect(200);
    assert!(page.text().contains("Use your passkey, or enter the code"));
    browser.post(SECOND, &[("code", &alice.code())]).await.expect(303);
    assert!(browser.is_signed_in().await);
    // Without the app, the passkey still protects the account, and the codes stay.
    alice.browser.post(TOTP, &[("act", "remove")]).await.expect(303);
    assert_eq!(instance.dump().await["recovery_codes"].len(), 10);
    let other = instance.browser();
    enter_password(&other, "alice").await;
    instance.next_code();
    other.post(SECOND, &[("code", &alice.code())]).await.expect(422);
    let asked = other.asked(SECOND).await;
    let answer = device.get(&asked);
    other.send_passkey(SECOND, &asked, &answer).await.expect(303);
    assert!(other.is_signed_in().await);
    other.post(RECOVERY, &[]).await.expect(303);
    crate::support::shown_codes(&other.get(RECOVERY).await.expect(200));
}

/// Shows: passkeys.removed
#[tokio::test]
async fn a_passkey_that_was_removed_is_no_second_step() {
    let instance = TestInstance::open().await;
    let (kept, removed) = (Authenticator::new(), Authenticator::new());
    let (alice, _) = instance.with_passkey("alice", &removed).await;
    let id = alice.passkey_id().await;
    alice.browser.add_passkey(&kept).await.expect(303);
    let browser = instance.browser();
    enter_password(&browser, "alice").await;
    let asked = browser.asked(SECOND).await;
    let answer = removed.get(&asked);
    let fields = [("act", "remove"), ("id", id.as_str())];
    alice.browser.post(PASSKEYS, &fields).await.expect(303);
    browser.send_passkey(SECOND, &asked, &answer).await.expect(422);
    alice.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let led = browser.send_passkey(SECOND, &asked, &answer).await;
    assert!(led.expect(303).location().starts_with("/sign-in"));
    assert!(!browser.is_signed_in().await);
}

/// Shows: passkeys.refused
#[tokio::test]
async fn a_form_of_another_session_confirms_nothing() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    instance.clock.advance(super::QUARTER);
    instance.sign_in_on(&alice.browser, &alice).await;
    expect_every_lie_is_refused(&alice.browser, (SECOND, SECOND), &device).await;
    let led = alice.browser.post(PASSKEYS, &[("act", "begin")]).await;
    assert!(led.expect(303).location().starts_with(SECOND));
}
