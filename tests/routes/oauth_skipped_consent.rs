//! `GET /oauth/authorize` for users who approved the app before: when they get a code without a page.

use portico_store::models::oauth::oauth_app::ShownBefore;

use crate::support::{Answer, Back, CALLBACK, STATE, TestInstance, WITH_CHALLENGE, header};

/// Shows: authorize.consent-skipped
#[tokio::test]
async fn a_user_who_approved_before_is_not_asked_again_in_the_standard_profile() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.authorize_url_with(&[("response_type", "code"), ("scope", "openid")]);
    // Not before the first approval, of whatever profile it is.
    alice.browser.get(&link).await.expect(200);
    assert!(instance.codes().await.is_empty());
    app.code_for(&alice).await;
    let back = Back::of(alice.browser.get(&link).await);
    assert_eq!(back.get("state"), Some(STATE));
    assert_eq!(back.get("iss"), Some("http://localhost:8000"));
    app.exchange_by_form(&back.code()).await.expect(200);
    let grants = alice.browser.get("/settings/apps").await.expect(200);
    assert_eq!(grants.all("[data-app-id]").len(), 1);
}

/// Shows: authorize.consent-skipped
#[tokio::test]
async fn the_native_profile_and_requests_for_the_page_ask_all_the_same() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    for link in [
        app.authorize_url(),
        app.standard_url(&[("prompt", "consent")]),
        app.standard_url(&[("prompt", "select_account")]),
    ] {
        let page = alice.browser.get(&link).await.expect(200);
        assert!(!page.fields("#consent").is_empty(), "{link}");
    }
    assert_eq!(instance.codes().await.len(), 1);
}

/// Shows: authorize.consent-skipped
#[tokio::test]
async fn a_revoked_app_asks_again_and_so_does_another_users_browser() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = app.standard_url(&[]);
    app.approve(&alice.browser, &link).await.code();
    bob.browser.get(&link).await.expect(200);
    alice.browser.post("/settings/apps/revoke-all", &[]).await.expect(303);
    alice.browser.get(&link).await.expect(200);
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.consent-skipped
#[tokio::test]
async fn a_public_app_that_anyone_can_pretend_to_be_always_asks() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for (redirect_uri, asks) in [
        (CALLBACK, false),
        ("http://127.0.0.1/cb", true),
        ("http://localhost:3000/cb", true),
        ("org.example.app:/cb", true),
    ] {
        let app = instance.public_app(&alice, redirect_uri).await;
        let link = app.standard_url(&WITH_CHALLENGE);
        app.approve(&alice.browser, &link).await.code();
        let silent = app.standard_url(&[&WITH_CHALLENGE[..], &[("prompt", "none")]].concat());
        let (page, back) = (alice.browser.get(&link).await, Back::of(alice.browser.get(&silent).await));
        if asks {
            assert!(!page.expect(200).fields("#consent").is_empty());
            assert_eq!(back.error(), "consent_required", "{redirect_uri}");
        } else {
            Back::of(page).code();
            back.code();
        }
    }
}

/// Shows: authorize.consent-covers
#[tokio::test]
async fn who_approved_the_id_alone_is_asked_before_the_app_sees_more() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let id_alone = app.standard_url(&[("scope", "openid")]);
    let profile = app.standard_url(&[("scope", "openid profile")]);
    let silent = format!("{profile}&prompt=none");
    app.approve(&alice.browser, &id_alone).await.code();
    Back::of(alice.browser.get(&id_alone).await).code();
    for more in [&profile, &app.standard_url(&[])] {
        let page = alice.browser.get(more).await.expect(200);
        assert_eq!(page.all(".gets li").len(), 4);
    }
    let native = app.authorize_url_with(&[("prompt", "none")]);
    for link in [&silent, &native] {
        let back = Back::of(alice.browser.get(link).await);
        assert_eq!(back.error(), "consent_required");
    }
    app.approve(&alice.browser, &profile).await.code();
    Back::of(alice.browser.get(&silent).await).code();
    // Approving less takes nothing back, and one app is one grant.
    let again = format!("{id_alone}&prompt=consent");
    app.approve(&alice.browser, &again).await.code();
    Back::of(alice.browser.get(&profile).await).code();
    let grants = alice.browser.get("/settings/apps").await.expect(200);
    assert_eq!(grants.all("[data-app-id]").len(), 1);
}

/// Shows: authorize.navigations
#[tokio::test]
async fn a_skipped_page_gives_its_code_to_a_navigation_alone() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let codes = instance.codes().await.len();
    let session = alice.browser.cookie("portico").unwrap();
    for headers in [
        [("Sec-Fetch-Dest", "image"), ("Sec-Fetch-Mode", "no-cors")],
        [("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Mode", "navigate")],
        [("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Mode", "cors")],
        [("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch")],
        [("Purpose", "prefetch"), ("Accept", "text/html")],
        [("X-Moz", "prefetch"), ("Accept", "text/html")],
    ] {
        let form_post = [("response_mode", "form_post")];
        for link in [app.standard_url(&[]), app.standard_url(&form_post)] {
            let mut request = instance.client.get(link).cookie(("portico", session.to_owned()));
            for (name, value) in headers {
                request.add_header(header(name, value));
            }
            let answer = Answer::read(request.dispatch().await).await.expect(403);
            assert_eq!(answer.header("Location"), None, "{headers:?}");
            assert!(!answer.text().contains("name=\"code\""), "{headers:?}");
        }
    }
    assert_eq!(instance.codes().await.len(), codes);
}

/// Browsers hold what follows a form against the policy of the form's page, and the sign-in's names no app.
///
/// Shows: authorize.onward
#[tokio::test]
async fn a_code_right_after_our_own_form_goes_through_a_page() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let session = alice.browser.cookie("portico").unwrap();
    let request = instance
        .client
        .get(app.authorize_url_with(&[("response_type", "code")]))
        .cookie(("portico", session))
        .header(header("Sec-Fetch-Site", "same-origin"))
        .header(header("Sec-Fetch-Dest", "document"))
        .header(header("Sec-Fetch-Mode", "navigate"));
    let page = Answer::read(request.dispatch().await).await.expect(200);
    let onward = page.header("Refresh").unwrap();
    assert!(onward.starts_with("0;url=https://app.example/callback?code="), "{onward}");
    assert_eq!(page.header("Referrer-Policy"), Some("no-referrer"));
    assert_eq!(page.header("Cache-Control"), Some("no-store"));
    assert!(page.attributes("main a", "href").contains(&onward[6..].to_owned()));
}

/// Shows: authorize.consent-skipped
#[tokio::test]
async fn nothing_is_skipped_for_an_app_whose_redirect_uri_was_removed() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let draft = portico_store::models::oauth::oauth_app::Draft {
        redirect_uris: "https://app.example/elsewhere",
        ..crate::support::draft()
    };
    app.app.edit(&instance.app, draft, ShownBefore::default()).await.unwrap();
    let refused = alice.browser.get(&app.standard_url(&[])).await.expect(400);
    assert_eq!(refused.header("Location"), None);
    assert_eq!(instance.codes().await.len(), 1);
}

/// Shows: authorize.onward
#[tokio::test]
async fn without_fetch_metadata_the_referrer_says_that_the_request_came_from_our_own_form() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let session = alice.browser.cookie("portico").unwrap();
    for (referer, is_own) in [
        ("http://localhost:8000/sign-in?next=%2F", true),
        ("http://localhost:80001/sign-in", false),
        ("https://app.example/", false),
    ] {
        let request = instance
            .client
            .get(app.authorize_url_with(&[("response_type", "code")]))
            .cookie(("portico", session.clone()))
            .header(header("Referer", referer));
        let answer = Answer::read(request.dispatch().await).await;
        assert_eq!(answer.status, if is_own { 200 } else { 303 }, "{referer}");
        assert_eq!(answer.header("Refresh").is_some(), is_own, "{referer}");
    }
}
