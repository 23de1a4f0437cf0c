//! Sign-in for other services: apps, redirect URIs, secrets, codes, grants.
//! The request and its parameters stand in `routes::oauth`.

pub mod authorization_code;
pub mod client_secret;
pub mod grant;
pub mod oauth_app;
pub mod redirect_uri;
