//! What is reached where: the table of contents of everything the outside can ask for.
//! Each file below holds the handlers of one part, with the shapes of its forms and JSON.

pub mod accounts;
pub mod audit;
pub mod catchers;
pub mod chat;
pub mod continuation;
pub mod cookies;
pub mod empty_form;
pub mod guards;
pub mod invites;
pub mod oauth;
pub mod page;
pub mod peer;
pub mod portal;
pub mod servers;
pub mod settings;
pub mod site;
pub mod upload;
pub mod upload_gate;
pub mod webhooks;
pub mod write_limit;

use rocket::Route;

/// Pages and forms for people: every form answers to this site's own pages alone.
pub fn pages() -> Vec<Route> {
    [
        site::pages(),
        accounts::routes(),
        settings::routes(),
        servers::routes(),
        invites::routes(),
        chat::routes(),
        portal::routes(),
        oauth::pages(),
    ]
    .concat()
}

/// Endpoints for programs, which carry their own credential in the request.
pub fn endpoints() -> Vec<Route> {
    [site::endpoints(), oauth::endpoints(), webhooks::endpoints()].concat()
}
