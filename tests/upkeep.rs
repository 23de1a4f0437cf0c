//! What is over goes when its time has come, in small steps, and what is gone shows nowhere meanwhile.

use std::sync::Arc;
use std::time::Duration;

use portico::delivery;
use portico::instance::Instance;
use portico::models::delivery::hour;
use portico::models::phone_code::{self, budget};
use portico::models::places::Places;
use portico::models::sweep::{self, Sweep, Swept};
use portico::models::webhook::Changes;
use portico::models::{
    Channel, Delivery, Server, authorization_code, departed_channel, idempotency_key, inbox,
    mention, message, password_reset, read_mark, security_event, session,
};
use portico::upkeep::{STEP, Upkeep};
use rocket::tokio;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, Set};
use serde_json::json;

use crate::support::{CALLBACK, Community, House, arranged};

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl House {
    /// How many mentions somebody has not read.
    async fn unread(&self, user_id: i64) -> u64 {
        let db = &*self.at.db;
        let places = Places::of(db, user_id).await.unwrap();
        places.unread_mentions(db).await.unwrap().total()
    }
}

fn kind(name: &str) -> &'static Sweep {
    sweep::ALL
        .iter()
        .find(|sweep| sweep.kind == name)
        .unwrap_or_else(|| panic!("nothing called {name} is swept"))
}

impl House {
    /// One step of one kind; says how many rows went.
    async fn swept(&self, name: &str) -> u64 {
        self.step(name).await.rows
    }

    async fn step(&self, name: &str) -> Swept {
        let mut upkeep = Upkeep::of(self.at.clone());
        upkeep.step(kind(name)).await.unwrap().expect("a turn")
    }

    async fn rows<E: EntityTrait>(&self, _: E) -> u64
    where
        E::Model: Sync,
    {
        E::find().count(&*self.at.db).await.unwrap()
    }

    /// Goes to just before rows of a kind are over, and then to that moment.
    async fn goes_after(&self, name: &str, span: Duration, rows: u64) {
        self.clock.advance(span - Duration::from_millis(1));
        assert_eq!(self.swept(name).await, 0, "{name} went too early");
        self.clock.advance(Duration::from_millis(1));
        assert_eq!(self.swept(name).await, rows, "{name} did not go");
        assert_eq!(self.swept(name).await, 0);
    }
}

/// Shows: sessions.idle
#[rocket::async_test]
async fn a_session_goes_when_it_was_not_used_for_a_month() {
    let house = House::open().await;
    house.person("alice").await;
    house.goes_after("idle_sessions", 30 * DAY, 1).await;
    assert_eq!(house.rows(session::Entity).await, 0);
}

#[rocket::async_test]
async fn a_session_that_is_used_goes_when_it_is_half_a_year_old() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    for _ in 0..9 {
        house.clock.advance(19 * DAY);
        alice.browser.get("/servers").await.expect(200);
        house.session_noted(&alice).await;
        assert_eq!(house.swept("idle_sessions").await, 0);
    }
    house.goes_after("old_sessions", 9 * DAY, 1).await;
    assert_eq!(house.rows(session::Entity).await, 0);
}

#[rocket::async_test]
async fn a_phone_code_and_its_number_go_after_a_day_and_the_budget_with_its_day() {
    let house = House::open().await;
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
    assert_eq!(house.swept("phone_budgets").await, 0);
    house.goes_after("phone_budgets", 30 * SECOND, 1).await;
    assert_eq!(house.rows(budget::Entity).await, 0);
    house.sign_in_on(&alice.browser, &alice).await;
    send().await;
}

#[rocket::async_test]
async fn a_reset_goes_when_its_day_is_over_and_its_code_too() {
    let house = House::open().await;
    for login in ["nobody", "somebody"] {
        let asked = house.browser().post("/reset", &[("login", login)]).await;
        asked.expect(303);
    }
    house
        .goes_after("password_resets", DAY + 600 * SECOND, 2)
        .await;
    assert_eq!(house.rows(password_reset::Entity).await, 0);
}

#[rocket::async_test]
async fn what_happened_to_an_account_goes_after_half_a_year() {
    let house = House::open().await;
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
    let house = House::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    app.code_for(&alice).await;
    let span = DAY + 60 * SECOND + Duration::from_millis(1);
    house.goes_after("authorization_codes", span, 1).await;
    assert_eq!(house.rows(authorization_code::Entity).await, 0);
}

#[rocket::async_test]
async fn an_idempotency_key_goes_after_a_day_and_without_its_webhook_too() {
    let house = House::open().await;
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
    portico::models::Webhook::delete(&house.at, alice.id, gone.id(), "Builds")
        .await
        .unwrap();
    house.goes_after("idempotency_keys", DAY, 4).await;
    assert_eq!(house.rows(idempotency_key::Entity).await, 0);
}

#[rocket::async_test]
async fn the_log_of_a_silent_webhook_goes_after_thirty_days() {
    let house = House::open().await;
    let (_, _, hook) = arranged(&house).await;
    hook.say("hello", &[]).await.expect(200);
    house.at.log.settled().await;
    assert_eq!(house.rows(delivery_rows()).await, 1);
    house
        .goes_after("old_deliveries", 30 * DAY + Duration::from_millis(1), 1)
        .await;
    assert_eq!(house.rows(delivery_rows()).await, 0);
}

#[rocket::async_test]
async fn an_entry_of_an_audit_log_goes_after_ninety_days() {
    let house = House::open().await;
    arranged(&house).await;
    let (millisecond, day) = (Duration::from_millis(1), DAY);
    house
        .goes_after("audit_entries", 90 * day + millisecond, 1)
        .await;
    assert!(house.audited().await.is_empty());
}

#[rocket::async_test]
async fn many_old_entries_of_audit_logs_go_in_steps() {
    let house = House::open().await;
    house.fill(7, 1, STEP + 3).await;
    house.clock.advance(90 * DAY);
    // What is of today stays.
    let (_, _, _) = arranged(&house).await;
    house.clock.advance(Duration::from_secs(60));
    let step = house.step("audit_entries").await;
    assert_eq!((step.rows, step.more), (STEP, true));
    let step = house.step("audit_entries").await;
    assert_eq!((step.rows, step.more), (3, false));
    assert_eq!(house.audited().await.len(), 1);
}

fn delivery_rows() -> portico::models::delivery::Entity {
    portico::models::delivery::Entity
}

#[rocket::async_test]
async fn a_log_keeps_the_newest_five_hundred_of_a_webhook_that_fell_silent() {
    let house = House::open().await;
    let (_, _, hook) = arranged(&house).await;
    let attempts: Vec<Delivery> = (0..510)
        .map(|_| Delivery {
            id: house.at.id(),
            webhook_id: hook.id(),
            status: 200,
            latency_us: 1,
            message_id: None,
            report: "{}".to_owned(),
        })
        .collect();
    portico::models::delivery::keep(&*house.at.db, &attempts)
        .await
        .unwrap();
    assert_eq!(house.swept("surplus_deliveries").await, 10);
    assert_eq!(house.swept("surplus_deliveries").await, 0);
    let kept = delivery_rows();
    assert_eq!(house.rows(kept).await, 500);
}

#[rocket::async_test]
async fn an_app_keeps_its_newest_two_hundred_events() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let events = (0..203).map(|_| portico::models::app_event::ActiveModel {
        id: Set(house.at.id()),
        app_id: Set(app.id()),
        kind: Set("exchanged".to_owned()),
        detail: Set(String::new()),
        user_id: Set(None),
    });
    portico::models::app_event::Entity::insert_many(events)
        .exec_without_returning(&*house.at.db)
        .await
        .unwrap();
    assert_eq!(house.swept("surplus_app_events").await, 3);
    assert_eq!(app.events().await.len(), 200);
    assert_eq!(house.swept("surplus_app_events").await, 0);
}

#[rocket::async_test]
async fn hours_go_when_no_chart_shows_them() {
    let house = House::open().await;
    let (_, _, hook) = arranged(&house).await;
    hook.say("hello", &[]).await.expect(200);
    house.at.log.settled().await;
    assert_eq!(house.rows(hour::Entity).await, 1);
    house.goes_after("webhook_hours", 25 * HOUR, 1).await;
    assert_eq!(house.rows(hour::Entity).await, 0);
}

/// A channel of Acme with a webhook that may call everybody.
async fn busy<'h>(house: &'h House) -> (crate::support::Person<'h>, Community<'h>, Channel) {
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let busy = acme.channel("busy").await;
    (alice, acme, busy)
}

#[rocket::async_test]
async fn a_channel_goes_at_once_and_what_was_said_in_it_in_steps() {
    let house = House::open().await;
    let (alice, acme, busy) = busy(&house).await;
    let bob = house.person("bob").await;
    acme.join(&bob).await;
    let role = acme
        .join_with(&bob, portico::chat::permissions::Permissions::NONE)
        .await;
    let text = format!("@bob @role_{} @all", role.id);
    alice.say(&busy, &text).await.expect(303);
    assert_eq!(house.rows(mention::Entity).await, 3);
    house.many(&busy, STEP).await;
    assert_eq!(house.unread(bob.id).await, 1);

    Channel::delete(&house.at, alice.id, acme.id(), busy.id)
        .await
        .unwrap();
    // Nothing is swept yet, and nothing shows.
    assert_eq!(house.rows(message::Entity).await, STEP + 1);
    assert_eq!(house.rows(mention::Entity).await, 3);
    assert_eq!(house.unread(bob.id).await, 0);
    inbox::mark_all_read(&house.at, bob.id, portico::ids::LARGEST)
        .await
        .unwrap();
    let page = bob.browser.get("/inbox").await.expect(200);
    assert!(!page.text().contains("busy"), "{}", page.text());
    bob.browser
        .get(&format!("/channels/{}", busy.id))
        .await
        .expect(404);

    let step = house.step("departed_channels").await;
    assert_eq!(
        step,
        Swept {
            rows: STEP,
            more: true
        }
    );
    assert_eq!(house.rows(mention::Entity).await, 0);
    // The last message, and how far Alice had read.
    let step = house.step("departed_channels").await;
    assert_eq!(
        step,
        Swept {
            rows: 2,
            more: false
        }
    );
    assert_eq!(house.rows(message::Entity).await, 0);
    assert_eq!(house.rows(read_mark::Entity).await, 0);

    // Who was writing while it went is caught an hour later; then its name goes as well.
    house.many(&busy, 1).await;
    assert_eq!(house.swept("departed_channels").await, 0);
    assert_eq!(house.rows(departed_channel::Entity).await, 1);
    house.goes_after("departed_channels", HOUR, 1).await;
    assert_eq!(house.rows(departed_channel::Entity).await, 0);
}

impl House {
    /// So many messages, as they stand in the database.
    async fn many(&self, channel: &Channel, count: u64) {
        let rows = (0..count).map(|_| message::ActiveModel {
            id: Set(self.at.id()),
            channel_id: Set(channel.id),
            author_id: Set(None),
            webhook_id: Set(None),
            name: Set(None),
            avatar_url: Set(None),
            content: Set("words".to_owned()),
            spans: Set(None),
        });
        message::Entity::insert_many(rows)
            .exec_without_returning(&*self.at.db)
            .await
            .unwrap();
    }
}

#[rocket::async_test]
async fn a_server_takes_the_messages_of_all_its_channels_along() {
    let house = House::open().await;
    let (alice, acme, busy) = busy(&house).await;
    let other = house.server("Other", &alice).await;
    alice.say(&acme.general, "one").await.expect(303);
    alice.say(&busy, "two @all").await.expect(303);
    alice.say(&other.general, "three @all").await.expect(303);
    Server::delete(&house.at, alice.id, acme.id(), "Acme")
        .await
        .unwrap();
    assert_eq!(house.unread(alice.id).await, 0);
    // Two messages, and two marks of Alice's.
    assert_eq!(house.swept("departed_channels").await, 4);
    assert_eq!(house.rows(message::Entity).await, 1);
    assert_eq!(house.rows(mention::Entity).await, 1);
    assert_eq!(house.rows(read_mark::Entity).await, 1);
}

#[rocket::async_test]
async fn a_channel_that_is_not_deleted_after_all_is_not_swept() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    alice.say(&acme.general, "hello").await.expect(303);
    // The last one stays.
    let refused = Channel::delete(&house.at, alice.id, acme.id(), acme.general.id).await;
    assert!(refused.is_err());
    assert_eq!(house.swept("departed_channels").await, 0);
    assert_eq!(house.rows(message::Entity).await, 1);
}

#[rocket::async_test]
async fn the_log_leads_to_no_message_of_a_channel_that_is_gone() {
    let house = House::open().await;
    let (alice, acme, busy) = busy(&house).await;
    let hook = acme.webhook(&alice, &busy).await;
    hook.say("hello", &[]).await.expect(200);
    house.at.log.settled().await;
    let moved = Changes {
        channel_id: &acme.general.id.to_string(),
        name: "Builds",
        avatar: Ok(None),
        remove_avatar: false,
    };
    portico::models::Webhook::edit(&house.at, alice.id, hook.id(), moved)
        .await
        .unwrap();
    let attempt = portico::models::delivery::Entity::find()
        .one(&*house.at.db)
        .await
        .unwrap()
        .unwrap();
    let path = format!("/portal/webhooks/{}/deliveries/{}", hook.id(), attempt.id);
    let link = format!("/channels/{}?", busy.id);
    let shown = |page: crate::support::Answer| {
        page.attributes("a", "href")
            .iter()
            .any(|href| href.starts_with(&link))
    };
    assert!(shown(alice.browser.get(&path).await.expect(200)));
    Channel::delete(&house.at, alice.id, acme.id(), busy.id)
        .await
        .unwrap();
    assert!(!shown(alice.browser.get(&path).await.expect(200)));
}

#[rocket::async_test]
async fn whoever_deletes_a_channel_takes_the_message_along_that_is_being_written() {
    let house = House::open().await;
    let (alice, acme, busy) = busy(&house).await;
    let write = house.at.begin().await.unwrap();
    assert!(Channel::hold(&*write, busy.id).await.unwrap());
    let (at, ids) = (house.at.clone(), (alice.id, acme.id(), busy.id));
    let deletion = tokio::spawn(async move { Channel::delete(&at, ids.0, ids.1, ids.2).await });
    message::Entity::insert(message::ActiveModel {
        id: Set(house.at.id()),
        channel_id: Set(busy.id),
        author_id: Set(Some(alice.id)),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        content: Set("wait".to_owned()),
        spans: Set(None),
    })
    .exec_without_returning(&*write)
    .await
    .unwrap();
    write.commit().await.unwrap();
    deletion.await.unwrap().unwrap();
    assert_eq!(house.swept("departed_channels").await, 1);
    // And nobody writes in it any more.
    let write = house.at.begin().await.unwrap();
    assert!(!Channel::hold(&*write, busy.id).await.unwrap());
    drop(write);
    let refused = delivery::post(&house.at, alice.id, busy.id, "late").await;
    assert!(matches!(refused, Err(portico::error::Error::NotFound)));
}

#[rocket::async_test]
async fn what_is_more_than_a_step_goes_in_a_round_of_steps() {
    let house = House::open().await;
    let (alice, acme, busy) = busy(&house).await;
    house.many(&busy, 2 * STEP + 1).await;
    Channel::delete(&house.at, alice.id, acme.id(), busy.id)
        .await
        .unwrap();
    Upkeep::of(house.at.clone()).round(sweep::ALL).await;
    assert_eq!(house.rows(message::Entity).await, 0);
    let metrics = house.at.metrics.text().unwrap();
    let line = format!(
        "portico_rows_swept_total{{kind=\"departed_channels\"}} {}",
        2 * STEP + 1
    );
    assert!(metrics.contains(&line), "{metrics}");
}

#[rocket::async_test]
async fn a_kind_that_fails_does_not_stop_the_others() {
    let house = House::open().await;
    house.person("alice").await;
    house.clock.advance(30 * DAY);
    house
        .at
        .db
        .execute_unprepared("DROP TABLE webhook_hours")
        .await
        .unwrap();
    house
        .at
        .db
        .execute_unprepared("DROP TABLE phone_codes")
        .await
        .unwrap();
    let mut backwards = sweep::ALL.to_vec();
    backwards.reverse();
    Upkeep::of(house.at.clone()).round(&backwards).await;
    assert_eq!(house.rows(session::Entity).await, 0);
}

#[rocket::async_test]
async fn one_process_sweeps_at_a_time() {
    let house = House::open().await;
    if house.at.db.get_database_backend() != DbBackend::Postgres {
        return; // SQLite has one process.
    }
    house.person("alice").await;
    house.clock.advance(30 * DAY);
    let other = house.second_node().await;
    let mut other = Upkeep::of(other.rocket().state::<Arc<Instance>>().unwrap().clone());
    let write = house.at.begin().await.unwrap();
    assert!(sweep::take_turn(&write).await.unwrap());
    assert_eq!(other.step(kind("idle_sessions")).await.unwrap(), None);
    other.round(sweep::ALL).await;
    assert_eq!(house.rows(session::Entity).await, 1);
    write.commit().await.unwrap();
    let step = other.step(kind("idle_sessions")).await.unwrap();
    assert_eq!(
        step,
        Some(Swept {
            rows: 1,
            more: false
        })
    );
}
