//! Sign-in for other services: apps, redirect URIs, secrets, codes, devices, grants.
//! Requests and their parameters are read in `routes::oauth`.

pub mod app_collaborator;
pub mod app_report;
pub mod app_transfer;
pub mod approval;
pub mod authorization_code;
pub mod client_secret;
pub mod device_code;
pub mod freshness;
pub mod grant;
pub mod id_token;
pub(in crate::models) mod leaked;
pub mod oauth_app;
pub mod overview;
pub mod post_logout_redirect_uri;
pub mod profile;
pub mod redirect_uri;
pub mod requesting_app;
pub mod signing_key;
mod uri_list;

use uri_list::uri_list;
