//! `/style`: every component of the pages once, to look at. Mounted by the demo alone.
//! The components themselves stand in the stylesheet and the macros.

use rocket::get;
use rocket_dyn_templates::context;

use crate::routes::guards::Viewer;
use crate::routes::page::Page;

#[get("/style")]
pub(crate) fn show(_viewer: &Viewer) -> Page {
    Page::new("style", context! {})
}
