//! `portico copy`: between the database of the run and a SQLite file, so in a run on Postgres between the two kinds.
//! `PORTICO_COPY_MESSAGES` says how many messages the interrupted copies have: a million is for a release build.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use portico_migrations::{Migrator, applied};
use portico_platform::database::Database;
use portico_platform::database::copying::{LEFT_OUT, copied_tables};
use portico_store::models::oauth::signing_key::Algorithm;
use portico_store::models::webhooks::webhook;
use portico_store::pictures::{self, PictureKind};
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Statement};
use serde_json::json;
use tempfile::TempDir;

use super::Ran;
use crate::support::{
    CALLBACK, PASSWORD, TestDatabase, TestInstance, TestOauthApp, dump, tell_to_stop, two_ports, verify_id_token,
};

/// A SQLite file that goes when the test ends.
struct File {
    folder: TempDir,
    url: String,
}

impl File {
    /// One that does not exist yet.
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("copy.db").display());
        Self { folder, url }
    }

    fn exists(&self) -> bool {
        self.folder.path().join("copy.db").exists()
    }
}

fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_portico"));
    command
        .args(arguments)
        .env("ROCKET_DATA_DIR", data)
        // A copy asks neither of these.
        .env("ROCKET_DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")
        .env("RUST_LOG", "trace")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn copy(data: &Path, from: &str, to: &str) -> Ran {
    let ran = command(data, &["copy", "--from", from, "--to", to]).output().unwrap();
    Ran {
        ok: ran.status.success(),
        out: String::from_utf8(ran.stdout).unwrap(),
        err: String::from_utf8(ran.stderr).unwrap(),
    }
}

/// Runs a command on a database.
fn on(url: &str, data: &Path, arguments: &[&str]) -> Ran {
    let ran = command(data, arguments).env("ROCKET_DATABASE_URL", url).output().unwrap();
    Ran {
        ok: ran.status.success(),
        out: String::from_utf8(ran.stdout).unwrap(),
        err: String::from_utf8(ran.stderr).unwrap(),
    }
}

/// Everything in a database that is copied.
async fn content(url: &str) -> BTreeMap<String, Vec<String>> {
    let db = Database::connect(url).await.unwrap();
    let mut all = dump(&db).await;
    db.close().await.unwrap();
    for (left_out, _) in LEFT_OUT {
        all.remove(left_out).unwrap();
    }
    // On SQLite the index has tables of its own.
    all.retain(|table, _| !table.starts_with("message_search_"));
    all
}

async fn execute(url: &str, sql: &str) {
    let db = Database::connect(url).await.unwrap();
    db.execute_unprepared(sql).await.unwrap();
    db.close().await.unwrap();
}

async fn count(url: &str, table: &str) -> i64 {
    let db = Database::connect(url).await.unwrap();
    let ask = format!("SELECT COUNT(*) AS it FROM {table}");
    let ask = Statement::from_string(db.get_database_backend(), ask);
    let row = db.query_one_raw(ask).await.unwrap().unwrap();
    db.close().await.unwrap();
    row.try_get("", "it").unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_copy_there_and_back_has_the_same_rows_and_all_of_it_works() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    let said = "hello @bob, it’s 0\u{2028}’\"\\ ä 👩‍👩‍👧";
    alice.say(&acme.general, said).await.expect(303);
    hook.say("the tide is high", &[]).await.expect(200);
    hook.post(json!({})).await.expect(400);
    let png = pictures::generated(PictureKind::App, 77);
    alice
        .browser
        .upload(
            "/settings/profile",
            &[("nickname", "alice"), ("name", "Alice")],
            &[("avatar", "me.png", "image/png", &png)],
        )
        .await
        .expect(303);
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&bob).await;
    let claims = json!({ "sub": "1" });
    let keys = &instance.app.signing_keys;
    let token = keys.sign(&instance.app, Algorithm::Rs256, &claims).await.unwrap();
    let url = hook.webhook.runtime_url(&instance.app).unwrap();
    instance.app.settled().await;
    let data = &instance.app.config.data_dir;

    let before = content(instance.database_url()).await;
    let filled = before.values().filter(|rows| !rows.is_empty()).count();
    assert!(filled > 15, "only {filled} tables have rows");
    let between = File::new();
    let ran = copy(data, instance.database_url(), &between.url).done();
    assert!(ran.out.contains("opens what is sealed in the copy"), "{}", ran.out);
    assert!(ran.out.contains("Copying messages: 2 of 2 rows\n"), "{}", ran.out);
    let back = TestDatabase::empty().await;
    let again = copy(data, &between.url, back.url()).done();
    assert_eq!(content(back.url()).await, before);
    // Both runs found the same checksums, on databases of both kinds.
    let sums = |out: &str| -> Vec<String> {
        let lines = out.lines().filter(|line| line.contains("  checksum "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(sums(&ran.out), sums(&again.out));
    assert!(sums(&ran.out).len() > 30, "{}", ran.out);

    let found =
        TestInstance::configured(|figment| figment.merge(("database_url", back.url())).merge(("data_dir", data))).await;
    let session = alice.browser.cookie("portico").unwrap();
    let kept_open = found.browser();
    kept_open.set_cookie("portico", &session);
    let page = kept_open.get("/settings/profile").await.expect(200);
    let picture = page.attributes("img.avatar-xl", "src").remove(0);
    let picture = found.browser().get(&picture).await.expect(200);
    assert_eq!(picture.bytes, pictures::normalise(&png).unwrap());
    let channel = format!("/channels/{}", acme.general.id);
    let page = kept_open.get(&channel).await.expect(200);
    assert!(page.text().contains("the tide is high"));
    let fields = [("login", "bob"), ("password", PASSWORD)];
    found.browser().post("/sign-in", &fields).await.expect(303);

    let row = webhook::Entity::find_by_id(hook.id()).one(&*found.app.db).await.unwrap().unwrap();
    assert_eq!(row.runtime_url(&found.app), Some(url));
    let body = br#"{"content": "still here"}"#;
    found.post_json(&hook.path, &[], body).await.expect(200);

    let keys = &found.app.signing_keys;
    let jwks = keys.jwks(&found.app).await.unwrap();
    let jwks = serde_json::from_str(&jwks).unwrap();
    assert_eq!(verify_id_token(&jwks, &token), Some(claims));
    let again = TestOauthApp {
        instance: &found,
        app: app.app.clone(),
        secret: app.secret.clone(),
        redirect_uri: app.redirect_uri.clone(),
    };
    again.exchange(&code).await.expect(200);
    again.exchange(&code).await.expect(400);
    let back = again.approve(&kept_open, &again.authorize_url()).await;
    again.exchange(&back.code()).await.expect(200);
}

/// The demo on a database, once it serves.
fn start_demo(database: &TestDatabase) -> Child {
    // Tried again where another test took one of the two ports in between.
    let started = (0..5).find_map(|_| {
        let arguments = ["demo", "--json", "--database-url", database.url()];
        let mut demo = command(database.folder(), &arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("ROCKET_PORT", two_ports().to_string())
            .env("TMPDIR", database.folder())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(demo.stdout.as_mut().unwrap());
        out.read_line(&mut line).unwrap();
        if line.is_empty() {
            demo.wait().unwrap();
            return None;
        }
        Some(demo)
    });
    started.expect("the demo starts")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_demo_is_the_same_after_a_copy_there_and_back() {
    let database = TestDatabase::create().await;
    let mut demo = start_demo(&database);
    let (data, file) = (database.folder(), File::new());
    let while_it_serves = copy(data, database.url(), &file.url);
    // Not killed: Postgres would carry out what it was sent before, at any moment from now on.
    tell_to_stop(&demo);
    assert!(demo.wait().unwrap().success());
    let told = while_it_serves.refused();
    assert!(told.contains("in use by a running process"), "{told}");
    let before = content(database.url()).await;
    assert!(before["messages"].len() > 50);
    copy(data, database.url(), &file.url).done();
    let back = TestDatabase::empty().await;
    copy(data, &file.url, back.url()).done();
    assert_eq!(content(back.url()).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn every_table_is_copied_or_left_out_for_a_reason() {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    let backend = db.get_database_backend();
    // The tables of a search index belong to the target.
    let tables = match backend {
        DbBackend::Sqlite => {
            "SELECT name AS it FROM pragma_table_list \
             WHERE schema = 'main' AND type IN ('table', 'virtual') AND name <> 'sqlite_schema'"
        }
        _ => "SELECT tablename::text AS it FROM pg_tables WHERE schemaname = 'public'",
    };
    let rows = db.query_all_raw(Statement::from_string(backend, tables)).await;
    let there: BTreeSet<String> = rows.unwrap().iter().map(|row| row.try_get("", "it").unwrap()).collect();
    db.close().await.unwrap();
    let copied = copied_tables(database.url()).await.unwrap();
    let mut known: BTreeSet<String> = copied.iter().cloned().collect();
    known.extend(LEFT_OUT.map(|(name, _)| name.to_owned()));
    let missing: Vec<&String> = there.difference(&known).collect();
    assert!(missing.is_empty(), "`portico copy` forgets {missing:?}");
    let gone: Vec<&String> = known.difference(&there).collect();
    assert!(gone.is_empty(), "there is no table {gone:?}");
    let place = |name: &str| copied.iter().position(|table| table == name).unwrap();
    assert!(place("users") < place("sessions"));
    assert!(place("servers") < place("channels"));
}

/// A database with an account and so many messages, of which no process is running.
async fn with_messages(messages: i64) -> TestDatabase {
    let database = TestDatabase::create().await;
    let add = ["user", "create", "--nickname", "ada", "--name", "Ada"];
    on(database.url(), database.folder(), &add).done();
    for fill in [
        "INSERT INTO servers (id, name, owner_id, created_at) SELECT 1, 'Acme', id, 0 FROM users".to_owned(),
        "INSERT INTO channels (id, server_id, name, topic, created_at) VALUES (2, 1, 'general', '', 0)".to_owned(),
        format!(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {messages}) \
             INSERT INTO messages (id, channel_id, content) SELECT n, 2, 'message ' || n FROM numbers"
        ),
    ] {
        execute(database.url(), &fill).await;
    }
    database
}

fn messages() -> i64 {
    let given = std::env::var("PORTICO_COPY_MESSAGES");
    given.map_or(40_000, |given| given.parse().unwrap())
}

/// Kills a copy as soon as it has copied some messages.
fn interrupt(data: &Path, from: &str, to: &str) {
    let mut child = command(data, &["copy", "--from", from, "--to", to]).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let begun = lines.map(Result::unwrap).find(|line| line.starts_with("Copying messages"));
    // SIGKILL.
    child.kill().unwrap();
    let ended = child.wait().unwrap();
    assert!(begun.is_some() && !ended.success(), "the copy was faster");
}

/// Shows: faults.copy
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_copy_that_was_killed_is_served_by_no_process_and_continues_where_it_stopped() {
    let all = messages();
    let database = with_messages(all).await;
    let (data, file) = (database.folder(), File::new());
    interrupt(data, database.url(), &file.url);
    let there = count(&file.url, "messages").await;
    assert!(0 < there && there < all, "{there} of {all}");
    for arguments in [&["serve"][..], &["user", "list"], &["key", "list"]] {
        let told = on(&file.url, data, arguments).refused();
        assert!(told.contains("unfinished copy"), "{told}");
    }
    let told = copy(data, &file.url, &File::new().url).refused();
    assert!(told.contains("itself an unfinished copy"), "{told}");

    let ran = copy(data, database.url(), &file.url).done();
    assert!(ran.out.starts_with("Continuing the copy"), "{}", ran.out);
    assert!(ran.out.contains(&format!("Checking messages: {all} of {all} rows")), "{}", ran.out);
    assert_eq!(count(&file.url, "messages").await, all);
    on(&file.url, data, &["user", "list"]).done();

    // And the other way, into the kind of the run.
    execute(&file.url, "UPDATE nodes SET leased_until = 1").await;
    let back = TestDatabase::empty().await;
    interrupt(data, &file.url, back.url());
    copy(data, &file.url, back.url()).done();
    assert_eq!(count(back.url(), "messages").await, all);
    let told = copy(data, &file.url, back.url()).refused();
    assert!(told.contains("target is not empty"), "{told}");
}

/// Shows: faults.copy
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn what_was_copied_from_a_source_that_was_used_since_is_not_trusted() {
    let database = with_messages(40_000).await;
    let (data, file) = (database.folder(), File::new());
    interrupt(data, database.url(), &file.url);
    let add = ["user", "create", "--nickname", "bob", "--name", "Bob"];
    on(database.url(), data, &add).done();
    execute(database.url(), "DELETE FROM messages WHERE id > 100").await;
    let ran = copy(data, database.url(), &file.url).done();
    assert!(ran.out.contains("it begins anew"), "{}", ran.out);
    assert_eq!(count(&file.url, "users").await, 2);
    assert_eq!(count(&file.url, "messages").await, 100);
}

/// Shows: faults.copy
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_target_that_someone_changed_meanwhile_fails_the_check_and_is_filled_anew() {
    let database = with_messages(40_000).await;
    let (data, file) = (database.folder(), File::new());
    interrupt(data, database.url(), &file.url);
    execute(&file.url, "UPDATE messages SET content = 'else' WHERE id = 1").await;
    let ran = copy(data, database.url(), &file.url);
    assert!(!ran.ok, "{}", ran.out);
    assert!(ran.err.contains("table messages differs after the copy"), "{}", ran.err);
    let told = on(&file.url, data, &["user", "list"]).refused();
    assert!(told.contains("unfinished copy"), "{told}");
    let ran = copy(data, database.url(), &file.url).done();
    assert!(ran.out.contains("it begins anew"), "{}", ran.out);
    on(&file.url, data, &["user", "list"]).done();
}

/// Shows: faults.copy
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_source_in_use_is_refused_and_no_target_is_made() {
    let database = with_messages(1).await;
    let file = File::new();
    let holder = match database.is_postgres() {
        true => "'x'::bytea",
        false => "x'78'",
    };
    let lease = format!("UPDATE nodes SET leased_until = 9007199254740991, holder = {holder}");
    execute(database.url(), &lease).await;
    let told = copy(database.folder(), database.url(), &file.url).refused();
    assert!(told.contains("in use by a running process (node number 0)"), "{told}");
    assert!(!file.exists());
}

/// Shows: faults.copy
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_target_with_rows_is_refused_and_not_even_migrated() {
    let (database, other) = (with_messages(1).await, with_messages(3).await);
    let file = File::new();
    copy(other.folder(), other.url(), &file.url).done();
    let told = copy(database.folder(), database.url(), other.url()).refused();
    assert!(told.contains("target is not empty: its table"), "{told}");
    assert_eq!(count(other.url(), "messages").await, 3);
    let db = Database::connect(&file.url).await.unwrap();
    Migrator::down(&*db, Some(1)).await.unwrap();
    let steps = applied(&*db).await.unwrap();
    copy(database.folder(), database.url(), &file.url).refused();
    assert_eq!(applied(&*db).await.unwrap(), steps);
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn an_empty_target_with_an_older_schema_is_migrated() {
    let database = with_messages(2).await;
    let target = TestDatabase::create().await;
    let db = Database::connect(target.url()).await.unwrap();
    Migrator::down(&*db, Some(2)).await.unwrap();
    db.close().await.unwrap();
    copy(database.folder(), database.url(), target.url()).done();
    assert_eq!(count(target.url(), "messages").await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn schemas_of_other_versions_are_refused() {
    let file = File::new();
    let future = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m0999_from_afar', 1)";
    let newer = TestDatabase::create().await;
    execute(newer.url(), future).await;
    let older = TestDatabase::create().await;
    let db = Database::connect(older.url()).await.unwrap();
    Migrator::down(&*db, Some(1)).await.unwrap();
    db.close().await.unwrap();
    let present = with_messages(1).await;
    let empty = TestDatabase::empty().await;
    execute(empty.url(), "CREATE TABLE others (id bigint PRIMARY KEY)").await;
    for (from, to, sentence) in [
        (newer.url(), file.url.as_str(), "source was migrated by a newer version"),
        (older.url(), &file.url, "schema of the source is older"),
        (empty.url(), &file.url, "source is not a Portico database"),
        (present.url(), newer.url(), "migrated by a newer version"),
        (present.url(), empty.url(), "source has no table others"),
    ] {
        let told = copy(present.folder(), from, to).refused();
        assert!(told.contains(sentence), "{told}");
    }
    assert!(!file.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn what_is_no_pair_of_databases_is_refused_without_naming_a_password() {
    let database = with_messages(1).await;
    let file = File::new();
    let missing = File::new();
    let closed = "postgres://portico:hunter2@127.0.0.1:1/portico";
    for (from, to, sentence) in [
        (database.url(), database.url(), "name the same database"),
        (&missing.url, &file.url, "There is no database at"),
        ("mysql://portico:hunter2@127.0.0.1/x", &file.url, "begin with"),
        (closed, &file.url, "can't be reached"),
        (database.url(), closed, "can't be opened"),
    ] {
        let told = copy(database.folder(), from, to).refused();
        assert!(told.contains(sentence), "{told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
    assert!(!file.exists() && !missing.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_key_that_opens_nothing_in_the_copy_is_said_to() {
    let instance = TestInstance::open().await;
    instance.acme_with_webhook().await;
    instance.app.settled().await;
    let (file, elsewhere) = (File::new(), TempDir::new().unwrap());
    let ran = copy(elsewhere.path(), instance.database_url(), &file.url).done();
    assert!(ran.out.contains("could not be read from"), "{}", ran.out);
    assert!(std::fs::read_dir(elsewhere.path()).unwrap().next().is_none());
    let file = File::new();
    let ran = command(elsewhere.path(), &["copy", "--from", instance.database_url(), "--to", &file.url])
        .env("ROCKET_SECRET_KEY", crate::keys::OLD)
        .output()
        .unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    assert!(ran.status.success(), "{out}");
    assert!(out.contains("does NOT open what is sealed"), "{out}");
    assert!(!out.contains(crate::keys::OLD));
}
