//! On SQLite: noticing what another process, such as `portico user disable`, does to accounts.
//! Nodes on Postgres tell each other, see `listening`.

use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::AdHoc;
use sea_orm::DbBackend;
use tokio::time::sleep;
use tokio::{select, spawn};

use crate::app::App;
use crate::error::Result;
use crate::live::{Access, Cursor, WINDOW};
use crate::models::accounts::security_event;

/// Rights are checked again within a second of being taken away.
const EVERY: Duration = Duration::from_millis(500);

/// Watches from the start of the server to its end.
pub fn watching() -> AdHoc {
    AdHoc::on_liftoff("account changes", |rocket| {
        Box::pin(async move {
            let Some(app) = rocket.state::<Arc<App>>().cloned() else {
                return;
            };
            if app.db.backend() != DbBackend::Sqlite {
                return;
            }
            let shutdown = rocket.shutdown();
            spawn(async move {
                select! {
                    () = shutdown => {}
                    () = watch(&app) => {}
                }
            });
        })
    })
}

async fn watch(app: &App) {
    let mut given: Option<Cursor> = None;
    loop {
        sleep(EVERY).await;
        // With no stream open there is nobody to wake.
        if !app.live.has_streams() {
            given = None;
            continue;
        }
        if let Err(err) = look(app, &mut given).await {
            tracing::warn!(error = %err, "could not check for account changes by other processes");
        }
    }
}

/// Wakes the streams of those to whose accounts something happened since the last look. Every act that ends a session is in
/// the security log, so that this is a step into its primary key.
async fn look(app: &App, given: &mut Option<Cursor>) -> Result<()> {
    let now = app.now();
    let given = given.get_or_insert_with(|| Cursor::up_to(crate::ids::first_id_at(now), &[]));
    let found = security_event::since(&app.db, given.settled(), WINDOW).await?;
    let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
    let news = given.news(&ids, now);
    let of: Vec<Access> = found
        .iter()
        .filter(|(id, _)| news.contains(id))
        .map(|(_, user_id)| Access::User(*user_id))
        .collect();
    app.live.access_changed(&of);
    Ok(())
}
