//! `/portal/apps/<id>/secrets`: a secret is shown once, there are at most two, and a deleted one stops working.

use std::time::Duration;

use portico_store::models::ClientSecret;

use crate::support::{Answer, CALLBACK, PASSWORD, Person, TestInstance};

/// Makes an app by its form; gives the path of its page.
async fn make(person: &Person<'_>) -> String {
    let fields = [("name", "Builder"), ("redirect_uris", CALLBACK)];
    let made = person.browser.post("/portal/apps", &fields).await;
    made.expect(303).location().to_owned()
}

#[track_caller]
fn expect_confirm(answer: Answer) {
    let answer = answer.expect(303);
    assert!(answer.location().starts_with("/confirm"), "{}", answer.location());
}

/// Shows: leaks.pages, secrets.shown-once
#[tokio::test]
async fn the_secret_travels_in_a_sealed_cookie_of_that_page_and_session_alone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let made =
        alice.browser.post("/portal/apps", &[("name", "Builder"), ("redirect_uris", CALLBACK)]).await.expect(303);
    let cookie = made.header("Set-Cookie").unwrap().to_owned();
    assert!(cookie.starts_with("portico-new-secret="), "{cookie}");
    for flag in ["; HttpOnly", "; SameSite=Strict", "; Max-Age=60"] {
        assert!(cookie.contains(flag), "{flag} in {cookie}");
    }
    assert!(cookie.contains(&format!("; Path={}", made.location())), "{cookie}");
    assert!(!cookie.contains("portico_"));
    let value = alice.browser.cookie("portico-new-secret").unwrap();
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &alice.user).await;
    elsewhere.set_cookie("portico-new-secret", &value);
    let page = elsewhere.get(made.location()).await.expect(200);
    assert!(page.all("#client-secret").is_empty());
    let leaves = format!("a[href='{}/try']", made.location());
    assert_eq!(page.all(&leaves).len(), 1);
    let shown = alice.browser.get(made.location()).await.expect(200);
    assert_eq!(shown.all("#client-secret").len(), 1);
    assert!(shown.all(&leaves).is_empty(), "nothing leads away from the secret");
    let other = make(&alice).await;
    alice.browser.set_cookie("portico-new-secret", &value);
    let page = alice.browser.get(&other).await.expect(200);
    assert!(page.all("#client-secret").is_empty());
}

/// Shows: leaks.pages, secrets.shown-once
#[tokio::test]
async fn neither_a_reload_nor_the_cookie_of_a_dropped_secret_shows_it_again() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = make(&alice).await;
    let value = alice.browser.cookie("portico-new-secret").unwrap();
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.all("#client-secret").len(), 1);
    let again = alice.browser.get(&path).await.expect(200);
    assert!(again.all("#client-secret").is_empty());
    let drop = page.attributes("#secrets form", "action").remove(0);
    alice.browser.post(&drop, &[]).await.expect(303);
    alice.browser.set_cookie("portico-new-secret", &value);
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.all("#client-secret").is_empty());
}

/// Shows: leaks.pages
#[tokio::test]
async fn behind_https_the_secret_travels_over_nothing_else() {
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "https://chat.example.org"))).await;
    instance.person("alice").await;
    let browser = instance.browser();
    let fields = [("login", "alice"), ("password", PASSWORD)];
    browser.post("/sign-in", &fields).await.expect(303);
    let fields = [("name", "Builder"), ("redirect_uris", CALLBACK)];
    let made = browser.post("/portal/apps", &fields).await.expect(303);
    let cookie = made.header("Set-Cookie").unwrap();
    assert!(cookie.contains("; Secure"), "{cookie}");
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn a_secret_of_another_app_is_not_dropped() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let his = instance.oauth_app(&bob, CALLBACK).await;
    let secrets = portico_store::models::ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap();
    let path = format!("/portal/apps/{}/secrets/{}/delete", his.id(), secrets[0].id);
    bob.browser.post(&path, &[]).await.expect(404);
    app.exchange(&app.code_for(&alice).await).await.expect(200);
}

/// Shows: secrets.shown-once
#[tokio::test]
async fn a_second_secret_is_shown_once_and_a_third_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let path = format!("/portal/apps/{}", app.id());
    let made = alice.browser.post(&format!("{path}/secrets"), &[]).await.expect(303);
    assert_eq!(made.location(), path);
    let page = alice.browser.get(&path).await.expect(200);
    let secret = page.one("#client-secret");
    assert_ne!(secret, app.secret);
    let rows = page.all("#secrets tbody tr td:first-child");
    assert_eq!(rows, [&secret, &app.secret].map(|secret| format!("…{}", &secret[secret.len() - 4..])));
    alice.browser.post(&format!("{path}/secrets"), &[]).await.expect(403);
}

/// Shows: secrets.shown-once
#[tokio::test]
async fn two_secrets_at_most_with_simultaneous_requests() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let made = rocket::futures::future::join_all((0..8).map(|_| app.app.add_secret(&instance.app))).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
}

#[tokio::test]
async fn a_dropped_secret_leaves_the_page_and_frees_its_place() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = make(&alice).await;
    let page = alice.browser.get(&path).await.expect(200);
    let drop = page.attributes("#secrets form", "action").remove(0);
    alice.browser.post(&drop, &[]).await.expect(303);
    alice.browser.post(&drop, &[]).await.expect(404);
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.all("#secrets").is_empty());
    for _ in 0..2 {
        alice.browser.post(&format!("{path}/secrets"), &[]).await.expect(303);
    }
}

/// Shows: passwords.asked-again
#[tokio::test]
async fn secrets_and_deletion_ask_for_the_password_when_it_was_given_long_ago() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = make(&alice).await;
    let page = alice.browser.get(&path).await.expect(200);
    let drop = page.attributes("#secrets form", "action").remove(0);
    instance.clock.advance(Duration::from_secs(16 * 60));
    expect_confirm(alice.browser.post(&format!("{path}/secrets"), &[]).await);
    expect_confirm(alice.browser.post(&drop, &[]).await);
    expect_confirm(alice.browser.post(&format!("{path}/delete"), &[("confirm", "Builder")]).await);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.all("#secrets tbody tr").len(), 1);
    let confirm = [("password", PASSWORD), ("next", path.as_str())];
    alice.browser.post("/confirm", &confirm).await.expect(303);
    alice.browser.post(&format!("{path}/secrets"), &[]).await.expect(303);
}

/// Shows: secrets.shown-once
#[tokio::test]
async fn a_secret_that_is_made_while_the_app_is_suspended_is_shown_and_works_once_that_ends() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.suspend("Phishing").await;
    let path = format!("/portal/apps/{}", app.id());
    let made = alice.browser.post(&format!("{path}/secrets"), &[]).await;
    made.expect(303);
    let page = alice.browser.get(&path).await.expect(200);
    let secret = page.one("#client-secret");
    crate::support::leaks::made(&secret);
    let found = async || {
        let found = ClientSecret::look_up(&instance.app.db, app.id(), &secret).await;
        found.unwrap().is_some()
    };
    assert!(!found().await);
    app.restore().await;
    assert!(found().await);
}

#[tokio::test]
async fn a_refusal_about_an_app_sends_no_one_to_those_who_manage_a_server() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let secrets = format!("/portal/apps/{}/secrets", app.id());
    alice.browser.post(&secrets, &[]).await.expect(303);
    let page = alice.browser.post(&secrets, &[]).await.expect(403);
    assert!(page.text().contains("two client secrets"));
    assert!(!page.text().contains("manages the server"));
    // Where it is about a server, they can help.
    let acme = instance.server("Acme", &alice).await;
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    let page = bob.browser.get(&acme.settings("")).await.expect(403);
    assert!(page.text().contains("Ask someone who manages the server."));
}
