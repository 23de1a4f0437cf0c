//! Maximum rates: the product and the no-op server in alternating runs, so that a slower machine affects both.
//! A round counts only if every response was right and every acknowledged message is stored.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::bench::{Bench, say};
use crate::database::{DatabaseKind, Ground};
use crate::noop::{self, Kept};
use crate::scenario::Scenario;
use crate::server::Server;
use crate::stats::Spread;
use crate::world::World;
use crate::wrk::{Load, Measured};

/// Codes per second for the first run, whose rate is not known yet.
pub(crate) const CODES_A_SECOND: f64 = 40_000.0;

/// The result of one request with one number of connections.
#[derive(Debug, Serialize)]
pub(crate) struct Rate {
    pub(crate) database: DatabaseKind,
    pub(crate) scenario: Scenario,
    pub(crate) connections: u32,
    /// The product's requests per second, relative to the no-op server's in the same round.
    pub(crate) ratio: Spread,
    pub(crate) per_second: Spread,
    pub(crate) p50_ms: Spread,
    pub(crate) p99_ms: Spread,
    /// The product's CPU time for a request in microseconds, with what it does after the response.
    pub(crate) cpu_us: Spread,
    pub(crate) twin_cpu_us: Spread,
    pub(crate) twin_per_second: Spread,
    pub(crate) twin_p50_ms: Spread,
    pub(crate) twin_p99_ms: Spread,
}

/// The product and the no-op server with their response.
#[derive(Debug)]
pub(crate) struct Pair<'b> {
    pub(crate) bench: &'b Bench,
    pub(crate) ground: &'b Ground,
    pub(crate) world: &'b World,
    pub(crate) product: Server,
    pub(crate) twin: Server,
    sizes: Vec<(Scenario, usize)>,
}

impl<'b> Pair<'b> {
    /// Starts both. The no-op server returns what the product has just returned.
    pub(crate) async fn start(
        bench: &'b Bench,
        ground: &'b Ground,
        world: &'b World,
        scenarios: &[Scenario],
    ) -> Result<Self, String> {
        let product = bench.product(ground)?;
        let (mut kept, mut sizes) = (Vec::new(), Vec::new());
        for scenario in scenarios {
            let answer = scenario.ask(product.port, ground, world).await?;
            kept.push(Kept::of(scenario.request(world), &answer));
            sizes.push((*scenario, answer.size));
        }
        Ok(Self { twin: noop::start(&kept, bench.scratch())?, bench, ground, world, product, sizes })
    }

    /// Measures one scenario with one number of connections.
    pub(crate) async fn rate(&self, scenario: Scenario, connections: u32) -> Result<Rate, String> {
        let what = format!("{}, {}, {connections} connections", self.ground.kind.name(), scenario.name());
        self.rounds(scenario, connections)
            .await
            .inspect(|rate| {
                say(&format!(
                    "{what}: {:.2} of the twin, {:.0}/s, p50 {:.2} ms, p99 {:.2} ms, CPU {:.1} µs, the twin's {:.1} µs",
                    rate.ratio.median,
                    rate.per_second.median,
                    rate.p50_ms.median,
                    rate.p99_ms.median,
                    rate.cpu_us.median,
                    rate.twin_cpu_us.median
                ));
            })
            .map_err(|err| format!("{what}: {err}"))
    }

    async fn rounds(&self, scenario: Scenario, connections: u32) -> Result<Rate, String> {
        let mut turn = self.turn(scenario, connections);
        let (there, twin_there) = (self.product.port, self.twin.port);
        turn.warm_up(there).await?;
        turn.of_twin(twin_there)?;
        let (mut product, mut twin) = (Vec::new(), Vec::new());
        let (mut cpu, mut twin_cpu) = (Vec::new(), Vec::new());
        for _ in 0..self.bench.rounds {
            let before = (self.product.cpu()?, self.twin.cpu()?);
            product.push(turn.of_product(there).await?);
            twin.push(turn.of_twin(twin_there)?);
            cpu.push(self.product.cpu()? - before.0);
            twin_cpu.push(self.twin.cpu()? - before.1);
        }
        let cpu_us = |cpu: Vec<Duration>, turns: &[Measured]| {
            let each = cpu.into_iter().zip(turns);
            Spread::of(each.map(|(cpu, turn)| cpu.as_secs_f64() * 1e6 / turn.requests as f64))
        };
        scenario.ask(there, self.ground, self.world).await?;
        let ms = |us: u64| us as f64 / 1e3;
        Ok(Rate {
            database: self.ground.kind,
            scenario,
            connections,
            ratio: Spread::of(product.iter().zip(&twin).map(|(a, b)| a.rate() / b.rate())),
            per_second: Spread::of(product.iter().map(Measured::rate)),
            p50_ms: Spread::of(product.iter().map(|turn| ms(turn.p50_us))),
            p99_ms: Spread::of(product.iter().map(|turn| ms(turn.p99_us))),
            cpu_us: cpu_us(cpu, &product),
            twin_cpu_us: cpu_us(twin_cpu, &twin),
            twin_per_second: Spread::of(twin.iter().map(Measured::rate)),
            twin_p50_ms: Spread::of(twin.iter().map(|turn| ms(turn.p50_us))),
            twin_p99_ms: Spread::of(twin.iter().map(|turn| ms(turn.p99_us))),
        })
    }

    /// Runs of one scenario with one number of connections.
    pub(crate) fn turn(&self, scenario: Scenario, connections: u32) -> Turn<'b> {
        let known = self.sizes.iter().find(|(known, _)| *known == scenario);
        Turn {
            bench: self.bench,
            ground: self.ground,
            world: self.world,
            scenario,
            connections,
            size: known.map_or(0, |(_, size)| *size),
            codes_a_second: CODES_A_SECOND,
        }
    }

    pub(crate) fn stop(self) -> Result<(), String> {
        self.product.stop()?;
        self.twin.stop()
    }
}

/// Runs of wrk at the maximum rate, with all possible checks.
#[derive(Debug)]
pub(crate) struct Turn<'b> {
    pub(crate) bench: &'b Bench,
    pub(crate) ground: &'b Ground,
    pub(crate) world: &'b World,
    pub(crate) scenario: Scenario,
    pub(crate) connections: u32,
    /// The size of a right response in bytes.
    pub(crate) size: usize,
    /// How many codes are created per second.
    pub(crate) codes_a_second: f64,
}

impl Turn<'_> {
    /// A warm-up of one second. It also shows how many codes the following runs need.
    pub(crate) async fn warm_up(&mut self, port: u16) -> Result<(), String> {
        let measured = self.run(port, 1).await?;
        if self.scenario.code_kind().is_some() {
            // There may have been too few.
            self.codes_a_second = (measured.rate() * 1.8).max(10_000.0);
        } else {
            measured.must_be_good(self.size)?;
        }
        Ok(())
    }

    /// A run of the product.
    pub(crate) async fn of_product(&self, port: u16) -> Result<Measured, String> {
        let measured = self.run(port, self.bench.seconds).await?;
        measured.must_be_good(self.size)?;
        Ok(measured)
    }

    async fn run(&self, port: u16, seconds: u64) -> Result<Measured, String> {
        let codes = if let Some(kind) = self.scenario.code_kind() {
            let count = self.codes_a_second * seconds as f64;
            let count = count as usize + 2 * self.connections as usize;
            let scratch = self.bench.scratch();
            let file = self.world.codes_file(self.ground, kind, count, scratch);
            Some(file.await?)
        } else {
            None
        };
        let before = self.ground.newest_message_at_rest().await?;
        let measured = self.bench.wrk.run(self.load(port, codes.as_deref(), seconds))?;
        if self.scenario.stores() {
            self.ground.newest_message_at_rest().await?;
            let stored = self.ground.messages_after(before).await?;
            all_are_there(measured.requests, stored, self.connections)?;
        }
        Ok(measured)
    }

    /// A run of the no-op server. It does not check whether a code is fresh.
    fn of_twin(&self, port: u16) -> Result<Measured, String> {
        let file = self.bench.scratch().join("codes");
        let codes = self.scenario.code_kind().map(|_| file.as_path());
        let measured = self.bench.wrk.run(self.load(port, codes, self.bench.seconds))?;
        let judged = measured.must_be_good(self.size);
        judged.map_err(|err| format!("the twin: {err}"))?;
        Ok(measured)
    }

    fn load<'a>(&'a self, port: u16, codes: Option<&'a Path>, seconds: u64) -> Load<'a> {
        Load { port, request: self.scenario.request(self.world), codes, connections: self.connections, seconds }
    }
}

/// Every acknowledged message is stored, and beyond those at most the requests in flight when wrk ended.
fn all_are_there(acknowledged: u64, stored: u64, connections: u32) -> Result<(), String> {
    if (acknowledged..=acknowledged + u64::from(connections)).contains(&stored) {
        Ok(())
    } else {
        Err(format!("{acknowledged} messages were acknowledged, but {stored} are stored"))
    }
}

#[cfg(test)]
mod tests {
    use super::all_are_there;

    #[test]
    fn nothing_acknowledged_is_missing_and_nothing_is_there_twice() {
        assert!(all_are_there(100, 100, 4).is_ok());
        assert!(all_are_there(100, 104, 4).is_ok());
        assert!(all_are_there(100, 99, 4).is_err());
        assert!(all_are_there(100, 105, 4).is_err());
    }
}
