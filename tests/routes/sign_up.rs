//! `/sign-up`.

use crate::support::{Back, CALLBACK, PASSWORD, TestInstance};

const ALICE: [(&str, &str); 3] = [("nickname", "Alice"), ("name", "Alice A."), ("password", "three quiet lakes")];

/// Shows: accounts.sign-up
#[tokio::test]
async fn a_new_account_is_signed_in_at_once_under_its_folded_nickname() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    assert_eq!(browser.post("/sign-up", &ALICE).await.expect(303).location(), "/");
    assert!(browser.get("/settings/profile").await.expect(200).text().contains("value=\"alice\""));
}

#[tokio::test]
async fn signing_up_comes_back_to_the_requested_page() {
    let instance = TestInstance::open().await;
    let fields = [&ALICE[..], &[("next", "/inbox?x=1")]].concat();
    assert_eq!(instance.browser().post("/sign-up", &fields).await.expect(303).location(), "/inbox?x=1");
}

/// Shows: accounts.sign-up
/// Shows: accounts.come-back
#[tokio::test]
async fn signing_up_from_an_app_leads_to_its_consent_page() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let app = instance.oauth_app(&owner, CALLBACK).await;
    let link = app.authorize_url();
    for (number, place) in ["header", "main"].into_iter().enumerate() {
        let browser = instance.browser();
        let led = browser.get(&link).await.expect(303);
        let sign_in = browser.get(led.location()).await.expect(200);
        let links = sign_in.attributes(&format!("{place} a"), "href");
        let sign_up = links.iter().find(|link| link.starts_with("/sign-up")).unwrap();
        let form = browser.get(sign_up).await.expect(200);
        let next = form.attributes("input[name=next]", "value").remove(0);
        let nickname = format!("newcomer{number}");
        let fields = [("nickname", nickname.as_str()), ("name", "New"), ("password", PASSWORD), ("next", &next)];
        let arrived = browser.post("/sign-up", &fields).await.expect(303);
        let consent = browser.get(arrived.location()).await.expect(200);
        let back = Back::of(app.answer(&browser, &consent, "approve").await);
        let told = app.exchange(&back.code()).await.expect(200).json();
        assert_eq!(told["nickname"], nickname.as_str());
        // The page links back to the sign-in, for users who have an account after all.
        let links = form.attributes(&format!("{place} a"), "href");
        assert!(links.contains(&led.location().to_owned()), "{links:?}");
    }
}

/// Shows: accounts.sign-up
#[tokio::test]
async fn every_fault_is_shown_beside_its_field_and_what_was_typed_stays() {
    let instance = TestInstance::open().await;
    let answer = instance
        .browser()
        .post("/sign-up", &[("nickname", "everyone"), ("name", " "), ("password", "short")])
        .await
        .expect(422);
    assert_eq!(answer.faults(), ["nickname", "name", "password"]);
    assert_eq!(answer.attributes("input[name=nickname]", "value"), ["everyone"]);
    assert_eq!(answer.attributes("input[name=password]", "value"), [""; 0]);
}

/// Shows: names.nicknames
#[tokio::test]
async fn a_taken_nickname_is_refused_whatever_its_case() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let answer = instance.browser().post("/sign-up", &ALICE).await.expect(422);
    assert_eq!(answer.faults(), ["nickname"]);
}

/// Shows: cross-site.forms
#[tokio::test]
async fn every_fault_is_named_at_once_also_that_the_nickname_is_taken() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let fields = [("nickname", " Alice"), ("name", " "), ("password", "short")];
    let shown = instance.browser().post("/sign-up", &fields).await.expect(422);
    assert_eq!(shown.faults(), ["nickname", "name", "password"]);
    assert!(shown.text().contains("This nickname is taken."));
    assert_eq!(shown.attributes("#f-nickname", "value"), [" Alice"]);
}

#[tokio::test]
async fn a_form_from_another_site_is_refused() {
    let instance = TestInstance::open().await;
    for headers in [
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", "http://localhost:8000")][..],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[],
    ] {
        instance.browser().post_with("/sign-up", &ALICE, headers).await.expect(403);
    }
    instance.browser().post_with("/sign-up", &ALICE, &[("Origin", "http://localhost:8000")]).await.expect(303);
}

/// Shows: sessions.new-at-sign-in
#[tokio::test]
async fn a_session_that_was_there_before_ends() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let before = alice.browser.cookie("portico").unwrap();
    let fields = [("nickname", "bob"), ("name", "Bob"), ("password", PASSWORD)];
    alice.browser.post("/sign-up", &fields).await.expect(303);
    alice.browser.get("/settings/profile").await.expect(200);
    let planted = instance.browser();
    planted.set_cookie("portico", &before);
    planted.get("/settings/profile").await.expect(303);
}
