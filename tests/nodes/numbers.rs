//! A node's number: leased, renewed, lost, taken again.

use std::time::Duration;

use portico_platform::database::Database;
use portico_platform::error::Error;
use portico_rules::clock::Clock;
use portico_rules::ids::{NODES, plain_time_of};
use portico_store::core::lease as node;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::cli::portico;
use crate::support::{ListeningNode, START, TestDatabase, TestInstance};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR_MS: i64 = 3_600_000;

/// Makes `numbers` someone else's until an hour after the start.
async fn others_hold(instance: &TestInstance, numbers: std::ops::Range<u8>) {
    let db = &*instance.app.db;
    for number in numbers.map(i32::from) {
        let taken = node::Entity::update_many()
            .col_expr(node::Column::Holder, Expr::value(b"another".to_vec()))
            .col_expr(node::Column::LeasedUntil, Expr::value(START + HOUR_MS))
            .filter(node::Column::Number.eq(number))
            .exec(db)
            .await
            .unwrap();
        if taken.rows_affected == 0 {
            let node = node::ActiveModel {
                number: Set(number),
                holder: Set(b"another".to_vec()),
                leased_until: Set(START + HOUR_MS),
                keys: Set(String::new()),
            };
            node.insert(db).await.unwrap();
        }
    }
}

/// Shows: ids.nodes
#[tokio::test]
async fn a_node_that_lost_its_number_in_an_outage_continues_with_another() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    assert_eq!(instance.app.node(), 0);
    let before = instance.app.id::<i64>();
    others_hold(&instance, 0..3).await;
    instance.clock.advance(MINUTE + MINUTE);
    alice.say(&acme.general, "here again").await.expect(303);
    assert_eq!(instance.app.node(), 3);
    let after = instance.app.id();
    assert!(after > before);
    assert_eq!(plain_time_of(after), instance.app.now());
    instance.browser().get("/readyz").await.expect(200);
}

/// Shows: ids.nodes
#[tokio::test]
async fn without_a_number_nothing_is_written_until_one_is_free() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    others_hold(&instance, 0..NODES).await;
    instance.clock.advance(MINUTE + MINUTE);
    alice.say(&acme.general, "lost").await.expect(503);
    let refused = hook.say("lost", &[]).await.expect(503);
    assert!(refused.header("Retry-After").is_some());
    instance.browser().get("/readyz").await.expect(503);
    assert!(hook.messages().await.is_empty());
    // Every id that is made all the same lies within the lease that was.
    assert!(plain_time_of(instance.app.id()) <= START + 60_000);

    node::Entity::delete_by_id(5).exec(&*instance.app.db).await.unwrap();
    alice.say(&acme.general, "found").await.expect(303);
    hook.say("found", &[]).await.expect(200);
    instance.browser().get("/readyz").await.expect(200);
    assert_eq!(instance.app.node(), 5);
}

/// Shows: ids.nodes
#[tokio::test]
async fn a_lease_that_cannot_be_renewed_holds_to_its_end_and_no_longer() {
    let instance = TestInstance::open().await;
    let app = &instance.app;
    app.renew_lease().await.unwrap();
    let rename = async |from, to| {
        let statement = format!("ALTER TABLE {from} RENAME TO {to}");
        app.db.execute_unprepared(&statement).await.unwrap();
    };
    rename("nodes", "unreachable").await;
    instance.clock.advance(Duration::from_secs(58));
    app.begin().await.unwrap().commit().await.unwrap();
    instance.clock.advance(Duration::from_secs(2));
    let refused = app.begin().await.unwrap_err();
    assert!(matches!(refused, Error::Unavailable(_)), "{refused}");
    assert!(!app.holds_number());
    rename("unreachable", "nodes").await;
    // Nobody took it meanwhile.
    app.begin().await.unwrap().commit().await.unwrap();
    assert_eq!(app.node(), 0);
    assert!(app.holds_number());
}

/// Shows: ids.nodes
#[tokio::test]
async fn a_stopped_node_releases_its_number_and_later_ids_are_higher() {
    let instance = TestInstance::open().await;
    let first = ListeningNode::beside(&instance).await;
    assert_eq!(first.app.node(), 1);
    let last = (0..500).map(|_| first.app.id::<i64>()).max().unwrap();
    first.stop().await;
    instance.clock.advance(Duration::from_millis(20));
    let second = ListeningNode::beside(&instance).await;
    assert_eq!(second.app.node(), 1);
    assert!(second.app.id::<i64>() > last);
}

/// Shows: ids.nodes
#[tokio::test]
async fn a_number_that_was_not_given_back_is_free_after_a_minute() {
    let instance = TestInstance::open().await;
    let app = ListeningNode::beside(&instance).await.app;
    assert_eq!(app.node(), 1);
    assert_eq!(ListeningNode::beside(&instance).await.app.node(), 2);
    instance.clock.advance(MINUTE + MINUTE);
    assert_eq!(ListeningNode::beside(&instance).await.app.node(), 0);
    // The first one holds its own no longer, and says so before it writes.
    instance.app.begin().await.unwrap().commit().await.unwrap();
    assert_ne!(instance.app.node(), 0);
}

/// Shows: ids.restart
#[tokio::test]
async fn after_a_restart_with_the_clock_stepped_back_what_is_new_still_comes_after_what_is_there() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    instance.clock.advance(MINUTE);
    let first = ListeningNode::beside(&instance).await;
    let old = first.say(&alice, &acme.general, "before").await.id;
    for (is_clean, back) in [(true, 3_600_000), (true, 20_000), (false, 3_600_000)] {
        instance.clock.set(plain_time_of(old.get()) - back);
        let starts = ListeningNode::beside(&instance).await;
        let new = starts.say(&alice, &acme.general, "after").await.id;
        assert!(new > old, "{is_clean} {back}");
        let path = format!("/channels/{}?after={old}", acme.general.id);
        let page = alice.browser.get(&path).await.expect(200);
        assert!(page.text().contains("after"));
        let path = format!("/channels/{}/events?after={old}", acme.general.id);
        let mut stream = starts.listen(&alice, &path).await;
        assert!(stream.next().await.is_some());
        alice.browser.get("/portal").await.expect(200);
        drop(stream);
        // One that was killed gives nothing back.
        if is_clean {
            starts.app.release_lease().await.unwrap();
        }
        std::mem::forget(starts);
    }
}

/// Shows: ids.restart
#[tokio::test]
async fn restarts_with_a_clock_stepped_back_use_no_numbers_up() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let mut last = 0;
    instance.clock.advance(MINUTE);
    for _ in 0..3 {
        let served = ListeningNode::beside(&instance).await;
        assert_eq!(served.app.node(), 1);
        let said = served.say(&alice, &acme.general, "again").await.id;
        assert!(said > last.into());
        last = said.get();
        served.stop().await;
        instance.clock.set(instance.app.now() - 10_000);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn while_all_numbers_are_in_use_commands_that_only_read_work_and_others_are_refused() {
    let database = TestDatabase::create().await;
    let create = ["user", "create", "--nickname", "ada", "--name", "Ada"];
    portico(&database, &create, "").done();
    let db = Database::connect(database.url()).await.unwrap();
    node::Entity::delete_many().exec(&*db).await.unwrap();
    for number in 0..i32::from(NODES) {
        let node = node::ActiveModel {
            number: Set(number),
            holder: Set(b"another".to_vec()),
            leased_until: Set(Clock::system().now() + HOUR_MS),
            keys: Set(String::new()),
        };
        node.insert(&*db).await.unwrap();
    }
    for command in [
        &["user", "list"][..],
        &["app", "list"],
        &["webhook", "list"],
        &["server", "list"],
        &["report", "list"],
        &["key", "list"],
        &["key", "signing", "list"],
        &["audit", "export"],
        &["branding", "show"],
        &["instance", "sign-up"],
        &["instance", "notice"],
    ] {
        portico(&database, command, "").done();
    }
    for command in [&["user", "disable", "ada"][..], &["instance", "sign-up", "closed"], &["branding", "clear"]] {
        let told = portico(&database, command, "").refused();
        let all = "all 32 node numbers are in use";
        assert!(told.contains(all), "{command:?}: {told}");
    }
    let nodes = node::Entity::find().all(&*db).await.unwrap();
    assert!(nodes.iter().all(|node| node.holder == b"another"), "{nodes:?}");
    db.close().await.unwrap();
}
