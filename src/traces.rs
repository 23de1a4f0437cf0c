//! A trace of each request: a span from its arrival to its response, and within it spans of what it waited for.
//! Those are begun where the waiting is; where all of them are sent to is in `export`.

mod export;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rocket::fairing::{Fairing, Info, Kind};
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Response, Route};
use tracing::field::Empty;
use tracing::{Instrument, Span, debug_span};

pub use self::export::{Export, open};
use crate::app::App;
use crate::routes::{pattern_of, peer};
use crate::wrapped_routes::wrapped;
use portico_crypto::random_bytes;
use portico_platform::config;
use portico_platform::group_commit::BATCH_SPAN;

/// The name of a request's span within the program. A trace shows its method and route.
const REQUEST_SPAN: &str = "request";

/// The spans that have no parent in their thread. All others are parts of these, and only where these are traced.
const OUTERMOST: [&str; 2] = [REQUEST_SPAN, BATCH_SPAN];

/// Begins and ends the span of each request that is traced.
#[derive(Debug, Clone, Copy)]
pub struct RequestSpans {
    ratio: f64,
    from_proxy: bool,
}

/// A request's span until its response, empty if the request is not traced.
struct RequestSpan(Mutex<Span>);

impl RequestSpans {
    /// Those that the setting asks for.
    pub fn new(settings: &config::Traces) -> Self {
        Self { ratio: settings.ratio, from_proxy: settings.from_proxy }
    }

    /// Begins a span, unless the request is not traced. Paths, queries, headers and bodies may contain secrets, and so
    /// are not part of it.
    fn begin(&self, request: &Request<'_>) -> Span {
        let parent = self.proxys_span(request);
        let is_traced = match &parent {
            Some(parent) => parent.is_sampled(),
            None => self.chooses(),
        };
        if !is_traced {
            return Span::none();
        }
        let span = debug_span!(
            REQUEST_SPAN,
            otel.kind = "server",
            otel.status_code = Empty,
            http.request.method = request.method().as_str(),
            http.route = Empty,
            http.response.status_code = Empty,
            "error.type" = Empty,
        );
        if let Some(parent) = parent {
            parent.adopt(&span);
        }
        span
    }

    /// The span that the reverse proxy began for this request. Anyone can send its header, so that it counts only from a proxy
    /// that is trusted to set it.
    fn proxys_span(&self, request: &Request<'_>) -> Option<export::RemoteSpan> {
        let app = request.rocket().state::<Arc<App>>()?;
        let is_trusted = self.from_proxy && app.config.trusts(peer::address(request));
        is_trusted.then(|| export::RemoteSpan::from_headers(request.headers()))?
    }

    /// Draws by lot whether a request is traced.
    fn chooses(&self) -> bool {
        // Of 53 bits, all of which an `f64` holds.
        let drawn = (u64::from_ne_bytes(random_bytes()) >> 11) as f64 / (1_u64 << 53) as f64;
        drawn < self.ratio
    }
}

#[rocket::async_trait]
impl Fairing for RequestSpans {
    fn info(&self) -> Info {
        Info { name: "spans of requests", kind: Kind::Request | Kind::Response }
    }

    async fn on_request(&self, request: &mut Request<'_>, _: &mut Data<'_>) {
        let span = self.begin(request);
        request.local_cache(|| RequestSpan(Mutex::new(span)));
    }

    /// Ends the span: a stream that begins with this response is no part of it.
    async fn on_response<'r>(&self, request: &'r Request<'_>, response: &mut Response<'r>) {
        let span = std::mem::replace(&mut *cached(request), Span::none());
        if span.is_disabled() {
            return;
        }
        let method = request.method().as_str();
        export::rename(&span, format!("{method} {}", pattern_of(request)));
        span.record("http.route", request.route().map(|_| pattern_of(request)));
        let status = response.status().code;
        span.record("http.response.status_code", status);
        if status >= 500 {
            span.record("otel.status_code", "ERROR");
            span.record("error.type", status.to_string());
        }
        // It ends when it was last entered, and not when the last part of it is forgotten.
        span.in_scope(|| ());
    }
}

fn cached<'r>(request: &'r Request<'_>) -> MutexGuard<'r, Span> {
    let span = request.local_cache(|| RequestSpan(Mutex::new(Span::none())));
    span.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The ID of a request's trace until its response is sent, if it is traced: the access log names it.
pub fn trace_id(request: &Request<'_>) -> Option<String> {
    export::trace_id(&cached(request))
}

/// The same routes, each handled within the span of its request.
pub fn wrap(routes: Vec<Route>) -> Vec<Route> {
    wrapped(routes, SpanHandler)
}

#[derive(Clone)]
struct SpanHandler(Box<dyn Handler>);

#[rocket::async_trait]
impl Handler for SpanHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        let span = cached(request).clone();
        self.0.handle(request, data).instrument(span).await
    }
}
