//! `portico restore FILE` over a database that there is, and `portico backup -`. `restore.rs` restores elsewhere.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use portico_platform::database::Database;
use portico_platform::database::restore::restore;
use rocket::tokio;
use sea_orm::ConnectionTrait;
use tempfile::TempDir;

use super::{Ran, portico};
use crate::support::{Running, TestDatabase, free_port, http_client};

/// An instance on SQLite, with a backup of it; none on Postgres, which has programs of its own.
struct Backed {
    database: TestDatabase,
    copies: TempDir,
}

impl Backed {
    async fn with_ada() -> Option<Self> {
        let database = TestDatabase::create().await;
        if database.is_postgres() {
            return None;
        }
        let backed = Self { database, copies: TempDir::new().unwrap() };
        backed.create("ada");
        portico(&backed.database, &["backup", backed.copy().to_str().unwrap()], "").done();
        Some(backed)
    }

    fn create(&self, nickname: &str) {
        portico(&self.database, &["user", "create", "--nickname", nickname, "--name", "Ada"], "").done();
    }

    fn users(&self) -> String {
        portico(&self.database, &["user", "list"], "").done().out
    }

    fn copy(&self) -> PathBuf {
        self.copies.path().join("copy.db")
    }

    fn restore(&self, copy: &Path) -> Ran {
        portico(&self.database, &["restore", copy.to_str().unwrap()], "")
    }

    fn file(&self, suffix: &str) -> PathBuf {
        self.database.folder().join(format!("portico.db{suffix}"))
    }

    /// The files from before, by name.
    fn moved(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.database.folder()).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files.filter(|file| file.to_string_lossy().contains("before-restore")).collect();
        files.sort();
        files
    }

    /// Leaves a log with a commit beside the file, as a killed process does.
    async fn leave_a_log(&self, nickname: &str) {
        let open = Database::connect(self.database.url()).await.unwrap();
        self.create(nickname);
        let (file, log) = (fs::read(self.file("")).unwrap(), fs::read(self.file("-wal")).unwrap());
        assert!(!log.is_empty());
        open.close().await.unwrap();
        fs::write(self.file(""), file).unwrap();
        fs::write(self.file("-wal"), log).unwrap();
        fs::write(self.file("-shm"), "an index of another file").unwrap();
    }

    /// Neither the database nor its folder was changed.
    fn assert_untouched(&self, before: &[u8]) {
        assert_eq!(fs::read(self.file("")).unwrap(), before);
        assert_eq!(self.moved(), [] as [PathBuf; 0]);
        let names = fs::read_dir(self.database.folder()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(!names.into_iter().any(|name| name.to_string_lossy().starts_with(".portico-restore-")));
    }
}

/// Shows: faults.backup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_backup_is_restored_over_a_killed_processs_files_which_stay_complete_under_another_name() {
    let Some(backed) = Backed::with_ada().await else { return };
    backed.leave_a_log("bob").await;
    let out = backed.restore(&backed.copy()).done().out;
    assert!(!backed.file("-wal").exists() && !backed.file("-shm").exists());
    assert_eq!(backed.file("").metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let moved = backed.moved();
    assert_eq!(moved.len(), 2, "{moved:?}");
    for file in &moved {
        assert!(out.contains(&file.display().to_string()), "{out}");
    }
    let users = backed.users();
    assert!(users.contains("ada") && !users.contains("bob"), "{users}");
    backed.create("carl");
    // What the killed process had committed to its log is in the files from before.
    let old = Database::connect(&format!("sqlite://{}", moved[0].display())).await.unwrap();
    let bob = old.query_one_raw(sea_orm::Statement::from_string(
        sea_orm::DbBackend::Sqlite,
        "SELECT COUNT(*) FROM users WHERE nickname = 'bob'",
    ));
    assert_eq!(bob.await.unwrap().unwrap().try_get_by_index::<i64>(0).unwrap(), 1);
    old.close().await.unwrap();
    // The backup is as it was, and can be restored once more.
    backed.restore(&backed.copy()).done();
    assert!(!backed.users().contains("carl"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_restore_that_was_killed_before_the_old_log_was_removed_is_refused_at_the_start_and_can_be_repeated() {
    let Some(backed) = Backed::with_ada().await else { return };
    backed.leave_a_log("bob").await;
    let log = fs::read(backed.file("-wal")).unwrap();
    backed.restore(&backed.copy()).done();
    fs::write(backed.file("-wal"), log).unwrap();
    let told = portico(&backed.database, &["user", "list"], "").refused();
    assert!(told.contains("`portico restore`"), "{told}");
    for file in backed.moved() {
        fs::remove_file(file).unwrap();
    }
    backed.restore(&backed.copy()).done();
    assert!(backed.users().contains("ada"));
}

/// Shows: faults.backup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn nothing_is_restored_while_a_process_serves_the_database_and_everything_once_it_was_killed() {
    let Some(backed) = Backed::with_ada().await else { return };
    let port = free_port();
    let mut serve = Command::new(env!("CARGO_BIN_EXE_portico"));
    serve
        .arg("serve")
        .current_dir(backed.copies.path())
        .env("ROCKET_PORT", port.to_string())
        .env("ROCKET_DATA_DIR", backed.database.folder())
        .env("ROCKET_DATABASE_URL", backed.database.url())
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let (serving, line) = Running::start(&mut serve);
    assert!(!line.is_empty());
    let told = backed.restore(&backed.copy()).refused();
    assert!(told.contains("A process uses"), "{told}");
    let answer = http_client().get(format!("http://127.0.0.1:{port}/readyz")).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    // As it ends with its test, by SIGKILL.
    drop(serving);
    backed.restore(&backed.copy()).done();
    assert!(backed.users().contains("ada"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_file_that_is_no_intact_backup_of_portico_changes_nothing() {
    let Some(backed) = Backed::with_ada().await else { return };
    let before = fs::read(backed.file("")).unwrap();
    let wrong = backed.copies.path().join("wrong.db");
    let whole = fs::read(backed.copy()).unwrap();
    let mut torn = whole.clone();
    torn.truncate(whole.len() / 2);
    for (bytes, words) in [
        (vec![7; 8_192], "is damaged, or is not a SQLite database"),
        (torn, "can't be restored"),
        (Vec::new(), "not a Portico database"),
    ] {
        fs::write(&wrong, bytes).unwrap();
        let told = backed.restore(&wrong).refused();
        assert!(told.contains(words), "{told}");
        backed.assert_untouched(&before);
    }
    for (name, words) in [("missing.db", "can't be read"), ("", "can't be read")] {
        let told = backed.restore(&backed.copies.path().join(name)).refused();
        assert!(told.contains(words), "{told}");
    }
    let told = backed.restore(&backed.file("")).refused();
    assert!(told.contains("is the database itself"), "{told}");
    fs::write(backed.copies.path().join("copy.db-wal"), "frames").unwrap();
    let told = backed.restore(&backed.copy()).refused();
    assert!(told.contains("lies beside the backup"), "{told}");
    backed.assert_untouched(&before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_backup_of_a_newer_version_is_refused_and_one_of_an_older_version_is_migrated_at_the_start() {
    use portico_migrations::Migrator;
    let Some(backed) = Backed::with_ada().await else { return };
    let url = format!("sqlite://{}", backed.copy().display());
    let db = Database::connect(&url).await.unwrap();
    Migrator::down(&*db, Some(1)).await.unwrap();
    db.close_file().await;
    backed.restore(&backed.copy()).done();
    assert!(backed.users().contains("ada"));
    let db = Database::connect(&url).await.unwrap();
    db.execute_unprepared("INSERT INTO seaql_migrations (version, applied_at) VALUES ('999_future', 0)").await.unwrap();
    db.close_file().await;
    let before = fs::read(backed.file("")).unwrap();
    let told = backed.restore(&backed.copy()).refused();
    assert!(told.contains("migrated by a newer version"), "{told}");
    assert_eq!(fs::read(backed.file("")).unwrap(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_backup_is_restored_where_there_was_no_database_yet() {
    let Some(backed) = Backed::with_ada().await else { return };
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("new folder/portico.db").display());
    let done = restore(&url, &backed.copy(), "20260101T000000Z").await.unwrap();
    assert_eq!(done.moved, [] as [PathBuf; 0]);
    let db = Database::connect(&url).await.unwrap();
    assert!(portico_platform::database::schema::is_migrated(&db).await.unwrap());
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_backup_to_standard_output_is_a_whole_copy_and_leaves_nothing_behind() {
    let Some(backed) = Backed::with_ada().await else { return };
    let ran = Command::new(env!("CARGO_BIN_EXE_portico"))
        .args(["backup", "-"])
        .env("ROCKET_DATA_DIR", backed.database.folder())
        .env("ROCKET_DATABASE_URL", backed.database.url())
        .output()
        .unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert!(ran.status.success() && told.contains("standard output"), "{told}");
    let file = backed.copies.path().join("from a pipe.db");
    fs::write(&file, ran.stdout).unwrap();
    let names = fs::read_dir(backed.database.folder()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().starts_with(".portico-backup-")));
    backed.create("bob");
    backed.restore(&file).done();
    let users = backed.users();
    assert!(users.contains("ada") && !users.contains("bob"), "{users}");
}
