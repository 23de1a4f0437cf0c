//! The program under test, in its own process.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::process::{Process, free_port};
use super::{Client, until};

/// Every node's public address: none asks for it, and the cookie's name follows from it.
pub const BASE_URL: &str = "http://localhost:8000";
/// The instance key that all nodes share.
const KEY: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const START: Duration = Duration::from_secs(60);

/// Where a node keeps everything.
#[derive(Debug, Clone)]
pub struct Store {
    pub url: String,
    pub folder: PathBuf,
}

impl Store {
    /// A SQLite file in `folder`.
    pub fn sqlite(folder: &Path) -> Self {
        Self { url: format!("sqlite://{}", folder.join("portico.db").display()), folder: folder.to_owned() }
    }

    pub fn is_sqlite(&self) -> bool {
        self.url.starts_with("sqlite:")
    }

    /// Makes an account by the command line.
    pub fn person(&self, nickname: &str, phone: &str, password: &str) -> i64 {
        let mut child = self
            .command(BINARY)
            .args(["user", "create", "--json", "--password-stdin"])
            .args(["--nickname", nickname, "--name", nickname])
            .args(["--phone", phone])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{password}").unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|err| panic!("{err} in {output:?}"));
        said["id"].as_i64().unwrap()
    }

    /// Runs a command to its end; whether it went well, and what it said.
    pub fn portico(&self, arguments: &[&str]) -> (bool, String) {
        self.portico_with(&[], arguments)
    }

    /// The same with further settings.
    pub fn portico_with(&self, settings: &[(&str, &str)], arguments: &[&str]) -> (bool, String) {
        let mut command = self.command(BINARY);
        command.envs(settings.iter().copied());
        let ran = command.args(arguments).output().unwrap();
        let said = [ran.stdout, ran.stderr].concat();
        (ran.status.success(), String::from_utf8_lossy(&said).into_owned())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        self.arrange(&mut command);
        command
    }

    fn arrange(&self, command: &mut Command) {
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ROCKET_") {
                command.env_remove(name);
            }
        }
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("ROCKET_BASE_URL", BASE_URL)
            .env("ROCKET_DATA_DIR", &self.folder)
            .env("ROCKET_DATABASE_URL", &self.url)
            .env("ROCKET_SECRET_KEY", KEY)
            .env("ROCKET_THROTTLE", "{enabled=false}")
            .env("RUST_LOG", "warn,portico=info,portico::access_log=warn");
    }
}

/// A serving node.
#[derive(Debug)]
pub struct Node {
    pub origin: String,
    pub process: Process,
}

impl Node {
    /// Starts a node on a free port and waits until it serves.
    pub async fn start(store: &Store) -> Self {
        Self::start_as(store, free_port(), &[], &[]).await
    }

    /// The same on this port, started through other programs, with further settings.
    pub async fn start_as(store: &Store, port: u16, through: &[&str], settings: &[(&str, &str)]) -> Self {
        let mut words = through.to_vec();
        words.extend([BINARY, "serve"]);
        let log = store.folder.with_extension(format!("{port}.log"));
        let process = Process::start(&words, &log, |command| {
            store.arrange(command);
            command
                .env("ROCKET_ADDRESS", "127.0.0.1")
                .env("ROCKET_PORT", port.to_string())
                .envs(settings.iter().copied());
        });
        let mut node = Self { origin: format!("http://127.0.0.1:{port}"), process };
        let client = Client::new();
        until("the node serves", START, async || {
            assert!(!node.process.has_ended(), "{}", node.process.said());
            let asked = client.try_get(&node.origin, "/readyz").await;
            asked.is_ok_and(|answer| answer.status == 200)
        })
        .await;
        node
    }

    /// SIGKILL: it gets no chance to finish anything.
    pub fn kill(mut self) {
        self.process.kill();
    }

    /// Panics where its log tells of a fault of its own.
    pub fn must_not_have_blamed_itself(&self) {
        let said = self.process.said();
        for sign in ["error=internal", "panicked"] {
            let line = said.lines().find(|line| line.contains(sign));
            assert!(line.is_none(), "{line:?}");
        }
    }
}

/// The binary that was built beside these tests.
const BINARY: &str = env!("CARGO_BIN_EXE_portico");
