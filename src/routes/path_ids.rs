//! Malformed ids in paths: 404, as for ids that don't exist.
//! What an id looks like is defined in `ids`.

use rocket::http::Status;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::wrapped_routes::wrapped_where;

/// The same routes; those with parameters in their path respond 404, where Rocket responds 422, if one can't be parsed.
pub(super) fn not_found_if_malformed(routes: Vec<Route>) -> Vec<Route> {
    let has_parameters = |route: &Route| route.uri.path().contains('<');
    wrapped_where(routes, has_parameters, WithIds)
}

#[derive(Clone)]
struct WithIds(Box<dyn Handler>);

#[rocket::async_trait]
impl Handler for WithIds {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        match self.0.handle(request, data).await {
            // Bodies that can't be parsed are errors of the handler instead, so this can only be a parameter.
            Outcome::Forward((data, Status::UnprocessableEntity)) => Outcome::Forward((data, Status::NotFound)),
            outcome => outcome,
        }
    }
}
