//! What the product takes besides time: memory, the time to start, and room on disk for a message.
//! Each is measured on a process or a database of its own.

use std::thread::sleep;
use std::time::Duration;

use serde::Serialize;

use crate::bench::{Bench, say};
use crate::database::{Ground, Kind};
use crate::rates::Pair;
use crate::scenario::Scenario;
use crate::server::Memory;
use crate::stats::Spread;
use crate::world::World;

/// How often the start is timed.
const STARTS: usize = 5;
/// How widely posts come while memory is looked at.
const CONNECTIONS: u32 = 64;

/// What it takes on one database.
#[derive(Debug, Serialize)]
pub(crate) struct Footprint {
    pub(crate) database: Kind,
    /// From being started on a migrated database to the first page.
    pub(crate) start_ms: Spread,
    pub(crate) memory_at_rest: Memory,
    /// At the end of posts under 64 connections.
    pub(crate) memory_under_posts: Memory,
    /// How many messages of 100 characters the room was measured with.
    pub(crate) messages: u64,
    /// What the whole database grew by for each: message, indexes, delivery log.
    pub(crate) bytes_a_message: f64,
}

/// Measures all of it.
pub(crate) async fn measure(bench: &Bench, kind: Kind) -> Result<Footprint, String> {
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
    // The log of deliveries is written behind the answers; a process that ends has written everything.
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
