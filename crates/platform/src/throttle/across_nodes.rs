//! Rate limits that all processes on one database count together: a row for each subject, and a few attempts reserved
//! in memory. `row` counts.
//!
//! The row decides; memory only saves statements. An attempt is allowed only if it was taken from the row, by this
//! process and for this subject; so all processes together never allow more than the limit. For each subject, memory
//! has:
//!
//! - what is left of a reservation, for one second: then it lapses, since others may need it;
//! - until when nothing is available: many refused attempts cost no statement.
//!
//! Attempts that arrive during a statement wait for its result, so that one subject never has more than one statement
//! in progress here. Losing any of this state allows nothing: it costs a statement.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::database::Database;
use crate::error::{Error, Result};
use portico_crypto::InstanceKey;
use portico_rules::clock::Clock;

use super::row::{self, TakeResult};
use super::{Count, Limit, LimitKind, Subject};

/// The maximum number of remembered subjects, at about 400 bytes each.
const SUBJECTS_TO_KEEP: u64 = 50_000;
/// Time that an unused subject is remembered: longer than the wait at one attempt per minute.
const IDLE: Duration = Duration::from_secs(120);
/// Lifetime of a reservation.
const VALID_FOR: Duration = Duration::from_secs(1);

pub(super) struct AcrossNodes {
    db: Database,
    key: InstanceKey,
    clock: Clock,
    reservations: Reservations,
}

impl AcrossNodes {
    pub(super) fn new(db: Database, key: InstanceKey, clock: Clock) -> Self {
        Self { db, key, clock, reservations: Reservations::new() }
    }

    pub(super) async fn count(&self, kind: LimitKind, limit: Limit, subject: Subject<'_>) -> Result<Count> {
        let reservation = self.reservations.get(kind, subject);
        loop {
            match reservation.next(self.clock.steady()) {
                NextStep::Counted(count) => return Ok(count),
                NextStep::Ask(asking) => {
                    // Read before the statement, so that the reservation lapses early rather than late.
                    let (now, steady) = (self.clock.now(), self.clock.steady());
                    let row = subject.row_key(kind, &self.key);
                    let taken = row::take(&self.db, &row, limit, now).await;
                    return asking.end(taken, steady);
                }
                NextStep::Wait(round, answered) => {
                    answered.await;
                    reservation.did_not_fail(round)?;
                }
            }
        }
    }
}

/// The reservations, for a bounded number of subjects. The least recently used one is evicted first.
struct Reservations {
    hasher: RandomState,
    /// By a hash with a secret of the process: small, and without names or addresses.
    each: Cache<u64, Arc<Reservation>>,
}

impl Reservations {
    fn new() -> Self {
        Self {
            hasher: RandomState::new(),
            each: Cache::builder()
                .max_capacity(SUBJECTS_TO_KEEP)
                .eviction_policy(EvictionPolicy::lru())
                .time_to_idle(IDLE)
                .build(),
        }
    }

    fn get(&self, kind: LimitKind, subject: Subject<'_>) -> Arc<Reservation> {
        let key = self.hasher.hash_one((kind, subject));
        self.each.get_with(key, Arc::default)
    }
}

/// The state of one subject.
#[derive(Default)]
struct Reservation {
    state: Mutex<ReservationState>,
    answered: Notify,
}

/// Times are monotonic.
#[derive(Default)]
struct ReservationState {
    reserved: u32,
    in_row: u32,
    valid_until: Duration,
    refused_until: Duration,
    asking: bool,
    /// Number of statements that have been run.
    round: u64,
    /// The last statement that failed, and why.
    failure: Option<(u64, String)>,
}

/// Next step of an attempt.
enum NextStep<'h> {
    Counted(Count),
    /// It has to run the statement.
    Ask(StatementTurn<'h>),
    /// It waits for this statement of another attempt.
    Wait(u64, Notified<'h>),
}

impl Reservation {
    fn state(&self) -> MutexGuard<'_, ReservationState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self, now: Duration) -> NextStep<'_> {
        let mut state = self.state();
        if state.reserved > 0 && now < state.valid_until {
            state.reserved -= 1;
            return NextStep::Counted(Count::Left(state.reserved + state.in_row));
        }
        if now < state.refused_until {
            return NextStep::Counted(Count::TooFast(state.refused_until - now));
        }
        if state.asking {
            // Created before the result can arrive, so that it is not missed.
            return NextStep::Wait(state.round, self.answered.notified());
        }
        state.asking = true;
        NextStep::Ask(StatementTurn(self))
    }

    fn did_not_fail(&self, round: u64) -> Result<()> {
        match &self.state().failure {
            Some((failed, why)) if *failed == round => Err(Error::Unavailable(why.clone())),
            _ => Ok(()),
        }
    }
}

/// The right to run the statement. If it is dropped, as when a request is cancelled, it passes to the next one.
struct StatementTurn<'h>(&'h Reservation);

impl StatementTurn<'_> {
    /// Stores what was taken at `asked_at`, minus the attempt that asked.
    fn end(self, taken: Result<TakeResult>, asked_at: Duration) -> Result<Count> {
        let mut state = self.0.state();
        match &taken {
            Ok(TakeResult { count: 0, wait, .. }) => {
                state.reserved = 0;
                state.refused_until = asked_at.saturating_add(*wait);
            }
            Ok(TakeResult { count, left, .. }) => {
                state.reserved = count - 1;
                state.in_row = *left;
                state.valid_until = asked_at + VALID_FOR;
            }
            // Those who wait share the error: otherwise each would time out, one after the other.
            Err(err) => state.failure = Some((state.round, err.to_string())),
        }
        taken.map(|taken| match taken.count {
            0 => Count::TooFast(taken.wait),
            count => Count::Left(count - 1 + taken.left),
        })
    }
}

impl Drop for StatementTurn<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.asking = false;
        state.round += 1;
        drop(state);
        self.0.answered.notify_waiters();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Shows: throttles.memory
    #[test]
    fn more_subjects_than_the_bound_take_no_more_memory() {
        let reservations = Reservations::new();
        // A million behave the same, but take a minute without optimisation.
        for id in 0..200_000 {
            reservations.get(LimitKind::SignInAccount, Subject::Id(id));
            if id % 20_000 == 0 {
                // The eviction queue is bounded as well.
                let count = reservations.each.iter().count();
                assert!(count <= SUBJECTS_TO_KEEP as usize + 2_000, "{count}");
            }
        }
        reservations.each.run_pending_tasks();
        assert!(reservations.each.entry_count() <= SUBJECTS_TO_KEEP);
        // Near the documented size, without the map's overhead.
        assert!(size_of::<Reservation>() <= 160, "{}", size_of::<Reservation>());
    }

    /// Shows: throttles.not-washed-out
    #[test]
    fn new_subjects_do_not_evict_an_active_one() {
        let reservations = Reservations::new();
        let known = |reservations: &Reservations| reservations.get(LimitKind::Webhook, Subject::Id(7));
        known(&reservations).state().reserved = 9;
        for id in 0..60_000 {
            reservations.get(LimitKind::SignInAccount, Subject::Id(id));
            if id % 1_000 == 0 {
                assert_eq!(known(&reservations).state().reserved, 9);
            }
        }
    }
}
