//! Limits of speed that this process counts for itself, exactly, and forgets at a restart.
//! Those that several processes count together stand in `across_nodes`.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;

use super::{Count, Limit, LimitKind, SITE_SHARE, Subject, ThrottleConfig};

/// The most subjects of one kind that anything is remembered of, at about 20 bytes each.
const SUBJECTS_TO_KEEP: usize = 131_072;
/// The parts of a kind's subjects, each with a lock of its own.
const PARTS: usize = 64;

pub(super) struct InProcess {
    clock: Steady,
    hasher: RandomState,
    /// One for each kind, in the order of [`LimitKind::ALL`].
    each: Vec<Rates>,
    /// The same for sites, whose limits are larger.
    sites: Vec<Rates>,
}

/// Keys are kept as their hash under a secret of the process: small, and nobody's address or name.
type Rates = RateLimiter<u64, Bounded, Steady, StateInformationMiddleware>;

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
        let limiter = |limit: Limit| {
            let quota = Quota::per_minute(limit.per_minute).allow_burst(limit.burst);
            Rates::new(quota, Bounded::default(), clock.clone())
        };
        let limits = || LimitKind::ALL.iter().map(|kind| config.limit(*kind));
        Self {
            each: limits().map(limiter).collect(),
            sites: limits()
                .map(|limit| limiter(limit.times(SITE_SHARE)))
                .collect(),
            hasher: RandomState::new(),
            clock,
        }
    }

    pub(super) fn count(&self, kind: LimitKind, subject: Subject<'_>) -> Count {
        let each = match subject {
            Subject::Site(_) => &self.sites,
            Subject::Id(_) | Subject::Name(_) | Subject::Network(_) => &self.each,
        };
        match each[kind as usize].check_key(&self.hasher.hash_one(subject)) {
            Ok(state) => Count::Left(state.remaining_burst_capacity()),
            Err(refused) => Count::TooFast(refused.wait_time_from(self.clock.now())),
        }
    }
}

/// When each subject will have recovered, for a bounded number of them: strangers with ever new names and addresses
/// can't fill the memory. Nor can they wash somebody out of it who is being held back: those who have spent least
/// are forgotten first, and lose the least by it.
#[derive(Debug)]
struct Bounded([Mutex<Part>; PARTS]);

/// A part of the subjects, each with its theoretical arrival time.
type Part = HashMap<u64, Nanos>;

impl Default for Bounded {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl StateStore for Bounded {
    type Key = u64;

    fn measure_and_replace<T, F, E>(&self, key: &u64, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut part = self.0[*key as usize % PARTS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let kept = part.get(key).copied();
        let (outcome, recovered_at) = measure(kept)?;
        if kept.is_none() && part.len() >= SUBJECTS_TO_KEEP / PARTS {
            forget_half(&mut part);
        }
        part.insert(*key, recovered_at);
        Ok(outcome)
    }
}

/// Forgets the half that has recovered first, or will have.
fn forget_half(part: &mut Part) {
    let mut subjects: Vec<_> = part.drain().map(|(key, at)| (at, key)).collect();
    let half = subjects.len() / 2;
    subjects.select_nth_unstable(half);
    part.extend(subjects.drain(half..).map(|(at, key)| (key, at)));
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use governor::state::keyed::ShrinkableKeyedStateStore;

    use super::*;

    /// By this a limiter tells how many it remembers.
    impl ShrinkableKeyedStateStore<u64> for Bounded {
        fn retain_recent(&self, _: Nanos) {}

        fn len(&self) -> usize {
            let parts = self.0.iter();
            parts.map(|part| part.lock().unwrap().len()).sum()
        }

        fn is_empty(&self) -> bool {
            self.len() == 0
        }
    }

    fn counting() -> InProcess {
        let clock = Clock::fixed_at(1_800_000_000_000);
        InProcess::new(&ThrottleConfig::default(), clock)
    }

    fn kept(counted: &InProcess, kind: LimitKind) -> usize {
        counted.each[kind as usize].len()
    }

    /// Shows: throttles.memory
    #[test]
    fn a_million_strangers_take_no_more_memory_than_the_bound() {
        let counted = counting();
        for id in 0..1_000_000 {
            counted.count(LimitKind::SignInAccount, Subject::Id(id));
        }
        let kept = kept(&counted, LimitKind::SignInAccount);
        assert!(kept <= SUBJECTS_TO_KEEP, "{kept}");
        assert!(kept >= SUBJECTS_TO_KEEP / 4, "{kept}");
    }

    /// Shows: throttles.not-washed-out
    #[test]
    fn strangers_wash_nobody_out_who_is_held_back() {
        let counted = counting();
        let alice = Subject::Name("alice");
        let held_back = |counted: &InProcess| {
            matches!(
                counted.count(LimitKind::SignInAccount, alice),
                Count::TooFast(_)
            )
        };
        while !held_back(&counted) {}
        for id in 0..300_000 {
            counted.count(LimitKind::SignInAccount, Subject::Id(id));
            if id % 30_000 == 0 {
                assert!(held_back(&counted));
            }
        }
        assert!(held_back(&counted));
    }
}
