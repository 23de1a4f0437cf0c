//! `GET /oauth/authorize`: what an app may request, and where errors go.

use crate::support::{
    Answer, Back, CALLBACK, CHALLENGE, STATE, TestInstance, VERIFIER, WITH_CHALLENGE, error_after_sign_in,
    expect_refusal,
};

/// Panics unless the request was refused on a page of this site that names the parameter.
#[track_caller]
fn expect_bad_target(answer: Answer, parameter: &str) -> Answer {
    let answer = answer.expect(400);
    assert_eq!(answer.header("Location"), None);
    assert_eq!(answer.faults(), [parameter]);
    answer
}

/// Shows: authorize.client-id-malformed
#[tokio::test]
async fn a_client_id_that_is_not_plainly_an_apps_is_refused_without_a_redirect() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let id = app.id();
    for client_id in [
        "1".to_owned(),
        format!("-{id}"),
        format!("+{id}"),
        format!("%2B{id}"),
        format!("%20{id}"),
        format!("{id}%20"),
        format!("{id}%00"),
        format!("0{id}"),
        format!("{id}.0"),
        "1e3".into(),
        "9007199254740992".into(),
        "9223372036854775808".into(),
        "abc".into(),
        "%ff".into(),
        String::new(),
    ] {
        let link =
            format!("/oauth/authorize?client_id={client_id}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=s");
        for browser in [&instance.browser(), &alice.browser] {
            expect_bad_target(browser.get(&link).await, "client_id");
        }
    }
    let none = "/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=s";
    expect_bad_target(alice.browser.get(none).await, "client_id");
    expect_bad_target(alice.browser.get("/oauth/authorize").await, "client_id");
}

/// Shows: authorize.redirect-lookalike
#[tokio::test]
async fn a_redirect_uri_that_only_looks_like_the_registered_one_is_refused_without_a_redirect() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for redirect_uri in [
        "",
        "https://app.example/callback/",
        "https://app.example/Callback",
        "https://APP.example/callback",
        "HTTPS://app.example/callback",
        "https://app.example/callback?",
        "https://app.example/callback?a=1",
        "https://app.example/callback#",
        "https://app.example/callback#a",
        "https://app.example:443/callback",
        "https://user@app.example/callback",
        "https://app.example@evil.example/callback",
        "https://app.example/x/..;/callback",
        "https://app.example/x/../callback",
        "https://app.example/%2e/callback",
        "https://app.example/%63allback",
        "https://app.example.evil.example/callback",
        "https://xapp.example/callback",
        "https://app。example/callback",
        "http://app.example/callback",
        "//app.example/callback",
        "javascript:alert(1)",
        " https://app.example/callback",
        "https://app.example/callback\r\nX: y",
        "https://app.example/callback\0",
    ] {
        let link = app.link(redirect_uri, STATE, &[]);
        for browser in [&instance.browser(), &alice.browser] {
            expect_bad_target(browser.get(&link).await, "redirect_uri");
        }
    }
}

/// Shows: authorize.redirect-lookalike
#[tokio::test]
async fn a_registered_query_is_matched_to_the_letter() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.oauth_app(&alice, "https://app.example/cb?a=1&b=2").await;
    alice.browser.get(&app.authorize_url()).await.expect(200);
    for redirect_uri in [
        "https://app.example/cb?b=2&a=1",
        "https://app.example/cb?a=1",
        "https://app.example/cb?a=1&b=2&",
        "https://app.example/cb?a=1&b=%32",
    ] {
        let link = app.link(redirect_uri, STATE, &[]);
        expect_bad_target(alice.browser.get(&link).await, "redirect_uri");
    }
}

/// Shows: authorize.redirect-foreign
#[tokio::test]
async fn another_apps_redirect_uri_is_refused() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.oauth_app(&alice, "https://other.example/cb").await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let link = app.link("https://other.example/cb", STATE, &[]);
    expect_bad_target(alice.browser.get(&link).await, "redirect_uri");
}

/// Shows: authorize.loopback-port
#[tokio::test]
async fn the_port_of_a_loopback_address_is_free() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let uris = ["http://127.0.0.1/cb", "http://[::1]/cb", "http://localhost:3000/cb"];
    let app = instance.oauth_app_with(&alice, &uris).await;
    for free in ["http://127.0.0.1:51234/cb", "http://[::1]:51234/cb"] {
        let link = app.link(free, STATE, &[]);
        let back = app.approve(&alice.browser, &link).await;
        assert!(back.location.starts_with(&format!("{free}?code=")));
        let exchanged = app.exchange_with(&back.code(), serde_json::json!({ "redirect_uri": free })).await;
        exchanged.expect(200);
    }
    for bound in ["http://localhost:3001/cb", "http://127.0.0.1:51234/other", "http://127.0.0.2/cb"] {
        let link = app.link(bound, STATE, &[]);
        expect_bad_target(alice.browser.get(&link).await, "redirect_uri");
    }
}

/// Shows: authorize.loopback-port
#[tokio::test]
async fn the_port_of_localhost_is_free_for_a_public_app() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let uris = "http://localhost/cb\nhttp://127.0.0.1/cb\nhttp://localhost:3000/fixed";
    let app = instance.public_app(&alice, uris).await;
    let link = |uri: &str| app.link(uri, STATE, &[&[("response_type", "code")], &WITH_CHALLENGE[..]].concat());
    let id = app.id().to_string();
    for free in
        ["http://localhost:49152/cb", "http://localhost/cb", "http://localhost:3001/fixed", "http://127.0.0.1:1/cb"]
    {
        let back = app.approve(&alice.browser, &link(free)).await;
        assert!(back.location.starts_with(&format!("{free}?code=")), "{}", back.location);
        let code = back.code();
        let exchange = |redirect_uri| {
            let fields = [
                ("grant_type", "authorization_code"),
                ("client_id", &*id),
                ("code", &*code),
                ("code_verifier", VERIFIER),
                ("redirect_uri", redirect_uri),
            ];
            let instance = &instance;
            async move { instance.form("/oauth/token", &fields).await }
        };
        expect_refusal(exchange("http://localhost:49153/cb").await, 400, "invalid_grant");
        exchange(free).await.expect(200);
    }
    for bound in [
        "http://localhost:49152/other",
        "http://localhost:49152/cb/",
        "http://localhost.evil.example:1/cb",
        "http://localhost:1@evil.example/cb",
        "http://localhost:x/cb",
        "https://localhost:49152/cb",
        "http://[::1]:49152/cb",
    ] {
        expect_bad_target(alice.browser.get(&link(bound)).await, "redirect_uri");
    }
    let confidential = instance.oauth_app(&alice, "http://localhost/cb").await;
    let link = confidential.link("http://localhost:49152/cb", STATE, &[]);
    expect_bad_target(alice.browser.get(&link).await, "redirect_uri");
}

/// Shows: authorize.target-twice
#[tokio::test]
async fn client_id_or_redirect_uri_given_twice_is_refused_without_a_redirect() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let id = app.id().to_string();
    for (name, value) in [("client_id", id.as_str()), ("redirect_uri", CALLBACK)] {
        let link = app.authorize_url_with(&[(name, value)]);
        expect_bad_target(alice.browser.get(&link).await, name);
    }
}

/// Shows: authorize.parameter-twice
#[tokio::test]
async fn any_other_parameter_given_twice_is_an_invalid_request() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    for (name, value) in [
        ("response_type", "code"),
        ("prompt", "consent"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ] {
        let back = error_after_sign_in(&app, &app.authorize_url_with(&[(name, value), (name, value)])).await;
        assert_eq!(back.error(), "invalid_request", "{name}");
        assert!(back.get("error_description").unwrap().contains(name));
        assert_eq!(back.get("state"), Some(STATE));
    }
    let back = error_after_sign_in(&app, &app.authorize_url_with(&[("state", "other")])).await;
    assert_eq!(back.error(), "invalid_request");
    assert_eq!(back.get("state"), None);
}

/// Shows: authorize.state-required
#[tokio::test]
async fn a_missing_empty_long_or_malformed_state_is_reported_with_the_state_that_there_is() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let id = app.id();
    let start = format!("/oauth/authorize?client_id={id}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback");
    let long = format!("&state={}", "s".repeat(1_025));
    for (state, has_state) in [("", false), ("&state=", false), ("&state", false), ("&state=%ff", true), (&long, true)]
    {
        let back = error_after_sign_in(&app, &format!("{start}{state}")).await;
        assert_eq!(back.error(), "invalid_request", "{state}");
        assert!(back.get("error_description").unwrap().starts_with("state "));
        assert_eq!(back.location.contains("&state="), has_state, "{state}");
        assert_eq!(back.location.contains(state), has_state || state.is_empty(), "{state}");
    }
}

/// Shows: authorize.state-kept
#[tokio::test]
async fn a_state_comes_back_byte_for_byte() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let longest = "\u{1F600}".repeat(1_024);
    for state in [
        "a&b=c",
        "a#b",
        "a+b c%20d%2B",
        "\"'<>`\\",
        "é漢\u{1F600}e\u{301}",
        "\r\n\t\0\u{7f}",
        "https://evil.example/?code=1&state=2",
        "../../",
        &"s".repeat(1_024),
        &longest,
    ] {
        let link = app.link(CALLBACK, state, &[]);
        let back = app.approve(&alice.browser, &link).await;
        assert_eq!(back.get("state"), Some(state));
        let page = alice.browser.get(&link).await.expect(200);
        let denied = Back::of(app.answer(&alice.browser, &page, "deny").await);
        assert_eq!(denied.get("state"), Some(state));
        let refused = error_after_sign_in(&app, &app.link(CALLBACK, state, &[("response_type", "token")])).await;
        assert_eq!(refused.get("state"), Some(state));
    }
}

/// Shows: authorize.response-type
#[tokio::test]
async fn response_type_may_be_left_out_or_be_code_and_nothing_else() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for good in ["code", ""] {
        let link = app.authorize_url_with(&[("response_type", good)]);
        alice.browser.get(&link).await.expect(200);
    }
    for bad in ["token", "id_token", "code token", "Code", "none"] {
        let back = error_after_sign_in(&app, &app.authorize_url_with(&[("response_type", bad)])).await;
        assert_eq!(back.error(), "unsupported_response_type", "{bad}");
        assert_eq!(back.get("state"), Some(STATE));
    }
}

/// Shows: authorize.request-objects
#[tokio::test]
async fn request_objects_are_refused_and_never_fetched() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    // Were it fetched, this would be where.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let uri = format!("http://{}/request.jwt", listener.local_addr().unwrap());
    for (name, value, error) in [
        ("request", "eyJhbGciOiJub25lIn0.e30.", "request_not_supported"),
        ("request_uri", uri.as_str(), "request_uri_not_supported"),
    ] {
        let back = error_after_sign_in(&app, &app.authorize_url_with(&[(name, value)])).await;
        assert_eq!(back.error(), error);
    }
    assert!(listener.accept().is_err());
}

/// Shows: authorize.challenge
#[tokio::test]
async fn a_challenge_goes_by_s256_or_not_at_all() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let good = [("code_challenge", CHALLENGE), ("code_challenge_method", "S256")];
    alice.browser.get(&app.authorize_url_with(&good)).await.expect(200);
    let (short, long) = (&CHALLENGE[1..], format!("{CHALLENGE}a"));
    for bad in [
        &[("code_challenge", CHALLENGE)][..],
        &[("code_challenge_method", "S256")],
        &[("code_challenge", CHALLENGE), ("code_challenge_method", "plain")],
        &[("code_challenge", CHALLENGE), ("code_challenge_method", "s256")],
        &[("code_challenge", short), ("code_challenge_method", "S256")],
        &[("code_challenge", &long), ("code_challenge_method", "S256")],
        &[("code_challenge", &CHALLENGE.replace('E', "+")), ("code_challenge_method", "S256")],
    ] {
        let back = error_after_sign_in(&app, &app.authorize_url_with(bad)).await;
        assert_eq!(back.error(), "invalid_request", "{bad:?}");
    }
}

/// Shows: authorize.unknown-parameters
#[tokio::test]
async fn unknown_parameters_are_ignored_however_often_they_come() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let link =
        app.authorize_url_with(&[("scope", "everything"), ("utm", "1"), ("utm", "2"), ("response_mode", "form_post")]);
    alice.browser.get(&format!("{link}&&%ff=%ff&=")).await.expect(200);
}

/// Shows: authorize.query-kept
#[tokio::test]
async fn a_registered_query_is_kept_and_no_parameter_appears_twice() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let uri = "https://app.example/cb?tenant=%41+b&state=mine&c%6Fde=mine&iss=mine&error=mine&x";
    let app = instance.oauth_app(&alice, uri).await;
    let back = app.approve(&alice.browser, &app.authorize_url()).await;
    assert!(back.location.starts_with("https://app.example/cb?tenant=%41+b&x&code="), "{}", back.location);
    assert_eq!(back.get("state"), Some(STATE));
    assert_eq!(back.get("iss"), Some("http://localhost:8000"));
    assert_eq!(back.get("error"), None);
    app.exchange(&back.code()).await.expect(200);
}

/// Shows: authorize.approved
#[tokio::test]
async fn the_response_is_a_303_without_caching_or_referrer() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let answer = app.answer(&alice.browser, &page, "approve").await.expect(303);
    assert_eq!(answer.header("Referrer-Policy"), Some("no-referrer"));
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    assert!(answer.bytes.is_empty());
}

/// Shows: spoofing.host
#[tokio::test]
async fn no_header_changes_the_issuer_or_a_link() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let link = app.authorize_url_with(&[("response_type", "token")]);
    let request = instance
        .client
        .get(format!("{link}&prompt=none"))
        .header(crate::support::header("Host", "evil.example"))
        .header(crate::support::header("X-Forwarded-Host", "evil.example"))
        .header(crate::support::header("X-Forwarded-Proto", "https"))
        .header(crate::support::header("Forwarded", "host=evil.example"));
    let back = Back::of(Answer::read(request.dispatch().await).await);
    assert_eq!(back.get("iss"), Some("http://localhost:8000"));
    assert!(!back.location.contains("evil"));
}
