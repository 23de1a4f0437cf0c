//! Once a second: asks how far the replica is behind, where one is named. `database::replica` decides what follows from
//! it.

use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;

use super::while_serving;

const EVERY: Duration = Duration::from_secs(1);

/// Asks while the server runs.
pub fn fairing() -> AdHoc {
    while_serving("replica lag", |app| async move {
        while app.has_replica() {
            app.look_at_replica().await;
            sleep(EVERY).await;
        }
    })
}
