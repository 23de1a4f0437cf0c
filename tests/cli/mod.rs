//! The program as operators run it: as a process, with its own database.

mod anywhere;
mod backup;
mod branding;
mod closed_file;
mod console;
mod copy;
mod demo;
mod doctor;
mod exposed;
mod key;
mod missing;
mod private_file;
mod report;
mod restore;
mod restore_in_place;
mod serve;
mod settings;
mod signing;
#[cfg(feature = "opentelemetry")]
mod traces;
mod unwritable;
mod user;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{TestDatabase, assert_may_block};

/// What a command left behind.
pub struct Ran {
    pub ok: bool,
    pub out: String,
    pub err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        Self {
            ok: output.status.success(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Panics with what was said unless the command succeeded.
    #[track_caller]
    pub fn done(self) -> Self {
        assert!(self.ok, "{}{}", self.out, self.err);
        self
    }

    /// The sentence that a refused command ends with.
    #[track_caller]
    pub fn refused(self) -> String {
        assert!(!self.ok, "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
        let last = self.err.lines().last().unwrap_or_default();
        let sentence = last.strip_prefix("portico: ").expect(&self.err);
        assert!(sentence.ends_with('.'), "{sentence}");
        sentence.to_owned()
    }
}

/// Runs `portico` with these arguments and this standard input.
#[track_caller]
pub fn portico(database: &TestDatabase, arguments: &[&str], input: &str) -> Ran {
    portico_with(database, arguments, input, &[])
}

/// The same with further settings, as the environment names them.
#[track_caller]
pub fn portico_with(database: &TestDatabase, arguments: &[&str], input: &str, settings: &[(&str, &str)]) -> Ran {
    assert_may_block();
    let mut child = Command::new(env!("CARGO_BIN_EXE_portico"))
        .args(arguments)
        .env("ROCKET_DATA_DIR", database.folder())
        .env("ROCKET_DATABASE_URL", database.url())
        .env("RUST_LOG", "trace")
        .envs(settings.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Ran::of(child.wait_with_output().unwrap())
}

/// The program in a folder, without any setting of the environment that runs the tests.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_portico"));
    command.current_dir(folder).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ROCKET_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs that program with these arguments, and with settings as the environment names them.
pub fn portico_in(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Ran {
    let mut program = program(folder);
    program.args(arguments).envs(settings.iter().copied());
    Ran::of(program.output().unwrap())
}
