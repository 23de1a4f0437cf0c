//! Once a minute: reads the notice to everyone, the branding and who can sign up again, which another process may have
//! changed, and checks what needs the operator's attention.
//! They are kept in `app`, and changed in `models::instance`.

use std::time::Duration;

use rocket::fairing::AdHoc;

use super::every;

const EVERY: Duration = Duration::from_secs(60);

/// Reads them while the server runs.
pub fn fairing() -> AdHoc {
    every("instance_settings", EVERY, |app| async move {
        if let Err(err) = app.renew_notice().await {
            tracing::warn!(error = %err, "the notice to everyone could not be read");
        }
        if let Err(err) = app.renew_branding().await {
            tracing::warn!(error = %err, "the branding could not be read");
        }
        if let Err(err) = app.renew_sign_up_mode().await {
            tracing::warn!(error = %err, "who can sign up could not be read");
        }
        if let Err(err) = app.renew_concerns().await {
            tracing::warn!(error = %err, "could not check what needs the operator's attention");
        }
    })
}
