//! The authenticator app: its key, its first code, and its end.

use portico_crypto::totp;
use portico_store::models::Authenticator;
use portico_store::models::accounts::authenticator;
use rocket::futures::future::join_all;

use super::QUARTER;
use crate::support::{PASSWORD, RECOVERY, SECOND, TOTP, TestInstance, new_key};

/// Shows: second-step.set-up
#[tokio::test]
async fn an_app_is_set_up_by_its_first_code_and_gets_recovery_codes_that_are_shown_once() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let page = alice.browser.get(TOTP).await.expect(200);
    assert!(page.all("svg.qr").is_empty());
    let key = new_key(&alice.browser).await;
    let page = alice.browser.get(&format!("{TOTP}?reveal")).await.expect(200);
    assert_eq!(page.all("svg.qr").len(), 1);
    assert_eq!(page.one("#totp-key").replace(' ', ""), key.expose());
    // Until it is asked for, the page does not contain the key.
    let hidden = alice.browser.get(TOTP).await.expect(200);
    assert!(hidden.all("svg.qr").is_empty() && !hidden.text().contains(&page.one("#totp-key")));
    // Nothing asks for a code yet.
    let fields = [("login", "alice"), ("password", PASSWORD)];
    let guest = instance.browser();
    guest.post("/sign-in", &fields).await.expect(303);
    assert!(guest.is_signed_in().await);
    let code = totp::code(&key, totp::step_at(instance.clock.now())).unwrap();
    let spaced = format!("{} {}", &code.expose()[..3], &code.expose()[3..]);
    let fields = [("act", "confirm"), ("code", spaced.as_str())];
    let done = alice.browser.post(TOTP, &fields).await.expect(303);
    assert_eq!(done.location(), RECOVERY);
    let page = alice.browser.get(RECOVERY).await.expect(200);
    let codes = crate::support::shown_codes(&page);
    assert_eq!(codes.len(), 10);
    let file = page.attributes("a[download]", "href").remove(0);
    let (kind, text) = file.split_once(',').unwrap();
    assert_eq!(kind, "data:text/plain;charset=utf-8");
    let text = percent_encoding::percent_decode_str(text).decode_utf8().unwrap();
    assert!(codes.iter().all(|code| text.contains(code.as_str())));
    let again = alice.browser.get(RECOVERY).await.expect(200);
    assert!(again.all("#recovery-codes").is_empty());
    assert!(again.text().contains("10 codes left"));
    for kind in ["second_step_added", "recovery_codes_made"] {
        assert_eq!(instance.happened(alice.id, kind).await, 1, "{kind}");
    }
    // The key is not shown again.
    let page = alice.browser.get(&format!("{TOTP}?reveal")).await.expect(200);
    assert!(page.all("svg.qr").is_empty() && page.all("#totp-key").is_empty());
}

/// Shows: second-step.set-up
#[tokio::test]
async fn without_a_right_first_code_nothing_is_protected() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let key = new_key(&alice.browser).await;
    let off = totp::code(&key, totp::step_at(instance.clock.now()) + 5).unwrap();
    for code in ["", "x", "12345", "1234567", off.expose()] {
        let fields = [("act", "confirm"), ("code", code)];
        let page = alice.browser.post(TOTP, &fields).await.expect(422);
        assert_eq!(page.faults(), ["code"], "{code}");
    }
    let is_set_up = Authenticator::is_set_up(&instance.app.db, alice.id).await;
    assert!(!is_set_up.unwrap());
    let made = alice.browser.get(RECOVERY).await.expect(303);
    assert_eq!(made.location(), "/settings/security");
    alice.browser.post(RECOVERY, &[]).await.expect(303);
}

/// Shows: second-step.set-up
#[tokio::test]
async fn starting_again_replaces_the_key_and_one_that_waited_for_an_hour_is_none() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let first = new_key(&alice.browser).await;
    let second = new_key(&alice.browser).await;
    assert_ne!(first, second);
    let step = totp::step_at(instance.clock.now());
    let old = totp::code(&first, step).unwrap();
    let fields = [("act", "confirm"), ("code", old.expose())];
    alice.browser.post(TOTP, &fields).await.expect(422);
    instance.clock.advance(QUARTER * 4);
    instance.sign_in_on(&alice.browser, &alice).await;
    let late = totp::code(&second, totp::step_at(instance.clock.now())).unwrap();
    let fields = [("act", "confirm"), ("code", late.expose())];
    let led = alice.browser.post(TOTP, &fields).await.expect(303);
    assert_eq!(led.location(), TOTP);
    let is_set_up = Authenticator::is_set_up(&instance.app.db, alice.id).await;
    assert!(!is_set_up.unwrap());
}

/// Shows: second-step.set-up
#[tokio::test]
async fn an_app_that_is_set_up_is_not_replaced() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    alice.browser.post(TOTP, &[("act", "begin")]).await.expect(303);
    let browser = instance.browser();
    alice.sign_in(&browser, &[]).await;
    assert!(browser.is_signed_in().await);
}

/// Shows: second-step.fresh
#[tokio::test]
async fn setting_up_and_showing_the_key_ask_for_the_password() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.clock.advance(QUARTER);
    let led = alice.browser.post(TOTP, &[("act", "begin")]).await.expect(303);
    assert!(led.location().starts_with("/confirm"), "{}", led.location());
    instance.sign_in_on(&alice.browser, &alice).await;
    let key = new_key(&alice.browser).await;
    instance.clock.advance(QUARTER);
    let led = alice.browser.get(&format!("{TOTP}?reveal")).await.expect(303);
    assert!(led.location().starts_with("/confirm"), "{}", led.location());
    let code = totp::code(&key, totp::step_at(instance.clock.now())).unwrap();
    let fields = [("act", "confirm"), ("code", code.expose())];
    let led = alice.browser.post(TOTP, &fields).await.expect(303);
    assert!(led.location().starts_with("/confirm"), "{}", led.location());
}

/// Shows: second-step.fresh
#[tokio::test]
async fn removing_it_asks_for_the_password_and_for_a_code() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let remove = async || alice.browser.post(TOTP, &[("act", "remove")]).await;
    instance.clock.advance(QUARTER);
    let led = remove().await.expect(303);
    assert!(led.location().starts_with("/confirm"), "{}", led.location());
    let fields = [("password", PASSWORD), ("next", TOTP)];
    alice.browser.post("/confirm", &fields).await.expect(303);
    // The password alone is not enough.
    let led = remove().await.expect(303);
    assert!(led.location().starts_with(SECOND), "{}", led.location());
    let wrong = alice.wrong_code();
    alice.browser.post(SECOND, &[("code", &wrong)]).await.expect(422);
    assert!(remove().await.expect(303).location().starts_with(SECOND));
    let (code, next) = (alice.code(), ("next", TOTP));
    let taken = alice.browser.post(SECOND, &[("code", &code), next]).await;
    assert_eq!(taken.expect(303).location(), TOTP);
    assert_eq!(remove().await.expect(303).location(), TOTP);
    assert_eq!(instance.happened(alice.id, "second_step_removed").await, 1);
    let dump = instance.dump().await;
    for table in ["authenticators", "recovery_codes"] {
        assert!(dump[table].is_empty(), "{table}");
    }
    let fields = [("login", "alice"), ("password", PASSWORD)];
    let guest = instance.browser();
    guest.post("/sign-in", &fields).await.expect(303);
    assert!(guest.is_signed_in().await);
    // Once more, there is nothing to remove.
    remove().await.expect(303);
    assert_eq!(instance.happened(alice.id, "second_step_removed").await, 1);
}

/// Shows: second-step.set-up
#[tokio::test]
async fn of_two_first_codes_at_once_one_sets_it_up() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let key = new_key(&alice.browser).await;
    let code = totp::code(&key, totp::step_at(instance.clock.now())).unwrap();
    let fields = [("act", "confirm"), ("code", code.expose())];
    let both = join_all((0..2).map(|_| alice.browser.post(TOTP, &fields))).await;
    let led: Vec<_> = both.iter().map(|answer| answer.location()).collect();
    let set_up = led.iter().filter(|place| **place == RECOVERY).count();
    assert_eq!(set_up, 1, "{led:?}");
    assert_eq!(instance.happened(alice.id, "second_step_added").await, 1);
    assert_eq!(instance.dump().await["recovery_codes"].len(), 10);
}

/// Shows: second-step.sealed
#[tokio::test]
async fn neither_the_key_nor_a_code_is_in_the_database() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.sign_in(&browser, &[("trust", "on")]).await;
    alice.enter_password(&instance.browser()).await;
    let stored = format!("{:?}", instance.dump().await).to_lowercase();
    let token = |name| browser.cookie(name).unwrap();
    let mut secrets = vec![alice.key.expose().to_owned(), token("portico"), token("portico-trusted")];
    secrets.extend(alice.codes.iter().map(|code| code.replace('-', "")));
    secrets.extend(alice.codes.iter().cloned());
    for secret in secrets {
        let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
        assert!(!stored.contains(&secret.to_lowercase()) && !stored.contains(&hex));
    }
    let counts = authenticator::count_sealed(&instance.app).await.unwrap();
    assert_eq!((counts.under(instance.app.key.id()), counts.unreadable), (1, 0));
}

/// Shows: second-step.own
#[tokio::test]
async fn signed_out_users_set_nothing_up_and_other_sites_neither() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let before = instance.dump().await;
    let guest = instance.browser();
    for path in [TOTP, RECOVERY] {
        for answer in [guest.get(path).await, guest.post(path, &[("act", "begin")]).await] {
            let led = answer.expect(303);
            assert!(led.location().starts_with("/sign-in"), "{}", led.location());
        }
        let from = [("Sec-Fetch-Site", "cross-site")];
        let fields = [("act", "remove")];
        alice.browser.post_with(path, &fields, &from).await.expect(403);
    }
    let code = alice.code();
    let from = [("Sec-Fetch-Site", "cross-site")];
    let fields = [("code", code.as_str())];
    alice.browser.post_with(SECOND, &fields, &from).await.expect(403);
    let mut after = instance.dump().await;
    after.insert("saved_forms".to_owned(), before["saved_forms"].clone());
    assert_eq!(after, before);
}

/// Shows: second-step.former-sessions
#[tokio::test]
async fn the_first_second_step_ends_the_sessions_that_the_password_alone_opened() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    let device = crate::support::Authenticator::new();
    alice.browser.add_passkey(&device).await.expect(303);
    crate::support::shown_codes(&alice.browser.get(RECOVERY).await.expect(200));
    assert!(alice.browser.is_signed_in().await);
    assert!(!other.is_signed_in().await);
    // A further one ends none.
    other.sign_in_with(&device).await.expect(303);
    let key = new_key(&alice.browser).await;
    let code = totp::code(&key, totp::step_at(instance.clock.now())).unwrap();
    let fields = [("act", "confirm"), ("code", code.expose())];
    alice.browser.post(TOTP, &fields).await.expect(303);
    assert!(other.is_signed_in().await);
    // The app is the first one of someone else.
    let bob = instance.person("bob").await;
    instance.sign_in_on(&other, &bob).await;
    let key = new_key(&bob.browser).await;
    let code = totp::code(&key, totp::step_at(instance.clock.now())).unwrap();
    let fields = [("act", "confirm"), ("code", code.expose())];
    bob.browser.post(TOTP, &fields).await.expect(303);
    crate::support::shown_codes(&bob.browser.get(RECOVERY).await.expect(200));
    assert!(!other.is_signed_in().await && bob.browser.is_signed_in().await);
}
