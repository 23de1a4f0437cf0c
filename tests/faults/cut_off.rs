//! Postgres cuts connections at the worst moment: between a commit and its answer, and in the middle of a migration.

use rocket::futures::future::join_all;
use rocket::tokio;
use rocket::tokio::time::sleep;

use crate::support::{Client, Node, Site, Store, Town, count, execute, free_port, seconds, until};

/// Commits wait for a replica that there is not, and those waiting are stored already.
const STALLED: &str = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

/// Shows: webhook.first-answer
#[tokio::test]
async fn a_first_request_is_no_repeated_one_though_its_commit_was_answered_only_on_asking_again() {
    let site = Site::on_postgres().await;
    let node = Node::start(&site.store).await;
    let (at, client) = (node.origin.as_str(), Client::new());
    let hook = Town::found(&site.store, &node).await.hooks[0].clone();
    let say = async |name: &str| {
        let body = format!(r#"{{"content": "{name}"}}"#);
        client.json(at, &hook.path, &body, Some(name)).await.unwrap()
    };
    stall(&site.store, "nobody").await;
    let cut_and_recover = async {
        // One post occupies the writer, and those that come meanwhile are one transaction after it.
        until("a commit waits", seconds(3), async || count(&site.store, STALLED).await > 0).await;
        sleep(seconds(1) / 3).await;
        execute(&site.store, CUT).await;
        until("the next commit waits", seconds(3), async || {
            // Only a commit that waits no more can be seen.
            let seen = "SELECT count(*) FROM messages WHERE content = 'alone'";
            count(&site.store, seen).await == 1 && count(&site.store, STALLED).await > 0
        })
        .await;
        execute(&site.store, CUT).await;
        stall(&site.store, "").await;
    };
    let together = async {
        until("a commit waits", seconds(3), async || count(&site.store, STALLED).await > 0).await;
        join_all(["together-1", "together-2", "together-3"].map(say)).await
    };
    let (first, together, ()) = tokio::join!(say("alone"), together, cut_and_recover);
    assert_eq!(first.expect(503).json()["outcome"], "unknown");
    for answer in together {
        let answer = answer.expect(200);
        assert_eq!(answer.header("Idempotency-Replayed"), None, "{}", answer.text);
    }
    let stored = "SELECT count(*) FROM messages WHERE content LIKE 'together%'";
    assert_eq!(count(&site.store, stored).await, 3);
    // Who asks again is told so.
    for name in ["alone", "together-1"] {
        let again = say(name).await.expect(200);
        assert_eq!(again.header("Idempotency-Replayed"), Some("true"), "{name}");
    }
    node.must_not_have_blamed_itself();
}

/// Shows: token.once
#[tokio::test]
async fn a_code_that_gave_an_identity_gives_none_after_an_attempt_that_found_no_database() {
    let mut site = Site::on_postgres().await;
    let node = Node::start(&site.store).await;
    let (at, client) = (node.origin.as_str(), Client::new());
    let town = Town::found(&site.store, &node).await;
    let app = town.app(at).await;
    let code = town.code(at, &app).await;
    let exchange = async || app.exchange(&client, at, &code).await.unwrap();
    exchange().await.expect(200);
    site.postgres().stop_at_once().await;
    exchange().await.expect(503);
    site.postgres().start_again().await;
    until("the node has its database", seconds(20), async || client.get(at, "/readyz").await.status == 200).await;
    for _ in 0..2 {
        exchange().await.expect(400);
    }
    node.must_not_have_blamed_itself();
}

/// Shows: token.answer-lost
#[tokio::test]
async fn a_code_whose_exchange_was_cut_off_gives_one_identity_on_asking_again_and_no_second_one() {
    let site = Site::on_postgres().await;
    let node = Node::start(&site.store).await;
    let (at, client) = (node.origin.as_str(), Client::new());
    let town = Town::found(&site.store, &node).await;
    let app = town.app(at).await;
    let code = town.code(at, &app).await;
    let exchange = async || app.exchange(&client, at, &code).await.unwrap();
    stall(&site.store, "nobody").await;
    let cut = async {
        until("the exchange waits", seconds(3), async || count(&site.store, STALLED).await > 0).await;
        // Others may write as well, and wait.
        sleep(seconds(1) / 3).await;
        execute(&site.store, CUT).await;
        stall(&site.store, "").await;
    };
    let (first, ()) = tokio::join!(exchange(), cut);
    first.expect(503);
    exchange().await.expect(200);
    exchange().await.expect(400);
    node.must_not_have_blamed_itself();
}

/// Shows: faults.migration
#[tokio::test]
async fn a_process_that_is_cut_off_in_the_middle_of_its_migration_goes_on_with_it() {
    let mut site = Site::on_postgres().await;
    // The twentieth table waits for a lock; a sequence counts on through rollbacks.
    for sql in [
        "CREATE SCHEMA drill",
        "CREATE SEQUENCE drill.tables",
        "CREATE FUNCTION drill.hold() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF nextval('drill.tables') = 20 THEN PERFORM pg_sleep(600); END IF; END $$",
        "CREATE EVENT TRIGGER hold ON ddl_command_start WHEN TAG IN ('CREATE TABLE') \
         EXECUTE FUNCTION drill.hold()",
    ] {
        execute(&site.store, sql).await;
    }
    let store = site.store.clone();
    let cut = async {
        let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
        until("the migration is at its twentieth table", seconds(30), async || count(&store, waits).await == 1).await;
        site.postgres().stop_at_once().await;
        sleep(seconds(2)).await;
        site.postgres().start_again().await;
    };
    let (node, ()) = tokio::join!(Node::start_as(&store, free_port(), &[], &[]), cut);
    let said = node.process.said();
    assert!(said.contains("the migration was cut off"), "{said}");
    Client::new().get(&node.origin, "/readyz").await.expect(200);
    let (is_well, said) = store.portico(&["migrate"]);
    assert!(is_well, "{said}");
    node.must_not_have_blamed_itself();
}

/// Lets commits wait for a replica of this name; nobody's without one.
async fn stall(store: &Store, replica: &str) {
    execute(store, &format!("ALTER SYSTEM SET synchronous_standby_names = '{replica}'")).await;
    execute(store, "SELECT pg_reload_conf()").await;
}
