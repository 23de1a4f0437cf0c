//! A commit in progress: until it is answered, what it stores may become visible.
//! Postgres announces it whenever that is. For SQLite, streams look for messages.

use std::sync::Arc;

use sea_orm::DbErr;

use super::Live;
use portico_platform::database::Write;
use portico_platform::error::{Error, cause};
use portico_rules::ids::PlaceId;

/// The messages that a commit stores. Dropped before `end`, as with a request that is given up, they stay in
/// doubt.
#[derive(Debug)]
pub struct InDoubt<'l> {
    live: &'l Arc<Live>,
    /// Each channel with the lowest ID in it.
    channels: Vec<(PlaceId, i64)>,
}

impl<'l> InDoubt<'l> {
    /// Before the commit.
    pub(crate) fn new(live: &'l Arc<Live>, channels: impl IntoIterator<Item = (PlaceId, i64)>) -> Self {
        Self { live, channels: channels.into_iter().collect() }
    }

    /// After the commit, or after the failure of what came before it.
    pub(crate) fn end<T>(mut self, done: Result<T, Error>) -> Result<T, Error> {
        if !matches!(done, Err(Error::OutcomeUnknown(_))) {
            self.channels.clear();
        }
        done
    }
}

impl Drop for InDoubt<'_> {
    fn drop(&mut self) {
        for (place_id, lowest) in &self.channels {
            self.live.in_doubt(*place_id, *lowest);
        }
    }
}

/// Commits an edit or a deletion of messages, or a change of access, which it has announced. Where the commit is not answered,
/// as with a request that is given up, this process goes by the announcement like all others.
///
/// # Errors
/// When the database fails to commit.
pub async fn commit_change(live: &Live, write: Write) -> Result<(), DbErr> {
    let unanswered = CommitGuard(Some(live));
    let done = write.commit().await;
    if !matches!(&done, Err(err) if cause::is_unknown(err)) {
        unanswered.end();
    }
    done
}

/// A change whose commit was not answered yet. Dropped before `end`, it stays in doubt.
struct CommitGuard<'l>(Option<&'l Live>);

impl CommitGuard<'_> {
    fn end(mut self) {
        self.0 = None;
    }
}

impl Drop for CommitGuard<'_> {
    fn drop(&mut self) {
        if let Some(live) = self.0 {
            live.change_in_doubt();
        }
    }
}
