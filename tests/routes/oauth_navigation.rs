//! `/oauth/authorize` by browsers that send the purpose of a request, and the encoding in which a state comes back.

use crate::support::{Answer, Back, PASSWORD, Person, STATE, TestInstance, TestOauthApp, header};

/// Asks for a link with these headers, with the session of a browser where one is given.
async fn ask(instance: &TestInstance, link: &str, session: Option<&str>, headers: &[(&'static str, &str)]) -> Answer {
    let mut request = instance.client.get(link.to_owned());
    if let Some(session) = session {
        request = request.cookie(("portico", session.to_owned()));
    }
    for (name, value) in headers {
        request.add_header(header(name, value));
    }
    Answer::read(request.dispatch().await).await
}

/// Alice, and an app that she has approved.
async fn approved(instance: &TestInstance) -> (Person<'_>, TestOauthApp<'_>) {
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    (alice, app)
}

/// The request as it is written, with the state in the encoding given.
fn link(app: &TestOauthApp<'_>, state: &str, more: &str) -> String {
    let callback = "https%3A%2F%2Fapp.example%2Fcallback";
    let id = app.id();
    format!("/oauth/authorize?client_id={id}&redirect_uri={callback}&state={state}{more}")
}

/// Shows: authorize.navigations
#[tokio::test]
async fn head_gets_no_code() {
    let instance = TestInstance::open().await;
    let (alice, app) = approved(&instance).await;
    let codes = instance.codes().await.len();
    let session = alice.browser.cookie("portico").unwrap();
    let asked = app.standard_url(&[]);
    let request = instance.client.head(asked.clone());
    let answer = Answer::read(request.cookie(("portico", session)).dispatch().await).await;
    assert_eq!(answer.expect(403).header("Location"), None);
    assert_eq!(instance.codes().await.len(), codes);
    Back::of(alice.browser.get(&asked).await).code();
}

/// Shows: authorize.navigations
#[tokio::test]
async fn a_code_and_a_redirect_go_to_a_navigation_alone() {
    let instance = TestInstance::open().await;
    let (alice, app) = approved(&instance).await;
    let codes = instance.codes().await.len();
    let session = alice.browser.cookie("portico").unwrap();
    for headers in [
        &[("Sec-Fetch-Dest", "image"), ("Sec-Fetch-Mode", "no-cors")][..],
        &[("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Mode", "navigate")],
        &[("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Mode", "cors")],
        &[("Sec-Fetch-Mode", "cors")],
        &[("Sec-Fetch-Dest", "script")],
        &[("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch")],
        &[("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch;prerender")],
        &[("Purpose", "prefetch")],
        &[("X-Moz", "prefetch")],
        &[("X-Purpose", "preview")],
        &[("Accept", "image/avif,image/webp,image/*,*/*;q=0.8")],
    ] {
        for asked in [
            link(&app, STATE, "&prompt=none"),
            link(&app, STATE, ""),
            link(&app, STATE, "&response_type=token"),
            link(&app, STATE, "&response_type=token&prompt=none"),
            link(&app, STATE, "&prompt=login"),
        ] {
            for session in [Some(session.as_str()), None] {
                let answer = ask(&instance, &asked, session, headers).await.expect(403);
                assert_eq!(answer.header("Location"), None, "{headers:?} {asked}");
                assert_eq!(answer.header("Refresh"), None, "{headers:?} {asked}");
                assert_eq!(answer.header("Cache-Control"), Some("no-store"));
                assert!(answer.header("Vary").is_none_or(|vary| vary.contains("Sec-Fetch-Dest")));
            }
        }
    }
    assert_eq!(instance.codes().await.len(), codes);
    for headers in [
        &[][..],
        &[("Sec-Fetch-Dest", "document")],
        &[
            ("Sec-Fetch-Dest", "document"),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Site", "cross-site"),
            ("Accept", "text/html,image/avif,*/*;q=0.8"),
        ],
    ] {
        let asked = link(&app, STATE, "&prompt=none");
        let answer = ask(&instance, &asked, Some(&session), headers).await;
        Back::of(answer).code();
    }
}

/// Shows: authorize.navigations
#[tokio::test]
async fn a_consent_form_that_no_navigation_sends_gives_no_code() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let fields = page.fields("#consent");
    let mut fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("decision", "approve"));
    let script = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Mode", "cors")];
    let refused = alice.browser.post_with("/oauth/authorize", &fields, &script).await.expect(403);
    assert_eq!(refused.header("Location"), None);
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.faults-after-sign-in
#[tokio::test]
async fn a_faulty_request_redirects_only_after_a_sign_in_or_with_prompt_none() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let faulty = link(&app, "a+b", "&response_type=token");
    let browser = instance.browser();
    let asked = browser.get(&faulty).await.expect(303);
    let form = browser.get(asked.location()).await.expect(200);
    let next = form.attributes("main input[name=next]", "value").remove(0);
    assert_eq!(next, faulty);
    let fields = [("login", "alice"), ("password", PASSWORD), ("next", &next)];
    let arrived = browser.post("/sign-in", &fields).await.expect(303);
    let back = Back::of(browser.get(arrived.location()).await);
    assert_eq!(back.error(), "unsupported_response_type");
    assert!(back.location.contains("&state=a+b&"), "{}", back.location);

    let silent = Back::of(instance.browser().get(&format!("{faulty}&prompt=none")).await);
    assert_eq!(silent.error(), "unsupported_response_type");

    // What can't be come back to is said here.
    let longest = link(&app, &"s".repeat(33 * 1024), "");
    let refused = instance.browser().get(&longest).await.expect(400);
    assert_eq!(refused.header("Location"), None);
}

/// Chromium holds what follows a form against the policy of the form's page, and the sign-in's names no app.
///
/// Shows: authorize.onward
#[tokio::test]
async fn an_error_right_after_our_own_form_is_reported_through_a_page() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let session = alice.browser.cookie("portico").unwrap();
    let faulty = link(&app, "a+b", "&response_type=token");
    let from_here = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Mode", "navigate")];
    let page = ask(&instance, &faulty, Some(&session), &from_here).await.expect(200);
    let away = page.header("Refresh").unwrap();
    assert!(away.starts_with("0;url=https://app.example/callback?error=unsupported_response_type&"), "{away}");
    assert!(away.contains("&state=a+b&"), "{away}");
    assert_eq!(page.header("Referrer-Policy"), Some("no-referrer"));
    assert!(page.attributes("main a", "href").contains(&away[6..].to_owned()));
}

/// Shows: authorize.state-encoding
#[tokio::test]
async fn a_state_comes_back_in_the_encoding_it_came_in_by_every_way() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for (state, sent) in [
        ("a+b", "a+b"),
        ("a%20b", "a%20b"),
        ("a%2Bb%2bc", "a%2Bb%2bc"),
        ("%7e~%7E", "%7e~%7E"),
        ("eyJhIjoxfQ==", "eyJhIjoxfQ=="),
        ("https://x.example/?a=1;b", "https://x.example/?a=1;b"),
        ("%26x%3Dy%23z", "%26x%3Dy%23z"),
        ("%0d%0aLocation:x", "%0d%0aLocation:x"),
        ("100%", "100%25"),
        ("a%zz", "a%25zz"),
    ] {
        let expect = |back: &Back| {
            let tail = format!("&state={sent}&iss=");
            assert!(back.location.contains(&tail), "{state}: {}", back.location);
        };
        let asked = link(&app, state, "");
        expect(&app.approve(&alice.browser, &asked).await);
        let page = alice.browser.get(&asked).await.expect(200);
        expect(&Back::of(app.answer(&alice.browser, &page, "deny").await));
        expect(&Back::of(alice.browser.get(&link(&app, state, "&prompt=none")).await));
        expect(&Back::of(alice.browser.get(&link(&app, state, "&prompt=always")).await));
        expect(&Back::of(instance.browser().get(&link(&app, state, "&prompt=none")).await));
        for (path, fields) in
            [("/sign-in", &[("login", "alice"), ("password", PASSWORD)][..]), ("/confirm", &[("password", PASSWORD)])]
        {
            let browser = instance.browser();
            if path == "/confirm" {
                instance.sign_in_on(&browser, &alice).await;
            }
            let start = browser.get(&link(&app, state, "&prompt=login")).await.expect(303);
            assert!(start.location().starts_with(path));
            let form = browser.get(start.location()).await.expect(200);
            let next = form.attributes("main input[name=next]", "value").remove(0);
            let mut fields = fields.to_vec();
            fields.push(("next", &next));
            let arrived = browser.post(path, &fields).await.expect(303);
            expect(&app.approve(&browser, arrived.location()).await);
        }
    }
}
