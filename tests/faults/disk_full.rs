//! A disk that fills up under load, and has space again.

use std::time::Instant;

use crate::support::{
    Client, Disk, Ledger, Load, Node, Outcome, Postgres, Site, Store, Town, audit, check_database, free_port, seconds,
    until,
};

const CONNECTIONS: usize = 16;

/// Shows: faults.disk-full
#[tokio::test]
async fn a_full_disk_under_sqlite_costs_some_503s_and_no_restart() {
    let disk = Disk::small(48);
    let store = Store::sqlite(&disk.folder().join("data"));
    let node = Node::start_as(&store, free_port(), disk.through(), &[]).await;
    posts_wait_for_room(&disk, node.process.id(), &store, &node).await;
}

/// Shows: faults.disk-full
#[tokio::test]
async fn a_full_disk_under_postgres_costs_some_503s_and_no_restart() {
    let disk = Disk::small(160);
    disk.must_be_mounted();
    let postgres = Postgres::with_data_on(Some(disk.folder())).await;
    let writer = postgres.id();
    let site = Site::on(postgres);
    let node = Node::start(&site.store).await;
    posts_wait_for_room(&disk, writer, &site.store, &node).await;
}

#[tokio::test]
async fn a_backup_without_room_says_so_leaves_nothing_and_costs_the_served_database_nothing() {
    let site = Site::on_sqlite();
    let node = Node::start(&site.store).await;
    let ledger = Ledger::of(Town::found(&site.store, &node).await);
    let client = Client::new();
    let load = Load::begin(&ledger, &client, &[&node.origin], CONNECTIONS);
    load.gains(200, seconds(60)).await;
    let disk = Disk::small(4);
    disk.must_be_mounted();
    disk.fill(node.process.id());
    let copy = disk.folder().join("copy.db");
    let arguments = ["backup", copy.to_str().unwrap()];
    let (went_well, said) = site.store.portico(&arguments);
    assert!(!went_well, "{said}");
    assert!(said.contains("not enough space"), "{said}");
    let left: Vec<_> = std::fs::read_dir(disk.folder()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    disk.make_room(node.process.id());
    let disk = Disk::small(64);
    let copy = disk.folder().join("copy.db");
    let (went_well, said) = site.store.portico(&["backup", copy.to_str().unwrap()]);
    assert!(went_well, "{said}");
    load.gains(200, seconds(60)).await;
    load.end().await;
    ledger.must_hold_only(|_| false);
    check_database(&site.store).await;
    node.must_not_have_blamed_itself();
}

/// `writer` is the process that the disk is full for.
async fn posts_wait_for_room(disk: &Disk, writer: u32, store: &Store, node: &Node) {
    let ledger = Ledger::of(Town::found(store, node).await);
    let (at, client) = (node.origin.as_str(), Client::new());
    let load = Load::begin(&ledger, &client, &[at], CONNECTIONS);
    load.gains(200, seconds(60)).await;

    disk.fill(writer);
    let full = Instant::now();
    until("posts are refused", seconds(60), async || ledger.away() >= 2 * CONNECTIONS).await;
    let channel = format!("/channels/{}", ledger.town.channels[0]);
    let page = ledger.town.owner.get(at, &channel).await.expect(200);
    assert!(page.text.contains("the tide is high"), "{}", page.text);
    ledger.town.owner.get(at, "/portal").await.expect(200);
    client.get(at, "/healthz").await.expect(200);

    disk.make_room(writer);
    load.gains(200, seconds(30)).await;
    load.end().await;
    ledger.must_hold_only(|outcome| *outcome == Outcome::Away);
    let slowest = ledger.slowest_since(full);
    assert!(slowest < seconds(10), "a post took {slowest:?}");
    assert!(audit(store, &ledger).await.stored_though_away.is_empty());
    check_database(store).await;
    node.must_not_have_blamed_itself();
}
