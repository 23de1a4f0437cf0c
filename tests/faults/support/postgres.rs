//! A Postgres server for one test, which can be stopped, hung and started again. It is as durable as in production.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use super::process::{Process, children, free_port, is_root, signal};
use super::{Store, seconds, until};

const START: Duration = Duration::from_secs(30);

/// A server.
#[derive(Debug)]
pub struct Postgres {
    process: Option<Process>,
    programs: PathBuf,
    data: PathBuf,
    port: u16,
    folder: TempDir,
}

impl Postgres {
    pub async fn start() -> Self {
        Self::with_data_on(None).await
    }

    /// A server whose data, but not the log of its writes, lie on another disk.
    pub async fn with_data_on(disk: Option<&Path>) -> Self {
        // Directly under /tmp: the server runs as a user who may not enter TMPDIR.
        let folder = TempDir::with_prefix_in("portico-faults-postgres-", "/tmp").unwrap();
        let data = match disk {
            Some(folder) => folder.join("data"),
            None => folder.path().join("data"),
        };
        let mut server = Self { process: None, programs: programs(), data, port: free_port(), folder };
        if let (true, Some(user)) = (is_root(), account()) {
            let mut owned = vec![server.folder.path()];
            owned.extend(disk);
            run(Command::new("chown").arg(user).args(owned));
        }
        let mut initdb = vec![server.program("initdb"), "--username=postgres".into()];
        initdb.push(format!("--pgdata={}", server.data.display()));
        initdb.push(format!("--waldir={}", server.folder.path().join("wal").display()));
        for option in ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"] {
            initdb.push(option.into());
        }
        run(Command::new("setpriv").args(as_server()).args(initdb).current_dir("/"));
        server.start_again().await;
        server
    }

    /// A streaming replica of this server, by itself on another port.
    pub async fn replica(&self) -> Self {
        let folder = TempDir::with_prefix_in("portico-faults-replica-", "/tmp").unwrap();
        let mut replica =
            Self { process: None, programs: programs(), data: folder.path().join("data"), port: free_port(), folder };
        if let (true, Some(user)) = (is_root(), account()) {
            run(Command::new("chown").arg(user).arg(replica.folder.path()));
        }
        run(Command::new("setpriv")
            .args(as_server())
            .arg(replica.program("pg_basebackup"))
            .args(["--host=127.0.0.1", "--username=postgres", "--no-sync"])
            .args(["--port", &self.port.to_string()])
            .args(["--write-recovery-conf", "--checkpoint=fast"])
            .arg(format!("--pgdata={}", replica.data.display()))
            .current_dir("/"));
        replica.start_again().await;
        replica
    }

    /// Starts it, and waits until it answers.
    pub async fn start_again(&mut self) {
        assert!(self.process.is_none(), "it runs already");
        let (port, data) = (self.port.to_string(), self.data.display().to_string());
        let (user, program) = (as_server(), self.program("postgres"));
        let sockets = self.folder.path().display().to_string();
        let mut words: Vec<&str> = user.iter().map(String::as_str).collect();
        words.extend([&*program, "-D", &*data, "-p", &*port, "-k", &*sockets]);
        for setting in
            ["listen_addresses=127.0.0.1", "max_connections=120", "shared_buffers=32MB", "restart_after_crash=on"]
        {
            words.extend(["-c", setting]);
        }
        let log = self.folder.path().join("log");
        self.process = Some(Process::start(&words, &log, |command| {
            command.current_dir("/");
        }));
        self.answers().await;
    }

    /// Waits until it takes connections.
    pub async fn answers(&mut self) {
        let isready = self.program("pg_isready");
        let port = self.port.to_string();
        until("Postgres answers", START, async || {
            let process = self.process.as_mut().expect("a server");
            assert!(!process.has_ended(), "{}", process.said());
            Command::new(&isready)
                .args(["--quiet", "--host=127.0.0.1", "--port", &port])
                .status()
                .is_ok_and(|status| status.success())
        })
        .await;
    }

    /// Its immediate shutdown: connections are cut, and what was not written is recovered at the next start.
    pub async fn stop_at_once(&mut self) {
        let mut process = self.process.take().expect("a server");
        process.signal("QUIT");
        process.ended(seconds(20)).await;
    }

    /// Stops every process of it where it stands: connections stay open, and nobody answers.
    pub fn hang(&self) {
        let server = self.process.as_ref().expect("a server").id();
        // First the one that would start others.
        signal(&[server], "STOP");
        signal(&children(server), "STOP");
    }

    /// Lets it go on after [`Self::hang`].
    pub fn go_on(&self) {
        let server = self.process.as_ref().expect("a server").id();
        signal(&children(server), "CONT");
        signal(&[server], "CONT");
    }

    /// The server's own process.
    pub fn id(&self) -> u32 {
        self.process.as_ref().expect("a server").id()
    }

    /// The one database of a test on this server; `folder` is for what else a node keeps.
    pub fn store(&self, folder: &Path) -> Store {
        Store { url: format!("postgres://postgres@127.0.0.1:{}/postgres", self.port), folder: folder.to_owned() }
    }

    fn program(&self, name: &str) -> String {
        self.programs.join(name).display().to_string()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let Some(process) = &mut self.process else {
            return;
        };
        let all = children(process.id());
        signal(&all, "CONT");
        process.signal("CONT");
        // Its own way to end fast; what a killed server leaves behind ends by itself, but later.
        process.signal("QUIT");
        for _ in 0..200 {
            if process.has_ended() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        process.kill();
        signal(&all, "KILL");
    }
}

/// The folder of the newest server programs on this machine.
pub(super) fn programs() -> PathBuf {
    let mut found: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            let programs = entry.path().join("bin");
            programs.join("initdb").is_file().then_some((version, programs))
        })
        .collect();
    found.sort();
    let on_path = || std::env::split_paths(&std::env::var_os("PATH")?).find(|path| path.join("initdb").is_file());
    found
        .pop()
        .map(|(_, programs)| programs)
        .or_else(on_path)
        .expect("Postgres server programs: the Debian package is called postgresql")
}

/// Postgres refuses to run as root.
fn account() -> Option<&'static str> {
    let accounts = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    ["postgres", "nobody"].into_iter().find(|name| accounts.lines().any(|line| line.starts_with(&format!("{name}:"))))
}

/// What makes `setpriv` become that account.
pub(super) fn as_server() -> Vec<String> {
    match account().filter(|_| is_root()) {
        None => Vec::new(),
        Some(name) => {
            let group = Command::new("id").args(["-g", name]).output().unwrap();
            let group = String::from_utf8_lossy(&group.stdout).trim().to_owned();
            vec![format!("--reuid={name}"), format!("--regid={group}"), "--clear-groups".into()]
        }
    }
}

pub(super) fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|err| panic!("{command:?}: {err}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
}
