//! `/healthz` and `/readyz`: whether the process lives, and whether it can serve.
//! Figures about its work stand with `metrics`.

use rocket::http::Status;
use rocket::{Route, get, routes};

use crate::database::schema;
use crate::instance::Instance;

pub(super) fn routes() -> Vec<Route> {
    routes![alive, ready]
}

#[get("/healthz")]
fn alive() -> &'static str {
    "alive\n"
}

#[get("/readyz")]
async fn ready(at: &Instance) -> (Status, &'static str) {
    let unready = |reason| (Status::ServiceUnavailable, reason);
    if at.is_leaving() {
        return unready("about to stop\n");
    }
    match schema::is_current(&at.db).await {
        Ok(true) => {}
        Ok(false) => return unready("the database's schema is not this program's\n"),
        Err(_) => return unready("the database can't be reached\n"),
    }
    match at.hold_number().await {
        Ok(()) => (Status::Ok, "ready\n"),
        Err(_) => unready("no node number is held\n"),
    }
}
