//! Servers as child processes: started on a free loopback port, probed until they respond, ended by process ID.
//! It knows nothing of the requests that follow.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::client::{self, Request};

/// The timeout of a start.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
    /// From the start to the first response.
    pub(crate) start: Duration,
}

/// The resident memory of a process, in bytes.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Memory {
    /// Now.
    pub(crate) resident: u64,
    /// The maximum since it was started.
    pub(crate) peak: u64,
}

impl Server {
    /// Starts a program with `settings` in its environment and waits until it responds to `probe` with 200.
    pub(crate) fn start(
        program: &Path,
        arguments: &[&str],
        settings: &[(&str, String)],
        probe: &Request,
    ) -> Result<Self, String> {
        let port = free_port()?;
        Self::start_on(port, program, arguments, settings, probe)
    }

    pub(crate) fn start_on(
        port: u16,
        program: &Path,
        arguments: &[&str],
        settings: &[(&str, String)],
        probe: &Request,
    ) -> Result<Self, String> {
        let named = program.display();
        let began = Instant::now();
        // If this program is killed, its servers end too.
        let child = Command::new("setpriv")
            .args(["--pdeathsig", "TERM", "--"])
            .arg(program)
            .args(arguments)
            .env("ROCKET_ADDRESS", "127.0.0.1")
            .env("ROCKET_PORT", port.to_string())
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            // The product writes its log as it does by default, to a reader that reads it at once.
            .stderr(Stdio::null())
            .spawn()
            .map_err(|err| format!("{named} can't be run: {err}"))?;
        let mut server = Self { child, port, start: Duration::ZERO };
        loop {
            if client::ask(port, probe).is_ok_and(|answer| answer.status == 200) {
                server.start = began.elapsed();
                return Ok(server);
            }
            if let Ok(Some(status)) = server.child.try_wait() {
                return Err(format!("{named} ended at its start: {status}"));
            }
            if began.elapsed() > TIMEOUT {
                return Err(format!("{named} does not respond"));
            }
            sleep(Duration::from_millis(1));
        }
    }

    pub(crate) fn memory(&self) -> Result<Memory, String> {
        let file = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(&file).map_err(|err| format!("{file}: {err}"))?;
        Ok(Memory {
            resident: field(&status, "VmRSS:").ok_or("no VmRSS")?,
            peak: field(&status, "VmHWM:").ok_or("no VmHWM")?,
        })
    }

    /// The CPU time that it has used so far.
    pub(crate) fn cpu(&self) -> Result<Duration, String> {
        let file = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(&file).map_err(|err| format!("{file}: {err}"))?;
        cpu_in(&stat).ok_or_else(|| format!("{file}: no CPU time"))
    }

    /// Stops it, and waits until it has exited.
    pub(crate) fn stop(mut self) -> Result<(), String> {
        if self.end() { Ok(()) } else { Err("a server did not stop".into()) }
    }

    /// Whether it exited in time.
    fn end(&mut self) -> bool {
        if let Ok(Some(_)) = self.child.try_wait() {
            return true;
        }
        let id = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        let began = Instant::now();
        while told.is_ok() && began.elapsed() < TIMEOUT {
            match self.child.try_wait() {
                Ok(Some(_)) => return true,
                _ => sleep(Duration::from_millis(5)),
            }
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !self.end() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The CPU time that this process has used so far.
pub(crate) fn own_cpu() -> Result<Duration, String> {
    let file = "/proc/self/stat";
    let stat = std::fs::read_to_string(file).map_err(|err| format!("{file}: {err}"))?;
    cpu_in(&stat).ok_or_else(|| format!("{file}: no CPU time"))
}

/// A line of `/proc/<id>/status`, in bytes.
fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// The time in user and kernel mode in `/proc/<id>/stat`, which counts hundredths of a second on Linux.
fn cpu_in(stat: &str) -> Option<Duration> {
    // The name of the program, in parentheses, may contain anything.
    let (_, after) = stat.rsplit_once(") ")?;
    let mut fields = after.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * 10))
}

/// A free port.
pub(crate) fn free_port() -> Result<u16, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|err| format!("No port is free: {err}"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{cpu_in, field};

    #[test]
    fn cpu_time_is_that_of_user_and_kernel() {
        let stat = "42 (a (b) c) S 1 42 42 0 -1 4194560 900 0 0 0 150 25 0 0 20 0 8 0 1000";
        assert_eq!(cpu_in(stat), Some(Duration::from_millis(1_750)));
        assert_eq!(cpu_in("42"), None);
    }

    #[test]
    fn memory_is_read_in_bytes() {
        let status = "Name:\tportico\nVmHWM:\t   40960 kB\nVmRSS:\t   20480 kB\n";
        assert_eq!(field(status, "VmRSS:"), Some(20_480 * 1024));
        assert_eq!(field(status, "VmHWM:"), Some(40_960 * 1024));
        assert_eq!(field(status, "VmSwap:"), None);
    }
}
