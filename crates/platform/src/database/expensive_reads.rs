//! Reads that may take long, such as searches and pages of logs: connections, turns and a deadline of their own, so
//! that a page of someone else never waits for them. The models and routes choose those reads; how often one person may
//! ask is the setting `throttle`.

use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::Database;
use crate::error::{Error, Result};
use crate::user_limiter::UserLimiter;

use portico_rules::clock::Clock;
use portico_rules::ids::UserId;

/// Max reads at once, over all people.
const MAX_AT_ONCE: usize = 2;
/// Max reads of the operator besides.
const MAX_OF_CONSOLE: usize = 1;
/// Max time of a read, once it is its turn.
const MAX_DURATION: Duration = Duration::from_secs(1);
/// Max time that it waits for its turn.
const MAX_WAIT: Duration = Duration::from_millis(1_500);

/// The connections and the turns of expensive reads.
#[derive(Debug)]
pub struct ExpensiveReads {
    db: Database,
    turns: Semaphore,
    console: Semaphore,
    /// The reads of one user run one after the other, so that nobody who asks for many at once takes the turns of others.
    users: Arc<UserLimiter>,
    max_duration: Duration,
    max_wait: Duration,
}

impl ExpensiveReads {
    /// Those of a database. Connections are opened when they are needed.
    pub fn new(db: &Database, clock: &Clock) -> Self {
        Self::within(db, clock.deadline(MAX_DURATION), MAX_WAIT)
    }

    fn within(db: &Database, max_duration: Duration, max_wait: Duration) -> Self {
        Self {
            db: db.for_expensive_reads(),
            turns: Semaphore::new(MAX_AT_ONCE),
            console: Semaphore::new(MAX_OF_CONSOLE),
            users: UserLimiter::new(1),
            max_duration,
            max_wait,
        }
    }

    /// The database, on connections that decide no one's rights.
    pub fn db(&self) -> &Database {
        &self.db
    }

    /// Runs a user's `read` when it is their turn. One that takes longer than a second is given up, and the statement that it
    /// waits for ends.
    ///
    /// # Errors
    /// [`Error::TooMuchToRead`] where it took too long, its turn did not come within one and a half, or very many of the user's wait.
    pub async fn run<T>(&self, user_id: UserId, read: impl Future<Output = Result<T>>) -> Result<T> {
        let turn = async {
            let own = self.users.wait(user_id).await.ok()?;
            Some((own, self.turns.acquire().await))
        };
        let Ok(Some(turn)) = timeout(self.max_wait, turn).await else {
            return Err(Error::TooMuchToRead);
        };
        let done = self.within_deadline(read).await;
        drop(turn);
        done
    }

    /// The same for a page of the console, whose turn does not depend on what others ask for.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub async fn run_for_console<T>(&self, read: impl Future<Output = Result<T>>) -> Result<T> {
        let Ok(turn) = timeout(self.max_wait, self.console.acquire()).await else {
            return Err(Error::TooMuchToRead);
        };
        let done = self.within_deadline(read).await;
        drop(turn);
        done
    }

    async fn within_deadline<T>(&self, read: impl Future<Output = Result<T>>) -> Result<T> {
        timeout(self.max_duration, read).await.unwrap_or(Err(Error::TooMuchToRead))
    }

    /// Closes every connection that is not in use. Later reads fail.
    ///
    /// # Errors
    /// When the database can't close them.
    pub async fn close(&self) -> Result<(), DbErr> {
        self.db.close().await
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::future::pending;

    use sea_orm::{ConnectionTrait, DbBackend, Statement};
    use tokio::time::timeout;

    use super::*;

    async fn on_a_file(folder: &tempfile::TempDir) -> Database {
        let url = super::super::sqlite_url(&folder.path().join("reads.db"));
        Database::connect(&url).await.unwrap()
    }

    async fn reads(folder: &tempfile::TempDir, max_wait: Duration) -> (Database, ExpensiveReads) {
        let db = on_a_file(folder).await;
        let reads = ExpensiveReads::within(&db, Duration::from_millis(20), max_wait);
        (db, reads)
    }

    async fn forever() -> Result<()> {
        pending().await
    }

    /// Shows: search.turns
    #[tokio::test]
    async fn a_read_that_takes_too_long_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let (_, reads) = reads(&folder, MAX_WAIT).await;
        assert!(matches!(reads.run(1.into(), forever()).await, Err(Error::TooMuchToRead)));
        assert!(reads.run(1.into(), async { Ok(()) }).await.is_ok());
        assert!(reads.users.is_idle());
    }

    /// Shows: search.turns
    #[tokio::test]
    async fn one_person_takes_one_turn_however_much_they_ask_for() {
        let folder = tempfile::tempdir().unwrap();
        let db = on_a_file(&folder).await;
        let reads = ExpensiveReads::within(&db, Duration::from_secs(60), Duration::from_millis(20));
        let greedy = async {
            let two = [reads.run(1.into(), forever()), reads.run(1.into(), forever())];
            futures_util::future::join_all(two).await
        };
        let other = async { reads.run(2.into(), async { Ok(7) }).await };
        tokio::select! {
            biased;
            _ = greedy => unreachable!("they take for ever"),
            other = other => assert_eq!(other.unwrap(), 7),
        }
    }

    /// Shows: search.turns
    #[tokio::test]
    async fn while_every_turn_is_taken_others_are_refused_and_the_console_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let db = on_a_file(&folder).await;
        let reads = ExpensiveReads::within(&db, Duration::from_secs(60), Duration::from_millis(20));
        let taken = async { tokio::join!(reads.run(1.into(), forever()), reads.run(2.into(), forever())) };
        let others = async {
            assert!(matches!(reads.run(3.into(), async { Ok(()) }).await, Err(Error::TooMuchToRead)));
            assert!(reads.run_for_console(async { Ok(()) }).await.is_ok());
        };
        tokio::select! {
            biased;
            _ = taken => unreachable!("they take for ever"),
            () = others => {}
        }
    }

    /// Shows: search.turns
    #[tokio::test]
    async fn on_sqlite_a_statement_that_was_given_up_ends() {
        let folder = tempfile::tempdir().unwrap();
        let (db, reads) = reads(&folder, MAX_WAIT).await;
        let sqlite = |sql: &str| Statement::from_string(DbBackend::Sqlite, sql);
        db.execute_unprepared("CREATE TABLE things (id INTEGER PRIMARY KEY)").await.unwrap();
        // Reads the file, and so keeps the WAL from being emptied, as long as it runs.
        let endless = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) \
                       SELECT COUNT(*) FROM numbers WHERE n > (SELECT COUNT(*) FROM things)";
        let read = async { Ok(reads.db().query_one_raw(sqlite(endless)).await?) };
        assert!(matches!(reads.run(1.into(), read).await, Err(Error::TooMuchToRead)));
        db.execute_unprepared("INSERT INTO things VALUES (1)").await.unwrap();
        let emptied = db.query_one_raw(sqlite("PRAGMA wal_checkpoint(TRUNCATE)"));
        let emptied = timeout(Duration::from_secs(60), emptied).await.unwrap().unwrap().unwrap();
        assert_eq!(emptied.try_get_by_index::<i32>(0).unwrap(), 0, "the statement still runs");
    }
}
