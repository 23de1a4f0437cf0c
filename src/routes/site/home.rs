//! `/`: the start page, or a redirect to the portal for signed-in users.
//! The portal itself is in `portal`.

use rocket::get;
use rocket_dyn_templates::context;

use crate::routes::guards::Viewer;
use crate::routes::page::{Answer, Page};

#[get("/")]
pub(crate) fn show(viewer: &Viewer) -> Answer {
    match viewer.signed_in {
        Some(_) => Answer::to("/portal"),
        None => Answer::Shown(Page::new("home", context! {})),
    }
}
