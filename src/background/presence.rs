//! Every few seconds: stores whose pages this process has open, where that changed. However many streams there are, it
//! is one transaction. A stored presence counts while the node number is leased, see `models::accounts::presence`.

use std::time::Duration;

use rocket::fairing::AdHoc;

use super::every;
use crate::app::App;
use portico_platform::error::Result;
use portico_store::models::accounts::presence;

/// Someone who goes from page to page is here all the time.
const EVERY: Duration = Duration::from_secs(5);

/// Shares who is here while the server runs.
pub fn fairing() -> AdHoc {
    every("presence", EVERY, |app| async move {
        if let Err(err) = share_presence(&app).await {
            tracing::warn!(error = %err, "presence was not stored");
        }
    })
}

/// Stores who is here on this process, where it changed since the last time.
///
/// # Errors
/// When the database can't be reached. The next time, everything is stored again.
pub async fn share_presence(app: &App) -> Result<()> {
    let mut shared = app.live.shared_presence.lock().await;
    let (node, here) = (app.node(), app.live.streams.people());
    let before = shared.take().filter(|(of, _)| *of == node);
    let before = before.map(|(_, people)| people);
    presence::store(app, node, before.as_ref(), &here).await?;
    *shared = Some((node, here));
    Ok(())
}
