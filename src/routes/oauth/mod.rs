//! Sign-in for external services: the consent page, the token endpoint, and a person's connected apps.
//! Making and editing apps stands with `portal`.

pub(super) mod authorize;
mod callback;
pub(super) mod connected_apps;
mod consent_form;
mod parameters;
mod preview;
mod request;
pub(crate) mod token;

use rocket::Catcher;

pub(crate) use authorize::requesting_app;
pub(crate) use preview::ConsentPreview;

/// What the token endpoint answers where not even its handler could: JSON as well.
pub fn catchers() -> Vec<Catcher> {
    token::catchers()
}
