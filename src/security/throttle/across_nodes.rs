//! Limits of speed that all processes on one database count together: a row for each, and a handful in hand.
//! How a row counts is said by `row`.
//!
//! The row decides, and what stands in memory only saves asking it. An attempt is let through when one was
//! taken out of the row for it, by this process and for this subject, never by what is remembered alone;
//! so all processes together never let more through than the limit. In memory is kept, for each subject:
//!
//! - what is left of a handful that was taken: for a second, then it lapses, since others may want it;
//! - until when nothing can be had: a flood of refused attempts costs no statement.
//!
//! Whoever comes while the row is being asked waits for that answer, so that one subject never has more than
//! one statement under way here. Forgetting any of this lets nobody through: it costs a statement.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::clock::Clock;
use crate::database::Database;
use crate::error::{Error, Result};
use crate::security::InstanceKey;

use super::row::{self, Taken};
use super::{Count, Limit, LimitKind, Subject};

/// The most subjects that something is remembered of, at about 400 bytes each.
const SUBJECTS_TO_KEEP: u64 = 50_000;
/// How long one is remembered that nobody asks about: longer than a refusal at one attempt a minute.
const IDLE: Duration = Duration::from_secs(120);
/// How long a handful may be used.
const GOOD_FOR: Duration = Duration::from_secs(1);

pub(super) struct AcrossNodes {
    db: Database,
    key: InstanceKey,
    clock: Clock,
    hands: Hands,
}

impl AcrossNodes {
    pub(super) fn new(db: Database, key: InstanceKey, clock: Clock) -> Self {
        Self {
            db,
            key,
            clock,
            hands: Hands::new(),
        }
    }

    pub(super) async fn count(
        &self,
        kind: LimitKind,
        limit: Limit,
        subject: Subject<'_>,
    ) -> Result<Count> {
        let hand = self.hands.of(kind, subject);
        loop {
            match hand.draw(self.clock.steady()) {
                Draw::Counted(count) => return Ok(count),
                Draw::Ask(asking) => {
                    // Read before the statement: what it takes lapses early rather than late.
                    let (now, steady) = (self.clock.now(), self.clock.steady());
                    let row = subject.row_key(kind, &self.key);
                    let taken = row::take(&self.db, &row, limit, now).await;
                    return asking.end(taken, steady);
                }
                Draw::Wait(round, answered) => {
                    answered.await;
                    hand.did_not_fail(round)?;
                }
            }
        }
    }
}

/// What is in hand, for a bounded number of subjects. The one that was longest of no use goes first.
struct Hands {
    hasher: RandomState,
    /// By a hash under a secret of the process: small, and nobody's address or name.
    each: Cache<u64, Arc<Hand>>,
}

impl Hands {
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

    fn of(&self, kind: LimitKind, subject: Subject<'_>) -> Arc<Hand> {
        let key = self.hasher.hash_one((kind, subject));
        self.each.get_with(key, Arc::default)
    }
}

/// What is in hand for one subject.
#[derive(Default)]
struct Hand {
    held: Mutex<Held>,
    answered: Notify,
}

/// Times are those of the clock that never goes back.
#[derive(Default)]
struct Held {
    in_hand: u32,
    in_row: u32,
    good_until: Duration,
    refused_until: Duration,
    asking: bool,
    /// How often the row was asked.
    round: u64,
    /// The round that failed last, and why.
    failure: Option<(u64, String)>,
}

/// How an attempt goes on.
enum Draw<'h> {
    Counted(Count),
    /// It is this one's turn to ask the row.
    Ask(Asking<'h>),
    /// Another one asks, in this round.
    Wait(u64, Notified<'h>),
}

impl Hand {
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self, now: Duration) -> Draw<'_> {
        let mut held = self.held();
        if held.in_hand > 0 && now < held.good_until {
            held.in_hand -= 1;
            return Draw::Counted(Count::Left(held.in_hand + held.in_row));
        }
        if now < held.refused_until {
            return Draw::Counted(Count::TooFast(held.refused_until - now));
        }
        if held.asking {
            // Made while the answer can't come yet, so that it is not missed.
            return Draw::Wait(held.round, self.answered.notified());
        }
        held.asking = true;
        Draw::Ask(Asking(self))
    }

    fn did_not_fail(&self, round: u64) -> Result<()> {
        match &self.held().failure {
            Some((failed, why)) if *failed == round => Err(Error::Unavailable(why.clone())),
            _ => Ok(()),
        }
    }
}

/// The turn to ask the row. Dropped, as when a visitor goes away, it passes to the next one.
struct Asking<'h>(&'h Hand);

impl Asking<'_> {
    /// Puts what was taken at `asked_at` into the hand, but for the one attempt that asked.
    fn end(self, taken: Result<Taken>, asked_at: Duration) -> Result<Count> {
        let mut held = self.0.held();
        match &taken {
            Ok(Taken { count: 0, wait, .. }) => {
                held.in_hand = 0;
                held.refused_until = asked_at.saturating_add(*wait);
            }
            Ok(Taken { count, left, .. }) => {
                held.in_hand = count - 1;
                held.in_row = *left;
                held.good_until = asked_at + GOOD_FOR;
            }
            // Those who wait share it: else each would try for as long, one after the other.
            Err(err) => held.failure = Some((held.round, err.to_string())),
        }
        taken.map(|taken| match taken.count {
            0 => Count::TooFast(taken.wait),
            count => Count::Left(count - 1 + taken.left),
        })
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let mut held = self.0.held();
        held.asking = false;
        held.round += 1;
        drop(held);
        self.0.answered.notify_waiters();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Shows: throttles.memory
    #[test]
    fn many_more_strangers_than_the_bound_take_no_more_memory() {
        let hands = Hands::new();
        // A million do no more than these, but take a minute where nothing is optimised.
        for id in 0..200_000 {
            hands.of(LimitKind::SignInAccount, Subject::Id(id));
            if id % 20_000 == 0 {
                // What waits to be evicted is bounded as well.
                let kept = hands.each.iter().count();
                assert!(kept <= SUBJECTS_TO_KEEP as usize + 2_000, "{kept}");
            }
        }
        hands.each.run_pending_tasks();
        assert!(hands.each.entry_count() <= SUBJECTS_TO_KEEP);
        // About what the bound is said to cost, without the map's own share.
        assert!(size_of::<Hand>() <= 160, "{}", size_of::<Hand>());
    }

    /// Shows: throttles.not-washed-out
    #[test]
    fn strangers_do_not_push_out_who_keeps_coming() {
        let hands = Hands::new();
        let known = |hands: &Hands| hands.of(LimitKind::Webhook, Subject::Id(7));
        known(&hands).held().in_hand = 9;
        for id in 0..60_000 {
            hands.of(LimitKind::SignInAccount, Subject::Id(id));
            if id % 1_000 == 0 {
                assert_eq!(known(&hands).held().in_hand, 9);
            }
        }
    }
}
