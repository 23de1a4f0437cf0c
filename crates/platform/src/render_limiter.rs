//! How many pages of one user are rendered at once, so that one user's requests don't delay those of others.
//! How often something may be done is limited by `throttle`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};
use portico_macros::boxed;

/// How many requests of one user may wait.
const MOST_WAITING: usize = 256;
/// When to retry.
const RETRY_AFTER_SECS: u64 = 2;

/// The pages being rendered in this process, by user.
#[derive(Debug, Default)]
pub struct RenderLimiter {
    each: Mutex<HashMap<i64, Line>>,
}

/// The requests of a user.
#[derive(Debug)]
struct Line {
    permits: Arc<Semaphore>,
    /// How many have a permit or wait for one.
    length: usize,
}

/// A request in progress. When dropped, the next one of the same user continues.
#[derive(Debug)]
pub struct RenderPermit {
    // Dropped after the permit, so that an entry is removed only when it is unused.
    _permit: OwnedSemaphorePermit,
    _place: PlaceInLine,
}

#[derive(Debug)]
struct PlaceInLine {
    at_once: Arc<RenderLimiter>,
    person: i64,
}

impl RenderLimiter {
    /// Waits until fewer than `most` requests of the user are in progress.
    ///
    /// # Errors
    /// [`Error::TooFast`] if very many are waiting already.
    #[boxed]
    pub async fn wait(self: &Arc<Self>, person: i64, most: u32) -> Result<RenderPermit> {
        let (permits, place) = self.line_up(person, most)?;
        let permit = permits.acquire_owned().await.map_err(Error::internal)?;
        Ok(RenderPermit { _permit: permit, _place: place })
    }

    fn line_up(self: &Arc<Self>, person: i64, most: u32) -> Result<(Arc<Semaphore>, PlaceInLine)> {
        let mut each = self.each();
        let line =
            each.entry(person).or_insert_with(|| Line { permits: Arc::new(Semaphore::new(most as usize)), length: 0 });
        if line.length >= most as usize + MOST_WAITING {
            return Err(Error::TooFast(RETRY_AFTER_SECS));
        }
        line.length += 1;
        let place = PlaceInLine { at_once: Arc::clone(self), person };
        Ok((Arc::clone(&line.permits), place))
    }

    fn each(&self) -> MutexGuard<'_, HashMap<i64, Line>> {
        self.each.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlaceInLine {
    fn drop(&mut self) {
        let mut each = self.at_once.each();
        if let Some(line) = each.get_mut(&self.person) {
            line.length -= 1;
            if line.length == 0 {
                each.remove(&self.person);
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
        let at_once = Arc::new(RenderLimiter::default());
        let first = at_once.wait(1, 1).await.unwrap();
        let mut second = Box::pin(at_once.wait(1, 1));
        assert!((&mut second).now_or_never().is_none());
        at_once.wait(2, 1).await.unwrap();
        drop(first);
        second.await.unwrap();
        assert!(at_once.each().is_empty());
    }

    /// Shows: caps.pages-at-once
    #[tokio::test]
    async fn a_line_does_not_grow_for_ever() {
        let at_once = Arc::new(RenderLimiter::default());
        let first = at_once.wait(1, 1).await.unwrap();
        let mut waiting: Vec<_> = (0..MOST_WAITING).map(|_| Box::pin(at_once.wait(1, 1))).collect();
        for request in &mut waiting {
            assert!(request.now_or_never().is_none());
        }
        assert!(matches!(at_once.wait(1, 1).await, Err(Error::TooFast(_))));
        // A cancelled request makes room.
        waiting.pop();
        let mut last = Box::pin(at_once.wait(1, 1));
        assert!((&mut last).now_or_never().is_none());
        drop(first);
        let passed = join_all(waiting.into_iter().map(async |request| request.await.is_ok())).await;
        assert!(passed.into_iter().all(|passed| passed));
        last.await.unwrap();
        assert!(at_once.each().is_empty());
    }
}
