//! Guards around the handlers of many routes.

mod fetch_metadata;
mod slow_bodies;
