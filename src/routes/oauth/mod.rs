//! Sign-in for external services: the consent page, the endpoints for programs, and a user's connected apps.
//! Creating and editing apps is in `portal`.

mod asked_at;
pub(super) mod authorize;
pub(crate) mod body;
mod callback;
mod client_auth;
pub(super) mod connected_apps;
mod consent_form;
mod cors;
pub(super) mod decision;
pub(super) mod device;
pub(super) mod device_authorization;
pub(super) mod discovery;
pub(super) mod introspect;
mod issued;
pub(super) mod logout;
mod parameters;
mod preview;
mod refusal;
pub(super) mod report;
mod request;
pub(super) mod revoke;
mod step;
pub(crate) mod token;
pub(crate) mod trial;
pub(super) mod userinfo;

use std::sync::Arc;

use rocket::http::Method;
use rocket::route::Handler;
use rocket::{Catcher, Request, Route, catchers};

use crate::app::App;
use crate::error::Error;

pub(crate) use authorize::{login_hint, requesting_app};
pub(crate) use discovery::Metadata;
pub(crate) use preview::ConsentPreview;

/// The catcher of the endpoints for programs: JSON even if a handler could not respond.
pub fn catchers() -> Vec<Catcher> {
    catchers![refusal::fault]
}

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
fn every_method(path: &'static str, handler: impl Handler + Clone) -> Vec<Route> {
    let of = |method| Route::new(method, path, handler.clone());
    METHODS.into_iter().map(of).collect()
}

/// The instance, within a handler for every method.
fn app<'r>(request: &'r Request<'_>) -> Result<&'r App, Error> {
    match request.rocket().state::<Arc<App>>() {
        Some(app) => Ok(app),
        None => Err(Error::internal("no instance is managed")),
    }
}
