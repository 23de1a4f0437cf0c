//! The results, as tables for people and as JSON for programs, with a description of the machine.
//! The README has the latest tables between two marks.

mod tables;

use std::path::Path;
use std::process::Command;

use portico_rules::clock::{Clock, rfc3339};
use serde::Serialize;

use crate::bench::{self, Bench};
use crate::beside::Beside;
use crate::footprint::Footprint;
use crate::growth::{Crowds, Grown};
use crate::latency::Latency;
use crate::live::Live;
use crate::oidc_provider::Versus;
use crate::rates::Rate;
use crate::search::Searched;
use crate::sign_ins::SignIns;
use crate::two_nodes::TwoNodes;

const README: &str = "bench/README.md";

/// The results of one run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    date: String,
    command: String,
    version: String,
    machine: Machine,
    rounds: u32,
    seconds: u64,
    pub(crate) rates: Vec<Rate>,
    pub(crate) latencies: Vec<Latency>,
    pub(crate) sign_ins: Vec<SignIns>,
    pub(crate) footprints: Vec<Footprint>,
    pub(crate) growth: Vec<Grown>,
    pub(crate) crowds: Vec<Crowds>,
    pub(crate) two_nodes: Vec<TwoNodes>,
    pub(crate) live: Vec<Live>,
    pub(crate) beside: Vec<Beside>,
    pub(crate) versus: Vec<Versus>,
    pub(crate) searches: Vec<Searched>,
}

/// The machine.
#[derive(Debug, Serialize)]
struct Machine {
    processor: String,
    cores: usize,
    memory_mib: u64,
    system: String,
    file_system: String,
}

impl Machine {
    fn look(folder: &Path) -> Self {
        let file = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let line = |text: &str, name: &str| {
            let found = text.lines().find(|line| line.starts_with(name));
            let value = found.and_then(|line| line.split_once(':'));
            value.map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
        };
        let memory = line(&file("/proc/meminfo"), "MemTotal");
        let kib = memory.split(' ').next().and_then(|kib| kib.parse::<u64>().ok());
        let file_system = Command::new("stat")
            .args(["--file-system", "--format=%T"])
            .arg(folder)
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        Self {
            processor: line(&file("/proc/cpuinfo"), "model name"),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            memory_mib: kib.unwrap_or(0) / 1024,
            system: format!("Linux {}", file("/proc/sys/kernel/osrelease").trim()),
            file_system: file_system.unwrap_or_default(),
        }
    }
}

impl Report {
    pub(crate) fn begin(bench: &Bench) -> Self {
        let machine = Machine::look(bench.scratch());
        if machine.file_system == "tmpfs" {
            bench::say("The databases stand in memory: figures of durable writes mean nothing here.");
        }
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Self {
            date: rfc3339(Clock::system().now()),
            command: format!("bench/run {}", arguments.join(" ")).trim().to_owned(),
            version: std::env::var("PORTICO_BENCH_VERSION").unwrap_or_default(),
            machine,
            rounds: bench.rounds,
            seconds: bench.seconds,
            rates: Vec::new(),
            latencies: Vec::new(),
            sign_ins: Vec::new(),
            footprints: Vec::new(),
            growth: Vec::new(),
            crowds: Vec::new(),
            two_nodes: Vec::new(),
            live: Vec::new(),
            beside: Vec::new(),
            versus: Vec::new(),
            searches: Vec::new(),
        }
    }

    /// Prints the tables, and writes the requested files; `place` is the mark in the README.
    pub(crate) fn finish(&self, options: &bench::Options, place: &str) -> Result<(), String> {
        let tables = self.tables();
        println!("{tables}");
        if let Some(file) = &options.json {
            // `bench/run` changes to the root of the repository.
            let from = std::env::var_os("PORTICO_BENCH_FROM").unwrap_or_default();
            let file = Path::new(&from).join(file);
            let json = serde_json::to_string_pretty(self).map_err(|err| err.to_string())?;
            std::fs::write(&file, json + "\n").map_err(|err| format!("{}: {err}", file.display()))?;
        }
        if options.readme {
            let told = |err| format!("{README}: {err}");
            let text = std::fs::read_to_string(README).map_err(told)?;
            let text = replaced(&text, place, &tables)?;
            std::fs::write(README, text).map_err(told)?;
        }
        Ok(())
    }
}

/// The text with everything between two marks replaced.
fn replaced(text: &str, name: &str, new: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let marks = text.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some((before, after))
    });
    let (before, after) = marks.ok_or_else(|| format!("{README} has no place for {name}"))?;
    Ok(format!("{before}{begin}{}\n{end}{after}", new.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_tables_take_the_place_of_the_old_ones() {
        let text = "a\n<!-- figures -->\nold\n<!-- end of figures -->\nb\n";
        let new = "a\n<!-- figures -->\nnew\n<!-- end of figures -->\nb\n";
        assert_eq!(replaced(text, "figures", "new\n").unwrap(), new);
        assert_eq!(replaced(new, "figures", "new").unwrap(), new);
        assert!(replaced("a", "figures", "new").is_err());
    }
}
