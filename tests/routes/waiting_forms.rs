//! Forms that ask for the password again: they wait sealed until it was entered, and are carried out then, once.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::{saved_form, user};
use portico_store::models::instance::branding::Branding;
use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::oauth::{client_secret, oauth_app};
use portico_store::models::servers::{channel, role, server};
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Answer, Browser, CALLBACK, PASSWORD, Person, TestInstance};

const QUARTER: Duration = Duration::from_secs(15 * 60);

/// Sends a form that asks for the password; gives the ticket with which it waits.
async fn waits(browser: &Browser<'_>, path: &str, fields: &[(&str, &str)]) -> String {
    let led = browser.post(path, fields).await.expect(303);
    assert!(led.location().ends_with("&act=on"), "{path}: {}", led.location());
    let page = browser.get(led.location()).await.expect(200);
    assert!(!page.one("#act").is_empty(), "{path}");
    page.attributes("input[name=act]", "value").remove(0)
}

/// Enters the password for the form that waits with this ticket.
async fn confirm(browser: &Browser<'_>, ticket: &str) -> Answer {
    let fields = [("password", PASSWORD), ("next", "/portal"), ("act", ticket)];
    browser.post("/confirm", &fields).await
}

/// The same request once more, as browsers send it after a 307.
async fn follow(browser: &Browser<'_>, led: &Answer, ticket: &str) -> Answer {
    let fields = [("password", PASSWORD), ("next", "/portal"), ("act", ticket)];
    browser.post(led.location(), &fields).await
}

/// Sends a form, enters the password and follows.
async fn carried_out(browser: &Browser<'_>, path: &str, fields: &[(&str, &str)]) -> Answer {
    let ticket = waits(browser, path, fields).await;
    let led = confirm(browser, &ticket).await.expect(307);
    assert_eq!(led.location(), format!("{path}?confirmed"));
    follow(browser, &led, &ticket).await
}

async fn apps(instance: &TestInstance) -> u64 {
    oauth_app::Entity::find().count(&*instance.app.db).await.unwrap()
}

/// Shows: passwords.carried-out
#[tokio::test]
async fn every_form_that_asks_for_the_password_is_carried_out_after_it() {
    let instance = TestInstance::open().await;
    let db = &*instance.app.db;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    let (quays, crew) = (acme.channel("quays").await, acme.role("Crew", Permissions::NONE, true).await);
    let secret = client_secret::Entity::find().one(db).await.unwrap().unwrap().id;
    let (app_path, hook_path) = (format!("/portal/apps/{}", app.id()), format!("/portal/webhooks/{}", hook.id()));
    let heir = bob.id.to_string();
    let acts: [(String, Vec<(&str, &str)>); 18] = [
        (format!("{app_path}/secrets"), vec![]),
        (format!("{app_path}/secrets/{secret}/delete"), vec![]),
        (format!("{app_path}/owner"), vec![("nickname", "bob")]),
        (format!("{app_path}/delete"), vec![("confirm", app.app.name.as_str())]),
        (format!("{hook_path}/url"), vec![]),
        (format!("{hook_path}/leaked"), vec![("since", "")]),
        (format!("{hook_path}/creator"), vec![]),
        (format!("{hook_path}/delete"), vec![("confirm", "Builds")]),
        (acme.settings(&format!("/channels/{}/delete", quays.id)), vec![]),
        (acme.settings(&format!("/roles/{}/delete", crew.id)), vec![]),
        (acme.settings("/owner"), vec![("user_id", heir.as_str()), ("nickname", "bob")]),
        (acme.settings("/delete"), vec![("confirm", "Acme")]),
        ("/settings/security/totp".to_owned(), vec![("act", "begin")]),
        ("/settings/security/passkeys".to_owned(), vec![("act", "begin")]),
        ("/settings/phone".to_owned(), vec![("phone", "+4915112345642")]),
        ("/settings/phone/verify".to_owned(), vec![("code", "12345")]),
        ("/settings/phone/remove".to_owned(), vec![]),
        ("/settings/phone/remove".to_owned(), vec![]),
    ];
    for (path, fields) in &acts {
        instance.clock.advance(QUARTER);
        let done = carried_out(&alice.browser, path, fields).await;
        assert_ne!(done.status, 400, "{path}\n{}", done.text());
        let location = done.header("Location").unwrap_or_default();
        assert!(!location.starts_with("/confirm") && !location.starts_with("/sign-in"), "{path}: {location}");
    }
    assert_eq!(apps(&instance).await, 0);
    assert_eq!(client_secret::Entity::find().count(db).await.unwrap(), 0);
    assert_eq!(server::Entity::find().count(db).await.unwrap(), 0);
    assert_eq!(channel::Entity::find().count(db).await.unwrap(), 0);
    assert_eq!(role::Entity::find().count(db).await.unwrap(), 0);
    assert_eq!(instance.app.sms.outbox().unwrap().messages().len(), 1);
    let alice = user::Entity::find_by_id(alice.id).one(db).await.unwrap().unwrap();
    assert_eq!(alice.phone, None);
    assert_eq!(saved_form::Entity::find().count(db).await.unwrap(), 0);
}

/// Shows: passwords.carried-out
#[tokio::test]
async fn a_form_of_the_console_is_carried_out_with_its_fields() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    instance.clock.advance(QUARTER);
    let fields = [("mode", "closed"), ("reason", "Too many strangers")];
    let done = carried_out(&root.browser, "/admin/sign-up", &fields).await;
    assert_eq!(done.expect(303).location(), "/admin/sign-up");
    assert_eq!(SignUpMode::load(&instance.app.db).await.unwrap(), SignUpMode::Closed);
}

#[tokio::test]
async fn a_fault_of_the_form_is_shown_with_what_was_typed() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    instance.clock.advance(QUARTER);
    let done = carried_out(&alice.browser, &acme.settings("/delete"), &[("confirm", "Acm")]).await;
    assert_eq!(done.expect(422).attributes("input[name=confirm]", "value"), ["Acm"]);
    assert_eq!(server::Entity::find().count(&*instance.app.db).await.unwrap(), 1);
}

/// Someone with an app, whose deletion waits for their password.
async fn deletion(instance: &TestInstance) -> (Person<'_>, String, String) {
    let (alice, app) = instance.alice_with_app().await;
    instance.clock.advance(QUARTER);
    let path = format!("/portal/apps/{}/delete", app.id());
    let ticket = waits(&alice.browser, &path, &[("confirm", app.app.name.as_str())]).await;
    (alice, path, ticket)
}

/// Shows: passwords.carried-out
#[tokio::test]
async fn a_wrong_password_carries_nothing_out_and_the_form_waits_on() {
    let instance = TestInstance::open().await;
    let (alice, _, ticket) = deletion(&instance).await;
    let fields = [("password", "wrong"), ("next", "/portal"), ("act", ticket.as_str())];
    let again = alice.browser.post("/confirm", &fields).await.expect(422);
    assert_eq!(again.attributes("input[name=act]", "value"), [ticket.as_str()]);
    assert_eq!(apps(&instance).await, 1);
    let led = confirm(&alice.browser, &ticket).await.expect(307);
    follow(&alice.browser, &led, &ticket).await.expect(303);
    assert_eq!(apps(&instance).await, 0);
}

/// Shows: passwords.carried-out
#[tokio::test]
async fn another_session_even_of_the_same_account_does_not_carry_it_out() {
    let instance = TestInstance::open().await;
    let (alice, _, ticket) = deletion(&instance).await;
    let bob = instance.person("bob").await;
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &alice.user).await;
    for browser in [&bob.browser, &elsewhere] {
        assert_eq!(confirm(browser, &ticket).await.expect(303).location(), "/portal");
        assert!(browser.get("/portal").await.expect(200).text().contains("it waited too long"));
    }
    assert_eq!(apps(&instance).await, 1);
    // It still waits in its own.
    confirm(&alice.browser, &ticket).await.expect(307);
}

/// Shows: passwords.carried-out
#[tokio::test]
async fn after_ten_minutes_it_no_longer_waits() {
    for (ms, status) in [(1, 307), (0, 303)] {
        let instance = TestInstance::open().await;
        let (alice, _, ticket) = deletion(&instance).await;
        instance.clock.advance(Duration::from_secs(10 * 60) - Duration::from_millis(ms));
        confirm(&alice.browser, &ticket).await.expect(status);
        assert_eq!(apps(&instance).await, 1);
    }
}

/// Shows: passwords.carried-out
#[tokio::test]
async fn it_is_carried_out_once() {
    let instance = TestInstance::open().await;
    let (alice, path, ticket) = deletion(&instance).await;
    let led = confirm(&alice.browser, &ticket).await.expect(307);
    let cookie = alice.browser.cookie("portico-waiting").unwrap();
    assert_eq!(confirm(&alice.browser, &ticket).await.expect(303).location(), "/portal");
    // The session was renewed again, and what waited for the one before is of no use in it.
    alice.browser.set_cookie("portico-waiting", &cookie);
    follow(&alice.browser, &led, &ticket).await.expect(400);
    assert_eq!(apps(&instance).await, 1);
    instance.clock.advance(QUARTER);
    let name = oauth_app::Entity::find().one(&*instance.app.db).await.unwrap().unwrap().name;
    let ticket = waits(&alice.browser, &path, &[("confirm", name.as_str())]).await;
    let led = confirm(&alice.browser, &ticket).await.expect(307);
    let cookie = alice.browser.cookie("portico-waiting").unwrap();
    follow(&alice.browser, &led, &ticket).await.expect(303);
    alice.browser.set_cookie("portico-waiting", &cookie);
    follow(&alice.browser, &led, &ticket).await.expect(400);
}

/// Shows: passwords.carried-out
#[tokio::test]
async fn another_path_or_changed_fields_do_not_take_its_place() {
    let instance = TestInstance::open().await;
    let (alice, path, ticket) = deletion(&instance).await;
    let led = confirm(&alice.browser, &ticket).await.expect(307);
    let cookie = alice.browser.cookie("portico-waiting").unwrap();
    let elsewhere = path.replace("/delete", "/secrets?confirmed");
    alice.browser.post(&elsewhere, &[]).await.expect(400);
    alice.browser.set_cookie("portico-waiting", "forged");
    follow(&alice.browser, &led, &ticket).await.expect(400);
    assert_eq!(apps(&instance).await, 1);
    // The kept fields count, not those that the redirect sends.
    alice.browser.set_cookie("portico-waiting", &cookie);
    alice.browser.post(led.location(), &[("confirm", "something else")]).await.expect(303);
    assert_eq!(apps(&instance).await, 0);
}

#[tokio::test]
async fn a_form_with_a_file_or_a_password_is_sent_again_by_hand() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    instance.clock.advance(QUARTER);
    let file = ("logo", "logo.png", "image/png", b"not empty".as_slice());
    let led = root.browser.upload("/admin/branding", &[("name", "Oak")], &[file]).await.expect(303);
    assert!(led.location().ends_with("&again=on"), "{}", led.location());
    let page = root.browser.get(led.location()).await.expect(200);
    assert!(page.text().contains("Files and passwords"));
    assert!(page.all("input[name=act]").is_empty());
    assert_eq!(Branding::load(&instance.app.db).await.unwrap(), Branding::default());
    let fields = [("act", "add"), ("state", "x"), ("credential", "{}")];
    let led = root.browser.post("/settings/security/passkeys", &fields).await.expect(303);
    assert!(led.location().ends_with("&again=on"), "{}", led.location());
}

#[tokio::test]
async fn it_waits_encrypted_and_what_is_too_large_does_not_wait() {
    let instance = TestInstance::open().await;
    let (alice, path, ticket) = deletion(&instance).await;
    let rows = saved_form::Entity::find().all(&*instance.app.db).await.unwrap();
    let holds = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(!holds(&rows[0].sealed, "confirm") && !holds(&rows[0].ticket_hash, &ticket));
    let long = "x".repeat(saved_form::MAX_BYTES - 20);
    let led = alice.browser.post(&path, &[("confirm", long.as_str())]).await.expect(303);
    assert!(led.location().ends_with("&again=on"), "{}", led.location());
}
