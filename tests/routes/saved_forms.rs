//! Forms that were sent after the session had ended: kept for the same browser and account, and shown again after the sign-in.

use std::time::Duration;

use portico::routes::cookies;
use portico_store::models::accounts::{saved_form, session};
use portico_store::models::servers::server;
use sea_orm::EntityTrait;

use crate::support::{Answer, Browser, PASSWORD, Person, TestInstance};

/// Ends every session, as if it had expired.
async fn end_sessions(instance: &TestInstance) {
    session::Entity::delete_many().exec(&*instance.app.db).await.unwrap();
}

/// Sends a form from its page.
async fn send(browser: &Browser<'_>, page: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
    let referer = format!("http://localhost:8000{page}");
    let from = [("Sec-Fetch-Site", "same-origin"), ("Referer", &*referer)];
    browser.post_with(action, fields, &from).await
}

/// Signs in on the page that an answer leads to; returns where that leads.
async fn sign_in(browser: &Browser<'_>, led: &Answer, nickname: &str) -> String {
    let form = browser.get(led.location()).await.expect(200);
    let next = form.attributes("input[name=next]", "value").remove(0);
    let fields = [("login", nickname), ("password", PASSWORD), ("next", next.as_str())];
    let done = browser.post("/sign-in", &fields).await.expect(303);
    done.location().to_owned()
}

async fn kept(instance: &TestInstance) -> usize {
    let rows = saved_form::Entity::find().all(&*instance.app.db).await;
    rows.unwrap().len()
}

/// A server's settings page, where a form with a name was sent too late.
async fn sent_too_late(instance: &TestInstance, alice: &Person<'_>) -> Answer {
    end_sessions(instance).await;
    let fields = [("name", "Ünïque & <b>")];
    send(&alice.browser, "/servers", "/servers", &fields).await.expect(303)
}

#[tokio::test]
async fn the_fields_of_a_form_come_back_after_signing_in_and_nothing_is_sent() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let led = sent_too_late(&instance, &alice).await;
    assert_eq!(led.location(), "/sign-in?next=%2Fservers");
    let form = alice.browser.get(led.location()).await.expect(200);
    assert!(form.text().contains("what you typed is kept"));
    let page = sign_in(&alice.browser, &led, "alice").await;
    assert_eq!(page, "/servers");
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), ["Ünïque & <b>"]);
    assert!(shown.one("[data-kept]").contains("wasn’t sent"));
    let servers = server::Entity::find().all(&*instance.app.db).await.unwrap();
    assert!(servers.is_empty());
    // Once.
    let again = alice.browser.get(&page).await.expect(200);
    assert_eq!(again.attributes("#f-name", "value"), [""]);
}

#[tokio::test]
async fn a_message_that_was_sent_too_late_is_in_the_composer_again() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let channel = format!("/channels/{}", acme.general.id);
    let long = "A long message.\nWith </textarea> in it. ".repeat(90);
    end_sessions(&instance).await;
    let fields = [("content", long.as_str())];
    let led = send(&alice.browser, &channel, &format!("{channel}/messages"), &fields).await;
    let page = sign_in(&alice.browser, &led.expect(303), "alice").await;
    assert_eq!(page, channel);
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.one("#f-content"), long.trim());
    assert_eq!(shown.all(".message").len(), 0);
}

#[tokio::test]
async fn an_edit_that_was_sent_too_late_from_the_channel_comes_back_on_the_page_of_its_message() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    alice.say(&acme.general, "Tpyo").await.expect(303);
    let channel = format!("/channels/{}", acme.general.id);
    let feed = alice.feed(&acme.general).await;
    let id = feed.attributes(".message", "data-message-id").remove(0);
    end_sessions(&instance).await;
    let action = format!("{channel}/messages/{id}");
    let led = send(&alice.browser, &channel, &action, &[("content", "Typo")]).await;
    let page = sign_in(&alice.browser, &led.expect(303), "alice").await;
    assert_eq!(page, action);
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.one("textarea[name=content]"), "Typo");
    end_sessions(&instance).await;
    let action = format!("{channel}/messages/delete");
    let author = format!("user:{}", alice.id);
    let fields = [("author", author.as_str()), ("since", "week")];
    let led = send(&alice.browser, &channel, &action, &fields).await;
    let page = sign_in(&alice.browser, &led.expect(303), "alice").await;
    let shown = alice.browser.get(&page).await.expect(200);
    let chosen = shown.attributes("option[selected], input[checked]", "value");
    assert!(chosen.contains(&"week".to_owned()), "{chosen:?}");
    let feed = alice.feed(&acme.general).await;
    assert_eq!(feed.all(".content"), ["Tpyo"]);
}

#[tokio::test]
async fn without_a_referer_the_address_of_the_form_leads_to_its_page() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let channel = format!("/channels/{}", acme.general.id);
    end_sessions(&instance).await;
    let action = format!("{channel}/messages");
    let led = alice.browser.post(&action, &[("content", "Hello")]).await;
    let page = sign_in(&alice.browser, &led.expect(303), "alice").await;
    assert_eq!(page, action);
    let led = alice.browser.get(&page).await.expect(303);
    assert_eq!(led.location(), channel);
    let shown = alice.browser.get(led.location()).await.expect(200);
    assert_eq!(shown.one("#f-content"), "Hello");
}

#[tokio::test]
async fn boxes_and_choices_come_back_too() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    end_sessions(&instance).await;
    let roles = acme.settings("/roles");
    let fields = [("name", "Crew"), ("mentionable", "on"), ("permissions", "mention_all")];
    let led = send(&alice.browser, &roles, &roles, &fields).await;
    let page = sign_in(&alice.browser, &led.expect(303), "alice").await;
    let shown = alice.browser.get(&page).await.expect(200);
    let form = format!("form[action='{roles}']");
    let checked = shown.attributes(&format!("{form} [type=checkbox][checked]"), "value");
    assert_eq!(checked, ["on", "mention_all"]);
}

#[tokio::test]
async fn passwords_and_codes_are_never_kept() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    end_sessions(&instance).await;
    for (action, fields) in [
        ("/settings/password", &[("current", PASSWORD), ("password", "a new long one")][..]),
        ("/settings/phone/verify", &[("code", "123456")]),
    ] {
        alice.browser.post(action, fields).await.expect(303);
    }
    assert_eq!(kept(&instance).await, 0);
}

/// Every field that a page hides or that is a code.
#[test]
fn no_field_for_a_secret_is_shown_again() {
    for path in crate::support::source::files("templates", "tera") {
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            let is_secret = line.contains("type=\"password\"") || line.contains("one-time-code");
            let Some((_, rest)) = line.split_once("forms::field(name=\"").filter(|_| is_secret) else {
                continue;
            };
            let name = rest.split('"').next().unwrap();
            let shown = portico::routes::sent_form::is_shown_again(name);
            assert!(!shown, "{name} in {}", path.display());
        }
    }
}

/// Shows: sessions.kept-form
#[tokio::test]
async fn it_is_shown_to_the_account_that_sent_it_alone_among_those_that_the_browser_knows() {
    let instance = TestInstance::open().await;
    let (alice, _bob) = (instance.person("alice").await, instance.person("bob").await);
    // Both have signed in here before, Bob by the form and so has Alice after him.
    for nickname in ["bob", "alice"] {
        end_sessions(&instance).await;
        let led = alice.browser.get("/portal").await.expect(303);
        sign_in(&alice.browser, &led, nickname).await;
    }
    let led = sent_too_late(&instance, &alice).await;
    let page = sign_in(&alice.browser, &led, "bob").await;
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), [""]);
    assert!(!shown.text().contains("Ünïque"));
    // Nor to an account that is made now.
    end_sessions(&instance).await;
    let fields = [("nickname", "carol"), ("name", "Carol"), ("password", PASSWORD)];
    alice.browser.post("/sign-up", &fields).await.expect(303);
    let shown = alice.browser.get("/servers").await.expect(200);
    assert!(!shown.text().contains("Ünïque"));
    end_sessions(&instance).await;
    let page = sign_in(&alice.browser, &led, "alice").await;
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), ["Ünïque & <b>"]);
}

#[tokio::test]
async fn it_is_shown_after_the_password_was_changed_elsewhere() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &alice.user).await;
    let fields = [("current", PASSWORD), ("password", "seven quiet herons")];
    let changed = elsewhere.post("/settings/password", &fields).await;
    changed.expect(303);
    let fields = [("name", "Acme")];
    let led = send(&alice.browser, "/servers", "/servers", &fields).await;
    let fields = [("login", "alice"), ("password", "seven quiet herons"), ("next", "/servers")];
    led.expect(303);
    alice.browser.post("/sign-in", &fields).await.expect(303);
    let shown = alice.browser.get("/servers").await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), ["Acme"]);
}

#[tokio::test]
async fn a_form_of_a_tab_that_was_left_open_is_kept_after_signing_out_in_another() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    alice.browser.post("/sign-out", &[]).await.expect(303);
    let fields = [("name", "Acme")];
    let led = send(&alice.browser, "/servers", "/servers", &fields).await;
    let page = sign_in(&alice.browser, &led.expect(303), "alice").await;
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), ["Acme"]);
}

/// Shows: sessions.kept-form
#[tokio::test]
async fn of_a_browser_that_says_nothing_true_of_its_account_no_form_is_kept() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let forged = cookies::account_value(&instance.app, alice.id).replace(&alice.id.to_string(), &bob.id.to_string());
    let browser = instance.browser();
    for value in [None, Some(forged.as_str()), Some("1"), Some("x.y")] {
        if let Some(value) = value {
            browser.set_cookie("portico-account", value);
        }
        let fields = [("name", "Acme")];
        browser.post("/servers", &fields).await.expect(303);
    }
    assert_eq!(kept(&instance).await, 0);
}

#[tokio::test]
async fn another_browser_and_an_hour_later_do_not_show_it() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let led = sent_too_late(&instance, &alice).await;
    let other = instance.browser();
    let page = sign_in(&other, &led, "alice").await;
    let shown = other.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), [""]);
    instance.clock.advance(Duration::from_secs(60 * 60));
    let page = sign_in(&alice.browser, &led, "alice").await;
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), [""]);
}

#[tokio::test]
async fn what_scripts_send_in_the_background_is_not_kept() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    end_sessions(&instance).await;
    let background = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "empty")];
    let fields = [("up_to", "7")];
    let answer = alice.browser.post_with("/inbox/read", &fields, &background);
    answer.await.expect(303);
    assert_eq!(kept(&instance).await, 0);
}

#[tokio::test]
async fn signing_out_forgets_it() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let led = sent_too_late(&instance, &alice).await;
    alice.browser.post("/sign-out", &[]).await.expect(303);
    let page = sign_in(&alice.browser, &led, "alice").await;
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), [""]);
}

#[tokio::test]
async fn signing_out_for_an_app_forgets_it_too() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let led = sent_too_late(&instance, &alice).await;
    sign_in(&alice.browser, &led, "alice").await;
    let page = alice.browser.get("/oauth/logout").await.expect(200);
    let fields = page.fields("#logout");
    let mut fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("decision", "sign-out"));
    let out = alice.browser.post("/oauth/logout", &fields).await;
    out.expect(303);
    let page = sign_in(&alice.browser, &led, "alice").await;
    let shown = alice.browser.get(&page).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), [""]);
}

#[tokio::test]
async fn a_form_in_which_nothing_was_typed_is_not_kept() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    end_sessions(&instance).await;
    let hidden = [("request", "device 1"), ("next", "/portal"), ("decision", "deny")];
    alice.browser.post("/servers", &hidden).await.expect(303);
    assert_eq!(kept(&instance).await, 0);
    let typed = [hidden[1], ("name", "Acme")];
    alice.browser.post("/servers", &typed).await.expect(303);
    assert_eq!(kept(&instance).await, 1);
}

#[tokio::test]
async fn a_form_that_is_too_large_is_not_kept() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    end_sessions(&instance).await;
    let long = "x".repeat(saved_form::MAX_BYTES);
    let answer = alice.browser.post("/servers", &[("name", &long)]).await;
    answer.expect(303);
    assert_eq!(kept(&instance).await, 0);
}

#[tokio::test]
async fn what_can_be_kept_is_limited_by_address() {
    let instance = TestInstance::configured(|figment| {
        let strict = rocket::figment::map! { "burst" => 2, "per_minute" => 1 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.saved_form_address", strict))
    })
    .await;
    let alice = instance.person("alice").await;
    end_sessions(&instance).await;
    for _ in 0..4 {
        let fields = [("name", "Acme")];
        alice.browser.post("/servers", &fields).await.expect(303);
    }
    assert_eq!(kept(&instance).await, 2);
}

#[tokio::test]
async fn it_is_stored_encrypted() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    sent_too_late(&instance, &alice).await;
    let rows = saved_form::Entity::find().all(&*instance.app.db).await.unwrap();
    let ticket = alice.browser.cookie("portico-form").unwrap();
    let holds = |bytes: &[u8], text: &str| {
        let text = text.as_bytes();
        bytes.windows(text.len()).any(|window| window == text)
    };
    assert!(!holds(&rows[0].sealed, "que & <b>"));
    assert!(!holds(&rows[0].ticket_hash, &ticket));
}

#[tokio::test]
async fn while_the_database_is_away_the_page_keeps_what_was_typed_and_sends_it_again() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let action = format!("/channels/{}/messages", acme.general.id);
    let long = "A message that took a while.\n<b>Really</b>";
    instance.app.db.close().await.unwrap();
    let shown = alice.browser.post(&action, &[("content", long)]).await;
    let shown = shown.expect(503);
    assert_eq!(shown.attributes("form.retry", "action"), [action]);
    assert_eq!(shown.one(".retry textarea[name=content]"), long);
    assert!(shown.one(".retry button").contains("Retry"));
    let page = alice.browser.get("/portal?from=here").await.expect(503);
    let links = page.attributes("main a", "href");
    assert!(links.contains(&"/portal?from=here".to_owned()), "{links:?}");
}

#[tokio::test]
async fn it_repeats_no_password_there() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.app.db.close().await.unwrap();
    let fields = [("current", "hush hush hush"), ("password", "hush hush again")];
    for action in ["/settings/password", "/sign-in"] {
        let shown = alice.browser.post(action, &fields).await.expect(503);
        assert!(!shown.text().contains("hush"), "{action}");
        assert!(shown.attributes("form.retry input", "name").is_empty());
    }
}
