//! The guard against forms that are sent very slowly.
//! The maximum size of a form is Rocket's own setting; the endpoints for programs read and time their bodies
//! themselves.

use std::time::Duration;

use rocket::http::{Method, Status};
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};
use tokio::time::timeout;

use crate::wrapped_routes::wrapped_where;

/// Max time for a form to arrive and to be answered: a large picture over a slow connection, and a slow password hash.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// Wraps routes so that all but GET ones respond within `limit`, or with 408. Unfinished work is rolled back, since
/// every write is a transaction.
pub fn wrap(routes: Vec<Route>, limit: Duration) -> Vec<Route> {
    let has_body = |route: &Route| route.method != Method::Get;
    wrapped_where(routes, has_body, |inner| TimedHandler { inner, limit })
}

#[derive(Clone)]
struct TimedHandler {
    inner: Box<dyn Handler>,
    limit: Duration,
}

#[rocket::async_trait]
impl Handler for TimedHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        timeout(self.limit, self.inner.handle(request, data)).await.unwrap_or(Outcome::Error(Status::RequestTimeout))
    }
}
