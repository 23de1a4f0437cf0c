//! Read position in a log of the database that other processes write into, so that no entry is missed or read twice.
//! Reading it is not done here.

use std::collections::BTreeSet;

use crate::clock::Millis;
use crate::ids;

/// The most IDs that one query returns, and so the most that are remembered.
pub const WINDOW: u64 = 4_096;

/// Max time until an ID becomes visible. IDs are generated before their rows are committed, and two connections may
/// commit in the other order; a node's clock may also be a little slow.
const LATE_MS: Millis = 5_000;

/// A read position. Queries overlap by a few seconds, since a lower ID may become visible after a higher one.
#[derive(Debug)]
pub struct LogCursor {
    /// Everything up to here is settled: read, or from before.
    settled: i64,
    /// The IDs read above it.
    ids: BTreeSet<i64>,
}

impl LogCursor {
    /// For what is written from `now` on.
    pub fn from(now: Millis) -> Self {
        Self { settled: ids::first_plain_id_at(now - LATE_MS) - 1, ids: BTreeSet::new() }
    }

    /// Query for IDs above this.
    pub fn settled(&self) -> i64 {
        self.settled
    }

    /// Processes the result of a query: the lowest IDs above [`settled`](Self::settled), at most [`WINDOW`], in order,
    /// queried at `now`. Returns those that are new, and counts them as read.
    pub fn news(&mut self, found: &[i64], now: Millis) -> Vec<i64> {
        let news: Vec<i64> = found.iter().copied().filter(|id| self.ids.insert(*id)).collect();
        let full = found.len() as u64 >= WINDOW;
        let settled = match found.last() {
            // More can't be remembered: moving on is more important than looking back.
            Some(last) if full => *last,
            _ => ids::first_plain_id_at(now - LATE_MS) - 1,
        };
        self.settled = self.settled.max(settled);
        self.ids = self.ids.split_off(&(self.settled + 1));
        news
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    const NOON: Millis = ids::EPOCH + 40_000_000_000;

    fn at(ms: Millis) -> i64 {
        ids::first_plain_id_at(NOON + ms)
    }

    #[test]
    fn what_was_read_is_not_read_again() {
        let mut cursor = LogCursor::from(NOON);
        assert_eq!(cursor.news(&[at(5)], NOON + 6), [at(5)]);
        assert_eq!(cursor.news(&[at(5), at(6)], NOON + 7), [at(6)]);
    }

    #[test]
    fn a_lower_id_that_becomes_visible_late_is_read() {
        let mut cursor = LogCursor::from(NOON);
        assert_eq!(cursor.news(&[at(9)], NOON + 10), [at(9)]);
        assert!(cursor.settled() < at(-4_000));
        let found = [at(-3), at(4), at(9)];
        assert_eq!(cursor.news(&found, NOON + 11), [at(-3), at(4)]);
    }

    #[test]
    fn what_is_long_past_is_forgotten() {
        let mut cursor = LogCursor::from(NOON);
        cursor.news(&[at(0), at(1)], NOON + 2);
        cursor.news(&[], NOON + 60_000);
        assert!(cursor.ids.is_empty());
        assert!(cursor.settled() > at(1));
    }

    #[test]
    fn a_clock_set_back_reads_nothing_twice() {
        let mut cursor = LogCursor::from(NOON);
        cursor.news(&[at(1)], NOON + 60_000);
        let settled = cursor.settled();
        assert_eq!(cursor.news(&[], NOON), [0_i64; 0]);
        assert_eq!(cursor.settled(), settled);
    }

    #[test]
    fn a_full_window_moves_on_without_looking_back() {
        let mut cursor = LogCursor::from(NOON);
        let flood: Vec<i64> = (1..=WINDOW as i64).map(|n| at(0) + n).collect();
        assert_eq!(cursor.news(&flood, NOON + 1).len(), flood.len());
        assert_eq!(cursor.settled(), *flood.last().unwrap());
        assert!(cursor.ids.is_empty());
    }
}
