//! Limits of speed that this process counts for itself, exactly, and forgets at a restart.
//! Those that several processes count together stand in `across_nodes`.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;

use super::{Count, Kind, Limit, Subject, ThrottleConfig};

/// Beyond this many keys a map is rid of those that have recovered.
const KEYS_TO_KEEP: usize = 100_000;
/// How many checks pass between two looks at a map's size, which itself costs a little.
const CHECKS_BETWEEN_LOOKS: u32 = 1_024;

pub(super) struct InProcess {
    clock: Steady,
    hasher: RandomState,
    /// One for each kind, in the order of [`Kind::ALL`].
    each: Vec<Limiter>,
}

struct Limiter {
    rates: Rates,
    checks: AtomicU32,
}

/// Keys are kept as their hash under a secret of the process: small, and nobody's address or name.
type Rates = RateLimiter<u64, DashMapStateStore<u64>, Steady, StateInformationMiddleware>;

#[derive(Clone, Debug)]
struct Steady(Clock);

impl GovernorClock for Steady {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.steady()
    }
}

impl InProcess {
    pub(super) fn new(config: &ThrottleConfig, clock: Clock) -> Self {
        let clock = Steady(clock);
        Self {
            each: Kind::ALL
                .iter()
                .map(|kind| Limiter::new(config.limit(*kind), clock.clone()))
                .collect(),
            hasher: RandomState::new(),
            clock,
        }
    }

    pub(super) fn count(&self, kind: Kind, subject: Subject<'_>) -> Count {
        let limiter = &self.each[kind as usize];
        limiter.tidy_now_and_then();
        match limiter.rates.check_key(&self.hasher.hash_one(subject)) {
            Ok(state) => Count::Left(state.remaining_burst_capacity()),
            Err(refused) => Count::TooFast(refused.wait_time_from(self.clock.now())),
        }
    }
}

impl Limiter {
    fn new(limit: Limit, clock: Steady) -> Self {
        let quota = Quota::per_minute(limit.per_minute).allow_burst(limit.burst);
        Self {
            rates: Rates::new(quota, DashMapStateStore::default(), clock),
            checks: AtomicU32::new(0),
        }
    }

    /// Forgets keys that stand as if they had never come, so that strangers cannot fill the memory.
    fn tidy_now_and_then(&self) {
        let checks = self.checks.fetch_add(1, Ordering::Relaxed);
        if checks.is_multiple_of(CHECKS_BETWEEN_LOOKS) && self.rates.len() > KEYS_TO_KEEP {
            self.rates.retain_recent();
            self.rates.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovered_keys_are_forgotten_once_there_are_too_many() {
        let clock = Clock::fixed_at(1_800_000_000_000);
        let counted = InProcess::new(&ThrottleConfig::default(), clock.clone());
        let kept = || counted.each[Kind::Webhook as usize].rates.len();
        for id in 0..=100_000 {
            counted.count(Kind::Webhook, Subject::Id(id));
        }
        assert!(kept() > KEYS_TO_KEEP);
        clock.advance(Duration::from_secs(60));
        for id in 0..=i64::from(CHECKS_BETWEEN_LOOKS) {
            counted.count(Kind::Webhook, Subject::Id(id));
        }
        assert!(kept() <= CHECKS_BETWEEN_LOOKS as usize + 1);
    }
}
