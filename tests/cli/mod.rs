//! The program as operators run it: as a process, with its own database.

mod anywhere;
mod backup;
mod branding;
mod console;
mod copy;
mod exposed;
mod key;
mod report;
mod restore;
mod serve;
mod signing;
#[cfg(feature = "opentelemetry")]
mod traces;
mod user;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::support::TestDatabase;

/// What a command left behind.
pub struct Ran {
    pub ok: bool,
    pub out: String,
    pub err: String,
}

impl Ran {
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
pub fn portico(database: &TestDatabase, arguments: &[&str], input: &str) -> Ran {
    portico_with(database, arguments, input, &[])
}

/// The same with further settings, as the environment names them.
pub fn portico_with(
    database: &TestDatabase,
    arguments: &[&str],
    input: &str,
    settings: &[(&str, &str)],
) -> Ran {
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
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    Ran {
        ok: status.success(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}
