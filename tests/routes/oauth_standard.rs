//! `GET /oauth/authorize` with a `response_type`: what a request of OpenID Connect may contain, and what its code is for.

use portico_store::models::oauth::profile::ExchangeKind;
use rocket::http::ContentType;
use serde_json::json;

use crate::support::{
    Answer, Back, CALLBACK, CHALLENGE, PASSWORD, START, STATE, TestInstance, VERIFIER, WITH_CHALLENGE,
    error_after_sign_in, expect_refusal,
};

/// Shows: authorize.bound
#[tokio::test]
async fn what_the_request_says_is_stored_with_the_code() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    instance.clock.advance(std::time::Duration::from_secs(5));
    let asked = [("scope", "email openid profile"), ("nonce", "n-0S6_WzA2Mj & é")];
    let link = app.standard_url(&[&asked[..], &WITH_CHALLENGE].concat());
    app.approve(&alice.browser, &link).await.code();
    let code = instance.codes().await.remove(0);
    assert_eq!(code.exchange, ExchangeKind::Form);
    assert_eq!(code.scope, "openid profile");
    assert_eq!(code.nonce.as_deref(), Some("n-0S6_WzA2Mj & é"));
    assert_eq!(code.code_challenge.as_deref(), Some(CHALLENGE));
    assert_eq!(code.auth_time, START);
    assert_eq!(code.redirect_uri, CALLBACK);
}

/// Shows: authorize.profiles
#[tokio::test]
async fn a_code_is_exchanged_as_its_request_says_and_not_otherwise() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let native = app.authorize_url();
    let plain = app.standard_url(&[]);
    let scoped = app.standard_url(&[("scope", "openid")]);
    let consent = [("prompt", "consent")];
    let ask = |link: &str| format!("{link}&prompt={}", consent[0].1);
    for (link, by_json, by_form) in [(&native, 200, 400), (&plain, 200, 200), (&scoped, 400, 200)] {
        let code = app.approve(&alice.browser, &ask(link)).await.code();
        app.exchange(&code).await.expect(by_json);
        let code = app.approve(&alice.browser, &ask(link)).await.code();
        app.exchange_by_form(&code).await.expect(by_form);
    }
}

/// Shows: authorize.profiles
#[tokio::test]
async fn the_scope_decides_which_tokens_and_claims_there_are() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for (scope, granted, has_id_token, has_name) in [
        (None, "profile", false, true),
        (Some("openid"), "openid", true, false),
        (Some("openid email profile"), "openid profile", true, true),
        (Some("profile"), "profile", false, true),
        (Some("email"), "", false, false),
    ] {
        let mut more = vec![("prompt", "consent")];
        more.extend(scope.map(|scope| ("scope", scope)));
        let link = app.standard_url(&more);
        let code = app.approve(&alice.browser, &link).await.code();
        let tokens = app.exchange_by_form(&code).await.expect(200).json();
        assert_eq!(tokens["scope"], granted, "{scope:?}");
        assert_eq!(tokens["id_token"].is_string(), has_id_token, "{scope:?}");
        let claims = instance.userinfo(tokens["access_token"].as_str().unwrap()).await.expect(200).json();
        assert_eq!(claims["sub"], alice.id.to_string());
        assert_eq!(claims["name"].is_string(), has_name, "{scope:?}");
    }
}

/// Shows: authorize.page
#[tokio::test]
async fn the_page_says_exactly_what_the_app_will_see() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let four = ["Your ID", "Your nickname", "Your display name", "Your picture"];
    for (link, shown) in [
        (app.authorize_url(), &four[..]),
        (app.standard_url(&[]), &four),
        (app.standard_url(&[("scope", "openid profile")]), &four),
        (app.standard_url(&[("scope", "openid")]), &four[..1]),
        (app.standard_url(&[("scope", "openid email")]), &four[..1]),
        (app.standard_url(&[("scope", "email")]), &four[..1]),
    ] {
        let page = alice.browser.get(&link).await.expect(200);
        assert_eq!(page.all(".gets li > span:nth-of-type(1)"), shown, "{link}");
        let hides_name = page.text().contains("See your name or picture");
        assert_eq!(hides_name, shown.len() == 1, "{link}");
        // The ID token says how they signed in.
        let tells = page.text().contains("and with what: your password.");
        assert_eq!(tells, link.contains("scope=openid"), "{link}");
    }
}

/// Shows: authorize.state-kept
#[tokio::test]
async fn a_state_may_be_left_out_or_have_4096_characters() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.standard_url(&[]);
    let back = app.approve(&alice.browser, &link).await;
    assert_eq!(back.get("state"), None);
    assert_eq!(back.get("iss"), Some("http://localhost:8000"));
    back.code();
    for state in ["s".repeat(4_096), "&".repeat(4_096)] {
        let browser = instance.browser();
        let asked = browser.get(&app.standard_url(&[("state", &state), ("prompt", "consent")])).await.expect(303);
        let form = browser.get(asked.location()).await.expect(200);
        let next = form.attributes("main input[name=next]", "value").remove(0);
        let fields = [("login", "alice"), ("password", PASSWORD), ("next", &next)];
        let arrived = browser.post("/sign-in", &fields).await.expect(303);
        let back = app.approve(&browser, arrived.location()).await;
        assert_eq!(back.get("state"), Some(state.as_str()));
    }
    let long = app.link(CALLBACK, &"s".repeat(4_097), &[("response_type", "code")]);
    let back = error_after_sign_in(&app, &long).await;
    assert_eq!(back.error(), "invalid_request");
    assert_eq!(back.get("state").map(str::len), Some(4_097));
}

/// Shows: authorize.standard-faults
#[tokio::test]
async fn what_is_not_supported_is_reported_with_the_codes_of_the_standard() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let long = "n".repeat(1_025);
    for (name, value, error) in [
        ("request", "a.b.c", "request_not_supported"),
        ("request_uri", "urn:x", "request_uri_not_supported"),
        ("registration", "{}", "registration_not_supported"),
        ("response_mode", "web_message", "invalid_request"),
        ("max_age", "soon", "invalid_request"),
        ("nonce", &long, "invalid_request"),
        ("nonce", "a\0b", "invalid_request"),
        ("scope", &long, "invalid_scope"),
    ] {
        let link = app.authorize_url_with(&[("response_type", "code"), (name, value)]);
        let back = error_after_sign_in(&app, &link).await;
        assert_eq!(back.error(), error, "{name}");
        assert_eq!(back.get("state"), Some(STATE), "{name}");
    }
    let without_type = app.authorize_url_with(&[("scope", "openid")]);
    let back = error_after_sign_in(&app, &without_type).await;
    assert_eq!(back.error(), "invalid_request");
    assert!(back.get("error_description").unwrap().starts_with("response_type "));
}

/// Shows: authorize.parameter-twice
#[tokio::test]
async fn each_parameter_of_the_standard_profile_is_given_once() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    for name in [
        "scope",
        "nonce",
        "response_mode",
        "max_age",
        "login_hint",
        "id_token_hint",
        "display",
        "ui_locales",
        "acr_values",
        "claims",
    ] {
        let twice = [("response_type", "code"), (name, "1"), (name, "1")];
        let back = error_after_sign_in(&app, &app.authorize_url_with(&twice)).await;
        assert_eq!(back.error(), "invalid_request", "{name}");
    }
}

/// Shows: authorize.unknown-parameters
#[tokio::test]
async fn in_the_native_profile_they_are_unknown_parameters() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let more = [
        ("scope", "profile"),
        ("nonce", "n"),
        ("nonce", "m"),
        ("max_age", "soon"),
        ("response_mode", "fragment"),
        ("login_hint", "bob"),
        ("id_token_hint", "x"),
        ("claims", "{}"),
        ("claims", "{}"),
        ("display", "page"),
        ("display", "popup"),
    ];
    let link = app.authorize_url_with(&more);
    let code = app.approve(&alice.browser, &link).await.code();
    let stored = instance.codes().await.remove(0);
    assert_eq!((stored.exchange, stored.nonce), (ExchangeKind::Json, None));
    app.exchange(&code).await.expect(200);
}

/// Shows: authorize.public-apps
#[tokio::test]
async fn a_public_app_sends_a_response_type_and_a_challenge() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.public_app(&alice, CALLBACK).await;
    for link in [
        app.authorize_url(),
        app.authorize_url_with(&WITH_CHALLENGE),
        app.authorize_url_with(&[("response_type", "code")]),
    ] {
        let back = error_after_sign_in(&app, &link).await;
        assert_eq!(back.error(), "invalid_request", "{link}");
        assert_eq!(back.get("state"), Some(STATE));
    }
    let link = app.standard_url(&WITH_CHALLENGE);
    let code = app.approve(&alice.browser, &link).await.code();
    let id = app.id().to_string();
    let mut fields = app.form_of(&code);
    let foreign = "x".repeat(43);
    fields.extend([("client_id", id.as_str()), ("code_verifier", foreign.as_str())]);
    let refused = instance.form("/oauth/token", &fields).await;
    expect_refusal(refused, 400, "invalid_grant");
    fields.pop();
    fields.push(("code_verifier", VERIFIER));
    let right = instance.form("/oauth/token", &fields).await;
    assert_eq!(right.expect(200).json()["token_type"], "Bearer");
}

/// Shows: authorize.profiles
#[tokio::test]
async fn values_of_a_scope_may_be_separated_by_commas() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for (scope, granted) in
        [("openid,profile", "openid profile"), ("profile, email,openid", "openid profile"), ("email,profiles", "")]
    {
        let link = app.standard_url(&[("scope", scope), ("prompt", "consent")]);
        let code = app.approve(&alice.browser, &link).await.code();
        let tokens = app.exchange_by_form(&code).await.expect(200).json();
        assert_eq!(tokens["scope"], granted, "{scope}");
        assert_eq!(tokens["id_token"].is_string(), !granted.is_empty(), "{scope}");
    }
    let without_type = app.authorize_url_with(&[("scope", "profile,openid")]);
    assert_eq!(error_after_sign_in(&app, &without_type).await.error(), "invalid_request");
}

/// Shows: redirects.private-use
#[tokio::test]
async fn a_confidential_app_may_return_to_a_scheme_of_its_own() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let phone = "app.immich:///oauth-callback";
    let app = instance.oauth_app_with(&alice, &["https://photos.example/auth/login", phone]).await;
    let more = [("response_type", "code"), ("scope", "openid profile")];
    let link = app.link(phone, STATE, &more);
    let back = app.approve(&alice.browser, &link).await;
    assert!(back.location.starts_with("app.immich:///oauth-callback?code="), "{}", back.location);
    let (code, id) = (back.code(), app.id().to_string());
    let fields = [("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", phone)];
    let without_secret = [&fields[..], &[("client_id", &id)]].concat();
    expect_refusal(instance.form("/oauth/token", &without_secret).await, 401, "invalid_client");
    app.post_form("/oauth/token", &fields).await.expect(200);
    // Its server alone can use the code, so that it does not ask again.
    assert!(Back::of(alice.browser.get(&link).await).location.starts_with(phone));
    let silent = app.link(phone, STATE, &[&more[..], &[("prompt", "none")]].concat());
    assert!(Back::of(alice.browser.get(&silent).await).location.contains("code="));
    let form = app.link(phone, STATE, &[&more[..], &[("response_mode", "form_post")]].concat());
    assert_eq!(Back::of(alice.browser.get(&form).await).error(), "invalid_request");
}

/// Shows: redirects.private-use
#[tokio::test]
async fn a_public_app_may_return_to_a_scheme_of_its_own() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.public_app(&alice, "org.example.app:/cb").await;
    let link = app.standard_url(&WITH_CHALLENGE);
    let page = alice.browser.get(&link).await.expect(200);
    assert_eq!(page.one(".consent-return"), "You will return to the app org.example.app on this device");
    let policy = page.header("Content-Security-Policy").unwrap();
    assert!(policy.contains("form-action 'self' https: org.example.app:;"), "{policy}");
    let back = Back::of(app.answer(&alice.browser, &page, "approve").await);
    assert!(back.location.starts_with("org.example.app:/cb?code="), "{}", back.location);
    for other in [
        "org.example.app:/other",
        "org.example.app:/cb/",
        "org.example.app://cb",
        "org.example.other:/cb",
        "ORG.example.app:/cb",
    ] {
        let link = app.link(other, STATE, &[("response_type", "code")]);
        let refused = alice.browser.get(&link).await.expect(400);
        assert_eq!(refused.header("Location"), None, "{other}");
    }
}

/// Shows: authorize.page
#[tokio::test]
async fn the_page_says_that_a_program_on_this_computer_asks() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.oauth_app(&alice, "http://127.0.0.1:5000/cb").await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    assert_eq!(page.one(".consent-return"), "You will return to a program on this computer, at 127.0.0.1:5000");
}

#[tokio::test]
async fn a_login_hint_is_filled_in_and_nothing_else_of_it() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let markup = "\"><b>alice";
    let long = "a".repeat(200);
    for (hint, shown) in [("alice", "alice"), (markup, markup), (&long, ""), ("a\nb", "")] {
        let browser = instance.browser();
        let link = app.standard_url(&[("login_hint", hint)]);
        let asked = browser.get(&link).await.expect(303);
        let form = browser.get(asked.location()).await.expect(200);
        let filled = form.attributes("main input[name=login]", "value");
        assert_eq!(filled.concat(), shown);
        assert!(form.all("main b").is_empty());
    }
}

/// Shows: authorize.hints
#[tokio::test]
async fn an_id_token_of_another_user_gets_no_code_without_a_page() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let other = instance.oauth_app(&alice, "https://other.example/cb").await;
    let mut tokens = Vec::new();
    for (person, app) in [(&alice, &app), (&bob, &app), (&bob, &other)] {
        let link = app.standard_url(&[("scope", "openid profile")]);
        let code = app.approve(&person.browser, &link).await.code();
        let answer = app.exchange_by_form(&code).await.expect(200).json();
        tokens.push(answer["id_token"].as_str().unwrap().to_owned());
    }
    // They have expired by then, and say who it was all the same.
    instance.clock.advance(std::time::Duration::from_secs(86_400));
    let [own, bobs, of_other_app] = &tokens[..] else { panic!("{tokens:?}") };
    let forged = format!("{own}x");
    for hint in [own, of_other_app, &forged, "nonsense"] {
        let silent = app.standard_url(&[("id_token_hint", hint), ("prompt", "none")]);
        Back::of(alice.browser.get(&silent).await).code();
        let link = app.standard_url(&[("id_token_hint", hint)]);
        Back::of(alice.browser.get(&link).await).code();
    }
    let silent = app.standard_url(&[("id_token_hint", bobs), ("prompt", "none")]);
    let back = Back::of(alice.browser.get(&silent).await);
    assert_eq!(back.error(), "login_required");
    let link = app.standard_url(&[("id_token_hint", bobs)]);
    let page = alice.browser.get(&link).await.expect(200);
    assert!(!page.text().contains("Authorize"), "{}", page.text());
    // The same after a detour by the sign-in.
    let browser = instance.browser();
    let asked = browser.get(&link).await.expect(303);
    instance.sign_in_on(&browser, &alice).await;
    let next = browser.get(asked.location()).await.expect(303);
    browser.get(next.location()).await.expect(200);
}

/// Shows: authorize.by-post
#[tokio::test]
async fn a_request_by_post_becomes_the_same_request_by_get() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let id = app.id().to_string();
    let fields = [
        ("client_id", id.as_str()),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid profile"),
        ("state", "a b&c%é+"),
        ("nonce", "n"),
    ];
    let sites = [
        &[("Sec-Fetch-Site", "cross-site")][..],
        &[("Origin", "https://app.example")],
        &[("Sec-Fetch-Site", "same-origin")],
        &[],
    ];
    for headers in sites {
        let sent = alice.browser.post_with("/oauth/authorize", &fields, headers).await.expect(303);
        assert_eq!(sent.location(), app_link(&fields));
        let back = app.approve(&alice.browser, sent.location());
        if headers.is_empty() {
            assert_eq!(back.await.get("state"), Some("a b&c%é+"));
        }
    }
    // A request object is not taken for the field of our own form.
    let with_object = [&fields[..], &[("request", "a.b.c")]].concat();
    let sent = alice.browser.post_with("/oauth/authorize", &with_object, sites[0]).await.expect(303);
    let back = Back::of(alice.browser.get(sent.location()).await);
    assert_eq!(back.error(), "request_not_supported");
    // What is unknown is ignored, though our own form has a field of this name.
    let with_token = [&fields[..], &[("token", "x")]].concat();
    let sent = alice.browser.post_with("/oauth/authorize", &with_token, sites[0]).await.expect(303);
    Back::of(alice.browser.get(sent.location()).await).code();
}

fn app_link(fields: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(fields);
    format!("/oauth/authorize?{}", query.finish())
}

/// Shows: authorize.by-post
#[tokio::test]
async fn a_post_changes_nothing_and_never_leaves_this_site() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let codes = instance.codes().await.len();
    let id = app.id().to_string();
    let cross_site = [("Sec-Fetch-Site", "cross-site")];
    for (name, value) in [
        ("redirect_uri", "https://evil.example/"),
        ("prompt", "none"),
        ("decision", "approve"),
        ("x", "\r\nLocation: https://evil.example/"),
        ("//evil.example/", ""),
    ] {
        let fields = [("client_id", id.as_str()), (name, value)];
        let sent = alice.browser.post_with("/oauth/authorize", &fields, &cross_site).await.expect(303);
        assert!(sent.location().starts_with("/oauth/authorize?client_id="));
    }
    // What is too long to continue with is said here.
    let long = "s".repeat(33 * 1024);
    let fields = [("client_id", id.as_str()), ("state", &long)];
    let refused = alice.browser.post_with("/oauth/authorize", &fields, &cross_site).await.expect(400);
    assert_eq!(refused.header("Location"), None);
    let longer = "s".repeat(65 * 1024);
    let fields = [("client_id", id.as_str()), ("state", &longer)];
    alice.browser.post_with("/oauth/authorize", &fields, &cross_site).await.expect(413);
    let request = instance.client.post("/oauth/authorize");
    let request = request.header(ContentType::JSON).body("{}");
    Answer::read(request.dispatch().await).await.expect(415);
    let contract = alice.browser.get("/openapi.json").await.json();
    let responses = &contract["paths"]["/oauth/authorize"]["post"]["responses"];
    for status in ["303", "400", "413", "415"] {
        assert!(responses[status].is_object(), "{status}");
    }
    // Neither is a decision, from wherever it comes.
    for fields in [
        &[("decision", "approve")][..],
        &[("token", "x"), ("decision", "approve")],
        &[("client_id", &id), ("token", ""), ("decision", "approve")],
        &[],
    ] {
        alice.browser.post_with("/oauth/authorize", fields, &cross_site).await.expect(403);
    }
    assert_eq!(instance.codes().await.len(), codes);
}

#[tokio::test]
async fn the_exchange_by_json_of_a_standard_request_gives_the_four_fields() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.approve(&alice.browser, &app.standard_url(&[])).await.code();
    let identity = app.exchange_with(&code, json!({})).await.expect(200).json();
    assert_eq!(identity.as_object().unwrap().len(), 4);
}
