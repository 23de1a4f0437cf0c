//! Malformed ids in paths: 404, as for ids that don't exist.
//! What an id looks like is defined in `ids`.

use rocket::http::Status;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

/// The same routes; those with parameters in their path respond 404, where Rocket responds 422, if one can't be parsed.
pub(super) fn not_found_if_malformed(routes: impl Iterator<Item = Route>) -> Vec<Route> {
    routes
        .map(|mut route| {
            if route.uri.path().contains('<') {
                route.handler = Box::new(WithIds(route.handler));
            }
            route
        })
        .collect()
}

#[derive(Clone)]
struct WithIds(Box<dyn Handler>);

#[rocket::async_trait]
impl Handler for WithIds {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        match self.0.handle(request, data).await {
            // Bodies that can't be parsed are errors of the handler instead, so this can only be a parameter.
            Outcome::Forward((data, Status::UnprocessableEntity)) => {
                Outcome::Forward((data, Status::NotFound))
            }
            outcome => outcome,
        }
    }
}
