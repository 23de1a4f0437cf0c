//! The whole comparison, database by database.
//! The module of each figure describes it.

use crate::bench::{self, Bench, say};
use crate::rates::Pair;
use crate::report::Report;
use crate::scenario::Scenario;
use crate::world::World;
use crate::{footprint, latency, sign_ins};

/// How many connections send requests at a fixed rate, if that number is measured at all.
const AT_FIXED_RATE: u32 = 64;

/// The options of the comparison.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// What to measure [default: all]
    #[arg(long, value_delimiter = ',')]
    scenarios: Vec<Scenario>,
    /// Numbers of connections [default: 1,16,64,256]
    #[arg(long, value_delimiter = ',')]
    connections: Vec<u32>,
    /// Only requests per second: no fixed rate, no sign-ins, no memory, start-up and disk space
    #[arg(long)]
    rates_only: bool,
}

/// Measures and reports.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let bench = Bench::new(&options.common)?;
    let scenarios = match options.scenarios.as_slice() {
        [] => &Scenario::USUAL,
        some => some,
    };
    let widths = match options.connections.as_slice() {
        [] if bench.quick => &[1, 64],
        [] => &[1, 16, 64, 256][..],
        some => some,
    };
    let mut report = Report::begin(&bench);
    for kind in &options.common.databases {
        say(&format!("==== {} ====", kind.name()));
        let ground = bench.ground(*kind, "rates").await?;
        let world = World::make(&ground).await?;
        let pair = Pair::start(&bench, &ground, &world, scenarios).await?;
        for scenario in scenarios {
            for connections in widths {
                let rate = pair.rate(*scenario, *connections).await?;
                if *connections == AT_FIXED_RATE && !options.rates_only {
                    let reached = rate.per_second.median;
                    let at_half = latency::at_half(&pair, *scenario, *connections, reached).await?;
                    report.latencies.push(at_half);
                }
                report.rates.push(rate);
            }
        }
        pair.stop()?;
        ground.close().await;
        if !options.rates_only {
            report.sign_ins.push(sign_ins::measure(&bench, *kind).await?);
            report.footprints.push(footprint::measure(&bench, *kind).await?);
        }
    }
    report.finish(&options.common, "figures")
}
