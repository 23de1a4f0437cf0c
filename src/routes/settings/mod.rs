//! What a signed-in person changes about their account: profile, phone, password, sessions, its end.
//! The apps they are connected to stand with `oauth`, the choice of colours with `meta`.

mod browser_name;
mod delete;
mod phone;
mod profile;
mod security;

use rocket::{Route, get, routes};

use crate::routes::page::Answer;
use crate::routes::viewer::SignedIn;

/// The routes of the settings.
pub fn routes() -> Vec<Route> {
    [
        routes![show],
        profile::routes(),
        phone::routes(),
        security::routes(),
        delete::routes(),
    ]
    .concat()
}

#[get("/settings")]
fn show(_me: SignedIn<'_>) -> Answer {
    Answer::to("/settings/profile")
}
