//! Latency at a fixed rate: requests are sent on a schedule, whether earlier ones have a response or not.
//! `rates` sends as many requests as possible; there, a slow server gets fewer requests, which improves its latencies.

use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::bench::say;
use crate::client::Connection;
use crate::database::DatabaseKind;
use crate::rates::Pair;
use crate::scenario::Scenario;
use crate::stats::percentile;

/// The result of one request at a fixed rate.
#[derive(Debug, Serialize)]
pub(crate) struct Latency {
    pub(crate) database: DatabaseKind,
    pub(crate) scenario: Scenario,
    pub(crate) connections: u32,
    /// Requests per second, as scheduled.
    pub(crate) rate: f64,
    pub(crate) product: Percentiles,
    pub(crate) twin: Percentiles,
}

/// How long requests took, in milliseconds.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Percentiles {
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) p999_ms: f64,
}

/// Measures one scenario at half of its maximum rate.
pub(crate) async fn at_half(
    pair: &Pair<'_>,
    scenario: Scenario,
    connections: u32,
    reached: f64,
) -> Result<Latency, String> {
    let schedule =
        Schedule { rate: (reached / 2.0).max(1.0), connections, length: Duration::from_secs(pair.bench.seconds) };
    let whole = scenario.request(pair.world);
    let requests = if let Some(kind) = scenario.code_kind() {
        let count = schedule.count();
        let codes = pair.world.codes(pair.ground, kind, count).await?;
        codes.iter().map(|code| whole.with_code(code).bytes()).collect()
    } else {
        vec![whole.bytes()]
    };
    let what = format!("{}, {} at {:.0}/s", pair.ground.kind.name(), scenario.name(), schedule.rate);
    let told = |err| format!("{what}: {err}");
    let product = schedule.run(pair.product.port, &requests).map_err(told)?;
    let twin = schedule.run(pair.twin.port, &requests).map_err(told)?;
    say(&format!(
        "{what}: p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms",
        product.p50_ms, product.p99_ms, product.p999_ms
    ));
    Ok(Latency { database: pair.ground.kind, scenario, connections, rate: schedule.rate, product, twin })
}

/// When requests are sent: evenly, with alternating connections.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Schedule {
    pub(crate) rate: f64,
    pub(crate) connections: u32,
    pub(crate) length: Duration,
}

impl Schedule {
    fn count(&self) -> usize {
        (self.rate * self.length.as_secs_f64()) as usize + 1
    }

    /// When the request with this number is sent, after the start.
    fn due(&self, number: usize) -> Duration {
        Duration::from_secs_f64(number as f64 / self.rate)
    }

    /// Sends everything, each request the next of `requests`, with one thread per connection, so that one that waits for its
    /// response delays no other.
    pub(crate) fn run(&self, port: u16, requests: &[Vec<u8>]) -> Result<Percentiles, String> {
        let connections: Result<Vec<_>, _> = (0..self.connections).map(|_| Connection::open(port)).collect();
        let connections = connections.map_err(|err| err.to_string())?;
        let began = Instant::now() + Duration::from_millis(20);
        let taken: Result<Vec<Vec<u64>>, String> = scope(|threads| {
            let running: Vec<_> = connections
                .into_iter()
                .enumerate()
                .map(|(first, connection)| threads.spawn(move || self.drive(connection, first, began, requests)))
                .collect();
            running.into_iter().map(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?).collect()
        });
        let mut taken: Vec<u64> = taken?.into_iter().flatten().collect();
        taken.sort_unstable();
        let ms = |share| percentile(&taken, share) as f64 / 1e3;
        Ok(Percentiles { p50_ms: ms(0.5), p99_ms: ms(0.99), p999_ms: ms(0.999) })
    }

    /// Sends every n-th request; returns the latency of each in microseconds.
    fn drive(
        &self,
        mut connection: Connection,
        first: usize,
        began: Instant,
        requests: &[Vec<u8>],
    ) -> Result<Vec<u64>, String> {
        let mut taken = Vec::new();
        for number in (first..self.count()).step_by(self.connections as usize) {
            let due = began + self.due(number);
            let now = Instant::now();
            // A request that is late because of the previous response has been waiting since it was due. One that was
            // on time but slept a little too long has not: that is due to the timer.
            let since = if now < due {
                sleep(due - now);
                Instant::now()
            } else {
                due
            };
            let status = connection.status(&requests[number % requests.len()]).map_err(|err| err.to_string())?;
            if status != 200 {
                return Err(format!("an answer was {status}"));
            }
            taken.push(u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX));
        }
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_leave_evenly_whatever_becomes_of_them() {
        let schedule = Schedule { rate: 200.0, connections: 4, length: Duration::from_secs(2) };
        assert_eq!(schedule.count(), 401);
        assert_eq!(schedule.due(0), Duration::ZERO);
        assert_eq!(schedule.due(100), Duration::from_millis(500));
    }
}
