//! `/portal/apps/<id>/try`: a whole sign-in to an app for its owner, with Portico in the app's place.

use portico_store::models::oauth::{authorization_code, redirect_uri};
use portico_store::models::{ClientSecret, OauthApp};
use rocket::http::Header;
use serde_json::{Value, json};

use crate::support::{Answer, Back, CALLBACK, Person, TestInstance, TestOauthApp, leaks};

fn path(app: &TestOauthApp<'_>) -> String {
    format!("/portal/apps/{}/try", app.id())
}

/// Starts an attempt; gives where the browser is sent.
async fn begin(person: &Person<'_>, app: &TestOauthApp<'_>) -> String {
    let fields = [("client_secret", app.secret.as_str())];
    let begun = person.browser.post(&path(app), &fields).await.expect(303);
    begun.location().to_owned()
}

/// The path and query of a callback, which is on this very site.
fn here(back: &Back) -> &str {
    back.location.strip_prefix("http://localhost:8000").unwrap()
}

/// Starts an attempt and approves; gives the callback.
async fn approved(person: &Person<'_>, app: &TestOauthApp<'_>) -> Back {
    let link = begin(person, app).await;
    app.approve(&person.browser, &link).await
}

/// Presses the button of the callback's page.
async fn exchange(person: &Person<'_>, app: &TestOauthApp<'_>, page: &Answer) -> Answer {
    let hidden = |name: &str| {
        let css = format!("input[name={name}]");
        page.attributes(&css, "value").remove(0)
    };
    let fields = ["code", "state", "iss"].map(|name| (name, hidden(name)));
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    let callback = format!("{}/callback", path(app));
    person.browser.post(&callback, &fields).await
}

#[tokio::test]
async fn the_owner_signs_in_and_sees_every_step_and_the_identity() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&path(&app)).await.expect(200);
    assert!(page.text().contains("Add it and start"));
    let back = approved(&alice, &app).await;
    let uri = format!("http://localhost:8000{}/callback?", path(&app));
    assert!(back.location.starts_with(&uri), "{}", back.location);
    let page = alice.browser.get(here(&back)).await.expect(200);
    assert_eq!(page.header("Referrer-Policy"), Some("no-referrer"));
    assert!(page.all("#identity").is_empty() && page.all("#who").is_empty());
    assert!(page.all("#sample-python").is_empty());
    let done = exchange(&alice, &app, &page).await.expect(200);
    let answer: Value = serde_json::from_str(&done.one("#answer")).unwrap();
    assert_eq!(answer["chat_user_id"], json!(alice.id));
    assert_eq!(answer["nickname"], "alice");
    assert!(done.one("#who").contains("alice"));
    assert!(done.one("#authorize-url").contains("code_challenge="));
    let request = done.one("#token-request");
    assert!(request.contains("\"client_secret\": \"…\""), "{request}");
    // It ends with samples, for a redirect URI of the app's own.
    assert!(done.one("#sample-python").contains(&format!("REDIRECT_URI = \"{CALLBACK}\"")));
    // The log of the app has it like every other sign-in, and the redirect URI is there for everyone to see.
    let tab = async |name: &str| {
        let path = format!("/portal/apps/{}/{name}", app.id());
        alice.browser.get(&path).await.expect(200)
    };
    let page = tab("activity").await;
    let events = page.attributes("#app-exchanges [data-event]", "data-event");
    assert_eq!(events, ["exchanged", "approved"]);
    let typed = tab("settings").await.one("#f-redirect_uris");
    assert!(typed.ends_with(&format!("{}/callback", path(&app))), "{typed}");
    assert_eq!(page.attributes("#app-events [data-event]", "data-event"), ["edited", "created"]);
}

/// Makes an app by its form, with further fields; gives it with its secret, if it has one.
async fn made<'h>(instance: &'h TestInstance, alice: &Person<'_>, more: [(&str, &str); 2]) -> TestOauthApp<'h> {
    let [one, other] = more;
    let fields = [("name", "Builder"), ("redirect_uris", CALLBACK), one, other];
    let made = alice.browser.post("/portal/apps", &fields).await;
    let page = made.expect(303).location().to_owned();
    let page = alice.browser.get(&page).await.expect(200);
    let secret = page.all("#client-secret").pop().unwrap_or_default();
    if !secret.is_empty() {
        leaks::made(&secret);
    }
    let id = page.one("#client-id").parse().unwrap();
    let app = OauthApp::owned_by(&instance.app.db, alice.id, id).await;
    TestOauthApp { instance, app: app.unwrap(), secret, redirect_uri: CALLBACK.to_owned() }
}

#[tokio::test]
async fn an_openid_app_gets_an_id_token_whose_checks_hold_and_the_claims() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for public in ["off", "on"] {
        let app = made(&instance, &alice, [("profile", "oidc"), ("public", public)]).await;
        let back = approved(&alice, &app).await;
        let page = alice.browser.get(here(&back)).await.expect(200);
        let done = exchange(&alice, &app, &page).await.expect(200);
        let answer: Value = serde_json::from_str(&done.one("#answer")).unwrap();
        assert_eq!((&answer["access_token"], &answer["id_token"]), (&json!("…"), &json!("…")));
        let claims: Value = serde_json::from_str(&done.one("#id-token")).unwrap();
        assert_eq!(claims["aud"], app.id().to_string());
        let holds = done.attributes("#checks li", "data-holds");
        assert_eq!(holds, ["true"; 6]);
        let identity: Value = serde_json::from_str(&done.one("#identity")).unwrap();
        assert_eq!(identity["sub"], alice.id.to_string());
        assert_eq!(identity["preferred_username"], "alice");
        // The access token is worth nothing any more.
        let codes = instance.codes().await;
        assert!(codes.iter().all(|code| code.access_token_hash.is_none()));
    }
}

/// Shows: apps.trial
#[tokio::test]
async fn neither_the_secret_nor_the_code_is_shown_or_kept() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let fields = [("client_secret", app.secret.as_str())];
    let begun = alice.browser.post(&path(&app), &fields).await.expect(303);
    let cookie = begun.header("Set-Cookie").unwrap();
    for flag in ["; HttpOnly", "; SameSite=Strict", "; Max-Age=600"] {
        assert!(cookie.contains(flag), "{flag} in {cookie}");
    }
    assert!(cookie.contains(&format!("; Path={}", path(&app))), "{cookie}");
    assert!(!cookie.contains(&app.secret) && !begun.location().contains(&app.secret));
    let back = app.approve(&alice.browser, begun.location()).await;
    let code = back.code();
    let page = alice.browser.get(here(&back)).await.expect(200);
    assert!(!page.text().contains(&app.secret) && !page.one("#returned").contains(&code));
    let done = exchange(&alice, &app, &page).await.expect(200);
    assert!(!done.text().contains(&app.secret) && !done.text().contains(&code));
}

/// Shows: apps.trial
#[tokio::test]
async fn opening_the_callback_exchanges_nothing_and_the_button_works_once() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let back = approved(&alice, &app).await;
    // A prefetch, and a reload.
    let number = back.get("state").unwrap().split('.').next().unwrap();
    let name = format!("portico-try-{number}");
    let mut ahead = instance.client.get(here(&back).to_owned());
    ahead.add_header(Header::new("Sec-Purpose", "prefetch"));
    for name in ["portico", &name] {
        let value = alice.browser.cookie(name).unwrap();
        ahead = ahead.cookie((name.to_owned(), value));
    }
    assert_eq!(ahead.dispatch().await.status().code, 400);
    alice.browser.get(here(&back)).await.expect(200);
    let page = alice.browser.get(here(&back)).await.expect(200);
    assert!(instance.codes().await.iter().all(|code| code.used_at.is_none()));
    exchange(&alice, &app, &page).await.expect(200);
    let again = exchange(&alice, &app, &page).await.expect(400);
    assert_eq!(again.faults(), ["form"]);
    alice.browser.get(here(&back)).await.expect(400);
}

/// Shows: apps.trial
#[tokio::test]
async fn from_the_page_of_a_new_secret_the_callback_exchanges_the_code_once() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let fields = [("name", "Builder"), ("redirect_uris", CALLBACK)];
    let made = alice.browser.post("/portal/apps", &fields).await;
    let page = made.expect(303).location().to_owned();
    let page = alice.browser.get(&page).await.expect(200);
    let hidden = page.attributes("#try-now input[type=hidden]", "value");
    let names = page.attributes("#try-now input[type=hidden]", "name");
    leaks::made(&hidden[0]);
    assert_eq!(names, ["client_secret", "at_once"]);
    let app = OauthApp::owned_by(&instance.app.db, alice.id, page.one("#client-id").parse().unwrap());
    let app = TestOauthApp {
        instance: &instance,
        app: app.await.unwrap(),
        secret: hidden[0].clone(),
        redirect_uri: CALLBACK.to_owned(),
    };
    let fields = [("client_secret", &*hidden[0]), ("at_once", &*hidden[1])];
    let begun = alice.browser.post(&path(&app), &fields).await.expect(303);
    let back = app.approve(&alice.browser, begun.location()).await;
    // A prefetch exchanges nothing, nor does another session.
    let bob = instance.person("bob").await;
    bob.browser.get(here(&back)).await.expect(404);
    let number = back.get("state").unwrap().split('.').next().unwrap();
    let mut ahead = instance.client.get(here(&back).to_owned());
    ahead.add_header(Header::new("Sec-Purpose", "prefetch"));
    for name in ["portico".to_owned(), format!("portico-try-{number}")] {
        let value = alice.browser.cookie(&name).unwrap();
        ahead = ahead.cookie((name, value));
    }
    assert_eq!(ahead.dispatch().await.status().code, 400);
    let done = alice.browser.get(here(&back)).await.expect(200);
    assert!(done.one("#who").contains("alice"));
    assert!(!done.text().contains(&app.secret) && !done.text().contains(&back.code()));
    assert_eq!(done.header("Referrer-Policy"), Some("no-referrer"));
    let used = |code: &authorization_code::Model| code.used_at.is_some();
    assert!(instance.codes().await.iter().all(used));
    alice.browser.get(here(&back)).await.expect(400);
}

#[tokio::test]
async fn a_refusal_is_shown_there_and_exchanges_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let fields = [("client_secret", app.secret.as_str()), ("at_once", "on")];
    let begun = alice.browser.post(&path(&app), &fields).await.expect(303);
    let query = begun.location().split_once('?').unwrap().1;
    let state = query.split('&').find(|part| part.starts_with("state="));
    let denied = format!("{}/callback?error=access_denied&{}", path(&app), state.unwrap());
    let page = alice.browser.get(&denied).await.expect(200);
    assert!(page.one("#returned").contains("access_denied"));
    assert!(page.all("#who").is_empty());
}

/// Shows: apps.trial
#[tokio::test]
async fn no_one_but_the_owner_can_use_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = begin(&alice, &app).await;
    let secret = [("client_secret", app.secret.as_str())];
    bob.browser.get(&path(&app)).await.expect(404);
    bob.browser.post(&path(&app), &secret).await.expect(404);
    // The owner's link gives someone else a code that ends on a page which isn't there.
    let back = app.approve(&bob.browser, &link).await;
    bob.browser.get(here(&back)).await.expect(404);
    let callback = format!("{}/callback", path(&app));
    let code = back.code();
    let state = back.get("state").unwrap().to_owned();
    let fields = [("code", code.as_str()), ("state", &state)];
    bob.browser.post(&callback, &fields).await.expect(404);
    // Signed out, it is the sign-in page.
    let out = instance.browser();
    for answer in [
        out.get(&path(&app)).await,
        out.post(&path(&app), &secret).await,
        out.get(here(&back)).await,
        out.post(&callback, &fields).await,
    ] {
        assert!(answer.expect(303).location().starts_with("/sign-in"));
    }
}

/// Shows: apps.trial
#[tokio::test]
async fn an_attempt_belongs_to_its_session_its_app_and_its_state() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let back = approved(&alice, &app).await;
    let state = back.get("state").unwrap().to_owned();
    let (number, _) = state.split_once('.').unwrap();
    let name = format!("portico-try-{number}");
    let sealed = alice.browser.cookie(&name).unwrap();
    // Another browser of the same person, with the cookie.
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &alice.user).await;
    elsewhere.set_cookie(&name, &sealed);
    elsewhere.get(here(&back)).await.expect(400);
    // Another app of hers.
    let query = here(&back).split_once('?').unwrap().1;
    let foreign = format!("{}/callback?{query}", path(&other));
    alice.browser.get(&foreign).await.expect(400);
    // Another state, also one that begins in the same way.
    for wrong in ["", "x", number, &format!("{number}.x"), "99999999999999999999999.x"] {
        let made_up = format!("{}/callback?code=1.x&state={wrong}", path(&app));
        alice.browser.get(&made_up).await.expect(400);
        let fields = [("code", "1.x"), ("state", wrong)];
        let callback = format!("{}/callback", path(&app));
        alice.browser.post(&callback, &fields).await.expect(400);
    }
    alice.browser.get(here(&back)).await.expect(200);
}

#[tokio::test]
async fn a_secret_that_is_none_of_the_apps_starts_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    for wrong in ["", "portico_wrong", "nul\0", &other.secret] {
        let fields = [("client_secret", wrong)];
        let page = alice.browser.post(&path(&app), &fields).await.expect(422);
        assert_eq!(page.faults(), ["client_secret"]);
        assert!(wrong.is_empty() || !page.text().contains(wrong));
    }
    let uris = redirect_uri::all_of(&instance.app.db, app.id()).await;
    assert_eq!(uris.unwrap(), [CALLBACK]);
}

#[tokio::test]
async fn a_refused_exchange_and_a_denial_are_shown_as_the_app_gets_them() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let back = approved(&alice, &app).await;
    let page = alice.browser.get(here(&back)).await.expect(200);
    instance.clock.advance(std::time::Duration::from_secs(61));
    let late = exchange(&alice, &app, &page).await.expect(200);
    assert!(late.one("#refusal").contains("invalid_grant"));
    assert!(late.all("#who").is_empty());
    // The secret was deleted in between.
    let back = approved(&alice, &app).await;
    let page = alice.browser.get(here(&back)).await.expect(200);
    let secrets = ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap();
    let deleted = app.app.delete_secret(&instance.app, secrets[0].id).await;
    deleted.unwrap();
    let refused = exchange(&alice, &app, &page).await.expect(200);
    assert!(refused.one("#refusal").contains("invalid_"));
    let second = app.app.add_secret(&instance.app).await.unwrap();
    leaks::made(second.expose());
    let fields = [("client_secret", second.expose())];
    let begun = alice.browser.post(&path(&app), &fields).await.expect(303);
    let consent = alice.browser.get(begun.location()).await.expect(200);
    let back = Back::of(app.answer(&alice.browser, &consent, "deny").await);
    let page = alice.browser.get(here(&back)).await.expect(200);
    assert!(page.one("#returned").contains("access_denied"));
    assert!(page.attributes("form", "action").iter().all(|to| !to.contains("/callback")));
}

#[tokio::test]
async fn several_attempts_are_under_way_at_a_time_and_no_more_than_four() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let mut links = Vec::new();
    for _ in 0..6 {
        links.push(begin(&alice, &app).await);
    }
    for (turn, link) in links.iter().enumerate() {
        let back = app.approve(&alice.browser, link).await;
        let page = alice.browser.get(here(&back)).await;
        page.expect(if turn < 2 { 400 } else { 200 });
    }
    // The redirect URI was added once.
    let uris = redirect_uri::all_of(&instance.app.db, app.id()).await;
    assert_eq!(uris.unwrap().len(), 2);
}

#[tokio::test]
async fn an_app_with_as_many_redirect_uris_as_it_can_have_says_so() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let uris: Vec<String> = (0..10).map(|n| format!("https://a.example/{n}")).collect();
    let uris: Vec<&str> = uris.iter().map(String::as_str).collect();
    let app = instance.oauth_app_with(&alice, &uris).await;
    let fields = [("client_secret", app.secret.as_str())];
    let page = alice.browser.post(&path(&app), &fields).await.expect(422);
    assert_eq!(page.faults(), ["redirect_uris"]);
}

#[tokio::test]
async fn a_suspended_app_says_so_whatever_the_secret() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.suspend("Phishing").await;
    for secret in [app.secret.as_str(), "portico_wrong"] {
        let fields = [("client_secret", secret)];
        let page = alice.browser.post(&path(&app), &fields).await.expect(422);
        assert_eq!(page.faults(), ["form"]);
        let fault = page.one("[data-fault=form]");
        assert!(fault.contains("This app is suspended"), "{fault}");
    }
    let uris = redirect_uri::all_of(&instance.app.db, app.id()).await;
    assert_eq!(uris.unwrap(), [CALLBACK]);
    app.restore().await;
    begin(&alice, &app).await;
}

#[tokio::test]
async fn copying_a_new_secret_is_the_main_act_and_the_test_leaves_its_page_open() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let fields = [("name", "Builder"), ("redirect_uris", CALLBACK)];
    let made = alice.browser.post("/portal/apps", &fields).await.expect(303);
    let page = alice.browser.get(made.location()).await.expect(200);
    leaks::made(&page.one("#client-secret"));
    assert_eq!(page.attributes("main .button-primary", "data-copy"), ["#client-secret"]);
    assert_eq!(page.attributes("#try-now", "target"), ["_blank"]);
    assert_eq!(page.attributes("#try-now", "rel"), ["noopener"]);
}

#[tokio::test]
async fn every_entrance_leads_to_the_one_page_that_tests_a_sign_in() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let there = path(&app);
    for page in [format!("/portal/apps/{}", app.id()), format!("/portal/apps/{}/activity", app.id()), "/portal".into()]
    {
        let shown = alice.browser.get(&page).await.expect(200);
        let links = shown.attributes("main a.button", "href");
        assert!(links.contains(&there), "{page}: {links:?}");
        assert!(!links.iter().any(|link| link.ends_with("/playground")), "{page}: {links:?}");
    }
}
