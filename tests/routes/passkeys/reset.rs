//! A passkey in a password reset, after the code in the text message.

use crate::support::{Asked, Authenticator, Browser, PASSWORD, SECOND, TestInstance};

const NEW: &str = "a-new-lamp-on-the-quay";
const CODE: &str = "/reset/code";

/// Asks for a reset and enters the right code of the text message.
async fn begin(instance: &TestInstance, browser: &Browser<'_>, login: &str) {
    browser.post("/reset", &[("login", login)]).await.expect(303);
    instance.app.settled().await;
    let text = instance.app.sms.outbox().unwrap().messages().remove(0).text;
    let fields = [("code", &text[..8]), ("password", NEW)];
    browser.post(CODE, &fields).await.expect(303);
}

async fn send(browser: &Browser<'_>, asked: &Asked, answer: &str) -> crate::support::Answer {
    let fields = [("password", NEW), ("state", asked.state.as_str()), ("credential", answer), ("with", "passkey")];
    browser.post(CODE, &fields).await
}

/// Shows: passkeys.reset
#[tokio::test]
async fn a_passkey_resets_a_password_after_the_text_message_and_not_before() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let browser = instance.browser();
    let stranger = instance.browser();
    stranger.post("/reset", &[("login", "bob")]).await.expect(303);
    let page = stranger.get(CODE).await.expect(200);
    assert!(page.all("[data-passkey]").is_empty());
    begin(&instance, &browser, "alice").await;
    let page = browser.get(CODE).await.expect(200);
    let asked = Asked::of(&page);
    assert_eq!(asked.ids("allowCredentials"), [device.id()]);
    // The text message alone opens nothing.
    let fields = [("second", ""), ("password", NEW)];
    browser.post(CODE, &fields).await.expect(422);
    let answer = device.get(&asked);
    let done = send(&browser, &asked, &answer).await.expect(303);
    assert!(done.location().starts_with("/sign-in"));
    assert!(!alice.browser.is_signed_in().await);
    let fields = [("login", "alice"), ("password", NEW)];
    let led = instance.browser().post("/sign-in", &fields).await.expect(303);
    assert!(led.location().starts_with(SECOND));
}

/// Shows: passkeys.refused
#[tokio::test]
async fn what_is_no_right_answer_resets_no_password() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    instance.with_passkey("alice", &device).await;
    let stranger = Authenticator::new();
    let (mallory, _) = instance.with_passkey("mallory", &stranger).await;
    for lies in super::LIES.chunks(3) {
        let browser = instance.browser();
        begin(&instance, &browser, "alice").await;
        for (why, lie) in lies {
            let asked = browser.asked(CODE).await;
            let page = send(&browser, &asked, &lie(&device, &asked)).await;
            assert_eq!(page.status, 422, "{why}");
        }
        let asked = browser.asked(CODE).await;
        send(&browser, &asked, &stranger.get(&asked)).await.expect(422);
        instance.clock.advance(std::time::Duration::from_secs(24 * 60 * 60));
    }
    // A challenge of another page.
    instance.sign_in_on(&mallory.browser, &mallory).await;
    let browser = instance.browser();
    begin(&instance, &browser, "alice").await;
    for asked in [instance.browser().asked("/sign-in").await, mallory.browser.asked(SECOND).await] {
        send(&browser, &asked, &device.get(&asked)).await.expect(422);
    }
    let fields = [("login", "alice"), ("password", PASSWORD)];
    instance.browser().post("/sign-in", &fields).await.expect(303);
}
