//! Limits how many forms with files are read at once, since each is in memory as a whole.
//! Wrapped around the routes when they are mounted, so that none is left out.

use std::sync::Arc;
use std::time::Duration;

use rocket::http::{Method, Status};
use rocket::outcome::Outcome as Guarded;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::routes::guards::SignedIn;
use crate::wrapped_routes::wrapped_where;
use portico_platform::error::Error;
use portico_platform::user_limiter::{UserLimiter, UserPermit};

/// Max forms with files that are handled at once.
pub const AT_ONCE: usize = 8;
/// Max such forms of one user.
pub const OF_ONE: usize = 2;
/// A form that says that it is no larger is handled without a permit: it needs no more memory than one without files.
const SMALL: u64 = 64 * 1024;
/// Max time for a form with a permit to arrive and to be answered.
const READ_TIMEOUT: Duration = Duration::from_secs(25);
/// Max time that a form waits for a permit: longer than [`READ_TIMEOUT`], after which those before it have given theirs
/// up; with it, less than any form may take.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(30);
/// After how many seconds a form that got no permit may be sent again.
const RETRY_SECS: u64 = 30;

/// The same routes, which read at most [`AT_ONCE`] forms with files at once, and only those of signed-in users: the routes
/// themselves require the sign-in before they read a form.
pub fn wrap(routes: Vec<Route>) -> Vec<Route> {
    let gate = Arc::new(UploadGate::new(AT_ONCE, QUEUE_TIMEOUT));
    let has_form = |route: &Route| route.method != Method::Get;
    wrapped_where(routes, has_form, |inner| GatedHandler { inner, gate: gate.clone(), read_timeout: READ_TIMEOUT })
}

#[derive(Clone)]
struct GatedHandler {
    inner: Box<dyn Handler>,
    gate: Arc<UploadGate>,
    read_timeout: Duration,
}

#[rocket::async_trait]
impl Handler for GatedHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        let has_files = request.content_type().is_some_and(|kind| kind.is_form_data());
        if !has_files || is_small(request) {
            return self.inner.handle(request, data).await;
        }
        match request.guard::<SignedIn<'_>>().await {
            Guarded::Success(person) => self.in_turn(person.id, request, data).await,
            _ => self.inner.handle(request, data).await,
        }
    }
}

impl GatedHandler {
    /// Handles a form of this user once it is its turn. One that arrives slowly gives its turn up: unfinished work is rolled
    /// back, since every write is a transaction.
    async fn in_turn<'r>(&self, user_id: i64, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        let Some(_permit) = self.gate.turn(user_id).await else {
            return Outcome::from(request, Error::TooFast(RETRY_SECS));
        };
        timeout(self.read_timeout, self.inner.handle(request, data))
            .await
            .unwrap_or(Outcome::Error(Status::RequestTimeout))
    }
}

/// True if a request says that its form is small. The server reads no more than it says.
fn is_small(request: &Request<'_>) -> bool {
    let headers = request.headers();
    let length = headers.get_one("Content-Length");
    let length = length.and_then(|length| length.parse::<u64>().ok());
    // Of a body in chunks the length counts for nothing.
    !headers.contains("Transfer-Encoding") && length.is_some_and(|length| length <= SMALL)
}

/// Counts the forms that are being read.
#[derive(Debug)]
struct UploadGate {
    free: Semaphore,
    users: Arc<UserLimiter>,
    queue_timeout: Duration,
}

/// A permit to have a form read, released when this is dropped.
#[derive(Debug)]
struct UploadPermit<'g> {
    _free: SemaphorePermit<'g>,
    _own: UserPermit,
}

impl UploadGate {
    fn new(at_once: usize, queue_timeout: Duration) -> Self {
        Self { free: Semaphore::new(at_once), users: UserLimiter::new(OF_ONE), queue_timeout }
    }

    /// Waits for a permit, among the forms of this user first; none if there was none in time, or if very many of theirs wait.
    async fn turn(&self, user_id: i64) -> Option<UploadPermit<'_>> {
        let waiting = async {
            let own = self.users.wait(user_id).await.ok()?;
            let free = self.free.acquire().await.ok()?;
            Some((own, free))
        };
        let (own, free) = timeout(self.queue_timeout, waiting).await.ok()??;
        Some(UploadPermit { _free: free, _own: own })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rocket::figment::Figment;
    use rocket::futures::future::join;
    use rocket::http::{ContentType, Header};
    use rocket::local::asynchronous::Client;
    use rocket::{post, routes};
    use tokio::task::{JoinSet, yield_now};

    use super::*;
    use crate::wrapped_routes::wrapped;

    /// Longer than any test.
    const LONG: Duration = Duration::from_secs(600);

    /// Shows: faults.uploads
    #[tokio::test]
    async fn of_sixty_uploads_eight_are_read_at_once_and_all_get_their_turn() {
        let gate = Arc::new(UploadGate::new(AT_ONCE, LONG));
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
        assert!(gate.users.is_idle());
    }

    /// Shows: faults.uploads
    #[tokio::test]
    async fn one_person_has_at_most_two_turns_and_takes_no_one_elses() {
        let gate = UploadGate::new(AT_ONCE, Duration::from_millis(1));
        let (one, _two) = (gate.turn(1).await.unwrap(), gate.turn(1).await.unwrap());
        assert!(gate.turn(1).await.is_none());
        assert!(gate.turn(2).await.is_some());
        drop(one);
        assert!(gate.turn(1).await.is_some());
    }

    /// Shows: faults.uploads
    #[tokio::test]
    async fn a_persons_third_upload_waits_for_one_of_the_first_two() {
        let gate = UploadGate::new(AT_ONCE, LONG);
        let (one, _two) = (gate.turn(1).await.unwrap(), gate.turn(1).await.unwrap());
        let first_ends = async {
            yield_now().await;
            drop(one);
        };
        let (third, ()) = join(gate.turn(1), first_ends).await;
        assert!(third.is_some());
    }

    #[post("/waits")]
    async fn waits() {
        std::future::pending().await
    }

    #[post("/answers")]
    fn answers() -> &'static str {
        "at once"
    }

    /// Handles every form as one of user 1.
    #[derive(Clone)]
    struct OfUser(GatedHandler);

    #[rocket::async_trait]
    impl Handler for OfUser {
        async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
            self.0.in_turn(1, request, data).await
        }
    }

    /// The two routes behind a gate for one form at a time.
    async fn served(gate: &Arc<UploadGate>, read_timeout: Duration) -> Client {
        let gated =
            wrapped(routes![waits, answers], |inner| OfUser(GatedHandler { inner, gate: gate.clone(), read_timeout }));
        let quiet = Figment::from(rocket::Config::debug_default()).merge(("log_level", "off"));
        let rocket = rocket::custom(quiet).mount("/", gated);
        Client::untracked(rocket).await.unwrap()
    }

    /// Shows: faults.uploads
    #[tokio::test]
    async fn an_upload_that_arrives_slowly_gives_its_turn_to_the_next() {
        let gate = Arc::new(UploadGate::new(1, LONG));
        let client = served(&gate, Duration::from_millis(1)).await;
        let slow = client.post("/waits").dispatch().await.status();
        assert_eq!(slow, Status::RequestTimeout);
        let client = served(&gate, LONG).await;
        assert_eq!(client.post("/answers").dispatch().await.status(), Status::Ok);
        assert!(gate.users.is_idle());
    }

    /// Shows: faults.uploads
    #[tokio::test]
    async fn an_upload_without_a_turn_is_to_be_sent_later_and_is_no_outage() {
        let gate = Arc::new(UploadGate::new(1, Duration::from_millis(1)));
        let client = served(&gate, LONG).await;
        let other = gate.turn(2).await.unwrap();
        let refused = client.post("/answers").dispatch().await.status();
        assert_eq!(refused, Status::TooManyRequests);
        drop(other);
        assert_eq!(client.post("/answers").dispatch().await.status(), Status::Ok);
    }

    #[tokio::test]
    async fn only_a_form_that_says_that_it_is_small_is_small() {
        let client = served(&Arc::new(UploadGate::new(1, LONG)), LONG).await;
        let length = |length: &str| Header::new("Content-Length", length.to_owned());
        let form = || client.post("/answers").header(ContentType::FormData);
        assert!(is_small(form().header(length("65536")).inner()));
        assert!(!is_small(form().header(length("65537")).inner()));
        assert!(!is_small(form().header(length("-1")).inner()));
        assert!(!is_small(form().inner()));
        let chunked = form().header(length("1")).header(Header::new("Transfer-Encoding", "chunked"));
        assert!(!is_small(chunked.inner()));
    }
}
