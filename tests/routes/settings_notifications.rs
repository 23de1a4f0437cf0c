//! `/settings/notifications`: the quiet time.

use portico_store::models::accounts::quiet_time;

use crate::support::{Answer, Person, START, TestInstance};

const QUIET: &str = "/settings/notifications/quiet";
const HOUR: i64 = 60 * 60 * 1000;

async fn set(person: &Person<'_>, fields: &[(&str, &str)]) -> Answer {
    person.browser.post(QUIET, fields).await
}

async fn is_quiet(instance: &TestInstance, person: &Person<'_>, hour: i64) -> bool {
    let at = START + hour * HOUR;
    quiet_time::is_quiet(&instance.app.db, person.id, at).await.unwrap()
}

const NIGHT: [(&str, &str); 3] = [("starts_at", "22:00"), ("ends_at", "07:00"), ("time_zone", "Europe/Berlin")];

#[tokio::test]
async fn a_quiet_time_is_kept_for_its_owner_shown_again_and_turned_off() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    set(&alice, &NIGHT).await.expect(303);
    assert!(is_quiet(&instance, &alice, 5).await);
    assert!(!is_quiet(&instance, &alice, 6).await);
    assert!(is_quiet(&instance, &alice, 21).await);
    assert!(!is_quiet(&instance, &bob, 5).await);
    let page = alice.browser.get("/settings/notifications").await;
    let page = page.expect(200);
    assert_eq!(page.attributes("#f-starts_at", "value"), ["22:00"]);
    let chosen = page.attributes("#f-time_zone option[selected]", "value");
    assert_eq!(chosen, ["Europe/Berlin"]);
    assert_eq!(page.all("[name=days][checked]").len(), 7);
    set(&alice, &[("act", "off")]).await.expect(303);
    assert!(!is_quiet(&instance, &alice, 5).await);
    assert_eq!(instance.rows(quiet_time::Entity).await, 0);
}

#[tokio::test]
async fn it_begins_on_the_chosen_days() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    // The clock starts on a Thursday.
    let fields = [NIGHT.as_slice(), &[("days", "3"), ("days", "5")]].concat();
    set(&alice, &fields).await.expect(303);
    assert!(!is_quiet(&instance, &alice, 5).await);
    assert!(is_quiet(&instance, &alice, 22).await);
    assert!(!is_quiet(&instance, &alice, 24 + 22).await);
    let page = alice.browser.get("/settings/notifications").await;
    let days = page.expect(200).attributes("[name=days][checked]", "value");
    assert_eq!(days, ["3", "5"]);
}

#[tokio::test]
async fn what_is_no_time_and_no_zone_is_refused_beside_its_field() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for (name, value) in [
        ("starts_at", "25:00"),
        ("starts_at", ""),
        ("ends_at", "7"),
        ("ends_at", "22:00"),
        ("time_zone", "Mars/Olympus"),
        ("time_zone", ""),
        ("days", "7"),
        ("days", "x"),
    ] {
        let mut fields = NIGHT.to_vec();
        fields.retain(|(field, _)| *field != name);
        fields.push((name, value));
        let page = set(&alice, &fields).await.expect(422);
        let fault = format!("[data-fault={name}]");
        assert_eq!(page.all(&fault).len(), 1, "{name}={value}");
    }
    assert_eq!(instance.rows(quiet_time::Entity).await, 0);
}

#[tokio::test]
async fn those_who_are_signed_out_are_sent_to_sign_in() {
    let instance = TestInstance::open().await;
    let stranger = instance.browser();
    for answer in [stranger.get("/settings/notifications").await, stranger.post(QUIET, &NIGHT).await] {
        let answer = answer.expect(303);
        assert!(answer.location().starts_with("/sign-in"));
    }
}
