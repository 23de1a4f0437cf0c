//! `/healthz` and `/readyz`: whether the process runs, and whether it can handle requests.
//! Its metrics are in `metrics`.

use std::time::{Duration, Instant};

use rocket::get;
use rocket::http::Status;
use tokio::time::timeout;

use crate::app::App;
use portico_platform::database::schema;

#[get("/healthz")]
pub(crate) fn alive() -> &'static str {
    "alive\n"
}

/// Every request is answered within five seconds.
const MAX_TIME: Duration = Duration::from_millis(4_500);

const DAMAGED: &str = "the database is damaged\n";

#[get("/readyz")]
pub(crate) async fn ready(app: &App) -> (Status, &'static str) {
    if app.is_leaving() {
        return unready("about to stop\n");
    }
    if app.has_lost_file() {
        return unready("the database's file was removed or replaced\n");
    }
    if app.db.is_damaged() {
        return unready(DAMAGED);
    }
    let began = Instant::now();
    let found = timeout(MAX_TIME, obstacle(app)).await;
    match found.unwrap_or(Some(Obstacle::Silent)) {
        None => (Status::Ok, "ready\n"),
        // A commit proves more than a question without an answer, which may have gone to a connection that is dead.
        Some(Obstacle::Silent) if app.db.is_damaged() => unready(DAMAGED),
        Some(Obstacle::Silent) if app.db.has_committed_since(began) => (Status::Ok, "ready\n"),
        Some(Obstacle::Silent) => unready("the database can't be reached\n"),
        Some(Obstacle::Known(reason)) => unready(reason),
    }
}

/// Reason a node can't handle requests.
enum Obstacle {
    /// The database didn't answer, or with an error.
    Silent,
    Known(&'static str),
}

async fn obstacle(app: &App) -> Option<Obstacle> {
    // At the same time: where the database is slow, each of them waits.
    let (migrated, read_only, number) =
        tokio::join!(schema::is_migrated(&app.db), schema::is_read_only(&app.db), app.ensure_lease(),);
    let known = match (migrated, read_only) {
        (Err(_), _) | (_, Err(_)) => return Some(Obstacle::Silent),
        (Ok(false), _) => "the database's schema is older than this program\n",
        (_, Ok(true)) => "the database is read-only\n",
        _ if number.is_err() => "no node number is held\n",
        _ if !app.takes_writes().await => "the database takes no writes\n",
        _ => return None,
    };
    Some(Obstacle::Known(known))
}

fn unready(reason: &'static str) -> (Status, &'static str) {
    (Status::ServiceUnavailable, reason)
}
