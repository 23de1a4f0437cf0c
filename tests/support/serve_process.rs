//! `portico serve` as a process, on the database of a test.
//! What it answers is up to the tests.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use rocket::tokio::time::{interval, timeout};

use super::{Running, TestInstance, free_port, signal, tell_to_stop};

/// Longer than anything takes, so a test that hangs fails.
const TIMEOUT: Duration = Duration::from_secs(30);

const PROGRAM: &str = env!("CARGO_BIN_EXE_portico");

/// A process that serves the instance's database; it ends with its test.
pub struct ServeProcess {
    child: Running,
    port: u16,
}

impl ServeProcess {
    /// With further settings, as the environment names them.
    pub fn start(instance: &TestInstance, settings: &[(&str, &str)]) -> Self {
        (0..5).find_map(|_| Self::try_to_start(instance, settings, Stdio::inherit())).expect("a free port")
    }

    /// The same, with its log in a file.
    pub fn start_logging(instance: &TestInstance, settings: &[(&str, &str)], log: &Path) -> Self {
        (0..5)
            .find_map(|_| Self::try_to_start(instance, settings, File::create(log).unwrap().into()))
            .expect("a free port")
    }

    /// Started by `env` with this option, with its log in a file.
    pub fn start_by_env(instance: &TestInstance, option: &str, log: &Path) -> Self {
        (0..5)
            .find_map(|_| {
                let port = free_port();
                let mut env = Command::new("env");
                arrange(env.args([option, PROGRAM]), instance, port);
                env.stderr(File::create(log).unwrap());
                Self::once_it_serves(env, port)
            })
            .expect("a free port")
    }

    /// The same, without waiting until it serves.
    pub fn begin(instance: &TestInstance) -> Self {
        let port = free_port();
        let mut serve = Command::new(PROGRAM);
        arrange(&mut serve, instance, port);
        let child = Running::begin(&mut serve);
        Self { child, port }
    }

    /// None where another test took the port in between.
    fn try_to_start(instance: &TestInstance, settings: &[(&str, &str)], log: Stdio) -> Option<Self> {
        let port = free_port();
        let mut serve = Command::new(PROGRAM);
        arrange(&mut serve, instance, port);
        serve.envs(settings.iter().copied()).stderr(log);
        Self::once_it_serves(serve, port)
    }

    fn once_it_serves(mut serve: Command, port: u16) -> Option<Self> {
        let (child, line) = Running::start(&mut serve);
        (!line.is_empty()).then_some(Self { child, port })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Sends SIGTERM.
    pub fn tell_to_stop(&self) {
        tell_to_stop(&self.child);
    }

    /// Sends SIGHUP, as a terminal does that is closed.
    pub fn hang_up(&self) {
        signal(&self.child, "HUP");
    }

    /// Waits until it ended by itself.
    pub async fn ended(mut self) -> ExitStatus {
        let mut looks = interval(Duration::from_millis(20));
        let ended = async {
            loop {
                looks.tick().await;
                if let Some(status) = self.child.try_wait().unwrap() {
                    return status;
                }
            }
        };
        timeout(TIMEOUT, ended).await.expect("the process ends")
    }
}

/// Adds the command and its settings.
fn arrange(program: &mut Command, instance: &TestInstance, port: u16) {
    program
        .arg("serve")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("ROCKET_PORT", port.to_string())
        .env("ROCKET_DATA_DIR", &instance.app.config.data_dir)
        .env("ROCKET_DATABASE_URL", instance.database_url())
        .env("ROCKET_THROTTLE", "{enabled=false}")
        .env("RUST_LOG", "warn")
        .stdin(Stdio::null());
}

/// A client that asks processes on this machine.
pub fn http_client() -> reqwest::Client {
    let builder = portico_platform::http_client::client(None).unwrap();
    builder.no_proxy().build().unwrap()
}
