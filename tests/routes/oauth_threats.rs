//! The attacks on `/oauth/authorize` that RFC 9700, section 4, describes, by its numbers, where no other file has them.

use serde_json::json;

use crate::support::{Answer, Back, CALLBACK, TestInstance, VERIFIER, WITH_CHALLENGE, expect_refusal, header};

/// 4.1.1 and 4.11: nothing but a registered redirect URI is ever led to, whichever profile, mode and prompt.
///
/// Shows: threats.open-redirector
#[tokio::test]
async fn a_redirect_uri_that_is_not_registered_is_never_led_to() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    for evil in [
        "https://evil.example/",
        "https://app.example/callback/../evil",
        "https://app.example.evil.example/callback",
        "javascript:alert(1)",
        "data:text/html,x",
        "org.evil.app:/cb",
    ] {
        for more in [
            &[("response_type", "code")][..],
            &[("response_type", "code"), ("prompt", "none")],
            &[("response_type", "code"), ("response_mode", "form_post")],
            &[("response_type", "token"), ("prompt", "none")],
        ] {
            let link = app.link(evil, "s", more);
            for browser in [&instance.browser(), &alice.browser] {
                let page = browser.get(&link).await.expect(400);
                assert_eq!(page.header("Location"), None, "{link}");
                assert_eq!(page.header("Refresh"), None, "{link}");
                assert!(page.attributes("main form", "action").is_empty());
                let links = page.attributes("main a", "href");
                assert!(links.iter().all(|href| href.starts_with('/')), "{links:?}");
            }
        }
    }
}

/// 4.2: the URL of the page with the request, and the code in it, reach no third party by a Referer.
///
/// Shows: threats.referrer
#[tokio::test]
async fn no_page_on_the_way_sends_a_referrer_to_another_site() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let asked = app.standard_url(&[("state", "s")]);
    let page = alice.browser.get(&asked).await.expect(200);
    assert_eq!(page.header("Referrer-Policy"), Some("same-origin"));
    for rel in page.attributes("main a[target]", "rel") {
        assert!(rel.contains("noreferrer"), "{rel}");
    }
    let away = app.answer(&alice.browser, &page, "approve").await;
    assert_eq!(away.expect(303).header("Referrer-Policy"), Some("no-referrer"));
    let skipped = alice.browser.get(&asked).await.expect(303);
    assert_eq!(skipped.header("Referrer-Policy"), Some("no-referrer"));
}

/// 4.4: an app that uses several servers sees in every response which one it is from.
///
/// Shows: threats.mix-up
#[tokio::test]
async fn every_response_names_its_issuer_and_nothing_of_the_redirect_uri_can_contradict_it() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let uri = "https://app.example/callback?iss=https%3A%2F%2Fevil.example&session_state=x&id_token=y&response=z";
    let app = instance.oauth_app(&alice, uri).await;
    let silent = app.standard_url(&[("prompt", "none")]);
    let page = alice.browser.get(&app.standard_url(&[])).await.expect(200);
    for back in [
        Back::of(instance.browser().get(&silent).await),
        Back::of(alice.browser.get(&silent).await),
        Back::of(alice.browser.get(&app.standard_url(&[("max_age", "x")])).await),
        Back::of(app.answer(&alice.browser, &page, "approve").await),
        Back::of(alice.browser.get(&silent).await),
    ] {
        assert_eq!(back.get("iss"), Some("http://localhost:8000"));
        for foreign in ["session_state", "id_token", "response", "access_token"] {
            assert_eq!(back.get(foreign), None, "{}", back.location);
        }
    }
}

/// 4.5: a code that was stolen and put into another session of the app does not match that session's challenge.
///
/// Shows: threats.code-injection
#[tokio::test]
async fn a_code_fits_no_other_challenge_app_or_redirect_uri() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let ask = [&WITH_CHALLENGE[..], &[("scope", "openid"), ("prompt", "consent")]].concat();
    let link = app.standard_url(&ask);
    let code = app.approve(&alice.browser, &link).await.code();
    let foreign = "a".repeat(43);
    let with = |verifier| [("code_verifier", verifier)];
    let refused = app.exchange_by_form_with(&code, &with(foreign.as_str())).await;
    expect_refusal(refused, 400, "invalid_grant");
    let refused = app.exchange_by_form(&code).await;
    expect_refusal(refused, 400, "invalid_grant");
    let refused = other.exchange_by_form_with(&code, &with(VERIFIER)).await;
    expect_refusal(refused, 400, "invalid_grant");
    let right = app.exchange_by_form_with(&code, &with(VERIFIER)).await;
    right.expect(200);
}

/// 4.8: a challenge that an attacker strips from the request is missed at the exchange.
///
/// Shows: threats.pkce-downgrade
#[tokio::test]
async fn a_verifier_without_a_challenge_in_the_request_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.standard_url(&[("prompt", "consent")]);
    let code = app.approve(&alice.browser, &link).await.code();
    let stripped = app.exchange_by_form_with(&code, &[("code_verifier", VERIFIER)]).await;
    expect_refusal(stripped, 400, "invalid_grant");
    let by_json = json!({ "code_verifier": VERIFIER });
    expect_refusal(app.exchange_with(&code, by_json).await, 400, "invalid_grant");
}

/// 4.7: a consent form is bound to the session, and no other site can send it.
///
/// Shows: threats.csrf
#[tokio::test]
async fn another_sites_form_approves_nothing_in_the_standard_profile_either() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.standard_url(&[])).await.expect(200);
    let fields = page.fields("#consent");
    let mut fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("decision", "approve"));
    let id = app.id().to_string();
    for more in [&[][..], &[("client_id", id.as_str())]] {
        let fields = [&fields[..], more].concat();
        for headers in [
            &[("Sec-Fetch-Site", "cross-site")][..],
            &[("Sec-Fetch-Site", "same-site")],
            &[("Origin", "https://app.example")],
            &[("Origin", "null")],
            &[],
        ] {
            let refused = alice.browser.post_with("/oauth/authorize", &fields, headers).await.expect(403);
            assert_eq!(refused.header("Location"), None);
        }
    }
    assert!(instance.codes().await.is_empty());
}

/// 4.12: a redirect of a form is a 303, so that no browser sends the password or the decision on.
///
/// Shows: threats.redirect-status
#[tokio::test]
async fn no_redirect_repeats_the_form_that_led_to_it() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.standard_url(&[])).await.expect(200);
    app.answer(&alice.browser, &page, "approve").await.expect(303);
    let id = app.id().to_string();
    let by_post = [("client_id", id.as_str())];
    alice.browser.post("/oauth/authorize", &by_post).await.expect(303);
    let login = app.standard_url(&[("prompt", "login")]);
    let led = instance.browser().get(&login).await.expect(303);
    assert!(led.location().starts_with("/sign-in?"));
}

/// 4.16: neither the consent page nor a page that contains a code can be framed.
///
/// Shows: threats.clickjacking
#[tokio::test]
async fn no_page_of_a_sign_in_can_be_framed() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let form_post = app.standard_url(&[("response_mode", "form_post")]);
    let consent = alice.browser.get(&form_post).await.expect(200);
    let with_code = app.answer(&alice.browser, &consent, "approve").await;
    let session = alice.browser.cookie("portico").unwrap();
    let onward = instance
        .client
        .get(app.standard_url(&[]))
        .cookie(("portico", session))
        .header(header("Sec-Fetch-Site", "same-origin"));
    let onward = Answer::read(onward.dispatch().await).await;
    for page in [consent, with_code.expect(200), onward.expect(200)] {
        let policy = page.header("Content-Security-Policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(page.header("X-Frame-Options"), Some("DENY"));
    }
}
