//! `portico backup FILE`, on SQLite; on Postgres it says what to run instead. `restore.rs` tests restoring.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use portico_crypto::instance_key::FILE;
use portico_platform::database::Database;
use sea_orm::ConnectionTrait;
use tempfile::TempDir;

use super::{Ran, portico, portico_with};
use crate::support::{TestDatabase, TestInstance};

fn backup(database: &TestDatabase, to: &Path) -> Ran {
    portico(database, &["backup", to.to_str().unwrap()], "")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Shows: faults.backup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_copy_is_its_owners_alone_and_comes_with_a_word_about_the_key() {
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    portico(&database, &["user", "create", "--nickname", "ada", "--name", "Ada"], "").done();
    let folder = TempDir::new().unwrap();
    let to = folder.path().join("it's a copy.db");
    let ran = backup(&database, &to).done();
    let key = database.folder().join(FILE);
    assert!(ran.out.contains(&format!("keep {}", key.display())), "{}", ran.out);
    let written = std::fs::read_to_string(key).unwrap();
    assert!(!(ran.out + &ran.err).contains(written.trim()));
    assert_eq!(to.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(names(folder.path()), ["it's a copy.db"]);
    // The key is not in it, and what is in it needs no log beside it.
    let copy = std::fs::read(&to).unwrap();
    let secret = written.trim().as_bytes();
    assert!(!copy.windows(secret.len()).any(|part| part == secret));
    let set = [("ROCKET_SECRET_KEY", crate::keys::OLD)];
    let other = folder.path().join("other.db");
    let ran = portico_with(&database, &["backup", other.to_str().unwrap()], "", &set).done();
    assert!(ran.out.contains("keep the setting `secret_key`"), "{}", ran.out);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_relative_name_is_one_in_the_working_folder() {
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_portico"))
        // SQLite would take it for an address.
        .args(["backup", "file:copy.db"])
        .current_dir(folder.path())
        .env("ROCKET_DATA_DIR", database.folder())
        .env("ROCKET_DATABASE_URL", database.url())
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    assert_eq!(names(folder.path()), ["file:copy.db"]);
}

/// Shows: faults.backup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn nothing_is_ever_overwritten() {
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let there = folder.path().join("there.db");
    std::fs::write(&there, "precious").unwrap();
    let dangling = folder.path().join("dangling.db");
    std::os::unix::fs::symlink(folder.path().join("nowhere"), &dangling).unwrap();
    let live = database.folder().join("portico.db");
    let before = live.metadata().unwrap().ino();
    for taken in [&there, &dangling, &live, &folder.path().to_owned()] {
        let told = backup(&database, taken).refused();
        assert!(told.contains("never overwrites"), "{told}");
    }
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "precious");
    assert_eq!(live.metadata().unwrap().ino(), before);
    assert_eq!(names(folder.path()), ["dangling.db", "there.db"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn without_a_folder_or_a_database_there_is_a_sentence_and_nothing_is_made() {
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("missing");
    let told = backup(&database, &missing.join("copy.db")).refused();
    assert!(told.contains(&format!("no folder {}", missing.display())), "{told}");
    let elsewhere = format!("sqlite://{}", missing.join("portico.db").display());
    let to = folder.path().join("copy.db");
    let arguments = ["backup", to.to_str().unwrap()];
    let set = [("ROCKET_DATABASE_URL", &*elsewhere)];
    let told = portico_with(&database, &arguments, "", &set).refused();
    assert!(told.contains("no database at"), "{told}");
    let told = portico_with(&database, &arguments, "", &[("ROCKET_DATABASE_URL", "sqlite::memory:")]).refused();
    assert!(told.contains("not a SQLite file"), "{told}");
    assert!(names(folder.path()).is_empty());
}

/// Shows: faults.backup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_copy_that_does_not_pass_its_check_is_not_kept() {
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let to = folder.path().join("copy.db");
    let db = Database::connect(database.url()).await.unwrap();
    db.execute_unprepared(
        "PRAGMA foreign_keys = OFF; \
         INSERT INTO channels (id, server_id, name, topic, created_at) VALUES (1, 2, 'stray', '', 0); \
         PRAGMA foreign_keys = ON",
    )
    .await
    .unwrap();
    let told = backup(&database, &to).refused();
    assert!(told.contains("1 rows refer to missing rows"), "{told}");
    db.execute_unprepared("DELETE FROM channels; DROP TABLE seaql_migrations").await.unwrap();
    let told = backup(&database, &to).refused();
    assert!(told.contains("not a Portico database"), "{told}");
    db.close().await.unwrap();
    std::fs::write(database.folder().join("portico.db"), [7; 8_192]).unwrap();
    let told = backup(&database, &to).refused();
    assert!(told.contains("was not copied"), "{told}");
    assert!(told.contains("the file is damaged"), "{told}");
    assert!(!told.contains("error returned from database"), "{told}");
    assert!(names(folder.path()).is_empty());
}

/// Shows: faults.foreign-log
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_backup_in_the_place_of_a_killed_processs_file_is_served_only_once_the_old_log_is_moved() {
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    let create = |name: &'static str| portico(&database, &["user", "create", "--nickname", name, "--name", "Ada"], "");
    create("ada").done();
    let copies = TempDir::new().unwrap();
    let copy = copies.path().join("copy.db");
    backup(&database, &copy).done();
    let (file, log) = (database.folder().join("portico.db"), database.folder().join("portico.db-wal"));
    // Another connection keeps the log from being written to the file when the command ends.
    let open = Database::connect(database.url()).await.unwrap();
    create("bob").done();
    let left = std::fs::read(&log).unwrap();
    assert!(!left.is_empty());
    open.close().await.unwrap();
    std::fs::copy(&copy, &file).unwrap();
    std::fs::write(&log, left).unwrap();
    let before = std::fs::read(&file).unwrap();
    let told = portico(&database, &["user", "list"], "").refused();
    assert!(told.contains(&format!("move {}", log.display())), "{told}");
    assert!(told.contains("`portico restore`"), "{told}");
    assert_eq!(std::fs::read(&file).unwrap(), before, "nothing was written");
    std::fs::rename(&log, copies.path().join("old-wal")).unwrap();
    let users = portico(&database, &["user", "list"], "").done().out;
    assert!(users.contains("ada") && !users.contains("bob"), "{users}");
    create("carl").done();
}

/// Unlike Portico, SQLite's own shell looks at no foreign key unless it is told to.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn sessions_that_are_deleted_as_the_guide_says_take_along_what_belongs_to_them() {
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    let create = ["user", "create", "--nickname", "ada", "--name", "Ada"];
    portico(&database, &create, "").done();
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operators.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let command =
        guide.lines().find(|line| line.starts_with("sqlite3 ") && line.contains("DELETE FROM sessions")).unwrap();
    let sql = command.split('"').nth(1).unwrap();
    let db = Database::connect(database.url()).await.unwrap();
    db.execute_unprepared(
        "INSERT INTO sessions (id, token_hash, user_id, created_at, seen_at, authenticated_at, user_agent, address, opened_by) \
         SELECT 1, x'01', id, 0, 0, 0, '', '', 'password' FROM users; \
         INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, point, secret) \
         SELECT 2, id, 1, 'https://push.example/1', x'02', x'03', x'04' FROM users",
    )
    .await
    .unwrap();
    db.execute_unprepared(&format!("PRAGMA foreign_keys = OFF; {sql}")).await.unwrap();
    db.close().await.unwrap();
    let folder = TempDir::new().unwrap();
    backup(&database, &folder.path().join("copy.db")).done();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_database_of_an_older_program_is_copied_as_it_is() {
    use portico_migrations::{Migrator, applied};
    let database = TestDatabase::create().await;
    if database.is_postgres() {
        return;
    }
    let db = Database::connect(database.url()).await.unwrap();
    Migrator::down(&*db, Some(2)).await.unwrap();
    let before = applied(&*db).await.unwrap();
    let folder = TempDir::new().unwrap();
    let to = folder.path().join("copy.db");
    backup(&database, &to).done();
    assert_eq!(applied(&*db).await.unwrap(), before);
    let copy = Database::connect(&format!("sqlite://{}", to.display())).await;
    let copy = copy.unwrap();
    assert_eq!(applied(&*copy).await.unwrap(), before);
    for db in [db, copy] {
        db.close().await.unwrap();
    }
}

/// Shows: faults.backup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn on_postgres_it_names_the_program_to_run_and_no_password() {
    let instance = TestInstance::open().await;
    let folder = TempDir::new().unwrap();
    let to = folder.path().join("a copy.dump");
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_portico"))
        .args(["backup", to.to_str().unwrap()])
        .env("ROCKET_DATA_DIR", &instance.app.config.data_dir)
        .env("ROCKET_DATABASE_URL", "postgres://portico:hunter2@db.example/portico?sslmode=require")
        .output()
        .unwrap();
    assert!(!ran.status.success());
    let told = String::from_utf8(ran.stderr).unwrap();
    let command = format!("pg_dump --format=custom --file='{}' 'postgres://portico@db.example/portico'", to.display());
    assert!(told.contains(&command), "{told}");
    assert!(!told.contains("hunter2"), "{told}");
}
