//! Ids: 41 bits of milliseconds since 2025, 5 bits of node, 7 bits of sequence; all below 2^53.
//! Leasing a node's number belongs to the database's side and is not done here.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::clock::{Clock, Millis};

/// The moment at which ids begin: 2025-01-01 UTC.
pub const EPOCH: Millis = 1_735_689_600_000;

/// The largest id. Every JSON reader keeps integers up to here exact (RFC 8259, section 6).
pub const LARGEST: i64 = (1 << 53) - 1;

/// How many nodes can make ids at the same time.
pub const NODES: u8 = 32;

const SEQUENCE_BITS: u32 = 7;
const NODE_BITS: u32 = 5;
const BELOW_TIME: u32 = SEQUENCE_BITS + NODE_BITS;

/// How many ids lie between one millisecond and the next, over all nodes.
pub const PER_MS: i64 = 1 << BELOW_TIME;

const LAST_MS: i64 = (1 << 41) - 1;

/// Makes ids that rise strictly on this node, also when the clock steps back. Clones share one sequence.
#[derive(Clone, Debug)]
pub struct Ids {
    clock: Clock,
    node: u64,
    /// The last id without its node: milliseconds since the epoch, then the sequence. Adding one to
    /// the last sequence of a millisecond borrows the next millisecond, with no case of its own.
    last: Arc<AtomicU64>,
}

impl Ids {
    /// A generator for `node` (below [`NODES`]; higher bits are dropped) whose ids all lie after the
    /// millisecond `start_after_ms`: the latest one for which an earlier holder of the node may have made ids.
    pub fn new(clock: Clock, node: u8, start_after_ms: Millis) -> Self {
        let started = since_epoch(start_after_ms) << SEQUENCE_BITS;
        let last = if start_after_ms < EPOCH {
            0
        } else {
            started | ((1 << SEQUENCE_BITS) - 1)
        };
        Self {
            clock,
            node: u64::from(node % NODES),
            last: Arc::new(AtomicU64::new(last)),
        }
    }

    /// The next id.
    #[allow(clippy::should_implement_trait)] // Endless and by shared reference: not an iterator.
    pub fn next(&self) -> i64 {
        let floor = since_epoch(self.clock.now()) << SEQUENCE_BITS;
        let mut last = self.last.load(Ordering::Relaxed);
        loop {
            let next = floor.max(last + 1);
            match self
                .last
                .compare_exchange_weak(last, next, Ordering::AcqRel, Ordering::Relaxed)
            {
                Ok(_) => return self.assemble(next),
                Err(seen) => last = seen,
            }
        }
    }

    /// The latest millisecond for which an id may have been made: what a node's lease must cover.
    pub fn highest_ms(&self) -> Millis {
        let last = self.last.load(Ordering::Acquire) >> SEQUENCE_BITS;
        EPOCH.saturating_add_unsigned(last)
    }

    fn assemble(&self, tick: u64) -> i64 {
        let sequence = tick & ((1 << SEQUENCE_BITS) - 1);
        let id = ((tick >> SEQUENCE_BITS) << BELOW_TIME) | (self.node << SEQUENCE_BITS) | sequence;
        i64::try_from(id).unwrap_or(i64::MAX)
    }
}

/// When an id was made, to the millisecond.
pub fn time_of(id: i64) -> Millis {
    (id >> BELOW_TIME) + EPOCH
}

/// The lowest id that any node can make at `at`: where a search by time begins.
pub fn first_id_at(at: Millis) -> i64 {
    (at.saturating_sub(EPOCH)).clamp(0, LAST_MS) << BELOW_TIME
}

/// Reads an id as it stands in a URL or a form: a positive decimal number below 2^53 in its one
/// usual spelling, so without sign, spaces, leading zeros, point or exponent.
pub fn parse(text: &str) -> Option<i64> {
    let first = text.bytes().next()?;
    if first == b'0' || text.len() > 16 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|id| (1..=LARGEST).contains(id))
}

fn since_epoch(at: Millis) -> u64 {
    at.saturating_sub(EPOCH).clamp(0, LAST_MS).unsigned_abs()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::collections::HashSet;
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    const NOON: Millis = EPOCH + 40_000_000_000;

    fn at_noon() -> (Clock, Ids) {
        let clock = Clock::fixed_at(NOON);
        (clock.clone(), Ids::new(clock, 3, 0))
    }

    #[test]
    fn an_id_tells_its_time_and_stays_below_2_to_the_53() {
        let (_, ids) = at_noon();
        let id = ids.next();
        assert_eq!(time_of(id), NOON);
        assert_eq!((id >> SEQUENCE_BITS) & 31, 3);
        let last = Ids::new(Clock::fixed_at(EPOCH + LAST_MS), 31, 0).next();
        assert!(last > 0 && last <= LARGEST);
    }

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
        assert_eq!(time_of(made[127]), NOON);
        assert_eq!(time_of(made[128]), NOON + 1);
        assert_eq!(ids.highest_ms(), NOON + 1);
    }

    #[test]
    fn a_new_holder_of_a_node_begins_after_the_old_one() {
        let clock = Clock::fixed_at(NOON);
        let ids = Ids::new(clock.clone(), 0, NOON + 5_000);
        assert_eq!(time_of(ids.next()), NOON + 5_001);
        clock.advance(Duration::from_secs(10));
        assert_eq!(time_of(ids.next()), NOON + 10_000);
    }

    #[test]
    fn an_id_is_positive_even_at_and_before_the_epoch() {
        assert!(Ids::new(Clock::fixed_at(EPOCH), 0, 0).next() > 0);
        assert!(Ids::new(Clock::fixed_at(0), 0, -1).next() > 0);
    }

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
        assert!(first_id_at(NOON) <= ids.next());
        assert_eq!(time_of(first_id_at(NOON)), NOON);
        assert_eq!(first_id_at(0), 0);
    }

    #[test]
    fn only_the_usual_spelling_of_an_id_is_read() {
        assert_eq!(parse("1"), Some(1));
        assert_eq!(parse("9007199254740991"), Some(LARGEST));
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
            assert_eq!(parse(odd), None, "{odd:?}");
        }
    }

    proptest! {
        #[test]
        fn reading_an_id_turns_writing_it_around(id in 1..=LARGEST) {
            prop_assert_eq!(parse(&id.to_string()), Some(id));
        }

        #[test]
        fn whatever_is_read_is_written_the_same(text in "[-+ 0-9eE.]{0,20}") {
            if let Some(id) = parse(&text) {
                prop_assert_eq!(id.to_string(), text);
            }
        }
    }
}
