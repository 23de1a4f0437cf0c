//! Which messages an open page has received, so that none is lost or sent twice.
//! Finding and rendering the messages is not done here.

use std::collections::BTreeSet;

use crate::clock::Millis;
use crate::ids;

/// The most IDs that one query returns, and so the most that are remembered.
pub const WINDOW: u64 = 4_096;

/// How long it may take until an ID becomes visible. IDs are generated before their rows are committed, and two
/// connections may commit in the other order; a node's clock may also be a little slow.
const LATE_MS: Millis = 5_000;

/// What a page has received. Queries overlap by a few seconds, since a lower ID may become visible after a higher one.
#[derive(Debug)]
pub struct Cursor {
    /// Everything up to here is settled: received, or from before the page was opened.
    settled: i64,
    /// The IDs received above it.
    ids: BTreeSet<i64>,
}

impl Cursor {
    /// For a page that shows everything visible up to `last`: `seen` is the result of a query from
    /// [`look_from`](Self::look_from) when the page is opened.
    pub fn up_to(last: i64, seen: &[i64]) -> Self {
        Self {
            settled: Self::look_from(last),
            ids: seen.iter().copied().filter(|id| *id <= last).collect(),
        }
    }

    /// Where to query from, to find what `last` overtook: only higher IDs matter.
    pub fn look_from(last: i64) -> i64 {
        ids::first_id_at(ids::time_of(last) - LATE_MS).min(last) - 1
    }

    /// Query for IDs above this.
    pub fn settled(&self) -> i64 {
        self.settled
    }

    /// Processes the result of a query: the lowest IDs above [`settled`](Self::settled), at most [`WINDOW`], in order,
    /// queried at `now`. Returns those that are new to the page, and counts them as received.
    pub fn news(&mut self, found: &[i64], now: Millis) -> Vec<i64> {
        let news: Vec<i64> = found
            .iter()
            .copied()
            .filter(|id| self.ids.insert(*id))
            .collect();
        let full = found.len() as u64 >= WINDOW;
        let settled = match found.last() {
            // More can't be remembered: moving on is more important than looking back.
            Some(last) if full => *last,
            _ => ids::first_id_at(now - LATE_MS) - 1,
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
        ids::first_id_at(NOON + ms)
    }

    #[test]
    fn what_the_page_shows_is_not_sent_again() {
        let mut given = Cursor::up_to(at(0), &[at(-10), at(0)]);
        assert_eq!(given.news(&[at(-10), at(0), at(5)], NOON + 6), [at(5)]);
        assert_eq!(given.news(&[at(-10), at(0), at(5)], NOON + 7), [0_i64; 0]);
    }

    #[test]
    fn a_lower_id_that_becomes_visible_late_is_sent() {
        let mut given = Cursor::up_to(at(0), &[at(0)]);
        assert_eq!(given.news(&[at(0), at(9)], NOON + 10), [at(9)]);
        assert!(given.settled() < at(-4_000));
        assert_eq!(
            given.news(&[at(-3), at(0), at(4), at(9)], NOON + 11),
            [at(-3), at(4)]
        );
    }

    #[test]
    fn what_arrived_between_the_page_and_the_stream_is_sent() {
        let mut given = Cursor::up_to(at(0), &[at(0), at(7)]);
        assert_eq!(given.news(&[at(0), at(7)], NOON + 8), [at(7)]);
    }

    #[test]
    fn what_is_long_past_is_forgotten() {
        let mut given = Cursor::up_to(at(0), &[at(0)]);
        given.news(&[at(0), at(1)], NOON + 2);
        given.news(&[], NOON + 60_000);
        assert!(given.ids.is_empty());
        assert!(given.settled() > at(1));
    }

    #[test]
    fn a_clock_set_back_sends_nothing_twice() {
        let mut given = Cursor::up_to(at(0), &[at(0)]);
        given.news(&[at(1)], NOON + 60_000);
        let settled = given.settled();
        assert_eq!(given.news(&[], NOON), [0_i64; 0]);
        assert_eq!(given.settled(), settled);
    }

    #[test]
    fn a_full_window_moves_on_without_looking_back() {
        let mut given = Cursor::up_to(at(0), &[]);
        let flood: Vec<i64> = (1..=WINDOW as i64).map(|n| at(0) + n).collect();
        assert_eq!(given.news(&flood, NOON + 1).len(), flood.len());
        assert_eq!(given.settled(), *flood.last().unwrap());
        assert!(given.ids.is_empty());
    }
}
