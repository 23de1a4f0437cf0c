//! Logs how an outage of the database goes on, and that it is over.
//! The refused requests are counted in `error::refusals`.

use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;

use super::while_serving;
use crate::error::refusals::Refusals;

const EVERY: Duration = Duration::from_secs(1);

/// Logs while the server runs.
pub fn fairing() -> AdHoc {
    while_serving("outages", |_| async {
        loop {
            sleep(EVERY).await;
            if let Some(report) = Refusals::of_process().report() {
                report.log();
            }
        }
    })
}
