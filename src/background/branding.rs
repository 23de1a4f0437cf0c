//! Once a minute: reads the notice to everyone and the branding again, which another process may have changed.
//! They are kept in `app`, and changed in `models::instance`.

use std::time::Duration;

use rocket::fairing::AdHoc;

use super::every;

const EVERY: Duration = Duration::from_secs(60);

/// Reads them while the server runs.
pub fn fairing() -> AdHoc {
    every("branding", EVERY, |app| async move {
        if let Err(err) = app.renew_notice().await {
            tracing::warn!(error = %err, "the notice to everyone could not be read");
        }
        if let Err(err) = app.renew_branding().await {
            tracing::warn!(error = %err, "the branding could not be read");
        }
    })
}
