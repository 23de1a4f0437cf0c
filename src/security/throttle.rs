//! Throttles: how often something may be done, by whom it is done or from where.
//! Limits that must hold across nodes or restarts, such as text messages a day, stand in the database.

use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;

mod limits;

pub use limits::{Kind, Limit, ThrottleConfig};

/// Beyond this many keys a map is rid of those that have recovered.
const KEYS_TO_KEEP: usize = 100_000;
/// How many checks pass between two looks at a map's size, which itself costs a little.
const CHECKS_BETWEEN_LOOKS: u32 = 1_024;

/// Where somebody stands with a limit after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// What was limited.
    pub kind: Kind,
    /// How many times in a row are allowed from rest.
    pub limit: u32,
    /// How long a spent limit takes to recover whole, in seconds.
    pub window_secs: u64,
    /// How many times are left at this moment.
    pub remaining: u32,
    /// Seconds until the limit has recovered whole, or, after a refusal, until the next attempt may succeed.
    pub reset_secs: u64,
}

impl Allowed {
    /// The value of the header `RateLimit-Policy`, a structured field (RFC 9651), as the IETF's draft
    /// on rate limit headers has it.
    pub fn policy_header(&self) -> String {
        let (name, limit, window) = (self.kind.name(), self.limit, self.window_secs);
        format!("\"{name}\";q={limit};w={window}")
    }

    /// The value of the header `RateLimit`.
    pub fn header(&self) -> String {
        let (name, left, reset) = (self.kind.name(), self.remaining, self.reset_secs);
        format!("\"{name}\";r={left};t={reset}")
    }
}

/// The attempt came too early and does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts; try again in {retry_after_secs} seconds")]
pub struct TooFast {
    /// Seconds until the next attempt may succeed, at least one: the value of `Retry-After`.
    pub retry_after_secs: u64,
    /// Where this leaves the one who tried, for the headers.
    pub standing: Allowed,
}

/// The throttles of one process. Clones share their state, which is lost at a restart.
#[derive(Clone)]
pub struct Throttle(Option<Arc<Limiters>>, Arc<ThrottleConfig>);

impl std::fmt::Debug for Throttle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Throttle").field(&self.1).finish()
    }
}

struct Limiters {
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

impl Throttle {
    /// Throttles with the given limits.
    pub fn new(config: ThrottleConfig, clock: Clock) -> Self {
        let limiters = config.enabled.then(|| {
            let clock = Steady(clock);
            Arc::new(Limiters {
                each: Kind::ALL
                    .iter()
                    .map(|kind| Limiter::new(config.limit(*kind), clock.clone()))
                    .collect(),
                hasher: RandomState::new(),
                clock,
            })
        });
        Self(limiters, Arc::new(config))
    }

    /// Counts an attempt and says whether it may go ahead. Switched off, every attempt is the first.
    ///
    /// # Errors
    ///
    /// [`TooFast`]; a refused attempt does not count against the next one.
    pub fn check(&self, kind: Kind, key: impl Hash) -> Result<Allowed, TooFast> {
        let limit = self.1.limit(kind);
        let standing = |remaining, reset_secs| Allowed {
            kind,
            limit: limit.burst.get(),
            window_secs: limit.window_secs(),
            remaining,
            reset_secs,
        };
        let Some(limiters) = self.0.as_deref() else {
            return Ok(standing(limit.burst.get(), 0));
        };
        let limiter = &limiters.each[kind as usize];
        limiter.tidy_now_and_then();
        match limiter.rates.check_key(&limiters.hasher.hash_one(key)) {
            Ok(state) => {
                let left = state.remaining_burst_capacity();
                let spent = limit.burst.get().saturating_sub(left);
                Ok(standing(left, limit.secs_to_regain(spent)))
            }
            Err(refused) => {
                let wait = refused.wait_time_from(limiters.clock.now());
                let retry_after_secs = whole_secs(wait).max(1);
                Err(TooFast {
                    retry_after_secs,
                    standing: standing(0, retry_after_secs),
                })
            }
        }
    }

    /// [`check`](Self::check), for the kinds that go by address.
    ///
    /// # Errors
    ///
    /// [`TooFast`], as there.
    pub fn check_address(&self, kind: Kind, address: IpAddr) -> Result<Allowed, TooFast> {
        self.check(kind, network_of(address))
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

/// What counts as one address. A household or a server commonly holds a whole IPv6 /64, and would
/// otherwise have as many tries as it has addresses.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let prefix = v6.to_bits() & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from_bits(prefix))
        }
        v4 => v4,
    }
}

fn whole_secs(span: Duration) -> u64 {
    span.as_secs() + u64::from(span.subsec_nanos() > 0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn at_rest() -> (Clock, Throttle) {
        let clock = Clock::fixed_at(1_800_000_000_000);
        (
            clock.clone(),
            Throttle::new(ThrottleConfig::default(), clock),
        )
    }

    fn spend(throttle: &Throttle, kind: Kind, key: &str, times: u32) {
        for _ in 0..times {
            throttle.check(kind, key).unwrap();
        }
    }

    #[test]
    fn a_burst_passes_and_one_more_is_refused() {
        let (_, throttle) = at_rest();
        spend(&throttle, Kind::SignInAccount, "alice", 10);
        let refused = throttle.check(Kind::SignInAccount, "alice").unwrap_err();
        assert_eq!(refused.retry_after_secs, 12);
        assert_eq!(refused.standing.remaining, 0);
    }

    #[test]
    fn whoever_waits_as_told_gets_through_and_not_a_second_sooner() {
        let (clock, throttle) = at_rest();
        spend(&throttle, Kind::SignInAccount, "alice", 10);
        clock.advance(Duration::from_secs(11));
        let refused = throttle.check(Kind::SignInAccount, "alice").unwrap_err();
        assert_eq!(refused.retry_after_secs, 1);
        clock.advance(Duration::from_secs(1));
        spend(&throttle, Kind::SignInAccount, "alice", 1);
        assert!(throttle.check(Kind::SignInAccount, "alice").is_err());
    }

    #[test]
    fn keys_and_kinds_are_throttled_apart() {
        let (_, throttle) = at_rest();
        spend(&throttle, Kind::SignInAccount, "alice", 10);
        assert!(throttle.check(Kind::SignInAccount, "bob").is_ok());
        assert!(throttle.check(Kind::SignInAddress, "alice").is_ok());
    }

    #[test]
    fn a_clock_set_back_locks_nobody_out() {
        let (clock, throttle) = at_rest();
        spend(&throttle, Kind::SignInAccount, "alice", 10);
        clock.set(clock.now() - 86_400_000);
        clock.advance(Duration::from_secs(12));
        assert!(throttle.check(Kind::SignInAccount, "alice").is_ok());
    }

    #[test]
    fn switched_off_it_refuses_nothing() {
        let config: ThrottleConfig = serde_json::from_str(r#"{"enabled":false}"#).unwrap();
        let throttle = Throttle::new(config, Clock::fixed_at(0));
        spend(&throttle, Kind::PhoneAddress, "alice", 1_000);
    }

    #[test]
    fn the_headers_show_what_is_left() {
        let (_, throttle) = at_rest();
        let allowed = throttle.check(Kind::Webhook, 7_i64).unwrap();
        assert_eq!(allowed.policy_header(), "\"webhook\";q=60;w=12");
        assert_eq!(allowed.header(), "\"webhook\";r=59;t=1");
        for _ in 0..59 {
            throttle.check(Kind::Webhook, 7_i64).unwrap();
        }
        let refused = throttle.check(Kind::Webhook, 7_i64).unwrap_err();
        assert_eq!(refused.standing.header(), "\"webhook\";r=0;t=1");
    }

    #[test]
    fn a_64_network_counts_as_one_address_and_a_mapped_one_as_its_v4() {
        let network = |text: &str| network_of(text.parse().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:2"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        let (_, throttle) = at_rest();
        for host in 1..=10_u16 {
            let address = IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, host]);
            throttle.check_address(Kind::PhoneAddress, address).unwrap();
        }
        let another = "2001:db8::beef".parse().unwrap();
        assert!(throttle.check_address(Kind::PhoneAddress, another).is_err());
    }

    #[test]
    fn recovered_keys_are_forgotten_once_there_are_too_many() {
        let (clock, throttle) = at_rest();
        let limiter = |throttle: &Throttle| {
            throttle.0.as_ref().unwrap().each[Kind::Webhook as usize]
                .rates
                .len()
        };
        for id in 0..=KEYS_TO_KEEP {
            throttle.check(Kind::Webhook, id).unwrap();
        }
        assert!(limiter(&throttle) > KEYS_TO_KEEP);
        clock.advance(Duration::from_secs(60));
        spend(&throttle, Kind::Webhook, "one", 1);
        for id in 0..CHECKS_BETWEEN_LOOKS {
            throttle.check(Kind::Webhook, id).unwrap();
        }
        assert!(limiter(&throttle) <= CHECKS_BETWEEN_LOOKS as usize + 1);
    }

    #[test]
    fn of_many_at_once_exactly_the_burst_gets_through() {
        let (_, throttle) = at_rest();
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let throttle = throttle.clone();
                std::thread::spawn(move || {
                    (0..50)
                        .filter(|_| throttle.check(Kind::Webhook, "w").is_ok())
                        .count()
                })
            })
            .collect();
        let passed: usize = threads.into_iter().map(|t| t.join().unwrap()).sum();
        assert_eq!(passed, 60);
    }
}
