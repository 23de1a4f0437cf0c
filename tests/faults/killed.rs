//! The program killed with SIGKILL in the middle of its work, again and again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rocket::tokio;
use rocket::tokio::task::JoinSet;

use crate::support::{
    App, Client, Codes, Ledger, Load, Node, Outcome, Post, Site, Store, Town, audit, check_database, seconds, until,
};

const KILLS: usize = 3;
const CONNECTIONS: usize = 48;
/// How many posts are acknowledged before each kill.
const POSTS: usize = 700;
/// How many codes are about to be exchanged at each kill; they live for a minute.
const CODES: usize = 150;

/// Shows: faults.killed
#[tokio::test]
async fn every_acknowledged_post_outlives_kills_on_sqlite() {
    posts_outlive_kills(&Site::on_sqlite().store).await;
}

/// Shows: faults.killed
#[tokio::test]
async fn every_acknowledged_post_outlives_kills_on_postgres() {
    posts_outlive_kills(&Site::on_postgres().await.store).await;
}

/// Shows: token.once-across-nodes
#[tokio::test]
async fn a_code_is_exchanged_once_over_kills_on_sqlite() {
    codes_outlive_kills(&Site::on_sqlite().store).await;
}

/// Shows: token.once-across-nodes
#[tokio::test]
async fn a_code_is_exchanged_once_over_kills_on_postgres() {
    codes_outlive_kills(&Site::on_postgres().await.store).await;
}

async fn posts_outlive_kills(store: &Store) {
    let mut node = Node::start(store).await;
    let ledger = Ledger::of(Town::found(store, &node).await);
    let client = Client::new();
    for _ in 0..KILLS {
        let load = Load::begin(&ledger, &client, &[&node.origin], CONNECTIONS);
        load.gains(POSTS, seconds(60)).await;
        node.kill();
        load.end().await;
        node = Node::start(store).await;
        audit(store, &ledger).await;
        check_database(store).await;
    }
    ledger.must_hold_only(|outcome| *outcome == Outcome::Broken);
    keys_give_the_first_answer(&ledger, &client, &node).await;
    audit(store, &ledger).await;
    node.must_not_have_blamed_itself();
}

/// Every client that sent a key sends it again: those that got an ID get the same one, and all others get one now.
async fn keys_give_the_first_answer(ledger: &Arc<Ledger>, client: &Client, node: &Node) {
    let mut again = JoinSet::new();
    for (serial, first) in ledger.outcomes() {
        if Post::of(&ledger.town, serial).key.is_none() {
            continue;
        }
        let (ledger, client, origin) = (ledger.clone(), client.clone(), node.origin.clone());
        again.spawn(async move {
            match (&first, ledger.send_again(serial, &client, &origin).await) {
                (Outcome::Acknowledged(_), second) => assert_eq!(second, first, "post {serial}"),
                (_, Outcome::Acknowledged(_)) => {}
                (_, second) => panic!("post {serial}: {second:?}"),
            }
        });
        if again.len() == CONNECTIONS {
            again.join_next().await.unwrap().unwrap();
        }
    }
    again.join_all().await;
}

async fn codes_outlive_kills(store: &Store) {
    let mut node = Node::start(store).await;
    let town = Town::found(store, &node).await;
    let app = town.app(&node.origin).await;
    let client = Client::new();
    for _ in 0..KILLS {
        let codes = issue(&town, &app, &node).await;
        let round = Round::new(app.clone(), client.clone());
        let exchanges = round.show_twice(&codes, &node.origin);
        let what = "a third of the codes is exchanged";
        until(what, seconds(30), async || round.won() >= CODES / 3).await;
        node.kill();
        exchanges.join_all().await;

        node = Node::start(store).await;
        check_database(store).await;
        let used = Codes::used(store).await;
        for code in &codes {
            let won = round.statuses(code, 200);
            assert!(won <= 1, "one code was exchanged {won} times");
            assert!(won == 0 || used.contain(code), "an exchange is forgotten");
        }
        let after = Round::new(app.clone(), client.clone());
        after.show_twice(&codes, &node.origin).join_all().await;
        for code in &codes {
            let left = usize::from(!used.contain(code));
            let (won, lost) = (after.statuses(code, 200), after.statuses(code, 400));
            assert_eq!((won, lost), (left, 2 - left), "won and lost after the kill");
        }
    }
    node.must_not_have_blamed_itself();
}

/// Fresh codes, got from a few connections at a time.
async fn issue(town: &Town, app: &App, node: &Node) -> Vec<String> {
    let mut codes = JoinSet::new();
    for _ in 0..8 {
        let (town, app, origin) = (town.clone(), app.clone(), node.origin.clone());
        codes.spawn(async move {
            let mut some = Vec::new();
            for _ in 0..CODES.div_ceil(8) {
                some.push(town.code(&origin, &app).await);
            }
            some
        });
    }
    codes.join_all().await.concat()
}

/// Codes that are shown, and what was said to each.
#[derive(Clone)]
struct Round {
    app: App,
    client: Client,
    said: Arc<Mutex<BTreeMap<String, Vec<u16>>>>,
}

impl Round {
    fn new(app: App, client: Client) -> Self {
        Self { app, client, said: Arc::default() }
    }

    /// Begins to show every code two times at once.
    fn show_twice(&self, codes: &[String], origin: &str) -> JoinSet<()> {
        let turns = Arc::new(tokio::sync::Semaphore::new(CONNECTIONS));
        codes
            .iter()
            .flat_map(|code| [code, code])
            .map(|code| {
                let (round, turns) = (self.clone(), turns.clone());
                let (code, origin) = (code.clone(), origin.to_owned());
                async move {
                    let _turn = turns.acquire().await.unwrap();
                    let said = round.app.exchange(&round.client, &origin, &code).await;
                    let Ok(answer) = said else { return };
                    if answer.status != 200 {
                        let answer = answer.clone().expect(400);
                        assert_eq!(answer.json()["error"], "invalid_grant");
                    }
                    let mut said = round.said.lock().unwrap();
                    said.entry(code).or_default().push(answer.status);
                }
            })
            .collect()
    }

    fn statuses(&self, code: &str, status: u16) -> usize {
        let said = self.said.lock().unwrap();
        let of_code = said.get(code).into_iter().flatten();
        of_code.filter(|told| **told == status).count()
    }

    fn won(&self) -> usize {
        let said = self.said.lock().unwrap();
        said.values().flatten().filter(|told| **told == 200).count()
    }
}
