//! Ids: 41 bits of milliseconds since 2025, 5 bits of node, 7 bits of sequence; all below 2^53.
//! Leasing a node number is in `core::lease`.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Millis};

mod times;

pub use times::{IdTimes, Shift};

/// The moment at which ids begin: 2025-01-01 UTC.
pub const EPOCH: Millis = 1_735_689_600_000;

/// The largest id. Every JSON reader keeps integers up to here exact (RFC 8259, section 6).
pub const MAX_ID: i64 = (1 << 53) - 1;

/// Max nodes that can make IDs at the same time.
pub const NODES: u8 = 32;

const SEQUENCE_BITS: u32 = 7;
const NODE_BITS: u32 = 5;
const BELOW_TIME: u32 = SEQUENCE_BITS + NODE_BITS;
const LAST_OF_MS: u64 = (1 << SEQUENCE_BITS) - 1;

const LAST_MS: i64 = (1 << 41) - 1;

/// The last moment that an id can carry.
pub const LATEST: Millis = EPOCH + LAST_MS;

/// Number of IDs between one millisecond and the next, over all nodes.
pub const PER_MS: i64 = 1 << BELOW_TIME;

/// Milliseconds kept back at the end of a lease. Work that began in time finds its ids there though the lease runs out
/// under it: 128,000 of them, far more than can be under way.
const RESERVE_MS: u64 = 1_000;

/// Makes ids that rise strictly on this node, also when the clock steps back or the node's number changes.
/// Clones share one sequence.
///
/// No id carries a later time than the lease of the number covers, whatever the clock says, and who takes
/// the number next begins after that time. So two holders of a number never make the same id, though
/// their clocks differ and though one of them slept through the end of its lease.
#[derive(Clone, Debug)]
pub struct Ids {
    clock: Clock,
    sequence: Arc<Mutex<Sequence>>,
    times: IdTimes,
}

#[derive(Debug)]
struct Sequence {
    node: u8,
    /// The last id without its node: milliseconds since the epoch, then the sequence. Adding one to
    /// the last sequence of a millisecond borrows the next millisecond, with no case of its own.
    last: u64,
    /// The last millisecond since the epoch that the lease covers.
    covered: u64,
    /// Set while ids are ahead of the clock: the millisecond since the epoch from which they go on at the clock's pace, and
    /// the steady time of that. Setting the clock moves none of them.
    ahead: Option<(u64, Duration)>,
}

impl Ids {
    /// A generator for `node` (below [`NODES`]; higher bits are dropped) whose ids all lie after the
    /// millisecond `start_after_ms`: the latest one for which an earlier holder of the node may have made
    /// ids. Its number is its own for good until [`cover`](Self::cover) says how long it is leased.
    pub fn new(clock: Clock, node: u8, start_after_ms: Millis) -> Self {
        Self {
            clock,
            sequence: Arc::new(Mutex::new(Sequence {
                node: node % NODES,
                last: end_of(start_after_ms),
                covered: u64::MAX,
                ahead: None,
            })),
            times: IdTimes::default(),
        }
    }

    /// The next id. After the end of the lease ids go on to rise, within what is kept back of it.
    #[allow(clippy::should_implement_trait)] // Endless and by shared reference: not an iterator.
    pub fn next(&self) -> i64 {
        let mut sequence = self.sequence();
        let now = sequence.now(&self.clock);
        let floor = now.min(sequence.covered.saturating_sub(RESERVE_MS)) << SEQUENCE_BITS;
        sequence.last = floor.max(sequence.last + 1);
        sequence.id()
    }

    /// The number that ids are made under.
    pub fn node(&self) -> u8 {
        self.sequence().node
    }

    /// True if the lease still covers new work. A clock before there were ids shows nothing.
    pub fn are_covered(&self) -> bool {
        let sequence = self.sequence();
        self.clock.now() >= EPOCH && sequence.now(&self.clock) <= sequence.covered.saturating_sub(RESERVE_MS)
    }

    /// The same, with the times of an instance that are known already.
    #[must_use]
    pub fn with_times(self, times: IdTimes) -> Self {
        Self { times, ..self }
    }

    /// The times of ids, which every clone of this shares.
    pub fn times(&self) -> &IdTimes {
        &self.times
    }

    /// The millisecond that the next id carries at least: the clock's, or a later one while ids are ahead of it.
    pub fn now(&self) -> Millis {
        EPOCH.saturating_add_unsigned(self.sequence().now(&self.clock))
    }

    /// From now on, ids go on from this millisecond at the clock's pace, whatever the clock says.
    pub fn run_ahead(&self, from: Millis) {
        self.sequence().ahead = Some((since_epoch(from), self.clock.steady()));
    }

    /// From now on, ids follow the clock.
    pub fn follow_clock(&self) {
        self.sequence().ahead = None;
    }

    /// True if new work may get beyond [`MAX_ID`], whatever the lease covers.
    pub fn are_used_up(&self) -> bool {
        self.sequence().last >> SEQUENCE_BITS >= LAST_MS.unsigned_abs() - RESERVE_MS
    }

    /// The last millisecond that the lease covers.
    pub fn covered_until(&self) -> Millis {
        EPOCH.saturating_add_unsigned(self.sequence().covered)
    }

    /// The number is leased until `until` now.
    pub fn cover(&self, until: Millis) {
        self.sequence().covered = since_epoch(until);
    }

    /// Goes on under another number, leased until `until`, after the millisecond for which an earlier
    /// holder of it may have made ids.
    pub fn renumber(&self, node: u8, start_after_ms: Millis, until: Millis) {
        let mut sequence = self.sequence();
        // In the same millisecond a lower number would make a lower id.
        let finished = sequence.last | LAST_OF_MS;
        sequence.last = finished.max(end_of(start_after_ms));
        sequence.node = node % NODES;
        sequence.covered = since_epoch(until);
    }

    /// The latest millisecond for which an id may have been made: what a node's lease must cover.
    pub fn highest_ms(&self) -> Millis {
        EPOCH.saturating_add_unsigned(self.sequence().last >> SEQUENCE_BITS)
    }

    fn sequence(&self) -> MutexGuard<'_, Sequence> {
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sequence {
    /// The millisecond since the epoch that new ids carry, unless earlier ones are ahead of it.
    fn now(&self, clock: &Clock) -> u64 {
        match self.ahead {
            None => since_epoch(clock.now()),
            Some((from, since)) => {
                let passed = clock.steady().saturating_sub(since).as_millis();
                from.saturating_add(u64::try_from(passed).unwrap_or(u64::MAX)).min(LAST_MS.unsigned_abs())
            }
        }
    }

    fn id(&self) -> i64 {
        let (ms, sequence) = (self.last >> SEQUENCE_BITS, self.last & LAST_OF_MS);
        let id = (ms << BELOW_TIME) | (u64::from(self.node) << SEQUENCE_BITS) | sequence;
        i64::try_from(id).unwrap_or(i64::MAX)
    }
}

/// The last place of a millisecond in the sequence; zero for one before there were ids.
fn end_of(ms: Millis) -> u64 {
    if ms < EPOCH { 0 } else { since_epoch(ms) << SEQUENCE_BITS | LAST_OF_MS }
}

/// The time that an id carries. [`IdTimes::time_of`] is the time by the clock when it was made.
pub fn plain_time_of(id: i64) -> Millis {
    (id >> BELOW_TIME) + EPOCH
}

/// The lowest id that carries the time `at`. [`IdTimes::first_id_at`] is the lowest one that is made at a time by the clock.
pub fn first_plain_id_at(at: Millis) -> i64 {
    (at.saturating_sub(EPOCH)).clamp(0, LAST_MS) << BELOW_TIME
}

/// Parses an id from a URL or a form: a positive decimal number below 2^53 in its one
/// usual spelling, so without sign, spaces, leading zeros, point or exponent. It is of the type that the caller names.
pub fn parse<T: From<i64>>(text: &str) -> Option<T> {
    let first = text.bytes().next()?;
    if first == b'0' || text.len() > 16 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|id| (1..=MAX_ID).contains(id)).map(T::from)
}

/// A path segment that is not an id. The route then responds 404.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnId;

/// Types of ids, one for each kind of row, so that no function confuses two of them. Those in paths are parsed by [`parse`].
/// JSON has them as numbers.
macro_rules! typed_ids {
    ($($name:ident: $of:literal,)*) => {$(
        #[doc = concat!("The id of ", $of, "; whether there is such a row is not known.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "sea-orm", derive(sea_orm::DeriveValueType))]
        pub struct $name(i64);

        impl $name {
            /// The id with this number, which is not checked.
            pub const fn new(id: i64) -> Self {
                Self(id)
            }

            /// The number, as the database stores it.
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                parse(text).ok_or(NotAnId)
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }
    )*};
}

typed_ids! {
    AppId: "an OAuth app",
    ChannelId: "a channel",
    DeliveryId: "a webhook's delivery",
    MessageId: "a message",
    RemovalId: "a removal of messages",
    ReportId: "a report of a message",
    RoleId: "a role",
    SecretId: "a client secret",
    ServerId: "a server",
    LogId: "a server or an app, whose audit log it is",
    PlaceId: "a channel or a server",
    PasskeyId: "a passkey",
    PushId: "a browser that gets notifications",
    SessionId: "a session",
    TransferId: "an offer of an app or a server to another person",
    TrustId: "a trusted browser",
    UserId: "a user",
    WebhookId: "a webhook",
}

/// Ids of two kinds in one column.
macro_rules! either_kind {
    ($($either:ident: $($one:ident),*;)*) => {$($(
        impl From<$one> for $either {
            fn from(id: $one) -> Self {
                Self(id.0)
            }
        }
    )*)*};
}

either_kind! {
    LogId: ServerId, AppId;
    PlaceId: ChannelId, ServerId;
}

fn since_epoch(at: Millis) -> u64 {
    at.saturating_sub(EPOCH).clamp(0, LAST_MS).unsigned_abs()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    const NOON: Millis = EPOCH + 40_000_000_000;

    fn at_noon() -> (Clock, Ids) {
        let clock = Clock::fixed_at(NOON);
        (clock.clone(), Ids::new(clock, 3, 0))
    }

    /// Shows: ids.range
    #[test]
    fn an_id_tells_its_time_and_stays_below_2_to_the_53() {
        let (_, ids) = at_noon();
        let id = ids.next();
        assert_eq!(plain_time_of(id), NOON);
        assert_eq!((id >> SEQUENCE_BITS) & 31, 3);
        let last = Ids::new(Clock::fixed_at(EPOCH + LAST_MS), 31, 0).next();
        assert!(last > 0 && last <= MAX_ID);
    }

    /// Shows: ids.range
    #[test]
    fn ids_rise_when_the_clock_steps_back() {
        let (clock, ids) = at_noon();
        let first = ids.next();
        clock.set(NOON - 60_000);
        let second = ids.next();
        assert!(second > first);
        assert_eq!(ids.highest_ms(), NOON);
    }

    #[test]
    fn a_full_sequence_borrows_the_next_millisecond() {
        let (_, ids) = at_noon();
        let made: Vec<i64> = (0..129).map(|_| ids.next()).collect();
        assert!(made.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(plain_time_of(made[127]), NOON);
        assert_eq!(plain_time_of(made[128]), NOON + 1);
        assert_eq!(ids.highest_ms(), NOON + 1);
    }

    /// Shows: ids.nodes
    #[test]
    fn a_new_holder_of_a_node_begins_after_the_old_one() {
        let clock = Clock::fixed_at(NOON);
        let ids = Ids::new(clock.clone(), 0, NOON + 5_000);
        assert_eq!(plain_time_of(ids.next()), NOON + 5_001);
        clock.advance(Duration::from_secs(10));
        assert_eq!(plain_time_of(ids.next()), NOON + 10_000);
    }

    /// Shows: ids.nodes
    #[test]
    fn no_id_carries_a_time_after_the_lease() {
        let (clock, ids) = at_noon();
        ids.cover(NOON + 60_000);
        assert!(ids.are_covered());
        clock.advance(Duration::from_secs(3_600));
        assert!(!ids.are_covered());
        let late: Vec<i64> = (0..10_000).map(|_| ids.next()).collect();
        assert!(late.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(late.iter().all(|id| plain_time_of(*id) <= NOON + 60_000));
        ids.cover(clock.now() + 60_000);
        assert!(ids.are_covered());
        assert_eq!(plain_time_of(ids.next()), clock.now());
    }

    /// Shows: ids.nodes
    #[test]
    fn the_end_of_a_lease_is_kept_for_what_is_under_way() {
        let (clock, ids) = at_noon();
        ids.cover(NOON + 60_000);
        clock.advance(Duration::from_millis(59_000));
        assert!(ids.are_covered());
        assert_eq!(plain_time_of(ids.next()), NOON + 59_000);
        clock.advance(Duration::from_millis(1));
        assert!(!ids.are_covered());
        assert_eq!(plain_time_of(ids.next()), NOON + 59_000);
    }

    /// Shows: ids.range
    #[test]
    fn ids_rise_when_the_number_changes_to_a_lower_one() {
        let (clock, ids) = at_noon();
        let before = ids.next();
        ids.renumber(0, NOON - 5_000, NOON + 60_000);
        let after = ids.next();
        assert!(after > before);
        assert_eq!((ids.node(), (after >> SEQUENCE_BITS) & 31), (0, 0));
        // The holder before had a clock that ran ahead.
        ids.renumber(7, NOON + 5_000, NOON + 60_000);
        assert_eq!(plain_time_of(ids.next()), NOON + 5_001);
        assert_eq!(clock.now(), NOON);
    }

    #[test]
    fn a_clock_before_there_were_ids_covers_no_new_work() {
        let (clock, ids) = at_noon();
        ids.cover(NOON + 60_000);
        assert!(ids.are_covered());
        clock.set(EPOCH - 1);
        assert!(!ids.are_covered());
    }

    /// Shows: ids.range
    #[test]
    fn ids_are_used_up_before_the_largest_one() {
        let (_, ids) = at_noon();
        ids.next();
        assert!(!ids.are_used_up());
        let last = Ids::new(Clock::fixed_at(NOON), 31, LATEST - 1_000);
        assert!(last.are_used_up());
        let made = (0..100_000).map(|_| last.next()).max();
        assert!(made.is_some_and(|id| id <= MAX_ID));
    }

    #[test]
    fn an_id_is_positive_even_at_and_before_the_epoch() {
        assert!(Ids::new(Clock::fixed_at(EPOCH), 0, 0).next() > 0);
        assert!(Ids::new(Clock::fixed_at(0), 0, -1).next() > 0);
    }

    /// Shows: ids.range
    #[test]
    fn threads_never_get_the_same_id() {
        let ids = Ids::new(Clock::system(), 1, 0);
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let ids = ids.clone();
                std::thread::spawn(move || (0..5_000).map(|_| ids.next()).collect::<Vec<_>>())
            })
            .collect();
        let mut seen = HashSet::new();
        for thread in threads {
            let made = thread.join().unwrap();
            assert!(made.windows(2).all(|pair| pair[0] < pair[1]));
            seen.extend(made);
        }
        assert_eq!(seen.len(), 20_000);
    }

    #[test]
    fn the_first_id_of_a_moment_is_not_above_any_made_then() {
        let (_, ids) = at_noon();
        assert!(first_plain_id_at(NOON) <= ids.next());
        assert_eq!(plain_time_of(first_plain_id_at(NOON)), NOON);
        assert_eq!(first_plain_id_at(0), 0);
    }

    /// Shows: access.malformed-ids
    #[test]
    fn only_the_usual_spelling_of_an_id_is_read() {
        assert_eq!(parse("1"), Some(1_i64));
        assert_eq!(parse("9007199254740991"), Some(MAX_ID));
        for odd in [
            "",
            "0",
            "007",
            "-1",
            "+1",
            " 1",
            "1 ",
            "1e3",
            "1.0",
            "0x1",
            "9007199254740992",
            "9223372036854775808",
            "99999999999999999999999999",
            "١٢٣",
            "1\n",
        ] {
            assert_eq!(parse::<i64>(odd), None, "{odd:?}");
            assert_eq!(ChannelId::from_str(odd), Err(NotAnId), "{odd:?}");
        }
    }

    proptest! {
        /// Shows: random.ids
        #[test]
        fn reading_an_id_turns_writing_it_around(id in 1..=MAX_ID) {
            prop_assert_eq!(parse(&id.to_string()), Some(id));
        }

        /// Shows: random.ids
        #[test]
        fn whatever_is_read_is_written_the_same(text in "[-+ 0-9eE.]{0,20}") {
            if let Some(id) = parse::<i64>(&text) {
                prop_assert_eq!(id.to_string(), text);
            }
        }
    }
}
