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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rocket::figment::Figment;
    use rocket::local::asynchronous::Client;
    use rocket::{get, post, routes};

    use super::*;

    #[post("/waits")]
    async fn waits() {
        std::future::pending().await
    }

    #[post("/answers")]
    fn answers() -> &'static str {
        "at once"
    }

    #[get("/streams")]
    async fn streams() -> &'static str {
        tokio::task::yield_now().await;
        "in its own time"
    }

    /// Shows: faults.slow-bodies
    #[tokio::test]
    async fn a_form_that_never_ends_is_refused_and_others_are_not() {
        let short = wrap(routes![waits], Duration::from_millis(1));
        let long = wrap(routes![answers], BODY_TIMEOUT);
        let none = wrap(routes![streams], Duration::ZERO);
        let quiet = Figment::from(rocket::Config::debug_default()).merge(("log_level", "off"));
        let rocket = rocket::custom(quiet).mount("/", [short, long, none].concat());
        let client = Client::untracked(rocket).await.unwrap();
        let status = async |method, path: &'static str| client.req(method, path).dispatch().await.status();
        assert_eq!(status(Method::Post, "/waits").await, Status::RequestTimeout);
        assert_eq!(status(Method::Post, "/answers").await, Status::Ok);
        assert_eq!(status(Method::Get, "/streams").await, Status::Ok);
    }
}
