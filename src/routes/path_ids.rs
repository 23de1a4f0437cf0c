//! Ids in paths. A malformed one is 404, like one that doesn't exist. `ids` defines the format of an ID.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use portico_rules::ids::NotAnId;
use rocket::http::Status;
use rocket::request::FromParam;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::wrapped_routes::wrapped_where;

/// An id from a segment of the path, of the type that says of what. It dereferences to that type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathId<T>(pub(crate) T);

impl<T: FromStr<Err = NotAnId>> FromParam<'_> for PathId<T> {
    type Error = NotAnId;

    fn from_param(segment: &str) -> Result<Self, NotAnId> {
        segment.parse().map(Self)
    }
}

impl<T> Deref for PathId<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Display> fmt::Display for PathId<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

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
