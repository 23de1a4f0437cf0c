//! A file a route, each with the requests it answers and those it refuses.

mod docs;
mod every_route;
mod meta;
mod metrics;
mod sign_in;
mod sign_up;
