//! Databases of released versions, as these left them: this version migrates each, opens it and serves it.
//! `docs/stability.md` says how the one of a new version is made.

mod migrations;
mod world;

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use portico_store::models::{OauthApp, User};
use sea_orm::{ConnectionTrait, EntityTrait};
use serde_json::Value;

use crate::support::{Browser, PASSWORD, Person, START, TestDatabase, TestInstance, TestOauthApp, dump};
use world::world;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/upgrade");
const DATABASE: &str = "database.gz";
const FACTS: &str = "facts.json";
/// The file of `data_dir` that belongs to a database.
const KEY: &str = "instance.key";

/// Tables that may be empty: of a process that is running, of limits that tests are without, of push messages on their way, and
/// of a clock that was ahead.
const MAY_BE_EMPTY: [&str; 5] = ["id_shifts", "presence", "push_deliveries", "push_mentions", "throttles"];

fn kept_in(version: &Path, is_postgres: bool) -> PathBuf {
    version.join(if is_postgres { "postgres" } else { "sqlite" })
}

/// The folders of the released versions, of which there is at least one.
fn versions() -> Vec<PathBuf> {
    let entries = fs::read_dir(ROOT).unwrap().map(|entry| entry.unwrap().path());
    let versions: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    assert!(!versions.is_empty());
    versions
}

/// The text that makes the database again, for Postgres, or the file, for SQLite.
async fn taken(instance: &TestInstance, scratch: &Path) -> Vec<u8> {
    if instance.is_on_postgres() {
        let arguments = ["--inserts", "--no-owner", "--no-privileges", instance.database_url()];
        let made = Command::new("pg_dump").args(arguments).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let text = String::from_utf8(made.stdout).unwrap();
        // Settings of the session, which other versions of Postgres may not know, and commands of psql.
        let is_kept =
            |line: &&str| !["SET ", "SELECT pg_catalog.set_config", "\\", "--"].iter().any(|it| line.starts_with(it));
        return text.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect::<String>().into_bytes();
    }
    let copy = scratch.join("copy.db");
    instance.app.db.execute_unprepared(&format!("VACUUM INTO '{}'", copy.display())).await.unwrap();
    fs::read(copy).unwrap()
}

/// The world of a released version's database. With `PORTICO_REFRESH` it is written.
#[tokio::test]
async fn the_database_that_a_version_leaves_has_a_row_in_every_table() {
    let instance = TestInstance::open().await;
    let facts = world(&instance).await;
    let rows = facts["rows"].as_object().unwrap();
    let empty = rows.iter().filter(|(_, count)| **count == 0).map(|(table, _)| table.as_str());
    let empty: Vec<_> = empty.filter(|table| !MAY_BE_EMPTY.contains(table)).collect();
    assert_eq!(empty, [""; 0]);
    let folder = kept_in(&Path::new(ROOT).join(env!("CARGO_PKG_VERSION")), instance.is_on_postgres());
    if std::env::var_os("PORTICO_REFRESH").is_none() {
        assert!(folder.join(DATABASE).exists(), "docs/stability.md says how a version is released");
        return;
    }
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let mut file = GzEncoder::new(fs::File::create(folder.join(DATABASE)).unwrap(), Compression::best());
    file.write_all(&taken(&instance, scratch.path()).await).unwrap();
    file.finish().unwrap();
    fs::copy(instance.app.config.data_dir.join(KEY), folder.join(KEY)).unwrap();
    fs::write(folder.join(FACTS), serde_json::to_string_pretty(&facts).unwrap() + "\n").unwrap();
}

/// The database of a version, before anything of this one has opened it, and what is known of it.
async fn restored(version: &Path) -> (TestDatabase, Value) {
    let database = TestDatabase::empty().await;
    let folder = kept_in(version, database.is_postgres());
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(folder.join(DATABASE)).unwrap()).read_to_end(&mut bytes).unwrap();
    if database.is_postgres() {
        let db = sea_orm::Database::connect(database.url()).await.unwrap();
        db.execute_unprepared(std::str::from_utf8(&bytes).unwrap()).await.unwrap();
        db.close().await.unwrap();
    } else {
        fs::write(database.folder().join("portico.db"), bytes).unwrap();
    }
    let key = database.folder().join(KEY);
    fs::copy(folder.join(KEY), &key).unwrap();
    // A checkout leaves it readable by everyone.
    fs::set_permissions(key, fs::Permissions::from_mode(0o600)).unwrap();
    let facts = serde_json::from_slice(&fs::read(folder.join(FACTS)).unwrap()).unwrap();
    (database, facts)
}

/// This version on the database, at the time when it was left.
async fn opened(database: &TestDatabase, facts: &Value) -> TestInstance {
    let instance = TestInstance::open_on(database).await;
    instance.clock.advance(std::time::Duration::from_millis(facts["now"].as_u64().unwrap() - START.unsigned_abs()));
    instance
}

async fn sign_in<'h>(instance: &'h TestInstance, nickname: &str) -> Person<'h> {
    let browser = instance.browser();
    let fields = [("login", nickname), ("password", PASSWORD)];
    browser.post("/sign-in", &fields).await.expect(303);
    let user = User::find_by_nickname(&instance.app.db, nickname).await.unwrap().unwrap();
    Person { user, browser }
}

#[tokio::test]
async fn no_row_is_lost_by_the_migration_of_a_released_versions_database() {
    for version in versions() {
        let (database, facts) = restored(&version).await;
        let instance = opened(&database, &facts).await;
        let now = dump(&instance.app.db).await;
        let rows = facts["rows"].as_object().unwrap().iter();
        let rows = rows.filter(|(table, _)| !MAY_BE_EMPTY.contains(&table.as_str()));
        for (table, count) in rows {
            let found = now.get(table).map_or(0, Vec::len) as u64;
            assert!(found >= count.as_u64().unwrap(), "{table} of {}: {found} of {count} rows", version.display());
        }
    }
}

#[tokio::test]
async fn every_page_of_a_released_versions_database_opens_as_it_did() {
    for version in versions() {
        let (database, facts) = restored(&version).await;
        let instance = opened(&database, &facts).await;
        let alice = sign_in(&instance, "alice").await;
        for (path, status) in facts["pages"].as_object().unwrap() {
            let answer = alice.browser.get(path).await;
            assert_eq!(u64::from(answer.status), status.as_u64().unwrap(), "{path} of {}", version.display());
        }
        let feed = alice.browser.get(facts["channel"].as_str().unwrap()).await.expect(200);
        assert!(feed.text().contains(facts["message"].as_str().unwrap()));
    }
}

#[tokio::test]
async fn the_secrets_of_a_released_versions_database_work() {
    for version in versions() {
        let (database, facts) = restored(&version).await;
        let instance = opened(&database, &facts).await;
        let text = |name: &str| facts[name].as_str().unwrap();
        instance.post_json(text("webhook"), &[], br#"{"content": "after"}"#).await.expect(200);
        let replayed =
            instance.post_json(text("webhook"), &[("Idempotency-Key", "once")], br#"{"content": "before"}"#).await;
        assert_eq!(replayed.expect(200).json(), facts["answer"]);
        let bob = sign_in(&instance, "bob").await;
        let id = text("client_id").parse().unwrap();
        let app = portico_store::models::oauth::oauth_app::Entity::find_by_id(portico_rules::ids::AppId::new(id));
        let app: OauthApp = app.one(&*instance.app.db).await.unwrap().unwrap();
        let secret = text("client_secret").to_owned();
        let app = TestOauthApp { instance: &instance, app, secret, redirect_uri: text("redirect_uri").to_owned() };
        let facts_of_bob = app.exchange(&app.code_for(&bob).await).await.expect(200).json();
        assert_eq!(facts_of_bob["nickname"], "bob");
        assert_eq!(instance.userinfo(text("access_token")).await.expect(200).json()["sub"], facts["alice_id"]);
        let browser: Browser<'_> = instance.browser();
        let fields = [("login", "tess"), ("password", PASSWORD)];
        browser.post("/sign-in", &fields).await.expect(303);
        let code = text("recovery_code");
        browser.post("/sign-in/second", &[("code", code)]).await.expect(303);
        assert!(browser.is_signed_in().await);
    }
}
