//! Once a minute: adds what this process counted to the database, for the charts of the console.
//! What is counted is in `metrics` and `storage`, the tables in `models::instance::count` and `server_writes`.

use std::time::Duration;

use rocket::fairing::AdHoc;

use super::every;
use crate::app::App;
use portico_platform::error::Result;
use portico_store::models::instance::{count, server_writes};

const EVERY: Duration = Duration::from_secs(60);

/// Adds counts while the server runs. What is counted after the last minute is added when it has ended, in `cli::serve`.
pub fn fairing() -> AdHoc {
    every("counts", EVERY, |app| async move {
        if let Err(err) = add_counts(&app).await {
            tracing::warn!(error = %err, "chart counts were not stored");
        }
    })
}

/// Adds what was counted since the last time. What can't be stored is added the next time.
pub async fn add_counts(app: &App) -> Result<()> {
    let taken = app.metrics.take_tally();
    let added = count::add(app, &taken).await;
    if added.is_err() {
        app.metrics.put_back(taken);
    }
    let written = app.storage.take_written();
    let stored = server_writes::add(app, &written).await;
    if stored.is_err() {
        app.storage.put_back(written);
    }
    added.and(stored)
}
