//! Sends spans to a collector by OTLP over HTTP, in batches from a thread of their own, and reads the spans of proxies.
//! A collector that is slow or gone costs spans and nothing else: at most 2,048 wait to be sent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanLimits};
use rocket::http::HeaderMap;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Metadata, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::{DynFilterFn, FilterFn};
use tracing_subscriber::{Layer, Registry};

use super::OUTERMOST;
use portico_platform::config::Traces;
use portico_platform::http_client;
use portico_rules::base_url::is_loopback;

/// Max time for the collector's answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Max time that the end of the process waits for the last spans to be sent.
const LAST_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest answer of a collector that is read.
const MAX_BYTES: usize = 64 << 10;
/// Max links of a span: a batch names the requests that it was for.
const MAX_LINKS: u32 = 256;

/// Sends spans until it is closed.
#[derive(Debug)]
pub struct Export(SdkTracerProvider);

/// The layer that takes the program's spans, and the exporter that sends them.
///
/// # Errors
/// A sentence that says what to fix in the settings.
pub fn open(settings: &Traces) -> Result<(impl Layer<Registry> + Send + Sync + use<>, Export), String> {
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Collector::new(settings)?)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(settings.endpoint.as_str())
        .with_timeout(TIMEOUT)
        .build()
        .map_err(|err| format!("Traces can't be sent: {err}."))?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(resource())
        .with_span_limits(SpanLimits { max_links_per_span: MAX_LINKS, ..SpanLimits::default() })
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("portico"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_context_activation(false);
    // Spans of libraries hold URLs and values.
    let ours =
        FilterFn::new(|callsite| callsite.is_span() && is_ours(callsite)).with_max_level_hint(LevelFilter::DEBUG);
    // A request that is not traced has no span, and so nothing that it does has one.
    let traced = DynFilterFn::new(|callsite, context| {
        callsite.is_event() || OUTERMOST.contains(&callsite.name()) || context.lookup_current().is_some()
    })
    .with_callsite_filter(|callsite| {
        if callsite.is_event() {
            Interest::always()
        } else if is_ours(callsite) {
            Interest::sometimes()
        } else {
            Interest::never()
        }
    });
    let layer = layer.with_filter(ours).and_then(traced);
    Ok((layer, Export(provider)))
}

/// The resource that sends the spans. The environment may name it otherwise, and add to it.
fn resource() -> Resource {
    let ours = [KeyValue::new("service.name", "portico"), KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))];
    let resource = Resource::builder_empty()
        .with_attributes(ours)
        .with_detectors(&[Box::new(TelemetryResourceDetector), Box::new(EnvResourceDetector::new())]);
    match std::env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name).build(),
        _ => resource.build(),
    }
}

fn is_ours(callsite: &Metadata<'_>) -> bool {
    portico_platform::is_own(callsite.target())
}

impl Export {
    /// Sends what was not sent yet, for a limited time.
    pub async fn close(self) {
        let closed = spawn_blocking(move || self.0.shutdown_with_timeout(LAST_TIMEOUT)).await;
        if !matches!(closed, Ok(Ok(()))) {
            tracing::warn!("the last spans were not sent to the collector");
        }
    }
}

/// A span that a proxy began.
pub(super) struct RemoteSpan(Context);

impl RemoteSpan {
    /// The one that `traceparent` names (W3C Trace Context).
    pub(super) fn from_headers(headers: &HeaderMap<'_>) -> Option<Self> {
        let context = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
        let is_valid = context.span().span_context().is_valid();
        is_valid.then_some(Self(context))
    }

    /// True if the proxy traces this request.
    pub(super) fn is_sampled(&self) -> bool {
        self.0.span().span_context().is_sampled()
    }

    /// Makes a span that was just begun a part of it.
    pub(super) fn adopt(self, span: &Span) {
        // Only a span that nothing takes can't be, and that one is in no trace.
        let _ = span.set_parent(self.0);
    }
}

/// Where a proxy names its span. `tracestate` is left out: it holds any text, and a proxy that sets `traceparent` may pass on a
/// client's.
struct HeaderExtractor<'r>(&'r HeaderMap<'r>);

impl Extractor for HeaderExtractor<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get_one(key).filter(|_| key == "traceparent")
    }

    fn keys(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Gives a span its name in its trace. As a field, a name would count only until the first part of the span begins.
pub(super) fn rename(span: &Span, name: String) {
    span.context().span().update_name(name);
}

/// The ID of the trace that a span is in, in hexadecimal.
pub(super) fn trace_id(span: &Span) -> Option<String> {
    if span.is_disabled() {
        return None;
    }
    let id = span.context().span().span_context().trace_id();
    Some(id.to_string())
}

/// The collector, as the exporter sends to it. The exporter has a thread without a runtime; requests run on the program's.
#[derive(Debug)]
struct Collector {
    http: reqwest::Client,
    runtime: Handle,
    headers: reqwest::header::HeaderMap,
    /// True if the last request failed, which is logged once.
    fails: AtomicBool,
}

impl Collector {
    fn new(settings: &Traces) -> Result<Self, String> {
        let mut http = http_client::client(settings.ca_file.as_deref())
            .map_err(|err| format!("{err} The setting `traces.ca_file` names them."))?
            .user_agent(concat!("Portico/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT);
        if is_loopback(&settings.endpoint) {
            // A proxy from the environment is for the internet.
            http = http.no_proxy();
        }
        Ok(Self {
            http: http.build().map_err(|_| "The client that sends traces can't be set up.")?,
            runtime: Handle::current(),
            headers: settings.headers.iter().cloned().collect(),
            fails: AtomicBool::new(false),
        })
    }

    async fn send(http: reqwest::Client, request: reqwest::Request) -> Result<Response<Bytes>, HttpError> {
        let mut response = http.execute(request).await.map_err(reqwest::Error::without_url)?;
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > MAX_BYTES {
                return Err("the answer is too long".into());
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = Response::new(Bytes::from(body));
        *answer.status_mut() = status;
        *answer.headers_mut() = headers;
        Ok(answer)
    }

    /// Logs that spans are lost, and that they are no longer.
    fn note(&self, failure: Option<String>) {
        let failed_before = self.fails.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(reason) if !failed_before => {
                tracing::warn!(reason, "traces can't be sent to the collector");
            }
            None if failed_before => tracing::info!("traces are sent to the collector again"),
            _ => {}
        }
    }
}

#[rocket::async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let mut request = reqwest::Request::try_from(request)?;
        request.headers_mut().extend(self.headers.clone());
        let sent = self.runtime.spawn(Self::send(self.http.clone(), request)).await?;
        self.note(match &sent {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(format!("it answered {}", answer.status())),
            Err(err) => Some(err.to_string()),
        });
        sent
    }
}
