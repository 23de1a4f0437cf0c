//! A GET on the address of a form leads to the page that has the form. The routes come from the mounted ones.

use std::collections::BTreeSet;

use portico::routes::form_addresses::is_form_address;
use rocket::http::Method;

use crate::security::town::{Town, is_endpoint};
use crate::support::TestInstance;

/// Forms that are on every page, or only after a step that this walk doesn't take.
const ELSEWHERE: [&str; 9] = [
    "/settings/phone/verify",
    "/settings/phone/remove",
    "/settings/sessions/<id>/end",
    "/channels/<id>/read",
    // For what is muted.
    "/settings/notifications/mutes/<place_id>/end",
    "/settings/notifications/browsers/<push_id>/end",
    // A script sends it.
    "/settings/notifications/browsers",
    // For those who are signed out.
    "/sign-in/passkey",
    "/channels/<id>/unread",
];

#[tokio::test]
async fn every_address_of_a_form_answers_a_get() {
    let instance = TestInstance::open().await;
    let routes: Vec<_> = instance.client.rocket().routes().collect();
    let of = |method| -> BTreeSet<&str> {
        let of_method = routes.iter().filter(|route| route.method == method);
        of_method.map(|route| route.uri.path()).collect()
    };
    let gets = of(Method::Get);
    for path in of(Method::Post) {
        assert!(gets.contains(path) || is_endpoint(path), "{path}");
    }
}

#[tokio::test]
async fn it_leads_to_the_page_with_the_form() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let routes = instance.client.rocket().routes();
    let addresses: Vec<String> =
        routes.filter(|route| is_form_address(route)).map(|route| route.uri.path().to_owned()).collect();
    assert!(addresses.len() > 30, "{addresses:?}");
    for pattern in addresses {
        let path = town.path(&pattern);
        let led = town.alice.browser.get(&path).await.expect(303);
        let page = led.location().to_owned();
        let mut shown = town.alice.browser.get(&page).await;
        while shown.status == 303 {
            shown = town.alice.browser.get(shown.location()).await;
        }
        let shown = shown.expect(200);
        let actions = shown.attributes("form", "action");
        let is_there = actions.iter().any(|action| action.split(['?', '#']).next() == Some(&*path));
        let has_named = !pattern.ends_with('>') && !pattern.contains("<secret_id>");
        let is_checked = !ELSEWHERE.contains(&&*pattern) && has_named;
        assert!(is_there || !is_checked || page_without(&pattern), "{pattern} led to {page}");
    }
}

/// Pages on which the form is shown only in some states.
fn page_without(pattern: &str) -> bool {
    [
        "/resume",
        "/leave",
        "/revoke",
        "/revoke-all",
        "/remove",
        "/read",
        "/resend",
        "/theme",
        "/language",
        "/overwrites",
        "/delete",
        "/end",
        "/cancel",
        "/lift",
        "/undo",
        "/accept",
        "/decline",
        "/sign-up/admin",
    ]
    .iter()
    .any(|end| pattern.ends_with(end))
}

#[tokio::test]
async fn the_three_that_people_run_into() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for (path, page) in [
        ("/settings/phone/verify", "/settings/phone"),
        ("/portal/apps", "/portal/apps/new"),
        ("/portal/webhooks", "/portal/webhooks/new"),
    ] {
        let led = alice.browser.get(path).await.expect(303);
        assert_eq!(led.location(), page);
    }
}
