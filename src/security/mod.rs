//! Guards of every route: headers, and requests that come from other sites or arrive too slowly.
//! Permissions are not decided here.

pub mod fetch_metadata;
pub mod headers;
pub mod same_origin;
pub mod slow_bodies;
