//! A few requests at a fixed rate, alone and while apps exchange codes for ID tokens as fast as they can: whether computing
//! signatures delays everyone else. The exchanges themselves are measured by `rates`.

use std::time::Duration;

use serde::Serialize;

use crate::bench::{self, Bench, say};
use crate::database::DatabaseKind;
use crate::latency::{Percentiles, Schedule};
use crate::rates::{CODES_A_SECOND, Pair};
use crate::report::Report;
use crate::scenario::Scenario;
use crate::stats::Spread;
use crate::world::{CodeKind, World};
use crate::wrk::Load;

/// The connections that send requests at a fixed rate.
const CONNECTIONS: u32 = 8;
/// How many requests they send together, per second.
const RATE: f64 = 400.0;

/// The options of this mode.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// What is requested beside the exchanges
    #[arg(long, value_delimiter = ',', default_values = ["discovery", "post"])]
    scenarios: Vec<Scenario>,
    /// Numbers of connections that exchange codes; 0 for none
    #[arg(long, value_delimiter = ',', default_values_t = [0, 16, 64])]
    connections: Vec<u32>,
}

/// The result of one request beside one number of connections.
#[derive(Debug, Serialize)]
pub(crate) struct Beside {
    pub(crate) database: DatabaseKind,
    pub(crate) scenario: Scenario,
    /// How many connections exchange codes.
    pub(crate) connections: u32,
    pub(crate) exchanges_per_second: Spread,
    pub(crate) p50_ms: Spread,
    pub(crate) p99_ms: Spread,
    pub(crate) p999_ms: Spread,
}

/// Measures and reports.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let bench = Bench::new(&options.common)?;
    let mut report = Report::begin(&bench);
    for kind in &options.common.databases {
        let ground = bench.ground(*kind, "beside").await?;
        let world = World::make(&ground).await?;
        let mut scenarios = options.scenarios.clone();
        scenarios.push(Scenario::TokenOidc);
        let pair = Pair::start(&bench, &ground, &world, &scenarios).await?;
        for scenario in &options.scenarios {
            for connections in &options.connections {
                report.beside.push(measure(&pair, *scenario, *connections).await?);
            }
        }
        pair.stop()?;
        ground.close().await;
    }
    report.finish(&options.common, "beside")
}

async fn measure(pair: &Pair<'_>, scenario: Scenario, connections: u32) -> Result<Beside, String> {
    let (mut exchanged, mut taken) = (Vec::new(), Vec::new());
    for _ in 0..pair.bench.rounds {
        let (rate, percentiles) = round(pair, scenario, connections).await?;
        exchanged.push(rate);
        taken.push(percentiles);
    }
    let spread = |of: fn(&Percentiles) -> f64| Spread::of(taken.iter().map(of));
    let measured = Beside {
        database: pair.ground.kind,
        scenario,
        connections,
        exchanges_per_second: Spread::of(exchanged),
        p50_ms: spread(|one| one.p50_ms),
        p99_ms: spread(|one| one.p99_ms),
        p999_ms: spread(|one| one.p999_ms),
    };
    say(&format!(
        "{}, {} beside {connections} connections with {:.0} exchanges a second: p50 {:.2} ms, p99 {:.2} ms",
        measured.database.name(),
        scenario.name(),
        measured.exchanges_per_second.median,
        measured.p50_ms.median,
        measured.p99_ms.median
    ));
    Ok(measured)
}

/// The exchanges per second, and how long the other requests took meanwhile.
async fn round(pair: &Pair<'_>, scenario: Scenario, connections: u32) -> Result<(f64, Percentiles), String> {
    let (bench, world) = (pair.bench, pair.world);
    let requests = [scenario.request(world).bytes()];
    let schedule = Schedule { rate: RATE, connections: CONNECTIONS, length: Duration::from_secs(bench.seconds) };
    if connections == 0 {
        return Ok((0.0, schedule.run(pair.product.port, &requests)?));
    }
    // Continue until the others have ended. A tenth of what a JSON exchange needs is plenty.
    let seconds = bench.seconds + 1;
    let count = (CODES_A_SECOND * seconds as f64 / 10.0) as usize;
    let codes = world.codes_file(pair.ground, CodeKind::OpenId, count, bench.scratch());
    let codes = codes.await?;
    let exchanges = bench.wrk.start(
        Load { port: pair.product.port, request: &world.token_oidc, codes: Some(&codes), connections, seconds },
        "exchange",
    )?;
    let percentiles = schedule.run(pair.product.port, &requests)?;
    let exchanges = exchanges.finish()?;
    if exchanges.requests == 0 || exchanges.refused > 0 {
        return Err(format!("of {} exchanges {} were refused", exchanges.requests, exchanges.refused));
    }
    Ok((exchanges.rate(), percentiles))
}
