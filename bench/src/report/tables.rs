//! The tables, in Markdown: one for each kind of measurement, and none for what was not measured.
//! The description of the machine is one level up.

use super::{Machine, Report};
use crate::beside::Beside;
use crate::footprint::Footprint;
use crate::growth::{Crowds, Grown};
use crate::latency::Latency;
use crate::live::Live;
use crate::oidc_provider::Versus;
use crate::rates::Rate;
use crate::search::Searched;
use crate::sign_ins::SignIns;
use crate::stats::Spread;
use crate::two_nodes::TwoNodes;

impl Report {
    pub(super) fn tables(&self) -> String {
        let Machine { processor, cores, memory_mib, system, file_system } = &self.machine;
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
            "| database | posts during sign-ins, of posts alone | posts/s during | posts/s alone | sign-ins/s |",
            1,
            self.sign_ins.iter().map(sign_ins),
        );
        text += &table(
            "| database | start-up ms | MiB idle | MiB during posts, maximum | bytes on disk per message |",
            1,
            self.footprints.iter().map(footprint),
        );
        text += &table(
            "| database | request | messages | of the smallest | ratio to no-op | requests/s | p50 ms | p99 ms |",
            2,
            self.growth.iter().map(grown),
        );
        text += &table(
            "| database | post with @all, larger server compared with smaller | members | posts/s, smaller | posts/s, larger |",
            1,
            self.crowds.iter().map(crowds),
        );
        text += &table(
            "| behind nginx, on Postgres | connections | two processes compared with one | one, requests/s | two, requests/s | one, p99 ms | two, p99 ms |",
            1,
            self.two_nodes.iter().map(two_nodes),
        );
        text += &table(
            "| database | processes | streams | posts/s beside | KiB per stream | arrival p50 ms | p99 ms | last ms | cores of the processes | of the client |",
            1,
            self.live.iter().map(live),
        );
        text += &table(
            "| database | 400 requests/s of | connections that exchange | exchanges/s | p50 ms | p99 ms | p99.9 ms |",
            2,
            self.beside.iter().map(beside),
        );
        text += &table(
            "| database | request | connections | times oidc-provider | Portico/s | oidc-provider/s | Portico p99 ms | oidc-provider p99 ms | Portico CPU µs | oidc-provider CPU µs |",
            2,
            self.versus.iter().map(versus),
        );
        text += &table(
            "| database | search for | messages | p50 ms | p99 ms | bytes per message | of these the index |",
            2,
            self.searches.iter().map(searched),
        );
        text
    }
}

/// A table, or nothing if it would have no rows. The first columns contain words, the others numbers.
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
        format!("{} and {}", thousands(smaller as f64), thousands(larger as f64)),
        thousands(crowds.smaller_per_second.median),
        thousands(crowds.larger_per_second.median),
    ])
}

fn live(live: &Live) -> String {
    row(&[
        live.database.name().into(),
        live.nodes.to_string(),
        thousands(live.streams as f64),
        thousands(live.beside),
        format!("{:.1}", live.kib_per_stream),
        format!("{:.0}", live.p50_ms),
        format!("{:.0}", live.p99_ms),
        format!("{:.0}", live.most_ms),
        format!("{:.2}", live.server_cores),
        format!("{:.2}", live.client_cores),
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

fn beside(beside: &Beside) -> String {
    row(&[
        beside.database.name().into(),
        beside.scenario.name().into(),
        beside.connections.to_string(),
        thousands(beside.exchanges_per_second.median),
        format!("{:.2}", beside.p50_ms.median),
        format!("{:.2}", beside.p99_ms.median),
        format!("{:.2}", beside.p999_ms.median),
    ])
}

fn versus(versus: &Versus) -> String {
    let Spread { median, min, max } = versus.ratio;
    row(&[
        versus.database.name().into(),
        versus.scenario.name().into(),
        versus.connections.to_string(),
        format!("**{median:.1}** ({min:.1}–{max:.1})"),
        thousands(versus.per_second.median),
        thousands(versus.its_per_second.median),
        format!("{:.2}", versus.p99_ms.median),
        format!("{:.2}", versus.its_p99_ms.median),
        format!("{:.0}", versus.cpu_us.median),
        format!("{:.0}", versus.its_cpu_us.median),
    ])
}

fn searched(searched: &Searched) -> String {
    row(&[
        searched.database.name().into(),
        searched.what.into(),
        thousands(searched.messages as f64),
        format!("{:.2}", searched.p50_ms.median),
        format!("{:.2}", searched.p99_ms.median),
        format!("{:.0}", searched.bytes_after),
        format!("{:.0}", searched.bytes_after - searched.bytes_before),
    ])
}

/// A number of requests with thousands separators.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(999.4), "999");
        assert_eq!(thousands(1_000.0), "1,000");
        assert_eq!(thousands(1_234_567.0), "1,234,567");
    }
}
