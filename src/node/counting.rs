//! Adds what this process counted to the database once a minute, for the charts of the console.
//! What is counted is in `metrics`, the table in `models::instance::count`.

use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;
use tokio::{select, spawn};

use crate::app::App;
use crate::error::Result;
use crate::models::instance::count;

const EVERY: Duration = Duration::from_secs(60);

/// Counts while the server runs, and once more at its end.
pub fn counting() -> AdHoc {
    AdHoc::on_liftoff("counts", |rocket| {
        Box::pin(async move {
            let Some(app) = rocket.state::<Arc<App>>().cloned() else {
                return;
            };
            let shutdown = rocket.shutdown();
            spawn(async move {
                select! {
                    () = shutdown => add_or_warn(&app).await,
                    () = keep_adding(&app) => {}
                }
            });
        })
    })
}

async fn keep_adding(app: &App) {
    loop {
        add_or_warn(app).await;
        sleep(EVERY).await;
    }
}

async fn add_or_warn(app: &App) {
    if let Err(err) = add_counts(app).await {
        tracing::warn!(error = %err, "what was counted for the charts was not stored");
    }
}

/// Adds what was counted since the last time. What can't be stored is added the next time.
///
/// # Errors
/// When the database can't be reached.
pub async fn add_counts(app: &App) -> Result<()> {
    let taken = app.metrics.take_tally();
    let added = count::add(app, &taken).await;
    if added.is_err() {
        app.metrics.put_back(taken);
    }
    added
}
