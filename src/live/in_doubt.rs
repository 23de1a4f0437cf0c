//! A commit in progress: until it is answered, the messages that it stores may become visible.
//! Postgres announces them whenever that is; for SQLite, streams look for them.

use std::sync::Arc;

use super::Live;
use crate::error::Error;

/// The messages that a commit stores. Dropped before [`end`](Self::end), as with a request that is given up, they stay in
/// doubt.
#[derive(Debug)]
pub(crate) struct InDoubt<'l> {
    live: &'l Arc<Live>,
    /// Each channel with the lowest ID in it.
    channels: Vec<(i64, i64)>,
}

impl<'l> InDoubt<'l> {
    /// Before the commit.
    pub(crate) fn of(live: &'l Arc<Live>, channels: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self {
            live,
            channels: channels.into_iter().collect(),
        }
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
        for (channel_id, lowest) in &self.channels {
            self.live.in_doubt(*channel_id, *lowest);
        }
    }
}
