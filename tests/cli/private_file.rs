//! The SQLite file: only its owner can access it, whichever command creates it, and one that others can read is named at start.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use portico_platform::database::Database;
use sea_orm::ConnectionTrait;
use tempfile::TempDir;

use super::portico_in;
use crate::support::{ServeProcess, TestInstance};

fn mode(file: &Path) -> u32 {
    let found = fs::metadata(file).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
    found.permissions().mode() & 0o7777
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_new_file_and_those_beside_it_are_its_owners_alone() {
    let folder = TempDir::with_prefix("two words ").unwrap();
    let file = folder.path().join("new/portico.db");
    let url = format!("sqlite://{}", file.display()).replace(' ', "%20");
    let db = Database::connect(&url).await.unwrap();
    db.execute_unprepared("CREATE TABLE kept (id INTEGER PRIMARY KEY)").await.unwrap();
    for ending in ["", "-wal", "-shm"] {
        let file = file.with_file_name(format!("portico.db{ending}"));
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    db.close().await.unwrap();
}

#[test]
fn what_migrate_and_copy_create_is_its_owners_alone() {
    let folder = TempDir::new().unwrap();
    portico_in(folder.path(), &["migrate"], &[]).done();
    let from = folder.path().join("data/portico.db");
    let to = folder.path().join("copied.db");
    let url = |file: &Path| format!("sqlite://{}", file.display());
    let (source, target) = (url(&from), url(&to));
    let copy = ["copy", "--from", &source, "--to", &target];
    portico_in(folder.path(), &copy, &[]).done();
    for file in [from, to] {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_file_that_others_can_read_is_named_at_start() {
    let instance = TestInstance::open().await;
    let folder = &instance.app.config.data_dir;
    let file = folder.join("portico.db");
    // On Postgres there is none.
    if !file.exists() {
        return;
    }
    for (set, is_named) in [(0o644, true), (0o640, true), (0o600, false)] {
        fs::set_permissions(&file, Permissions::from_mode(set)).unwrap();
        let log = folder.join("log");
        let serving = ServeProcess::start_logging(&instance, &[], &log);
        serving.tell_to_stop();
        assert!(serving.ended().await.success());
        let log = fs::read_to_string(log).unwrap();
        let named = log.contains("others can read the database") && log.contains("chmod 600");
        assert_eq!(named, is_named, "{set:o}: {log}");
    }
}
