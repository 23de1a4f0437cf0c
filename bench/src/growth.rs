//! Whether it stays as fast with much data: the same requests with more and more messages, and posts that mention everyone in
//! a small server and in a large one. Messages and members are inserted directly into the database.

use serde::Serialize;

use crate::bench::{self, Bench, say};
use crate::client::{self, Request};
use crate::database::{DatabaseKind, Ground};
use crate::rates::{Pair, Rate};
use crate::report::Report;
use crate::scenario::Scenario;
use crate::stats::Spread;
use crate::world::{self, World};
use crate::wrk::Load;

/// The scenarios at every size: first writes, then pages that show the result.
const TURNS: [&[Scenario]; 2] = [
    &[Scenario::Post, Scenario::Token, Scenario::All],
    &[Scenario::Feed, Scenario::Portal, Scenario::Inbox, Scenario::Deliveries],
];

/// The options of this mode.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// Numbers of messages, increasing [default: 10000,1000000,10000000]
    #[arg(long, value_delimiter = ',')]
    messages: Vec<u64>,
    /// The numbers of members of the two servers in which everyone is mentioned [default: 10,100000]
    #[arg(long, value_delimiter = ',', num_args = 1..)]
    members: Vec<u64>,
    /// Numbers of connections
    #[arg(long, default_value_t = 64)]
    connections: u32,
}

/// The result of one request at one size.
#[derive(Debug, Serialize)]
pub(crate) struct Grown {
    /// The number of messages at the start.
    pub(crate) messages: u64,
    /// The ratio to the no-op server, relative to the ratio at the smallest size.
    pub(crate) of_smallest: f64,
    #[serde(flatten)]
    pub(crate) rate: Rate,
}

impl Grown {
    /// Compared with the same request at the smallest size, which was measured first.
    fn beside(others: &[Self], messages: u64, rate: Rate) -> Self {
        let smallest = others
            .iter()
            .map(|other| &other.rate)
            .find(|other| (other.database, other.scenario) == (rate.database, rate.scenario));
        let ratio = rate.ratio.median;
        Self { messages, of_smallest: smallest.map_or(1.0, |smallest| ratio / smallest.ratio.median), rate }
    }
}

/// Posts that mention everyone in servers of two sizes.
#[derive(Debug, Serialize)]
pub(crate) struct Crowds {
    pub(crate) database: DatabaseKind,
    pub(crate) connections: u32,
    pub(crate) members: (u64, u64),
    /// Posts per second in the larger server, relative to the smaller one.
    pub(crate) ratio: Spread,
    pub(crate) smaller_per_second: Spread,
    pub(crate) larger_per_second: Spread,
}

/// Measures and reports.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let bench = Bench::new(&options.common)?;
    let sizes = match options.messages.as_slice() {
        [] if bench.quick => &[10_000, 100_000][..],
        [] => &[10_000, 1_000_000, 10_000_000],
        some => some,
    };
    let members = match options.members.as_slice() {
        [] if bench.quick => (10, 10_000),
        [] => (10, 100_000),
        [smaller, larger] => (*smaller, *larger),
        _ => return Err("--members takes two numbers, such as 10,100000.".into()),
    };
    let mut report = Report::begin(&bench);
    for kind in &options.common.databases {
        say(&format!("==== {} ====", kind.name()));
        let ground = bench.ground(*kind, "growth").await?;
        let world = World::make(&ground).await?.looking_at_the_busy_channel();
        let mut there = 0;
        for size in sizes {
            say(&format!("filling up to {size} messages"));
            fill(&ground, &world, there, *size, sizes).await?;
            there = *size;
            for scenarios in TURNS {
                let pair = Pair::start(&bench, &ground, &world, scenarios).await?;
                for scenario in scenarios {
                    let rate = pair.rate(*scenario, options.connections).await?;
                    let grown = Grown::beside(&report.growth, *size, rate);
                    report.growth.push(grown);
                }
                pair.stop()?;
            }
        }
        ground.close().await;
        let crowds = crowds(&bench, *kind, members, options.connections).await?;
        report.crowds.push(crowds);
    }
    report.finish(&options.common, "growth")
}

/// Messages per transaction.
const TOGETHER: u64 = 250_000;
/// The messages are from the past month; this is the age of the first one, in milliseconds.
const AGO_MS: i64 = 30 * 86_400_000;
/// One in so many messages mentions the user: enough that at every size more are unread than are counted.
const CALLS_EVERY: u64 = 50;

/// Inserts messages into the channels of the feed and of the posts, from `there` up to `size` of them.
async fn fill(ground: &Ground, world: &World, there: u64, size: u64, sizes: &[u64]) -> Result<(), String> {
    let largest = sizes.iter().copied().max().unwrap_or(size).max(1);
    let step = (AGO_MS - 86_400_000) / i64::try_from(largest).map_err(|err| err.to_string())?;
    let step = step.max(1) * portico_rules::ids::PER_MS;
    let first = world.first_id(AGO_MS);
    let World { viewer_id, busy_id, posts_id, calls_id, .. } = world;
    let mut from = there;
    while from < size {
        let to = size.min(from + TOGETHER);
        let numbers = format!(
            "WITH RECURSIVE numbers(n) AS (SELECT CAST({from} AS BIGINT) UNION ALL \
             SELECT n + 1 FROM numbers WHERE n + 1 < {to})"
        );
        let content = world::HUNDRED;
        // Half of them by people, half by webhooks.
        let messages = format!(
            "{numbers} INSERT INTO messages (id, channel_id, author_id, webhook_id, content) \
             SELECT {first} + n * {step}, \
             CASE WHEN n % 2 = 0 THEN {busy_id} WHEN n % 4 = 1 THEN {posts_id} ELSE {calls_id} END, \
             CASE WHEN n % 2 = 0 THEN {viewer_id} END, CASE WHEN n % 2 = 1 THEN {viewer_id} END, \
             '{content}' FROM numbers"
        );
        let mentions = format!(
            "{numbers} INSERT INTO mentions (kind, target_id, message_id, channel_id) \
             SELECT 0, {viewer_id}, {first} + n * {step}, {busy_id} FROM numbers WHERE n % {CALLS_EVERY} = 0"
        );
        ground.run_together(&[&messages, &mentions]).await?;
        from = to;
    }
    ground.settle().await
}

/// Mentions everyone, in alternating runs in two servers.
async fn crowds(bench: &Bench, kind: DatabaseKind, members: (u64, u64), connections: u32) -> Result<Crowds, String> {
    let ground = bench.ground(kind, "crowds").await?;
    let smaller = world::crowd(&ground, "Few", 1_000, members.0).await?;
    let larger = world::crowd(&ground, "Many", 10_000_000, members.1).await?;
    ground.settle().await?;
    let product = bench.product(&ground)?;
    let turn = |request: &Request, seconds| -> Result<f64, String> {
        let size = client::ask(product.port, request)?.size;
        let measured = bench.wrk.run(Load { port: product.port, request, codes: None, connections, seconds })?;
        measured.must_be_good(size)?;
        Ok(measured.rate())
    };
    turn(&smaller, 1)?;
    turn(&larger, 1)?;
    let (mut few, mut many) = (Vec::new(), Vec::new());
    for _ in 0..bench.rounds {
        few.push(turn(&smaller, bench.seconds)?);
        many.push(turn(&larger, bench.seconds)?);
    }
    product.stop()?;
    ground.close().await;
    let crowds = Crowds {
        database: kind,
        connections,
        members,
        ratio: Spread::of(many.iter().zip(&few).map(|(many, few)| many / few)),
        smaller_per_second: Spread::of(few),
        larger_per_second: Spread::of(many),
    };
    say(&format!(
        "{}, @all: with {} members at {:.2} of the rate with {}",
        kind.name(),
        members.1,
        crowds.ratio.median,
        members.0
    ));
    Ok(crowds)
}
