//! What was measured, as tables for people and as JSON for programs, with the machine it was measured on.
//! The README keeps the last tables between two marks.

use std::path::Path;
use std::process::Command;

use portico::clock::{Clock, rfc3339};
use serde::Serialize;

use crate::bench::{self, Bench};
use crate::footprint::Footprint;
use crate::growth::{Crowds, Grown};
use crate::latency::Latency;
use crate::rates::Rate;
use crate::sign_ins::SignIns;
use crate::stats::Spread;
use crate::two_nodes::TwoNodes;

const README: &str = "bench/README.md";

/// Everything that was measured in one run.
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
}

/// What it was measured on.
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
            value
                .map(|(_, value)| value.trim().to_owned())
                .unwrap_or_default()
        };
        let memory = line(&file("/proc/meminfo"), "MemTotal");
        let kib = memory
            .split(' ')
            .next()
            .and_then(|kib| kib.parse::<u64>().ok());
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
            bench::say(
                "The databases stand in memory: figures of durable writes mean nothing here.",
            );
        }
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Self {
            date: rfc3339(Clock::system().now()),
            command: format!("bench/run {}", arguments.join(" "))
                .trim()
                .to_owned(),
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
        }
    }

    /// Prints the tables, and writes what else was asked for; `place` is where the README keeps them.
    pub(crate) fn finish(&self, options: &bench::Options, place: &str) -> Result<(), String> {
        let tables = self.tables();
        println!("{tables}");
        if let Some(file) = &options.json {
            let json = serde_json::to_string_pretty(self).map_err(|err| err.to_string())?;
            std::fs::write(file, json + "\n")
                .map_err(|err| format!("{}: {err}", file.display()))?;
        }
        if options.readme {
            let told = |err| format!("{README}: {err}");
            let text = std::fs::read_to_string(README).map_err(told)?;
            let text = replaced(&text, place, &tables)?;
            std::fs::write(README, text).map_err(told)?;
        }
        Ok(())
    }

    fn tables(&self) -> String {
        let Machine {
            processor,
            cores,
            memory_mib,
            system,
            file_system,
        } = &self.machine;
        let mut text = format!(
            "`{}` on {}, version {}: {cores} cores of {processor}, {memory_mib} MiB, {system}, {file_system}. \
             {} rounds of {} s; medians, least and most in brackets.\n\n",
            self.command,
            self.date.split('T').next().unwrap_or_default(),
            self.version,
            self.rounds,
            self.seconds
        );
        text += &table(
            "| database | request | connections | ratio to no-op | requests/s | p50 ms | p99 ms | no-op/s | no-op p99 ms |",
            2,
            self.rates.iter().map(rate),
        );
        text += &table(
            "| at half of that rate | request | connections | requests/s | p50 ms | p99 ms | p99.9 ms | no-op p99 ms |",
            2,
            self.latencies.iter().map(latency),
        );
        text += &table(
            "| database | posts beside sign-ins, of posts alone | posts/s beside | posts/s alone | sign-ins/s |",
            1,
            self.sign_ins.iter().map(sign_ins),
        );
        text += &table(
            "| database | start-up ms | MiB at rest | MiB under posts, at most | bytes on disk a message |",
            1,
            self.footprints.iter().map(footprint),
        );
        text += &table(
            "| database | request | messages | of the smallest | ratio to no-op | requests/s | p50 ms | p99 ms |",
            2,
            self.growth.iter().map(grown),
        );
        text += &table(
            "| database | everybody called, in the larger of the smaller server | members | posts/s, smaller | posts/s, larger |",
            1,
            self.crowds.iter().map(crowds),
        );
        text += &table(
            "| behind nginx, on Postgres | connections | two processes of one | one, requests/s | two, requests/s | one, p99 ms | two, p99 ms |",
            1,
            self.two_nodes.iter().map(two_nodes),
        );
        text
    }
}

/// A table, or nothing where it would have no rows. The first columns hold words, the others numbers.
fn table(head: &str, words: usize, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.collect();
    if rows.is_empty() {
        return rows;
    }
    let columns = head.matches('|').count() - 1;
    let line = "---|".repeat(words) + &"--:|".repeat(columns - words);
    format!("{head}\n|{line}\n{rows}\n")
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn ratio(spread: Spread) -> String {
    let Spread { median, min, max } = spread;
    format!("**{median:.2}** ({min:.2}–{max:.2})")
}

fn rate(rate: &Rate) -> String {
    row(&[
        rate.database.name().into(),
        rate.scenario.name().into(),
        rate.connections.to_string(),
        ratio(rate.ratio),
        thousands(rate.per_second.median),
        format!("{:.2}", rate.p50_ms.median),
        format!("{:.2}", rate.p99_ms.median),
        thousands(rate.twin_per_second.median),
        format!("{:.2}", rate.twin_p99_ms.median),
    ])
}

fn latency(latency: &Latency) -> String {
    row(&[
        latency.database.name().into(),
        latency.scenario.name().into(),
        latency.connections.to_string(),
        thousands(latency.rate),
        format!("{:.2}", latency.product.p50_ms),
        format!("{:.2}", latency.product.p99_ms),
        format!("{:.2}", latency.product.p999_ms),
        format!("{:.2}", latency.twin.p99_ms),
    ])
}

fn sign_ins(sign_ins: &SignIns) -> String {
    row(&[
        sign_ins.database.name().into(),
        ratio(sign_ins.ratio),
        thousands(sign_ins.beside_per_second.median),
        thousands(sign_ins.alone_per_second.median),
        thousands(sign_ins.sign_ins_per_second.median),
    ])
}

fn footprint(footprint: &Footprint) -> String {
    let mib = |bytes: u64| format!("{:.0}", bytes as f64 / f64::from(1 << 20));
    let Spread { median, min, max } = footprint.start_ms;
    row(&[
        footprint.database.name().into(),
        format!("{median:.0} ({min:.0}–{max:.0})"),
        mib(footprint.memory_at_rest.resident),
        mib(footprint.memory_under_posts.peak),
        format!("{:.0}", footprint.bytes_a_message),
    ])
}

fn grown(grown: &Grown) -> String {
    let rate = &grown.rate;
    row(&[
        rate.database.name().into(),
        rate.scenario.name().into(),
        thousands(grown.messages as f64),
        format!("**{:.2}**", grown.of_smallest),
        ratio(rate.ratio),
        thousands(rate.per_second.median),
        format!("{:.2}", rate.p50_ms.median),
        format!("{:.2}", rate.p99_ms.median),
    ])
}

fn crowds(crowds: &Crowds) -> String {
    let (smaller, larger) = crowds.members;
    row(&[
        crowds.database.name().into(),
        ratio(crowds.ratio),
        format!(
            "{} and {}",
            thousands(smaller as f64),
            thousands(larger as f64)
        ),
        thousands(crowds.smaller_per_second.median),
        thousands(crowds.larger_per_second.median),
    ])
}

fn two_nodes(two_nodes: &TwoNodes) -> String {
    row(&[
        two_nodes.scenario.name().into(),
        two_nodes.connections.to_string(),
        ratio(two_nodes.ratio),
        thousands(two_nodes.one_per_second.median),
        thousands(two_nodes.two_per_second.median),
        format!("{:.2}", two_nodes.one_p99_ms.median),
        format!("{:.2}", two_nodes.two_p99_ms.median),
    ])
}

/// A number of requests with its thousands set apart.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The text with what stands between two marks replaced.
fn replaced(text: &str, name: &str, new: &str) -> Result<String, String> {
    let (begin, end) = (
        format!("<!-- {name} -->\n"),
        format!("<!-- end of {name} -->"),
    );
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

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(999.4), "999");
        assert_eq!(thousands(1_000.0), "1,000");
        assert_eq!(thousands(1_234_567.0), "1,234,567");
    }
}
