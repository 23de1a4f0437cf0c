//! Deleting many rows in short transactions or statements.
//! Which rows are deleted is each model's verb.

use std::future::Future;
use std::pin::Pin;

use crate::clock::Millis;
use crate::core::Core;
use crate::database::Conn;
use crate::error::Result;

/// The most rows that one statement names by their keys.
pub(super) const KEYS_PER_STATEMENT: usize = 250;
/// The most rows that one transaction deletes before an act that deletes the rest.
const ROWS_PER_TRANSACTION: u64 = 250;

/// What a verb of a list returns.
pub(super) type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;
/// Deletes at most so many rows of one owner; returns how many.
pub(super) type DeleteSome = for<'a> fn(&'a Conn, i64, Millis, u64) -> Pending<'a, u64>;

/// Deletes a user's rows of one kind in short transactions, before an act whose own transaction would otherwise delete all
/// of them. Only for rows that nobody misses where that act is refused after all.
///
/// # Errors
/// When the database can't be reached; what was deleted until then stays deleted.
pub(super) async fn delete_in_batches(core: &Core, user_id: i64, some: DeleteSome) -> Result<()> {
    loop {
        let write = core.begin().await?;
        let rows = some(&write, user_id, core.now(), ROWS_PER_TRANSACTION).await?;
        write.commit().await?;
        if rows < ROWS_PER_TRANSACTION {
            return Ok(());
        }
    }
}
