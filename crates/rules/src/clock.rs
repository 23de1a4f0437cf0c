//! The only source of time: the machine's clock, or a clock that tests move by hand.
//! Expiry is not decided here; code that compares times asks a [`Clock`] for the current one.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::{datetime, format_description};

/// A time, in milliseconds since 1970-01-01 UTC.
pub type Millis = i64;

/// An hour.
pub const HOUR_MS: Millis = 60 * 60 * 1000;

/// A day.
pub const DAY_MS: Millis = 24 * HOUR_MS;

/// A clock for everything that needs the time. Clones share one clock: moving one moves them all.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Source>);

#[derive(Debug)]
struct Source {
    /// `Some` for a clock that runs with the machine's; a fixed clock changes only when it is moved.
    started: Option<Instant>,
    /// Milliseconds to add to the machine's clock, or, on a fixed clock, the time itself.
    offset: AtomicI64,
    /// Milliseconds that this clock was moved forward by hand.
    skipped: AtomicU64,
}

impl Clock {
    /// The machine's clock.
    #[allow(clippy::disallowed_methods)] // This is the place where the machine's time comes in.
    pub fn system() -> Self {
        Self::with(Some(Instant::now()), 0)
    }

    /// A fixed clock at `at`.
    pub fn fixed_at(at: Millis) -> Self {
        Self::with(None, at)
    }

    fn with(started: Option<Instant>, offset: i64) -> Self {
        Self(Arc::new(Source { started, offset: AtomicI64::new(offset), skipped: AtomicU64::new(0) }))
    }

    /// The current time. It may be before an earlier result: a machine's clock can be set back.
    pub fn now(&self) -> Millis {
        let base = if self.0.started.is_some() { machine_time() } else { 0 };
        base.saturating_add(self.0.offset.load(Ordering::SeqCst))
    }

    /// Time that this clock has run; monotonic. For measuring durations: setting the clock back must not lengthen
    /// anyone's wait.
    pub fn steady(&self) -> Duration {
        let skipped = Duration::from_millis(self.0.skipped.load(Ordering::SeqCst));
        self.0.started.map_or(skipped, |started| started.elapsed() + skipped)
    }

    /// Waits for `span`. A fixed clock returns at once and is moved by `span`: nothing else would move it, and no test
    /// should wait for real time.
    pub async fn wait(&self, span: Duration) {
        if self.0.started.is_some() {
            tokio::time::sleep(span).await;
        } else {
            self.advance(span);
        }
    }

    /// `span` as a deadline for something that this clock times. On a fixed clock no time passes while it is done, so that its
    /// deadline never comes, however slow the machine is.
    pub fn deadline(&self, span: Duration) -> Duration {
        if self.0.started.is_some() { span } else { Duration::MAX }
    }

    /// Moves the clock forward by `span`, in whole milliseconds.
    pub fn advance(&self, span: Duration) {
        let ms = u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
        let signed = i64::try_from(ms).unwrap_or(i64::MAX);
        self.0.offset.fetch_add(signed, Ordering::SeqCst);
        self.0.skipped.fetch_add(ms, Ordering::SeqCst);
    }

    /// Sets the clock to `at` as an operator does whose clock was wrong: no time passes.
    pub fn correct(&self, at: Millis) {
        self.0.offset.fetch_add(at.saturating_sub(self.now()), Ordering::SeqCst);
    }

    /// Sets the clock to `at`, which may be in its past. A machine's clock runs on from there.
    pub fn set(&self, at: Millis) {
        let step = at.saturating_sub(self.now());
        self.0.offset.fetch_add(step, Ordering::SeqCst);
        if let Ok(forward) = u64::try_from(step) {
            self.0.skipped.fetch_add(forward, Ordering::SeqCst);
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}

#[allow(clippy::disallowed_methods)] // Read here, and nowhere else.
fn machine_time() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A time as a calendar date. Before year 1 or after 9999, which no stored time is, the nearest date in that range.
pub fn utc(at: Millis) -> OffsetDateTime {
    let nanoseconds = i128::from(at) * 1_000_000;
    OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).unwrap_or(if at < 0 { FIRST } else { LAST })
}

const FIRST: OffsetDateTime = datetime!(0001-01-01 00:00:00 UTC);
const LAST: OffsetDateTime = datetime!(9999-12-31 23:59:59.999 UTC);

/// A time in RFC 3339, in UTC with milliseconds: `2026-01-01T00:00:00.000Z`. For the years 1 to 9999.
pub fn rfc3339(at: Millis) -> String {
    written(at, format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z"))
}

/// A time for people to read where no script can show their own time: `2026-01-01 00:00 UTC`. For the years 1 to 9999.
pub fn minute(at: Millis) -> String {
    written(at, format_description!("[year]-[month]-[day] [hour]:[minute] UTC"))
}

/// A time in UTC in this format.
pub fn written(at: Millis, pattern: &[BorrowedFormatItem<'_>]) -> String {
    let mut text = Vec::with_capacity(32);
    // Formatting fails only if the format needs a component that the time lacks; none is missing here.
    let _ = utc(at).format_into(&mut text, pattern);
    String::from_utf8(text).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_changes_only_when_it_is_moved() {
        let clock = Clock::fixed_at(1_000);
        assert_eq!(clock.now(), 1_000);
        clock.advance(Duration::from_secs(2));
        assert_eq!(clock.now(), 3_000);
    }

    #[test]
    fn times_are_formatted() {
        for (at, written) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
            (1_767_225_600_000, "2026-01-01T00:00:00.000Z"),
            (4_107_542_399_001, "2100-02-28T23:59:59.001Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (Millis::MIN, "0001-01-01T00:00:00.000Z"),
            (Millis::MAX, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(rfc3339(at), written);
        }
    }

    #[test]
    fn a_minute_is_formatted_without_its_seconds() {
        for (at, written) in [
            (0, "1970-01-01 00:00 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
            (1_709_251_199_999, "2024-02-29 23:59 UTC"),
            (Millis::MAX, "9999-12-31 23:59 UTC"),
        ] {
            assert_eq!(minute(at), written);
        }
    }

    #[test]
    fn clones_share_one_clock() {
        let clock = Clock::fixed_at(5);
        let other = clock.clone();
        clock.set(99);
        assert_eq!(other.now(), 99);
    }

    #[tokio::test]
    async fn waiting_on_a_fixed_clock_moves_it() {
        let clock = Clock::fixed_at(1_000);
        clock.wait(Duration::from_secs(3_600)).await;
        assert_eq!(clock.now(), 3_601_000);
    }

    #[test]
    fn only_on_a_clock_that_runs_does_a_deadline_come() {
        let second = Duration::from_secs(1);
        assert_eq!(Clock::system().deadline(second), second);
        assert_eq!(Clock::fixed_at(0).deadline(second), Duration::MAX);
    }

    #[test]
    fn the_clock_may_step_back_but_its_monotonic_time_does_not() {
        let clock = Clock::fixed_at(10_000);
        clock.advance(Duration::from_secs(1));
        clock.set(500);
        assert_eq!(clock.now(), 500);
        assert_eq!(clock.steady(), Duration::from_secs(1));
    }

    #[test]
    fn the_system_clock_shows_a_time_after_this_was_written_and_can_be_moved() {
        let clock = Clock::system();
        assert!(clock.now() > 1_735_689_600_000);
        let before = clock.now();
        clock.advance(Duration::from_secs(3_600));
        assert!(clock.now() >= before + 3_600_000);
        assert!(clock.steady() >= Duration::from_secs(3_600));
    }
}
