//! What the product needs besides CPU: memory, start-up time, and disk space per message.
//! Each is measured with its own process or database.

use std::thread::sleep;
use std::time::Duration;

use serde::Serialize;

use crate::bench::{Bench, say};
use crate::database::{DatabaseKind, Ground};
use crate::rates::Pair;
use crate::scenario::Scenario;
use crate::server::Memory;
use crate::stats::Spread;
use crate::world::World;

/// How often the start is timed.
const STARTS: usize = 5;
/// How many connections send posts while memory is measured.
const CONNECTIONS: u32 = 64;

/// The footprint on one database.
#[derive(Debug, Serialize)]
pub(crate) struct Footprint {
    pub(crate) database: DatabaseKind,
    /// From the start on a migrated database to the first page.
    pub(crate) start_ms: Spread,
    pub(crate) memory_at_rest: Memory,
    /// After posts over 64 connections.
    pub(crate) memory_under_posts: Memory,
    /// With how many messages of 100 characters disk space was measured.
    pub(crate) messages: u64,
    /// The growth of the whole database per message, including indexes and delivery log.
    pub(crate) bytes_a_message: f64,
}

/// Measures everything.
pub(crate) async fn measure(bench: &Bench, kind: DatabaseKind) -> Result<Footprint, String> {
    let ground = bench.ground(kind, "footprint").await?;
    let world = World::make(&ground).await?;
    let start_ms = starts(bench, &ground)?;

    let pair = Pair::start(bench, &ground, &world, &[Scenario::Post]).await?;
    sleep(Duration::from_secs(1));
    let memory_at_rest = pair.product.memory()?;
    let (before, newest) = (ground.size().await?, ground.newest_message_at_rest().await?);
    let turn = pair.turn(Scenario::Post, CONNECTIONS);
    turn.of_product(pair.product.port).await?;
    let memory_under_posts = pair.product.memory()?;
    // The delivery log is written after the responses; a process that has exited has written everything.
    pair.stop()?;
    let messages = ground.messages_after(newest).await?;
    let grown = ground.size().await?.saturating_sub(before);
    ground.close().await;

    let footprint = Footprint {
        database: kind,
        start_ms,
        memory_at_rest,
        memory_under_posts,
        messages,
        bytes_a_message: grown as f64 / messages.max(1) as f64,
    };
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    say(&format!(
        "{}: starts in {:.0} ms, {:.0} MiB at rest, {:.0} MiB under posts, {:.0} bytes a message",
        kind.name(),
        footprint.start_ms.median,
        mib(memory_at_rest.resident),
        mib(memory_under_posts.peak),
        footprint.bytes_a_message
    ));
    Ok(footprint)
}

fn starts(bench: &Bench, ground: &Ground) -> Result<Spread, String> {
    let mut taken = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        let product = bench.product(ground)?;
        taken.push(product.start.as_secs_f64() * 1e3);
        product.stop()?;
    }
    Ok(Spread::of(taken))
}
