//! Expired rows, one test per kind.

use std::time::Duration;

use portico::background::cleanup::ROWS_PER_STEP;
use portico_store::models::Delivery;
use portico_store::models::accounts::authenticator;
use portico_store::models::accounts::phone_code::{self, budget};
use portico_store::models::accounts::saved_form;
use portico_store::models::accounts::security_event;
use portico_store::models::accounts::{password_reset, session};
use portico_store::models::logs::delivery::hour;
use portico_store::models::oauth::{authorization_code, device_code};
use portico_store::models::webhooks::idempotency_key;
use sea_orm::{EntityTrait, Set};
use serde_json::json;

use super::{DAY, HOUR, SECOND};
use crate::support::TestInstance;

/// Shows: sessions.idle
#[tokio::test]
async fn a_session_goes_when_it_was_not_used_for_a_month() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    instance.goes_after("idle_sessions", 30 * DAY, 1).await;
    assert_eq!(instance.rows(session::Entity).await, 0);
}

/// Shows: sessions.absolute
#[tokio::test]
async fn a_session_that_is_used_goes_when_it_is_half_a_year_old() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for _ in 0..9 {
        instance.clock.advance(19 * DAY);
        alice.browser.get("/servers").await.expect(200);
        instance.session_noted(&alice).await;
        assert_eq!(instance.rows_deleted("idle_sessions").await, 0);
    }
    instance.goes_after("old_sessions", 9 * DAY, 1).await;
    assert_eq!(instance.rows(session::Entity).await, 0);
}

/// Shows: phone.not-kept
#[tokio::test]
async fn a_phone_code_and_its_number_go_after_a_day_and_the_budget_with_its_day() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let send = || async {
        let fields = [("phone", "+4915112345678")];
        alice.browser.post("/settings/phone", &fields).await.expect(303);
    };
    send().await;
    instance.goes_after("phone_codes", DAY, 1).await;
    assert_eq!(instance.rows(phone_code::Entity).await, 0);
    // Thirty seconds more: that long a number rests after a text, also over the end of a day.
    assert_eq!(instance.rows_deleted("phone_budgets").await, 0);
    // The number's, that of the account's new numbers, and that of the instance.
    instance.goes_after("phone_budgets", 30 * SECOND, 3).await;
    assert_eq!(instance.rows(budget::Entity).await, 0);
    instance.sign_in_on(&alice.browser, &alice).await;
    send().await;
}

/// Shows: reset.not-kept
#[tokio::test]
async fn a_reset_goes_when_its_day_is_over_and_its_code_too() {
    let instance = TestInstance::open().await;
    for login in ["nobody", "someone"] {
        let asked = instance.browser().post("/reset", &[("login", login)]).await;
        asked.expect(303);
    }
    instance.goes_after("password_resets", DAY + 600 * SECOND, 2).await;
    assert_eq!(instance.rows(password_reset::Entity).await, 0);
}

/// Shows: second-step.not-kept
#[tokio::test]
async fn a_sign_in_that_waits_goes_after_ten_minutes_and_trust_after_thirty_days() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    alice.sign_in(&instance.browser(), &[("trust", "on")]).await;
    alice.enter_password(&instance.browser()).await;
    instance.goes_after("sign_in_tickets", 600 * SECOND, 1).await;
    // The trust began thirty seconds before the sign-in that waited.
    let rest = 30 * DAY - 630 * SECOND;
    instance.goes_after("trusted_browsers", rest, 1).await;
    assert_eq!(instance.rows(authenticator::Entity).await, 1);
}

/// Shows: passkeys.not-kept
#[tokio::test]
async fn a_challenge_that_was_answered_goes_once_it_is_over() {
    let instance = TestInstance::open().await;
    let device = crate::support::Authenticator::new();
    instance.with_passkey("alice", &device).await;
    instance.browser().sign_in_with(&device).await.expect(303);
    // To add it, and to sign in with it.
    instance.goes_after("used_challenges", 600 * SECOND, 2).await;
    assert_eq!(instance.dump().await["passkeys"].len(), 1);
}

/// Shows: second-step.not-kept
#[tokio::test]
async fn a_key_without_its_first_code_goes_after_an_hour() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    crate::support::new_key(&alice.browser).await;
    instance.goes_after("unconfirmed_authenticators", HOUR, 1).await;
    assert_eq!(instance.rows(authenticator::Entity).await, 0);
}

#[tokio::test]
async fn a_form_that_was_kept_goes_after_an_hour() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    session::Entity::delete_many().exec(&*instance.app.db).await.unwrap();
    let fields = [("name", "Acme")];
    alice.browser.post("/servers", &fields).await.expect(303);
    instance.goes_after("saved_forms", HOUR, 1).await;
    assert_eq!(instance.rows(saved_form::Entity).await, 0);
}

/// Shows: log.bounded
#[tokio::test]
async fn what_happened_to_an_account_goes_after_half_a_year() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    instance.goes_after("old_security_events", 180 * DAY + Duration::from_millis(1), 1).await;
    assert_eq!(instance.rows(security_event::Entity).await, 0);
}

#[tokio::test]
async fn a_code_goes_a_day_after_it_ran_out() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let span = DAY + 60 * SECOND + Duration::from_millis(1);
    instance.goes_after("authorization_codes", span, 1).await;
    assert_eq!(instance.rows(authorization_code::Entity).await, 0);
}

/// Shows: device.not-kept
#[tokio::test]
async fn the_sign_in_of_a_device_goes_ten_minutes_after_it_expired() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    app.allow_devices(true).await;
    app.device().await;
    let span = 1_200 * SECOND + Duration::from_millis(1);
    instance.goes_after("device_codes", span, 1).await;
    assert_eq!(instance.rows(device_code::Entity).await, 0);
}

/// Shows: webhook.idempotency
#[tokio::test]
async fn an_idempotency_key_goes_after_a_day_and_without_its_webhook_too() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let gone = acme.webhook(&alice, &acme.general).await;
    for hook in [&hook, &gone] {
        for key in ["a", "b"] {
            hook.post_with(&[("Idempotency-Key", key)], json!({"content": "x"}).to_string()).await.expect(200);
        }
    }
    portico_store::models::Webhook::delete(&instance.app, alice.id, gone.id(), "Builds").await.unwrap();
    instance.goes_after("idempotency_keys", DAY, 4).await;
    assert_eq!(instance.rows(idempotency_key::Entity).await, 0);
}

#[tokio::test]
async fn the_log_of_a_silent_webhook_goes_after_thirty_days() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    hook.say("hello", &[]).await.expect(200);
    instance.app.log.settled().await;
    assert_eq!(instance.rows(delivery_rows()).await, 1);
    instance.goes_after("old_deliveries", 30 * DAY + Duration::from_millis(1), 1).await;
    assert_eq!(instance.rows(delivery_rows()).await, 0);
}

/// Shows: audit.kept
#[tokio::test]
async fn an_entry_of_an_audit_log_goes_after_ninety_days() {
    let instance = TestInstance::open().await;
    instance.acme_with_webhook().await;
    let (millisecond, day) = (Duration::from_millis(1), DAY);
    instance.goes_after("audit_entries", 90 * day + millisecond, 1).await;
    assert!(instance.audited().await.is_empty());
}

#[tokio::test]
async fn many_old_entries_of_audit_logs_go_in_steps() {
    let instance = TestInstance::open().await;
    instance.fill(7, 1.into(), ROWS_PER_STEP + 3).await;
    instance.clock.advance(90 * DAY);
    // What is of today stays.
    let (_, _, _) = instance.acme_with_webhook().await;
    instance.clock.advance(Duration::from_secs(60));
    let step = instance.step("audit_entries").await;
    assert_eq!((step.rows, step.more), (ROWS_PER_STEP, true));
    let step = instance.step("audit_entries").await;
    assert_eq!((step.rows, step.more), (3, false));
    assert_eq!(instance.audited().await.len(), 1);
}

fn delivery_rows() -> portico_store::models::logs::delivery::Entity {
    portico_store::models::logs::delivery::Entity
}

#[tokio::test]
async fn the_log_of_an_idle_webhook_is_trimmed_to_five_hundred() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let attempts: Vec<Delivery> = (0..510)
        .map(|_| Delivery {
            id: instance.app.id(),
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
    portico_store::models::logs::delivery::keep(&instance.app.db, &attempts).await.unwrap();
    assert_eq!(instance.rows_deleted("surplus_deliveries").await, 10);
    assert_eq!(instance.rows_deleted("surplus_deliveries").await, 0);
    let kept = delivery_rows();
    assert_eq!(instance.rows(kept).await, 500);
}

#[tokio::test]
async fn an_app_keeps_its_newest_two_hundred_events() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let events = (0..203).map(|_| portico_store::models::logs::app_event::ActiveModel {
        id: Set(instance.app.id()),
        app_id: Set(app.id()),
        kind: Set("exchanged".to_owned()),
        detail: Set(String::new()),
        user_id: Set(None),
    });
    portico_store::models::logs::app_event::Entity::insert_many(events)
        .exec_without_returning(&*instance.app.db)
        .await
        .unwrap();
    assert_eq!(instance.rows_deleted("surplus_app_events").await, 3);
    assert_eq!(app.events().await.len(), 200);
    assert_eq!(instance.rows_deleted("surplus_app_events").await, 0);
}

#[tokio::test]
async fn hours_go_when_no_chart_shows_them() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    hook.say("hello", &[]).await.expect(200);
    instance.app.log.settled().await;
    assert_eq!(instance.rows(hour::Entity).await, 1);
    instance.goes_after("webhook_hours", 25 * HOUR, 1).await;
    assert_eq!(instance.rows(hour::Entity).await, 0);
}
