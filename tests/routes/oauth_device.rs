//! `POST /oauth/device` and the polls of the token endpoint: a device asks, waits for a person, and signs them in.

use std::time::Duration;

use portico_store::models::oauth::authorization_code::ExchangeError;
use portico_store::models::oauth::device_code::LIFETIME_MS;
use portico_store::models::oauth::oauth_app::{Draft, SignInDraft};
use portico_store::models::{AuthorizationCode, ClientSecret, DeviceCode, Grant, OauthApp};
use rocket::futures::future::join_all;
use rocket::http::{ContentType, Header};
use serde_json::{Value, json};

use crate::support::{Answer, CALLBACK, Person, TestInstance, TestOauthApp, decide, draft, expect_refusal, leaks};

const LIFE: Duration = Duration::from_millis(LIFETIME_MS as u64);
const POLL: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// Alice, and an app of hers that may sign people in on devices.
async fn app_for_devices<'h>(instance: &'h TestInstance) -> (Person<'h>, TestOauthApp<'h>) {
    let (alice, app) = instance.alice_with_app().await;
    app.allow_devices(true).await;
    (alice, app)
}

/// The answer to a device that asks.
#[track_caller]
fn codes(answer: Answer) -> Value {
    let answer = answer.expect(200);
    assert_eq!(answer.content_type, Some(ContentType::JSON));
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    let body = answer.json();
    let code = body["device_code"].as_str().unwrap();
    leaks::made(code.split_once('.').unwrap().1);
    body
}

async fn poll(app: &TestOauthApp<'_>, codes: &Value) -> Answer {
    let code = codes["device_code"].as_str().unwrap();
    let fields = [("grant_type", POLL), ("device_code", code)];
    app.post_form("/oauth/token", &fields).await
}

/// A person types the code and decides.
async fn answer(person: &Person<'_>, codes: &Value, decision: &str) {
    let typed = [("user_code", codes["user_code"].as_str().unwrap())];
    let page = person.browser.post("/device", &typed).await.expect(200);
    let page = decide(&person.browser, &page, "continue").await.expect(200);
    decide(&person.browser, &page, decision).await.expect(200);
}

/// Shows: device.flow
#[tokio::test]
async fn a_device_asks_waits_and_signs_the_person_in() {
    let instance = TestInstance::open().await;
    let (_alice, app) = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let asked = app.post_form("/oauth/device", &[("scope", "openid profile email")]);
    let codes = codes(asked.await);
    let user_code = codes["user_code"].as_str().unwrap();
    let page = "http://localhost:8000/device";
    assert_eq!(codes["verification_uri"], page);
    assert_eq!(codes["verification_uri_complete"], format!("{page}?user_code={user_code}"));
    assert_eq!((&codes["expires_in"], &codes["interval"]), (&json!(600), &json!(5)));
    assert_eq!(codes.as_object().unwrap().len(), 6);

    expect_refusal(poll(&app, &codes).await, 400, "authorization_pending");
    expect_refusal(poll(&app, &codes).await, 400, "slow_down");
    answer(&bob, &codes, "approve").await;
    let body = poll(&app, &codes).await.expect(200).json();
    assert_eq!(body["scope"], "openid profile");
    assert!(body["id_token"].is_string());
    let token = body["access_token"].as_str().unwrap();
    let claims = instance.userinfo(token).await.expect(200).json();
    assert_eq!(claims["sub"], bob.id.to_string());
    assert_eq!(claims["nickname"], "bob");
    // Once.
    expect_refusal(poll(&app, &codes).await, 400, "invalid_grant");
    instance.app.settled().await;
    let events: Vec<_> = app.events().await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(events, ["code_replayed", "exchanged", "device_approved"]);
}

/// Shows: device.flow
#[tokio::test]
async fn a_public_app_names_itself_and_gets_what_its_scope_says() {
    let instance = TestInstance::open().await;
    let (alice, _) = app_for_devices(&instance).await;
    let app = instance.public_app(&alice, CALLBACK).await;
    app.allow_devices(true).await;
    let id = app.id().to_string();
    for (scope, granted, names) in [
        (None, "profile", true),
        (Some("openid"), "openid", false),
        (Some("email OPENID"), "", false),
        (Some(""), "profile", true),
    ] {
        let mut fields = vec![("client_id", id.as_str())];
        fields.extend(scope.map(|scope| ("scope", scope)));
        let codes = codes(instance.form("/oauth/device", &fields).await);
        answer(&alice, &codes, "approve").await;
        let code = codes["device_code"].as_str().unwrap();
        let fields = [("client_id", id.as_str()), ("grant_type", POLL), ("device_code", code)];
        let body = instance.form("/oauth/token", &fields).await.expect(200).json();
        assert_eq!(body["scope"], granted);
        let token = body["access_token"].as_str().unwrap();
        let claims = instance.userinfo(token).await.expect(200).json();
        assert_eq!(claims["sub"], alice.id.to_string());
        assert_eq!(claims.get("nickname").is_some(), names, "{scope:?}");
    }
}

/// Shows: device.not-allowed
#[tokio::test]
async fn no_app_signs_people_in_on_devices_unless_its_owner_allows_it() {
    let instance = TestInstance::open().await;
    let (alice, app) = app_for_devices(&instance).await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let refused = other.post_form("/oauth/device", &[]).await;
    expect_refusal(refused, 400, "unauthorized_client");
    app.allow_devices(false).await;
    let before = instance.dump().await;
    let refused = app.post_form("/oauth/device", &[]).await;
    expect_refusal(refused, 400, "unauthorized_client");
    assert_eq!(instance.dump().await, before);
}

/// Shows: device.not-allowed
#[tokio::test]
async fn a_device_code_ends_with_the_owner_s_permission_approved_or_not() {
    let instance = TestInstance::open().await;
    let (_alice, app) = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let waiting = codes(app.post_form("/oauth/device", &[]).await);
    let approved = codes(app.post_form("/oauth/device", &[]).await);
    answer(&bob, &approved, "approve").await;
    app.allow_devices(false).await;
    for codes in [&waiting, &approved] {
        expect_refusal(poll(&app, codes).await, 400, "unauthorized_client");
    }
    // The statement of the exchange refuses it as well.
    let client = ClientSecret::look_up(&instance.app.db, app.id(), &app.secret).await;
    let client = client.unwrap().unwrap();
    let code = approved["device_code"].as_str().unwrap();
    let exchanger = &instance.app.exchanger;
    let redeemed = AuthorizationCode::redeem_device_code(&instance.app, exchanger, client, code).await;
    assert_eq!(redeemed.unwrap().unwrap_err(), ExchangeError::Grant);
    app.allow_devices(true).await;
    poll(&app, &approved).await.expect(200);
}

/// Shows: device.client
#[tokio::test]
async fn a_device_of_a_confidential_app_authenticates_both_times() {
    let instance = TestInstance::open().await;
    let (alice, app) = app_for_devices(&instance).await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    other.allow_devices(true).await;
    let id = app.id().to_string();
    let codes = codes(app.post_form("/oauth/device", &[]).await);
    answer(&alice, &codes, "approve").await;
    let code = codes["device_code"].as_str().unwrap();
    let grant = [("grant_type", POLL), ("device_code", code)];
    for credentials in [
        vec![],
        vec![("client_id", id.as_str())],
        vec![("client_id", id.as_str()), ("client_secret", "wrong")],
        vec![("client_id", id.as_str()), ("client_secret", other.secret.as_str())],
        vec![("client_id", "7")],
    ] {
        let refused = instance.form("/oauth/device", &credentials).await;
        expect_refusal(refused, 401, "invalid_client");
        let polled = [credentials, grant.to_vec()].concat();
        expect_refusal(instance.form("/oauth/token", &polled).await, 401, "invalid_client");
    }
    // Another app's device code is none of its business, and stays good for its own.
    expect_refusal(poll(&other, &codes).await, 400, "invalid_grant");
    let both = [grant.to_vec(), vec![("client_id", &id), ("client_secret", &app.secret)]];
    instance.form("/oauth/token", &both.concat()).await.expect(200);
}

/// Shows: device.once
#[tokio::test]
async fn of_many_polls_at_once_after_the_approval_one_gets_a_token() {
    let instance = TestInstance::open().await;
    let (alice, app) = app_for_devices(&instance).await;
    let codes = codes(app.post_form("/oauth/device", &[]).await);
    answer(&alice, &codes, "approve").await;
    let answers = join_all((0..20).map(|_| poll(&app, &codes))).await;
    let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!((statuses[0], statuses[1], statuses[19]), (200, 400, 400));
}

/// Shows: device.denied, device.polls
#[tokio::test]
async fn a_device_learns_that_a_person_denied_or_that_no_one_answered() {
    let instance = TestInstance::open().await;
    let (alice, app) = app_for_devices(&instance).await;
    let denied = codes(app.post_form("/oauth/device", &[]).await);
    answer(&alice, &denied, "deny").await;
    for _ in 0..2 {
        expect_refusal(poll(&app, &denied).await, 400, "access_denied");
    }
    let late = codes(app.post_form("/oauth/device", &[]).await);
    instance.clock.advance(LIFE);
    expect_refusal(poll(&app, &late).await, 400, "expired_token");
    for wrong in ["", "x", "1.x", &format!("{}.{}", 7, "A".repeat(43))] {
        let error = if wrong.is_empty() { "invalid_request" } else { "invalid_grant" };
        let polled = poll(&app, &json!({ "device_code": wrong })).await;
        expect_refusal(polled, 400, error);
    }
    assert!(instance.codes().await.is_empty());
    // Approved, and not polled for in time.
    let approved = codes(app.post_form("/oauth/device", &[]).await);
    answer(&alice, &approved, "approve").await;
    instance.clock.advance(LIFE + Duration::from_secs(1));
    expect_refusal(poll(&app, &approved).await, 400, "expired_token");
}

/// Shows: device.ends
#[tokio::test]
async fn revoking_the_app_or_disabling_the_person_before_the_poll_ends_the_sign_in() {
    let instance = TestInstance::open().await;
    let (_alice, app) = app_for_devices(&instance).await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    for person in [&bob, &carol] {
        let codes = codes(app.post_form("/oauth/device", &[]).await);
        answer(person, &codes, "approve").await;
        if person.id == bob.id {
            let revoke = format!("/settings/apps/{}/revoke", app.id());
            person.browser.post(&revoke, &[]).await.expect(303);
        } else {
            assert!(person.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
        }
        expect_refusal(poll(&app, &codes).await, 400, "invalid_grant");
    }
    assert!(!Grant::exists(&instance.app.db, bob.id, app.id()).await.unwrap());
}

/// Shows: device.requests
#[tokio::test]
async fn what_is_no_good_request_of_a_device_is_refused_in_json() {
    let instance = TestInstance::open().await;
    let (_alice, app) = app_for_devices(&instance).await;
    let (id, secret) = (app.id().to_string(), app.secret.as_str());
    let client = [("client_id", id.as_str()), ("client_secret", secret)];
    let twice = [client.to_vec(), vec![("scope", "a"), ("scope", "b")]].concat();
    expect_refusal(instance.form("/oauth/device", &twice).await, 400, "invalid_request");
    let request = instance.client.post("/oauth/device").header(ContentType::JSON);
    let answer = Answer::read(request.body("{}").dispatch().await).await;
    expect_refusal(answer, 415, "invalid_request");
    let body = format!("scope={}", "a".repeat(70_000));
    let request = instance.client.post("/oauth/device").header(ContentType::Form);
    let answer = Answer::read(request.body(body).dispatch().await).await;
    expect_refusal(answer, 413, "invalid_request");
    for request in [instance.client.get("/oauth/device"), instance.client.options("/oauth/device")] {
        let answer = Answer::read(request.dispatch().await).await;
        assert_eq!(answer.header("Allow"), Some("POST"));
        assert_eq!(answer.header("Access-Control-Allow-Origin"), None);
        expect_refusal(answer, 405, "invalid_request");
    }
}

#[tokio::test]
async fn a_device_s_scope_may_be_as_long_as_that_of_an_authorization_request_and_no_longer() {
    let instance = TestInstance::open().await;
    let (_alice, app) = app_for_devices(&instance).await;
    let longest = format!("openid {}", "x".repeat(1_017));
    let fields = [("scope", longest.as_str())];
    codes(app.post_form("/oauth/device", &fields).await);
    let before = instance.dump().await;
    let too_long = format!("{longest}x");
    let fields = [("scope", too_long.as_str())];
    let answer = app.post_form("/oauth/device", &fields).await;
    expect_refusal(answer, 400, "invalid_scope");
    assert_eq!(instance.dump().await, before);
}

/// Shows: device.caps
#[tokio::test]
async fn no_more_devices_wait_than_the_caps_allow_however_many_ask_at_once() {
    for cap in ["device_codes_per_app", "device_codes_per_address"] {
        let instance = TestInstance::configured(|figment| {
            figment.merge((format!("caps.{cap}").as_str(), 3)).merge(("trusted_proxies", ["127.0.0.1/32"]))
        })
        .await;
        let (alice, app) = app_for_devices(&instance).await;
        let asked = join_all((0..8).map(|_| app.post_form("/oauth/device", &[]))).await;
        let (good, refused): (Vec<_>, Vec<_>) = asked.into_iter().partition(|answer| answer.status == 200);
        assert_eq!((good.len(), refused.len()), (3, 5), "{cap}");
        for answer in refused {
            let until_they_expire = LIFE.as_secs().to_string();
            assert_eq!(answer.header("Retry-After"), Some(&*until_they_expire));
            expect_refusal(answer, 429, "temporarily_unavailable");
        }
        // Another app, and another address.
        let other = instance.oauth_app(&alice, CALLBACK).await;
        other.allow_devices(true).await;
        let is_by_app = cap == "device_codes_per_app";
        let status = if is_by_app { 200 } else { 429 };
        other.post_form("/oauth/device", &[]).await.expect(status);
        let elsewhere = instance
            .client
            .post("/oauth/device")
            .header(ContentType::Form)
            .header(Header::new("Authorization", app.basic()))
            .header(Header::new("X-Forwarded-For", "192.0.2.1"));
        let answer = Answer::read(elsewhere.dispatch().await).await;
        answer.expect(if is_by_app { 429 } else { 200 });
        instance.clock.advance(LIFE);
        app.post_form("/oauth/device", &[]).await.expect(200);
    }
}

/// Shows: device.caps
#[tokio::test]
async fn strangers_can_not_use_up_the_devices_of_a_public_app_from_other_addresses() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("caps.device_codes_per_app", 2))
            .merge(("caps.device_codes_per_address", 3))
            .merge(("trusted_proxies", ["127.0.0.1/32"]))
    })
    .await;
    let alice = instance.person("alice").await;
    let app = instance.public_app(&alice, CALLBACK).await;
    app.allow_devices(true).await;
    let id = app.id().to_string();
    let ask = async |address: &str| {
        let request = instance
            .client
            .post("/oauth/device")
            .header(ContentType::Form)
            .header(Header::new("X-Forwarded-For", address.to_owned()))
            .body(format!("client_id={id}"));
        Answer::read(request.dispatch().await).await
    };
    for _ in 0..3 {
        codes(ask("192.0.2.1").await);
    }
    instance.clock.advance(Duration::from_secs(60));
    let refused = ask("192.0.2.1").await;
    // When the first of them expires.
    let seconds = (LIFE.as_secs() - 60).to_string();
    assert_eq!(refused.header("Retry-After"), Some(&*seconds));
    expect_refusal(refused, 429, "temporarily_unavailable");
    codes(ask("198.51.100.1").await);
    instance.clock.advance(LIFE - Duration::from_secs(60));
    codes(ask("192.0.2.1").await);
}

/// Shows: device.caps
#[tokio::test]
async fn a_device_that_was_approved_or_whose_app_was_deleted_leaves_no_row() {
    let instance = TestInstance::open().await;
    let (alice, app) = app_for_devices(&instance).await;
    let approved = codes(app.post_form("/oauth/device", &[]).await);
    answer(&alice, &approved, "approve").await;
    assert!(instance.dump().await["device_codes"].is_empty());
    codes(app.post_form("/oauth/device", &[]).await);
    let owned = OauthApp::owned_by(&instance.app.db, alice.id, app.id()).await;
    owned.unwrap().delete(&instance.app, "Builder").await.unwrap();
    assert!(instance.dump().await["device_codes"].is_empty());
}

/// Shows: device.flow
#[tokio::test]
async fn the_owner_allows_devices_in_the_portal() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let draft = Draft { sign_in: SignInDraft { device_enabled: Some(true), ..SignInDraft::default() }, ..draft() };
    let (app, _) = OauthApp::create(&instance.app, alice.id, draft).await.unwrap();
    let here = "192.0.2.1".parse().unwrap();
    let issued = DeviceCode::issue(&instance.app, app.id, "", here).await.unwrap();
    assert!(issued.is_some());
}
