//! Expired rows, one test per kind.

use std::time::Duration;

use portico::background::cleanup::ROWS_PER_STEP;
use portico::models::Delivery;
use portico::models::accounts::authenticator;
use portico::models::accounts::phone_code::{self, budget};
use portico::models::accounts::saved_form;
use portico::models::accounts::security_event;
use portico::models::accounts::{password_reset, session};
use portico::models::logs::delivery::hour;
use portico::models::oauth::{authorization_code, device_code};
use portico::models::webhooks::idempotency_key;
use sea_orm::{EntityTrait, Set};
use serde_json::json;

use super::{DAY, HOUR, SECOND};
use crate::support::{CALLBACK, TestApp, arranged};

/// Shows: sessions.idle
#[rocket::async_test]
async fn a_session_goes_when_it_was_not_used_for_a_month() {
    let house = TestApp::open().await;
    house.person("alice").await;
    house.goes_after("idle_sessions", 30 * DAY, 1).await;
    assert_eq!(house.rows(session::Entity).await, 0);
}

/// Shows: sessions.absolute
#[rocket::async_test]
async fn a_session_that_is_used_goes_when_it_is_half_a_year_old() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    for _ in 0..9 {
        house.clock.advance(19 * DAY);
        alice.browser.get("/servers").await.expect(200);
        house.session_noted(&alice).await;
        assert_eq!(house.rows_deleted("idle_sessions").await, 0);
    }
    house.goes_after("old_sessions", 9 * DAY, 1).await;
    assert_eq!(house.rows(session::Entity).await, 0);
}

/// Shows: phone.not-kept
#[rocket::async_test]
async fn a_phone_code_and_its_number_go_after_a_day_and_the_budget_with_its_day() {
    let house = TestApp::open().await;
    let alice = house.person_without_phone("alice").await;
    let send = || async {
        let fields = [("phone", "+4915112345678")];
        alice
            .browser
            .post("/settings/phone", &fields)
            .await
            .expect(303);
    };
    send().await;
    house.goes_after("phone_codes", DAY, 1).await;
    assert_eq!(house.rows(phone_code::Entity).await, 0);
    // Thirty seconds more: that long a number rests after a text, also over the end of a day.
    assert_eq!(house.rows_deleted("phone_budgets").await, 0);
    // The number's, and that of the instance.
    house.goes_after("phone_budgets", 30 * SECOND, 2).await;
    assert_eq!(house.rows(budget::Entity).await, 0);
    house.sign_in_on(&alice.browser, &alice).await;
    send().await;
}

/// Shows: reset.not-kept
#[rocket::async_test]
async fn a_reset_goes_when_its_day_is_over_and_its_code_too() {
    let house = TestApp::open().await;
    for login in ["nobody", "someone"] {
        let asked = house.browser().post("/reset", &[("login", login)]).await;
        asked.expect(303);
    }
    house
        .goes_after("password_resets", DAY + 600 * SECOND, 2)
        .await;
    assert_eq!(house.rows(password_reset::Entity).await, 0);
}

/// Shows: second-step.not-kept
#[rocket::async_test]
async fn a_sign_in_that_waits_goes_after_ten_minutes_and_trust_after_thirty_days() {
    let house = TestApp::open().await;
    let alice = house.protected("alice").await;
    alice.sign_in(&house.browser(), &[("trust", "on")]).await;
    alice.enter_password(&house.browser()).await;
    house.goes_after("sign_in_tickets", 600 * SECOND, 1).await;
    // The trust began thirty seconds before the sign-in that waited.
    let rest = 30 * DAY - 630 * SECOND;
    house.goes_after("trusted_browsers", rest, 1).await;
    assert_eq!(house.rows(authenticator::Entity).await, 1);
}

/// Shows: passkeys.not-kept
#[rocket::async_test]
async fn a_challenge_that_was_answered_goes_once_it_is_over() {
    let house = TestApp::open().await;
    let device = crate::support::Authenticator::new();
    house.with_passkey("alice", &device).await;
    house.browser().sign_in_with(&device).await.expect(303);
    // To add it, and to sign in with it.
    house.goes_after("used_challenges", 600 * SECOND, 2).await;
    assert_eq!(house.dump().await["passkeys"].len(), 1);
}

/// Shows: second-step.not-kept
#[rocket::async_test]
async fn a_key_without_its_first_code_goes_after_an_hour() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    crate::support::new_key(&alice.browser).await;
    house
        .goes_after("unconfirmed_authenticators", HOUR, 1)
        .await;
    assert_eq!(house.rows(authenticator::Entity).await, 0);
}

#[rocket::async_test]
async fn a_form_that_was_kept_goes_after_an_hour() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    session::Entity::delete_many()
        .exec(&*house.app.db)
        .await
        .unwrap();
    let fields = [("name", "Acme")];
    alice.browser.post("/servers", &fields).await.expect(303);
    house.goes_after("saved_forms", HOUR, 1).await;
    assert_eq!(house.rows(saved_form::Entity).await, 0);
}

/// Shows: log.bounded
#[rocket::async_test]
async fn what_happened_to_an_account_goes_after_half_a_year() {
    let house = TestApp::open().await;
    house.person("alice").await;
    house
        .goes_after(
            "old_security_events",
            180 * DAY + Duration::from_millis(1),
            1,
        )
        .await;
    assert_eq!(house.rows(security_event::Entity).await, 0);
}

#[rocket::async_test]
async fn a_code_goes_a_day_after_it_ran_out() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    app.code_for(&alice).await;
    let span = DAY + 60 * SECOND + Duration::from_millis(1);
    house.goes_after("authorization_codes", span, 1).await;
    assert_eq!(house.rows(authorization_code::Entity).await, 0);
}

/// Shows: device.not-kept
#[rocket::async_test]
async fn the_sign_in_of_a_device_goes_ten_minutes_after_it_expired() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    app.allow_devices(true).await;
    app.device().await;
    let span = 1_200 * SECOND + Duration::from_millis(1);
    house.goes_after("device_codes", span, 1).await;
    assert_eq!(house.rows(device_code::Entity).await, 0);
}

/// Shows: webhook.idempotency
#[rocket::async_test]
async fn an_idempotency_key_goes_after_a_day_and_without_its_webhook_too() {
    let house = TestApp::open().await;
    let (alice, acme, hook) = arranged(&house).await;
    let gone = acme.webhook(&alice, &acme.general).await;
    for hook in [&hook, &gone] {
        for key in ["a", "b"] {
            hook.post_with(
                &[("Idempotency-Key", key)],
                json!({"content": "x"}).to_string(),
            )
            .await
            .expect(200);
        }
    }
    portico::models::Webhook::delete(&house.app, alice.id, gone.id(), "Builds")
        .await
        .unwrap();
    house.goes_after("idempotency_keys", DAY, 4).await;
    assert_eq!(house.rows(idempotency_key::Entity).await, 0);
}

#[rocket::async_test]
async fn the_log_of_a_silent_webhook_goes_after_thirty_days() {
    let house = TestApp::open().await;
    let (_, _, hook) = arranged(&house).await;
    hook.say("hello", &[]).await.expect(200);
    house.app.log.settled().await;
    assert_eq!(house.rows(delivery_rows()).await, 1);
    house
        .goes_after("old_deliveries", 30 * DAY + Duration::from_millis(1), 1)
        .await;
    assert_eq!(house.rows(delivery_rows()).await, 0);
}

/// Shows: audit.kept
#[rocket::async_test]
async fn an_entry_of_an_audit_log_goes_after_ninety_days() {
    let house = TestApp::open().await;
    arranged(&house).await;
    let (millisecond, day) = (Duration::from_millis(1), DAY);
    house
        .goes_after("audit_entries", 90 * day + millisecond, 1)
        .await;
    assert!(house.audited().await.is_empty());
}

#[rocket::async_test]
async fn many_old_entries_of_audit_logs_go_in_steps() {
    let house = TestApp::open().await;
    house.fill(7, 1, ROWS_PER_STEP + 3).await;
    house.clock.advance(90 * DAY);
    // What is of today stays.
    let (_, _, _) = arranged(&house).await;
    house.clock.advance(Duration::from_secs(60));
    let step = house.step("audit_entries").await;
    assert_eq!((step.rows, step.more), (ROWS_PER_STEP, true));
    let step = house.step("audit_entries").await;
    assert_eq!((step.rows, step.more), (3, false));
    assert_eq!(house.audited().await.len(), 1);
}

fn delivery_rows() -> portico::models::logs::delivery::Entity {
    portico::models::logs::delivery::Entity
}

#[rocket::async_test]
async fn the_log_of_an_idle_webhook_is_trimmed_to_five_hundred() {
    let house = TestApp::open().await;
    let (_, _, hook) = arranged(&house).await;
    let attempts: Vec<Delivery> = (0..510)
        .map(|_| Delivery {
            id: house.app.id(),
            webhook_id: hook.id(),
            status: 200,
            latency_us: 1,
            message_id: None,
            report: "{}".to_owned(),
            dialect: None,
            event: None,
            notes: None,
        })
        .collect();
    portico::models::logs::delivery::keep(&house.app.db, &attempts)
        .await
        .unwrap();
    assert_eq!(house.rows_deleted("surplus_deliveries").await, 10);
    assert_eq!(house.rows_deleted("surplus_deliveries").await, 0);
    let kept = delivery_rows();
    assert_eq!(house.rows(kept).await, 500);
}

#[rocket::async_test]
async fn an_app_keeps_its_newest_two_hundred_events() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let events = (0..203).map(|_| portico::models::logs::app_event::ActiveModel {
        id: Set(house.app.id()),
        app_id: Set(app.id()),
        kind: Set("exchanged".to_owned()),
        detail: Set(String::new()),
        user_id: Set(None),
    });
    portico::models::logs::app_event::Entity::insert_many(events)
        .exec_without_returning(&*house.app.db)
        .await
        .unwrap();
    assert_eq!(house.rows_deleted("surplus_app_events").await, 3);
    assert_eq!(app.events().await.len(), 200);
    assert_eq!(house.rows_deleted("surplus_app_events").await, 0);
}

#[rocket::async_test]
async fn hours_go_when_no_chart_shows_them() {
    let house = TestApp::open().await;
    let (_, _, hook) = arranged(&house).await;
    hook.say("hello", &[]).await.expect(200);
    house.app.log.settled().await;
    assert_eq!(house.rows(hour::Entity).await, 1);
    house.goes_after("webhook_hours", 25 * HOUR, 1).await;
    assert_eq!(house.rows(hour::Entity).await, 0);
}
