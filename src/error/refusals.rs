//! Requests that were refused because the database was away: the first one is logged, the others are counted.
//! What is refused is decided in `error`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Error;

/// How often an outage that lasts is logged.
const REPEATED_EVERY: Duration = Duration::from_secs(60);
/// After this time without a refusal, the outage is over.
const OVER_AFTER: Duration = Duration::from_secs(5);

/// The refused requests of this process.
#[derive(Debug, Default)]
pub struct Refusals {
    not_stored: AtomicU64,
    unknown: AtomicU64,
    outage: Mutex<Option<Outage>>,
}

/// A time in which requests are refused.
#[derive(Debug)]
struct Outage {
    began: Instant,
    last: Instant,
    logged: Instant,
    refused: u64,
    unknown: u64,
}

/// What there is to say of an outage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutageReport {
    /// How many seconds it has lasted, or lasted.
    pub seconds: u64,
    /// How many requests were refused.
    pub refused: u64,
    /// Of these, how many may have been carried out all the same.
    pub unknown: u64,
    /// Whether it is over.
    pub is_over: bool,
}

impl Refusals {
    /// Those of this process: an error is logged where it is shown, which is not always where the application is known.
    pub fn of_process() -> &'static Self {
        static PROCESS: Refusals = Refusals {
            not_stored: AtomicU64::new(0),
            unknown: AtomicU64::new(0),
            outage: Mutex::new(None),
        };
        &PROCESS
    }

    /// Counts a refused request; whether it is the first of an outage, which is logged.
    pub(super) fn note(&self, err: &Error, is_unknown: bool) -> bool {
        let first = self.note_at(Instant::now(), is_unknown);
        if !first {
            tracing::debug!(error = %err, "request refused");
        }
        first
    }

    /// How many requests were refused since the start: those of which nothing was stored, and those whose outcome is
    /// unknown.
    pub fn counts(&self) -> (u64, u64) {
        let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
        (count(&self.not_stored), count(&self.unknown))
    }

    /// What has to be logged now: that the outage is over, or how it goes on. Called every second.
    pub fn report(&self) -> Option<OutageReport> {
        self.report_at(Instant::now())
    }

    fn note_at(&self, now: Instant, is_unknown: bool) -> bool {
        let counter = if is_unknown {
            &self.unknown
        } else {
            &self.not_stored
        };
        counter.fetch_add(1, Ordering::Relaxed);
        let mut outage = self.outage();
        let first = outage.is_none();
        let outage = outage.get_or_insert(Outage {
            began: now,
            last: now,
            logged: now,
            refused: 0,
            unknown: 0,
        });
        outage.last = now;
        outage.refused += 1;
        outage.unknown += u64::from(is_unknown);
        first
    }

    fn report_at(&self, now: Instant) -> Option<OutageReport> {
        let mut current = self.outage();
        let outage = current.as_mut()?;
        let is_over = now.duration_since(outage.last) >= OVER_AFTER;
        if !is_over && now.duration_since(outage.logged) < REPEATED_EVERY {
            return None;
        }
        outage.logged = now;
        let until = if is_over { outage.last } else { now };
        let report = OutageReport {
            seconds: until.duration_since(outage.began).as_secs(),
            refused: outage.refused,
            unknown: outage.unknown,
            is_over,
        };
        if is_over {
            *current = None;
        }
        Some(report)
    }

    fn outage(&self) -> MutexGuard<'_, Option<Outage>> {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OutageReport {
    /// Logs it.
    pub fn log(self) {
        let Self {
            seconds,
            refused,
            unknown,
            is_over,
        } = self;
        if is_over {
            tracing::warn!(
                seconds,
                refused,
                unknown,
                "no request has been refused for five seconds; the outage is over"
            );
        } else {
            tracing::error!(
                seconds,
                refused,
                unknown,
                "requests are still being refused"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_logged_at_its_beginning_every_minute_and_at_its_end() {
        let refusals = Refusals::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(refusals.note_at(at(0), false));
        assert!(refusals.report_at(at(1)).is_none());
        for second in 1..=61 {
            assert!(!refusals.note_at(at(second), second % 2 == 0));
        }
        let report = |seconds, refused, unknown, is_over| {
            Some(OutageReport {
                seconds,
                refused,
                unknown,
                is_over,
            })
        };
        assert_eq!(refusals.report_at(at(61)), report(61, 62, 30, false));
        assert_eq!(refusals.report_at(at(62)), None);
        assert_eq!(refusals.report_at(at(66)), report(61, 62, 30, true));
        assert_eq!(refusals.report_at(at(67)), None);
        assert_eq!(refusals.counts(), (32, 30));
        assert!(refusals.note_at(at(70), false));
    }
}
