//! Once a minute: adds what this process counted to the database, for the charts of the console, and reads the notice to
//! everyone and the branding again. What is counted is in `metrics`, the table in `models::instance::count`.

use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;
use tokio::{select, spawn};

use crate::app::App;
use crate::error::Result;
use crate::models::instance::count;

const EVERY: Duration = Duration::from_secs(60);

/// Counts while the server runs. What is counted after the last minute is added when it has ended, in `cli::serve`.
pub fn counting() -> AdHoc {
    AdHoc::on_liftoff("counts", |rocket| {
        Box::pin(async move {
            let Some(app) = rocket.state::<Arc<App>>().cloned() else {
                return;
            };
            let mut shutdown = rocket.shutdown();
            spawn(async move {
                loop {
                    select! {
                        () = &mut shutdown => return,
                        () = sleep(EVERY) => {}
                    }
                    // Not interrupted by the end: what was taken to be added would be lost.
                    if let Err(err) = add_counts(&app).await {
                        tracing::warn!(error = %err, "what was counted for the charts was not stored");
                    }
                    if let Err(err) = app.renew_notice().await {
                        tracing::warn!(error = %err, "the notice to everyone could not be read");
                    }
                    if let Err(err) = app.renew_branding().await {
                        tracing::warn!(error = %err, "the branding could not be read");
                    }
                }
            });
        })
    })
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
