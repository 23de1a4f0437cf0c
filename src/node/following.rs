//! Once a second: asks how far the replica is behind, where one is named.
//! What that decides is in `database::replica`.

use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;
use tokio::{select, spawn};

use crate::app::App;

const EVERY: Duration = Duration::from_secs(1);

/// Asks while the server runs.
pub fn following() -> AdHoc {
    AdHoc::on_liftoff("replica", |rocket| {
        Box::pin(async move {
            let Some(app) = rocket.state::<Arc<App>>().cloned() else {
                return;
            };
            if !app.has_replica() {
                return;
            }
            let shutdown = rocket.shutdown();
            spawn(async move {
                select! {
                    () = shutdown => {}
                    () = follow(&app) => {}
                }
            });
        })
    })
}

async fn follow(app: &App) {
    loop {
        app.look_at_replica().await;
        sleep(EVERY).await;
    }
}
