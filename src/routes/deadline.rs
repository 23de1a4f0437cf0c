//! Every request waits for the database for a limited time, see `database::deadline`.
//! Wrapped around the routes when they are mounted, so that none is left out.

use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::wrapped_routes::wrapped;
use portico_platform::database::deadline;

/// The same routes, each request with its deadline. Data that a stream sends after its response has begun is not part
/// of it.
pub fn wrap(routes: Vec<Route>) -> Vec<Route> {
    wrapped(routes, DeadlineHandler)
}

#[derive(Clone)]
struct DeadlineHandler(Box<dyn Handler>);

#[rocket::async_trait]
impl Handler for DeadlineHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        deadline::limited(self.0.handle(request, data)).await
    }
}
