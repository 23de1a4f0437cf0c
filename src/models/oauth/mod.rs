//! Sign-in for other services: apps, redirect URIs, secrets, codes, grants.
//! Requests and their parameters are read in `routes::oauth`.

pub mod approval;
pub mod authorization_code;
pub mod client_secret;
pub mod grant;
pub mod oauth_app;
pub mod redirect_uri;
