//! The SQLite file after the end of a process: a copy of it alone, without its WAL, has everything.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use portico_platform::database::Database;
use portico_store::core::lease as node;
use sea_orm::EntityTrait;
use tempfile::TempDir;

use super::{portico_in, program};
use crate::support::{Running, free_port, tell_to_stop};

fn create(folder: &Path, nickname: &str) {
    let command = ["user", "create", "--nickname", nickname, "--name", nickname];
    portico_in(folder, &command, &[]).done();
}

/// A folder with a copy of the file, and nothing from beside it.
fn file_alone(folder: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    fs::create_dir(copy.path().join("data")).unwrap();
    for name in ["data/portico.db", "data/instance.key"] {
        fs::copy(folder.join(name), copy.path().join(name)).unwrap();
    }
    copy
}

#[test]
fn after_a_command_the_file_alone_has_what_it_changed() {
    let folder = TempDir::new().unwrap();
    create(folder.path(), "ada");
    assert!(!folder.path().join("data/portico.db-wal").exists());
    let copy = file_alone(folder.path());
    let listed = portico_in(copy.path(), &["user", "list"], &[]).done().out;
    assert!(listed.contains("ada"), "{listed}");
}

/// Serves the folder's instance on a free port.
fn serve(folder: &Path) -> Running {
    let start = || {
        let mut program = program(folder);
        program.env("ROCKET_PORT", free_port().to_string()).stderr(Stdio::null());
        let (process, line) = Running::start(&mut program);
        (!line.is_empty()).then_some(process)
    };
    (0..5).find_map(|_| start()).expect("a free port")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn after_a_stop_the_file_alone_has_all_that_was_written_up_to_the_end() {
    let folder = TempDir::new().unwrap();
    create(folder.path(), "ada");
    let mut serving = serve(folder.path());
    create(folder.path(), "bob");
    tell_to_stop(&serving);
    assert!(serving.wait().unwrap().success());
    let copy = file_alone(folder.path());
    // The last that a process writes is that it has no number any more.
    let url = format!("sqlite://{}/data/portico.db", copy.path().display());
    let db = Database::connect(&url).await.unwrap();
    let nodes = node::Entity::find().all(&*db).await.unwrap();
    assert!(!nodes.is_empty());
    assert!(nodes.iter().all(|node| node.holder.is_empty()), "{nodes:?}");
    db.close().await.unwrap();
    let listed = portico_in(copy.path(), &["user", "list"], &[]).done().out;
    assert!(listed.contains("ada") && listed.contains("bob"), "{listed}");
}
