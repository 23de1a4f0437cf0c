//! The number of rows that a transaction writes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use portico::background::cleanup::{Cleanup, ROWS_PER_STEP};
use portico_store::models::cleanup::{self, Step};
use portico_store::models::logs::{app_event, delivery};
use portico_store::models::messages::read_mark;
use portico_store::models::oauth::authorization_code;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Statement,
};

use super::world::World;
use crate::support::{PASSWORD, TestInstance};
use portico_rules::ids::UserId;

/// As many as a transaction may touch.
const MAX_IDS: usize = 250;

/// The statements that write to read marks since the last look, each with how many ids it names.
type Writes = Arc<Mutex<Vec<(String, usize)>>>;

async fn heard() -> (TestInstance, Writes) {
    heard_of(&["INSERT INTO \"read_marks\"", "DELETE FROM \"read_marks\""]).await
}

/// An instance that notes the statements which begin so.
async fn heard_of(begins: &'static [&'static str]) -> (TestInstance, Writes) {
    let writes = Writes::default();
    let hears = writes.clone();
    let instance = TestInstance::watched(move |statement| {
        if begins.iter().any(|begin| statement.sql.starts_with(begin)) {
            let values = format!("{:?}", statement.values);
            let ids =
                values.split(|character: char| !character.is_ascii_digit()).filter(|digits| digits.len() >= 7).count();
            hears.lock().unwrap().push((statement.sql.clone(), ids));
        }
    })
    .await;
    (instance, writes)
}

/// Marks Alice's inbox as read; says how many ids each statement named that moved marks.
async fn marked(world: &World<'_>, writes: &Writes) -> Vec<usize> {
    writes.lock().unwrap().clear();
    let up_to = [("up_to", "9007199254740991")];
    let answer = world.alice.browser.post("/inbox/read", &up_to).await;
    answer.expect(303);
    let page = world.alice.browser.get("/inbox").await.expect(200);
    assert!(!page.text().contains("99+"));
    let writes = std::mem::take(&mut *writes.lock().unwrap());
    writes.into_iter().map(|(_, ids)| ids).collect()
}

/// Shows: growth.transactions
#[tokio::test]
async fn an_inbox_of_many_channels_is_marked_as_read_some_channels_at_a_time() {
    let (instance, writes) = heard().await;
    let world = World::of(&instance).await;
    world.widen(8_000).await;
    let steps = marked(&world, &writes).await;
    assert!(steps.len() >= 8_000 / MAX_IDS, "{steps:?}");
    // A channel and a message each, and the person.
    assert!(steps.iter().all(|ids| *ids <= 2 * MAX_IDS + 1), "{steps:?}");
    let marks = read_mark::Entity::find().filter(read_mark::Column::UserId.eq(world.alice.id));
    assert!(marks.count(&*instance.app.db).await.unwrap() >= 8_000);
}

/// Shows: growth.transactions
#[tokio::test]
async fn an_inbox_of_one_busy_channel_is_marked_as_read_by_one_row() {
    let (instance, writes) = heard().await;
    let world = World::of(&instance).await;
    marked(&world, &writes).await;
    let (general, olga) = (world.acme.general.id, world.olga.id);
    let ids = instance.app.id::<i64>();
    for (into, values) in [
        ("messages (id, channel_id, author_id, content)", format!("{ids} + n, {general}, {olga}, '@all'")),
        ("mentions (kind, target_id, message_id, channel_id)", format!("2, {general}, {ids} + n, {general}")),
    ] {
        world.insert(into, &values, 8_000).await;
    }
    instance.clock.advance(Duration::from_secs(60));
    let page = world.alice.browser.get("/inbox").await.expect(200);
    assert!(page.text().contains("99+"));
    let steps = marked(&world, &writes).await;
    assert_eq!(steps.len(), 1);
    assert!(steps[0] <= 3, "{steps:?}");
}

/// What of a person goes before their account does.
const SHED: [&str; 3] = ["read_marks", "app_events", "authorization_codes"];

/// What of a person goes after it, and the column that names them.
const LEFT: [(&str, &str); 4] =
    [("overwrites", "user_id"), ("member_roles", "user_id"), ("webhooks", "creator_id"), ("invites", "creator_id")];

/// How many rows of each of these name a person.
async fn left_of(world: &World<'_>, user_id: UserId) -> Vec<u64> {
    let mut counts = Vec::new();
    for (table, column) in LEFT {
        let count = format!("SELECT COUNT(*) FROM {table} WHERE {column} = {user_id}");
        counts.push(number(world, &count).await.unsigned_abs());
    }
    counts
}

/// The one number that a query gives.
async fn number(world: &World<'_>, sql: &str) -> i64 {
    let ask = Statement::from_string(world.own.get_database_backend(), sql);
    let row = world.own.query_one_raw(ask).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// Has the database note how much of a person the deletion of the account takes along.
async fn note_what_is_left(world: &World<'_>) {
    let counts = SHED.map(|table| format!("(SELECT COUNT(*) FROM {table} WHERE user_id = OLD.id)"));
    let note = format!("INSERT INTO left_over (rows) SELECT {}", counts.join(" + "));
    let trigger = if world.instance.is_on_postgres() {
        format!(
            "CREATE FUNCTION note_left_over() RETURNS trigger AS $$ BEGIN {note}; RETURN OLD; END $$ LANGUAGE plpgsql; \
             CREATE TRIGGER left_over BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION note_left_over()"
        )
    } else {
        format!("CREATE TRIGGER left_behind BEFORE DELETE ON users BEGIN {note}; END")
    };
    for sql in ["CREATE TABLE left_over (rows bigint)", &trigger] {
        world.own.execute_unprepared(sql).await.unwrap();
    }
}

/// Deletes the account of a user with `count` of what a person can have without limit; gives its id.
async fn delete_account_with(world: &World<'_>, nickname: &str, count: i64) -> UserId {
    let instance = world.instance;
    let person = instance.person(nickname).await;
    world.acme.join(&person).await;
    let (user, app, own) = (person.id, world.app.id(), instance.app.id::<i64>());
    let (acme, general) = (world.acme.id(), world.acme.general.id);
    let into = "grants (user_id, app_id, created_at, last_used_at)";
    world.insert(into, &format!("{user}, {app}, 0, 0"), 1).await;
    world.issue_expired(user, count).await;
    for (into, values) in [
        ("read_marks (user_id, channel_id, message_id)", format!("{user}, {own} + n, 1")),
        ("overwrites (id, channel_id, user_id, allow, deny)", format!("{own} + n, {own} + n, {user}, 0, 1")),
        ("member_roles (server_id, user_id, role_id, given_at)", format!("{acme}, {user}, {own} + n, 0")),
        (
            "webhooks (id, server_id, channel_id, creator_id, name, token_hash, token_sealed, created_at, revision)",
            format!("{own} + n, {acme}, {general}, {user}, 'Old', '', '', 0, 0"),
        ),
        ("invites (code, server_id, creator_id, uses, created_at)", format!("'{user}x' || n, {acme}, {user}, 0, 0")),
        ("app_events (id, app_id, kind, detail, user_id)", format!("{own} + n, {app}, 'exchanged', '', {user}")),
    ] {
        world.insert(into, &values, count).await;
    }
    let fields = [("password", PASSWORD), ("confirm", nickname)];
    person.browser.post("/settings/delete", &fields).await.expect(303);
    user
}

impl World<'_> {
    /// `count` codes of a person's approval of the app that expired long ago.
    async fn issue_expired(&self, user: UserId, count: i64) {
        let (app, own) = (self.app.id(), self.instance.app.id::<i64>());
        let bytes = if self.instance.is_on_postgres() { "bytea" } else { "blob" };
        let into = "authorization_codes \
             (id, secret_hash, app_id, user_id, redirect_uri, form_hash, created_at, expires_at)";
        let values =
            format!("{own} + n, CAST('' AS {bytes}), {app}, {user}, '', CAST('{user}.' || n AS {bytes}), 0, 1");
        self.insert(into, &values, count).await;
        // The application's next ids come after these.
        self.instance.clock.advance(Duration::from_millis(1));
    }
}

/// Shows: growth.transactions
#[tokio::test]
async fn what_an_account_had_without_limit_goes_in_short_steps_before_it_and_after() {
    let (instance, writes) = heard().await;
    let world = World::of(&instance).await;
    note_what_is_left(&world).await;
    for (nickname, count, steps) in [("small", 1, 1), ("large", 600, 3)] {
        writes.lock().unwrap().clear();
        let user = delete_account_with(&world, nickname, count).await;
        let dropped = writes.lock().unwrap().len();
        assert_eq!(dropped, steps, "{nickname}");
        // The deletion itself touches none of these.
        let rows = count.unsigned_abs();
        assert_eq!(left_of(&world, user).await, [rows; 4], "{nickname}");
        let mut left = 4 * rows;
        while left > 0 {
            let step = of_kind(&instance, "departed").await;
            let now = left_of(&world, user).await.into_iter().sum();
            assert_eq!(left - now, step.rows.min(left), "{nickname}");
            assert!(step.rows > 0 && step.rows <= ROWS_PER_STEP, "{nickname} {step:?}");
            left = now;
        }
    }
    let left = "SELECT CAST(COUNT(*) * 1000 + SUM(rows) AS bigint) FROM left_over";
    assert_eq!(number(&world, left).await, 2_000);
    // What others see of them stays.
    let webhooks = "SELECT COUNT(*) FROM webhooks WHERE name = 'Old' AND creator_id IS NULL";
    assert_eq!(number(&world, webhooks).await, 601);
    let invites = "SELECT COUNT(*) FROM invites WHERE creator_id IS NULL";
    assert_eq!(number(&world, invites).await, 601);
}

/// One step of the cleanup.
async fn of_kind(instance: &TestInstance, kind: &str) -> Step {
    let sweep = cleanup::ALL.iter().find(|sweep| sweep.kind == kind).unwrap();
    let mut upkeep = Cleanup::new(instance.app.clone());
    upkeep.step(sweep).await.unwrap().unwrap()
}

/// Has the database refuse every line of a security log: what ends with one is undone as a whole.
async fn refuse_security_events(world: &World<'_>) {
    let trigger = if world.instance.is_on_postgres() {
        "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$ LANGUAGE plpgsql; \
         CREATE TRIGGER refusal BEFORE INSERT ON security_events FOR EACH ROW EXECUTE FUNCTION refuse()"
    } else {
        "CREATE TRIGGER refusal BEFORE INSERT ON security_events BEGIN SELECT RAISE(ABORT, 'refused'); END"
    };
    world.own.execute_unprepared(trigger).await.unwrap();
}

/// Shows: growth.transactions
#[tokio::test]
async fn expired_codes_go_in_short_steps_before_apps_are_revoked_or_an_account_is_disabled() {
    let (instance, writes) = heard_of(&["DELETE FROM \"authorization_codes\""]).await;
    let world = World::of(&instance).await;
    let mut people = Vec::new();
    for nickname in ["one", "all", "closed"] {
        let person = instance.person(nickname).await;
        world.app.code_for(&person).await;
        world.issue_expired(person.id, 600).await;
        people.push(person);
    }
    refuse_security_events(&world).await;
    let codes = async |user: i64| {
        authorization_code::Entity::find()
            .filter(authorization_code::Column::UserId.eq(user))
            .count(&*instance.app.db)
            .await
            .unwrap()
    };
    for (person, turn) in people.iter().zip(0..) {
        assert_eq!(codes(person.id.get()).await, 601);
        writes.lock().unwrap().clear();
        let browser = &person.browser;
        match turn {
            0 => {
                let revoke = format!("/settings/apps/{}/revoke", world.app.id());
                browser.post(&revoke, &[]).await.expect(500);
            }
            1 => {
                let revoke = "/settings/apps/revoke-all";
                browser.post(revoke, &[]).await.expect(500);
            }
            _ => assert!(person.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.is_err()),
        }
        // Two full steps, the rest, and the act itself, which was undone: what it was left with is the last code alone.
        assert_eq!(writes.lock().unwrap().len(), 4, "{turn}");
        assert_eq!(codes(person.id.get()).await, 1, "{turn}");
    }
}

/// Shows: growth.transactions
#[tokio::test]
async fn what_is_too_much_of_a_webhooks_log_goes_in_short_steps_the_oldest_first() {
    let instance = TestInstance::open().await;
    let world = World::of(&instance).await;
    let (hook, own) = (world.hook.id(), instance.app.id::<i64>());
    let into = "deliveries (id, webhook_id, status, latency_us, report)";
    let values = format!("{own} + n, {hook}, 200, 1, '{{}}'");
    world.insert(into, &values, 1_200).await;
    let of_hook = || delivery::Entity::find().filter(delivery::Column::WebhookId.eq(hook));
    let mut left = 1_200;
    for (rows, more) in [(ROWS_PER_STEP, true), (ROWS_PER_STEP, true), (200, false), (0, false)] {
        let step = of_kind(&instance, "surplus_deliveries").await;
        assert_eq!((step.rows, step.more), (rows, more));
        let now = of_hook().count(&*instance.app.db).await.unwrap();
        assert_eq!(left - now, rows);
        left = now;
    }
    let oldest: Option<i64> = of_hook()
        .select_only()
        .column(delivery::Column::Id)
        .order_by_asc(delivery::Column::Id)
        .into_tuple()
        .one(&*instance.app.db)
        .await
        .unwrap();
    assert_eq!(oldest, Some(own + 701));
}

/// Shows: growth.transactions
#[tokio::test]
async fn what_is_too_much_of_an_apps_log_goes_in_short_steps_the_oldest_first() {
    let instance = TestInstance::open().await;
    let world = World::of(&instance).await;
    let (app, own) = (world.app.id(), instance.app.id::<i64>());
    let into = "app_events (id, app_id, kind, detail)";
    let values = format!("{own} + n, {app}, 'exchange_failed', ''");
    world.insert(into, &values, 700).await;
    let of_app = || app_event::Entity::find().filter(app_event::Column::AppId.eq(app));
    let before = of_app().count(&*instance.app.db).await.unwrap();
    let sweep = cleanup::ALL.iter().find(|sweep| sweep.kind == "surplus_app_events").unwrap();
    let mut upkeep = Cleanup::new(instance.app.clone());
    let first = upkeep.step(sweep).await.unwrap().unwrap();
    assert_eq!((first.rows, first.more), (ROWS_PER_STEP, true));
    let mut gone = first.rows;
    loop {
        let step = upkeep.step(sweep).await.unwrap().unwrap();
        assert!(step.rows <= ROWS_PER_STEP);
        gone += step.rows;
        if !step.more {
            break;
        }
    }
    assert_eq!(before - gone, 200);
    let oldest: Option<i64> = of_app()
        .select_only()
        .column(app_event::Column::Id)
        .order_by_asc(app_event::Column::Id)
        .into_tuple()
        .one(&*instance.app.db)
        .await
        .unwrap();
    assert_eq!(oldest, Some(own + 501));
}
