//! Server errors: the client learns that there was one, and no details.

use portico_platform::error::Error;
use rocket::figment::{Figment, map};
use rocket::local::asynchronous::Client;
use rocket::{get, routes};
use sea_orm::ConnectionTrait;

use super::town::Town;
use crate::support::{Answer, TestInstance, leaks};

/// What a handler had at hand when it fell over.
const AT_HAND: &str = "hush-what-a-handler-had-at-hand";
/// What an error says to the operator alone.
const INSIDE: &str = "hush-the-inside-of-an-error";

#[get("/falls/over")]
fn falls_over() -> &'static str {
    panic!("with {}", std::hint::black_box(AT_HAND))
}

#[get("/goes/wrong")]
fn goes_wrong() -> Result<&'static str, Error> {
    Err(Error::internal(format!("SELECT {INSIDE} FROM secrets")))
}

/// The application beside the instance's, with routes that fail.
async fn failing(instance: &TestInstance) -> Client {
    let config = &instance.app.config;
    let figment = Figment::from(rocket::Config::debug_default())
        .merge(("data_dir", &config.data_dir))
        .merge(("database_url", &config.database_url))
        .merge(("throttle", map! { "enabled" => false }));
    let rocket = portico::build(figment, instance.clock.clone()).await.unwrap();
    let rocket = ["/", "/oauth/token", "/oauth/userinfo", "/webhooks"].into_iter().fold(rocket, |rocket, base| {
        let mut failing = routes![falls_over, goes_wrong];
        for route in &mut failing {
            // Before the product's own, which take every path below some of these.
            route.rank = isize::MIN;
        }
        rocket.mount(base, failing)
    });
    Client::untracked(rocket).await.unwrap()
}

/// What nobody outside may read: names of files, tables and libraries, statements, addresses of code.
const TRACES: [&str; 13] = [
    AT_HAND,
    INSIDE,
    "panick",
    "SELECT ",
    "no such table",
    "relation \"",
    "returned from database",
    "sqlx",
    "sea_orm",
    "SQLite",
    "Postgres",
    ".rs:",
    "backtrace",
];

#[track_caller]
fn expect_silent(answer: &Answer, what: &str) {
    let text = answer.text();
    for trace in TRACES {
        assert!(!text.contains(trace), "{trace} in {what}:\n{text}");
    }
}

/// Shows: leaks.panics
#[tokio::test]
async fn a_handler_that_panics_reveals_nothing_and_the_next_request_is_served() {
    let instance = TestInstance::open().await;
    let client = failing(&instance).await;
    for base in ["", "/oauth/token", "/oauth/userinfo", "/webhooks"] {
        let request = client.get(format!("{base}/falls/over"));
        let answer = Answer::read(request.dispatch().await).await;
        assert_eq!(answer.status, 500, "{base}");
        expect_silent(&answer, base);
        let policies = answer.headers.iter().filter(|(name, _)| name == "Content-Security-Policy");
        assert_eq!(policies.count(), 1, "{base}");
        assert_eq!(answer.header("Cache-Control"), Some("no-store"), "{base}");
    }
    assert!(!leaks::logged().contains(AT_HAND));
    assert_eq!(client.get("/healthz").dispatch().await.status().code, 200);
}

/// Shows: leaks.errors, leaks.reference
#[tokio::test]
async fn an_error_shows_a_reference_and_the_log_has_the_details() {
    let instance = TestInstance::open().await;
    let client = failing(&instance).await;
    for base in ["", "/oauth/token", "/oauth/userinfo"] {
        let request = client.get(format!("{base}/goes/wrong"));
        let answer = Answer::read(request.dispatch().await).await.expect(500);
        expect_silent(&answer, base);
        let log = leaks::logged();
        let line = log.lines().rev().find(|line| line.contains(INSIDE)).unwrap();
        let reference = line.split("reference=").nth(1).unwrap();
        let reference = reference.split(' ').next().unwrap().trim_matches('"');
        assert_eq!(reference.len(), 12, "{line}");
        assert!(answer.text().contains(reference), "{}", answer.text());
    }
}

/// Shows: leaks.errors
#[tokio::test]
async fn a_database_error_reveals_no_statement_table_or_path() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let folder = instance.app.config.data_dir.display().to_string();
    let ask = async || {
        [
            town.alice.browser.get("/servers").await,
            town.alice.browser.get("/settings/apps").await,
            town.alice.browser.post("/servers", &[("name", "New")]).await,
            instance.post_json("/webhooks/7/x", &[], b"{}").await,
            town.app.exchange("1.x").await,
            instance.browser().post("/sign-in", &[("login", "alice"), ("password", "wrong")]).await,
        ]
    };
    for table in ["users", "webhooks", "client_secrets", "authorization_codes", "servers"] {
        let rename = format!("ALTER TABLE {table} RENAME TO {table}_gone");
        instance.app.db.execute_unprepared(&rename).await.unwrap();
    }
    let mut statuses = Vec::new();
    for answer in ask().await {
        expect_silent(&answer, "a broken schema");
        assert!(!answer.text().contains(&folder));
        statuses.push(answer.status);
    }
    assert!(statuses.contains(&500), "{statuses:?}");
    instance.app.db.close().await.unwrap();
    for answer in ask().await {
        expect_silent(&answer, "a database that is away");
        assert!(!answer.text().contains(&folder));
        assert!(answer.status < 500 || answer.status == 503, "{}", answer.status);
    }
}
