//! `GET /oauth/authorize`: when a user has to sign in first, and when no page is shown at all.

use crate::support::{Back, CALLBACK, PASSWORD, STATE, TestApp, told};

/// Shows: authorize.sign-in-first
#[rocket::async_test]
async fn a_signed_out_user_signs_in_and_comes_back_to_the_same_request() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let longest = "\u{1F600}".repeat(1_024);
    for state in ["a&b#c+d\\ \"é", &longest] {
        let browser = house.browser();
        let link = app.link(CALLBACK, state, &[("prompt", "login consent")]);
        let asked = browser.get(&link).await.expect(303);
        assert!(
            asked
                .location()
                .starts_with("/sign-in?next=%2Foauth%2Fauthorize")
        );
        let form = browser.get(asked.location()).await.expect(200);
        let next = form.attributes("main input[name=next]", "value").remove(0);
        let fields = [("login", "alice"), ("password", PASSWORD), ("next", &next)];
        let arrived = browser.post("/sign-in", &fields).await.expect(303);
        let back = app.approve(&browser, arrived.location()).await;
        assert_eq!(back.get("state"), Some(state));
    }
}

/// Shows: authorize.sign-in-first
#[rocket::async_test]
async fn signing_up_comes_back_to_the_same_request() {
    let house = TestApp::open().await;
    let app = house
        .oauth_app(&house.person("alice").await, CALLBACK)
        .await;
    let browser = house.browser();
    let asked = browser.get(&app.authorize_url()).await.expect(303);
    let page = browser.get(asked.location()).await.expect(200);
    let sign_up = page.attributes(".aside a", "href").remove(0);
    let form = browser.get(&sign_up).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    let fields = [
        ("nickname", "newcomer"),
        ("name", "New"),
        ("password", "three quiet lakes"),
        ("next", &next),
    ];
    let arrived = browser.post("/sign-up", &fields).await.expect(303);
    app.approve(&browser, arrived.location()).await.code();
}

/// Shows: authorize.prompts
#[rocket::async_test]
async fn prompts_that_make_no_sense_are_an_invalid_request() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    for bad in ["none login", "always", "NONE", "login  consent", " login"] {
        let back = told(&app, &app.authorize_url_with(&[("prompt", bad)])).await;
        assert_eq!(back.error(), "invalid_request", "{bad:?}");
    }
    for good in ["consent", "select_account", "select_account consent"] {
        let link = app.authorize_url_with(&[("prompt", good)]);
        alice.browser.get(&link).await.expect(200);
    }
}

/// Shows: authorize.prompts
#[rocket::async_test]
async fn prompt_none_answers_without_a_page() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let link = app.authorize_url_with(&[("prompt", "none")]);
    let stranger = Back::of(house.browser().get(&link).await);
    assert_eq!(stranger.error(), "login_required");
    let back = Back::of(alice.browser.get(&link).await);
    assert_eq!(back.error(), "consent_required");
    assert_eq!(back.get("state"), Some(STATE));
    assert!(house.codes().await.is_empty());

    app.code_for(&alice).await;
    let code = Back::of(alice.browser.get(&link).await).code();
    app.exchange(&code).await.expect(200);

    alice
        .browser
        .post("/settings/apps/revoke-all", &[])
        .await
        .expect(303);
    assert_eq!(
        Back::of(alice.browser.get(&link).await).error(),
        "consent_required"
    );
}

/// Shows: authorize.prompts
#[rocket::async_test]
async fn prompt_login_asks_for_the_password_again() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let link = app.authorize_url_with(&[("prompt", "login")]);
    let asked = alice.browser.get(&link).await.expect(303);
    assert!(
        asked
            .location()
            .starts_with("/confirm?next=%2Foauth%2Fauthorize"),
        "{}",
        asked.location()
    );
    let form = alice.browser.get(asked.location()).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    let wrong = [("password", "wrong"), ("next", next.as_str())];
    alice.browser.post("/confirm", &wrong).await.expect(422);
    let right = [("password", PASSWORD), ("next", next.as_str())];
    let arrived = alice.browser.post("/confirm", &right).await.expect(303);
    app.approve(&alice.browser, arrived.location()).await.code();
}

/// Shows: throttles.consent
#[rocket::async_test]
async fn consent_pages_are_throttled_by_person() {
    let house = TestApp::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.consent.burst", 2))
            .merge(("throttle.consent.per_minute", 1))
    })
    .await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let app = house.oauth_app(&alice, CALLBACK).await;
    let link = app.authorize_url();
    alice.browser.get(&link).await.expect(200);
    alice.browser.get(&link).await.expect(200);
    let slowed = alice.browser.get(&link).await.expect(429);
    assert!(slowed.header("Retry-After").is_some());
    bob.browser.get(&link).await.expect(200);
}

/// Shows: authorize.hints
#[rocket::async_test]
async fn the_longest_id_token_of_ours_is_taken_as_a_hint() {
    let house = TestApp::open().await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let app = house.oauth_app(&alice, CALLBACK).await;
    // Escaped in JSON, each of these takes two bytes.
    let nonce = "\"".repeat(1_024);
    let link = app.standard_url(&[("scope", "openid"), ("nonce", &nonce)]);
    let code = app.approve(&alice.browser, &link).await.code();
    let tokens = app.exchange_by_form(&code).await.expect(200).json();
    let token = tokens["id_token"].as_str().unwrap();
    assert!(token.len() > 3_000, "{}", token.len());
    app.approve(&bob.browser, &app.standard_url(&[]))
        .await
        .code();
    let silent = app.standard_url(&[("prompt", "none"), ("id_token_hint", token)]);
    let back = Back::of(bob.browser.get(&silent).await);
    assert_eq!(back.error(), "login_required");
}

/// Shows: authorize.hints
#[rocket::async_test]
async fn someone_else_than_the_hint_names_approves_nothing() {
    let house = TestApp::open().await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let app = house.oauth_app(&alice, CALLBACK).await;
    let link = app.standard_url(&[("scope", "openid")]);
    let code = app.approve(&alice.browser, &link).await.code();
    let tokens = app.exchange_by_form(&code).await.expect(200).json();
    let token = tokens["id_token"].as_str().unwrap();
    let expecting = app.standard_url(&[("scope", "openid"), ("id_token_hint", token)]);
    let before = house.codes().await.len();
    let back = app.approve(&bob.browser, &expecting).await;
    assert_eq!(back.error(), "login_required");
    assert_eq!(house.codes().await.len(), before);
    Back::of(alice.browser.get(&expecting).await).code();
}
