//! Renews the node number while the process serves, and closes connections at shutdown.
//! The lease itself is in `core::lease`.

use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::{AdHoc, Fairing, Info, Kind};
use rocket::http::Header;
use rocket::{Request, Response};
use tokio::time::{sleep, timeout};

use super::while_serving;
use crate::app::App;
use crate::error::Error;

/// The renewal interval: a quarter of the lease, so that three renewals may fail.
const RENEWED_FOR: Duration = Duration::from_secs(15);
/// How long a renewal may take.
const RENEWAL_TIMEOUT: Duration = Duration::from_secs(5);
/// How soon a failed renewal is retried.
const TRIED_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Renews the lease for as long as the process serves.
pub fn fairing() -> AdHoc {
    while_serving("node number", |app| async move { keep_number(&app).await })
}

async fn keep_number(app: &App) {
    loop {
        // A commit that waits for a standby would hold up the next attempt.
        let renewed = timeout(RENEWAL_TIMEOUT, app.renew_lease()).await;
        let renewed =
            renewed.unwrap_or_else(|_| Err(Error::Unavailable("it took too long".into())));
        let wait = match renewed {
            Ok(()) => RENEWED_FOR,
            Err(err) => {
                tracing::warn!(error = %err, "the node number's lease was not renewed");
                TRIED_AGAIN_AFTER
            }
        };
        sleep(wait).await;
    }
}

/// Closes connections during shutdown: otherwise a client might send its next request into a closed one.
#[derive(Debug, Clone, Copy)]
pub struct CloseWhenLeaving;

#[rocket::async_trait]
impl Fairing for CloseWhenLeaving {
    fn info(&self) -> Info {
        Info {
            name: "close when leaving",
            kind: Kind::Response,
        }
    }

    async fn on_response<'r>(&self, request: &'r Request<'_>, response: &mut Response<'r>) {
        let app = request.rocket().state::<Arc<App>>();
        if app.is_some_and(|app| app.is_leaving()) {
            response.set_header(Header::new("Connection", "close"));
        }
    }
}
