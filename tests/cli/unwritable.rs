//! Standard output that can't be written: a full disk is reported in one sentence, a closed pipe ends a listing, and what is
//! served goes on being served.

use std::fs::{self, File};
use std::io::pipe;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use portico_platform::database::Database;
use portico_store::core::lease as node;
use rocket::tokio::time::{interval, timeout};
use sea_orm::EntityTrait;
use tempfile::TempDir;

use super::{portico_in, program};
use crate::support::{free_port, http_client, tell_to_stop};

/// Longer than anything takes, shorter than anyone waits.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Commands that print something, on an instance with one account.
const COMMANDS: [&[&str]; 17] = [
    &["migrate"],
    &["user", "list"],
    &["user", "list", "--json"],
    &["user", "sign-out", "ada"],
    &["report", "list"],
    &["instance", "sign-up"],
    &["instance", "notice"],
    &["branding", "show"],
    &["branding", "set", "--name", "Oak & Elm"],
    &["app", "list"],
    &["webhook", "list"],
    &["server", "list", "--json"],
    &["audit", "export"],
    &["key", "list"],
    &["key", "signing", "list"],
    &["completions", "bash"],
    &["man"],
];

/// A device on which every write fails, as on a full disk.
fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

/// A pipe that no one reads.
fn closed() -> Stdio {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    writer.into()
}

/// A folder with an instance that has the account `ada`.
fn instance() -> TempDir {
    let folder = TempDir::new().unwrap();
    let create = ["user", "create", "--nickname", "ada", "--name", "Ada"];
    portico_in(folder.path(), &create, &[]).done();
    folder
}

fn ran(folder: &Path, arguments: &[&str], out: Stdio) -> Output {
    let mut program = program(folder);
    program.args(arguments).env("RUST_LOG", "warn").stdout(out);
    program.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap()
}

/// The sentence that the command failed with.
#[track_caller]
fn sentence(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = said.lines().last().unwrap_or_default();
    let sentence = last.strip_prefix("portico: ").expect(&said);
    assert!(sentence.ends_with('.'), "{sentence}");
    sentence.to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_full_disk_ends_every_command_with_a_sentence_and_without_its_node_number() {
    let folder = instance();
    for command in COMMANDS {
        let sentence = sentence(&ran(folder.path(), command, full()));
        let named = sentence.to_lowercase();
        assert!(named.contains("standard output can't be written"), "{command:?}: {sentence}");
    }
    let backup = sentence(&ran(folder.path(), &["backup", "copy.db"], full()));
    assert!(backup.starts_with("It was done, but"), "{backup}");
    assert!(folder.path().join("copy.db").exists());
    let sign_up = ["instance", "sign-up", "invite"];
    let changed = sentence(&ran(folder.path(), &sign_up, full()));
    assert!(changed.starts_with("It was done, but"), "{changed}");
    let shown = sentence(&ran(folder.path(), &sign_up[..2], full()));
    assert!(shown.starts_with("Standard output"), "{shown}");
    let url = format!("sqlite://{}/data/portico.db", folder.path().display());
    let db = Database::connect(&url).await.unwrap();
    let nodes = node::Entity::find().all(&*db).await.unwrap();
    assert!(nodes.iter().all(|node| node.holder.is_empty()), "{nodes:?}");
    db.close().await.unwrap();
}

#[test]
fn a_closed_pipe_ends_a_listing_without_an_error() {
    let folder = instance();
    for command in COMMANDS {
        let output = ran(folder.path(), command, closed());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {said}");
        assert!(!said.contains("portico: "), "{command:?}: {said}");
    }
}

#[test]
fn a_password_that_could_not_be_printed_is_reported_as_lost() {
    let folder = instance();
    let reset = ["user", "reset-password", "ada"];
    let create = ["user", "create", "--nickname", "bob", "--name", "Bob"];
    for (command, out, nickname) in [(&reset[..], full(), "ada"), (&reset, closed(), "ada"), (&create, full(), "bob")] {
        let sentence = sentence(&ran(folder.path(), command, out));
        assert!(sentence.contains("it is lost"), "{sentence}");
        let next = format!("`portico user reset-password {nickname}`");
        assert!(sentence.contains(&next), "{sentence}");
    }
    // As the sentence says, the account is there.
    let reset = ["user", "reset-password", "bob"];
    portico_in(folder.path(), &reset, &[]).done();
}

/// A process that ends with its test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Serves with this standard output until it answers; none if another test took the port in between.
async fn serving(folder: &Path, out: Stdio) -> Option<Process> {
    let port = free_port();
    let log = File::create(folder.join("log")).unwrap();
    let mut program = program(folder);
    program.arg("serve").env("ROCKET_PORT", port.to_string()).env("RUST_LOG", "warn").stdout(out).stderr(log);
    let mut process = Process(program.spawn().unwrap());
    let url = format!("http://127.0.0.1:{port}/readyz");
    let mut looks = interval(Duration::from_millis(50));
    let answered = async {
        loop {
            looks.tick().await;
            let answer = http_client().get(&url).send().await;
            if answer.is_ok_and(|answer| answer.status() == 200) {
                return true;
            }
            if process.0.try_wait().unwrap().is_some() {
                return false;
            }
        }
    };
    let answered = timeout(TIMEOUT, answered).await.unwrap();
    answered.then_some(process)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn serving_goes_on_where_its_first_lines_can_not_be_printed() {
    for (out, is_warned) in [(full as fn() -> Stdio, true), (closed as fn() -> Stdio, false)] {
        let folder = TempDir::new().unwrap();
        let mut process = None;
        for _ in 0..5 {
            if process.is_none() {
                process = serving(folder.path(), out()).await;
            }
        }
        let log = || fs::read_to_string(folder.path().join("log")).unwrap();
        let mut process = process.unwrap_or_else(|| panic!("{}", log()));
        tell_to_stop(&process.0);
        let ended = process.0.wait().unwrap();
        assert!(ended.success(), "{}", log());
        assert_eq!(log().contains("could not print the start URLs"), is_warned, "{}", log());
        assert!(!log().contains("panic"), "{}", log());
    }
}
