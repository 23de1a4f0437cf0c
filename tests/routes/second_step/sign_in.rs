//! Signing in with the second step.

use std::time::Duration;

use portico_crypto::totp;
use portico_store::models::accounts::second_step;
use portico_store::models::accounts::session::Browser as Asking;
use portico_store::models::{Session, User};
use rocket::futures::future::{join, join_all};

use crate::support::{PASSWORD, RECOVERY, SECOND, TOTP, TestInstance, new_key, shown_codes};

/// Shows: second-step.no-session
#[tokio::test]
async fn the_right_password_opens_nothing_until_the_code_is_entered_and_both_lead_on() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    let fields = [("login", "alice"), ("password", PASSWORD), ("next", "/inbox?x=1")];
    let led = browser.post("/sign-in", &fields).await.expect(303);
    assert_eq!(led.location(), "/sign-in/second?next=%2Finbox%3Fx%3D1");
    assert!(browser.cookie("portico").is_none());
    assert!(!browser.is_signed_in().await);
    let page = browser.get(led.location()).await.expect(200);
    let next = page.attributes("form[action='/sign-in/second'] input[name=next]", "value");
    assert_eq!(next, ["/inbox?x=1"]);
    let code = alice.code();
    let fields = [("code", code.as_str()), ("next", &next[0])];
    let done = browser.post(SECOND, &fields).await.expect(303);
    assert_eq!(done.location(), "/inbox?x=1");
    assert!(browser.is_signed_in().await);
    assert!(browser.cookie("portico-second").is_none());
    // Where to go on stays on this site.
    let other = instance.browser();
    alice.enter_password(&other).await;
    instance.next_code();
    let code = alice.code();
    let fields = [("code", code.as_str()), ("next", "//evil.example")];
    let done = other.post(SECOND, &fields).await.expect(303);
    assert_eq!(done.location(), "/");
}

/// Shows: second-step.wrong
#[tokio::test]
async fn a_wrong_code_opens_nothing_and_is_listed() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.enter_password(&browser).await;
    for code in [&*alice.wrong_code(), "", "x", "AAAA-AAAA-AAAA-AAAA"] {
        let page = browser.post(SECOND, &[("code", code)]).await.expect(422);
        assert_eq!(page.faults(), ["code"], "{code}");
        assert!(!page.text().contains("AAAA-AAAA"));
    }
    assert!(!browser.is_signed_in().await);
    assert_eq!(instance.happened(alice.id, "second_step_failed").await, 4);
    let code = alice.code();
    browser.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(browser.is_signed_in().await);
}

/// Shows: second-step.once
#[tokio::test]
async fn a_code_that_was_used_opens_nothing_again_and_neither_does_one_before_it() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let (before, code) = (alice.code_in(-1), alice.code());
    let (first, second) = (instance.browser(), instance.browser());
    alice.enter_password(&first).await;
    alice.enter_password(&second).await;
    first.post(SECOND, &[("code", &code)]).await.expect(303);
    for replayed in [&code, &before] {
        second.post(SECOND, &[("code", replayed)]).await.expect(422);
    }
    assert!(first.is_signed_in().await && !second.is_signed_in().await);
}

/// Shows: second-step.drift
#[tokio::test]
async fn a_device_may_be_one_step_off_and_not_two() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    instance.clock.advance(Duration::from_secs(300));
    for (steps, status) in [(-2, 422), (2, 422), (-1, 303), (1, 303)] {
        let browser = instance.browser();
        alice.enter_password(&browser).await;
        let code = alice.code_in(steps);
        browser.post(SECOND, &[("code", &code)]).await.expect(status);
    }
}

/// Shows: second-step.once
#[tokio::test]
async fn of_two_sign_ins_at_once_with_one_code_one_succeeds() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browsers: Vec<_> = (0..4).map(|_| instance.browser()).collect();
    for browser in &browsers {
        alice.enter_password(browser).await;
    }
    let code = alice.code();
    let fields = [("code", code.as_str())];
    let answers = join_all(browsers.iter().map(|browser| browser.post(SECOND, &fields))).await;
    let opened = answers.iter().filter(|answer| answer.status == 303).count();
    assert_eq!(opened, 1);
}

/// Shows: second-step.tries
#[tokio::test]
async fn a_sign_in_has_five_tries_however_many_are_sent_at_once() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.enter_password(&browser).await;
    let wrong = alice.wrong_code();
    let fields = [("code", wrong.as_str())];
    join_all((0..20).map(|_| browser.post(SECOND, &fields))).await;
    assert_eq!(instance.happened(alice.id, "second_step_failed").await, 5);
    let code = alice.code();
    let over = browser.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(over.location().starts_with("/sign-in?"), "{}", over.location());
    assert!(!browser.is_signed_in().await);
    let page = browser.get(over.location()).await.expect(200);
    assert!(page.text().contains("too many codes were wrong"));
}

/// Shows: second-step.tries
#[tokio::test]
async fn fifty_tries_at_once_at_an_account_are_ten() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.second_step_address.burst", 1_000))
            .merge(("throttle.second_step_address.per_minute", 1_000))
    })
    .await;
    let alice = instance.protected("alice").await;
    instance.clock.advance(Duration::from_secs(600));
    let wrong = alice.wrong_code();
    let fields = [("code", wrong.as_str())];
    let browser = &alice.browser;
    let answers = join_all((0..50).map(|_| browser.post(SECOND, &fields))).await;
    assert_eq!(instance.happened(alice.id, "second_step_failed").await, 10);
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 429).collect();
    assert_eq!(refused.len(), 40);
    assert_eq!(refused[0].faults(), ["code"]);
    assert!(refused[0].header("Retry-After").is_some());
}

/// Shows: second-step.tries
#[tokio::test]
async fn tries_from_one_address_are_limited_over_all_accounts() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.second_step.burst", 1_000))
            .merge(("throttle.second_step.per_minute", 1_000))
    })
    .await;
    let alice = instance.protected("alice").await;
    let wrong = alice.wrong_code();
    let fields = [("code", wrong.as_str())];
    for _ in 0..20 {
        alice.browser.post(SECOND, &fields).await.expect(422);
    }
    alice.browser.post(SECOND, &fields).await.expect(429);
}

/// Shows: second-step.ticket
#[tokio::test]
async fn a_sign_in_waits_for_ten_minutes() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let (in_time, late) = (instance.browser(), instance.browser());
    alice.enter_password(&in_time).await;
    alice.enter_password(&late).await;
    instance.clock.advance(Duration::from_millis(599_999));
    let code = alice.code();
    in_time.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(in_time.is_signed_in().await);
    instance.clock.advance(Duration::from_millis(1));
    instance.next_code();
    let over = late.get(SECOND).await.expect(303);
    assert!(over.location().starts_with("/sign-in?"));
    let code = alice.code();
    late.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(!late.is_signed_in().await);
}

/// Shows: second-step.ticket
#[tokio::test]
async fn a_code_opens_nothing_in_a_browser_without_the_password() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let bob = instance.protected("bob").await;
    alice.enter_password(&instance.browser()).await;
    let code = alice.code();
    let stranger = instance.browser();
    let led = stranger.get(SECOND).await.expect(303);
    assert!(led.location().starts_with("/sign-in?"));
    let led = stranger.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(led.location().starts_with("/sign-in?"));
    stranger.set_cookie("portico-second", "a-ticket-that-was-made-up");
    stranger.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(!stranger.is_signed_in().await);
    // And not in one that waits for someone else's.
    let his = instance.browser();
    bob.enter_password(&his).await;
    his.post(SECOND, &[("code", &code)]).await.expect(422);
    // A ticket is no session.
    let ticket = his.cookie("portico-second").unwrap();
    stranger.set_cookie("portico", &ticket);
    assert!(!stranger.is_signed_in().await);
}

/// Shows: second-step.ended
#[tokio::test]
async fn an_account_that_was_disabled_meanwhile_is_not_opened() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.enter_password(&browser).await;
    alice.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let code = alice.code();
    browser.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(!browser.is_signed_in().await);
    // Nor once it is enabled again: the sign-in ended.
    alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    browser.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(!browser.is_signed_in().await);
}

/// Shows: second-step.ended
#[tokio::test]
async fn a_new_password_ends_the_sign_ins_that_wait() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.enter_password(&browser).await;
    let fields = [("current", PASSWORD), ("password", "a-new-lamp-on-the-quay")];
    alice.browser.post("/settings/password", &fields).await.expect(303);
    let code = alice.code();
    browser.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(!browser.is_signed_in().await);
    assert!(instance.dump().await["sign_in_tickets"].is_empty());
}

/// Shows: second-step.no-session
#[tokio::test]
async fn the_session_of_someone_else_ends_with_the_password() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let bob = instance.person("bob").await;
    alice.enter_password(&bob.browser).await;
    assert!(!bob.browser.is_signed_in().await);
    let code = alice.code();
    bob.browser.post(SECOND, &[("code", &code)]).await.expect(303);
    let page = bob.browser.get("/settings/profile").await.expect(200);
    assert_eq!(page.attributes("#f-name", "value"), ["Alice"]);
}

/// Shows: second-step.no-session
#[tokio::test]
async fn without_a_second_step_there_is_nothing_to_enter() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = "/sign-in/second?next=%2Finbox";
    let led = alice.browser.get(path).await.expect(303);
    assert_eq!(led.location(), "/inbox");
    let fields = [("code", "123456"), ("next", "/inbox")];
    let led = alice.browser.post(SECOND, &fields).await.expect(303);
    assert_eq!(led.location(), "/inbox");
}

/// Shows: second-step.strangers
#[tokio::test]
async fn a_stranger_who_knows_the_password_can_not_use_up_the_tries_of_the_owners_browser() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.second_step_address.burst", 1_000))
            .merge(("throttle.second_step_address.per_minute", 1_000))
            .merge(("throttle.sign_in_account.burst", 1_000))
            .merge(("throttle.sign_in_account.per_minute", 1_000))
    })
    .await;
    let alice = instance.protected("alice").await;
    let own = instance.browser();
    alice.sign_in(&own, &[]).await;
    own.post("/sign-out", &[]).await.expect(303);
    let wrong = alice.wrong_code();
    let fields = [("code", wrong.as_str())];
    let mut refused = 0;
    for _ in 0..3 {
        let stranger = instance.browser();
        alice.enter_password(&stranger).await;
        for _ in 0..5 {
            refused += usize::from(stranger.post(SECOND, &fields).await.status == 429);
        }
    }
    assert!(refused >= 4, "{refused}");
    // A browser that has signed in before still can, and has as many tries itself.
    alice.sign_in(&own, &[]).await;
    assert!(own.is_signed_in().await);
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(own.post(SECOND, &fields).await.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

/// Shows: second-step.no-session
#[tokio::test]
async fn a_password_that_was_checked_before_the_second_step_was_set_up_opens_nothing_after() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.protected("alice").await, instance.person("bob").await);
    let asking = Asking { user_agent: "Test", address: [127, 0, 0, 1].into() };
    let before = Session::all_of(&instance.app, alice.id).await.unwrap();
    let refused = second_step::start_session_without(&instance.app, &alice.user, asking).await;
    assert!(refused.unwrap().is_none());
    let after = Session::all_of(&instance.app, alice.id).await.unwrap();
    assert_eq!(after, before);
    // Without a second step the password is enough, until it is another one.
    let begun = second_step::start_session_without(&instance.app, &bob, asking).await;
    assert!(begun.unwrap().is_some());
    let stale = User { password_hash: "another".to_owned(), ..bob.user.clone() };
    let refused = second_step::start_session_without(&instance.app, &stale, asking).await;
    assert!(refused.is_err());
}

/// Shows: second-step.no-session, second-step.former-sessions
#[tokio::test]
async fn of_a_sign_in_and_the_first_code_at_once_no_session_by_the_password_alone_is_left() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let key = new_key(&alice.browser).await;
    let code = totp::code(&key, totp::step_at(instance.clock.now())).unwrap();
    let confirm = [("act", "confirm"), ("code", code.expose())];
    let sign_in = [("login", "alice"), ("password", PASSWORD)];
    let others: Vec<_> = (0..4).map(|_| instance.browser()).collect();
    let signing_in = join_all(others.iter().map(|other| other.post("/sign-in", &sign_in)));
    let (confirmed, signed_in) = join(alice.browser.post(TOTP, &confirm), signing_in).await;
    confirmed.expect(303);
    shown_codes(&alice.browser.get(RECOVERY).await.expect(200));
    for (other, answer) in others.iter().zip(signed_in) {
        answer.expect(303);
        assert!(!other.is_signed_in().await);
    }
    assert!(alice.browser.is_signed_in().await);
}
