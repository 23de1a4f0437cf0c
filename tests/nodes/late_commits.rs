//! Commits that take minutes, and a database that takes no writes. Only Postgres has either.

use std::time::Duration;

use rocket::tokio::time::{sleep, timeout};
use sea_orm::ConnectionTrait;
use sea_orm::sqlx::postgres::PgConnection;
use sea_orm::sqlx::{AssertSqlSafe, Connection, Executor};

use crate::support::{ListeningNode, Stream, TestInstance};

/// Deferred triggers run at the commit: one of a message that says "held" waits there for a lock.
const HOLD: &str = "CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
     IF NEW.content = 'held' THEN PERFORM pg_advisory_xact_lock(77); END IF; RETURN NULL; END $$; \
     CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED \
     FOR EACH ROW EXECUTE FUNCTION hold()";

async fn next_ids(stream: &mut Stream, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    while ids.len() < count {
        let event = stream.next().await.expect("an event");
        if event.name == "message" {
            ids.push(event.id);
        }
    }
    ids
}

/// Shows: faults.late-commits
#[tokio::test]
async fn a_commit_that_takes_a_minute_is_shown_once_by_streams_from_before_and_during_it() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let general = &acme.general;
    let path = format!("/channels/{}/events", general.id);
    let mut before = served.listen(&alice, &path).await;
    let first = served.say(&alice, general, "first").await.id;
    assert_eq!(next_ids(&mut before, 1).await, [first.to_string()]);
    instance.app.db.execute_unprepared(HOLD).await.unwrap();
    let mut lock = PgConnection::connect(instance.database_url()).await.unwrap();
    lock.execute("SELECT pg_advisory_lock(77)").await.unwrap();

    let held_app = served.app.clone();
    let (person, channel) = (alice.id, general.id);
    let held =
        rocket::tokio::spawn(async move { portico_store::posting::post(&held_app, person, channel, "held").await });
    // Its ID is made before it waits.
    while !is_waiting(&mut lock).await {
        sleep(Duration::from_millis(10)).await;
    }
    instance.clock.advance(Duration::from_secs(60));
    // By another person: of one person, posts wait for each other.
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    let mut others = Vec::new();
    for n in 0..3 {
        let said = served.say(&bob, general, &format!("other {n}")).await;
        others.push(said.id.to_string());
    }
    assert_eq!(next_ids(&mut before, 3).await, others);
    let during = format!("{path}?after={}", others[2]);
    let mut during = served.listen(&bob, &during).await;
    instance.clock.advance(Duration::from_secs(60));
    let more = served.say(&bob, general, "more").await.id;
    assert_eq!(next_ids(&mut during, 1).await, [more.to_string()]);

    lock.execute("SELECT pg_advisory_unlock(77)").await.unwrap();
    let late = held.await.unwrap().unwrap().id;
    assert!(late < others[0].parse::<i64>().unwrap().into());
    let last = served.say(&bob, general, "last").await.id;
    let rest = [late.to_string(), last.to_string()];
    assert_eq!(next_ids(&mut during, 2).await, rest);
    // What arrives within one look is sent in the order of IDs.
    let mut all = next_ids(&mut before, 3).await;
    all.sort();
    assert_eq!(all, [late.to_string(), more.to_string(), last.to_string()]);
    // A page whose connection was lost before the late commit gets it when it reconnects.
    let header = [("Last-Event-ID", more.to_string())];
    let header = header.each_ref().map(|(name, value)| (*name, value.as_str()));
    let mut again = Stream::of(served.get(&alice, &path, &header).await);
    assert_eq!(next_ids(&mut again, 2).await, [late.to_string(), last.to_string()]);
}

/// The same for an edit.
const HOLD_EDITS: &str = "CREATE FUNCTION hold_edit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
     IF NEW.content = 'held' THEN PERFORM pg_advisory_xact_lock(77); END IF; RETURN NULL; END $$; \
     CREATE CONSTRAINT TRIGGER hold_edit AFTER UPDATE ON messages DEFERRABLE INITIALLY DEFERRED \
     FOR EACH ROW EXECUTE FUNCTION hold_edit()";

/// Shows: faults.late-commits
#[tokio::test]
async fn an_edit_that_is_committed_after_its_request_was_given_up_reaches_pages_of_the_same_node() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let general = acme.general.id;
    let path = format!("/channels/{general}/events");
    let mut stream = served.listen(&alice, &path).await;
    let id = served.say(&alice, &acme.general, "first").await.id;
    assert_eq!(next_ids(&mut stream, 1).await, [id.to_string()]);
    instance.app.db.execute_unprepared(HOLD_EDITS).await.unwrap();
    let mut lock = PgConnection::connect(instance.database_url()).await.unwrap();
    lock.execute("SELECT pg_advisory_lock(77)").await.unwrap();
    let (editor, person) = (served.app.clone(), alice.id);
    let edit = rocket::tokio::spawn(async move {
        portico_store::posting::user_messages::edit(&editor, person, general, id, "held").await
    });
    while !is_waiting(&mut lock).await {
        sleep(Duration::from_millis(10)).await;
    }
    // The request ends, and its connection does not: Postgres goes on with the commit.
    edit.abort();
    assert!(edit.await.unwrap_err().is_cancelled());
    lock.execute("SELECT pg_advisory_unlock(77)").await.unwrap();
    let update = timeout(Duration::from_secs(20), async {
        loop {
            let event = stream.next().await.expect("an event");
            if event.name == "update" {
                return event.data;
            }
        }
    });
    let update = update.await.expect("the edit arrives");
    assert!(update.contains("held"), "{update}");
}

async fn is_waiting(connection: &mut PgConnection) -> bool {
    // Other tests have databases of their own, and the same lock there.
    let ask = "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database \
               WHERE datname = current_database() AND locktype = 'advisory' AND objid = 77 AND NOT granted";
    connection.fetch_optional(ask).await.unwrap().is_some()
}

/// Shows: faults.read-only
#[tokio::test]
async fn while_the_database_is_read_only_posts_get_503_and_the_node_is_not_ready() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    instance.browser().get("/readyz").await.expect(200);
    let mut operator = PgConnection::connect(instance.database_url()).await.unwrap();
    operator.execute("SET default_transaction_read_only = off").await.unwrap();
    let name = instance.database_url().rsplit('/').next().unwrap();
    let name = name.split('?').next().unwrap().to_owned();
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                  WHERE datname = current_database() AND pid <> pg_backend_pid()";
    for (setting, status) in [("SET default_transaction_read_only = on", 503), ("RESET ALL", 200)] {
        let alter = format!("ALTER DATABASE \"{name}\" {setting}");
        operator.execute(AssertSqlSafe(alter)).await.unwrap();
        operator.execute(others).await.unwrap();
        // The connections that were cut may cost one request each.
        let settled = timeout(Duration::from_secs(20), async {
            let mut lost = 0;
            loop {
                if instance.browser().get("/readyz").await.status == status {
                    let answer = hook.say("hello", &[]).await;
                    if answer.status == status {
                        return answer;
                    }
                    // The posts have two connections.
                    lost += 1;
                    assert!(lost <= 2, "{} instead of {status}", answer.status);
                }
                sleep(Duration::from_millis(20)).await;
            }
        });
        let answer = settled.await.expect("the node notices");
        if status == 503 {
            assert_eq!(answer.json()["outcome"], "nothing_stored");
            assert!(answer.header("Retry-After").is_some());
        }
    }
    assert_eq!(hook.messages().await.len(), 1);
}
