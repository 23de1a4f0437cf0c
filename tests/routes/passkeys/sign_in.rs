//! Signing in with a passkey alone.

use rocket::futures::future::join_all;

use super::{CHALLENGE, expect_every_lie_is_refused};
use crate::support::{Authenticator, PASSKEYS, PASSWORD, SECOND, TestInstance, WITH_PASSKEY};

/// Shows: passkeys.sign-in
#[tokio::test]
async fn a_passkey_alone_signs_in_without_the_nickname_and_leads_on() {
    let instance = TestInstance::open().await;
    let device = Authenticator::counting();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let guest = instance.browser();
    let page = guest.get("/sign-in?next=/inbox").await.expect(200);
    assert_eq!(page.attributes("#f-login", "autocomplete"), ["username webauthn"]);
    assert_eq!(page.attributes("[data-passkey]", "data-conditional").len(), 1);
    let asked = crate::support::Asked::of(&page);
    // Any passkey of this site will do, and its user has to be verified.
    assert!(asked.ids("allowCredentials").is_empty());
    assert_eq!(asked.options["userVerification"], "required");
    let answer = device.get(&asked);
    let fields = [("state", asked.state.as_str()), ("credential", &answer), ("next", "/inbox")];
    let done = guest.post(WITH_PASSKEY, &fields).await.expect(303);
    assert_eq!(done.location(), "/inbox");
    let page = guest.get("/settings/profile").await.expect(200);
    assert_eq!(page.attributes("#f-name", "value"), ["Alice"]);
    // It is both steps: nothing asks for another one.
    let led = guest.post(PASSKEYS, &[("act", "begin")]).await.expect(303);
    assert_eq!(led.location(), PASSKEYS);
    assert_eq!(instance.happened(alice.id, "signed_in").await, 2);
    // Where to go on stays on this site.
    let other = instance.browser();
    let asked = other.asked("/sign-in").await;
    let answer = device.get(&asked);
    let fields = [("state", asked.state.as_str()), ("credential", &answer), ("next", "//evil.example")];
    let done = other.post(WITH_PASSKEY, &fields).await.expect(303);
    assert_eq!(done.location(), "/");
}

/// Shows: passkeys.refused
#[tokio::test]
async fn what_is_no_right_answer_signs_nobody_in() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    instance.with_passkey("alice", &device).await;
    let guest = instance.browser();
    expect_every_lie_is_refused(&guest, ("/sign-in", WITH_PASSKEY), &device).await;
    // Without saying whose it is, an answer is the one to no question.
    device.names_account.set(false);
    let page = guest.sign_in_with(&device).await.expect(422);
    assert_eq!(page.faults(), ["form"]);
    assert!(!guest.is_signed_in().await);
    device.names_account.set(true);
    guest.sign_in_with(&device).await.expect(303);
    assert!(guest.is_signed_in().await);
}

/// Shows: passkeys.counter
#[tokio::test]
async fn a_counter_that_does_not_rise_is_a_copy_and_its_owner_reads_of_it() {
    let instance = TestInstance::open().await;
    let device = Authenticator::counting();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    for _ in 0..3 {
        instance.browser().sign_in_with(&device).await.expect(303);
    }
    // The copy was made at the first of them.
    for counter in [0, 1, 2] {
        device.counter.set(counter);
        let guest = instance.browser();
        let page = guest.sign_in_with(&device).await.expect(422);
        assert!(page.one("[data-fault=form]").contains("a copy of it"));
        assert!(!guest.is_signed_in().await);
    }
    assert_eq!(instance.happened(alice.id, "passkey_copied").await, 3);
    let page = alice.browser.get("/settings/security/log").await.expect(200);
    assert!(page.text().contains("A copy of a passkey refused"));
    instance.browser().sign_in_with(&device).await.expect(303);
    // One that never counts is no copy, and one that stops counting is.
    let still = Authenticator::new();
    instance.with_passkey("bob", &still).await;
    instance.browser().sign_in_with(&still).await.expect(303);
    instance.browser().sign_in_with(&still).await.expect(303);
    let mut stopped = device;
    stopped.counts = false;
    stopped.counter.set(0);
    instance.browser().sign_in_with(&stopped).await.expect(422);
}

/// Shows: passkeys.once
#[tokio::test]
async fn an_answer_works_once_also_if_it_is_sent_several_times_at_once() {
    let instance = TestInstance::open().await;
    // Neither counts: the counter would refuse all but the first.
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let browsers: Vec<_> = (0..6).map(|_| instance.browser()).collect();
    let asked = browsers[0].asked("/sign-in").await;
    let answer = device.get(&asked);
    let sent = browsers.iter().map(|browser| browser.send_passkey(WITH_PASSKEY, &asked, &answer));
    let opened = join_all(sent).await;
    let opened = opened.iter().filter(|it| it.status == 303).count();
    assert_eq!(opened, 1);
    let again = instance.browser();
    again.send_passkey(WITH_PASSKEY, &asked, &answer).await.expect(422);
    assert!(!again.is_signed_in().await);
    assert_eq!(instance.happened(alice.id, "signed_in").await, 2);
    // And of two answers with one counter, one; what is sent twice is no copy.
    let counting = Authenticator::counting();
    let (bob, _) = instance.with_passkey("bob", &counting).await;
    let asked = again.asked("/sign-in").await;
    let answer = counting.get(&asked);
    for status in [303, 422] {
        let sent = again.send_passkey(WITH_PASSKEY, &asked, &answer).await;
        sent.expect(status);
    }
    assert_eq!(instance.happened(bob.id, "passkey_copied").await, 0);
    let (one, other) = (instance.browser(), instance.browser());
    let (first, second) = (one.asked("/sign-in").await, other.asked("/sign-in").await);
    let answer = counting.get(&first);
    counting.counter.set(counting.counter.get() - 1);
    let twin = counting.get(&second);
    let both =
        join_all([one.send_passkey(WITH_PASSKEY, &first, &answer), other.send_passkey(WITH_PASSKEY, &second, &twin)])
            .await;
    assert_eq!(both.iter().filter(|it| it.status == 303).count(), 1);
}

/// Shows: passkeys.challenge
#[tokio::test]
async fn a_challenge_to_sign_in_works_for_ten_minutes_and_for_nothing_else() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let guest = instance.browser();
    let asked = guest.asked("/sign-in").await;
    let answer = device.get(&asked);
    instance.clock.advance(CHALLENGE);
    guest.send_passkey(WITH_PASSKEY, &asked, &answer).await.expect(422);
    assert!(!guest.is_signed_in().await);
    // Challenges of other pages don't sign in.
    let to_confirm = alice.browser.asked("/confirm").await;
    let answer = device.get(&to_confirm);
    let page = guest.send_passkey(WITH_PASSKEY, &to_confirm, &answer).await;
    assert_eq!(page.expect(422).faults(), ["form"]);
    // Neither does one that was not made here.
    for state in ["", "x", "AAAA", &"A".repeat(400)] {
        let asked = crate::support::Asked { options: asked.options.clone(), state: state.to_owned() };
        let answer = device.get(&asked);
        let page = guest.send_passkey(WITH_PASSKEY, &asked, &answer).await;
        assert_eq!(page.expect(422).faults(), ["form"], "{state}");
    }
    assert!(!guest.is_signed_in().await);
}

/// Shows: passkeys.removed
#[tokio::test]
async fn a_passkey_that_was_removed_and_one_of_a_disabled_account_sign_nobody_in() {
    let instance = TestInstance::open().await;
    let (kept, removed) = (Authenticator::new(), Authenticator::new());
    let (alice, _) = instance.with_passkey("alice", &removed).await;
    let id = alice.passkey_id().await;
    alice.browser.add_passkey(&kept).await.expect(303);
    let guest = instance.browser();
    let asked = guest.asked("/sign-in").await;
    let answer = removed.get(&asked);
    let fields = [("act", "remove"), ("id", id.as_str())];
    alice.browser.post(PASSKEYS, &fields).await.expect(303);
    let page = guest.send_passkey(WITH_PASSKEY, &asked, &answer).await;
    assert!(page.expect(422).one("[data-fault=form]").contains("not known here"));
    alice.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let page = guest.sign_in_with(&kept).await.expect(422);
    assert!(page.one("[data-fault=form]").contains("not known here"));
    assert!(!guest.is_signed_in().await);
    alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    guest.sign_in_with(&kept).await.expect(303);
    assert!(guest.is_signed_in().await);
}

/// Shows: passkeys.sign-in
#[tokio::test]
async fn the_former_session_of_the_browser_ends() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    instance.with_passkey("alice", &device).await;
    let bob = instance.person("bob").await;
    let before = bob.browser.cookie("portico").unwrap();
    let asked = instance.browser().asked("/sign-in").await;
    let answer = device.get(&asked);
    bob.browser.send_passkey(WITH_PASSKEY, &asked, &answer).await.expect(303);
    let page = bob.browser.get("/settings/profile").await.expect(200);
    assert_eq!(page.attributes("#f-name", "value"), ["Alice"]);
    let thief = instance.browser();
    thief.set_cookie("portico", &before);
    assert!(!thief.is_signed_in().await);
}

/// Shows: passkeys.limits
#[tokio::test]
async fn passkeys_from_one_address_are_limited() {
    let instance = TestInstance::configured(|figment| figment.merge(("throttle.enabled", true))).await;
    let device = Authenticator::new();
    instance.with_passkey("alice", &device).await;
    let guest = instance.browser();
    let fields = [("state", "x"), ("credential", "{}")];
    // One was added.
    for _ in 0..59 {
        guest.post(WITH_PASSKEY, &fields).await.expect(422);
    }
    let refused = guest.post(WITH_PASSKEY, &fields).await.expect(429);
    assert_eq!(refused.faults(), ["form"]);
    assert!(refused.header("Retry-After").is_some());
    // It can still be done another way.
    let fields = [("login", "alice"), ("password", PASSWORD)];
    let led = guest.post("/sign-in", &fields).await.expect(303);
    assert!(led.location().starts_with(SECOND));
}
