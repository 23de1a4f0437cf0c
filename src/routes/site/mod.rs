//! What is about the instance itself: the start page, health, colours, pictures.
//! The parts that people came for have files of their own.

pub mod assets;
mod avatars;
mod csp_reports;
mod docs;
mod health;
mod home;
mod metrics;
mod outbox;
pub mod style;
mod theme;
mod well_known;

use rocket::Route;

/// Pages and forms.
pub fn pages() -> Vec<Route> {
    [
        home::routes(),
        outbox::routes(),
        theme::routes(),
        docs::pages(),
    ]
    .concat()
}

/// What programs ask for.
pub fn endpoints() -> Vec<Route> {
    [
        assets::routes(),
        health::routes(),
        metrics::routes(),
        avatars::routes(),
        docs::endpoints(),
        csp_reports::routes(),
        well_known::routes(),
    ]
    .concat()
}
