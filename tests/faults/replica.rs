//! A streaming replica for what may be a moment old: what is read there, and what is not while it is stopped or behind.

use std::collections::BTreeMap;
use std::time::Instant;

use rocket::tokio::time::sleep;

use crate::support::{Answer, Client, Hook, Node, Postgres, Site, Town, count, execute, free_port, seconds, until};

/// How far behind it may be.
const BOUND: u64 = 5;

/// A node with a replica of its database.
struct Pair {
    site: Site,
    replica: Postgres,
    node: Node,
    town: Town,
}

impl Pair {
    async fn start() -> Self {
        let site = Site::on_postgres().await;
        let primary = site.postgres.as_ref().expect("a Postgres");
        let replica = primary.replica().await;
        let url = replica.store(&site.store.folder).url;
        let settings = [("ROCKET_READ_DATABASE_URL", url.as_str())];
        let node = Node::start_as(&site.store, free_port(), &[], &settings).await;
        let town = Town::found(&site.store, &node).await;
        let pair = Self { site, replica, node, town };
        pair.is_read().await;
        pair
    }

    /// Waits until the replica is read again.
    async fn is_read(&self) {
        until("the replica is read", seconds(20), async || self.metric("portico_replica_usable").await >= 1.0).await;
    }

    async fn metrics(&self) -> BTreeMap<String, f64> {
        let answer = Client::new().get(&self.node.origin, "/metrics").await;
        let samples = answer.text.lines().filter(|line| !line.starts_with('#'));
        samples
            .filter_map(|line| line.rsplit_once(' '))
            .filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)))
            .collect()
    }

    async fn metric(&self, name: &str) -> f64 {
        self.metrics().await.get(name).copied().unwrap_or_default()
    }

    /// How often reads ended like this.
    async fn reads(&self, outcome: &str) -> f64 {
        let name = format!("portico_replica_reads_total{{outcome=\"{outcome}\"}}");
        self.metric(&name).await
    }

    async fn owner(&self, path: &str) -> Answer {
        self.town.owner.get(&self.node.origin, path).await
    }

    /// The owner's page, which is read on the replica, or by why the primary answers.
    async fn read(&self, outcome: &str, path: &str) -> Answer {
        let began = Instant::now();
        loop {
            let before = (self.reads(outcome).await, self.reads("failed").await);
            let answer = self.owner(path).await.expect(200);
            if self.reads(outcome).await > before.0 {
                return answer;
            }
            // Now and then a busy machine takes longer than a read may take on the replica. Nothing else is an excuse.
            let was_too_slow = self.reads("failed").await > before.1;
            assert!(was_too_slow && began.elapsed() < seconds(10), "{path} is not read by {outcome}");
        }
    }

    /// Posts with a webhook, and returns the message's id.
    async fn post(&self, hook: &Hook, text: &str) -> i64 {
        let body = format!(r#"{{"content": "{text}"}}"#);
        let client = Client::new();
        let sent = client.json(&self.node.origin, &hook.path, &body, None);
        let answer = sent.await.unwrap().expect(200);
        answer.json()["message"]["id"].as_i64().unwrap()
    }

    fn search(&self, words: &str) -> String {
        format!("{}/search?q={words}", self.town.server)
    }

    async fn on_replica(&self, sql: &str) {
        execute(&self.replica.store(&self.site.store.folder), sql).await;
    }

    /// Waits until the replica has a row that this counts.
    async fn replayed(&self, sql: &str) {
        let store = self.replica.store(&self.site.store.folder);
        until("it is replayed", seconds(20), async || count(&store, sql).await > 0).await;
    }

    /// The pages that may be a moment old.
    fn pages(&self) -> [String; 5] {
        let hook = &self.town.hooks[0];
        [
            self.search("lantern"),
            format!("{}/settings/audit", self.town.server),
            hook.portal("/deliveries"),
            hook.portal("/deliveries?q=lantern"),
            format!("/avatars/user/{}", self.town.bela),
        ]
    }
}

/// Shows: replica.reads
#[tokio::test]
async fn what_may_be_a_moment_old_is_read_on_the_replica_and_nothing_else_is() {
    let mut pair = Pair::start().await;
    let hook = pair.town.hooks[0].clone();
    let id = pair.post(&hook, "a lantern on the quay").await;
    pair.replayed("SELECT count(*) FROM messages WHERE content LIKE 'a lantern%'").await;
    pair.replayed("SELECT count(*) FROM deliveries").await;
    for page in pair.pages() {
        pair.read("replica", &page).await;
    }
    let found = pair.read("replica", &pair.search("lantern")).await;
    assert!(found.text.contains(&format!("message-{id}")), "{}", found.text);
    // An older message, by the index.
    let copy = "INSERT INTO messages SELECT (jsonb_populate_record(one, jsonb_build_object('id', one.id - 4096::bigint * 600000, \
                'content', 'an ancient beacon'))).* FROM messages AS one WHERE one.content LIKE 'a lantern%'";
    execute(&pair.site.store, copy).await;
    pair.replayed("SELECT count(*) FROM message_search").await;
    pair.replayed("SELECT indexed_up_to AS count FROM search_state").await;
    let found = pair.read("replica", &pair.search("beacon")).await;
    assert!(found.text.contains("an ancient"), "{}", found.text);
    // A delivery's own page.
    let log = pair.owner(&hook.portal("/deliveries")).await;
    let page = log.first("a[href*='/deliveries/']", Some("href"));
    pair.read("replica", &page).await;
    // Everything else.
    let before = pair.reads("replica").await;
    for path in ["/portal", "/inbox", &format!("/channels/{}", hook.channel)] {
        pair.owner(path).await.expect(200);
    }
    assert!((pair.reads("replica").await - before).abs() < 0.5);

    pair.replica.stop_at_once().await;
    for page in pair.pages() {
        let answer = pair.owner(&page).await.expect(200);
        assert!(answer.took < seconds(5), "{page} took {:?}", answer.took);
    }
    let found = pair.owner(&pair.search("lantern")).await.expect(200);
    assert!(found.text.contains(&format!("message-{id}")), "{}", found.text);
    assert!(pair.reads("failed").await + pair.reads("away").await >= 6.0);
    pair.replica.start_again().await;
    pair.is_read().await;
    pair.read("replica", &pair.search("lantern")).await;
    pair.node.must_not_have_blamed_itself();
}

/// Shows: replica.deleted, replica.rights, replica.reads
#[tokio::test]
async fn a_lagging_replica_brings_back_neither_deleted_messages_nor_revoked_rights() {
    let pair = Pair::start().await;
    let at = pair.node.origin.as_str();
    let hook = pair.town.hooks[0].clone();
    let gone = pair.post(&hook, "a lantern that is deleted").await;
    let edited = pair.post(&hook, "a lantern that is edited").await;
    let kept = pair.post(&hook, "a lantern that stays").await;
    pair.replayed("SELECT count(*) FROM messages WHERE content LIKE '%that stays'").await;
    let bela = Client::of(at, "bela", "an-old-bridge-in-the-rain").await;
    bela.get(at, &pair.search("lantern")).await.expect(200);

    pair.is_read().await;
    pair.on_replica("SELECT pg_wal_replay_pause()").await;
    let delete = format!("/channels/{}/messages/{gone}/delete", hook.channel);
    pair.town.owner.form(at, &delete, &[]).await.expect(303);
    let edit = "UPDATE messages SET content = 'nothing to see', edited_at = 1";
    execute(&pair.site.store, &format!("{edit} WHERE id = {edited}")).await;
    let remove = format!("{}/settings/members/{}/remove", pair.town.server, pair.town.bela);
    pair.town.owner.form(at, &remove, &[]).await.expect(303);
    // The replica answers, and has none of it.
    let found = pair.read("replica", &pair.search("lantern")).await;
    let shows = |found: &Answer, id: i64| found.text.contains(&format!("message-{id}"));
    assert!(shows(&found, kept), "{}", found.text);
    assert!(!shows(&found, gone) && !shows(&found, edited), "{}", found.text);
    assert!(!found.text.contains("that is deleted"));
    bela.get(at, &pair.search("lantern")).await.expect(404);
    let audit = format!("{}/settings/audit", pair.town.server);
    bela.get(at, &audit).await.expect(404);

    // Beyond the bound the primary answers, with what was posted since.
    let late = pair.post(&hook, "a lantern that came late").await;
    sleep(seconds(BOUND + 2)).await;
    let found = pair.read("behind", &pair.search("lantern")).await;
    assert!(shows(&found, late) && shows(&found, kept), "{}", found.text);
    let lag = pair.metric("portico_replica_lag_seconds").await;
    assert!(lag >= 5.0, "a lag of {lag}");
    pair.on_replica("SELECT pg_wal_replay_resume()").await;
    pair.is_read().await;
    let found = pair.read("replica", &pair.search("lantern")).await;
    assert!(shows(&found, late), "{}", found.text);
    pair.node.must_not_have_blamed_itself();
}

/// Shows: replica.foreign
#[tokio::test]
async fn another_instance_and_sqlite_are_refused_as_replica() {
    let site = Site::on_postgres().await;
    let other = Postgres::start().await;
    let url = other.store(&site.store.folder).url;
    let settings = [("ROCKET_READ_DATABASE_URL", url.as_str())];
    let (is_well, said) = site.store.portico_with(&settings, &["serve"]);
    assert!(!is_well);
    assert!(said.contains("is no replica of the one of `database_url`"), "{said}");
    let file = Site::on_sqlite();
    let (is_well, said) = file.store.portico_with(&settings, &["serve"]);
    assert!(!is_well);
    assert!(said.contains("SQLite has no replica"), "{said}");
}
