//! Rate limits: by address and by object, whether the object exists or not.

use std::net::SocketAddr;
use std::time::Duration;

use rocket::figment::map;
use rocket::http::{ContentType, Header};
use serde_json::json;

use crate::support::{Answer, Browser, CALLBACK, PASSWORD, TestInstance, expect_refusal};

/// An instance where one kind of attempt has two tries and one more a minute, and whose proxy is believed.
async fn strict(kind: &str) -> TestInstance {
    let twice = map! { "burst" => 2, "per_minute" => 1 };
    TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge((format!("throttle.{kind}").as_str(), twice))
            .merge(("trusted_proxies", ["127.0.0.1/32"]))
    })
    .await
}

/// Where an attempt comes from, as the proxy says.
fn from(number: usize) -> [(&'static str, &'static str); 2] {
    const ADDRESSES: [&str; 4] = ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:1::1"];
    [("Sec-Fetch-Site", "same-origin"), ("X-Forwarded-For", ADDRESSES[number % 4])]
}

async fn post(browser: &Browser<'_>, path: &str, fields: &[(&str, &str)], number: usize) -> Answer {
    browser.post_with(path, fields, &from(number)).await
}

/// Panics unless the attempt is refused for its speed, with the time to wait.
#[track_caller]
fn too_fast(answer: Answer) {
    let answer = answer.expect(429);
    assert_eq!(answer.header("Retry-After"), Some("60"));
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
}

/// Shows: throttles.sign-in-account
#[tokio::test]
async fn guesses_at_one_account_are_limited_over_all_addresses() {
    let instance = strict("sign_in_account").await;
    instance.person("alice").await;
    for login in ["alice", "nobody"] {
        let fields = [("login", login), ("password", "wrong")];
        for number in 0..2 {
            post(&instance.browser(), "/sign-in", &fields, number).await.expect(422);
        }
        too_fast(post(&instance.browser(), "/sign-in", &fields, 2).await);
        let other_case = [("login", " ALICE "), ("password", PASSWORD)];
        if login == "alice" {
            too_fast(post(&instance.browser(), "/sign-in", &other_case, 3).await);
        }
    }
    instance.clock.advance(Duration::from_secs(60));
    let right = [("login", "alice"), ("password", PASSWORD)];
    post(&instance.browser(), "/sign-in", &right, 3).await.expect(303);
}

/// Shows: throttles.sign-in-address
#[tokio::test]
async fn guesses_from_one_address_are_limited_over_all_names() {
    let instance = strict("sign_in_address").await;
    let alice = instance.person("alice").await;
    for login in ["alice", "nobody"] {
        let fields = [("login", login), ("password", "wrong")];
        post(&instance.browser(), "/sign-in", &fields, 0).await.expect(422);
    }
    let right = [("login", alice.nickname.as_str()), ("password", PASSWORD)];
    too_fast(post(&instance.browser(), "/sign-in", &right, 0).await);
    post(&instance.browser(), "/sign-in", &right, 1).await.expect(303);
}

/// Shows: throttles.sign-up
#[tokio::test]
async fn new_accounts_are_limited_by_address() {
    let instance = strict("sign_up_address").await;
    for nickname in ["a", "b"] {
        let fields = [("nickname", nickname)];
        post(&instance.browser(), "/sign-up", &fields, 0).await.expect(422);
    }
    too_fast(post(&instance.browser(), "/sign-up", &[("nickname", "c")], 0).await);
    post(&instance.browser(), "/sign-up", &[("nickname", "c")], 1).await.expect(422);
}

/// Shows: throttles.sign-up
#[tokio::test]
async fn new_accounts_are_limited_by_nickname_over_all_addresses() {
    let instance = strict("sign_up_name").await;
    instance.person("alice").await;
    for nickname in ["alice", "nobody"] {
        for number in 0..2 {
            let fields = [("nickname", nickname), ("password", "short")];
            post(&instance.browser(), "/sign-up", &fields, number).await.expect(422);
        }
        let fields = [("nickname", nickname), ("password", "short")];
        too_fast(post(&instance.browser(), "/sign-up", &fields, 2).await);
    }
    let other_case = [("nickname", "ALICE")];
    too_fast(post(&instance.browser(), "/sign-up", &other_case, 3).await);
}

/// Shows: throttles.phone
#[tokio::test]
async fn texts_are_limited_by_address_over_all_accounts() {
    let instance = strict("phone_address").await;
    for (nickname, number) in [("alice", "+4915112345641"), ("bob", "+4915112345642")] {
        let person = instance.person_without_phone(nickname).await;
        let fields = [("phone", number)];
        post(&person.browser, "/settings/phone", &fields, 0).await.expect(303);
    }
    let carol = instance.person_without_phone("carol").await;
    let fields = [("phone", "+4915112345643")];
    too_fast(post(&carol.browser, "/settings/phone", &fields, 0).await);
    post(&carol.browser, "/settings/phone", &fields, 1).await.expect(303);
}

/// Shows: throttles.phone
#[tokio::test]
async fn guesses_at_codes_are_limited_by_address_over_all_accounts() {
    let instance = strict("phone_guess_address").await;
    let path = "/settings/phone/verify";
    for nickname in ["alice", "bob"] {
        let person = instance.person_without_phone(nickname).await;
        post(&person.browser, path, &[("code", "123456")], 0).await.expect(422);
    }
    let carol = instance.person_without_phone("carol").await;
    too_fast(post(&carol.browser, path, &[("code", "123456")], 0).await);
    post(&carol.browser, path, &[("code", "123456")], 1).await.expect(422);
}

/// Shows: throttles.token
#[tokio::test]
async fn wrong_secrets_are_limited_by_client_id_and_the_right_one_is_not() {
    let instance = strict("token_guess").await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let mut told = Vec::new();
    for id in [app.id().get(), 7] {
        let wrong = json!({ "client_id": id, "client_secret": "portico_wrong" });
        for _ in 0..2 {
            let answer = app.exchange_with(&code, wrong.clone()).await;
            expect_refusal(answer, 401, "invalid_client");
        }
        let answer = app.exchange_with(&code, wrong).await;
        let answer = expect_refusal(answer, 429, "temporarily_unavailable");
        assert_eq!(answer.header("Retry-After"), Some("60"));
        told.push((answer.headers, answer.bytes));
    }
    assert_eq!(told[0], told[1]);
    // A client with the right secret is not affected by guessers.
    app.exchange(&code).await.expect(200);
}

/// Asks for a webhook from a peer of its own.
async fn post_from(instance: &TestInstance, path: &str, peer: &str) -> Answer {
    let request = instance
        .client
        .post(path.to_owned())
        .header(ContentType::JSON)
        .body(r#"{"content":"x"}"#)
        .header(Header::new("Host", "localhost:8000"))
        .remote(peer.parse::<SocketAddr>().unwrap());
    Answer::read(request.dispatch().await).await
}

/// Shows: throttles.webhook
#[tokio::test]
async fn posts_to_unknown_urls_are_limited_by_address_and_those_of_webhooks_continue() {
    let instance = strict("webhook_address").await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let (near, far) = ("192.0.2.1:9", "192.0.2.2:9");
    let wrong = format!("/webhooks/{}/wrong", hook.id());
    for path in [wrong.as_str(), "/webhooks/7/x"] {
        post_from(&instance, path, near).await.expect(404);
    }
    let mut told = Vec::new();
    for path in [wrong.as_str(), "/webhooks/7/x", "/webhooks/name/x"] {
        let answer = post_from(&instance, path, near).await.expect(429);
        assert_eq!(answer.json()["code"], "rate_limited");
        assert_eq!(answer.header("Retry-After"), Some("60"));
        told.push((answer.headers, answer.bytes));
    }
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
    post_from(&instance, &hook.path, near).await.expect(200);
    post_from(&instance, &wrong, far).await.expect(404);
}

/// Shows: throttles.consent
#[tokio::test]
async fn authorize_requests_are_limited_by_address_over_all_apps() {
    let instance = strict("consent_address").await;
    let (alice, app) = instance.alice_with_app().await;
    let link = app.authorize_url();
    instance.browser().get("/oauth/authorize?client_id=7").await.expect(400);
    instance.browser().get(&link).await.expect(303);
    for browser in [&instance.browser(), &alice.browser] {
        too_fast(browser.get(&link).await);
        too_fast(browser.get("/oauth/authorize?client_id=7").await);
        too_fast(browser.post("/oauth/authorize", &[("decision", "approve")]).await);
    }
    let elsewhere = instance.client.get(link).header(Header::new("X-Forwarded-For", "192.0.2.1"));
    Answer::read(elsewhere.dispatch().await).await.expect(303);
}

/// Shows: throttles.devices
#[tokio::test]
async fn codes_of_devices_are_guessed_no_faster_by_person_by_address_and_by_everyone() {
    for (kind, same_person, same_address) in
        [("device_guess", true, false), ("device_guess_address", false, true), ("device_guesses", false, false)]
    {
        let instance = strict(kind).await;
        let mut people = Vec::new();
        for name in ["alice", "bob", "carol"] {
            people.push(instance.person(name).await);
        }
        let app = instance.oauth_app(&people[0], CALLBACK).await;
        app.allow_devices(true).await;
        let device = app.device().await;
        let wrong = [("user_code", "BCDFGHJK")];
        let right = [("user_code", device.user_code.as_str())];
        let place = |turn| if same_address { 0 } else { turn };
        for turn in 0..2 {
            let person = &people[if same_person { 0 } else { turn }];
            post(&person.browser, "/device", &wrong, place(turn)).await.expect(422);
        }
        // The right code is not told from a wrong one now.
        let person = &people[if same_person { 0 } else { 2 }];
        for fields in [&wrong, &right] {
            let answer = post(&person.browser, "/device", fields, place(2)).await;
            assert_eq!(answer.header("Retry-After"), Some("60"), "{kind}");
            assert!(answer.expect(429).text().contains("Too many codes were tried."));
        }
        instance.clock.advance(Duration::from_secs(60));
        post(&person.browser, "/device", &right, place(2)).await.expect(200);
    }
}

/// Shows: throttles.devices, throttles.share
#[tokio::test]
async fn the_accounts_of_one_site_keep_no_one_elsewhere_from_entering_codes() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.device_guesses", map! { "burst" => 20, "per_minute" => 20 }))
            .merge(("trusted_proxies", ["127.0.0.1/32"]))
    })
    .await;
    let people = instance.people_without_phone(8).await;
    let app = instance.oauth_app(&instance.person("alice").await, CALLBACK).await;
    app.allow_devices(true).await;
    let device = app.device().await;
    let enter = async |person: &crate::support::Person<'_>, code: &str, address: &str| {
        let headers = [("Sec-Fetch-Site", "same-origin"), ("X-Forwarded-For", address)];
        person.browser.post_with("/device", &[("user_code", code)], &headers).await
    };
    for site in ["2001:db8:0:{}::1", "192.0.2.{}"] {
        for (turn, person) in people[..6].iter().enumerate() {
            let expected = if turn < 4 { 422 } else { 429 };
            enter(person, "BCDFGHJK", &site.replace("{}", &turn.to_string())).await.expect(expected);
        }
    }
    enter(&people[7], &device.user_code, "198.51.100.1").await.expect(200);
}

/// Shows: throttles.leaks
#[tokio::test]
async fn reports_of_leaks_are_counted_before_they_are_read() {
    let instance = strict("leak_report_address").await;
    let report = async |body: &str| {
        let request = instance.client.post("/leaks").header(ContentType::JSON);
        let request = request.header(Header::new("X-Forwarded-For", "192.0.2.1"));
        Answer::read(request.body(body).dispatch().await).await
    };
    report(r#"{"secrets":[]}"#).await.expect(200);
    report("no report").await.expect(400);
    for body in [r#"{"secrets":[]}"#, "no report"] {
        let answer = report(body).await;
        assert_eq!(answer.header("Retry-After"), Some("60"));
        answer.expect(429);
    }
    instance.clock.advance(Duration::from_secs(60));
    report(r#"{"secrets":[]}"#).await.expect(200);
}

/// Shows: throttles.devices
#[tokio::test]
async fn devices_ask_no_faster_by_address_signed_in_or_not() {
    let instance = strict("device_address").await;
    let (_, app) = instance.alice_with_app().await;
    app.allow_devices(true).await;
    app.post_form("/oauth/device", &[]).await.expect(200);
    instance.form("/oauth/device", &[]).await.expect(401);
    for answer in [app.post_form("/oauth/device", &[]).await, instance.form("/oauth/device", &[]).await] {
        assert_eq!(answer.header("Retry-After"), Some("60"));
        expect_refusal(answer, 429, "temporarily_unavailable");
    }
    instance.clock.advance(Duration::from_secs(60));
    app.post_form("/oauth/device", &[]).await.expect(200);
}

/// Shows: throttles.consent
#[tokio::test]
async fn consent_is_limited_by_person_from_all_addresses() {
    let instance = strict("consent").await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    app.answer(&alice.browser, &page, "deny").await.expect(303);
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &alice).await;
    too_fast(elsewhere.get(&app.authorize_url()).await);
    bob.browser.get(&app.authorize_url()).await.expect(200);
}
