//! Forms that never end.

use std::time::Duration;

use rocket::figment::Figment;
use rocket::http::{Method, Status};
use rocket::local::asynchronous::Client;
use rocket::{get, post, routes};

use portico::security::slow_bodies::{BODY_TIMEOUT, wrap};

#[post("/waits")]
async fn waits() {
    std::future::pending().await
}

#[post("/answers")]
fn answers() -> &'static str {
    "at once"
}

#[get("/streams")]
async fn streams() -> &'static str {
    tokio::task::yield_now().await;
    "in its own time"
}

/// Shows: faults.slow-bodies
#[tokio::test]
async fn a_form_that_never_ends_is_refused_and_others_are_not() {
    let short = wrap(routes![waits], Duration::from_millis(1));
    let long = wrap(routes![answers], BODY_TIMEOUT);
    let none = wrap(routes![streams], Duration::ZERO);
    let quiet = Figment::from(rocket::Config::debug_default()).merge(("log_level", "off"));
    let rocket = rocket::custom(quiet).mount("/", [short, long, none].concat());
    let client = Client::untracked(rocket).await.unwrap();
    let status = async |method, path: &'static str| client.req(method, path).dispatch().await.status();
    assert_eq!(status(Method::Post, "/waits").await, Status::RequestTimeout);
    assert_eq!(status(Method::Post, "/answers").await, Status::Ok);
    assert_eq!(status(Method::Get, "/streams").await, Status::Ok);
}
