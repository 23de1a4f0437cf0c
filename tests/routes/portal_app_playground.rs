//! `/portal/apps/<id>/playground`: the authorize URL, and each step after it.

use serde_json::{Value, json};

use crate::support::{Answer, CALLBACK, Person, TestInstance, TestOauthApp};

const ISS: &str = "http://localhost:8000";

async fn show(person: &Person<'_>, app: &TestOauthApp<'_>, query: &str) -> Answer {
    let path = format!("/portal/apps/{}/playground{query}", app.id());
    person.browser.get(&path).await
}

fn value(page: &Answer, name: &str) -> String {
    page.attributes(&format!("input[name={name}]"), "value").remove(0)
}

#[tokio::test]
async fn its_steps_taken_by_hand_give_the_identity_that_it_shows() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.oauth_app(&alice, "https://app.example/it's?a=1&b=2").await;
    let page = show(&alice, &app, "").await.expect(200);
    assert!(page.faults().is_empty());
    let url = page.one("#authorize-url");
    let link = url.strip_prefix(ISS).unwrap();
    assert_eq!(page.attributes("#link a", "href")[0], link);
    let back = app.approve(&alice.browser, link).await;
    let state = value(&page, "state");
    assert_eq!(back.get("state"), Some(state.as_str()));
    // What it promised, but for the code.
    let promised = page.one("#back-approved");
    assert_eq!(promised.replace("CODE", &back.code()), back.location);

    let curl = page.one("#token-curl");
    assert!(curl.starts_with(&format!("curl {ISS}/oauth/token \\\n")));
    let (_, quoted) = curl.split_once("-d '").unwrap();
    let sent = quoted
        .strip_suffix('\'')
        .unwrap()
        .replace("'\"$CLIENT_SECRET\"'", &app.secret)
        .replace("'\"$CODE\"'", &back.code())
        .replace(r"'\''", "'");
    let identity = instance.token(sent).await.expect(200).json();
    let shown: Value = serde_json::from_str(&page.one("#identity")).unwrap();
    assert_eq!(identity, shown);
}

#[tokio::test]
async fn every_visit_begins_with_another_state_and_verifier() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let (one, other) = (show(&alice, &app, "").await, show(&alice, &app, "").await);
    for name in ["state", "code_verifier"] {
        assert_ne!(value(&one, name), value(&other, name));
        assert_eq!(value(&one, name).len(), 43);
    }
    // What stands in the page is no secret of the app's.
    assert!(!one.text().contains(&app.secret));
}

#[tokio::test]
async fn what_was_chosen_stays_and_makes_the_link() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let uris = [CALLBACK, "http://127.0.0.1:4000/cb"];
    let app = instance.oauth_app_with(&alice, &uris).await;
    let query = "?redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2Fcb&state=a+b%22&code_verifier=&prompt=login";
    let page = show(&alice, &app, query).await.expect(200);
    assert!(page.faults().is_empty());
    assert_eq!(page.one("option[selected]:not([value])"), uris[1]);
    assert_eq!(page.attributes("option[selected]", "value"), ["login"]);
    assert_eq!(value(&page, "state"), "a b\"");
    assert_eq!(
        page.one("#authorize-url"),
        format!(
            "{ISS}/oauth/authorize?client_id={}&redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2Fcb&state=a%20b%22&prompt=login",
            app.id()
        )
    );
    assert!(!page.one("#token-curl").contains("code_verifier"));
    assert!(page.one("#back-denied").contains("error=access_denied"));
}

#[tokio::test]
async fn a_link_that_would_be_refused_says_what_to_fix() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let long = format!("?state={}", "x".repeat(1_025));
    for (query, told) in [
        ("?redirect_uri=https://evil.example/", "not one of the app’s"),
        ("?redirect_uri=", "redirect_uri is missing"),
        ("?state=", "state is missing"),
        (&long, "longer than 1024"),
        ("?prompt=never", "prompt"),
        ("?code_verifier=short", "43 to 128"),
    ] {
        let page = show(&alice, &app, query).await.expect(200);
        assert_eq!(page.faults(), ["link"], "{query}");
        let fault = page.one("[data-fault=link]");
        assert!(fault.contains(told), "{told} in {fault}");
    }
}

/// Shows: access.stranger
#[tokio::test]
async fn it_is_the_owners_alone() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    show(&bob, &app, "").await.expect(404);
    let path = format!("/portal/apps/{}/playground", app.id());
    let out = instance.browser().get(&path).await.expect(303);
    assert!(out.location().starts_with("/sign-in"));
    for id in ["0", "x", "9007199254740992"] {
        let path = format!("/portal/apps/{id}/playground");
        alice.browser.get(&path).await.expect(404);
    }
}

#[tokio::test]
async fn the_apps_page_builds_the_same_link() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&format!("/portal/apps/{}/setup", app.id())).await.expect(200);
    let action = format!("/portal/apps/{}/playground", app.id());
    assert!(page.attributes("#builder form", "action").contains(&action));
    let link = page.one("#authorize-url");
    let back = app.approve(&alice.browser, link.strip_prefix(ISS).unwrap()).await;
    let verifier = json!({ "code_verifier": value(&page, "code_verifier") });
    app.exchange_with(&back.code(), verifier).await.expect(200);
}
