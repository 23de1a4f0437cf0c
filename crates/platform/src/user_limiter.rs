//! Limits the requests of one user that are handled at once, so that they don't delay those of others.
//! `throttle` limits how often something may be done.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};
use portico_macros::boxed;
use portico_rules::ids::UserId;

/// Max waiting requests of one user.
const MAX_WAITING: usize = 256;
/// When to retry.
const RETRY_AFTER_SECS: u64 = 2;

/// The requests of one kind in this process, by user.
#[derive(Debug)]
pub struct UserLimiter {
    max_at_once: usize,
    each: Mutex<HashMap<UserId, Line>>,
}

/// The requests of a user.
#[derive(Debug)]
struct Line {
    permits: Arc<Semaphore>,
    /// Number that have a permit or wait for one.
    length: usize,
}

/// A request in progress. When dropped, the next one of the same user continues.
#[derive(Debug)]
pub struct UserPermit {
    // Dropped after the permit, so that an entry is removed only when it is unused.
    _permit: OwnedSemaphorePermit,
    _place: PlaceInLine,
}

#[derive(Debug)]
struct PlaceInLine {
    limiter: Arc<UserLimiter>,
    user_id: UserId,
}

impl UserLimiter {
    /// Handles at most `max_at_once` requests of each user at once.
    pub fn new(max_at_once: usize) -> Arc<Self> {
        Arc::new(Self { max_at_once, each: Mutex::default() })
    }

    /// True if no request is in progress and none waits.
    pub fn is_idle(&self) -> bool {
        self.each().is_empty()
    }

    /// Waits until fewer requests of the user are in progress than may be.
    ///
    /// # Errors
    /// [`Error::TooFast`] if very many are waiting already.
    #[boxed]
    pub async fn wait(self: &Arc<Self>, user_id: UserId) -> Result<UserPermit> {
        let (permits, place) = self.line_up(user_id)?;
        let permit = permits.acquire_owned().await.map_err(Error::internal)?;
        Ok(UserPermit { _permit: permit, _place: place })
    }

    fn line_up(self: &Arc<Self>, user_id: UserId) -> Result<(Arc<Semaphore>, PlaceInLine)> {
        let mut each = self.each();
        let line = each
            .entry(user_id)
            .or_insert_with(|| Line { permits: Arc::new(Semaphore::new(self.max_at_once)), length: 0 });
        if line.length >= self.max_at_once + MAX_WAITING {
            return Err(Error::TooFast(RETRY_AFTER_SECS));
        }
        line.length += 1;
        let place = PlaceInLine { limiter: Arc::clone(self), user_id };
        Ok((Arc::clone(&line.permits), place))
    }

    fn each(&self) -> MutexGuard<'_, HashMap<UserId, Line>> {
        self.each.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlaceInLine {
    fn drop(&mut self) {
        let mut each = self.limiter.each();
        if let Some(line) = each.get_mut(&self.user_id) {
            line.length -= 1;
            if line.length == 0 {
                each.remove(&self.user_id);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use futures_util::FutureExt;
    use futures_util::future::join_all;

    use super::*;

    /// Shows: caps.pages-at-once
    #[tokio::test]
    async fn the_requests_of_one_user_wait_for_each_other_and_for_no_one_else() {
        let limiter = UserLimiter::new(1);
        let first = limiter.wait(1.into()).await.unwrap();
        let mut second = Box::pin(limiter.wait(1.into()));
        assert!((&mut second).now_or_never().is_none());
        limiter.wait(2.into()).await.unwrap();
        drop(first);
        second.await.unwrap();
        assert!(limiter.is_idle());
    }

    /// Shows: caps.pages-at-once
    #[tokio::test]
    async fn a_line_does_not_grow_for_ever() {
        let limiter = UserLimiter::new(1);
        let first = limiter.wait(1.into()).await.unwrap();
        let mut waiting: Vec<_> = (0..MAX_WAITING).map(|_| Box::pin(limiter.wait(1.into()))).collect();
        for request in &mut waiting {
            assert!(request.now_or_never().is_none());
        }
        assert!(matches!(limiter.wait(1.into()).await, Err(Error::TooFast(_))));
        // A cancelled request makes room.
        waiting.pop();
        let mut last = Box::pin(limiter.wait(1.into()));
        assert!((&mut last).now_or_never().is_none());
        drop(first);
        let passed = join_all(waiting.into_iter().map(async |request| request.await.is_ok())).await;
        assert!(passed.into_iter().all(|passed| passed));
        last.await.unwrap();
        assert!(limiter.is_idle());
    }
}
