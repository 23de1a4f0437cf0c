//! A backup of an instance that is being written to, restored into an empty folder as the operator's guide says, with all
//! its data.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use portico_crypto::instance_key::FILE;
use portico_platform::database::Database;
use portico_store::models::Message;
use portico_store::models::messages::message;
use portico_store::models::oauth::signing_key::Algorithm;
use portico_store::models::webhooks::webhook;
use rocket::futures::future::join_all;
use rocket::tokio;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Statement};
use serde_json::json;
use tempfile::TempDir;

use super::portico;
use crate::support::{
    Authenticator, CALLBACK, PASSWORD, SECOND, TestDatabase, TestInstance, TestOauthApp, TestWebhook, verify_id_token,
};

/// How many posts are answered before the backup begins, and how many more before the writers stop.
const POSTS: usize = 40;
/// Tables that change while anybody posts, or while a process runs at all.
const BUSY: [&str; 8] = [
    "messages",
    "deliveries",
    "webhook_hours",
    "server_writes",
    "nodes",
    "throttles",
    // A backup is noted once it was made.
    "instance_settings",
    "idempotency_keys",
];

async fn instance_on(url: &str, folder: &Path) -> TestInstance {
    TestInstance::configured(|figment| figment.merge(("database_url", url)).merge(("data_dir", folder))).await
}

/// How many rows each table has.
async fn counts(db: &Database) -> BTreeMap<String, i64> {
    let backend = db.get_database_backend();
    let tables = match backend {
        DbBackend::Sqlite => "SELECT name FROM sqlite_schema WHERE type = 'table'",
        _ => "SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'",
    };
    let tables = db.query_all_raw(Statement::from_string(backend, tables)).await.unwrap();
    let mut counts = BTreeMap::new();
    for row in tables {
        let name: String = row.try_get("", "name").unwrap();
        let count = format!("SELECT COUNT(*) AS rows FROM {name}");
        let count = db.query_one_raw(Statement::from_string(backend, count)).await.unwrap();
        let rows = count.unwrap().try_get("", "rows").unwrap();
        counts.insert(name, rows);
    }
    counts.retain(|name, _| !BUSY.contains(&name.as_str()));
    counts
}

/// Posts that were answered, by the ids they got.
#[derive(Default)]
struct Posted {
    ids: Mutex<Vec<i64>>,
    is_over: AtomicBool,
}

impl Posted {
    fn so_far(&self) -> Vec<i64> {
        self.ids.lock().unwrap().clone()
    }

    async fn until_over(&self, hook: &TestWebhook<'_>) {
        while !self.is_over.load(Ordering::SeqCst) {
            let answer = hook.say("the tide is high", &[]).await.expect(200).json();
            let id = answer["message"]["id"].to_string();
            self.ids.lock().unwrap().push(id.trim_matches('"').parse().unwrap());
        }
    }

    async fn reach(&self, count: usize) {
        while self.so_far().len() < count {
            tokio::task::yield_now().await;
        }
    }
}

/// Runs a line as an operator would, and panics with what it said unless it went well.
fn run(line: &str) {
    let ran = Command::new("sh").args(["-c", line]).output().unwrap();
    assert!(
        ran.status.success(),
        "{line}\n{}\nPostgres' own programs (postgresql-client) have to be there",
        String::from_utf8_lossy(&ran.stderr)
    );
}

/// What an operator does for a backup.
fn back_up(database: &TestDatabase, to: &Path) {
    portico_or_postgres(database, "backup", to);
}

/// Runs the command, or on Postgres the one that it names.
fn portico_or_postgres(database: &TestDatabase, command: &str, file: &Path) {
    let ran = portico(database, &[command, file.to_str().unwrap()], "");
    if !database.is_postgres() {
        ran.done();
        return;
    }
    let told = ran.refused();
    let (_, line) = told.split_once("for this: ").unwrap();
    let (line, _) = line.split_once(". The section").unwrap();
    assert!(line.starts_with("pg_"), "{line}");
    run(line);
}

/// What an operator does with it: into an empty place, with the key beside it. Gives the new folder and address.
async fn restore(database: &TestDatabase, copy: &Path) -> (TempDir, TestDatabase) {
    let folder = TempDir::new().unwrap();
    let fresh = TestDatabase::empty().await;
    portico_or_postgres(&fresh, "restore", copy);
    let place = if database.is_postgres() { folder.path() } else { fresh.folder() };
    let (key, to) = (database.folder().join(FILE), place.join(FILE));
    run(&format!("install -m 0600 '{}' '{}'", key.display(), to.display()));
    (folder, fresh)
}

/// Shows: faults.backup, passkeys.restored
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_backup_made_under_load_is_restored_elsewhere_and_everything_is_found() {
    let database = Arc::new(TestDatabase::create().await);
    let instance = instance_on(database.url(), database.folder()).await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    alice.say(&acme.general, "hello @bob").await.expect(303);
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&bob).await;
    let (keys, claims) = (&instance.app.signing_keys, json!({ "sub": "1" }));
    let token = keys.sign(&instance.app, Algorithm::Rs256, &claims).await.unwrap();
    let device = Authenticator::counting();
    let (_, recovery) = instance.with_passkey("carol", &device).await;
    instance.app.settled().await;
    let before = counts(&instance.app.db).await;

    let scratch = TempDir::new().unwrap();
    let copy = scratch.path().join("portico.copy");
    let posted = Posted::default();
    let backup = async {
        posted.reach(POSTS).await;
        let acknowledged = posted.so_far();
        let (database, copy) = (database.clone(), copy.clone());
        let done = tokio::task::spawn_blocking(move || back_up(&database, &copy));
        done.await.unwrap();
        posted.reach(acknowledged.len() + POSTS).await;
        posted.is_over.store(true, Ordering::SeqCst);
        acknowledged
    };
    let writers = join_all((0..4).map(|_| posted.until_over(&hook)));
    let (acknowledged, _) = tokio::join!(backup, writers);
    let all = posted.so_far();
    let url = hook.webhook.runtime_url(&instance.app).unwrap();

    let (folder, fresh) = restore(&database, &copy).await;
    let place = match fresh.is_postgres() {
        true => folder.path(),
        false => fresh.folder(),
    };
    let found = instance_on(fresh.url(), place).await;
    assert_eq!(counts(&found.app.db).await, before);
    // Whatever was acknowledged before is there, and nothing that nobody posted.
    let kept: Vec<Message> = message::Entity::find().all(&*found.app.db).await.unwrap();
    let kept: Vec<i64> =
        kept.into_iter().filter(|message| message.webhook_id.is_some()).map(|message| message.id.get()).collect();
    for id in &acknowledged {
        assert!(kept.contains(id), "{id} is lost");
    }
    assert!(kept.len() <= all.len() + 4);

    let fields = [("login", "alice"), ("password", PASSWORD)];
    let browser = found.browser();
    browser.post("/sign-in", &fields).await.expect(303);
    let channel = format!("/channels/{}", acme.general.id);
    let page = browser.get(&channel).await.expect(200);
    assert!(page.text().contains("the tide is high"));
    // Passkeys and recovery codes as well.
    found.browser().sign_in_with(&device).await.expect(303);
    let browser = found.browser();
    let fields = [("login", "carol"), ("password", PASSWORD)];
    browser.post("/sign-in", &fields).await.expect(303);
    let fields = [("code", recovery[0].as_str())];
    browser.post(SECOND, &fields).await.expect(303);
    assert!(browser.is_signed_in().await);
    // Sessions from before the backup still work.
    let session = alice.browser.cookie("portico").unwrap();
    let kept_open = found.browser();
    kept_open.set_cookie("portico", &session);
    kept_open.get("/settings/profile").await.expect(200);

    let row = webhook::Entity::find_by_id(hook.id()).one(&*found.app.db).await.unwrap().unwrap();
    assert_eq!(row.runtime_url(&found.app), Some(url));
    let body = br#"{"content": "still here"}"#;
    found.post_json(&hook.path, &[], body).await.expect(200);

    // A token from before the backup, and one from after it, by the same key.
    let keys = &found.app.signing_keys;
    let jwks = keys.jwks(&found.app).await.unwrap();
    let jwks = serde_json::from_str(&jwks).unwrap();
    assert_eq!(verify_id_token(&jwks, &token), Some(claims.clone()));
    let later = keys.sign(&found.app, Algorithm::Rs256, &claims).await;
    assert_eq!(later.unwrap(), token);

    let again = TestOauthApp {
        instance: &found,
        app: app.app.clone(),
        secret: app.secret.clone(),
        redirect_uri: app.redirect_uri.clone(),
    };
    // A code from before the backup, once; and one from after it.
    again.exchange(&code).await.expect(200);
    again.exchange(&code).await.expect(400);
    let back = again.approve(&kept_open, &again.authorize_url()).await;
    again.exchange(&back.code()).await.expect(200);
}
