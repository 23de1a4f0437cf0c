//! The portal: where OAuth apps and webhooks are made and managed.
//! What programs then do with them stands in `oauth` and `webhooks`.

mod app_page;
mod app_playground;
mod apps;
mod audit;
mod chart;
mod composed;
mod deliveries;
mod home;
mod link;
mod mention_reasons;
mod new_secret;
mod shell_quote;
mod webhook_new;
mod webhook_page;
mod webhook_playground;
mod webhook_send;
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
