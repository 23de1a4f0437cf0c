//! Reading changes nothing, and neither do requests from another site.

use rocket::http::Method;

use super::town::{Town, is_endpoint};
use crate::support::{LEADS_TO_ITS_PAGE, TestInstance};

/// Shows: cross-site.get-changes-nothing
#[tokio::test]
async fn no_get_changes_anything_for_any_user() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let guest = instance.browser();
    let browsers = [&town.alice.browser, &town.bob.browser, &town.carol.browser, &town.mallory.browser, &guest];
    let before = instance.dump().await;
    let mut answered = 0;
    for (method, pattern) in town.routes() {
        if method != Method::Get {
            continue;
        }
        for browser in browsers {
            let status = town.ask(browser, method, &pattern).await.status;
            answered += usize::from(status == 200);
            assert_ne!(status, 500, "{pattern}");
        }
        assert_eq!(instance.dump().await, before, "GET {pattern}");
    }
    assert!(answered > 60, "only {answered} pages were shown");
}

/// Shows: cross-site.other-methods
#[tokio::test]
async fn no_other_method_finds_a_way_to_what_a_form_does() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let before = instance.dump().await;
    for (method, pattern) in town.routes() {
        if method != Method::Post {
            continue;
        }
        // A form of this site's own, by every other method.
        for other in [Method::Head, Method::Put, Method::Patch, Method::Delete] {
            town.ask(&town.alice.browser, other, &pattern).await;
        }
    }
    assert_eq!(instance.dump().await, before);
}

/// Shows: cross-site.forms
#[tokio::test]
async fn no_form_of_another_site_changes_anything_of_what_there_is() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let before = instance.dump().await;
    let mut walked = 0;
    for (method, pattern) in town.routes() {
        if method == Method::Get || is_endpoint(&pattern) {
            continue;
        }
        walked += 1;
        for from in [
            &[("Sec-Fetch-Site", "cross-site")][..],
            &[("Sec-Fetch-Site", "same-site"), ("Origin", "http://localhost:8000")],
            &[("Sec-Fetch-Site", "")],
            &[("Origin", "http://localhost:8000.evil.example")],
            &[("Origin", "http://localhost:8001")],
            &[("Origin", "https://localhost:8000")],
            &[("Origin", "null")],
            &[("Referer", "http://localhost:8000/portal")],
            &[("Host", "localhost:8000")],
            &[],
        ] {
            let answer = town.ask_from(from, &town.alice.browser, method, &pattern).await;
            let expected = match LEADS_TO_ITS_PAGE.contains(&&*pattern) {
                true => 303,
                false => 403,
            };
            assert_eq!(answer.status, expected, "{method} {pattern} with {from:?}");
        }
    }
    assert!(walked > 35, "only {walked} routes were found");
    assert_eq!(instance.dump().await, before);
}
