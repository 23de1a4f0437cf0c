//! `response_mode=form_post`: the response is a form that the browser sends to the app.

use crate::support::{Answer, CALLBACK, TestInstance, leaks};

/// The fields of the form, after checks of the page that holds for all of them.
#[track_caller]
fn fields_of(page: &Answer) -> Vec<(String, String)> {
    assert_eq!(page.status, 200, "{}", page.text());
    assert_eq!(page.header("Cache-Control"), Some("no-store"));
    assert_eq!(page.header("Referrer-Policy"), Some("no-referrer"));
    assert_eq!(page.header("X-Frame-Options"), Some("DENY"));
    assert_eq!(page.header("Location"), None);
    let policy = page.header("Content-Security-Policy").unwrap();
    assert!(policy.contains("form-action 'self' https:;"), "{policy}");
    assert!(policy.contains("script-src 'self';"), "{policy}");
    assert_eq!(page.attributes("#callback", "action"), [CALLBACK]);
    assert_eq!(page.attributes("#callback", "method"), ["post"]);
    // It works without scripts.
    assert_eq!(page.attributes("#callback button", "type"), ["submit"]);
    let fields = page.fields("#callback");
    for (name, value) in &fields {
        if name == "code" {
            leaks::made(value.rsplit('.').next().unwrap());
        }
    }
    fields
}

fn names(fields: &[(String, String)]) -> Vec<&str> {
    fields.iter().map(|(name, _)| name.as_str()).collect()
}

/// Shows: authorize.form-post
#[tokio::test]
async fn a_code_is_sent_by_a_form_with_and_without_the_consent_page() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let state = "a b&c=\"é\"<b>+%20";
    let link = app.standard_url(&[("response_mode", "form_post"), ("scope", "openid"), ("state", state)]);
    let page = alice.browser.get(&link).await.expect(200);
    let approved = app.answer(&alice.browser, &page, "approve").await;
    let again = alice.browser.get(&link).await;
    for page in [approved, again] {
        let fields = fields_of(&page);
        assert_eq!(names(&fields), ["code", "state", "iss"]);
        assert_eq!(fields[1].1, state);
        assert_eq!(fields[2].1, "http://localhost:8000");
        app.exchange_by_form(&fields[0].1).await.expect(200);
    }
}

/// Shows: authorize.form-post
#[tokio::test]
async fn errors_are_sent_by_a_form_too() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let with =
        |more: &[(&str, &str)]| app.standard_url(&[&[("response_mode", "form_post"), ("state", "s")], more].concat());
    let page = alice.browser.get(&with(&[])).await.expect(200);
    let denied = app.answer(&alice.browser, &page, "deny").await;
    let faulty = alice.browser.get(&with(&[("max_age", "x")])).await;
    let silent = with(&[("prompt", "none")]);
    let unasked = alice.browser.get(&silent).await;
    let stranger = instance.browser().get(&silent).await;
    for (page, error) in [
        (denied, "access_denied"),
        (faulty, "invalid_request"),
        (unasked, "consent_required"),
        (stranger, "login_required"),
    ] {
        let fields = fields_of(&page);
        assert_eq!(names(&fields), ["error", "error_description", "state", "iss"]);
        assert_eq!(fields[0].1, error);
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.faults-after-sign-in
#[tokio::test]
async fn a_faulty_request_sends_no_form_before_a_sign_in() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let link = app.standard_url(&[("response_mode", "form_post"), ("max_age", "x")]);
    let asked = instance.browser().get(&link).await.expect(303);
    assert!(asked.location().starts_with("/sign-in?next="));
}

/// Shows: authorize.form-post
#[tokio::test]
async fn a_state_that_browsers_would_change_and_a_program_that_takes_no_forms_are_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.standard_url(&[("response_mode", "form_post"), ("state", "a\nb")]);
    let fields = fields_of(&alice.browser.get(&link).await);
    assert_eq!(names(&fields), ["error", "error_description", "state", "iss"]);
    assert_eq!(fields[0].1, "invalid_request");

    let app = instance.public_app(&alice, "org.example.app:/cb").await;
    let link = app.standard_url(&[("response_mode", "form_post")]);
    let back = alice.browser.get(&link).await.expect(303);
    assert!(back.location().starts_with("org.example.app:/cb?error=invalid_request&"), "{}", back.location());
}
