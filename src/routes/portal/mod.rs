//! The portal: where people make and keep what other programs use of this chat.
//! What those programs themselves ask for stands with `oauth` and `webhooks`.

mod apps;
mod new_secret;

use rocket::Route;

/// The routes of the portal.
pub fn routes() -> Vec<Route> {
    apps::routes()
}
