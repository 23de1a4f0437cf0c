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

use portico_rules::ids::UserId;

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
    wrapped_where(routes, has_form, |inner| GatedHandler::new(inner, gate.clone(), READ_TIMEOUT))
}

/// The handler of a form, which a gate lets read it.
#[derive(Clone)]
pub struct GatedHandler {
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
    pub fn new(inner: Box<dyn Handler>, gate: Arc<UploadGate>, read_timeout: Duration) -> Self {
        Self { inner, gate, read_timeout }
    }

    /// Handles a form of this user once it is its turn. One that arrives slowly gives its turn up: unfinished work is rolled
    /// back, since every write is a transaction.
    pub async fn in_turn<'r>(&self, user_id: UserId, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        let Some(_permit) = self.gate.turn(user_id).await else {
            return Outcome::from(request, Error::TooFast(RETRY_SECS));
        };
        timeout(self.read_timeout, self.inner.handle(request, data))
            .await
            .unwrap_or(Outcome::Error(Status::RequestTimeout))
    }
}

/// True if a request says that its form is small. The server reads no more than it says.
pub fn is_small(request: &Request<'_>) -> bool {
    let headers = request.headers();
    let length = headers.get_one("Content-Length");
    let length = length.and_then(|length| length.parse::<u64>().ok());
    // Of a body in chunks the length counts for nothing.
    !headers.contains("Transfer-Encoding") && length.is_some_and(|length| length <= SMALL)
}

/// Counts the forms that are being read.
#[derive(Debug)]
pub struct UploadGate {
    free: Semaphore,
    users: Arc<UserLimiter>,
    queue_timeout: Duration,
}

/// A permit to have a form read, released when this is dropped.
#[derive(Debug)]
pub struct UploadPermit<'g> {
    _free: SemaphorePermit<'g>,
    _own: UserPermit,
}

impl UploadGate {
    /// True if no form has a permit or waits for one.
    pub fn is_idle(&self) -> bool {
        self.users.is_idle()
    }

    pub fn new(at_once: usize, queue_timeout: Duration) -> Self {
        Self { free: Semaphore::new(at_once), users: UserLimiter::new(OF_ONE), queue_timeout }
    }

    /// Waits for a permit, among the forms of this user first; none if there was none in time, or if very many of theirs wait.
    pub async fn turn(&self, user_id: UserId) -> Option<UploadPermit<'_>> {
        let waiting = async {
            let own = self.users.wait(user_id).await.ok()?;
            let free = self.free.acquire().await.ok()?;
            Some((own, free))
        };
        let (own, free) = timeout(self.queue_timeout, waiting).await.ok()??;
        Some(UploadPermit { _free: free, _own: own })
    }
}
