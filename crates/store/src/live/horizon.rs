//! How old the oldest transaction in progress is, from Postgres' own account of them.
//! `background::listener` reads it.

use std::collections::VecDeque;

use portico_rules::clock::Millis;

/// The most samples that are kept. With more, a transaction is in progress for hours; the oldest are thinned out.
const MAX_KEPT: usize = 2_048;

/// Which transaction ID came next at some times, so that the beginning of an old transaction can be told.
#[derive(Debug, Default)]
pub(super) struct Horizon {
    samples: VecDeque<Sample>,
    since: Option<Millis>,
}

#[derive(Debug, Clone, Copy)]
struct Sample {
    at: Millis,
    next: u64,
}

impl Horizon {
    /// Notes a snapshot that was requested at `at`: the lowest transaction ID in progress, and the next one.
    pub(super) fn sample(&mut self, at: Millis, lowest: u64, next: u64) {
        self.samples.push_back(Sample { at, next });
        // Whatever is in progress got its ID after the last sample at which that ID was still to come.
        while let Some(second) = self.samples.get(1)
            && second.next <= lowest
        {
            self.samples.pop_front();
        }
        if let Some(first) = self.samples.front()
            && first.next <= lowest
        {
            self.since = Some(first.at);
        }
        if self.samples.len() > MAX_KEPT {
            // A thinner history makes transactions look older, which is safe.
            let mut odd = false;
            self.samples.retain(|_| {
                odd = !odd;
                odd
            });
        }
    }

    /// A time at which no transaction that is in progress now had begun to write; none while it is unknown.
    pub(super) fn since(&self) -> Option<Millis> {
        self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_before_a_transaction_that_is_in_progress_and_moves_on_with_its_end() {
        let mut horizon = Horizon::default();
        assert_eq!(horizon.since(), None);
        horizon.sample(1_000, 50, 50);
        assert_eq!(horizon.since(), Some(1_000));
        // 50 begins, and others after it.
        for (at, next) in [(2_000, 52), (3_000, 60), (4_000, 90)] {
            horizon.sample(at, 50, next);
            assert_eq!(horizon.since(), Some(1_000));
        }
        // 50 has ended; 70 began after 3,000.
        horizon.sample(5_000, 70, 95);
        assert_eq!(horizon.since(), Some(3_000));
        horizon.sample(6_000, 95, 95);
        assert_eq!(horizon.since(), Some(6_000));
    }

    #[test]
    fn it_remembers_a_bounded_number_of_samples() {
        let mut horizon = Horizon::default();
        horizon.sample(0, 1, 1);
        for at in 1..10_000 {
            horizon.sample(at, 1, 1 + at.unsigned_abs());
        }
        assert!(horizon.samples.len() <= MAX_KEPT + 1);
        assert_eq!(horizon.since(), Some(0));
    }
}
