//! Requests that were refused because the database was away: the first one is logged, the others are counted. `error`
//! decides what is refused.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Error;

/// Interval at which a lasting outage is logged.
const REPEATED_EVERY: Duration = Duration::from_secs(60);
/// After this time without a refusal, a write is tried, and ends the outage if it succeeds.
const QUIET: Duration = Duration::from_secs(5);

/// The refused requests of this process.
#[derive(Debug, Default)]
pub struct Refusals {
    not_stored: AtomicU64,
    unknown: AtomicU64,
    times: Mutex<OutageTimes>,
}

/// The outage, if there is one, and when the one before ended.
#[derive(Debug, Default)]
struct OutageTimes {
    outage: Option<Outage>,
    ended: Option<Instant>,
}

/// A time in which requests are refused.
#[derive(Debug)]
struct Outage {
    began: Instant,
    /// When a request was last refused, or a write failed that was tried.
    last: Instant,
    logged: Instant,
    refused: u64,
    unknown: u64,
    /// Number of refusals when it was last logged.
    refused_before: u64,
    /// Time without refusals until a write is tried.
    quiet: Duration,
}

/// State of an outage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutageState {
    /// Requests are still refused.
    Refusing,
    /// None was refused lately, but a write that was tried did not succeed, or none was tried yet.
    Unproven,
    /// A write succeeded, and no request is refused.
    Over,
}

/// An outage to log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutageReport {
    /// Its duration in seconds, so far or in total.
    pub seconds: u64,
    /// Number of refused requests.
    pub refused: u64,
    /// Number of these that may have been carried out all the same.
    pub unknown: u64,
    /// Its state.
    pub state: OutageState,
}

impl Refusals {
    /// Those of this process: an error is logged where it is shown, which is not always where the application is known.
    pub fn of_process() -> &'static Self {
        static PROCESS: Refusals = Refusals {
            not_stored: AtomicU64::new(0),
            unknown: AtomicU64::new(0),
            times: Mutex::new(OutageTimes { outage: None, ended: None }),
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

    /// Number of requests refused since the start: those of which nothing was stored, and those whose outcome is
    /// unknown.
    pub fn counts(&self) -> (u64, u64) {
        let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
        (count(&self.not_stored), count(&self.unknown))
    }

    /// True if only a write can show now that the outage is over. That nothing is refused may mean that nothing was
    /// requested.
    pub fn awaits_proof(&self) -> bool {
        self.awaits_proof_at(Instant::now())
    }

    /// The outage to log now: that the outage is over, or how it goes on. Called every second, with the result of a
    /// write if one was tried.
    pub fn report(&self, proof: Option<bool>) -> Option<OutageReport> {
        self.report_at(Instant::now(), proof)
    }

    fn awaits_proof_at(&self, now: Instant) -> bool {
        let times = self.times();
        times.outage.as_ref().is_some_and(|outage| outage.is_quiet(now))
    }

    fn note_at(&self, now: Instant, is_unknown: bool) -> bool {
        let counter = if is_unknown { &self.unknown } else { &self.not_stored };
        counter.fetch_add(1, Ordering::Relaxed);
        let mut times = self.times();
        let first = times.outage.is_none();
        // The write that ended the one before proved too little, such as a small one while the disk was nearly full.
        let is_again = times.ended.is_some_and(|ended| now.saturating_duration_since(ended) < REPEATED_EVERY);
        let outage = times.outage.get_or_insert(Outage {
            began: now,
            last: now,
            logged: now,
            refused: 0,
            unknown: 0,
            refused_before: 1,
            quiet: if is_again { REPEATED_EVERY } else { QUIET },
        });
        outage.last = now;
        outage.refused += 1;
        outage.unknown += u64::from(is_unknown);
        first
    }

    fn report_at(&self, now: Instant, proof: Option<bool>) -> Option<OutageReport> {
        let mut times = self.times();
        let outage = times.outage.as_mut()?;
        let is_over = proof == Some(true) && outage.is_quiet(now);
        if !is_over && now.saturating_duration_since(outage.logged) < REPEATED_EVERY {
            outage.note_failure(now, proof);
            return None;
        }
        let (until, state) = if is_over {
            (outage.last, OutageState::Over)
        } else if outage.refused > outage.refused_before {
            (now, OutageState::Refusing)
        } else {
            (now, OutageState::Unproven)
        };
        outage.note_failure(now, proof);
        outage.logged = now;
        outage.refused_before = outage.refused;
        let report = OutageReport {
            seconds: until.saturating_duration_since(outage.began).as_secs(),
            refused: outage.refused,
            unknown: outage.unknown,
            state,
        };
        if is_over {
            times.outage = None;
            times.ended = Some(now);
        }
        Some(report)
    }

    fn times(&self) -> MutexGuard<'_, OutageTimes> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outage {
    fn is_quiet(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) >= self.quiet
    }

    /// The outage lasts at least until a write that was tried failed.
    fn note_failure(&mut self, now: Instant, proof: Option<bool>) {
        if proof == Some(false) {
            self.last = now;
        }
    }
}

impl OutageReport {
    /// Logs it.
    pub fn log(self) {
        let Self { seconds, refused, unknown, state } = self;
        match state {
            OutageState::Over => tracing::warn!(
                seconds,
                refused,
                unknown,
                "no request is refused any more, and the database takes writes; the outage is over"
            ),
            OutageState::Refusing => tracing::error!(seconds, refused, unknown, "requests are still being refused"),
            OutageState::Unproven => tracing::error!(
                seconds,
                refused,
                unknown,
                "no request was refused in the last minute, but the outage is not known to be over"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(seconds: u64, refused: u64, unknown: u64, state: OutageState) -> Option<OutageReport> {
        Some(OutageReport { seconds, refused, unknown, state })
    }

    #[test]
    fn an_outage_is_logged_at_its_beginning_every_minute_and_at_its_end() {
        let refusals = Refusals::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(refusals.note_at(at(0), false));
        assert!(refusals.report_at(at(1), None).is_none());
        for second in 1..=61 {
            assert!(!refusals.note_at(at(second), second % 2 == 0));
        }
        let goes_on = report(61, 62, 30, OutageState::Refusing);
        assert_eq!(refusals.report_at(at(61), None), goes_on);
        assert_eq!(refusals.report_at(at(62), None), None);
        assert!(!refusals.awaits_proof_at(at(65)));
        assert!(refusals.awaits_proof_at(at(66)));
        let over = report(61, 62, 30, OutageState::Over);
        assert_eq!(refusals.report_at(at(66), Some(true)), over);
        assert_eq!(refusals.report_at(at(67), None), None);
        assert!(!refusals.awaits_proof_at(at(67)));
        assert_eq!(refusals.counts(), (32, 30));
        assert!(refusals.note_at(at(70), false));
    }

    #[test]
    fn silence_alone_ends_no_outage() {
        let refusals = Refusals::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(refusals.note_at(at(0), false));
        assert_eq!(refusals.report_at(at(30), None), None);
        // A write that fails makes it last, and the next one is tried later.
        assert_eq!(refusals.report_at(at(31), Some(false)), None);
        assert!(!refusals.awaits_proof_at(at(32)));
        assert!(!refusals.note_at(at(33), false));
        let goes_on = report(60, 2, 0, OutageState::Refusing);
        assert_eq!(refusals.report_at(at(60), Some(false)), goes_on);
        let unproven = report(120, 2, 0, OutageState::Unproven);
        assert_eq!(refusals.report_at(at(120), Some(false)), unproven);
        let over = report(120, 2, 0, OutageState::Over);
        assert_eq!(refusals.report_at(at(125), Some(true)), over);
    }

    #[test]
    fn a_refusal_while_a_write_is_tried_lets_the_outage_go_on() {
        let refusals = Refusals::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(refusals.note_at(at(0), false));
        assert!(refusals.awaits_proof_at(at(6)));
        assert!(!refusals.note_at(at(7), false));
        assert_eq!(refusals.report_at(at(7), Some(true)), None);
        assert!(!refusals.note_at(at(8), false));
    }

    #[test]
    fn an_outage_that_returns_within_a_minute_ends_after_a_minute_of_silence() {
        let refusals = Refusals::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(refusals.note_at(at(0), false));
        let over = report(0, 1, 0, OutageState::Over);
        assert_eq!(refusals.report_at(at(5), Some(true)), over);
        // Small writes succeed, and every seven seconds a larger one is refused.
        assert!(refusals.note_at(at(7), false));
        for second in 8..=62 {
            if second % 7 == 0 {
                assert!(!refusals.note_at(at(second), false));
            }
            assert!(!refusals.awaits_proof_at(at(second)));
            assert_eq!(refusals.report_at(at(second), None), None);
        }
        assert!(refusals.awaits_proof_at(at(116)));
        let over = report(49, 8, 0, OutageState::Over);
        assert_eq!(refusals.report_at(at(116), Some(true)), over);
    }
}
