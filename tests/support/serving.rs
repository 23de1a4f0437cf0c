//! `portico serve` as a process, on the database of a test.
//! What it answers is up to the tests.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use rocket::tokio::time::{interval, timeout};

use super::{Running, TestApp, free_port, tell_to_stop};

/// Longer than anything takes, shorter than anybody waits.
const PATIENCE: Duration = Duration::from_secs(30);

/// A process that serves the house's database; it ends with its test.
pub struct Serving {
    child: Running,
    port: u16,
}

impl Serving {
    /// With further settings, as the environment names them.
    pub fn start(house: &TestApp, settings: &[(&str, &str)]) -> Self {
        (0..5)
            .find_map(|_| Self::try_to_start(house, settings, Stdio::inherit()))
            .expect("a free port")
    }

    /// The same, with its log in a file.
    pub fn start_logging(house: &TestApp, settings: &[(&str, &str)], log: &Path) -> Self {
        (0..5)
            .find_map(|_| Self::try_to_start(house, settings, File::create(log).unwrap().into()))
            .expect("a free port")
    }

    /// None where another test took the port in between.
    fn try_to_start(house: &TestApp, settings: &[(&str, &str)], log: Stdio) -> Option<Self> {
        let port = free_port();
        let mut serve = Command::new(env!("CARGO_BIN_EXE_portico"));
        serve
            .arg("serve")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("ROCKET_PORT", port.to_string())
            .env("ROCKET_DATA_DIR", &house.app.config.data_dir)
            .env("ROCKET_DATABASE_URL", house.database_url())
            .env("ROCKET_THROTTLE", "{enabled=false}")
            .env("RUST_LOG", "warn")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stderr(log);
        let (child, line) = Running::start(&mut serve);
        line.starts_with("Portico serves")
            .then_some(Self { child, port })
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
        timeout(PATIENCE, ended).await.expect("the process ends")
    }
}

/// A client that asks processes on this machine.
pub fn http_client() -> reqwest::Client {
    let builder = portico::http_client::client(None).unwrap();
    builder.no_proxy().build().unwrap()
}
