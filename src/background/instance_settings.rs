//! Once a minute: reads the notice to everyone, the branding and who can sign up again, which another process may have
//! changed, and checks what needs the operator's attention.
//! They are kept in `app`, and changed in `models::instance`.

use std::time::Duration;

use rocket::fairing::AdHoc;

use super::every;

const EVERY: Duration = Duration::from_secs(60);

/// Reads them while the server runs.
pub fn fairing() -> AdHoc {
    every("instance_settings", EVERY, |app| async move { app.renew_instance_settings().await })
}
