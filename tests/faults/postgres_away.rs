//! Postgres stopped, or hung, while the program is serving.

use std::time::Instant;

use rocket::futures::future::join_all;
use rocket::tokio::time::sleep_until;

use crate::support::{Client, Ledger, Load, Node, Outcome, Site, Town, audit, check_database, seconds, until};

const CONNECTIONS: usize = 24;

/// Shows: faults.database-away
#[tokio::test]
async fn a_stopped_postgres_costs_some_503s_and_no_restart() {
    let mut site = Site::on_postgres().await;
    let node = Node::start(&site.store).await;
    let ledger = Ledger::of(Town::found(&site.store, &node).await);
    let (at, client) = (node.origin.as_str(), Client::new());
    let app = ledger.town.app(at).await;
    let load = Load::begin(&ledger, &client, &[at], CONNECTIONS);
    load.gains(300, seconds(60)).await;
    // It is exchanged after all that follows, within the minute that it lives.
    let code = ledger.town.code(at, &app).await;
    // As many connections as there are pages looked at together, which rest when Postgres goes.
    let owner = &ledger.town.owner;
    join_all((0..CONNECTIONS).map(|_| owner.get(at, "/portal"))).await;

    site.postgres().stop_at_once().await;
    let stopped = Instant::now();
    let (asked, page, exchange) =
        rocket::tokio::join!(client.get(at, "/healthz"), owner.get(at, "/portal"), app.exchange(&client, at, &code),);
    asked.expect(200);
    assert_eq!(client.get(at, "/readyz").await.status, 503);
    let page = page.expect_away();
    assert!(page.first("h1", None).contains("Temporarily unavailable"), "{}", page.text);
    assert_eq!(exchange.unwrap().expect_away().json()["error"], "temporarily_unavailable");
    assert!(page.took < seconds(10), "a page took {:?}", page.took);
    until("posts are refused", seconds(10), async || ledger.away() >= CONNECTIONS).await;
    sleep_until((stopped + seconds(10)).into()).await;
    client.get(at, "/healthz").await.expect(200);

    site.postgres().start_again().await;
    load.gains(300, seconds(30)).await;
    load.end().await;
    client.get(at, "/readyz").await.expect(200);
    // None of those that rested costs anybody a page.
    for page in join_all((0..CONNECTIONS).map(|_| owner.get(at, "/portal"))).await {
        page.expect(200);
    }
    // What was refused consumed nothing.
    app.exchange(&client, at, &code).await.unwrap().expect(200);
    ledger.must_hold_only(|outcome| *outcome == Outcome::Away);
    let slowest = ledger.slowest_since(stopped);
    assert!(slowest < seconds(10), "a post took {slowest:?}");
    // Cut off in the middle of a commit, nobody can know whether it was done: at most one of each connection when Postgres
    // stops, and one when it comes back and commits for longer than a request waits.
    let unsure = audit(&site.store, &ledger).await.stored_though_away.len();
    let most = 2 * CONNECTIONS;
    assert!(unsure <= most, "{unsure} were stored and refused");
    check_database(&site.store).await;
    node.must_not_have_blamed_itself();
}

/// Shows: faults.database-away
#[tokio::test]
async fn a_hung_postgres_blocks_no_request_forever() {
    let mut site = Site::on_postgres().await;
    let node = Node::start(&site.store).await;
    let ledger = Ledger::of(Town::found(&site.store, &node).await);
    let (at, client) = (node.origin.as_str(), Client::new());
    let load = Load::begin(&ledger, &client, &[at], CONNECTIONS);
    load.gains(100, seconds(60)).await;

    site.postgres().hang();
    let hung = Instant::now();
    assert!(client.get(at, "/healthz").await.expect(200).took < seconds(2));
    assert!(client.get(at, "/readyz").await.expect(503).took < seconds(5));
    sleep_until((hung + seconds(6)).into()).await;
    assert!(client.get(at, "/healthz").await.expect(200).took < seconds(2));
    site.postgres().go_on();

    load.gains(300, seconds(30)).await;
    load.end().await;
    client.get(at, "/readyz").await.expect(200);
    ledger.must_hold_only(|outcome| *outcome == Outcome::Away);
    let slowest = ledger.slowest_since(hung);
    assert!(slowest < seconds(15), "a post took {slowest:?}");
    let unsure = audit(&site.store, &ledger).await.stored_though_away.len();
    assert!(unsure <= CONNECTIONS, "{unsure} were stored and refused");
    node.must_not_have_blamed_itself();
}
