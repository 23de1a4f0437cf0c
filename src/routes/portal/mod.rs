//! The portal: where OAuth apps and webhooks are made and managed.
//! What programs then do with them stands in `oauth` and `webhooks`.

mod apps;
mod audit;
mod chart;
mod deliveries;
mod home;
mod new_secret;
mod webhooks;

use rocket::Route;

/// The pages of the portal.
pub fn routes() -> Vec<Route> {
    [
        home::routes(),
        apps::routes(),
        audit::routes(),
        webhooks::routes(),
    ]
    .concat()
}
