//! Listens for notifications of other nodes, on a separate connection.
//! Their content is in `live::announcement`; whom they wake, in `live`.

use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::AdHoc;
use sea_orm::DbBackend;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sea_orm::sqlx::{self, Executor};
use tokio::time::{Instant, sleep, timeout};
use tokio::{select, spawn};

use crate::app::App;
use crate::live::{Announcement, Changed, ChangedMessage, SUBJECT};

/// The connection's name in `pg_stat_activity`.
const NAME: &str = "portico listener";
/// After this time without a notification, the connection is pinged.
const SILENCE: Duration = Duration::from_secs(15);
/// The timeout of connecting and of the ping.
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);
/// Delays between retries: the first is short, for a server that just restarts, and each is twice the last.
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Listens while the server runs. Does nothing on SQLite, which has one process.
pub fn listening() -> AdHoc {
    AdHoc::on_liftoff("announcements", |rocket| {
        Box::pin(async move {
            let Some(app) = rocket.state::<Arc<App>>().cloned() else {
                return;
            };
            if app.db.backend() != DbBackend::Postgres {
                return;
            }
            let shutdown = rocket.shutdown();
            spawn(async move {
                select! {
                    () = shutdown => {}
                    () = listen(&app) => {}
                }
            });
        })
    })
}

/// Listens forever, reconnecting as needed.
async fn listen(app: &App) {
    let mut wait = FIRST_WAIT;
    loop {
        let began = Instant::now();
        let Err(err) = receive(app).await;
        // Meanwhile, pages poll every few seconds: late, but nothing is lost.
        tracing::warn!(error = %err, "LISTEN connection lost; reconnecting");
        if began.elapsed() > LONGEST_WAIT {
            wait = FIRST_WAIT;
        }
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// Listens on one connection until it is lost.
async fn receive(app: &App) -> Result<std::convert::Infallible, sqlx::Error> {
    let mut listener = timeout(REPLY_TIMEOUT, connect(app)).await.map_err(late)??;
    // Earlier notifications may have been missed. From here on, none are.
    app.live.catch_up();
    loop {
        let Ok(heard) = timeout(SILENCE, listener.try_recv()).await else {
            // A connection that was cut silently would stay silent forever.
            timeout(REPLY_TIMEOUT, listener.execute("SELECT 1"))
                .await
                .map_err(late)??;
            continue;
        };
        match heard? {
            Some(notification) => wake(app, notification.payload()),
            None => return Err(lost()),
        }
    }
}

async fn connect(app: &App) -> Result<PgListener, sqlx::Error> {
    let options: PgConnectOptions = app.config.database_url.parse()?;
    let line = PgPoolOptions::new()
        .max_connections(1)
        .max_lifetime(None)
        .idle_timeout(None)
        .connect_with(options.application_name(NAME))
        .await?;
    let mut listener = PgListener::connect_with(&line).await?;
    // We reconnect ourselves, because waiting pages have to be woken afterwards.
    listener.eager_reconnect(false);
    listener.listen(SUBJECT).await?;
    Ok(listener)
}

fn wake(app: &App, payload: &str) {
    if let Some(changed) = Changed::read(payload) {
        if changed.node != app.node() || !app.holds_number() {
            app.live.access_changed(&changed.of);
        }
        return;
    }
    if let Some(changed) = ChangedMessage::read(payload) {
        if changed.node != app.node() || !app.holds_number() {
            app.live.changed_by(changed.channel_id, changed.change);
        }
        return;
    }
    let Some(announcement) = Announcement::read(payload) else {
        tracing::warn!("unexpected notification");
        return;
    };
    // This node's own pages were woken at the commit. A node that may have lost its number trusts all notifications.
    if announcement.node == app.node() && app.holds_number() {
        return;
    }
    match announcement.arrivals {
        Some(arrivals) => {
            for (channel_id, mentions) in arrivals {
                app.live.arrived(channel_id, mentions);
            }
        }
        None => app.live.catch_up(),
    }
}

fn late<E>(_: E) -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())
}

fn lost() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into())
}
