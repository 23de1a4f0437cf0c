//! Routes for every method, of endpoints for programs: even a wrong method gets an answer in their format.

use rocket::Route;
use rocket::http::Method;
use rocket::route::Handler;

/// The methods that Rocket has a name for.
const METHODS: [Method; 9] = [
    Method::Get,
    Method::Put,
    Method::Post,
    Method::Delete,
    Method::Options,
    Method::Head,
    Method::Trace,
    Method::Connect,
    Method::Patch,
];

/// One route for each method.
pub(super) fn every_method(path: &str, handler: impl Handler + Clone) -> Vec<Route> {
    let of = |method| Route::new(method, path, handler.clone());
    METHODS.into_iter().map(of).collect()
}
