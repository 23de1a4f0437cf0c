//! Reads that may be a moment old: on the replica where there is one and it is close enough, otherwise on the primary.
//! `database::replica` decides if it is close enough.

use super::Core;
use portico_macros::boxed;
use portico_platform::database::Database;
use portico_platform::database::replica::Reader;
use portico_platform::error::{Error, Result};

use portico_rules::ids::UserId;

impl Core {
    /// Runs `read` on the replica, or on the primary where there is no replica, or it is away, too far behind, or
    /// fails.
    ///
    /// Rights must not be read here, and the rows must be filtered by rights that the same request has checked on the
    /// primary.
    ///
    /// # Errors
    /// Those of `read` on the primary.
    pub async fn read_anywhere<T, F: Future<Output = Result<T>>>(&self, read: impl Fn(Reader) -> F) -> Result<T> {
        self.read_with(&self.db, read).await
    }

    async fn read_with<T, F: Future<Output = Result<T>>>(
        &self,
        primary: &Database,
        read: impl Fn(Reader) -> F,
    ) -> Result<T> {
        if let Some(replica) = &self.replica {
            match replica.read(&read).await {
                Ok(Ok(found)) => {
                    self.metrics.read_on("replica");
                    return Ok(found);
                }
                // It may not have arrived there yet.
                Ok(Err(Error::NotFound)) => self.metrics.read_on("absent"),
                Ok(Err(err)) => {
                    replica.failed(&err.to_string());
                    self.metrics.read_on("failed");
                }
                Err(trouble) => self.metrics.read_on(trouble.label()),
            }
            self.metrics.replica(replica.trouble().is_none(), None);
        }
        read(Reader::Primary(primary.clone())).await
    }

    /// The same for a user's search or page of a log, which may take long: with the connections, turns and deadline of
    /// [`ExpensiveReads`](portico_platform::database::expensive_reads::ExpensiveReads), on the replica too.
    ///
    /// # Errors
    /// Those of `read` on the primary, and [`Error::TooMuchToRead`].
    pub async fn read_expensively<T, F: Future<Output = Result<T>>>(
        &self,
        user_id: UserId,
        read: impl Fn(Reader) -> F,
    ) -> Result<T> {
        let read = self.read_with(self.expensive.db(), read);
        self.expensive.run(user_id, read).await
    }

    /// The same for a page of the console or a file for the operator.
    ///
    /// # Errors
    /// Those of `read` on the primary, and [`Error::TooMuchToRead`].
    pub async fn read_for_console<T, F: Future<Output = Result<T>>>(&self, read: impl Fn(Reader) -> F) -> Result<T> {
        self.expensive.run_for_console(self.read_with(self.expensive.db(), read)).await
    }

    /// Asks the primary and the replica where they are. Does nothing without a replica.
    #[boxed]
    pub async fn look_at_replica(&self) {
        if let Some(replica) = &self.replica {
            let lag = replica.look().await;
            self.metrics.replica(replica.trouble().is_none(), lag);
        }
    }

    /// True if a replica is configured.
    pub fn has_replica(&self) -> bool {
        self.replica.is_some()
    }
}
