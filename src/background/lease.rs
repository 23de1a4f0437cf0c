//! Renews the node number while the process serves, and closes connections at shutdown.
//! The lease itself is in `core::lease`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rocket::fairing::{AdHoc, Fairing, Info, Kind};
use rocket::http::Header;
use rocket::{Request, Response};
use tokio::time::{sleep, timeout};

use super::while_serving;
use crate::app::App;
use portico_platform::error::Error;

/// The renewal interval: a quarter of the lease, so that three renewals may fail.
const RENEWED_FOR: Duration = Duration::from_secs(15);
/// Max time of a renewal.
const RENEWAL_TIMEOUT: Duration = Duration::from_secs(5);
/// Time until a failed renewal is retried.
const TRIED_AGAIN_AFTER: Duration = Duration::from_secs(1);
/// Interval at which renewals that go on failing are logged.
const FAILURES_LOGGED_EVERY: Duration = Duration::from_secs(60);

/// Renews the lease for as long as the process serves, and looks whether the SQLite file is still there.
pub fn fairing() -> AdHoc {
    while_serving("node number", |app| async move { keep_number(&app).await })
}

async fn keep_number(app: &App) {
    let mut failures = Failures::default();
    loop {
        app.look_for_file();
        // A commit that waits for a standby would hold up the next attempt.
        let renewed = timeout(RENEWAL_TIMEOUT, app.renew_lease()).await;
        let renewed = renewed.unwrap_or_else(|_| Err(Error::Unavailable("it took too long".into())));
        let wait = match renewed {
            Ok(()) => {
                if let Some(failed) = failures.end() {
                    tracing::warn!(failed, "the node number's lease was renewed again");
                }
                RENEWED_FOR
            }
            Err(err) => {
                if let Some(failed) = failures.add(Instant::now()) {
                    tracing::warn!(error = %err, failed, "the node number's lease was not renewed");
                }
                TRIED_AGAIN_AFTER
            }
        };
        sleep(wait).await;
    }
}

/// Renewals that failed in a row: the first is logged, and from then on one a minute.
#[derive(Debug, Default)]
pub struct Failures {
    count: u64,
    logged: Option<Instant>,
}

impl Failures {
    /// Counts one. Adds a failure, and returns their number if it has to be logged.
    pub fn add(&mut self, now: Instant) -> Option<u64> {
        self.count += 1;
        let is_recent = |logged: Instant| now.saturating_duration_since(logged) < FAILURES_LOGGED_EVERY;
        if self.logged.is_some_and(is_recent) {
            return None;
        }
        self.logged = Some(now);
        Some(self.count)
    }

    /// A renewal succeeded. Ends a series of failures, and returns their number, if any.
    pub fn end(&mut self) -> Option<u64> {
        let before = std::mem::take(self);
        (before.count > 0).then_some(before.count)
    }
}

/// Closes connections during shutdown: otherwise a client might send its next request into a closed one.
#[derive(Debug, Clone, Copy)]
pub struct CloseWhenLeaving;

#[rocket::async_trait]
impl Fairing for CloseWhenLeaving {
    fn info(&self) -> Info {
        Info { name: "close when leaving", kind: Kind::Response }
    }

    async fn on_response<'r>(&self, request: &'r Request<'_>, response: &mut Response<'r>) {
        let app = request.rocket().state::<Arc<App>>();
        if app.is_some_and(|app| app.is_leaving()) {
            response.set_header(Header::new("Connection", "close"));
        }
    }
}
