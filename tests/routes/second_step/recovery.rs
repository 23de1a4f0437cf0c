//! Recovery codes: each once, and new ones.

use rocket::futures::future::join_all;

use super::QUARTER;
use crate::support::{Answer, PASSWORD, RECOVERY, SECOND, TestInstance, header, shown_codes};

/// Shows: second-step.recovery
#[tokio::test]
async fn a_recovery_code_opens_the_account_once_and_its_owner_is_told() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browser = instance.browser();
    alice.enter_password(&browser).await;
    let typed = alice.codes[3].to_lowercase().replace('-', " ");
    let fields = [("code", typed.as_str()), ("next", "/settings/profile")];
    let done = browser.post(SECOND, &fields).await.expect(303);
    let page = browser.get(done.location()).await.expect(200);
    assert!(page.text().contains("9 recovery codes left"));
    instance.app.settled().await;
    let texts = instance.app.sms.outbox().unwrap().messages();
    assert_eq!(texts.len(), 1);
    assert_eq!(Some(&texts[0].to), alice.phone.as_ref());
    assert!(texts[0].text.contains("A recovery code was used"));
    assert!(!texts[0].text.contains(|c: char| c.is_ascii_digit()));
    assert_eq!(instance.happened(alice.id, "recovery_code_used").await, 1);
    let page = alice.browser.get("/settings/security").await.expect(200);
    assert!(page.text().contains("9 recovery codes"));
    let again = instance.browser();
    alice.enter_password(&again).await;
    again.post(SECOND, &[("code", &alice.codes[3])]).await.expect(422);
    again.post(SECOND, &[("code", &alice.codes[4])]).await.expect(303);
    assert!(again.is_signed_in().await);
}

/// Shows: second-step.recovery
#[tokio::test]
async fn of_two_sign_ins_at_once_with_one_recovery_code_one_succeeds() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let browsers: Vec<_> = (0..4).map(|_| instance.browser()).collect();
    for browser in &browsers {
        alice.enter_password(browser).await;
    }
    let fields = [("code", alice.codes[0].as_str())];
    let answers = join_all(browsers.iter().map(|browser| browser.post(SECOND, &fields))).await;
    let opened = answers.iter().filter(|answer| answer.status == 303).count();
    assert_eq!(opened, 1);
    assert_eq!(instance.dump().await["recovery_codes"].len(), 9);
}

/// Shows: second-step.recovery, second-step.fresh
#[tokio::test]
async fn new_recovery_codes_replace_all_and_need_a_second_step() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    instance.clock.advance(QUARTER);
    // The password as well: a code of the app alone must not make ten more.
    let led = alice.browser.post(RECOVERY, &[]).await.expect(303);
    assert!(led.location().starts_with("/confirm?"), "{}", led.location());
    let again = [("password", PASSWORD), ("next", RECOVERY)];
    alice.browser.post("/confirm", &again).await.expect(303);
    let led = alice.browser.post(RECOVERY, &[]).await.expect(303);
    assert!(led.location().starts_with(SECOND), "{}", led.location());
    let code = alice.code();
    alice.browser.post(SECOND, &[("code", &code)]).await.expect(303);
    alice.browser.post(RECOVERY, &[]).await.expect(303);
    let codes = shown_codes(&alice.browser.get(RECOVERY).await.expect(200));
    assert_eq!(codes.len(), 10);
    assert!(codes.iter().all(|code| !alice.codes.contains(code)));
    let browser = instance.browser();
    alice.enter_password(&browser).await;
    browser.post(SECOND, &[("code", &alice.codes[0])]).await.expect(422);
    browser.post(SECOND, &[("code", &codes[0])]).await.expect(303);
    assert_eq!(instance.happened(alice.id, "recovery_codes_made").await, 2);
}

/// Shows: second-step.recovery
#[tokio::test]
async fn a_recovery_code_is_that_of_one_account() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let bob = instance.protected("bob").await;
    let browser = instance.browser();
    alice.enter_password(&browser).await;
    browser.post(SECOND, &[("code", &bob.codes[0])]).await.expect(422);
    // The cookie that brings new codes to their page shows them in their session alone.
    alice.browser.post(RECOVERY, &[]).await.expect(303);
    let brought = alice.browser.cookie("portico-new-codes").unwrap();
    bob.browser.set_cookie("portico-new-codes", &brought);
    let page = bob.browser.get(RECOVERY).await.expect(200);
    assert!(page.all("#recovery-codes").is_empty());
    shown_codes(&alice.browser.get(RECOVERY).await.expect(200));
}

/// Shows: second-step.recovery
#[tokio::test]
async fn a_prefetch_neither_shows_new_recovery_codes_nor_uses_them_up() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let code = alice.code();
    let taken = alice.browser.post(SECOND, &[("code", &code)]).await;
    taken.expect(303);
    alice.browser.post(RECOVERY, &[]).await.expect(303);
    let fetched = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch")];
    let mut request = instance.client.get(RECOVERY);
    for (name, value) in fetched {
        request.add_header(header(name, value));
    }
    for name in ["portico", "portico-new-codes"] {
        request = request.cookie((name, alice.browser.cookie(name).unwrap()));
    }
    let page = Answer::read(request.dispatch().await).await.expect(200);
    assert_eq!(page.header("Set-Cookie"), None);
    assert!(page.all("#recovery-codes").is_empty());
    let page = alice.browser.get(RECOVERY).await.expect(200);
    assert_eq!(shown_codes(&page).len(), 10);
}
