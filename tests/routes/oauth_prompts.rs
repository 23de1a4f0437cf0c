//! `GET /oauth/authorize`: when a user has to sign in first, and when no page is shown at all.

use crate::support::{Answer, Back, Browser, CALLBACK, PASSWORD, STATE, TestInstance, error_after_sign_in};

/// Shows: authorize.sign-in-first
#[tokio::test]
async fn a_signed_out_user_signs_in_and_comes_back_to_the_same_request() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let longest = "\u{1F600}".repeat(1_024);
    for state in ["a&b#c+d\\ \"é", &longest] {
        let browser = instance.browser();
        let link = app.link(CALLBACK, state, &[("prompt", "login consent")]);
        let asked = browser.get(&link).await.expect(303);
        assert!(asked.location().starts_with("/sign-in?next=%2Foauth%2Fauthorize"));
        let form = browser.get(asked.location()).await.expect(200);
        let next = form.attributes("main input[name=next]", "value").remove(0);
        let fields = [("login", "alice"), ("password", PASSWORD), ("next", &next)];
        let arrived = browser.post("/sign-in", &fields).await.expect(303);
        let back = app.approve(&browser, arrived.location()).await;
        assert_eq!(back.get("state"), Some(state));
    }
}

/// Shows: authorize.sign-in-first
#[tokio::test]
async fn signing_up_comes_back_to_the_same_request() {
    let instance = TestInstance::open().await;
    let app = instance.oauth_app(&instance.person("alice").await, CALLBACK).await;
    let browser = instance.browser();
    let asked = browser.get(&app.authorize_url()).await.expect(303);
    let page = browser.get(asked.location()).await.expect(200);
    let sign_up = page.attributes(".aside a", "href").remove(0);
    let form = browser.get(&sign_up).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    let fields = [("nickname", "newcomer"), ("name", "New"), ("password", "three quiet lakes"), ("next", &next)];
    let arrived = browser.post("/sign-up", &fields).await.expect(303);
    app.approve(&browser, arrived.location()).await.code();
}

/// Shows: authorize.prompts
#[tokio::test]
async fn prompts_that_make_no_sense_are_an_invalid_request() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for bad in ["none login", "always", "NONE", "login  consent", " login"] {
        let back = error_after_sign_in(&app, &app.authorize_url_with(&[("prompt", bad)])).await;
        assert_eq!(back.error(), "invalid_request", "{bad:?}");
    }
    for good in ["consent", "select_account", "select_account consent"] {
        let link = app.authorize_url_with(&[("prompt", good)]);
        let page = alice.browser.get(&link).await.expect(200);
        assert!(page.text().contains("Not you?"));
    }
}

/// Shows: authorize.prompts
#[tokio::test]
async fn prompt_none_answers_without_a_page() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.authorize_url_with(&[("prompt", "none")]);
    let stranger = Back::of(instance.browser().get(&link).await);
    assert_eq!(stranger.error(), "login_required");
    let back = Back::of(alice.browser.get(&link).await);
    assert_eq!(back.error(), "consent_required");
    assert_eq!(back.get("state"), Some(STATE));
    assert!(instance.codes().await.is_empty());

    app.code_for(&alice).await;
    let code = Back::of(alice.browser.get(&link).await).code();
    app.exchange(&code).await.expect(200);

    alice.browser.post("/settings/apps/revoke-all", &[]).await.expect(303);
    assert_eq!(Back::of(alice.browser.get(&link).await).error(), "consent_required");
}

/// Shows: authorize.prompts
#[tokio::test]
async fn prompt_login_asks_for_the_password_again() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.authorize_url_with(&[("prompt", "login")]);
    let asked = alice.browser.get(&link).await.expect(303);
    assert!(asked.location().starts_with("/confirm?next=%2Foauth%2Fauthorize"), "{}", asked.location());
    let form = alice.browser.get(asked.location()).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    let wrong = [("password", "wrong"), ("next", next.as_str())];
    alice.browser.post("/confirm", &wrong).await.expect(422);
    let right = [("password", PASSWORD), ("next", next.as_str())];
    let arrived = alice.browser.post("/confirm", &right).await.expect(303);
    app.approve(&alice.browser, arrived.location()).await.code();
}

/// Shows: throttles.consent
#[tokio::test]
async fn consent_pages_are_throttled_by_person() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.consent.burst", 2))
            .merge(("throttle.consent.per_minute", 1))
    })
    .await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = app.authorize_url();
    alice.browser.get(&link).await.expect(200);
    alice.browser.get(&link).await.expect(200);
    let slowed = alice.browser.get(&link).await.expect(429);
    assert!(slowed.header("Retry-After").is_some());
    bob.browser.get(&link).await.expect(200);
}

/// Shows: throttles.consent
#[tokio::test]
async fn without_a_page_the_app_is_told_of_the_limit() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.consent.burst", 1))
            .merge(("throttle.consent.per_minute", 1))
    })
    .await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.authorize_url_with(&[("prompt", "none")]);
    let back = Back::of(alice.browser.get(&link).await);
    assert_eq!(back.error(), "consent_required");
    let back = Back::of(alice.browser.get(&link).await);
    assert_eq!(back.error(), "temporarily_unavailable");
    assert_eq!(back.get("state"), Some(STATE));
    // Never to an address that is not the app's.
    let other = app.link("https://evil.example", STATE, &[("prompt", "none")]);
    alice.browser.get(&other).await.expect(400);
    alice.browser.get(&app.authorize_url()).await.expect(429);
}

/// The page that asks for the password, which a link leads to.
async fn asked_for_password(browser: &Browser<'_>, link: &str) -> Answer {
    let asked = browser.get(link).await.expect(303);
    assert!(asked.location().starts_with("/confirm?"));
    browser.get(asked.location()).await.expect(200)
}

/// Sends the form by which that page is left.
async fn leave(browser: &Browser<'_>, page: &Answer, decision: &str) -> Answer {
    let path = "/oauth/authorize";
    browser.decide(page, "#cancel", path, decision).await
}

/// Shows: authorize.cancel
#[tokio::test]
async fn the_page_that_asks_for_the_password_is_left_by_telling_the_app() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let native = app.authorize_url_with(&[("prompt", "login")]);
    let standard = app.standard_url(&[("max_age", "0"), ("state", STATE)]);
    for link in [native, standard] {
        let page = asked_for_password(&alice.browser, &link).await;
        assert!(!page.text().contains("Go back"), "{}", page.text());
        assert!(page.text().contains("Builder asks you"), "{}", page.text());
        // No redirect: the policy of the page with the password names no app.
        let left = leave(&alice.browser, &page, "cancel").await.expect(200);
        let refresh = left.header("Refresh").unwrap();
        let to_app = format!("0;url={CALLBACK}?error=access_denied&");
        assert!(refresh.starts_with(&to_app), "{refresh}");
        assert!(refresh.contains(&format!("&state={STATE}&")), "{refresh}");
    }
    let form = app.standard_url(&[("prompt", "login"), ("response_mode", "form_post")]);
    let page = asked_for_password(&alice.browser, &form).await;
    let left = leave(&alice.browser, &page, "cancel").await.expect(200);
    let fields = left.fields("#callback");
    assert_eq!(fields[0], ("error".to_owned(), "access_denied".to_owned()));
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.cancel
#[tokio::test]
async fn the_form_of_that_page_can_only_cancel_and_only_in_its_session() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = app.authorize_url_with(&[("prompt", "login")]);
    let page = asked_for_password(&alice.browser, &link).await;
    for decision in ["approve", "deny", ""] {
        leave(&alice.browser, &page, decision).await.expect(403);
    }
    leave(&bob.browser, &page, "cancel").await.expect(403);
    // Nor is the consent page's form one that cancels here.
    let consent = alice.browser.get(&app.authorize_url()).await.expect(200);
    app.answer(&alice.browser, &consent, "cancel").await.expect(403);
    // Of a link that is no request of an app, and of pages of this site, the page has none.
    for next in ["/portal", "/oauth/authorize?client_id=1", "/oauth/authorize"] {
        let query = form_urlencoded::Serializer::new("/confirm?".to_owned()).append_pair("next", next).finish();
        let page = alice.browser.get(&query).await.expect(200);
        assert!(page.fields("#cancel").is_empty(), "{next}");
        assert!(page.text().contains("Go back"), "{next}");
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.cancel
#[tokio::test]
async fn someone_else_signs_in_from_the_page_that_asks_for_the_password() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = app.authorize_url_with(&[("prompt", "login")]);
    let page = asked_for_password(&alice.browser, &link).await;
    assert!(page.one("#who p").contains("(@alice)"));
    let next = page.attributes("#who input[name=next]", "value").remove(0);
    let fields = [("next", next.as_str())];
    let out = alice.browser.post("/sign-out", &fields).await.expect(303);
    let asked = alice.browser.get(out.location()).await.expect(303);
    assert!(asked.location().starts_with("/sign-in?next=%2Foauth%2F"));
    let form = alice.browser.get(asked.location()).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    let fields = [("login", "bob"), ("password", PASSWORD), ("next", &next)];
    let arrived = alice.browser.post("/sign-in", &fields).await.expect(303);
    app.approve(&alice.browser, arrived.location()).await.code();
    assert_eq!(instance.codes().await.remove(0).user_id, bob.id);
}

/// Shows: authorize.hints
#[tokio::test]
async fn a_user_whom_the_app_does_not_expect_can_cancel_or_use_another_account_without_the_password() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = app.standard_url(&[("scope", "openid")]);
    let code = app.approve(&alice.browser, &link).await.code();
    let tokens = app.exchange_by_form(&code).await.expect(200).json();
    let token = tokens["id_token"].as_str().unwrap();
    let asks = "Builder expects another account. Sign in with that one, or cancel.";
    for prompt in ["login", "consent"] {
        let link = app.standard_url(&[("id_token_hint", token), ("prompt", prompt)]);
        let page = bob.browser.get(&link).await.expect(200);
        assert!(page.text().contains(asks), "{}", page.text());
        assert!(page.all("#consent-gets").is_empty());
        let buttons = page.all("#consent button");
        assert_eq!(buttons, ["Cancel", "Use another account"]);
        let back = Back::of(app.answer(&bob.browser, &page, "deny").await);
        assert_eq!(back.error(), "access_denied");
        let next = page.attributes("#who input[name=next]", "value").remove(0);
        assert!(next.contains("id_token_hint="), "{next}");
        // The one who is expected.
        let expected = alice.browser.get(&link).await;
        match prompt {
            "login" => assert!(expected.expect(303).location().starts_with("/confirm?")),
            _ => assert!(!expected.expect(200).text().contains(asks)),
        }
    }
}

/// Shows: authorize.hints
#[tokio::test]
async fn the_longest_id_token_of_ours_is_taken_as_a_hint() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    // Escaped in JSON, each of these takes two bytes.
    let nonce = "\"".repeat(1_024);
    let link = app.standard_url(&[("scope", "openid"), ("nonce", &nonce)]);
    let code = app.approve(&alice.browser, &link).await.code();
    let tokens = app.exchange_by_form(&code).await.expect(200).json();
    let token = tokens["id_token"].as_str().unwrap();
    assert!(token.len() > 3_000, "{}", token.len());
    app.approve(&bob.browser, &app.standard_url(&[])).await.code();
    let silent = app.standard_url(&[("prompt", "none"), ("id_token_hint", token)]);
    let back = Back::of(bob.browser.get(&silent).await);
    assert_eq!(back.error(), "login_required");
}

/// Shows: authorize.hints
#[tokio::test]
async fn someone_else_than_the_hint_names_approves_nothing() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = app.standard_url(&[("scope", "openid")]);
    let code = app.approve(&alice.browser, &link).await.code();
    let tokens = app.exchange_by_form(&code).await.expect(200).json();
    let token = tokens["id_token"].as_str().unwrap();
    let expecting = app.standard_url(&[("scope", "openid"), ("id_token_hint", token)]);
    let before = instance.codes().await.len();
    let back = app.approve(&bob.browser, &expecting).await;
    assert_eq!(back.error(), "login_required");
    assert_eq!(instance.codes().await.len(), before);
    Back::of(alice.browser.get(&expecting).await).code();
}
