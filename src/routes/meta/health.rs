//! `/healthz` and `/readyz`: whether the process lives, and whether it can serve.
//! Figures about its work stand with `metrics`.

use rocket::http::Status;
use rocket::{Route, get, routes};

use crate::database;
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
    match database::is_ready(&at.db).await {
        Ok(true) => (Status::Ok, "ready\n"),
        Ok(false) => (
            Status::ServiceUnavailable,
            "the database's schema is not up to date\n",
        ),
        Err(_) => (
            Status::ServiceUnavailable,
            "the database can't be reached\n",
        ),
    }
}
