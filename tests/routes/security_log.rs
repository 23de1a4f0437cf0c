//! `/settings/security/log`: what happened to an account, for its owner only.

use std::time::Duration;

use portico_rules::phone::Number;
use portico_store::models::accounts::security_event::{self, KEPT, KEPT_OF_ANYBODY};
use portico_store::models::{Grant, SecurityEvent};
use rocket::http::{ContentType, Header};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use crate::support::{Answer, PASSWORD, Person, TestInstance};

const PATH: &str = "/settings/security/log";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const NEW: &str = "a-new-lamp-on-the-quay";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Person<'_> {
    /// What the log says happened, newest first.
    async fn events(&self) -> Vec<String> {
        let page = self.browser.get(PATH).await.expect(200);
        page.attributes("[data-event]", "data-event")
    }
}

impl TestInstance {
    /// A form of the sign-in from another place on the net.
    async fn sign_in_from(&self, address: &str, login: &str, password: &str) -> Answer {
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("login", login)
            .append_pair("password", password)
            .finish();
        let request = self
            .client
            .post("/sign-in")
            .header(ContentType::Form)
            .header(Header::new("Sec-Fetch-Site", "same-origin"))
            .header(Header::new("User-Agent", FIREFOX))
            .header(Header::new("Host", "localhost:8000"))
            .remote(format!("{address}:4000").parse().unwrap())
            .body(body);
        Answer::read(request.dispatch().await).await
    }

    /// Rows in the log of a person, as if written by earlier events.
    async fn fill_log(&self, person: &Person<'_>, by_anybody: bool, count: u64) {
        let rows = (0..count).map(|_| security_event::ActiveModel {
            id: Set(self.app.id()),
            user_id: Set(person.id),
            kind: Set(if by_anybody { "sign_in_failed" } else { "others_ended" }.to_owned()),
            detail: Set(String::new()),
            by_anybody: Set(by_anybody),
            user_agent: Set("Test".to_owned()),
            address: Set("192.0.2.7".to_owned()),
        });
        security_event::Entity::insert_many(rows).exec_without_returning(&*self.app.db).await.unwrap();
    }

    async fn logged(&self, person: &Person<'_>, by_anybody: bool) -> u64 {
        self.app.settled().await;
        security_event::Entity::find()
            .filter(security_event::Column::UserId.eq(person.id))
            .filter(security_event::Column::ByAnybody.eq(by_anybody))
            .count(&*self.app.db)
            .await
            .unwrap()
    }
}

/// Shows: log.sign-ins
#[tokio::test]
async fn sign_ins_that_went_well_and_that_failed_are_listed_with_time_place_and_browser() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.sign_in_from("203.0.113.9", "alice", PASSWORD).await.expect(303);
    instance.clock.advance(DAY);
    instance.sign_in_from("203.0.113.10", "Alice", "wrong").await.expect(422);
    let phone = alice.user.phone.clone().unwrap();
    instance.sign_in_from("203.0.113.11", &phone, "wrong").await.expect(422);
    let page = alice.browser.get(PATH).await.expect(200);
    let kinds = page.attributes("[data-event]", "data-event");
    assert_eq!(kinds, ["sign_in_failed", "sign_in_failed", "signed_in", "signed_in"]);
    let rows = page.all("[data-event]");
    for (row, address) in rows.iter().zip(["203.0.113.11", "203.0.113.10", "203.0.113.9"]) {
        assert!(row.contains(address) && row.contains("Firefox on Linux"), "{row}");
    }
    assert!(rows[0].contains("Sign-in with a wrong password"), "{}", rows[0]);
    let times = page.attributes("[data-event] time", "datetime");
    assert!(times[1].starts_with("2026-01-02T00:00:00"), "{times:?}");
    assert!(times[2].starts_with("2026-01-01T00:00:00"), "{times:?}");
    // The newest stand beside the sessions too.
    let page = alice.browser.get("/settings/security").await.expect(200);
    assert_eq!(page.attributes("[data-event]", "data-event"), kinds);
}

/// Shows: log.sign-ins
#[tokio::test]
async fn an_unknown_name_leaves_no_trace() {
    let instance = TestInstance::open().await;
    instance.sign_in_from("203.0.113.9", "nobody", "wrong").await.expect(422);
    instance.browser().post("/reset", &[("login", "nobody")]).await.expect(303);
    instance.app.settled().await;
    let rows = security_event::Entity::find().all(&*instance.app.db).await;
    assert!(rows.unwrap().is_empty());
}

/// Shows: log.sign-ins
#[tokio::test]
async fn a_wrong_password_is_listed_on_every_confirmation() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = &alice.browser;
    for (path, fields) in [
        ("/confirm", [("password", "wrong"), ("next", "/")]),
        ("/settings/password", [("current", "wrong"), ("password", NEW)]),
        ("/settings/delete", [("password", "wrong"), ("confirm", "alice")]),
    ] {
        browser.post(path, &fields).await.expect(422);
    }
    assert_eq!(alice.events().await, ["confirm_failed", "confirm_failed", "confirm_failed", "signed_in"]);
    // The right one changes nothing, and is no news.
    let right = [("password", PASSWORD), ("next", "/")];
    browser.post("/confirm", &right).await.expect(303);
    assert_eq!(alice.events().await.len(), 4);
}

/// Shows: log.changes
#[tokio::test]
async fn ended_sessions_are_listed_where_any_were_ended() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = &alice.browser;
    browser.post("/settings/sessions/end", &[]).await.expect(303);
    browser.post("/settings/sessions/1/end", &[]).await.expect(404);
    assert_eq!(alice.events().await, ["signed_in"]);
    for _ in 0..3 {
        instance.sign_in_on(&instance.browser(), &alice).await;
    }
    let page = browser.get("/settings/security").await.expect(200);
    let ids = page.attributes("[data-session-id]", "data-session-id");
    let path = format!("/settings/sessions/{}/end", ids[1]);
    browser.post(&path, &[]).await.expect(303);
    browser.post("/settings/sessions/end", &[]).await.expect(303);
    assert_eq!(alice.events().await[..2], ["others_ended", "session_ended"]);
}

/// Shows: log.changes
#[tokio::test]
async fn every_way_to_a_new_password_is_listed() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let fields = [("current", PASSWORD), ("password", NEW)];
    alice.browser.post("/settings/password", &fields).await.expect(303);
    assert_eq!(alice.events().await, ["password_changed", "signed_in"]);
    let guest = instance.browser();
    guest.post("/reset", &[("login", "alice")]).await.expect(303);
    instance.app.settled().await;
    let text = instance.app.sms.outbox().unwrap().messages().remove(0).text;
    let wrong = if text.starts_with("00000000") { "00000001" } else { "00000000" };
    let fields = [("code", wrong), ("password", PASSWORD)];
    guest.post("/reset/code", &fields).await.expect(422);
    let fields = [("code", &text[..8]), ("password", PASSWORD)];
    guest.post("/reset/code", &fields).await.expect(303);
    let user = portico_store::models::User::find(&instance.app.db, alice.id).await;
    let user = user.unwrap().unwrap();
    instance.sign_in_on(&alice.browser, &user).await;
    let events = alice.events().await;
    assert_eq!(events[..4], ["signed_in", "password_reset", "reset_failed", "reset_asked"]);
    user.reset_password(&instance.app, &NEW.into(), &portico_store::models::Operator::TERMINAL).await.unwrap();
    let user = portico_store::models::User::find(&instance.app.db, alice.id).await;
    instance.sign_in_on(&alice.browser, &user.unwrap().unwrap()).await;
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.all("[data-event=password_reset]")[0].contains("by the operator"));
    assert!(!page.all("[data-event=password_reset]")[1].contains("by the operator"));
}

/// Shows: log.changes
#[tokio::test]
async fn new_and_removed_numbers_are_listed_masked() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let number = "+4915112345642";
    let fields = [("phone", number)];
    alice.browser.post("/settings/phone", &fields).await.expect(303);
    let text = instance.app.sms.outbox().unwrap().messages().remove(0).text;
    let code: String = text.chars().filter(char::is_ascii_digit).take(6).collect();
    let fields = [("code", code.as_str())];
    alice.browser.post("/settings/phone/verify", &fields).await.expect(303);
    alice.browser.post("/settings/phone/remove", &[]).await.expect(303);
    let other = Number::parse("+4915112345643").unwrap();
    alice.user.vouch_for_phone(&instance.app, &other, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let page = alice.browser.get(PATH).await.expect(200);
    let kinds = page.attributes("[data-event]", "data-event");
    assert_eq!(kinds, ["phone_verified", "phone_removed", "phone_verified", "signed_in"]);
    let rows = page.all("[data-event]");
    assert!(rows[0].contains("··· 43") && rows[0].contains("by the operator"));
    assert!(rows[1].contains("··· 42") && rows[2].contains("··· 42"));
    assert!(!page.text().contains("1234564"));
}

/// Shows: log.changes
#[tokio::test]
async fn apps_are_listed_when_first_approved_and_when_revoked() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    // Approved twice: the second time changes nothing.
    for _ in 0..2 {
        app.code_for(&alice).await;
    }
    assert_eq!(alice.events().await, ["app_approved", "signed_in"]);
    let revoke = format!("/settings/apps/{}/revoke", app.id());
    alice.browser.post(&revoke, &[]).await.expect(303);
    alice.browser.post(&revoke, &[]).await.expect(404);
    let all = "/settings/apps/revoke-all";
    alice.browser.post(all, &[]).await.expect(303);
    assert_eq!(alice.events().await.len(), 3);
    app.code_for(&alice).await;
    alice.browser.post(all, &[]).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(
        page.attributes("[data-event]", "data-event")[..4],
        ["apps_revoked", "app_approved", "app_revoked", "app_approved"]
    );
    assert!(page.all("[data-event=app_revoked]")[0].contains(&app.app.name));
    assert!(!Grant::exists(&instance.app.db, alice.id, app.id()).await.unwrap());
}

/// Shows: log.changes
#[tokio::test]
async fn actions_of_the_operator_are_marked_as_such() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    alice.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    instance.sign_in_on(&alice.browser, &alice).await;
    let page = alice.browser.get(PATH).await.expect(200);
    for kind in ["disabled", "enabled"] {
        let row = page.one(&format!("[data-event={kind}]"));
        assert!(row.contains("by the operator"), "{row}");
    }
}

/// Shows: log.own
#[tokio::test]
async fn no_one_can_read_the_log_of_someone_else() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mallory = instance.person("mallory").await;
    instance.sign_in_from("203.0.113.9", "alice", "wrong").await.expect(422);
    assert_eq!(mallory.events().await, ["signed_in"]);
    let events = SecurityEvent::page(&instance.app, alice.id, None, 9).await.unwrap();
    let path = format!("{PATH}?before={}", events[0].id + 1);
    let page = mallory.browser.get(&path).await.expect(200);
    assert!(!page.text().contains("203.0.113.9"));
    let led = instance.browser().get(PATH).await.expect(303);
    assert!(led.location().starts_with("/sign-in"));
}

/// Shows: random.cursors
#[tokio::test]
async fn a_long_log_comes_page_by_page() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.fill_log(&alice, false, 70).await;
    let first = alice.browser.get(PATH).await.expect(200);
    let shown = first.attributes("[data-event-id]", "data-event-id");
    assert_eq!(shown.len(), 50);
    let older = first.attributes("a[rel=next]", "href").remove(0);
    assert!(first.all("a[rel=prev]").is_empty());
    let second = alice.browser.get(&older).await.expect(200);
    let rest = second.attributes("[data-event-id]", "data-event-id");
    assert_eq!(rest.len(), 21);
    assert!(rest.iter().all(|id| !shown.contains(id)));
    assert!(second.all("a[rel=next]").is_empty());
    for malformed in ["x", "-1", "0", "9007199254740992", ""] {
        let page = alice.browser.get(&format!("{PATH}?before={malformed}")).await;
        let ids = page.expect(200).attributes("[data-event-id]", "data-event-id");
        assert_eq!(ids, shown, "{malformed}");
    }
}

/// Shows: log.bounded
#[tokio::test]
async fn a_flood_of_wrong_passwords_pushes_nothing_else_out() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.fill_log(&alice, false, 10).await;
    instance.fill_log(&alice, true, KEPT_OF_ANYBODY).await;
    instance.sign_in_from("203.0.113.9", "alice", "wrong").await.expect(422);
    assert_eq!(instance.logged(&alice, true).await, KEPT_OF_ANYBODY);
    assert_eq!(instance.logged(&alice, false).await, 11);
    assert_eq!(alice.events().await[0], "sign_in_failed");
}

/// Shows: log.bounded
#[tokio::test]
async fn of_what_people_do_themselves_the_newest_are_kept() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    instance.fill_log(&alice, false, KEPT + 5).await;
    instance.sign_in_on(&instance.browser(), &alice).await;
    assert_eq!(instance.logged(&alice, false).await, KEPT);
    assert_eq!(instance.logged(&bob, false).await, 1);
    assert_eq!(alice.events().await[0], "signed_in");
}

/// Shows: log.bounded
#[tokio::test]
async fn entries_of_half_a_year_ago_are_not_shown_deleted_or_not() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.clock.advance(DAY * 180 - Duration::from_millis(1));
    instance.sign_in_on(&alice.browser, &alice).await;
    assert_eq!(alice.events().await.len(), 2);
    instance.clock.advance(Duration::from_millis(2));
    assert_eq!(alice.events().await.len(), 1);
}

/// Shows: log.text
#[tokio::test]
async fn the_browsers_own_description_is_shown_as_text() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let fields = [("login", "alice"), ("password", "wrong")];
    let headers = [("Sec-Fetch-Site", "same-origin"), ("User-Agent", "<script>alert(1)</script>")];
    let browser = instance.browser();
    browser.post_with("/sign-in", &fields, &headers).await.expect(422);
    let long = "x".repeat(5_000);
    let headers = [("Sec-Fetch-Site", "same-origin"), ("User-Agent", long.as_str())];
    browser.post_with("/sign-in", &fields, &headers).await.expect(422);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(!page.text().contains("<script>alert"));
    assert!(page.text().contains("&lt;script&gt;alert"));
    let events = SecurityEvent::page(&instance.app, alice.id, None, 9).await.unwrap();
    assert_eq!(events[0].user_agent.len(), 200);
}

/// Shows: log.own
#[tokio::test]
async fn the_log_goes_with_the_account() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.sign_in_from("203.0.113.9", "alice", "wrong").await.expect(422);
    let fields = [("password", PASSWORD), ("confirm", "alice")];
    alice.browser.post("/settings/delete", &fields).await.expect(303);
    assert_eq!(instance.logged(&alice, true).await + instance.logged(&alice, false).await, 0);
}
