//! Logs how an outage of the database goes on, and that it is over.
//! The refused requests are counted in `error::refusals`.

use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;

use super::while_serving;
use portico_platform::error::refusals::Refusals;

const EVERY: Duration = Duration::from_secs(1);

/// Logs while the server runs.
pub fn fairing() -> AdHoc {
    while_serving("outages", |app| async move {
        let refusals = Refusals::of_process();
        loop {
            sleep(EVERY).await;
            let proof = match refusals.awaits_proof() {
                true => Some(app.can_write().await),
                false => None,
            };
            if let Some(report) = refusals.report(proof) {
                report.log();
            }
        }
    })
}
