//! `/device`: a person approves the sign-in of a device by its short code, or denies it.

use std::time::Duration;

use portico_store::models::oauth::device_code::{LIFETIME_MS, Poll};
use portico_store::models::oauth::profile::ExchangeKind;
use portico_store::models::{Grant, OauthApp};
use rocket::futures::future::join_all;
use serde_json::json;

use crate::support::{Answer, CALLBACK, PASSWORD, TestInstance, TestOauthApp, decide, expect_refusal};

const LIFE: Duration = Duration::from_millis(LIFETIME_MS as u64);

/// An app of Alice's that may sign people in on devices.
async fn app_for_devices(instance: &TestInstance) -> TestOauthApp<'_> {
    let (_alice, app) = instance.alice_with_app().await;
    app.allow_devices(true).await;
    app
}

/// Panics unless the code was refused, with nothing that says why.
#[track_caller]
fn expect_no_code(answer: Answer) {
    let answer = answer.expect(422);
    assert_eq!(answer.faults(), ["user_code"]);
    let text = answer.text();
    assert!(text.contains("This code doesn’t work."), "{text}");
}

/// Shows: device.approved
#[tokio::test]
async fn a_person_types_the_code_and_approves_and_the_device_gets_a_code_of_its_own() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    assert_eq!(device.poll().await, Poll::Pending);
    instance.clock.advance(Duration::from_secs(150));

    let asked = device.enter(&bob.browser).await.expect(200);
    let text = asked.text();
    for shown in ["Builder", "@alice", "192.0.2.7", "2 minutes ago", &device.user_code] {
        assert!(text.contains(shown), "{shown}");
    }
    assert!(text.contains("not the network that you are on now"));
    assert!(text.contains("If someone sent you the code"));
    let consent = decide(&bob.browser, &asked, "continue").await.expect(200);
    let text = consent.text();
    assert!(text.contains("The device at <strong>192.0.2.7</strong> will be signed in as you"));
    assert!(!text.contains("You will return to"));
    assert!(instance.codes().await.is_empty());
    assert_eq!(device.poll().await, Poll::Pending);

    let done = decide(&bob.browser, &consent, "approve").await.expect(200);
    assert_eq!(done.attributes("[data-device]", "data-device"), ["approved"]);
    assert_eq!(device.poll().await, Poll::NotPending);
    let codes = instance.codes().await;
    assert_eq!(codes.len(), 1);
    let code = &codes[0];
    assert_eq!((code.id, code.user_id), (device.id(), bob.id));
    assert_eq!(code.app_id, app.id());
    assert_eq!(code.exchange, ExchangeKind::Device);
    assert_eq!((code.scope.as_str(), code.redirect_uri.as_str()), ("profile", ""));
    assert!(Grant::exists(&instance.app.db, bob.id, app.id()).await.unwrap());
    assert_eq!(app.events().await[0].0, "device_approved");
    let log = bob.browser.get("/settings/security/log").await.expect(200);
    assert!(log.text().contains("Device signed in to an app: Builder"));
}

/// Shows: device.looking
#[tokio::test]
async fn a_link_with_the_code_fills_it_in_and_changes_nothing() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    let before = instance.dump().await;
    let link = format!("/device?user_code={}", device.user_code.to_lowercase());
    let page = bob.browser.get(&link).await.expect(200);
    assert_eq!(page.attributes("#f-user_code", "value"), std::slice::from_ref(&device.user_code));
    assert!(!page.text().contains("Builder"));
    // Also not where it is typed: only the answer counts.
    device.consent_page(&bob.browser).await.expect(200);
    assert_eq!(instance.dump().await, before);
}

/// Shows: device.looking
#[tokio::test]
async fn who_is_signed_out_signs_in_and_comes_back_to_the_code() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    instance.person("bob").await;
    let device = app.device().await;
    let browser = instance.browser();
    let link = format!("/device?user_code={}", device.user_code);
    let asked = browser.get(&link).await.expect(303);
    let form = browser.get(asked.location()).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    let fields = [("login", "bob"), ("password", PASSWORD), ("next", &next)];
    let back = browser.post("/sign-in", &fields).await.expect(303);
    assert_eq!(back.location(), link);
    for fields in [[("user_code", device.user_code.as_str())], [("request", "device-consent 1")]] {
        let answer = instance.browser().post("/device", &fields).await.expect(303);
        assert!(answer.location().starts_with("/sign-in"));
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: device.looking
#[tokio::test]
async fn a_user_who_is_signed_out_in_a_later_step_comes_back_to_the_code_as_well() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    let link = format!("/device?user_code={}", device.user_code);
    let asked = device.enter(&bob.browser).await.expect(200);
    let consent = device.consent_page(&bob.browser).await.expect(200);
    let who = consent.attributes("form[action='/sign-out'] [name=next]", "value");
    assert_eq!(who, [link.as_str()]);
    bob.browser.post("/sign-out", &[]).await.expect(303);
    for (page, decision) in [(&asked, "continue"), (&consent, "approve"), (&asked, "deny")] {
        let led = decide(&bob.browser, page, decision).await.expect(303);
        let form = bob.browser.get(led.location()).await.expect(200);
        let next = form.attributes("main input[name=next]", "value").remove(0);
        assert_eq!(next, link);
    }
    let fields = [("login", "bob"), ("password", PASSWORD), ("next", &*link)];
    let back = bob.browser.post("/sign-in", &fields).await.expect(303);
    let page = bob.browser.get(back.location()).await.expect(200);
    let filled = page.attributes("#f-user_code", "value");
    assert_eq!(filled, std::slice::from_ref(&device.user_code));
    // Nothing was typed on those pages, and nothing was answered.
    assert!(page.all("[data-kept]").is_empty());
    assert!(instance.codes().await.is_empty());
    assert_eq!(device.poll().await, Poll::Pending);
    // What is no code leads to the page without one.
    let typed = [("user_code", "no code & more")];
    let led = instance.browser().post("/device", &typed).await.expect(303);
    assert_eq!(led.location(), "/sign-in?next=%2Fdevice");
}

/// Shows: device.no-oracle
#[tokio::test]
async fn a_code_that_never_was_or_ended_or_was_answered_gets_one_answer() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let [late, approved, denied, foreign] =
        [app.device().await, app.device().await, app.device().await, app.device().await];
    approved.approve(&bob.browser).await.expect(200);
    let page = denied.enter(&bob.browser).await.expect(200);
    let no = decide(&bob.browser, &page, "deny").await.expect(200);
    assert_eq!(no.attributes("[data-device]", "data-device"), ["denied"]);
    for (code, device) in [("", &approved), ("", &denied)] {
        assert_eq!(code, "");
        expect_no_code(device.enter(&bob.browser).await);
    }
    for typed in ["BCDF-GHJK", "BCDFGHJ", "x", "\u{0}", &"B".repeat(10_000)] {
        expect_no_code(bob.browser.post("/device", &[("user_code", typed)]).await);
    }
    app.allow_devices(false).await;
    expect_no_code(foreign.enter(&bob.browser).await);
    app.allow_devices(true).await;
    instance.clock.advance(LIFE);
    expect_no_code(late.enter(&bob.browser).await);
    bob.browser.post("/device", &[("user_code", " ")]).await.expect(422);
}

/// Shows: device.always-asked
#[tokio::test]
async fn an_approval_from_before_approves_no_device() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    app.code_for(&bob).await;
    app.device().await.approve(&bob.browser).await.expect(200);
    let device = app.device().await;
    let asked = device.enter(&bob.browser).await.expect(200);
    assert_eq!(instance.codes().await.len(), 2);
    // Neither question can be left out, and none answers the other.
    for decision in ["approve", "", "yes"] {
        decide(&bob.browser, &asked, decision).await.expect(403);
    }
    let consent = decide(&bob.browser, &asked, "continue").await.expect(200);
    assert!(consent.one("#used-before").starts_with("Used before"));
    for decision in ["continue", "", "yes"] {
        decide(&bob.browser, &consent, decision).await.expect(403);
    }
    assert_eq!(instance.codes().await.len(), 2);
    assert_eq!(device.poll().await, Poll::Pending);
}

/// Shows: device.denied
#[tokio::test]
async fn what_was_denied_can_not_be_approved_by_a_page_that_is_still_open() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    for step in ["device", "consent"] {
        let device = app.device().await;
        let open = device.consent_page(&bob.browser).await.expect(200);
        let page = match step {
            "device" => device.enter(&bob.browser).await,
            _ => device.consent_page(&bob.browser).await,
        };
        decide(&bob.browser, &page, "deny").await.expect(200);
        for decision in ["approve", "deny"] {
            decide(&bob.browser, &open, decision).await.expect(400);
        }
        assert_eq!(device.poll().await, Poll::Denied);
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: device.first-binds
#[tokio::test]
async fn of_two_people_with_the_same_code_the_first_who_approves_is_signed_in() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let device = app.device().await;
    let bobs = device.consent_page(&bob.browser).await.expect(200);
    let carols = device.consent_page(&carol.browser).await.expect(200);
    decide(&carol.browser, &carols, "approve").await.expect(200);
    decide(&bob.browser, &bobs, "approve").await.expect(400);
    let codes = instance.codes().await;
    assert_eq!((codes.len(), codes[0].user_id), (1, carol.id));
    assert!(!Grant::exists(&instance.app.db, bob.id, app.id()).await.unwrap());
}

/// Shows: device.first-binds
#[tokio::test]
async fn of_many_answers_at_once_one_counts() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let people = [instance.person("bob").await, instance.person("carol").await, instance.person("dave").await];
    let device = app.device().await;
    let mut pages = Vec::new();
    for person in &people {
        pages.push((person, device.consent_page(&person.browser).await.expect(200)));
    }
    let tries = pages.iter().flat_map(|(person, page)| (0..4).map(|_| decide(&person.browser, page, "approve")));
    let answers = join_all(tries).await;
    let approved = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(approved, 1);
    assert!(answers.iter().all(|answer| [200, 400].contains(&answer.status)));
    assert_eq!(instance.codes().await.len(), 1);
}

/// Shows: device.forms
#[tokio::test]
async fn a_form_that_was_changed_or_shown_to_someone_else_or_long_ago_answers_nothing() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let (device, other) = (app.device().await, app.device().await);
    let asked = device.enter(&bob.browser).await.expect(200);
    let consent = device.consent_page(&bob.browser).await.expect(200);
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &bob).await;
    for browser in [&carol.browser, &elsewhere] {
        decide(browser, &asked, "continue").await.expect(403);
        decide(browser, &consent, "approve").await.expect(403);
    }
    let token = |page: &Answer| page.attributes("form[action='/device'] [name=token]", "value");
    let (first, last) = (token(&asked).remove(0), token(&consent).remove(0));
    let id = device.id();
    for (request, token) in [
        (format!("device-consent {id}"), first.as_str()),
        (format!("device-consent {}", other.id()), &last),
        (format!("device {id}"), &last),
        (format!("device-consent {id} "), &last),
        (format!("device-consent {id}"), ""),
        (format!("device-consent {id}"), "0.0.0"),
        ("device-consent".to_owned(), &last),
    ] {
        for decision in ["continue", "approve", "deny"] {
            let fields = [("request", request.as_str()), ("token", token), ("decision", decision)];
            bob.browser.post("/device", &fields).await.expect(403);
        }
    }
    instance.clock.advance(Duration::from_secs(9 * 60));
    let late = app.device().await;
    let page = late.consent_page(&bob.browser).await.expect(200);
    instance.clock.advance(LIFE);
    decide(&bob.browser, &page, "approve").await.expect(400);
    assert!(instance.codes().await.is_empty());
}

/// Shows: device.forms
#[tokio::test]
async fn the_form_of_an_app_s_consent_page_approves_no_device_and_the_other_way_round() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    let consent = device.consent_page(&bob.browser).await.expect(200);
    let web = bob.browser.get(&app.authorize_url()).await.expect(200);
    decide(
        &bob.browser,
        &Answer { bytes: web.text().replace("/oauth/authorize", "/device").into_bytes(), ..web },
        "approve",
    )
    .await
    .expect(403);
    app.answer(&bob.browser, &consent, "approve").await.expect(403);
    assert!(instance.codes().await.is_empty());
}

/// Shows: device.app-gone
#[tokio::test]
async fn an_app_that_was_deleted_or_lost_its_devices_meanwhile_gets_nothing() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    let asked = device.enter(&bob.browser).await.expect(200);
    let consent = device.consent_page(&bob.browser).await.expect(200);
    app.allow_devices(false).await;
    decide(&bob.browser, &asked, "continue").await.expect(400);
    decide(&bob.browser, &consent, "approve").await.expect(400);
    app.allow_devices(true).await;
    let owned = OauthApp::owned_by(&instance.app.db, app.app.owner_id, app.id()).await;
    owned.unwrap().delete(&instance.app, "Builder").await.unwrap();
    decide(&bob.browser, &asked, "continue").await.expect(400);
    decide(&bob.browser, &consent, "approve").await.expect(400);
    expect_no_code(device.enter(&bob.browser).await);
    assert_eq!(device.poll().await, Poll::NotPending);
    assert!(instance.codes().await.is_empty());
}

/// Shows: device.person-gone
#[tokio::test]
async fn a_session_that_ended_approves_nothing() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    let consent = device.consent_page(&bob.browser).await.expect(200);
    let session = bob.browser.cookie("portico").unwrap();
    bob.browser.post("/sign-out", &[]).await.expect(303);
    bob.browser.set_cookie("portico", &session);
    let answer = decide(&bob.browser, &consent, "approve").await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
    assert!(instance.codes().await.is_empty());
}

/// Shows: device.approved
#[tokio::test]
async fn what_is_approved_in_the_last_moment_can_still_be_exchanged() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    instance.clock.advance(LIFE - Duration::from_secs(1));
    device.approve(&bob.browser).await.expect(200);
    let code = instance.codes().await.remove(0);
    assert_eq!(code.expires_at, instance.app.now() + 60_000);
}

/// Shows: device.no-json
#[tokio::test]
async fn a_device_code_is_no_code_for_the_json_exchange() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let bob = instance.person("bob").await;
    let device = app.device().await;
    for _ in 0..2 {
        for uri in [json!(""), json!(CALLBACK)] {
            let changes = json!({ "redirect_uri": uri });
            let answer = app.exchange_with(&device.device_code, changes).await;
            assert_eq!(answer.status, 400);
        }
        let answer = app.exchange(&device.device_code).await;
        expect_refusal(answer, 400, "invalid_grant");
        if instance.codes().await.is_empty() {
            device.approve(&bob.browser).await.expect(200);
        }
    }
    assert_eq!(instance.codes().await[0].used_at, None);
}

/// Shows: device.polls
#[tokio::test]
async fn a_device_that_polls_too_early_has_to_wait_longer_each_time() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let device = app.device().await;
    let after = async |seconds| {
        instance.clock.advance(Duration::from_secs(seconds));
        device.poll().await
    };
    assert_eq!(after(0).await, Poll::Pending);
    assert_eq!(after(5).await, Poll::Pending);
    assert_eq!(after(3).await, Poll::TooEarly);
    // Ten seconds now.
    assert_eq!(after(8).await, Poll::TooEarly);
    // Fifteen; a second too early is none, since one poll may be faster on its way.
    assert_eq!(after(14).await, Poll::Pending);
    assert_eq!(after(13).await, Poll::TooEarly);
    assert_eq!(after(20).await, Poll::Pending);
}

/// Shows: device.polls
#[tokio::test]
async fn a_device_learns_that_no_one_answered_in_time_and_other_apps_learn_nothing() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let owner = instance.person("bob").await;
    let other = instance.oauth_app(&owner, CALLBACK).await;
    let mut device = app.device().await;
    let before = instance.dump().await;
    let code = device.device_code.clone();
    device.app_id = other.id();
    assert_eq!(device.poll().await, Poll::NotPending);
    device.app_id = app.id();
    for wrong in [
        String::new(),
        device.user_code.clone(),
        format!("{code}x"),
        format!("{}.{}", device.id(), "A".repeat(43)),
        format!("{}.{}", device.id() + 1, code.split_once('.').unwrap().1),
    ] {
        device.device_code = wrong;
        assert_eq!(device.poll().await, Poll::NotPending);
    }
    assert_eq!(instance.dump().await, before);
    device.device_code = code;
    instance.clock.advance(LIFE);
    assert_eq!(device.poll().await, Poll::Expired);
}

/// Shows: device.user-code
#[tokio::test]
async fn no_short_code_is_stored() {
    let instance = TestInstance::open().await;
    let app = app_for_devices(&instance).await;
    let device = app.device().await;
    let letters = device.user_code.replace('-', "");
    let kept: Vec<_> = instance.dump().await.into_values().flatten().collect();
    assert!(kept.iter().all(|line| !line.contains(&letters)));
}
