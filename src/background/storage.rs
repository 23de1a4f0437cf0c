//! Every few seconds: looks how much room there is, so that messages are refused before the disk is full.
//! `portico_platform::storage` decides what follows from it.

use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;

use super::while_serving;

/// Far less is written meanwhile than has to stay free.
const EVERY: Duration = Duration::from_secs(5);

/// Looks while the server runs.
pub fn fairing() -> AdHoc {
    while_serving("storage", |app| async move {
        while app.config.storage.is_limited() {
            if let Err(err) = app.look_at_storage().await {
                tracing::debug!(error = %err, "the size of the database could not be read");
            }
            sleep(EVERY).await;
        }
    })
}
