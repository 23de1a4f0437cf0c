//! A child process that never outlives its test, and the signals for it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running program. Dropped, it is killed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts `program` with what `arrange` adds; what it says goes to `log`. Must be called from the test's own
    /// thread, at whose end the system kills it, should the test itself be killed.
    pub fn start(program: &[&str], log: &Path, arrange: impl FnOnce(&mut Command)) -> Self {
        // It becomes the program, so that the id is the program's own.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL"]);
        command.args(program);
        let said = File::options().create(true).append(true).open(log).unwrap();
        command.stdin(Stdio::null()).stdout(said.try_clone().unwrap()).stderr(said);
        arrange(&mut command);
        let child = command.spawn().unwrap_or_else(|err| panic!("setpriv: {err}"));
        Self { child, log: log.to_owned() }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it said so far.
    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// SIGKILL, and waits until it is gone.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends it a signal by name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        signal(&[self.id()], name);
    }

    /// Waits for its end.
    pub async fn ended(&mut self, within: Duration) -> ExitStatus {
        let deadline = Instant::now() + within;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "still running after {within:?}:\n{}", self.said());
            rocket::tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            let said = self.said();
            let last: Vec<&str> = said.lines().rev().take(20).collect();
            eprintln!("the last of {}:", self.log.display());
            last.iter().rev().for_each(|line| eprintln!("  {line}"));
        }
    }
}

/// Sends a signal by name to processes, of which some may be gone by now.
pub fn signal(ids: &[u32], name: &str) {
    let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
    let _ = Command::new("sh").args(["-c", &format!("kill -{name} {}", ids.join(" "))]).stderr(Stdio::null()).status();
}

/// The processes that a process started itself.
pub fn children(of: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        // The name stands in parentheses and may hold anything; after it come the state and the parent.
        let parent = stat
            .rsplit_once(')')
            .and_then(|(_, rest)| rest.split_whitespace().nth(1))
            .and_then(|parent| parent.parse::<u32>().ok());
        if parent == Some(of) {
            found.push(id);
        }
    }
    found
}

pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

/// A port that was free a moment ago.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
