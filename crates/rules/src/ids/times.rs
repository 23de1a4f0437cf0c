//! The time of an id, also while ids are ahead of the clock.
//!
//! Ids only rise. After a clock that was ahead is set right, they go on from the highest one, at the clock's pace: by how much
//! they are ahead is noted once, as a [`Shift`], and subtracted where an id is read as a time.

use std::sync::{Arc, PoisonError, RwLock};

use super::{EPOCH, PER_MS, first_plain_id_at, plain_time_of};
use crate::clock::Millis;

/// Ids from `first_id` on, up to the next shift, are ahead of the clock by `ahead_ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The first id that it applies to.
    pub first_id: i64,
    /// The time by the clock when it began.
    pub began_at: Millis,
    /// Milliseconds by which the ids are ahead; zero where they follow the clock again.
    pub ahead_ms: Millis,
}

impl Shift {
    /// Begins at this time by the clock, with ids from the millisecond `first_ms` on.
    pub fn new(began_at: Millis, first_ms: Millis) -> Self {
        Self { first_id: first_plain_id_at(first_ms), began_at, ahead_ms: first_ms.saturating_sub(began_at) }
    }
}

/// Converts ids to times and back. Clones share their shifts.
#[derive(Clone, Debug, Default)]
pub struct IdTimes(Arc<RwLock<Vec<Shift>>>);

impl IdTimes {
    /// The time by the clock when an id was made, to the millisecond.
    pub fn time_of(&self, id: i64) -> Millis {
        let ahead_ms = self.find(|shift| shift.first_id <= id).map_or(0, |shift| shift.ahead_ms);
        plain_time_of(id) - ahead_ms
    }

    /// The lowest id that is made at `at`: where a search by time begins.
    pub fn first_id_at(&self, at: Millis) -> i64 {
        match self.find(|shift| shift.began_at <= at) {
            Some(shift) => first_plain_id_at(at.saturating_add(shift.ahead_ms)).max(shift.first_id),
            None => first_plain_id_at(at),
        }
    }

    /// Milliseconds by which ids are ahead of the clock at present.
    pub fn ahead_ms(&self) -> Millis {
        self.find(|_| true).map_or(0, |shift| shift.ahead_ms)
    }

    /// True while ids carry the time by the clock, as they do where no clock was ever ahead.
    pub fn are_plain(&self) -> bool {
        self.find(|_| true).is_none()
    }

    /// All shifts, in the order of their ids.
    pub fn shifts(&self) -> Vec<Shift> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the shifts by others, in any order.
    pub fn set(&self, mut shifts: Vec<Shift>) {
        shifts.sort_by_key(|shift| shift.first_id);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = shifts;
    }

    /// The SQL of [`first_id_at`](Self::first_id_at) for an expression that is a time. Without shifts, it is the same text for
    /// every process.
    pub fn first_id_sql(&self, at: &str) -> String {
        let plain = |ahead_ms: Millis| format!("({at} - {}) * {PER_MS}", EPOCH - ahead_ms);
        self.shifts().iter().fold(plain(0), |before, shift| {
            let Shift { first_id, began_at, ahead_ms } = shift;
            let here = plain(*ahead_ms);
            format!(
                "CASE WHEN {at} < {began_at} THEN {before} WHEN {here} < {first_id} THEN {first_id} ELSE {here} END"
            )
        })
    }

    /// The last shift with this property.
    fn find(&self, is_it: impl Fn(&Shift) -> bool) -> Option<Shift> {
        let shifts = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shifts.iter().rev().find(|shift| is_it(shift)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Millis = EPOCH + 40_000_000_000;
    const YEAR: Millis = 365 * 24 * 60 * 60 * 1000;

    fn ahead_by_three_years() -> IdTimes {
        let times = IdTimes::default();
        times.set(vec![Shift::new(NOON, NOON + 3 * YEAR)]);
        times
    }

    #[test]
    fn without_a_shift_an_id_has_the_time_that_it_carries() {
        let times = IdTimes::default();
        assert_eq!(times.time_of(times.first_id_at(NOON)), NOON);
        assert_eq!(times.first_id_sql("at"), format!("(at - {EPOCH}) * {PER_MS}"));
        assert_eq!(times.ahead_ms(), 0);
    }

    #[test]
    fn after_a_shift_times_are_the_clocks() {
        let times = ahead_by_three_years();
        for later in [0, 1, 5_000, YEAR] {
            let id = times.first_id_at(NOON + later);
            assert_eq!(plain_time_of(id), NOON + 3 * YEAR + later);
            assert_eq!(times.time_of(id), NOON + later);
        }
        assert_eq!(times.ahead_ms(), 3 * YEAR);
    }

    #[test]
    fn ids_from_before_a_shift_keep_their_times() {
        let times = ahead_by_three_years();
        for earlier in [1, YEAR] {
            assert_eq!(times.time_of(times.first_id_at(NOON - earlier)), NOON - earlier);
        }
        let made_by_the_wrong_clock = first_plain_id_at(NOON + 3 * YEAR - 1);
        assert_eq!(times.time_of(made_by_the_wrong_clock), NOON + 3 * YEAR - 1);
        assert!(made_by_the_wrong_clock < times.first_id_at(NOON));
    }

    #[test]
    fn a_second_shift_adds_to_the_first() {
        let times = ahead_by_three_years();
        let (again, back) = (NOON + YEAR, NOON + 2 * YEAR);
        times.set(vec![
            Shift { first_id: first_plain_id_at(NOON + 7 * YEAR), began_at: back, ahead_ms: 0 },
            Shift::new(again, NOON + 6 * YEAR),
            Shift::new(NOON, NOON + 3 * YEAR),
        ]);
        assert_eq!(times.time_of(times.first_id_at(NOON + 5)), NOON + 5);
        assert_eq!(times.time_of(times.first_id_at(again + 5)), again + 5);
        assert_eq!(times.ahead_ms(), 0);
        assert_eq!(times.first_id_at(back), first_plain_id_at(NOON + 7 * YEAR));
    }
}
