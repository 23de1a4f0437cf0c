//! Listens for notifications of other nodes, on a separate connection.
//! Their content is in `live::announcement`; whom they wake, in `live`.

use std::collections::BTreeMap;
use std::time::Duration;

use rocket::fairing::AdHoc;
use sea_orm::DbBackend;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sea_orm::sqlx::{self, Executor, Row};
use tokio::time::{Instant, sleep, timeout};

use super::while_serving;
use crate::app::App;
use portico_rules::clock::Millis;
use portico_rules::ids::PlaceId;
use portico_store::live::{Arrival, ArrivedChannels, NodeNotification, SUBJECT};

/// The connection's name in `pg_stat_activity`.
const NAME: &str = "portico listener";
/// After this time without a notification, the connection is pinged.
const SILENCE: Duration = Duration::from_secs(15);
/// The timeout of connecting and of the ping.
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);
/// With notifications, how often the connection is asked about transactions.
const SAMPLED_EVERY: Duration = Duration::from_secs(5);
/// Delays between retries: the first is short, for a server that just restarts, and each is twice the last.
const FIRST_WAIT: Duration = Duration::from_millis(50);
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Listens while the server runs. Does nothing on SQLite, which has one process.
pub fn fairing() -> AdHoc {
    while_serving("listener", |app| async move {
        if app.db.backend() == DbBackend::Postgres {
            listen(&app).await;
        }
    })
}

/// Listens forever, reconnecting as needed.
async fn listen(app: &App) {
    let mut wait = FIRST_WAIT;
    // The last time at which the connection certainly was there.
    let mut heard = None;
    loop {
        let began = Instant::now();
        let Err(err) = receive(app, &mut heard).await;
        tracing::warn!(error = %err, "LISTEN connection lost; reconnecting");
        if began.elapsed() > MAX_WAIT {
            wait = FIRST_WAIT;
        }
        sleep(wait).await;
        wait = (wait * 2).min(MAX_WAIT);
    }
}

/// Listens on one connection until it is lost.
async fn receive(app: &App, heard: &mut Option<Millis>) -> Result<std::convert::Infallible, sqlx::Error> {
    let mut listener = timeout(REPLY_TIMEOUT, connect(app)).await.map_err(late)??;
    // Earlier notifications may have been missed. From here on, none are.
    match *heard {
        Some(until) => app.live.catch_up(until),
        None => app.live.listens(),
    }
    let mut asked = Instant::now();
    look_at_transactions(app, &mut listener).await?;
    *heard = Some(app.live.now());
    loop {
        let received = timeout(SILENCE, listener.try_recv()).await;
        // A connection that was cut silently would stay silent forever.
        if received.is_err() || asked.elapsed() > SAMPLED_EVERY {
            asked = Instant::now();
            look_at_transactions(app, &mut listener).await?;
        }
        *heard = Some(app.live.now());
        match received {
            Ok(received) => match received? {
                Some(notification) => wake(app, notification.payload()),
                None => return Err(lost()),
            },
            Err(_) => continue,
        }
    }
}

/// Asks which transactions are in progress. If the connection is lost, what they store is looked up from their beginning
/// on.
async fn look_at_transactions(app: &App, listener: &mut PgListener) -> Result<(), sqlx::Error> {
    const ASK: &str = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text, \
                       pg_snapshot_xmax(pg_current_snapshot())::text";
    let at = app.live.now();
    let asked = timeout(REPLY_TIMEOUT, listener.fetch_one(ASK));
    let row = asked.await.map_err(late)??;
    let (lowest, next): (String, String) = (row.try_get(0)?, row.try_get(1)?);
    if let (Ok(lowest), Ok(next)) = (lowest.parse(), next.parse()) {
        app.live.in_progress(at, lowest, next);
    }
    Ok(())
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
    // What this node learned of its own commits is known.
    let is_known = |node| node == app.node() && app.holds_number() && !app.live.has_changes_in_doubt();
    match NodeNotification::read(payload) {
        Some(NodeNotification::Access(changed)) if !is_known(changed.node) => {
            app.live.access_changed(&changed.of);
        }
        Some(NodeNotification::Messages(changed)) if !is_known(changed.node) => {
            app.live.changed_by(changed.channel_id, changed.change);
        }
        Some(NodeNotification::Arrivals(announcement)) => {
            let is_known = is_known(announcement.node);
            match announcement.arrivals {
                ArrivedChannels::In(arrivals) => wake_channels(app, arrivals, is_known),
                ArrivedChannels::AnyFrom(Some(lowest)) => app.live.stored_above(lowest - 1),
                ArrivedChannels::AnyFrom(None) => app.live.catch_up(app.live.now()),
            }
        }
        Some(_) => {}
        None => tracing::warn!("unexpected notification"),
    }
}

fn wake_channels(app: &App, arrivals: BTreeMap<PlaceId, Arrival>, is_known: bool) {
    for (place_id, arrival) in arrivals {
        // Of this node's own messages, those are news whose commit it got no answer to.
        if !arrival.message_ids.is_empty() {
            app.live.stored(place_id, &arrival.message_ids, arrival.mentions);
        } else if !is_known {
            app.live.arrived_unknown(place_id, arrival.mentions);
        }
    }
}

fn late<E>(_: E) -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())
}

fn lost() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into())
}
