//! `/healthz` and `/readyz`: whether the process runs, and whether it can handle requests.
//! Its metrics are in `metrics`.

use std::time::Duration;

use rocket::get;
use rocket::http::Status;
use tokio::time::timeout;

use crate::app::App;
use crate::database::schema;

#[get("/healthz")]
pub(crate) fn alive() -> &'static str {
    "alive\n"
}

/// A process that takes longer to find out is not ready: its checks wait for locks as well, which no statement's limit ends.
const LONGEST: Duration = Duration::from_secs(4);

#[get("/readyz")]
pub(crate) async fn ready(app: &App) -> (Status, &'static str) {
    let late = |_| unready("the database does not answer in time\n");
    timeout(LONGEST, check(app)).await.unwrap_or_else(late)
}

fn unready(reason: &'static str) -> (Status, &'static str) {
    (Status::ServiceUnavailable, reason)
}

async fn check(app: &App) -> (Status, &'static str) {
    if app.is_leaving() {
        return unready("about to stop\n");
    }
    match schema::is_current(&app.db).await {
        Ok(true) => {}
        Ok(false) => return unready("the database's schema is not this program's\n"),
        Err(_) => return unready("the database can't be reached\n"),
    }
    match schema::is_read_only(&app.db).await {
        Ok(false) => {}
        Ok(true) => return unready("the database is read-only\n"),
        Err(_) => return unready("the database can't be reached\n"),
    }
    if app.hold_number().await.is_err() {
        return unready("no node number is held\n");
    }
    if !app.takes_writes().await {
        return unready("the database takes no writes\n");
    }
    (Status::Ok, "ready\n")
}
