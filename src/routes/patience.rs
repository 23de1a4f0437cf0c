//! Every request waits for the database for a limited time, see `database::patience`.
//! Wrapped around the routes when they are mounted, so that none is left out.

use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::database::patience;

/// The same routes, each request with limited patience. What a stream sends after its response has begun is not part of
/// it.
pub fn limited(routes: Vec<Route>) -> Vec<Route> {
    routes
        .into_iter()
        .map(|mut route| {
            route.handler = Box::new(Limited(route.handler));
            route
        })
        .collect()
}

#[derive(Clone)]
struct Limited(Box<dyn Handler>);

#[rocket::async_trait]
impl Handler for Limited {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        patience::limited(self.0.handle(request, data)).await
    }
}
