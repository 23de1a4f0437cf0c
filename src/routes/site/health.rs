//! `/healthz` and `/readyz`: whether the process runs, and whether it can handle requests.
//! Its metrics are in `metrics`.

use rocket::get;
use rocket::http::Status;

use crate::app::App;
use crate::database::schema;

#[get("/healthz")]
pub(crate) fn alive() -> &'static str {
    "alive\n"
}

#[get("/readyz")]
pub(crate) async fn ready(app: &App) -> (Status, &'static str) {
    let unready = |reason| (Status::ServiceUnavailable, reason);
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
