//! Two nodes on one Postgres, behind a proxy: one dies, and a change on one takes effect on the other at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rocket::tokio;
use rocket::tokio::task::JoinSet;

use crate::support::{
    Client, Hook, Ledger, Load, Node, Outcome, Proxy, Site, Town, audit, check_database, free_port, seconds,
};

const CONNECTIONS: usize = 32;
/// How often each act is done whose effect must be seen at once.
const ROUNDS: usize = 8;
/// How many codes are shown to both nodes.
const CODES: usize = 60;

/// Shows: faults.killed
#[tokio::test]
async fn of_two_nodes_behind_a_proxy_one_may_die() {
    let site = Site::on_postgres().await;
    let (port, other_port) = (free_port(), free_port());
    let one = Node::start_as(&site.store, port, &[], &[]).await;
    let other = Node::start_as(&site.store, other_port, &[], &[]).await;
    let proxy = Proxy::before(&[port, other_port]).await;
    let ledger = Ledger::of(Town::found(&site.store, &one).await);
    let client = Client::new();
    let load = Load::begin(&ledger, &client, &[&proxy.origin], CONNECTIONS);
    load.gains(400, seconds(60)).await;

    one.kill();
    load.gains(400, seconds(30)).await;

    let one = Node::start_as(&site.store, port, &[], &[]).await;
    let posted = ledger.post(&client, &one.origin).await;
    assert!(matches!(posted, Outcome::Acknowledged(_)), "{posted:?}");
    load.gains(200, seconds(30)).await;
    load.end().await;
    let cut = |outcome: &Outcome| matches!(outcome, Outcome::Other(502 | 504, _));
    ledger.must_hold_only(cut);
    let lost = ledger.count(cut);
    assert!(lost <= CONNECTIONS, "{lost} requests failed, more than were under way");
    audit(&site.store, &ledger).await;
    check_database(&site.store).await;
    for node in [one, other] {
        node.must_not_have_blamed_itself();
    }
}

/// Shows: webhook.regenerated-everywhere
#[tokio::test]
async fn what_one_node_ends_the_other_refuses_at_once() {
    let site = Site::on_postgres().await;
    let (one, other) = (Node::start(&site.store).await, Node::start(&site.store).await);
    let town = Town::found(&site.store, &one).await;
    let ledger = Ledger::of(town.clone());
    let origins = [one.origin.as_str(), other.origin.as_str()];
    let load = Load::begin(&ledger, &Client::new(), &origins, 8);
    for round in 0..ROUNDS {
        // Each node is once the one that acts.
        let (here, there) = (origins[round % 2], origins[(round + 1) % 2]);
        let mut hook = town.hook(here, town.channels[0]).await;
        for (act, confirm) in [("/url", ""), ("/pause", ""), ("/delete", "Builds")] {
            let posters = Posters::begin(&hook, there).await;
            let form = [("confirm", confirm)];
            town.owner.form(here, &hook.portal(act), &form).await.expect(303);
            let answered = Instant::now();
            posters.must_be_refused_since(answered, act).await;
            match act {
                "/url" => hook.path = town.path_of(here, &hook).await,
                "/pause" => {
                    let resume = hook.portal("/resume");
                    town.owner.form(here, &resume, &[]).await.expect(303);
                }
                _ => break,
            }
            assert_eq!(say(&Client::new(), there, &hook).await, 200, "after {act}");
        }
    }
    load.end().await;
    ledger.must_hold_only(|_| false);
    for node in [one, other] {
        node.must_not_have_blamed_itself();
    }
}

/// Shows: token.once-across-nodes
#[tokio::test]
async fn a_code_shown_to_two_nodes_at_once_has_one_winner() {
    let site = Site::on_postgres().await;
    let (one, other) = (Node::start(&site.store).await, Node::start(&site.store).await);
    let town = Town::found(&site.store, &one).await;
    let app = town.app(&one.origin).await;
    let client = Client::new();
    for _ in 0..CODES {
        let code = town.code(&one.origin, &app).await;
        let (first, second) =
            tokio::join!(app.exchange(&client, &one.origin, &code), app.exchange(&client, &other.origin, &code),);
        let mut statuses = [first.unwrap().status, second.unwrap().status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
    }
}

/// Posts a message that is in nobody's ledger.
async fn say(client: &Client, origin: &str, hook: &Hook) -> u16 {
    let body = r#"{"content": "still here"}"#;
    client.json(origin, &hook.path, body, None).await.unwrap().status
}

/// Connections that go on posting to one URL, whatever they are told.
struct Posters {
    is_over: Arc<AtomicBool>,
    /// When each post was begun, and its status.
    said: JoinSet<Vec<(Instant, u16)>>,
}

impl Posters {
    async fn begin(hook: &Hook, origin: &str) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let mut said = JoinSet::new();
        for _ in 0..4 {
            let (hook, origin, is_over) = (hook.clone(), origin.to_owned(), is_over.clone());
            let client = Client::new();
            assert_eq!(say(&client, &origin, &hook).await, 200);
            said.spawn(async move {
                let mut said = Vec::new();
                while !is_over.load(Ordering::SeqCst) {
                    said.push((Instant::now(), say(&client, &origin, &hook).await));
                }
                // Once more, so that there is one after the end for sure.
                said.push((Instant::now(), say(&client, &origin, &hook).await));
                said
            });
        }
        Self { is_over, said }
    }

    async fn must_be_refused_since(self, answered: Instant, act: &str) {
        self.is_over.store(true, Ordering::SeqCst);
        for (begun, status) in self.said.join_all().await.concat() {
            let fine = status == 404 || status == 200 && begun < answered;
            let after = begun.saturating_duration_since(answered);
            assert!(fine, "{act}: {status} to a post begun {after:?} after the answer");
        }
    }
}
