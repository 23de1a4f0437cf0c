//! Rate limits that this process counts alone, in memory.
//! Those that several processes count together are in `across_nodes`.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use portico_rules::clock::Clock;

use super::{Count, Limit, LimitKind, Subject, ThrottleConfig};

/// The maximum number of remembered subjects of one kind, at about 20 bytes each.
const SUBJECTS_TO_KEEP: usize = 131_072;
/// The shards of a kind's subjects, each with its own lock.
const SHARDS: usize = 64;

pub(super) struct InProcess {
    clock: MonotonicClock,
    hasher: RandomState,
    /// One per kind, in the order of [`LimitKind::ALL`].
    each: Vec<Rates>,
    /// The same for sites, whose limits differ.
    sites: Vec<Rates>,
}

/// Keys are hashed with a secret of the process: small, and without names or addresses.
type Rates = RateLimiter<u64, BoundedTable, MonotonicClock, StateInformationMiddleware>;

#[derive(Clone, Debug)]
struct MonotonicClock(Clock);

impl GovernorClock for MonotonicClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.steady()
    }
}

impl InProcess {
    pub(super) fn new(config: &ThrottleConfig, clock: Clock) -> Self {
        let clock = MonotonicClock(clock);
        let limiter = |limit: Limit| {
            let quota = Quota::per_minute(limit.per_minute).allow_burst(limit.burst);
            Rates::new(quota, BoundedTable::default(), clock.clone())
        };
        let limits = || LimitKind::ALL.iter().map(|kind| (*kind, config.limit(*kind)));
        Self {
            each: limits().map(|(_, limit)| limiter(limit)).collect(),
            sites: limits().map(|(kind, limit)| limiter(kind.site_limit(limit))).collect(),
            hasher: RandomState::new(),
            clock,
        }
    }

    pub(super) fn count(&self, kind: LimitKind, subject: Subject<'_>) -> Count {
        match self.rates(kind, subject).check_key(&self.hasher.hash_one(subject)) {
            Ok(state) => Count::Left(state.remaining_burst_capacity()),
            Err(refused) => Count::TooFast(refused.wait_time_from(self.clock.now())),
        }
    }

    /// The same for `amount` attempts at once; none where even an unused limit has fewer.
    pub(super) fn take(&self, kind: LimitKind, subject: Subject<'_>, amount: NonZeroU32) -> Option<Count> {
        let taken = self.rates(kind, subject).check_key_n(&self.hasher.hash_one(subject), amount).ok()?;
        Some(match taken {
            Ok(state) => Count::Left(state.remaining_burst_capacity()),
            Err(refused) => Count::TooFast(refused.wait_time_from(self.clock.now())),
        })
    }

    fn rates(&self, kind: LimitKind, subject: Subject<'_>) -> &Rates {
        let each = match subject {
            Subject::Site(_) => &self.sites,
            Subject::Id(_) | Subject::Name(_) | Subject::Network(_) => &self.each,
        };
        &each[kind as usize]
    }
}

/// When each subject will have recovered, for a bounded number of them: many new names and addresses can't fill the
/// memory, nor evict a subject that is being limited: those that have used least are evicted first, and that changes
/// least.
#[derive(Debug)]
struct BoundedTable([Mutex<Shard>; SHARDS]);

/// A shard of the subjects, each with its theoretical arrival time.
type Shard = HashMap<u64, Nanos>;

impl Default for BoundedTable {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl StateStore for BoundedTable {
    type Key = u64;

    fn measure_and_replace<T, F, E>(&self, key: &u64, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut part = self.0[*key as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let previous = part.get(key).copied();
        let (outcome, recovered_at) = measure(previous)?;
        if previous.is_none() && part.len() >= SUBJECTS_TO_KEEP / SHARDS {
            forget_half(&mut part);
        }
        part.insert(*key, recovered_at);
        Ok(outcome)
    }
}

/// Evicts the half that recovers first.
fn forget_half(part: &mut Shard) {
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

    /// The map's capacity shows how many it remembers.
    impl ShrinkableKeyedStateStore<u64> for BoundedTable {
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

    fn remembered(counted: &InProcess, kind: LimitKind) -> usize {
        counted.each[kind as usize].len()
    }

    /// Shows: throttles.memory
    #[test]
    fn a_million_subjects_take_no_more_memory_than_the_bound() {
        let counted = counting();
        for id in 0..1_000_000 {
            counted.count(LimitKind::SignInAccount, Subject::Id(id));
        }
        let count = remembered(&counted, LimitKind::SignInAccount);
        assert!(count <= SUBJECTS_TO_KEEP, "{count}");
        assert!(count >= SUBJECTS_TO_KEEP / 4, "{count}");
    }

    /// Shows: throttles.not-washed-out
    #[test]
    fn many_new_subjects_evict_none_that_is_limited() {
        let counted = counting();
        let alice = Subject::Name("alice");
        let held_back =
            |counted: &InProcess| matches!(counted.count(LimitKind::SignInAccount, alice), Count::TooFast(_));
        while !held_back(&counted) {}
        for id in 0..300_000 {
            counted.count(LimitKind::SignInAccount, Subject::Id(id));
            if id % 30_000 == 0 {
                assert!(held_back(&counted));
            }
        }
        assert!(held_back(&counted));
    }

    #[test]
    fn an_amount_is_taken_whole_or_not_at_all() {
        let config = ThrottleConfig { message_bytes_person: Limit::new(100, 60), ..ThrottleConfig::default() };
        let clock = Clock::fixed_at(1_800_000_000_000);
        let counted = InProcess::new(&config, clock.clone());
        let take = |amount| {
            let taken = counted.take(LimitKind::MessageBytesPerson, Subject::Id(1), NonZeroU32::new(amount).unwrap());
            taken.map(|count| matches!(count, Count::Left(_)))
        };
        assert_eq!(take(60), Some(true));
        assert_eq!(take(41), Some(false));
        assert_eq!(take(40), Some(true));
        assert_eq!(take(1), Some(false));
        // More than there ever is.
        assert_eq!(take(101), None);
        clock.advance(Duration::from_secs(100));
        assert_eq!(take(100), Some(true));
    }
}
