//! `prompt=login` and `max_age`: how recently the password must have been entered for a code.

use std::time::Duration;

use crate::support::{Answer, Back, Browser, CALLBACK, PASSWORD, Person, TestInstance, TestOauthApp};

async fn open<'h>(instance: &'h TestInstance) -> (Person<'h>, TestOauthApp<'h>) {
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    instance.clock.advance(Duration::from_secs(100));
    (alice, app)
}

/// Enters the password on the page that a request led to; returns where that leads.
async fn enter(browser: &Browser<'_>, led: &Answer) -> String {
    let path = led.location().split('?').next().unwrap().to_owned();
    let form = browser.get(led.location()).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    let fields = match path.as_str() {
        "/confirm" => vec![("password", PASSWORD), ("next", &next)],
        "/sign-in" => vec![("login", "alice"), ("password", PASSWORD), ("next", &next)],
        _ => panic!("{path}"),
    };
    let arrived = browser.post(&path, &fields).await.expect(303);
    arrived.location().to_owned()
}

#[track_caller]
fn expect_confirm(answer: Answer) -> Answer {
    let answer = answer.expect(303);
    assert!(answer.location().starts_with("/confirm?next=%2Foauth%2F"), "{}", answer.location());
    answer
}

/// Shows: authorize.max-age
#[tokio::test]
async fn a_password_older_than_the_request_allows_is_asked_for_once() {
    let instance = TestInstance::open().await;
    let (alice, app) = open(&instance).await;
    for more in [("prompt", "login"), ("max_age", "0"), ("max_age", "99")] {
        instance.clock.advance(Duration::from_secs(100));
        let link = app.standard_url(&[more]);
        let led = expect_confirm(alice.browser.get(&link).await);
        instance.clock.advance(Duration::from_secs(7));
        let next = enter(&alice.browser, &led).await;
        Back::of(alice.browser.get(&next).await).code();
        let code = instance.codes().await.pop().unwrap();
        assert_eq!(code.auth_time, instance.app.now(), "{more:?}");
    }
    // Young enough.
    let link = app.standard_url(&[("max_age", "100")]);
    Back::of(alice.browser.get(&link).await).code();
}

/// Shows: authorize.max-age
#[tokio::test]
async fn going_on_without_the_password_asks_for_it_again() {
    let instance = TestInstance::open().await;
    let (alice, app) = open(&instance).await;
    for more in [("prompt", "login"), ("max_age", "0"), ("max_age", "1")] {
        let link = app.standard_url(&[more]);
        let led = expect_confirm(alice.browser.get(&link).await);
        let form = alice.browser.get(led.location()).await.expect(200);
        let next = form.attributes("main input[name=next]", "value").remove(0);
        instance.clock.advance(Duration::from_secs(5));
        expect_confirm(alice.browser.get(&next).await);
    }
    assert_eq!(instance.codes().await.len(), 1);
}

/// Shows: authorize.max-age
#[tokio::test]
async fn the_time_at_which_the_password_was_asked_for_can_be_neither_forged_nor_moved() {
    let instance = TestInstance::open().await;
    let (alice, app) = open(&instance).await;
    let link = app.standard_url(&[("prompt", "login"), ("nonce", "a")]);
    let led = expect_confirm(alice.browser.get(&link).await);
    let next = enter(&alice.browser, &led).await;
    let (request, asked_at) = next.split_once("&portico_asked_at=").unwrap();
    let (at, mac) = asked_at.split_once('.').unwrap();
    for forged in [
        String::new(),
        "0".into(),
        format!("0.{mac}"),
        format!("-1.{mac}"),
        format!("{}.{mac}", i64::MIN),
        format!("{at}."),
        format!("{at}.{}", &mac[1..]),
        format!("+{at}.{mac}"),
        format!("0{at}.{mac}"),
        format!("{asked_at}&portico_asked_at={asked_at}"),
    ] {
        let link = format!("{request}&portico_asked_at={forged}");
        expect_confirm(alice.browser.get(&link).await);
    }
    // Of another request.
    let other = next.replace("nonce=a", "nonce=b");
    assert_ne!(other, next);
    expect_confirm(alice.browser.get(&other).await);
    // Of another app's.
    let others = instance.oauth_app(&alice, CALLBACK).await;
    let elsewhere = next.replace(&app.id().to_string(), &others.id().to_string());
    expect_confirm(alice.browser.get(&elsewhere).await);
    // Good for this one, and for as long as a consent page.
    instance.clock.advance(Duration::from_secs(10 * 60));
    Back::of(alice.browser.get(&next).await).code();
    instance.clock.advance(Duration::from_millis(1));
    expect_confirm(alice.browser.get(&next).await);
}

/// Shows: authorize.max-age
#[tokio::test]
async fn signing_in_asks_for_the_password_once() {
    let instance = TestInstance::open().await;
    let (_, app) = open(&instance).await;
    for more in [("prompt", "login"), ("max_age", "0"), ("max_age", "60")] {
        let browser = instance.browser();
        let led = browser.get(&app.standard_url(&[more])).await.expect(303);
        assert!(led.location().starts_with("/sign-in?next="), "{more:?}");
        instance.clock.advance(Duration::from_secs(3));
        let next = enter(&browser, &led).await;
        // A minute later too.
        instance.clock.advance(Duration::from_secs(90));
        Back::of(browser.get(&next).await).code();
    }
}

/// Shows: authorize.max-age
#[tokio::test]
async fn without_a_page_an_old_password_is_login_required() {
    let instance = TestInstance::open().await;
    let (alice, app) = open(&instance).await;
    for (max_age, error) in [("0", true), ("99", true), ("100", false)] {
        let link = app.standard_url(&[("max_age", max_age), ("prompt", "none")]);
        let back = Back::of(alice.browser.get(&link).await);
        match error {
            true => assert_eq!(back.error(), "login_required"),
            false => assert!(!back.code().is_empty()),
        }
    }
}

/// Shows: authorize.max-age
#[tokio::test]
async fn a_password_that_grew_too_old_on_the_consent_page_gets_no_code() {
    let instance = TestInstance::open().await;
    let (alice, app) = open(&instance).await;
    let link = app.standard_url(&[("max_age", "120"), ("prompt", "consent")]);
    let page = alice.browser.get(&link).await.expect(200);
    instance.clock.advance(Duration::from_secs(21));
    let led = expect_confirm(app.answer(&alice.browser, &page, "approve").await);
    assert_eq!(instance.codes().await.len(), 1);
    let next = enter(&alice.browser, &led).await;
    // Entered for this request, it is good for as long as the page is.
    let page = alice.browser.get(&next).await.expect(200);
    instance.clock.advance(Duration::from_secs(500));
    Back::of(app.answer(&alice.browser, &page, "approve").await).code();
}

/// Shows: authorize.max-age
#[tokio::test]
async fn a_consent_form_does_not_take_the_password_of_before_for_a_new_one() {
    let instance = TestInstance::open().await;
    let (alice, app) = open(&instance).await;
    let login = app.standard_url(&[("prompt", "login consent")]);
    let led = expect_confirm(alice.browser.get(&login).await);
    let next = enter(&alice.browser, &led).await;
    let page = alice.browser.get(&next).await.expect(200);
    // The form says so itself, and can't be made to say something else.
    let request = page.attributes("#consent input[name=request]", "value").remove(0);
    assert!(request.contains("prompt=login%20consent"), "{request}");
    let token = page.attributes("#consent input[name=token]", "value").remove(0);
    let less = request.replace("login%20", "");
    let fields = [("request", less.as_str()), ("token", &token), ("decision", "approve")];
    let changed = alice.browser.post("/oauth/authorize", &fields).await;
    assert_eq!(changed.expect(403).header("Location"), None);
    Back::of(app.answer(&alice.browser, &page, "approve").await).code();
}

#[tokio::test]
async fn those_who_signed_out_meanwhile_sign_in_and_go_on() {
    let instance = TestInstance::open().await;
    let (alice, app) = open(&instance).await;
    let link = app.standard_url(&[("prompt", "login")]);
    let led = expect_confirm(alice.browser.get(&link).await);
    let form = alice.browser.get(led.location()).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    alice.browser.post("/sign-out", &[]).await.expect(303);
    let by_get = alice.browser.get(led.location()).await.expect(303);
    let fields = [("password", PASSWORD), ("next", next.as_str())];
    let by_post = alice.browser.post("/confirm", &fields).await.expect(303);
    assert_eq!(by_get.location(), by_post.location());
    assert!(by_get.location().starts_with("/sign-in?next=%2Foauth%2F"));
    let next = enter(&alice.browser, &by_post).await;
    Back::of(alice.browser.get(&next).await).code();
}
