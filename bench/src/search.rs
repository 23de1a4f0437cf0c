//! Searches among many messages, each kind at a fixed rate: how long they take with words that are in every message, in few
//! and in none. Messages are inserted directly into the database and indexed by the product's own steps.

use std::time::Duration;

use portico_rules::ids::ChannelId;
use portico_store::models::messages::search::indexing;
use serde::Serialize;

use crate::bench::{self, Bench, say};
use crate::client::{self, Request};
use crate::database::{self, DatabaseKind, Ground};
use crate::latency::{Percentiles, Schedule};
use crate::report::Report;
use crate::stats::Spread;
use crate::world::World;

/// Searches per second, and the connections that send them.
const RATE: f64 = 20.0;
const CONNECTIONS: u32 = 4;
/// What the 99th percentile has to stay under.
const AIM_MS: f64 = 50.0;

/// A word of every message in the hidden channel, which no answer may contain. No search is for it.
const SECRET: &str = "offlimits";

/// What is searched, and whether anything is found. The person who searches can't see the channel that a quarter of the
/// messages are in, with the same words.
const SEARCHES: [(&str, &str, bool); 12] = [
    ("a word of every message", "build", true),
    ("a word of one in a hundred", "branch7", true),
    ("a word of one in ten thousand", "suite77", true),
    ("a word of none", "absent", false),
    ("a word of the older half only", "bygone", true),
    ("a word of the hidden channel only", "veiled", false),
    ("a word of the hidden channel and one of every message", "veiled+build", false),
    ("three words", "build+branch7+area7", true),
    ("a phrase", "%22branch7+ran+area7%22", true),
    ("a person", "from:ada", true),
    ("a person, a channel and a word", "from:ada+in:talk+branch8", true),
    ("a word in another script", "%E6%9D%B1%E4%BA%AC", true),
];

/// What is searched after the server got as many channels as a server can have. The person who searches sees all but one of them.
const IN_MOST_CHANNELS: [(&str, &str, bool); 3] = [
    ("a word of every message, in 500 channels", "build", true),
    ("a word of none, in 500 channels", "absent", false),
    ("eight words of none, in 500 channels", "a+b+c+d+e+f+g+h", false),
];

/// The options of this mode.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// The number of messages [default: 1000000]
    #[arg(long)]
    messages: Option<u64>,
}

/// The result of one kind of search.
#[derive(Debug, Serialize)]
pub(crate) struct Searched {
    pub(crate) database: DatabaseKind,
    pub(crate) messages: u64,
    pub(crate) what: &'static str,
    pub(crate) p50_ms: Spread,
    pub(crate) p99_ms: Spread,
    /// The size of the database before and after the messages were indexed, per message.
    pub(crate) bytes_before: f64,
    pub(crate) bytes_after: f64,
}

/// Measures and reports; fails if a kind of search takes too long.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let bench = Bench::new(&options.common)?;
    let messages = options.messages.unwrap_or(if bench.quick { 20_000 } else { 1_000_000 });
    let mut report = Report::begin(&bench);
    for kind in &options.common.databases {
        say(&format!("==== {} ====", kind.name()));
        let ground = bench.ground(*kind, "search").await?;
        let mut world = World::make(&ground).await?;
        let hidden = world.search_beside_a_hidden_channel(&ground).await?;
        say(&format!("filling up to {messages} messages"));
        let empty = ground.size().await?;
        fill(&ground, &world, hidden, messages).await?;
        let per_message = |size: u64| size.saturating_sub(empty) as f64 / messages as f64;
        let before = per_message(ground.size().await?);
        say("indexing them");
        index(&ground).await?;
        let after = per_message(ground.size().await?);
        let mut measure = |world: &World, searches: &[(&'static str, &str, bool)]| {
            let product = bench.product(&ground)?;
            for (what, query, finds) in searches {
                let request = world.search(query);
                check(product.port, &request, *finds).map_err(|err| format!("{what}: {err}"))?;
                let (p50_ms, p99_ms) = time(&bench, product.port, &request)?;
                say(&format!("{}, {what}: p50 {:.2} ms, p99 {:.2} ms", kind.name(), p50_ms.median, p99_ms.median));
                report.searches.push(Searched {
                    database: *kind,
                    messages,
                    what,
                    p50_ms,
                    p99_ms,
                    bytes_before: before,
                    bytes_after: after,
                });
            }
            product.stop()
        };
        measure(&world, &SEARCHES)?;
        world.fill_with_channels(&ground).await?;
        measure(&world, &IN_MOST_CHANNELS)?;
        ground.close().await;
    }
    report.finish(&options.common, "search")?;
    let late = report.searches.iter();
    let late: Vec<&str> = late.filter(|search| search.p99_ms.median >= AIM_MS).map(|search| search.what).collect();
    if late.is_empty() {
        Ok(())
    } else {
        Err(format!("The 99th percentile is {AIM_MS} ms or more for: {}.", late.join(", ")))
    }
}

/// Searches once, and looks at what is found.
fn check(port: u16, request: &Request, finds: bool) -> Result<(), String> {
    let found = client::ask(port, request)?;
    if found.status != 200 {
        return Err(format!("an answer was {}", found.status));
    }
    let page = String::from_utf8_lossy(&found.body);
    if page.contains(SECRET) {
        return Err("a hit is in the hidden channel".to_owned());
    }
    if page.contains("search-passage") != finds {
        let some = if finds { "some" } else { "no" };
        return Err(format!("there should be {some} hits"));
    }
    Ok(())
}

/// The median and the 99th percentile of this search.
fn time(bench: &Bench, port: u16, request: &Request) -> Result<(Spread, Spread), String> {
    let requests = [request.bytes()];
    let mut taken = Vec::new();
    for _ in 0..bench.rounds {
        let schedule = Schedule { rate: RATE, connections: CONNECTIONS, length: Duration::from_secs(bench.seconds) };
        taken.push(schedule.run(port, &requests)?);
    }
    let spread = |of: fn(&Percentiles) -> f64| Spread::of(taken.iter().map(of));
    Ok((spread(|one| one.p50_ms), spread(|one| one.p99_ms)))
}

/// Messages per transaction.
const TOGETHER: u64 = 250_000;
/// The messages are from the past month; this is the age of the first one, in milliseconds.
const AGO_MS: i64 = 30 * 86_400_000;

/// Inserts messages with rare and common words: half of them by a person, spread over four channels, of which one is hidden.
async fn fill(ground: &Ground, world: &World, hidden: ChannelId, size: u64) -> Result<(), String> {
    let count = i64::try_from(size).map_err(|err| err.to_string())?.max(1);
    let step = ((AGO_MS - 86_400_000) / count).max(1) * portico_rules::ids::PER_MS;
    let first = world.first_id(AGO_MS);
    let World { viewer_id, busy_id, posts_id, calls_id, .. } = world;
    let mut from = 0;
    while from < size {
        let to = size.min(from + TOGETHER);
        let messages = format!(
            "WITH RECURSIVE numbers(n) AS (SELECT CAST({from} AS BIGINT) UNION ALL \
             SELECT n + 1 FROM numbers WHERE n + 1 < {to}) \
             INSERT INTO messages (id, channel_id, author_id, webhook_id, content) \
             SELECT {first} + n * {step}, \
             CASE WHEN n % 8 < 2 THEN {hidden} WHEN n % 2 = 0 THEN {busy_id} WHEN n % 4 = 1 THEN {posts_id} \
             ELSE {calls_id} END, \
             CASE WHEN n % 2 = 0 THEN {viewer_id} END, CASE WHEN n % 2 = 1 THEN {viewer_id} END, \
             'Build ' || n || ' of branch' || (n % 100) || ' ran area' || (n % 1000) || ' and suite' || (n % 10000) || \
             CASE WHEN n < {size} / 2 THEN ' as bygone' ELSE ' as today' END || \
             CASE WHEN n % 8 < 2 THEN ' veiled {SECRET}' ELSE '' END || \
             CASE WHEN n % 500 = 0 THEN ' 東京都' ELSE '' END FROM numbers"
        );
        ground.run_together(&[&messages]).await?;
        from = to;
    }
    ground.settle().await
}

/// Puts all of them into the index.
async fn index(ground: &Ground) -> Result<(), String> {
    let app = ground.open().await?;
    let failed = |err| format!("The messages could not be indexed: {err}");
    while indexing::step(&app).await.map_err(failed)? != Some(0) {}
    database::leave(app).await?;
    ground.settle().await
}
