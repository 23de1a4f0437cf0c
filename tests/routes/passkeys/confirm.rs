//! Confirming with a passkey that it is still the same person, and what apps are told of it.

use portico_store::models::oauth::profile::ExchangeKind;
use serde_json::json;

use super::{QUARTER, expect_every_lie_is_refused};
use crate::support::{
    Asked, Authenticator, CALLBACK, PASSKEYS, PASSWORD, SECOND, TestInstance, WITH_PASSKEY, verify_id_token,
};

/// Shows: passkeys.confirm
#[tokio::test]
async fn a_passkey_takes_the_place_of_the_password_for_a_quarter_of_an_hour() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let before = alice.browser.cookie("portico").unwrap();
    instance.clock.advance(QUARTER);
    let begin = [("act", "begin")];
    let led = alice.browser.post(PASSKEYS, &begin).await.expect(303);
    assert!(led.location().starts_with("/confirm?next="));
    let asked = alice.browser.asked(led.location()).await;
    assert_eq!(asked.ids("allowCredentials"), [device.id()]);
    let answer = device.get(&asked);
    let fields = [("state", asked.state.as_str()), ("credential", &answer), ("next", PASSKEYS)];
    let done = alice.browser.post("/confirm", &fields).await.expect(303);
    assert_eq!(done.location(), PASSKEYS);
    // It is the second step as well, and a copy of the old cookie is worth nothing.
    let led = alice.browser.post(PASSKEYS, &begin).await.expect(303);
    assert_eq!(led.location(), PASSKEYS);
    let thief = instance.browser();
    thief.set_cookie("portico", &before);
    assert!(!thief.is_signed_in().await);
    instance.clock.advance(QUARTER);
    let led = alice.browser.post(PASSKEYS, &begin).await.expect(303);
    assert!(led.location().starts_with("/confirm?next="));
}

/// Shows: passkeys.refused
#[tokio::test]
async fn what_is_no_right_answer_confirms_nothing() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    instance.clock.advance(QUARTER);
    expect_every_lie_is_refused(&alice.browser, ("/confirm", "/confirm"), &device).await;
    // Someone else's passkey, and a challenge of another session.
    let stranger = Authenticator::new();
    let (mallory, _) = instance.with_passkey("mallory", &stranger).await;
    let asked = alice.browser.asked("/confirm").await;
    let answer = stranger.get(&asked);
    alice.browser.send_passkey("/confirm", &asked, &answer).await.expect(422);
    let answer = device.get(&asked);
    mallory.browser.send_passkey("/confirm", &asked, &answer).await.expect(422);
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    other.send_passkey("/confirm", &asked, &answer).await.expect(422);
    // Without scripts the button sends itself alone.
    let page = alice.browser.post("/confirm", &[("with", "passkey")]).await;
    assert_eq!(page.expect(422).faults(), ["form"]);
    let led = alice.browser.post(PASSKEYS, &[("act", "begin")]).await;
    assert!(led.expect(303).location().starts_with("/confirm"));
    let led = instance.browser().send_passkey("/confirm", &asked, &answer).await;
    assert!(led.expect(303).location().starts_with("/sign-in"));
}

/// Shows: passkeys.once
#[tokio::test]
async fn an_answer_confirms_once() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let asked = alice.browser.asked(SECOND).await;
    let answer = device.get(&asked);
    alice.browser.send_passkey(SECOND, &asked, &answer).await.expect(303);
    instance.clock.advance(std::time::Duration::from_secs(1));
    alice.browser.send_passkey(SECOND, &asked, &answer).await.expect(422);
    alice.browser.send_passkey("/confirm", &asked, &answer).await.expect(422);
}

/// Shows: passkeys.amr
#[tokio::test]
async fn apps_are_told_that_a_passkey_signed_in_and_when() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let bob = instance.person("bob").await;
    let app = instance.oauth_app(&bob, CALLBACK).await;
    let jwks = instance.browser().get("/oauth/jwks").await.expect(200).json();
    let told = async || {
        let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
        let told = app.exchange_by_form(&code).await.expect(200).json();
        let claims = verify_id_token(&jwks, told["id_token"].as_str().unwrap()).unwrap();
        let names = ["acr", "amr", "auth_time"];
        names.map(|name| claims[name].clone())
    };
    let now = || json!(instance.clock.now() / 1000);
    alice.browser.post("/sign-out", &[]).await.expect(303);
    alice.browser.sign_in_with(&device).await.expect(303);
    let signed_in_at = now();
    instance.clock.advance(QUARTER);
    let by_passkey = json!(["pop", "mfa"]);
    assert_eq!(told().await, [json!("2"), by_passkey.clone(), signed_in_at]);
    // Confirming with it is a sign-in anew.
    let asked = alice.browser.asked("/confirm").await;
    let answer = device.get(&asked);
    alice.browser.send_passkey("/confirm", &asked, &answer).await.expect(303);
    assert_eq!(told().await, [json!("2"), by_passkey, now()]);
    // After the password it is the second step.
    alice.browser.post("/sign-out", &[]).await.expect(303);
    let fields = [("login", "alice"), ("password", PASSWORD)];
    alice.browser.post("/sign-in", &fields).await.expect(303);
    let asked = alice.browser.asked(SECOND).await;
    let answer = device.get(&asked);
    alice.browser.send_passkey(SECOND, &asked, &answer).await.expect(303);
    let both = json!(["pwd", "pop", "mfa"]);
    assert_eq!(told().await, [json!("2"), both, now()]);
    // Without it, the password is one step.
    instance.sign_in_on(&alice.browser, &alice).await;
    assert_eq!(told().await, [json!("1"), json!(["pwd"]), now()]);
}

/// Shows: passkeys.fresh-sign-in
#[tokio::test]
async fn an_app_that_asks_for_a_fresh_sign_in_gets_one_by_a_passkey() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let bob = instance.person("bob").await;
    let app = instance.oauth_app(&bob, CALLBACK).await;
    instance.clock.advance(QUARTER);
    for more in [("prompt", "login"), ("max_age", "60")] {
        instance.clock.advance(QUARTER);
        let url = app.standard_url(&[("scope", "openid"), more]);
        let led = alice.browser.get(&url).await.expect(303);
        assert!(led.location().starts_with("/confirm?next="), "{more:?}");
        let page = alice.browser.get(led.location()).await.expect(200);
        let next = page.attributes("main input[name=next]", "value").remove(0);
        let asked = Asked::of(&page);
        let answer = device.get(&asked);
        let fields = [("state", asked.state.as_str()), ("credential", &answer), ("next", &next)];
        let led = alice.browser.post("/confirm", &fields).await.expect(303);
        let page = alice.browser.get(led.location()).await.expect(200);
        let learns = "and with what: your password and a passkey.";
        assert!(page.text().contains(learns), "{more:?}");
        assert!(!page.all("[name=decision]").is_empty(), "{more:?}");
        // Signed out, a passkey signs in for it.
        let guest = instance.browser();
        let led = guest.get(&url).await.expect(303);
        assert!(led.location().starts_with("/sign-in?next="), "{more:?}");
        let page = guest.get(led.location()).await.expect(200);
        let next = page.attributes("main input[name=next]", "value").remove(0);
        let asked = Asked::of(&page);
        let answer = device.get(&asked);
        let fields = [("state", asked.state.as_str()), ("credential", &answer), ("next", &next)];
        let led = guest.post(WITH_PASSKEY, &fields).await.expect(303);
        let page = guest.get(led.location()).await.expect(200);
        let learns = "and with what: a passkey.";
        assert!(page.text().contains(learns), "{more:?}");
        assert!(!page.all("[name=decision]").is_empty(), "{more:?}");
    }
}
