//! `/style`: every component of the pages, for designers. Only mounted in the demo.
//! The components themselves are in the stylesheet and the macros.

use rocket::get;
use rocket_dyn_templates::context;

use crate::routes::guards::Viewer;
use crate::routes::page::Page;

#[get("/style")]
pub(crate) fn show(_viewer: &Viewer) -> Page {
    Page::new("style", context! {})
}
