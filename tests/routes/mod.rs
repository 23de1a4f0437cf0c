//! A file a route, each with the requests it answers and those it refuses.

mod docs;
mod every_route;
mod meta;
mod metrics;
mod settings_delete;
mod settings_phone;
mod settings_profile;
mod settings_security;
mod sign_in;
mod sign_up;
