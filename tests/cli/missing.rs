//! Commands where there is no instance, such as in another folder than the service's, or without its settings.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::portico_in;

/// Commands that work on an instance that exists.
const COMMANDS: [&[&str]; 23] = [
    &["user", "list"],
    &["user", "verify-phone", "ada", "+4915112345642"],
    &["user", "reset-password", "ada"],
    &["user", "disable", "ada"],
    &["user", "admin", "ada"],
    &["user", "delete", "ada", "--yes"],
    &["report", "list"],
    &["report", "close", "1"],
    &["instance", "sign-up", "closed", "--reason", "flood"],
    &["instance", "notice", "Down at noon"],
    &["branding", "show"],
    &["branding", "set", "--name", "Oak & Elm"],
    &["app", "list"],
    &["webhook", "list"],
    &["server", "suspend", "1", "--reason", "spam"],
    &["audit", "export"],
    &["backup", "copy.db"],
    &["key", "list"],
    &["key", "add"],
    &["key", "rotate"],
    &["key", "drop", "00000000"],
    &["key", "replace-push"],
    &["key", "signing", "rotate"],
];

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn a_command_on_an_instance_refuses_an_empty_folder_and_creates_nothing() {
    for command in COMMANDS {
        let folder = TempDir::new().unwrap();
        let sentence = portico_in(folder.path(), command, &[]).refused();
        assert_eq!(
            sentence, "There is no database at data/portico.db; check the setting `database_url`.",
            "{command:?}"
        );
        assert!(is_empty(folder.path()), "{command:?}");
    }
}

#[test]
fn a_command_on_an_instance_names_the_missing_file_of_the_setting() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("else/where.db");
    let url = format!("sqlite://{}", file.display());
    let settings = [("ROCKET_DATABASE_URL", &*url)];
    let sentence = portico_in(folder.path(), &["user", "list"], &settings).refused();
    assert!(sentence.contains(&format!("no database at {};", file.display())), "{sentence}");
    assert!(is_empty(folder.path()));
}

#[test]
fn the_first_account_may_be_created_before_the_first_start() {
    let folder = TempDir::new().unwrap();
    let create = ["user", "create", "--nickname", "ada", "--name", "Ada"];
    portico_in(folder.path(), &create, &[]).done();
    let list = portico_in(folder.path(), &["user", "list"], &[]).done().out;
    assert!(list.contains("ada"), "{list}");
}

#[test]
fn migrating_creates_the_database_that_commands_work_on() {
    let folder = TempDir::new().unwrap();
    portico_in(folder.path(), &["migrate"], &[]).done();
    let told = portico_in(folder.path(), &["instance", "sign-up"], &[]).done();
    assert_eq!(told.out, "Sign-up: open\n");
}
