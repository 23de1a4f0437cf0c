//! How many forms with files are read at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rocket::figment::Figment;
use rocket::futures::future::join;
use rocket::http::{ContentType, Header, Status};
use rocket::local::asynchronous::Client;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, post, routes};
use tokio::task::{JoinSet, yield_now};

use portico::routes::upload_gate::{AT_ONCE, GatedHandler, UploadGate, is_small};

/// Longer than any test.
const LONG: Duration = Duration::from_secs(600);

/// Shows: faults.uploads
#[tokio::test]
async fn of_sixty_uploads_eight_are_read_at_once_and_all_get_their_turn() {
    let gate = Arc::new(UploadGate::new(AT_ONCE, LONG));
    let (reading, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut uploads = JoinSet::new();
    for user_id in 0..60 {
        let (gate, reading, most) = (gate.clone(), reading.clone(), most.clone());
        uploads.spawn(async move {
            let turn = gate.turn(user_id.into()).await.unwrap();
            most.fetch_max(reading.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            for _ in 0..20 {
                yield_now().await;
            }
            reading.fetch_sub(1, Ordering::SeqCst);
            drop(turn);
        });
    }
    while let Some(done) = uploads.join_next().await {
        done.unwrap();
    }
    assert!(most.load(Ordering::SeqCst) <= AT_ONCE);
    assert!(gate.is_idle());
}

/// Shows: faults.uploads
#[tokio::test]
async fn one_person_has_at_most_two_turns_and_takes_no_one_elses() {
    let gate = UploadGate::new(AT_ONCE, Duration::from_millis(1));
    let (one, _two) = (gate.turn(1.into()).await.unwrap(), gate.turn(1.into()).await.unwrap());
    assert!(gate.turn(1.into()).await.is_none());
    assert!(gate.turn(2.into()).await.is_some());
    drop(one);
    assert!(gate.turn(1.into()).await.is_some());
}

/// Shows: faults.uploads
#[tokio::test]
async fn a_persons_third_upload_waits_for_one_of_the_first_two() {
    let gate = UploadGate::new(AT_ONCE, LONG);
    let (one, _two) = (gate.turn(1.into()).await.unwrap(), gate.turn(1.into()).await.unwrap());
    let first_ends = async {
        yield_now().await;
        drop(one);
    };
    let (third, ()) = join(gate.turn(1.into()), first_ends).await;
    assert!(third.is_some());
}

#[post("/waits")]
async fn waits() {
    std::future::pending().await
}

#[post("/answers")]
fn answers() -> &'static str {
    "at once"
}

/// Handles every form as one of user 1.
#[derive(Clone)]
struct OfUser(GatedHandler);

#[rocket::async_trait]
impl Handler for OfUser {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        self.0.in_turn(1.into(), request, data).await
    }
}

/// The two routes behind a gate for one form at a time.
async fn served(gate: &Arc<UploadGate>, read_timeout: Duration) -> Client {
    let mut gated = routes![waits, answers];
    for route in &mut gated {
        route.handler = Box::new(OfUser(GatedHandler::new(route.handler.clone(), gate.clone(), read_timeout)));
    }
    let quiet = Figment::from(rocket::Config::debug_default()).merge(("log_level", "off"));
    let rocket = rocket::custom(quiet).mount("/", gated);
    Client::untracked(rocket).await.unwrap()
}

/// Shows: faults.uploads
#[tokio::test]
async fn an_upload_that_arrives_slowly_gives_its_turn_to_the_next() {
    let gate = Arc::new(UploadGate::new(1, LONG));
    let client = served(&gate, Duration::from_millis(1)).await;
    let slow = client.post("/waits").dispatch().await.status();
    assert_eq!(slow, Status::RequestTimeout);
    let client = served(&gate, LONG).await;
    assert_eq!(client.post("/answers").dispatch().await.status(), Status::Ok);
    assert!(gate.is_idle());
}

/// Shows: faults.uploads
#[tokio::test]
async fn an_upload_without_a_turn_is_to_be_sent_later_and_is_no_outage() {
    let gate = Arc::new(UploadGate::new(1, Duration::from_millis(1)));
    let client = served(&gate, LONG).await;
    let other = gate.turn(2.into()).await.unwrap();
    let refused = client.post("/answers").dispatch().await.status();
    assert_eq!(refused, Status::TooManyRequests);
    drop(other);
    assert_eq!(client.post("/answers").dispatch().await.status(), Status::Ok);
}

#[tokio::test]
async fn only_a_form_that_says_that_it_is_small_is_small() {
    let client = served(&Arc::new(UploadGate::new(1, LONG)), LONG).await;
    let length = |length: &str| Header::new("Content-Length", length.to_owned());
    let form = || client.post("/answers").header(ContentType::FormData);
    assert!(is_small(form().header(length("65536")).inner()));
    assert!(!is_small(form().header(length("65537")).inner()));
    assert!(!is_small(form().header(length("-1")).inner()));
    assert!(!is_small(form().inner()));
    let chunked = form().header(length("1")).header(Header::new("Transfer-Encoding", "chunked"));
    assert!(!is_small(chunked.inner()));
}
