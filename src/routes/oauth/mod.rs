//! Sign-in for external services: the consent page, the token endpoint, and a person's connected apps.
//! Making and editing apps stands with `portal`.

mod authorize;
mod callback;
mod connected_apps;
mod consent_form;
mod parameters;
mod preview;
mod request;
pub(crate) mod token;

use rocket::{Catcher, Route};

pub(crate) use authorize::requesting_app;
pub(crate) use preview::ConsentPreview;

/// Pages and forms.
pub fn pages() -> Vec<Route> {
    [authorize::routes(), connected_apps::routes()].concat()
}

/// The token endpoint.
pub fn endpoints() -> Vec<Route> {
    token::routes()
}

/// What the token endpoint answers where not even its handler could: JSON as well.
pub fn catchers() -> Vec<Catcher> {
    token::catchers()
}
