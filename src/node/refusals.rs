//! Logs how an outage of the database goes on, and that it is over.
//! The refused requests are counted in `error::refusals`.

use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;
use tokio::{select, spawn};

use crate::error::refusals::Refusals;

const EVERY: Duration = Duration::from_secs(1);

/// Logs while the server runs.
pub fn refusals() -> AdHoc {
    AdHoc::on_liftoff("refused requests", |rocket| {
        Box::pin(async move {
            let shutdown = rocket.shutdown();
            spawn(async move {
                select! {
                    () = shutdown => {}
                    () = log() => {}
                }
            });
        })
    })
}

async fn log() {
    loop {
        sleep(EVERY).await;
        if let Some(report) = Refusals::of_process().report() {
            report.log();
        }
    }
}
