//! `/settings/apps`: the apps that a user approved, and revoking them.

use std::time::Duration;

use crate::support::{CALLBACK, TestInstance};

/// Shows: accounts.connected-apps
#[tokio::test]
async fn approved_apps_are_listed_with_their_first_and_last_sign_in() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    app.exchange(&app.code_for(&bob).await).await.expect(200);
    instance.clock.advance(Duration::from_secs(2 * 24 * 60 * 60));
    let code = app.code_for(&bob).await;
    instance.clock.advance(Duration::from_secs(30));
    app.exchange(&code).await.expect(200);
    let page = bob.browser.get("/settings/apps").await.expect(200);
    assert_eq!(page.all(".list-title"), ["Builder"]);
    assert_eq!(page.attributes(".list-row time", "datetime"), ["2026-01-01T00:00:00Z", "2026-01-03T00:00:30Z"]);
    let others = alice.browser.get("/settings/apps").await.expect(200);
    assert!(others.all("[data-app-id]").is_empty());
}

/// Shows: accounts.connected-apps
#[tokio::test]
async fn each_app_is_listed_with_what_was_approved_that_it_sees() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let id_alone = "Can see your ID, but not your name or picture";
    let profile = "Can see your ID, nickname, display name and picture";
    for (scope, seen) in [
        ("openid", id_alone),
        ("openid email", id_alone),
        ("openid profile", profile),
        // What was approved before stays approved.
        ("openid", profile),
    ] {
        let link = app.standard_url(&[("scope", scope), ("prompt", "consent")]);
        app.approve(&bob.browser, &link).await.code();
        let page = bob.browser.get("/settings/apps").await.expect(200);
        assert_eq!(page.all("[data-sees]"), [seen], "{scope}");
    }
    // The JSON exchange gives all of it.
    app.code_for(&alice).await;
    let page = alice.browser.get("/settings/apps").await.expect(200);
    assert_eq!(page.all("[data-sees]"), [profile]);
}

/// Shows: accounts.connected-apps, token.approval-revoked
#[tokio::test]
async fn a_revoked_app_has_to_ask_again_and_its_codes_are_dead() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let (code, hers, kept) = (app.code_for(&bob).await, app.code_for(&alice).await, other.code_for(&bob).await);
    let path = format!("/settings/apps/{}/revoke", app.id());
    let done = bob.browser.post(&path, &[]).await.expect(303);
    assert_eq!(done.location(), "/settings/apps");
    app.exchange(&code).await.expect(400);
    // Neither another person's approval nor another app's is touched.
    app.exchange(&hers).await.expect(200);
    other.exchange(&kept).await.expect(200);
    for (person, left) in [(&bob, &other), (&alice, &app)] {
        let page = person.browser.get("/settings/apps").await.expect(200);
        assert_eq!(page.attributes("[data-app-id]", "data-app-id"), [left.id().to_string()]);
    }
    bob.browser.post(&path, &[]).await.expect(404);
}

/// Shows: accounts.connected-apps
#[tokio::test]
async fn all_apps_are_revoked_at_once() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let apps = [instance.oauth_app(&alice, CALLBACK).await, instance.oauth_app(&alice, CALLBACK).await];
    let mut codes = Vec::new();
    for app in &apps {
        codes.push(app.code_for(&bob).await);
    }
    let hers = apps[0].code_for(&alice).await;
    bob.browser.post("/settings/apps/revoke-all", &[]).await.expect(303);
    for (app, code) in apps.iter().zip(&codes) {
        app.exchange(code).await.expect(400);
    }
    apps[0].exchange(&hers).await.expect(200);
    for (person, left) in [(&bob, 0), (&alice, 1)] {
        let page = person.browser.get("/settings/apps").await.expect(200);
        assert_eq!(page.all("[data-app-id]").len(), left);
    }
}

/// Shows: accounts.connected-apps
#[tokio::test]
async fn an_app_that_was_never_approved_is_not_found() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    app.code_for(&alice).await;
    for id in [app.id().to_string(), "1".into(), "0".into(), "x".into(), "-1".into()] {
        bob.browser.post(&format!("/settings/apps/{id}/revoke"), &[]).await.expect(404);
    }
}

/// Shows: access.signed-out
#[tokio::test]
async fn signed_out_people_are_sent_to_sign_in_and_other_sites_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let browser = instance.browser();
    let path = format!("/settings/apps/{}/revoke", app.id());
    for answer in [
        browser.get("/settings/apps").await,
        browser.post(&path, &[]).await,
        browser.post("/settings/apps/revoke-all", &[]).await,
    ] {
        assert!(answer.expect(303).location().starts_with("/sign-in"));
    }
    for path in [path.as_str(), "/settings/apps/revoke-all"] {
        let foreign = [("Sec-Fetch-Site", "cross-site")];
        alice.browser.post_with(path, &[], &foreign).await.expect(403);
    }
    app.exchange(&code).await.expect(200);
}

/// Shows: token.approval-revoked
#[tokio::test]
async fn revoking_while_exchanging_leaves_either_an_exchange_or_none_and_no_fault() {
    let instance = TestInstance::open().await;
    let (_, bob, app) = instance.alice_with_app_and_bob().await;
    for _ in 0..10 {
        let code = app.code_for(&bob).await;
        let revoke = format!("/settings/apps/{}/revoke", app.id());
        let (exchanged, revoked) =
            rocket::futures::future::join(app.exchange(&code), bob.browser.post(&revoke, &[])).await;
        assert!(matches!(exchanged.status, 200 | 400), "{}", exchanged.text());
        revoked.expect(303);
        app.exchange(&code).await.expect(400);
    }
}
