//! Posts while people sign in: hashing passwords is slow on purpose, and must not make posts slow.
//! The hashes themselves are not measured.

use serde::Serialize;

use crate::bench::{Bench, say};
use crate::database::DatabaseKind;
use crate::rates::Pair;
use crate::scenario::Scenario;
use crate::stats::Spread;
use crate::world::World;
use crate::wrk::Load;

/// How many connections send posts.
const POSTS: u32 = 64;
/// How many people sign in at a time: more than there are cores for hashing.
const PEOPLE: u32 = 16;

/// The effect of sign-ins on posts.
#[derive(Debug, Serialize)]
pub(crate) struct SignIns {
    pub(crate) database: DatabaseKind,
    /// Posts per second during sign-ins, relative to posts per second alone.
    pub(crate) ratio: Spread,
    pub(crate) alone_per_second: Spread,
    pub(crate) beside_per_second: Spread,
    pub(crate) sign_ins_per_second: Spread,
}

/// Measures posts alone and during sign-ins, in alternating runs.
pub(crate) async fn measure(bench: &Bench, kind: DatabaseKind) -> Result<SignIns, String> {
    let ground = bench.ground(kind, "sign_ins").await?;
    let world = World::make(&ground).await?;
    let pair = Pair::start(bench, &ground, &world, &[Scenario::Post]).await?;
    let (port, mut turn) = (pair.product.port, pair.turn(Scenario::Post, POSTS));
    turn.warm_up(port).await?;
    let (mut alone, mut beside, mut signed_in) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..bench.rounds {
        alone.push(turn.of_product(port).await?.rate());
        let people = bench.wrk.start(
            Load {
                port,
                request: &world.sign_in,
                codes: None,
                connections: PEOPLE,
                // Continue until the posts have ended.
                seconds: bench.seconds + 1,
            },
            "sign-in",
        )?;
        beside.push(turn.of_product(port).await?.rate());
        let people = people.finish()?;
        if people.requests == 0 || people.refused > 0 {
            return Err(format!("of {} sign-ins {} were refused", people.requests, people.refused));
        }
        signed_in.push(people.rate());
    }
    pair.stop()?;
    ground.close().await;
    let sign_ins = SignIns {
        database: kind,
        ratio: Spread::of(beside.iter().zip(&alone).map(|(beside, alone)| beside / alone)),
        alone_per_second: Spread::of(alone),
        beside_per_second: Spread::of(beside),
        sign_ins_per_second: Spread::of(signed_in),
    };
    say(&format!(
        "{}: beside {:.0} sign-ins a second, posts go at {:.2} of their rate",
        kind.name(),
        sign_ins.sign_ins_per_second.median,
        sign_ins.ratio.median
    ));
    Ok(sign_ins)
}
