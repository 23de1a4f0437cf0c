//! Accounts: signing up, in and out, and giving the password once more.
//! What a signed-in person changes about their account stands with `settings`.

mod confirm;
mod sign_in;
mod sign_up;

use rocket::Route;

/// The routes of accounts.
pub fn routes() -> Vec<Route> {
    [sign_up::routes(), sign_in::routes(), confirm::routes()].concat()
}
