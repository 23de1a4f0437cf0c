//! `wrk`, the load generator from Debian: how to run it and read its output.
//! Requests per second and latencies under full load come from here.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde::Deserialize;

use crate::client::Request;

/// The script that wrk runs.
const SCRIPT: &str = include_str!("load.lua");
/// The start of the line with the figures.
const MARK: &str = "measured ";

/// A folder with the files that wrk reads.
#[derive(Debug)]
pub(crate) struct Wrk {
    folder: PathBuf,
}

/// The request, the number of connections and the duration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load<'a> {
    pub(crate) port: u16,
    pub(crate) request: &'a Request,
    /// A file of codes, one per line, if every request needs another one.
    pub(crate) codes: Option<&'a Path>,
    pub(crate) connections: u32,
    pub(crate) seconds: u64,
}

/// What wrk has measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Measured {
    pub(crate) requests: u64,
    took_us: u64,
    pub(crate) bytes: u64,
    /// Responses with a status of 400 or above.
    pub(crate) refused: u64,
    /// Connections that could not be made, read or written.
    pub(crate) broken: u64,
    pub(crate) timeouts: u64,
    pub(crate) p50_us: u64,
    pub(crate) p99_us: u64,
    p999_us: u64,
}

impl Measured {
    /// Requests per second.
    pub(crate) fn rate(&self) -> f64 {
        self.requests as f64 * 1e6 / self.took_us.max(1) as f64
    }

    /// Fails unless every response had the size of the known one, `size` bytes.
    pub(crate) fn must_be_good(&self, size: usize) -> Result<(), String> {
        if self.refused > 0 || self.broken > 0 || self.timeouts > 0 || self.requests == 0 {
            return Err(format!(
                "of {} answers {} were refusals; {} connections broke, {} requests timed out",
                self.requests, self.refused, self.broken, self.timeouts
            ));
        }
        // A redirect is not an error for wrk, but shorter than the page.
        let mean = self.bytes as f64 / self.requests as f64;
        if !(0.9..1.1).contains(&(mean / size as f64)) {
            return Err(format!("answers had {mean:.0} bytes on the average, but should have {size}"));
        }
        Ok(())
    }
}

impl Wrk {
    pub(crate) fn new(scratch: &Path) -> Result<Self, String> {
        let folder = scratch.join("wrk");
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join("load.lua"), SCRIPT))
            .map_err(|err| format!("The script for wrk can't be written: {err}"))?;
        Ok(Self { folder })
    }

    /// Runs it until it ends.
    pub(crate) fn run(&self, load: Load<'_>) -> Result<Measured, String> {
        self.start(load, "body")?.finish()
    }

    /// Starts it next to another one; `name` tells the two apart.
    pub(crate) fn start(&self, load: Load<'_>, name: &str) -> Result<Running, String> {
        let threads = load.connections.min(2).to_string();
        let body = match &load.request.body {
            Some(body) => {
                let file = self.folder.join(name);
                std::fs::write(&file, body).map_err(|err| format!("{}: {err}", file.display()))?;
                file
            }
            None => "-".into(),
        };
        let mut command = Command::new("wrk");
        command
            .arg(format!("-t{threads}"))
            .arg(format!("-c{}", load.connections))
            .arg(format!("-d{}s", load.seconds))
            .args(["--timeout", "10s", "-s"])
            .arg(self.folder.join("load.lua"));
        for (name, value) in &load.request.headers {
            command.arg("-H").arg(format!("{name}: {value}"));
        }
        command
            .arg(format!("http://127.0.0.1:{}{}", load.port, load.request.path))
            .args(["--", load.request.method])
            .arg(body)
            .arg(load.codes.unwrap_or(Path::new("-")))
            .arg(threads)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child =
            command.spawn().map_err(|err| format!("wrk can't be run: {err}. On Debian: apt-get install wrk"))?;
        Ok(Running(child))
    }
}

/// A running wrk. It ends after its duration.
#[derive(Debug)]
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn finish(self) -> Result<Measured, String> {
        let output = self.0.wait_with_output().map_err(|err| format!("wrk did not end well: {err}"))?;
        let said = String::from_utf8_lossy(&output.stdout);
        read(&said).ok_or_else(|| {
            let complaint = String::from_utf8_lossy(&output.stderr);
            format!("wrk measured nothing:\n{said}{complaint}")
        })
    }
}

/// Finds the figures in wrk's output.
fn read(said: &str) -> Option<Measured> {
    let line = said.lines().find_map(|line| line.strip_prefix(MARK))?;
    serde_json::from_str(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = r#"Running 4s test @ http://127.0.0.1:8000/x
  2 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.20ms    2.00ms  30.00ms   90.00%
  160000 requests in 4.00s, 80.00MB read
Requests/sec:  40000.00
measured {"requests":160000,"took_us":4000000,"bytes":80000000,"refused":0,"broken":0,"timeouts":0,"p50_us":1200,"p99_us":9000,"p999_us":20000}
"#;

    #[test]
    fn the_figures_are_found_in_what_wrk_says() {
        let measured = read(SAID).unwrap();
        assert_eq!(measured.requests, 160_000);
        assert_eq!(measured.rate(), 40_000.0);
        assert_eq!((measured.p50_us, measured.p99_us), (1_200, 9_000));
        assert_eq!(read("unable to connect"), None);
    }

    #[test]
    fn a_round_is_good_only_if_every_answer_was() {
        let good = read(SAID).unwrap();
        assert!(good.must_be_good(500).is_ok());
        assert!(good.must_be_good(5_000).is_err());
        for bad in [
            Measured { refused: 1, ..good },
            Measured { broken: 1, ..good },
            Measured { timeouts: 1, ..good },
            Measured { requests: 0, ..good },
        ] {
            assert!(bad.must_be_good(500).is_err());
        }
    }
}
