//! `/style`: every component of the pages once, to look at. Mounted by the demo alone.
//! The components themselves stand in the stylesheet and the macros.

use rocket::{Route, get, routes};
use rocket_dyn_templates::context;

use crate::routes::guards::Viewer;
use crate::routes::page::Page;

/// The page, for whoever mounts it.
pub fn routes() -> Vec<Route> {
    routes![show]
}

#[get("/style")]
fn show(_viewer: &Viewer) -> Page {
    Page::new("style", context! {})
}
