//! What the second step protects besides the sign-in: resets, the phone number, and what apps are told.

use portico_store::models::User;
use portico_store::models::accounts::second_step_setup;
use portico_store::models::oauth::profile::ExchangeKind;

use super::QUARTER;
use crate::support::{
    Browser, CALLBACK, PASSWORD, Protected, SECOND, TOTP, TestInstance, shown_codes, verify_id_token,
};

const NEW: &str = "a-new-lamp-on-the-quay";
const CODE: &str = "/reset/code";

impl TestInstance {
    /// Asks for a reset and returns the code that was sent.
    async fn reset_code(&self, browser: &Browser<'_>, login: &str) -> String {
        browser.post("/reset", &[("login", login)]).await.expect(303);
        self.app.settled().await;
        let text = self.app.sms.outbox().unwrap().messages().remove(0).text;
        text[..8].to_owned()
    }

    async fn password_opens(&self, login: &str, password: &str) -> bool {
        let fields = [("login", login), ("password", password)];
        self.browser().post("/sign-in", &fields).await.status == 303
    }
}

/// Enters the right code of the text message, after which the page asks for the second step.
async fn enter_text(browser: &Browser<'_>, code: &str) {
    let fields = [("code", code), ("password", NEW)];
    let led = browser.post(CODE, &fields).await.expect(303);
    assert!(led.location().starts_with(CODE), "{}", led.location());
}

async fn enter_second(browser: &Browser<'_>, second: &str) -> crate::support::Answer {
    let fields = [("second", second), ("password", NEW)];
    browser.post(CODE, &fields).await
}

/// Shows: second-step.reset
#[tokio::test]
async fn a_text_message_alone_resets_no_password() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    let code = instance.reset_code(&browser, "alice").await;
    enter_text(&browser, &code).await;
    assert!(instance.password_opens("alice", PASSWORD).await);
    let page = browser.get(CODE).await.expect(200);
    assert_eq!(page.all("#f-second").len(), 1);
    assert!(page.all("#f-code").is_empty());
    // The same code again is no second step, and neither is nothing.
    for second in ["", &code, &alice.wrong_code()] {
        let page = enter_second(&browser, second).await.expect(422);
        assert_eq!(page.faults(), ["second"], "{second}");
    }
    assert!(!instance.password_opens("alice", NEW).await);
    assert_eq!(instance.happened(alice.id, "second_step_failed").await, 3);
    enter_second(&browser, &alice.code()).await.expect(303);
    assert!(instance.password_opens("alice", NEW).await);
    assert!(!alice.browser.is_signed_in().await);
    // A code that was used is not used for the sign-in again.
    assert_eq!(instance.happened(alice.id, "password_reset").await, 1);
}

/// Shows: second-step.reset
#[tokio::test]
async fn a_recovery_code_resets_a_password_with_the_text_message() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    let code = instance.reset_code(&browser, "alice").await;
    enter_text(&browser, &code).await;
    enter_second(&browser, &alice.codes[0]).await.expect(303);
    assert!(instance.password_opens("alice", NEW).await);
    assert_eq!(instance.happened(alice.id, "recovery_code_used").await, 1);
    assert_eq!(instance.dump().await["recovery_codes"].len(), 9);
}

/// Shows: second-step.reset
#[tokio::test]
async fn before_the_right_text_code_nothing_shows_that_there_is_a_second_step() {
    let instance = TestInstance::open().await;
    instance.protected("alice").await;
    instance.person("bob").await;
    let mut seen = Vec::new();
    for login in ["alice", "bob", "nobody"] {
        let browser = instance.browser();
        browser.post("/reset", &[("login", login)]).await.expect(303);
        instance.app.settled().await;
        let page = browser.get(CODE).await.expect(200);
        // Whatever is sent, the code of the text message is asked for first.
        let fields = [("code", "00000000"), ("second", "123456"), ("password", NEW)];
        let wrong = browser.post(CODE, &fields).await.expect(422);
        seen.push((page.text(), wrong.text()));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

/// Shows: second-step.reset, second-step.tries
#[tokio::test]
async fn a_reset_has_five_tries_for_the_second_step_and_the_text_code_gives_no_more() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    let code = instance.reset_code(&browser, "alice").await;
    enter_text(&browser, &code).await;
    let wrong = alice.wrong_code();
    for _ in 0..5 {
        let fields = [("second", wrong.as_str()), ("code", &code), ("password", NEW)];
        browser.post(CODE, &fields).await.expect(422);
    }
    let page = enter_second(&browser, &alice.code()).await.expect(422);
    assert!(page.all("#f-second").is_empty());
    assert!(instance.password_opens("alice", PASSWORD).await);
}

/// Shows: second-step.reset
#[tokio::test]
async fn the_right_text_code_is_worth_nothing_in_another_browser_or_for_another_number() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    let code = instance.reset_code(&browser, "alice").await;
    enter_text(&browser, &code).await;
    let stranger = instance.browser();
    let led = enter_second(&stranger, &alice.codes[0]).await.expect(303);
    assert_eq!(led.location(), "/reset?next=%2F");
    let number = portico_rules::phone::Number::parse("+4915112345642").unwrap();
    alice.user.vouch_for_phone(&instance.app, &number, &portico_store::models::Operator::TERMINAL).await.unwrap();
    enter_second(&browser, &alice.codes[0]).await.expect(422);
    assert!(instance.password_opens("alice", PASSWORD).await);
    assert_eq!(instance.dump().await["recovery_codes"].len(), 10);
}

/// Shows: second-step.reset
#[tokio::test]
async fn a_reset_ends_sign_ins_that_wait_and_trust() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.sign_in(&browser, &[("trust", "on")]).await;
    let waiting = instance.browser();
    alice.enter_password(&waiting).await;
    let code = instance.reset_code(&browser, "alice").await;
    enter_text(&browser, &code).await;
    enter_second(&browser, &alice.code()).await.expect(303);
    let dump = instance.dump().await;
    for table in ["sign_in_tickets", "trusted_browsers", "sessions"] {
        assert!(dump[table].is_empty(), "{table}");
    }
}

/// Shows: second-step.phone
#[tokio::test]
async fn the_phone_number_changes_only_after_a_second_step_in_this_session() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    instance.clock.advance(QUARTER);
    let fields = [("password", PASSWORD), ("next", "/settings/phone")];
    alice.browser.post("/confirm", &fields).await.expect(303);
    let before = instance.dump().await["users"].clone();
    for (path, fields) in [
        ("/settings/phone", [("phone", "+4915112345642")]),
        ("/settings/phone/verify", [("code", "123456")]),
        ("/settings/phone/remove", [("x", "")]),
    ] {
        let led = alice.browser.post(path, &fields).await.expect(303);
        assert!(led.location().starts_with(SECOND), "{path}: {}", led.location());
    }
    assert_eq!(instance.dump().await["users"], before);
    let code = alice.code();
    alice.browser.post(SECOND, &[("code", &code)]).await.expect(303);
    alice.browser.post("/settings/phone/remove", &[]).await.expect(303);
    let user = User::find(&instance.app.db, alice.id).await.unwrap().unwrap();
    assert_eq!(user.phone, None);
    // Who has no second step is not asked for one.
    let bob = instance.person("bob").await;
    let done = bob.browser.post("/settings/phone/remove", &[]).await.expect(303);
    assert_eq!(done.location(), "/settings/phone");
}

/// Shows: second-step.amr
#[tokio::test]
async fn apps_are_told_whether_a_second_step_was_taken_in_the_session() {
    let instance = TestInstance::open().await;
    let bob = instance.person("bob").await;
    let alice = instance.protected("alice").await;
    let app = instance.oauth_app(&bob, CALLBACK).await;
    let jwks = instance.browser().get("/oauth/jwks").await.expect(200).json();
    let amr = async |person: &Protected<'_>| {
        let code = app.code_of(person, ExchangeKind::Form, "openid").await;
        let told = app.exchange_by_form(&code).await.expect(200).json();
        let claims = verify_id_token(&jwks, told["id_token"].as_str().unwrap()).unwrap();
        let steps = claims["amr"].as_array().unwrap().contains(&"mfa".into());
        assert_eq!(claims["acr"], if steps { "2" } else { "1" });
        claims["amr"].clone()
    };
    assert_eq!(amr(&alice).await, serde_json::json!(["pwd", "otp", "mfa"]));
    // A session by the password alone, from before the second step was set up.
    instance.sign_in_on(&alice.browser, &alice).await;
    assert_eq!(amr(&alice).await, serde_json::json!(["pwd"]));
    let code = alice.code();
    alice.browser.post(SECOND, &[("code", &code)]).await.expect(303);
    assert_eq!(amr(&alice).await, serde_json::json!(["pwd", "otp", "mfa"]));
    // The password again keeps it, and a new session in a trusted browser has none.
    let fields = [("password", PASSWORD), ("next", "/")];
    alice.browser.post("/confirm", &fields).await.expect(303);
    assert_eq!(amr(&alice).await, serde_json::json!(["pwd", "otp", "mfa"]));
    instance.next_code();
    alice.browser.post("/sign-out", &[]).await.expect(303);
    alice.sign_in(&alice.browser, &[("trust", "on")]).await;
    alice.browser.post("/sign-out", &[]).await.expect(303);
    let fields = [("login", "alice"), ("password", PASSWORD)];
    alice.browser.post("/sign-in", &fields).await.expect(303);
    assert_eq!(amr(&alice).await, serde_json::json!(["pwd"]));
}

/// Shows: second-step.operator
#[tokio::test]
async fn the_operator_removes_a_second_step_and_its_owner_reads_who_did_it() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let waiting = instance.browser();
    alice.enter_password(&waiting).await;
    assert!(
        second_step_setup::reset(&instance.app, &alice.user, &portico_store::models::Operator::TERMINAL).await.unwrap()
    );
    assert!(
        !second_step_setup::reset(&instance.app, &alice.user, &portico_store::models::Operator::TERMINAL)
            .await
            .unwrap()
    );
    let page = alice.browser.get("/settings/security/log").await.expect(200);
    let row = page.one("[data-event=second_step_reset]");
    assert!(row.contains("by the operator"), "{row}");
    let code = alice.code();
    waiting.post(SECOND, &[("code", &code)]).await.expect(303);
    assert!(!waiting.is_signed_in().await);
    let guest = instance.browser();
    let fields = [("login", "alice"), ("password", PASSWORD)];
    guest.post("/sign-in", &fields).await.expect(303);
    assert!(guest.is_signed_in().await);
    let dump = instance.dump().await;
    for table in ["authenticators", "recovery_codes", "sign_in_tickets"] {
        assert!(dump[table].is_empty(), "{table}");
    }
}

/// Shows: second-step.ended
#[tokio::test]
async fn everything_goes_with_the_account() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.sign_in(&browser, &[("trust", "on")]).await;
    alice.enter_password(&instance.browser()).await;
    let fields = [("password", PASSWORD), ("confirm", "alice")];
    alice.browser.post("/settings/delete", &fields).await.expect(303);
    let dump = instance.dump().await;
    for table in ["authenticators", "recovery_codes", "sign_in_tickets", "trusted_browsers"] {
        assert!(dump[table].is_empty(), "{table}");
    }
}

/// Shows: second-step.fresh
#[tokio::test]
async fn a_second_step_of_an_app_that_was_removed_counts_no_more() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let other = instance.browser();
    alice.sign_in(&other, &[]).await;
    alice.browser.post(TOTP, &[("act", "remove")]).await.expect(303);
    let key = crate::support::new_key(&alice.browser).await;
    let step = portico_crypto::totp::step_at(instance.clock.now());
    let code = portico_crypto::totp::code(&key, step).unwrap();
    let fields = [("act", "confirm"), ("code", code.expose())];
    alice.browser.post(TOTP, &fields).await.expect(303);
    shown_codes(&alice.browser.get("/settings/security/recovery-codes").await.expect(200));
    // Neither does the session: the new second step is a first one.
    let led = other.post(TOTP, &[("act", "remove")]).await.expect(303);
    assert!(led.location().starts_with("/sign-in?"), "{}", led.location());
}
