//! Limits how many forms with files are read at once, since each is in memory as a whole.
//! Wrapped around the routes when they are mounted, so that none is left out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rocket::http::Method;
use rocket::outcome::Outcome as Guarded;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::error::Error;
use crate::routes::guards::SignedIn;

/// How many forms with files are handled at once.
pub const AT_ONCE: usize = 8;
/// How many of them may be one user's.
pub const OF_ONE: usize = 2;
/// How long a form waits to be read.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// The same routes, which read at most [`AT_ONCE`] forms with files at once, and only those of signed-in users: the routes
/// themselves require the sign-in before they read a form.
pub fn bounded(routes: Vec<Route>) -> Vec<Route> {
    let gate = Arc::new(Gate::new(AT_ONCE));
    routes
        .into_iter()
        .map(|mut route| {
            if route.method != Method::Get {
                route.handler = Box::new(Gated {
                    inner: route.handler,
                    gate: gate.clone(),
                });
            }
            route
        })
        .collect()
}

#[derive(Clone)]
struct Gated {
    inner: Box<dyn Handler>,
    gate: Arc<Gate>,
}

#[rocket::async_trait]
impl Handler for Gated {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        if !request
            .content_type()
            .is_some_and(|kind| kind.is_form_data())
        {
            return self.inner.handle(request, data).await;
        }
        let Guarded::Success(person) = request.guard::<SignedIn<'_>>().await else {
            return self.inner.handle(request, data).await;
        };
        let Some(_turn) = self.gate.turn(person.id).await else {
            let busy = Error::Unavailable("too many uploads at once".into());
            return Outcome::from(request, busy);
        };
        self.inner.handle(request, data).await
    }
}

/// Counts the forms that are being read.
#[derive(Debug)]
struct Gate {
    free: Semaphore,
    of_each: Mutex<HashMap<i64, usize>>,
}

/// A permit to have a form read, released when this is dropped.
#[derive(Debug)]
struct UploadPermit<'g> {
    gate: &'g Gate,
    user_id: i64,
    _permit: Option<tokio::sync::SemaphorePermit<'g>>,
}

impl Gate {
    fn new(at_once: usize) -> Self {
        Self {
            free: Semaphore::new(at_once),
            of_each: Mutex::default(),
        }
    }

    /// Waits for a permit; none if there was none in time, or if this user has as many as a user can.
    async fn turn(&self, user_id: i64) -> Option<UploadPermit<'_>> {
        let mut turn = {
            let mut of_each = self.of_each.lock().unwrap_or_else(PoisonError::into_inner);
            let theirs = of_each.entry(user_id).or_default();
            if *theirs >= OF_ONE {
                return None;
            }
            *theirs += 1;
            UploadPermit {
                gate: self,
                user_id,
                _permit: None,
            }
        };
        let permit = timeout(QUEUE_TIMEOUT, self.free.acquire())
            .await
            .ok()?
            .ok()?;
        turn._permit = Some(permit);
        Some(turn)
    }
}

impl Drop for UploadPermit<'_> {
    fn drop(&mut self) {
        let mut of_each = self
            .gate
            .of_each
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(theirs) = of_each.get_mut(&self.user_id) {
            *theirs -= 1;
            if *theirs == 0 {
                of_each.remove(&self.user_id);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::task::{JoinSet, yield_now};

    use super::*;

    /// Shows: faults.uploads
    #[rocket::async_test]
    async fn of_sixty_uploads_eight_are_read_at_once_and_all_get_their_turn() {
        let gate = Arc::new(Gate::new(AT_ONCE));
        let (reading, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut uploads = JoinSet::new();
        for user_id in 0..60 {
            let (gate, reading, most) = (gate.clone(), reading.clone(), most.clone());
            uploads.spawn(async move {
                let turn = gate.turn(user_id).await.unwrap();
                most.fetch_max(reading.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                for _ in 0..20 {
                    yield_now().await;
                }
                reading.fetch_sub(1, Ordering::SeqCst);
                drop(turn);
            });
        }
        while let Some(done) = uploads.join_next().await {
            done.unwrap();
        }
        assert!(most.load(Ordering::SeqCst) <= AT_ONCE);
        assert!(gate.of_each.lock().unwrap().is_empty());
    }

    /// Shows: faults.uploads
    #[rocket::async_test]
    async fn one_person_has_at_most_two_turns_and_takes_no_one_elses() {
        let gate = Gate::new(AT_ONCE);
        let (one, _two) = (gate.turn(1).await.unwrap(), gate.turn(1).await.unwrap());
        assert!(gate.turn(1).await.is_none());
        assert!(gate.turn(2).await.is_some());
        drop(one);
        assert!(gate.turn(1).await.is_some());
    }
}
