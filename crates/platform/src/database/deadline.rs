//! The time a request waits for the database, with all its statements and commits together; and whether the database
//! commits at the moment. `routes::deadline` decides which requests are limited.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnAcquireErr, DbErr};
use tokio::time::timeout;

use crate::error::cause;

/// Max time that a request waits for the database in total. Everything else takes far less than a second, so that it is
/// answered within five.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(4);

/// Max time that a request waits for data it can do without.
const MOMENT: Duration = Duration::from_secs(1);

tokio::task_local! {
    /// Time that the request may still wait.
    static LEFT: Cell<Duration>;
}

/// Runs a request with [`REQUEST_TIMEOUT`].
pub async fn limited<T>(request: impl Future<Output = T>) -> T {
    limited_to(REQUEST_TIMEOUT, request).await
}

/// Runs a request that waits no longer than this.
pub async fn limited_to<T>(longest: Duration, request: impl Future<Output = T>) -> T {
    LEFT.scope(Cell::new(longest), request).await
}

/// True if what runs here belongs to a request: for tests that check what requests cost.
#[must_use]
pub fn is_in_request() -> bool {
    left().is_some()
}

/// Time that this request may still wait; none outside of requests.
fn left() -> Option<Duration> {
    LEFT.try_with(Cell::get).ok()
}

/// Waits for `work`, at most as long as this request may still wait for the database. None if that was too short; then
/// `work` is cancelled.
pub async fn wait<T>(work: impl Future<Output = T>) -> Option<T> {
    wait_at_most(REQUEST_TIMEOUT, work).await
}

/// The same for what a request can do without: at most a moment. Outside of requests there is no limit.
pub async fn wait_briefly<T>(work: impl Future<Output = T>) -> Option<T> {
    wait_at_most(MOMENT, work).await
}

async fn wait_at_most<T>(longest: Duration, work: impl Future<Output = T>) -> Option<T> {
    let Some(left) = left() else {
        return Some(work.await);
    };
    if left.is_zero() {
        return None;
    }
    let began = Instant::now();
    let done = timeout(left.min(longest), work).await.ok();
    let _ = LEFT.try_with(|left| left.set(left.get().saturating_sub(began.elapsed())));
    done
}

/// Timeouts of event streams and background tasks, which have no deadline of a request. The database gives up earlier,
/// unless it is gone without a word: then a connection would be occupied until TCP gives up, a quarter of an hour
/// later, with everyone who waits for what it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    statement: Option<Duration>,
    commit: Option<Duration>,
}

impl Limits {
    /// As long as it takes.
    pub(super) const NONE: Self = Self { statement: None, commit: None };
    /// Postgres ends a statement after five seconds. A commit may be waiting for a standby.
    pub(super) const OF_POSTGRES: Self =
        Self { statement: Some(Duration::from_secs(10)), commit: Some(Duration::from_secs(120)) };
}

/// Waits for `work` as a request does, or else at most for `longest`.
async fn wait_or<T>(longest: Option<Duration>, work: impl Future<Output = T>) -> Option<T> {
    match (left(), longest) {
        (None, Some(longest)) => timeout(longest, work).await.ok(),
        _ => wait(work).await,
    }
}

/// The same for a statement. One that took too long is known to have done nothing, unless it was a transaction of its own:
/// see [`CommitGuard`].
pub(super) async fn statement<T>(
    outside_requests: Limits,
    work: impl Future<Output = Result<T, DbErr>>,
) -> Result<T, DbErr> {
    match wait_or(outside_requests.statement, work).await {
        Some(done) => done,
        None => {
            note_given_up();
            Err(DbErr::ConnectionAcquire(ConnAcquireErr::Timeout))
        }
    }
}

/// When a statement or a commit was last given up.
static LAST_TIMEOUT: Mutex<Option<Instant>> = Mutex::new(None);

/// Notes that a statement was given up, so that its connection is closed unless it soon works again.
pub(super) fn note_given_up() {
    *locked(&LAST_TIMEOUT) = Some(Instant::now());
}

/// True if a connection that is returned to its pool may be one on which a statement was given up.
pub(super) fn gave_up_lately() -> bool {
    let last = *locked(&LAST_TIMEOUT);
    last.is_some_and(|last| last.elapsed() < Duration::from_secs(300))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A commit that takes longer than this is stalled.
const STALLED_AFTER: Duration = Duration::from_secs(2);

/// Results of the last commits.
#[derive(Debug, Clone, Default)]
pub(super) struct Commits(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    number: AtomicU64,
    is_damaged: AtomicBool,
    state: Mutex<CommitState>,
}

#[derive(Debug, Default)]
struct CommitState {
    /// The commits that no answer has come to, with the time at which they began.
    waiting: Vec<(u64, Instant)>,
    /// Reason the last one failed, if it did.
    failure: Option<String>,
    /// When one last succeeded.
    succeeded: Option<Instant>,
}

impl Commits {
    /// Waits for a commit, or for a writing statement that is its own transaction.
    pub(super) async fn watch<T>(
        &self,
        outside_requests: Limits,
        work: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, DbErr> {
        let writing = CommitGuard::begin(self);
        let done = match wait_or(outside_requests.commit, work).await {
            Some(done) => done.map_err(cause::of_commit),
            None => {
                note_given_up();
                Err(cause::unknown("the database did not answer in time"))
            }
        };
        writing.end(done.as_ref().err());
        done
    }

    /// A write failed before its commit.
    pub(super) fn failed(&self, err: &DbErr) {
        self.note_damage(err);
        if cause::is_temporary(err) {
            self.state().failure = Some(err.to_string());
        }
    }

    /// Notes an error of a statement that says that the database is damaged.
    pub(super) fn note_damage(&self, err: &DbErr) {
        if cause::is_damage(err) && !self.0.is_damaged.swap(true, Ordering::AcqRel) {
            tracing::error!(error = %cause::in_words(err), "the database is damaged; stop, and restore a backup");
        }
    }

    /// True once an error said that the database is damaged.
    pub(super) fn found_damage(&self) -> bool {
        self.0.is_damaged.load(Ordering::Acquire)
    }

    /// Reason writes seem to fail at the moment: the last one did, or one takes long.
    pub(super) fn trouble(&self) -> Option<String> {
        let state = self.state();
        let is_stalled = |(_, began): &(u64, Instant)| began.elapsed() > STALLED_AFTER;
        if state.waiting.iter().any(is_stalled) {
            return Some("a commit is stalled".into());
        }
        state.failure.clone()
    }

    /// True if one has succeeded since then.
    pub(super) fn succeeded_since(&self, then: Instant) -> bool {
        self.state().succeeded.is_some_and(|at| at >= then)
    }

    fn state(&self) -> MutexGuard<'_, CommitState> {
        locked(&self.0.state)
    }
}

/// A commit in progress.
struct CommitGuard<'c> {
    commits: &'c Commits,
    number: u64,
}

impl<'c> CommitGuard<'c> {
    fn begin(commits: &'c Commits) -> Self {
        let number = commits.0.number.fetch_add(1, Ordering::Relaxed);
        commits.state().waiting.push((number, Instant::now()));
        Self { commits, number }
    }

    fn end(self, failure: Option<&DbErr>) {
        match failure {
            None => {
                let mut state = self.commits.state();
                state.failure = None;
                state.succeeded = Some(Instant::now());
            }
            Some(err) if cause::is_damage(err) => self.commits.note_damage(err),
            Some(err) if cause::is_unknown(err) || cause::is_temporary(err) => {
                self.commits.state().failure = Some(err.to_string());
            }
            // Refused by a constraint, say: the database does write.
            Some(_) => {}
        }
    }
}

impl Drop for CommitGuard<'_> {
    fn drop(&mut self) {
        let number = self.number;
        let mut state = self.commits.state();
        state.waiting.retain(|(waiting, _)| *waiting != number);
    }
}

/// True if a statement writes: where it is no part of a transaction, it is one of its own.
pub(super) fn writes(sql: &str) -> bool {
    let verb = sql.trim_start().split_ascii_whitespace().next();
    match verb {
        Some("INSERT" | "UPDATE" | "DELETE") => true,
        Some("WITH") => ["INSERT INTO ", "UPDATE ", "DELETE FROM "].iter().any(|write| sql.contains(write)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_that_writes_is_told_from_one_that_reads() {
        for sql in [
            "INSERT INTO messages (id) VALUES ($1)",
            " UPDATE sessions SET seen_at = $1",
            "DELETE FROM sessions",
            "WITH posted (id) AS (VALUES ($1)) INSERT INTO messages (id) SELECT id FROM posted",
        ] {
            assert!(writes(sql), "{sql}");
        }
        for sql in ["SELECT \"updated_at\" FROM users", "WITH found AS (SELECT 1) SELECT * FROM found"] {
            assert!(!writes(sql), "{sql}");
        }
    }

    #[tokio::test]
    async fn all_statements_of_a_request_together_wait_no_longer_than_its_deadline() {
        let never = || std::future::pending::<Result<(), DbErr>>();
        limited_to(Duration::from_millis(20), async {
            // Would be tens of minutes, each with a deadline of its own.
            for _ in 0..100_000 {
                assert!(statement(Limits::NONE, never()).await.is_err());
            }
            assert!(statement(Limits::NONE, async { Ok(()) }).await.is_err());
        })
        .await;
        assert!(statement(Limits::NONE, async { Ok(()) }).await.is_ok());
    }

    #[tokio::test]
    async fn a_statement_outside_of_requests_waits_no_longer_than_its_limit() {
        let limits = Limits { statement: Some(Duration::from_millis(20)), commit: Some(Duration::from_millis(20)) };
        let never = || std::future::pending::<Result<(), DbErr>>();
        assert!(statement(limits, never()).await.is_err());
        let unknown = Commits::default().watch(limits, never()).await;
        assert!(cause::is_unknown(&unknown.unwrap_err()));
        assert!(statement(limits, async { Ok(()) }).await.is_ok());
    }

    #[tokio::test]
    async fn a_commit_that_failed_is_trouble_until_one_succeeds() {
        let commits = Commits::default();
        assert_eq!(commits.trouble(), None);
        let failed =
            commits.watch(Limits::NONE, async { Err::<(), _>(DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)) });
        assert!(failed.await.is_err());
        assert!(commits.trouble().is_some());
        assert!(commits.watch(Limits::NONE, async { Ok(()) }).await.is_ok());
        assert_eq!(commits.trouble(), None);
    }
}
