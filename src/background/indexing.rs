//! The background task that puts messages into the search index, in small steps, while the process serves.
//! `models::messages::search::indexing` does a step.

use std::time::{Duration, Instant};

use rocket::fairing::AdHoc;

use super::while_serving;
use crate::app::App;
use portico_store::models::messages::search::indexing;

/// The pause when nothing is left.
const REST: Duration = Duration::from_secs(5);
/// The shortest pause between two steps.
const PAUSE: Duration = Duration::from_millis(20);
/// Length of the pause after a step, as a multiple of the step: posts have the database for themselves most of the
/// time.
const SHARE: u32 = 4;

/// Fills the index while the server runs. A step in progress when it shuts down is rolled back.
pub fn fairing() -> AdHoc {
    while_serving("search index", |app| async move { fill(&app).await })
}

async fn fill(app: &App) {
    let mut pause = REST;
    loop {
        tokio::time::sleep(pause).await;
        let started = Instant::now();
        pause = match indexing::step(app).await {
            Ok(Some(0)) => REST,
            Ok(_) => PAUSE.max(started.elapsed() * SHARE),
            Err(err) => {
                tracing::warn!(error = %err, "messages were not indexed for searching");
                REST
            }
        };
    }
}
