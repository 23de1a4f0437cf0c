//! Once a minute: adds what this process counted to the database, for the charts of the console. `metrics` and
//! `storage` count; the tables are in `models::instance::count` and `server_writes`.

use std::time::Duration;

use rocket::fairing::AdHoc;

use super::every;
use crate::app::App;
use portico_platform::error::Result;
use portico_store::models::instance::{count, server_writes};

const EVERY: Duration = Duration::from_secs(60);

/// Adds counts while the server runs. `cli::serve` adds the counts after the last minute when the server has stopped.
pub fn fairing() -> AdHoc {
    every("counts", EVERY, |app| async move {
        if let Err(err) = add_counts(&app).await {
            tracing::warn!(error = %err, "chart counts were not stored");
        }
    })
}

/// Adds what was counted since the last time. Counts that can't be stored are added the next time.
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
