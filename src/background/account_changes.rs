//! On SQLite: detects changes to accounts by other processes, such as `portico user disable`.
//! Nodes on Postgres notify each other, see `listener`.

use std::time::Duration;

use rocket::fairing::AdHoc;
use sea_orm::DbBackend;
use tokio::time::sleep;

use super::while_serving;
use crate::app::App;
use portico_platform::error::Result;
use portico_rules::log_cursor::{LogCursor, WINDOW};
use portico_store::live::Access;
use portico_store::models::accounts::security_event;

/// Access is checked again within a second of being revoked.
const EVERY: Duration = Duration::from_millis(500);

/// Watches while the server runs.
pub fn fairing() -> AdHoc {
    while_serving("account changes", |app| async move {
        if app.db.backend() == DbBackend::Sqlite {
            watch(&app).await;
        }
    })
}

async fn watch(app: &App) {
    let mut cursor: Option<LogCursor> = None;
    loop {
        sleep(EVERY).await;
        // Without streams there is nothing to wake.
        if !app.live.has_streams() {
            cursor = None;
            continue;
        }
        if let Err(err) = look(app, &mut cursor).await {
            tracing::warn!(error = %err, "could not check for account changes by other processes");
        }
    }
}

/// Wakes the streams of users with new entries in the security log. Every action that ends a session is logged there,
/// and the query is a range of the primary key.
async fn look(app: &App, cursor: &mut Option<LogCursor>) -> Result<()> {
    // The time that ids carry.
    let now = app.live.now();
    let cursor = cursor.get_or_insert_with(|| LogCursor::from(now));
    let found = security_event::since(&app.db, cursor.settled(), WINDOW).await?;
    let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
    let news = cursor.news(&ids, now);
    let of: Vec<Access> =
        found.iter().filter(|(id, _)| news.contains(id)).map(|(_, user_id)| Access::User(*user_id)).collect();
    app.live.access_changed(&of);
    Ok(())
}
