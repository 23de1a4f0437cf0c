//! More passwords at once than can be hashed, from many networks, while a user signs in.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rocket::tokio::task::JoinSet;

use crate::support::{Answer, Client, Node, Site, free_port, seconds, until};

const PASSWORD: &str = "an-old-bridge-in-the-rain";
const NETWORKS: usize = 20;
const OF_EACH: usize = 25;

/// Where an attempt comes from, as the proxy says.
fn from(network: usize) -> String {
    match network % 2 {
        0 => format!("198.51.100.{network}"),
        _ => format!("2001:db8:{network}::1"),
    }
}

/// Signs in from all networks with a wrong password, or only looks at the page, and meanwhile does something three times. Returns
/// their answers, how many of them were still to come then, and the longest that it took.
async fn beside(
    at: &str,
    sends_password: bool,
    signs_in: impl AsyncFn() -> Duration,
) -> (Vec<Answer>, usize, Duration) {
    let mut flood = JoinSet::new();
    let answered = Arc::new(AtomicUsize::new(0));
    for attempt in 0..NETWORKS * OF_EACH {
        let (at, answered) = (at.to_owned(), answered.clone());
        flood.spawn(async move {
            // Half of them at her account, and all with connections of their own.
            let login = match attempt % 2 {
                0 => "ada".to_owned(),
                _ => format!("nobody{attempt}"),
            };
            let fields = [("login", login.as_str()), ("password", "wrong")];
            let from = from(attempt % NETWORKS);
            let headers = [("X-Forwarded-For", from.as_str())];
            let client = Client::without_keep_alive();
            let answer = if sends_password {
                client.form_with(&at, "/sign-in", &fields, &headers).await
            } else {
                client.get(&at, "/sign-in").await
            };
            answered.fetch_add(1, Ordering::Relaxed);
            answer
        });
    }
    // They have begun.
    let first = flood.join_next().await.unwrap().unwrap();
    let mut slowest = Duration::ZERO;
    for _ in 0..3 {
        slowest = slowest.max(signs_in().await);
    }
    let waiting = NETWORKS * OF_EACH - answered.load(Ordering::Relaxed);
    let mut answers = flood.join_all().await;
    answers.push(first);
    (answers, waiting, slowest)
}

/// Shows: passwords.flood, passwords.queue-bounded
#[tokio::test]
async fn five_hundred_wrong_sign_ins_from_twenty_networks_do_not_delay_a_known_browser() {
    let site = Site::on_sqlite();
    let settings = [("ROCKET_THROTTLE", "{enabled=true}"), ("ROCKET_TRUSTED_PROXIES", r#"["127.0.0.1/32"]"#)];
    let node = Node::start_as(&site.store, free_port(), &[], &settings).await;
    site.store.person("ada", "+4915112345601", PASSWORD);
    let own = [("X-Forwarded-For", "203.0.113.7")];
    let (right, at) = ([("login", "ada"), ("password", PASSWORD)], node.origin.clone());
    let ada = Client::new();
    let signs_in = async || ada.form_with(&at, "/sign-in", &right, &own).await.expect(303).took;
    signs_in().await;
    // What as many requests cost her that have no password to check.
    let (_, _, beside_crowd) = beside(&node.origin, false, signs_in).await;
    let (answers, waiting, beside_flood) = beside(&node.origin, true, signs_in).await;
    let mut told: BTreeMap<u16, usize> = BTreeMap::new();
    for answer in answers {
        *told.entry(answer.status).or_default() += 1;
        if answer.status == 503 {
            assert!(answer.expect_away().text.contains("Try again in 3 seconds."));
        }
    }
    assert!(waiting > 0, "the flood was over before she signed in: {told:?}");
    let delay = beside_flood.saturating_sub(beside_crowd);
    assert!(delay < seconds(1), "she waited {delay:?} longer than {beside_crowd:?}; {told:?}");
    assert!(told.contains_key(&503), "the queue is bounded: {told:?}");
    assert!(told.keys().all(|status| [422, 429, 503].contains(status)), "{told:?}");
    // Afterwards a stranger finds a place again.
    let fields = [("login", "nobody"), ("password", "wrong")];
    until("a stranger is answered", seconds(10), async || {
        Client::new().form(&at, "/sign-in", &fields).await.status == 422
    })
    .await;
    node.must_not_have_blamed_itself();
}
