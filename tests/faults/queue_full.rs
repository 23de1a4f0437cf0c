//! More posts at once than the queue holds, while the database does not respond.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rocket::futures::future::join_all;
use rocket::tokio::task::JoinSet;

use crate::support::{Client, Ledger, Node, Outcome, Site, Town, audit, seconds, until};

/// More than may wait.
const POSTS: usize = 3_000;
/// Sooner than a database that hangs is given up: it was the queue that refused.
const AT_ONCE: Duration = seconds(4);

/// Shows: webhook.unavailable
#[tokio::test]
async fn a_full_queue_refuses_at_once_and_stores_nothing_of_what_it_refused() {
    let mut site = Site::on_postgres().await;
    let node = Node::start(&site.store).await;
    let ledger = Ledger::of(Town::found(&site.store, &node).await);
    let client = Client::new();
    for _ in 0..16 {
        let posted = ledger.post(&client, &node.origin).await;
        assert!(matches!(posted, Outcome::Acknowledged(_)), "{posted:?}");
    }

    // Before, so that the time is the queue's and not that of thousands of new connections.
    join_all((0..POSTS).map(|_| client.get(&node.origin, "/healthz"))).await;

    site.postgres().hang();
    let hung = Instant::now();
    let mut posts = JoinSet::new();
    for _ in 0..POSTS {
        let (ledger, client, origin) = (Arc::clone(&ledger), client.clone(), node.origin.clone());
        posts.spawn(async move { ledger.post(&client, &origin).await });
    }
    until("a post is refused", seconds(20), async || ledger.away() > 0).await;
    let quickest = ledger.quickest_refusal().expect("a refusal");
    client.get(&node.origin, "/healthz").await.expect(200);
    site.postgres().go_on();

    posts.join_all().await;
    assert!(quickest < AT_ONCE, "the quickest refusal took {quickest:?}");
    let slowest = ledger.slowest_since(hung);
    assert!(slowest < seconds(30), "a post took {slowest:?}");
    ledger.must_hold_only(|outcome| *outcome == Outcome::Away);
    // Given up only after it was sent to a database that hangs, nobody can know what becomes of it.
    let unsure = audit(&site.store, &ledger).await.stored_though_away;
    assert!(unsure.len() <= 1, "{unsure:?} were stored and refused");
    for serial in unsure {
        let took = ledger.took(serial);
        assert!(took > AT_ONCE, "post {serial} was refused after {took:?} and stored");
    }
    let posted = ledger.post(&client, &node.origin).await;
    assert!(matches!(posted, Outcome::Acknowledged(_)), "{posted:?}");
    node.must_not_have_blamed_itself();
}
