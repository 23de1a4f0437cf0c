//! On SQLite: detects changes to accounts by other processes, such as `portico user disable`.
//! Nodes on Postgres notify each other, see `listening`.

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

/// Access is checked again within a second of being revoked.
const EVERY: Duration = Duration::from_millis(500);

/// Watches while the server runs.
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
        // Without streams there is nothing to wake.
        if !app.live.has_streams() {
            given = None;
            continue;
        }
        if let Err(err) = look(app, &mut given).await {
            tracing::warn!(error = %err, "could not check for account changes by other processes");
        }
    }
}

/// Wakes the streams of users with new entries in the security log. Every action that ends a session is logged there,
/// and the query is a range of the primary key.
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
