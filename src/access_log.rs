//! One log line and one count for every request, by the pattern of its route.
//! The actual path, query and parameters contain tokens and codes, and so are never logged.

use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::{Fairing, Info, Kind};
use rocket::{Data, Request, Response};

use crate::app::App;
use crate::routes::{FOR_PROGRAMS, pattern_of};

/// Logs and counts requests.
#[derive(Debug, Clone, Copy)]
pub struct AccessLog;

/// When the request arrived, by the monotonic clock.
struct RequestStart(Option<Duration>);

#[rocket::async_trait]
impl Fairing for AccessLog {
    fn info(&self) -> Info {
        Info { name: "access log", kind: Kind::Request | Kind::Response }
    }

    async fn on_request(&self, request: &mut Request<'_>, _: &mut Data<'_>) {
        let began = instance(request).map(|app| app.clock.steady());
        request.local_cache(|| RequestStart(began));
    }

    async fn on_response<'r>(&self, request: &'r Request<'_>, response: &mut Response<'r>) {
        let Some(app) = instance(request) else {
            return;
        };
        let now = app.clock.steady();
        let began = request.local_cache(|| RequestStart(None)).0.unwrap_or(now);
        let took = now.saturating_sub(began);
        let route = pattern_of(request);
        let method = request.method().as_str();
        let status = response.status().code;
        app.metrics.answered(method, route, status, took);
        let ms = took.as_micros() as f64 / 1_000.0;
        #[cfg(feature = "opentelemetry")]
        let trace_id = crate::traces::trace_id(request);
        #[cfg(not(feature = "opentelemetry"))]
        let trace_id: Option<String> = None;
        // Programs send thousands of requests, and they have their own logs; failures are logged.
        if status < 400 && FOR_PROGRAMS.contains(&route) {
            tracing::debug!(method, route, status, ms, trace_id, "request");
        } else {
            tracing::info!(method, route, status, ms, trace_id, "request");
        }
    }
}

fn instance<'r>(request: &'r Request<'_>) -> Option<&'r Arc<App>> {
    request.rocket().state::<Arc<App>>()
}
