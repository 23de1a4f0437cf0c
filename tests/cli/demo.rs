//! `portico demo --database-url`: a database that stays, and one in use, which it refuses.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;

use super::{Ran, portico_in, program};
use crate::support::{Running, tell_to_stop, two_ports};

/// Runs the demo on the file until it ends.
fn ended(folder: &Path, file: &Path) -> Ran {
    let url = format!("sqlite://{}", file.display());
    let demo = ["demo", "--database-url", &url];
    let port = two_ports().to_string();
    portico_in(folder, &demo, &[("ROCKET_PORT", &*port)])
}

/// Starts the demo with these arguments and settings, and reads the first line that it prints.
fn started(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> (Running, String) {
    for _ in 0..5 {
        let mut demo = program(folder);
        demo.arg("demo").args(arguments).envs(settings.iter().copied());
        demo.env("ROCKET_PORT", two_ports().to_string()).stderr(Stdio::null());
        let (process, line) = Running::start(&mut demo);
        if !line.is_empty() {
            return (process, line);
        }
        // Another test took a port in between, perhaps after the database was filled.
        drop(process);
        for left in ["data", "named.db", "named.db-wal", "named.db-shm"].map(|name| folder.join(name)) {
            let _ = if left.is_dir() { fs::remove_dir_all(left) } else { fs::remove_file(left) };
        }
    }
    panic!("no free ports");
}

/// The first line of the demo, which then ends.
fn printed(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> String {
    let (mut process, line) = started(folder, arguments, settings);
    tell_to_stop(&process);
    assert!(process.wait().unwrap().success());
    line
}

#[test]
fn on_a_named_database_it_says_that_everything_stays() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("named.db");
    let url = format!("sqlite://{}", file.display());
    let line = printed(folder.path(), &["--database-url", &url], &[]);
    assert!(line.contains("stays in the database that you named"), "{line}");
    assert!(!line.contains("deleted"), "{line}");
    assert!(file.exists());
    // It can be served from then on: its key is where every command looks for it.
    assert!(line.contains("data/instance.key"), "{line}");
    assert!(folder.path().join("data/instance.key").exists());
    let settings = [("ROCKET_DATABASE_URL", &*url)];
    portico_in(folder.path(), &["webhook", "list"], &settings).done();
}

#[test]
fn a_process_that_opened_the_file_of_a_running_demo_leaves_its_log_there() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("named.db").display());
    let (_running, _) = started(folder.path(), &["--database-url", &url], &[]);
    portico_in(folder.path(), &["webhook", "list"], &[("ROCKET_DATABASE_URL", &*url)]).done();
    assert!(folder.path().join("named.db-wal").exists());
}

#[test]
fn the_passwords_that_everyone_knows_are_on_this_machine_and_in_a_temporary_database_alone() {
    let folder = TempDir::new().unwrap();
    let known = "mira-and-the-lighthouse";
    assert!(printed(folder.path(), &["--json"], &[]).contains(known));
    let url = format!("sqlite://{}", folder.path().join("named.db").display());
    let stays = printed(folder.path(), &["--json", "--database-url", &url], &[]);
    let public = printed(folder.path(), &["--json"], &[("ROCKET_BASE_URL", "https://chat.example.org")]);
    for line in [stays, public] {
        assert!(line.contains("mira") && !line.contains("-and-the-"), "{line}");
    }
}

#[test]
fn without_the_key_that_it_left_the_named_database_is_refused() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("named.db").display());
    printed(folder.path(), &["--database-url", &url], &[]);
    let settings = [("ROCKET_DATABASE_URL", &*url), ("ROCKET_DATA_DIR", "elsewhere")];
    let said = portico_in(folder.path(), &["webhook", "list"], &settings).refused();
    assert!(said.contains("There is no instance key"), "{said}");
}

#[test]
fn a_database_with_accounts_is_refused_without_a_word_about_its_key() {
    let folder = TempDir::new().unwrap();
    let create = ["user", "create", "--nickname", "ada", "--name", "Ada"];
    portico_in(folder.path(), &create, &[]).done();
    // There is something that its key has sealed.
    portico_in(folder.path(), &["key", "signing", "rotate"], &[]).done();
    let said = ended(folder.path(), &folder.path().join("data/portico.db")).refused();
    assert!(said.contains("it already has accounts"), "{said}");
    assert!(!said.contains("key"), "{said}");
}

#[test]
fn a_database_that_was_served_without_any_account_is_refused_the_same_way() {
    let folder = TempDir::new().unwrap();
    portico_in(folder.path(), &["migrate"], &[]).done();
    portico_in(folder.path(), &["key", "signing", "rotate"], &[]).done();
    let said = ended(folder.path(), &folder.path().join("data/portico.db")).refused();
    assert!(said.contains("it was already served"), "{said}");
    assert!(!said.contains("key"), "{said}");
}
