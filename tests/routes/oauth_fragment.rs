//! `response_mode=fragment`: the response is behind a `#`, which browsers send to no server.

use crate::support::{Answer, Back, CALLBACK, STATE, TestInstance, WITH_CHALLENGE, header};

const FRAGMENT: [(&str, &str); 2] = [("response_mode", "fragment"), ("state", "a b&c=\"é\"#+%20")];

#[track_caller]
fn expect_fragment(back: &Back) {
    let [address, fragment] = back.location.split('#').collect::<Vec<_>>()[..] else {
        panic!("{}", back.location);
    };
    assert!(!address.contains('?'), "{}", back.location);
    assert!(fragment.ends_with("&iss=http%3A%2F%2Flocalhost%3A8000"), "{}", back.location);
    assert_eq!(back.get("state"), Some(FRAGMENT[1].1));
}

/// Shows: authorize.fragment
#[tokio::test]
async fn a_code_comes_in_the_fragment_with_and_without_the_consent_page() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.standard_url(&[&FRAGMENT[..], &[("scope", "openid")]].concat());
    let approved = app.approve(&alice.browser, &link).await;
    let again = Back::of(alice.browser.get(&link).await);
    for back in [approved, again] {
        expect_fragment(&back);
        assert!(back.location.starts_with(&format!("{CALLBACK}#code=")), "{}", back.location);
        app.exchange_by_form(&back.code()).await.expect(200);
    }
}

/// Shows: authorize.fragment
#[tokio::test]
async fn errors_come_in_the_fragment_too() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let with = |more: &[(&str, &str)]| app.standard_url(&[&FRAGMENT[..], more].concat());
    let page = alice.browser.get(&with(&[])).await.expect(200);
    let denied = app.answer(&alice.browser, &page, "deny").await;
    let faulty = alice.browser.get(&with(&[("max_age", "x")])).await;
    let unasked = alice.browser.get(&with(&[("prompt", "none")])).await;
    let stranger = instance.browser().get(&with(&[("prompt", "none")])).await;
    for (answer, error) in [
        (denied, "access_denied"),
        (faulty, "invalid_request"),
        (unasked, "consent_required"),
        (stranger, "login_required"),
    ] {
        let back = Back::of(answer);
        expect_fragment(&back);
        assert_eq!(back.error(), error);
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.fragment, authorize.faults-after-sign-in
#[tokio::test]
async fn a_fragment_leads_to_no_other_address_and_before_a_sign_in_nowhere() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for foreign in
        ["https://evil.example/cb", "https://app.example/callback#", "javascript:alert(1)", "data:text/html,x"]
    {
        let link = app.link(foreign, STATE, &[("response_type", "code"), FRAGMENT[0]]);
        assert_eq!(alice.browser.get(&link).await.expect(400).header("Location"), None, "{foreign}");
    }
    let faulty = app.standard_url(&[&FRAGMENT[..], &[("max_age", "x")]].concat());
    let asked = instance.browser().get(&faulty).await.expect(303);
    assert!(asked.location().starts_with("/sign-in?next="), "{}", asked.location());
}

/// Shows: authorize.fragment
#[tokio::test]
async fn a_program_on_the_device_gets_its_code_in_the_fragment_as_it_asked() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for uri in ["org.example.app:/cb", "http://localhost/cb"] {
        let app = instance.public_app(&alice, uri).await;
        let link = app.standard_url(&[&FRAGMENT[..], &WITH_CHALLENGE].concat());
        let back = app.approve(&alice.browser, &link).await;
        assert!(back.location.starts_with(&format!("{uri}#code=")), "{}", back.location);
        back.code();
    }
}

/// Shows: authorize.bound
#[tokio::test]
async fn the_mode_survives_a_sign_in_and_its_page_leads_on_to_the_fragment() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.standard_url(&FRAGMENT);
    app.approve(&alice.browser, &link).await.code();
    let asked = instance.browser().get(&link).await.expect(303);
    assert!(asked.location().contains("response_mode%3Dfragment"), "{}", asked.location());
    let request = instance
        .client
        .get(link)
        .cookie(("portico", alice.browser.cookie("portico").unwrap()))
        .header(header("Sec-Fetch-Site", "same-origin"))
        .header(header("Sec-Fetch-Dest", "document"))
        .header(header("Sec-Fetch-Mode", "navigate"));
    let page = Answer::read(request.dispatch().await).await.expect(200);
    let onward = page.header("Refresh").unwrap();
    assert!(onward.starts_with(&format!("0;url={CALLBACK}#code=")), "{onward}");
    assert_eq!(page.header("Referrer-Policy"), Some("no-referrer"));
    assert!(page.attributes("main a", "href").contains(&onward[6..].to_owned()));
}
