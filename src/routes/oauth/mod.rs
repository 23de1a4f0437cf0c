//! Sign-in for external services: the consent page, the token endpoint, and a user's connected apps.
//! Creating and editing apps is in `portal`.

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

/// The token endpoint's catcher: JSON even if its handler could not respond.
pub fn catchers() -> Vec<Catcher> {
    token::catchers()
}
