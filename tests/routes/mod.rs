//! A file a route, each with the requests it answers and those it refuses.

mod oauth_authorize;
mod oauth_consent;
mod oauth_token;
mod portal_apps;
mod settings_apps;
mod sign_in;
mod sign_up;
