//! The number of rows that a transaction writes.

use std::sync::{Arc, Mutex};

use portico::models::{app_event, read_mark};
use portico::upkeep::STEP;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::world::World;
use crate::support::{House, PASSWORD};

/// As many as a transaction may touch.
const MOST: usize = 250;

/// The statements that write to read marks since the last look, each with how many ids it names.
type Writes = Arc<Mutex<Vec<(String, usize)>>>;

async fn heard() -> (House, Writes) {
    let writes = Writes::default();
    let hears = writes.clone();
    let house = House::watched(move |statement| {
        let begins = ["INSERT INTO \"read_marks\"", "DELETE FROM \"read_marks\""];
        if begins.iter().any(|begin| statement.sql.starts_with(begin)) {
            let values = format!("{:?}", statement.values);
            let ids = values
                .split(|character: char| !character.is_ascii_digit())
                .filter(|digits| digits.len() >= 7)
                .count();
            hears.lock().unwrap().push((statement.sql.clone(), ids));
        }
    })
    .await;
    (house, writes)
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
#[rocket::async_test]
async fn an_inbox_of_many_channels_is_marked_as_read_some_channels_at_a_time() {
    let (house, writes) = heard().await;
    let world = World::of(&house).await;
    world.widen(8_000).await;
    let steps = marked(&world, &writes).await;
    assert!(steps.len() >= 8_000 / MOST, "{steps:?}");
    // A channel and a message each, and the person.
    assert!(steps.iter().all(|ids| *ids <= 2 * MOST + 1), "{steps:?}");
    let marks = read_mark::Entity::find().filter(read_mark::Column::UserId.eq(world.alice.id));
    assert!(marks.count(&*house.at.db).await.unwrap() >= 8_000);
}

/// Shows: growth.transactions
#[rocket::async_test]
async fn an_inbox_of_one_busy_channel_is_marked_as_read_by_one_row() {
    let (house, writes) = heard().await;
    let world = World::of(&house).await;
    marked(&world, &writes).await;
    let (general, olga) = (world.acme.general.id, world.olga.id);
    let ids = house.at.id();
    for (into, values) in [
        (
            "messages (id, channel_id, author_id, content)",
            format!("{ids} + n, {general}, {olga}, '@all'"),
        ),
        (
            "mentions (kind, target_id, message_id, channel_id)",
            format!("2, {general}, {ids} + n, {general}"),
        ),
    ] {
        world.insert(into, &values, 8_000).await;
    }
    house.clock.advance(std::time::Duration::from_secs(60));
    let page = world.alice.browser.get("/inbox").await.expect(200);
    assert!(page.text().contains("99+"));
    let steps = marked(&world, &writes).await;
    assert_eq!(steps.len(), 1);
    assert!(steps[0] <= 3, "{steps:?}");
}

/// What of a person goes before their account does.
const SHED: [&str; 4] = [
    "read_marks",
    "overwrites",
    "app_events",
    "authorization_codes",
];

/// Has the database note how much of a person the deletion of the account takes along.
async fn note_what_is_left(world: &World<'_>) {
    let counts = SHED.map(|table| format!("(SELECT COUNT(*) FROM {table} WHERE user_id = OLD.id)"));
    let note = format!("INSERT INTO left_over (rows) SELECT {}", counts.join(" + "));
    let trigger = if world.house.is_on_postgres() {
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

/// Deletes the account of somebody with `count` of what a person can have without limit.
async fn delete_account_with(world: &World<'_>, nickname: &str, count: i64) {
    let house = world.house;
    let person = house.person(nickname).await;
    let (user, app, own) = (person.id, world.app.id(), house.at.id());
    let bytes = if house.is_on_postgres() {
        "bytea"
    } else {
        "blob"
    };
    world
        .insert(
            "grants (user_id, app_id, created_at, last_used_at)",
            &format!("{user}, {app}, 0, 0"),
            1,
        )
        .await;
    for (into, values) in [
        (
            "read_marks (user_id, channel_id, message_id)",
            format!("{user}, {own} + n, 1"),
        ),
        (
            "overwrites (id, channel_id, user_id, allow, deny)",
            format!("{own} + n, {own} + n, {user}, 1, 0"),
        ),
        (
            "app_events (id, app_id, kind, detail, user_id)",
            format!("{own} + n, {app}, 'exchanged', '', {user}"),
        ),
        (
            "authorization_codes (id, secret_hash, app_id, user_id, redirect_uri, form_hash, created_at, expires_at)",
            format!(
                "{own} + n, CAST('' AS {bytes}), {app}, {user}, '', CAST('{user}.' || n AS {bytes}), 0, 1"
            ),
        ),
    ] {
        world.insert(into, &values, count).await;
    }
    let fields = [("password", PASSWORD), ("confirm", nickname)];
    person
        .browser
        .post("/settings/delete", &fields)
        .await
        .expect(303);
}

/// Shows: growth.transactions
#[rocket::async_test]
async fn what_an_account_had_without_limit_goes_in_short_steps_before_it() {
    let (house, writes) = heard().await;
    let world = World::of(&house).await;
    note_what_is_left(&world).await;
    for (nickname, count, steps) in [("small", 1, 1), ("large", 600, 3)] {
        writes.lock().unwrap().clear();
        delete_account_with(&world, nickname, count).await;
        let dropped = writes.lock().unwrap().len();
        assert_eq!(dropped, steps, "{nickname}");
    }
    let left = "SELECT COUNT(*) AS accounts, CAST(SUM(rows) AS bigint) AS rows FROM left_over";
    let left = sea_orm::Statement::from_string(house.at.db.get_database_backend(), left);
    let left = world.own.query_one_raw(left).await.unwrap().unwrap();
    let left: (i64, i64) = (
        left.try_get("", "accounts").unwrap(),
        left.try_get("", "rows").unwrap(),
    );
    assert_eq!(left, (2, 0));
}

/// Shows: growth.transactions
#[rocket::async_test]
async fn what_is_too_much_of_an_apps_log_goes_in_short_steps_the_oldest_first() {
    let house = House::open().await;
    let world = World::of(&house).await;
    let (app, own) = (world.app.id(), house.at.id());
    let into = "app_events (id, app_id, kind, detail)";
    let values = format!("{own} + n, {app}, 'exchange_failed', ''");
    world.insert(into, &values, 700).await;
    let of_app = || app_event::Entity::find().filter(app_event::Column::AppId.eq(app));
    let before = of_app().count(&*house.at.db).await.unwrap();
    let sweep = portico::models::sweep::ALL
        .iter()
        .find(|sweep| sweep.kind == "surplus_app_events")
        .unwrap();
    let mut upkeep = portico::upkeep::Upkeep::of(house.at.clone());
    let first = upkeep.step(sweep).await.unwrap().unwrap();
    assert_eq!((first.rows, first.more), (STEP, true));
    let mut gone = first.rows;
    loop {
        let step = upkeep.step(sweep).await.unwrap().unwrap();
        assert!(step.rows <= STEP);
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
        .one(&*house.at.db)
        .await
        .unwrap();
    assert_eq!(oldest, Some(own + 501));
}
