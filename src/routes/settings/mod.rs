//! What a signed-in person sees and changes of their account: profile, phone, password, sessions, log, its end.
//! The apps they are connected to stand with `oauth`, the choice of colours with `site`.

mod browser_name;
mod delete;
mod phone;
mod profile;
mod security;
mod security_log;

use rocket::{Route, get, routes};

use crate::routes::guards::SignedIn;
use crate::routes::page::Answer;

/// The routes of the settings.
pub fn routes() -> Vec<Route> {
    [
        routes![show],
        profile::routes(),
        phone::routes(),
        security::routes(),
        security_log::routes(),
        delete::routes(),
    ]
    .concat()
}

#[get("/settings")]
fn show(_me: SignedIn<'_>) -> Answer {
    Answer::to("/settings/profile")
}
