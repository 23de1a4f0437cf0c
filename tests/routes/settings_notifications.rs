//! `/settings/notifications`: the quiet time.

use portico::models::accounts::quiet_time;
use sea_orm::EntityTrait;

use crate::support::{Answer, Person, START, TestApp};

const QUIET: &str = "/settings/notifications/quiet";
const HOUR: i64 = 60 * 60 * 1000;

/// How many rows there are.
async fn count<E: EntityTrait>(house: &TestApp, _: E) -> usize {
    E::find().all(&*house.app.db).await.unwrap().len()
}

async fn set(person: &Person<'_>, fields: &[(&str, &str)]) -> Answer {
    person.browser.post(QUIET, fields).await
}

async fn is_quiet(house: &TestApp, person: &Person<'_>, hour: i64) -> bool {
    let at = START + hour * HOUR;
    quiet_time::is_quiet(&house.app.db, person.id, at)
        .await
        .unwrap()
}

const NIGHT: [(&str, &str); 3] = [
    ("starts_at", "22:00"),
    ("ends_at", "07:00"),
    ("time_zone", "Europe/Berlin"),
];

#[rocket::async_test]
async fn a_quiet_time_is_kept_for_its_owner_shown_again_and_turned_off() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    set(&alice, &NIGHT).await.expect(303);
    assert!(is_quiet(&house, &alice, 5).await);
    assert!(!is_quiet(&house, &alice, 6).await);
    assert!(is_quiet(&house, &alice, 21).await);
    assert!(!is_quiet(&house, &bob, 5).await);
    let page = alice.browser.get("/settings/notifications").await;
    let page = page.expect(200);
    assert_eq!(page.attributes("#f-starts_at", "value"), ["22:00"]);
    let chosen = page.attributes("#f-time_zone option[selected]", "value");
    assert_eq!(chosen, ["Europe/Berlin"]);
    assert_eq!(page.all("[name=days][checked]").len(), 7);
    set(&alice, &[("act", "off")]).await.expect(303);
    assert!(!is_quiet(&house, &alice, 5).await);
    assert_eq!(count(&house, quiet_time::Entity).await, 0);
}

#[rocket::async_test]
async fn it_begins_on_the_chosen_days() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    // The clock starts on a Thursday.
    let fields = [NIGHT.as_slice(), &[("days", "3"), ("days", "5")]].concat();
    set(&alice, &fields).await.expect(303);
    assert!(!is_quiet(&house, &alice, 5).await);
    assert!(is_quiet(&house, &alice, 22).await);
    assert!(!is_quiet(&house, &alice, 24 + 22).await);
    let page = alice.browser.get("/settings/notifications").await;
    let days = page.expect(200).attributes("[name=days][checked]", "value");
    assert_eq!(days, ["3", "5"]);
}

#[rocket::async_test]
async fn what_is_no_time_and_no_zone_is_refused_beside_its_field() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
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
    assert_eq!(count(&house, quiet_time::Entity).await, 0);
}

#[rocket::async_test]
async fn those_who_are_signed_out_are_sent_to_sign_in() {
    let house = TestApp::open().await;
    let stranger = house.browser();
    for answer in [
        stranger.get("/settings/notifications").await,
        stranger.post(QUIET, &NIGHT).await,
    ] {
        let answer = answer.expect(303);
        assert!(answer.location().starts_with("/sign-in"));
    }
}
