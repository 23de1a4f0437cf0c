//! The accounting: compares what the database contains in the end with the responses that clients got.

use std::collections::{BTreeMap, BTreeSet};

use portico_store::posting::kept_answer::unpack;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, QueryResult, Statement};
use serde_json::Value;

use super::{Ledger, Outcome, Post, Store};

/// What stands in the database and nobody was told of.
#[derive(Debug)]
pub struct Audit {
    /// The posts that are stored though their senders were told 503.
    pub stored_though_away: Vec<usize>,
}

/// A stored message.
#[derive(Debug)]
struct Stored {
    id: i64,
    channel: i64,
    hook: i64,
    content: String,
    mentions: Vec<(i32, i64)>,
}

/// Holds every message, mention and idempotency key against the ledger. Panics at the first that does not fit:
/// acknowledged and not there, there twice, there in part, or there though never sent.
pub async fn audit(store: &Store, ledger: &Ledger) -> Audit {
    let db = open(store).await;
    let mut mentions: BTreeMap<i64, Vec<(i32, i64)>> = BTreeMap::new();
    for row in rows(&db, "SELECT kind, target_id, message_id, channel_id FROM mentions").await {
        let (kind, target): (i32, i64) = (get(&row, "kind"), get(&row, "target_id"));
        mentions.entry(get(&row, "message_id")).or_default().push((kind, target));
    }
    let mut keys: BTreeMap<String, i64> = BTreeMap::new();
    for row in rows(&db, "SELECT key, answer FROM idempotency_keys").await {
        let answer: Value = serde_json::from_str(&unpack(&get::<String>(&row, "answer")).unwrap()).unwrap();
        keys.insert(get(&row, "key"), answer["message"]["id"].as_i64().unwrap());
    }
    let mut stored: BTreeMap<usize, Stored> = BTreeMap::new();
    let question = "SELECT id, channel_id, webhook_id, content FROM messages WHERE webhook_id IS NOT NULL";
    for row in rows(&db, question).await {
        let id = get(&row, "id");
        let mut fired = mentions.remove(&id).unwrap_or_default();
        fired.sort_unstable();
        let message = Stored {
            id,
            channel: get(&row, "channel_id"),
            hook: get(&row, "webhook_id"),
            content: get(&row, "content"),
            mentions: fired,
        };
        let Some(serial) = serial_of(&message.content) else {
            continue;
        };
        if let Some(twin) = stored.insert(serial, message) {
            panic!("post {serial} is there twice, once as {twin:?}");
        }
    }
    assert!(mentions.is_empty(), "mentions of no message: {mentions:?}");

    for (serial, message) in &stored {
        let post = Post::of(&ledger.town, *serial);
        assert!(*serial < ledger.begun(), "never sent: {message:?}");
        assert_eq!(message.content, post.content);
        assert_eq!((message.channel, message.hook), (post.hook.channel, post.hook.id));
        assert_eq!(message.mentions, post.mentions, "of {message:?}");
        let kept = post.key.as_ref().and_then(|key| keys.remove(key));
        let expected = post.key.is_some().then_some(message.id);
        assert_eq!(kept, expected, "the key of {message:?}");
    }
    assert!(keys.is_empty(), "keys of no message: {keys:?}");

    let mut found = Audit { stored_though_away: Vec::new() };
    let mut ids = BTreeSet::new();
    for (serial, outcome) in ledger.outcomes() {
        match outcome {
            Outcome::Acknowledged(id) => {
                assert!(ids.insert(id), "the id {id} was given twice");
                let message = stored.get(&serial);
                assert_eq!(message.map(|message| message.id), Some(id), "post {serial}");
            }
            Outcome::Away if stored.contains_key(&serial) => {
                assert!(
                    !ledger.said_nothing_stored(serial),
                    "post {serial} is stored, and its sender was told that nothing was"
                );
                found.stored_though_away.push(serial);
            }
            Outcome::Away | Outcome::Broken | Outcome::Other(..) => {}
        }
    }
    close(db).await;
    found
}

/// The number that a post's text begins with.
fn serial_of(content: &str) -> Option<usize> {
    let number = content.strip_prefix('#')?.split(' ').next()?;
    number.parse().ok()
}

/// Lets the database check itself: every page and every index entry against its row.
pub async fn check_database(store: &Store) {
    let db = open(store).await;
    if store.is_sqlite() {
        let said = rows(&db, "PRAGMA integrity_check").await;
        let said: Vec<String> = said.iter().map(|row| get(row, "integrity_check")).collect();
        assert_eq!(said, ["ok"]);
        assert!(rows(&db, "PRAGMA foreign_key_check").await.is_empty());
    } else {
        let comes_along = "SELECT 1 AS one FROM pg_available_extensions WHERE name = 'amcheck'";
        if rows(&db, comes_along).await.is_empty() {
            read_everything(&db).await;
        } else {
            let extension = "CREATE EXTENSION IF NOT EXISTS amcheck";
            db.execute_unprepared(extension).await.unwrap();
            let question = "SELECT count(bt_index_check(c.oid, true)) AS checked FROM pg_class c \
                JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'btree' AND c.relkind = 'i' \
                AND c.relnamespace = 'public'::regnamespace";
            let checked: i64 = get(&rows(&db, question).await[0], "checked");
            assert!(checked > 30, "only {checked} indexes");
        }
    }
    close(db).await;
}

/// Where Postgres brings no check of its own: every row is read, and counted by table and by index.
async fn read_everything(db: &DatabaseConnection) {
    let question = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
    for row in rows(db, question).await {
        let table: String = get(&row, "tablename");
        let mut counts = BTreeSet::new();
        for (on, off) in [("seqscan", "indexscan"), ("indexscan", "seqscan")] {
            let set = format!(
                "SET enable_{on} = on; SET enable_{off} = off; SET enable_bitmapscan = off; \
                 SET enable_indexonlyscan = {}",
                if on == "indexscan" { "on" } else { "off" }
            );
            db.execute_unprepared(&set).await.unwrap();
            let count = format!("SELECT count(*) AS count FROM \"{table}\"");
            counts.insert(get::<i64>(&rows(db, &count).await[0], "count"));
            let read = format!("SELECT sum(length(t::text)) AS read FROM \"{table}\" t");
            rows(db, &read).await;
        }
        assert_eq!(counts.len(), 1, "{table} has {counts:?} rows");
    }
}

/// What webhooks have posted: the channel and the text of each message, by its id.
pub async fn posts(store: &Store) -> BTreeMap<i64, (i64, String)> {
    let db = open(store).await;
    let question = "SELECT id, channel_id, content FROM messages WHERE webhook_id IS NOT NULL";
    let found = rows(&db, question).await;
    close(db).await;
    let channel_and_text = |row: &QueryResult| (get(row, "channel_id"), get(row, "content"));
    found.iter().map(|row| (get(row, "id"), channel_and_text(row))).collect()
}

/// The codes that the database says are used, by their ids.
#[derive(Debug)]
pub struct Codes(BTreeSet<i64>);

impl Codes {
    pub async fn used(store: &Store) -> Self {
        let db = open(store).await;
        let question = "SELECT id FROM authorization_codes WHERE used_at IS NOT NULL";
        let used = rows(&db, question).await.iter().map(|row| get(row, "id")).collect();
        close(db).await;
        Self(used)
    }

    /// Whether this code, as an app got it, is used.
    pub fn contain(&self, code: &str) -> bool {
        let id = code.split('.').next().and_then(|id| id.parse().ok());
        self.0.contains(&id.expect("an id"))
    }
}

async fn open(store: &Store) -> DatabaseConnection {
    let mut options = sea_orm::ConnectOptions::new(&store.url);
    options.max_connections(1).sqlx_logging(false);
    Database::connect(options).await.unwrap()
}

/// Runs a statement, for what no command does.
pub async fn execute(store: &Store, sql: &str) {
    let db = open(store).await;
    db.execute_unprepared(sql).await.unwrap();
    close(db).await;
}

/// The number that a question is answered with.
pub async fn count(store: &Store, question: &str) -> i64 {
    let db = open(store).await;
    let count = get(&rows(&db, question).await[0], "count");
    close(db).await;
    count
}

async fn close(db: DatabaseConnection) {
    db.close().await.unwrap();
}

async fn rows(db: &DatabaseConnection, question: &str) -> Vec<QueryResult> {
    let backend: DbBackend = db.get_database_backend();
    db.query_all_raw(Statement::from_string(backend, question)).await.unwrap_or_else(|err| panic!("{question}: {err}"))
}

fn get<T: sea_orm::TryGetable>(row: &QueryResult, name: &str) -> T {
    row.try_get("", name).unwrap_or_else(|err| panic!("{err}"))
}
