//! Requests to webhook URLs, before they reach a model.

mod body;
mod delivery_draft;
mod leaks;
mod path;
mod worded;

use rocket::figment::Figment;
use rocket::http::Method;
use rocket::local::asynchronous::Client;
use rocket::route::{BoxFuture, Outcome};
use rocket::{Data, Request, Route};

use portico::routes::webhooks;

/// Answers with the size of the future that handles a request to a webhook URL.
fn future_bytes<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    let future = webhooks::handle(request, data);
    let bytes = size_of_val(&*future);
    drop(future);
    Box::pin(async move { Outcome::from(request, bytes.to_string()) })
}

#[tokio::test]
async fn a_post_in_flight_has_no_room_for_what_only_some_requests_do() {
    let quiet = Figment::from(rocket::Config::debug_default()).merge(("log_level", "off"));
    let rocket = rocket::custom(quiet).mount("/", [Route::new(Method::Post, "/", future_bytes)]);
    let client = Client::untracked(rocket).await.unwrap();
    let bytes: usize = client.post("/").dispatch().await.into_string().await.unwrap().parse().unwrap();
    assert!(bytes <= 6_144, "{bytes} bytes");
}
