//! `/settings/phone/remove`, and the password that is asked for before a number changes.

use std::time::Duration;

use portico_store::models::User;

use crate::support::{PASSWORD, Person, TestInstance};

const PATH: &str = "/settings/phone";
const REMOVE: &str = "/settings/phone/remove";
const NUMBER: &str = "+4915112345642";
const QUARTER: Duration = Duration::from_secs(15 * 60);

impl TestInstance {
    async fn number_of(&self, person: &Person<'_>) -> Option<String> {
        let user = User::find(&self.app.db, person.id).await.unwrap();
        user.unwrap().phone
    }
}

/// Shows: phone.removed
#[tokio::test]
async fn a_removed_number_is_free_and_can_not_sign_in() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let number = alice.user.phone.clone().unwrap();
    let answer = alice.browser.post(REMOVE, &[]).await.expect(303);
    assert_eq!(answer.location(), PATH);
    assert_eq!(instance.number_of(&alice).await, None);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.text().contains("Your number is removed."));
    assert!(page.all("#verified-phone").is_empty());
    let with_number = [("login", number.as_str()), ("password", PASSWORD)];
    let browser = instance.browser();
    browser.post("/sign-in", &with_number).await.expect(422);
    // Someone else may prove that it is theirs.
    let bob = instance.person_without_phone("bob").await;
    bob.browser.post(PATH, &[("phone", &number)]).await.expect(303);
    let text = instance.app.sms.outbox().unwrap().messages().remove(0).text;
    assert!(text.contains("Portico code is"));
}

/// Shows: phone.removed
#[tokio::test]
async fn a_code_on_its_way_goes_with_the_number() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    alice.browser.post(PATH, &[("phone", NUMBER)]).await.expect(303);
    alice.browser.post(REMOVE, &[]).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.all("#f-code").is_empty());
}

#[tokio::test]
async fn without_a_number_there_is_nothing_to_remove() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(!page.text().contains("Remove number"));
    alice.browser.post(REMOVE, &[]).await.expect(404);
    assert_eq!(instance.number_of(&alice).await, None);
}

/// Shows: phone.removed
#[tokio::test]
async fn removing_leaves_the_numbers_of_others() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    alice.browser.post(REMOVE, &[]).await.expect(303);
    assert_eq!(instance.number_of(&bob).await, bob.user.phone);
}

/// Shows: phone.removed
#[tokio::test]
async fn removing_or_changing_a_number_needs_a_recent_password() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.clock.advance(QUARTER);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.text().contains("asked for your password"));
    let asked = [("phone", NUMBER)];
    for (path, fields) in [(REMOVE, &[][..]), (PATH, &asked[..])] {
        let headers = [("Sec-Fetch-Site", "same-origin"), ("Referer", "http://localhost:8000/settings/phone")];
        let answer = alice.browser.post_with(path, fields, &headers).await;
        assert_eq!(answer.expect(303).location(), "/confirm?next=%2Fsettings%2Fphone&act=on");
    }
    assert_eq!(instance.number_of(&alice).await, alice.user.phone);
    assert!(instance.app.sms.outbox().unwrap().messages().is_empty());
    let confirm = [("password", PASSWORD), ("next", PATH)];
    let answer = alice.browser.post("/confirm", &confirm).await.expect(303);
    assert_eq!(answer.location(), PATH);
    alice.browser.post(PATH, &asked).await.expect(303);
    alice.browser.post(REMOVE, &[]).await.expect(303);
    assert_eq!(instance.number_of(&alice).await, None);
}

#[tokio::test]
async fn removing_a_number_needs_a_sign_in() {
    let instance = TestInstance::open().await;
    let answer = instance.browser().post(REMOVE, &[]).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}
