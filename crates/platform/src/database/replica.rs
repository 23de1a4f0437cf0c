//! The replica that `read_database_url` names: whether it follows this database closely enough, and reading from it.
//! Callers of `Core::read_anywhere` decide what may be read there.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio::time::timeout;

use super::deadline::note_given_up;
use super::pools::{shown, why_unreachable};
use super::{Conn, Database, Write};
use crate::error::cause;
use portico_macros::boxed;

/// Max age of an answer of the replica.
pub const MAX_LAG: Duration = Duration::from_secs(5);
/// Max time of a read on the replica, connecting included. The primary then answers within the rest of the five seconds
/// that every request has.
const TIMEOUT: Duration = Duration::from_millis(800);
/// Max time to read the positions of both databases.
const LOOK_TIMEOUT: Duration = Duration::from_secs(2);
/// Interval at which another reason for the same trouble is logged.
const ANOTHER_REASON_AFTER: Duration = Duration::from_secs(60);
/// For how long the primary's positions are remembered: they say how far behind the replica is.
const REMEMBERED: Duration = Duration::from_secs(600);

const TOO_SLOW: &str = "it does not answer in time";

/// Where a database is. The system identifier is that of the cluster, which a replica has from its primary, and so are the ids
/// of its databases.
const POSITION: &str = "SELECT (SELECT system_identifier FROM pg_control_system()) AS cluster, \
     (SELECT CAST(oid AS bigint) FROM pg_database WHERE datname = current_database()) AS database, \
     CAST((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END) - '0/0'::pg_lsn \
     AS bigint) AS position, pg_is_in_recovery() AS follows";

/// A replica of the database.
#[derive(Debug)]
pub struct Replica {
    db: Database,
    primary: Database,
    /// Its URL without user and password.
    name: String,
    state: Mutex<ReplicaState>,
}

#[derive(Debug, Default)]
struct ReplicaState {
    samples: Samples,
    /// The cluster and the database that the primary is.
    identity: Option<(i64, i64)>,
    /// Reason it is not read at the moment; none: it is.
    trouble: Option<Trouble>,
    logged: Option<LoggedTrouble>,
}

/// The last line of the log about it.
#[derive(Debug)]
struct LoggedTrouble {
    trouble: Option<Trouble>,
    why: String,
    at: Instant,
}

/// Reason the primary was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The replica can't be reached, or nothing is known of it yet.
    Away,
    /// It is more than [`MAX_LAG`] behind.
    Behind,
    /// It is the primary of its cluster.
    NoReplica,
    /// It belongs to another instance.
    Foreign,
    /// A statement failed there, or took too long.
    Failed,
}

impl Trouble {
    /// Its label in the metrics.
    pub fn label(self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Behind => "behind",
            Self::NoReplica => "no_replica",
            Self::Foreign => "foreign",
            Self::Failed => "failed",
        }
    }
}

/// A database's identity and position in the WAL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Position {
    identity: (i64, i64),
    /// Up to which byte of the log its state goes.
    reached: Option<i64>,
    /// True if it is a replica.
    follows: bool,
}

impl Position {
    async fn load(db: &Conn) -> Result<Self, DbErr> {
        let ask = Statement::from_string(DbBackend::Postgres, POSITION);
        let row = db.query_one_raw(ask).await?;
        let row = row.ok_or_else(|| DbErr::RecordNotFound("no position".into()))?;
        Ok(Self {
            identity: (row.try_get("", "cluster")?, row.try_get("", "database")?),
            reached: row.try_get("", "position")?,
            follows: row.try_get("", "follows")?,
        })
    }
}

/// Where the primary was at which time, the oldest first.
#[derive(Debug, Default)]
struct Samples(VecDeque<(Instant, i64)>);

impl Samples {
    fn add(&mut self, at: Instant, reached: i64) {
        self.0.push_back((at, reached));
        let is_old = |at: Instant, now: Instant| now.saturating_duration_since(at) > REMEMBERED;
        while self.0.front().is_some_and(|(first, _)| is_old(*first, at)) {
            self.0.pop_front();
        }
    }

    /// Position that a replica must have reached to be at most [`MAX_LAG`] behind; none where the primary was not asked
    /// within that time.
    fn required(&self, now: Instant) -> Option<i64> {
        let is_recent = |at: Instant| now.saturating_duration_since(at) <= MAX_LAG;
        let first = self.0.iter().find(|(at, _)| is_recent(*at));
        first.map(|(_, reached)| *reached)
    }

    /// Lag of a replica that has reached this: at least so much where it has reached nothing that is remembered.
    fn lag(&self, now: Instant, reached: i64) -> Duration {
        let newest = self.0.iter().rev().find(|(_, at)| *at <= reached);
        let since = newest.or(self.0.front()).map_or(now, |(at, _)| *at);
        now.saturating_duration_since(since)
    }
}

/// The database that reads: the primary, or the replica within one transaction.
#[derive(Debug, Clone)]
pub enum Reader {
    /// The primary.
    Primary(Database),
    /// The replica: everything that is read may be a moment old.
    Replica(Arc<Write>),
}

impl Reader {
    /// True if what it reads may be a moment old.
    pub fn is_replica(&self) -> bool {
        matches!(self, Self::Replica(_))
    }
}

impl Deref for Reader {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        match self {
            Self::Primary(db) => db,
            Self::Replica(conn) => conn,
        }
    }
}

impl Replica {
    /// The replica at `url` of an open database. It may be away.
    ///
    /// # Errors
    /// A sentence for the operator: the URL can't be read, or it is another instance's database.
    #[boxed]
    pub async fn open(primary: &Database, url: &str) -> Result<Self, String> {
        let name = shown(url);
        let replica = Self {
            db: primary.at_replica(url).map_err(|err| format!("`read_database_url`: {err}."))?,
            primary: primary.clone(),
            name,
            state: Mutex::default(),
        };
        replica.set_trouble(Some(Trouble::Away));
        replica.look().await;
        if replica.trouble() == Some(Trouble::Foreign) {
            return Err(format!(
                "The database at {} is no replica of the one of `database_url`, but of another one. Check the setting \
                 `read_database_url`.",
                replica.name
            ));
        }
        Ok(replica)
    }

    /// Asks both databases where they are, and decides whether the replica is read until this is called again. Returns how far
    /// behind it is, if that is known.
    #[boxed]
    pub async fn look(&self) -> Option<Duration> {
        let looked = timeout(LOOK_TIMEOUT, async {
            // In this order: what the primary has reached, the replica may have reached since.
            let primary = Position::load(&self.primary).await?;
            let started = Instant::now();
            if let (Some(reached), false) = (primary.reached, primary.follows) {
                let mut state = self.state();
                state.samples.add(started, reached);
                state.identity = Some(primary.identity);
            }
            Position::load(&self.db).await
        });
        let now = match looked.await {
            Ok(Ok(position)) => position,
            Ok(Err(err)) => {
                self.turn(Some(Trouble::Away), &cause::in_words(&err));
                return None;
            }
            Err(_) => {
                note_given_up();
                // The pool tries to connect until its time is over, and does not say why it failed.
                let options = self.db.pool().get_postgres_connection_pool().connect_options();
                let why = why_unreachable(&options, TIMEOUT).await;
                let why = why.unwrap_or_else(|| TOO_SLOW.to_owned());
                self.turn(Some(Trouble::Away), &why);
                return None;
            }
        };
        let (trouble, lag) = {
            let state = self.state();
            let lag = now.reached.map(|reached| state.samples.lag(Instant::now(), reached));
            (state.trouble_at(now, Instant::now()), lag)
        };
        self.turn(trouble, "");
        lag
    }

    /// Runs `read` on the replica, in a transaction on a connection whose server is close enough behind the primary: where
    /// several replicas are behind one address, one of them may not be.
    ///
    /// # Errors
    /// Reason the primary has to be read instead. The error of `read` itself is in the result.
    pub async fn read<T, E, F: Future<Output = Result<T, E>>>(
        &self,
        read: impl FnOnce(Reader) -> F,
    ) -> Result<Result<T, E>, Trouble> {
        if let Some(trouble) = self.trouble() {
            return Err(trouble);
        }
        let done = timeout(TIMEOUT, async {
            let begun: Result<(Write, Position), DbErr> = async {
                let transaction = self.db.begin().await?;
                let position = Position::load(&transaction).await?;
                Ok((transaction, position))
            }
            .await;
            let (transaction, position) = begun.map_err(|err| (Trouble::Failed, cause::in_words(&err)))?;
            let trouble = self.state().trouble_at(position, Instant::now());
            if let Some(trouble) = trouble {
                return Err((trouble, String::new()));
            }
            // It only reads; dropped, it is rolled back.
            Ok(read(Reader::Replica(Arc::new(transaction))).await)
        });
        match done.await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err((trouble, why))) => {
                // Of several replicas, another one may be close enough.
                if trouble != Trouble::Behind {
                    self.turn(Some(trouble), &why);
                }
                Err(trouble)
            }
            Err(_) => {
                note_given_up();
                self.turn(Some(Trouble::Failed), TOO_SLOW);
                Err(Trouble::Failed)
            }
        }
    }

    /// A statement failed on the replica: the primary is read until the replica was looked at again.
    pub fn failed(&self, why: &str) {
        self.turn(Some(Trouble::Failed), why);
    }

    /// Reason it is not read at the moment; none: it is.
    pub fn trouble(&self) -> Option<Trouble> {
        self.state().trouble
    }

    fn set_trouble(&self, trouble: Option<Trouble>) {
        self.state().trouble = trouble;
    }

    /// The same, and logs the first result, each change, and another reason.
    fn turn(&self, trouble: Option<Trouble>, why: &str) {
        if !self.state().turn(trouble, why, Instant::now()) {
            return;
        }
        let replica = self.name.as_str();
        match trouble {
            None => tracing::info!(replica, "the replica is read"),
            Some(Trouble::Foreign) => tracing::error!(
                replica,
                "`read_database_url` leads to another instance's database; the primary is read"
            ),
            Some(trouble) => {
                tracing::warn!(replica, reason = trouble.label(), why, "the replica is not read; the primary answers")
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, ReplicaState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReplicaState {
    /// True if this has to be logged.
    fn turn(&mut self, trouble: Option<Trouble>, why: &str, now: Instant) -> bool {
        self.trouble = trouble;
        let is_known = self.logged.as_ref().is_some_and(|logged| {
            let is_recent = now.saturating_duration_since(logged.at) < ANOTHER_REASON_AFTER;
            logged.trouble == trouble && (logged.why == why || is_recent)
        });
        if !is_known {
            self.logged = Some(LoggedTrouble { trouble, why: why.to_owned(), at: now });
        }
        !is_known
    }

    /// Reason a reachable server must not be read now; none: it may be.
    fn trouble_at(&self, position: Position, now: Instant) -> Option<Trouble> {
        let Some(identity) = self.identity else {
            return Some(Trouble::Away);
        };
        if position.identity != identity {
            return Some(Trouble::Foreign);
        }
        if !position.follows {
            return Some(Trouble::NoReplica);
        }
        match (position.reached, self.samples.required(now)) {
            (Some(reached), Some(required)) if reached >= required => None,
            _ => Some(Trouble::Behind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn replica(reached: i64) -> Position {
        Position { identity: (7, 5), reached: Some(reached), follows: true }
    }

    fn state(samples: &[(u32, i64)], start: Instant) -> ReplicaState {
        let mut state = ReplicaState { identity: Some((7, 5)), ..ReplicaState::default() };
        for (second, reached) in samples {
            state.samples.add(start + SECOND * *second, *reached);
        }
        state
    }

    #[test]
    fn a_replica_may_miss_what_was_written_within_the_bound_and_nothing_older() {
        let start = Instant::now();
        let state = state(&[(0, 10), (1, 20), (2, 30), (8, 80)], start);
        // At second 7, what was there at second 2 is required.
        let at = start + SECOND * 7;
        assert_eq!(state.trouble_at(replica(30), at), None);
        assert_eq!(state.trouble_at(replica(29), at), Some(Trouble::Behind));
        // A primary that writes nothing leaves no one behind.
        let idle = self::state(&[(0, 10), (4, 10), (8, 10)], start);
        assert_eq!(idle.trouble_at(replica(10), start + SECOND * 9), None);
    }

    #[test]
    fn without_a_recent_position_of_the_primary_no_replica_is_close_enough() {
        let start = Instant::now();
        let state = state(&[(0, 10)], start);
        let late = start + SECOND * 6;
        assert_eq!(state.trouble_at(replica(1_000), late), Some(Trouble::Behind));
        let nothing = ReplicaState::default();
        assert_eq!(nothing.trouble_at(replica(10), start), Some(Trouble::Away));
    }

    #[test]
    fn another_cluster_another_database_and_a_primary_are_not_read() {
        let start = Instant::now();
        let state = state(&[(0, 10)], start);
        for identity in [(8, 5), (7, 6)] {
            let other = Position { identity, ..replica(10) };
            assert_eq!(state.trouble_at(other, start), Some(Trouble::Foreign));
        }
        let primary = Position { follows: false, ..replica(10) };
        assert_eq!(state.trouble_at(primary, start), Some(Trouble::NoReplica));
        let unknown = Position { reached: None, ..replica(10) };
        assert_eq!(state.trouble_at(unknown, start), Some(Trouble::Behind));
    }

    #[test]
    fn the_lag_is_the_age_of_the_newest_position_that_was_reached() {
        let start = Instant::now();
        let state = state(&[(0, 10), (1, 20), (2, 30)], start);
        let now = start + SECOND * 3;
        assert_eq!(state.samples.lag(now, 30), SECOND);
        assert_eq!(state.samples.lag(now, 25), SECOND * 2);
        // It may be more.
        assert_eq!(state.samples.lag(now, 5), SECOND * 3);
    }

    #[test]
    fn the_first_result_each_change_and_another_reason_are_logged() {
        let start = Instant::now();
        let mut state = ReplicaState { trouble: Some(Trouble::Away), ..ReplicaState::default() };
        let mut logs = |second: u32, trouble, why: &str| state.turn(trouble, why, start + SECOND * second);
        assert!(logs(0, Some(Trouble::Away), "no password"));
        assert!(!logs(1, Some(Trouble::Away), "no password"));
        assert!(!logs(2, Some(Trouble::Away), "no answer"));
        assert!(logs(61, Some(Trouble::Away), "no answer"));
        assert!(!logs(200, Some(Trouble::Away), "no answer"));
        assert!(logs(201, None, ""));
        assert!(!logs(202, None, ""));
        assert!(logs(203, Some(Trouble::Behind), ""));
        assert!(logs(204, Some(Trouble::Away), "no answer"));
    }

    #[test]
    fn a_replica_that_is_read_from_the_start_is_logged_once() {
        let mut state = ReplicaState::default();
        assert!(state.turn(None, "", Instant::now()));
        assert!(!state.turn(None, "", Instant::now()));
    }

    #[test]
    fn old_positions_are_forgotten() {
        let start = Instant::now();
        let mut samples = Samples::default();
        for second in 0..2_000 {
            samples.add(start + SECOND * second, i64::from(second));
        }
        assert_eq!(samples.0.len(), 601);
    }
}
