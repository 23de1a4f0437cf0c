//! `/csp-reports`: what browsers blocked because of the Content-Security-Policy, if the operator turns that on.
//!
//! Anyone can send reports, so little of them is kept: a count, and a line of log with the directive, the blocked origin
//! and the pattern of the page's route. URLs, samples and user agents may contain secrets and are dropped.

use std::sync::Arc;
use std::time::Duration;

use rocket::data::ToByteUnit;
use rocket::http::{Method, Status};
use rocket::route::{BoxFuture, Outcome};
use rocket::{Data, Request, Route};
use serde_json::Value;
use url::Url;

use crate::app::App;
use crate::routes::guards::ClientAddress;
use crate::routes::peer;
use crate::routes::whole_body::{self, NotWhole};
use portico_platform::byte_limiter::RETRY_SECS;
use portico_platform::error::Error;
use portico_platform::throttle::LimitKind;

/// The most bytes of a body.
const MAX_BODY: usize = 16 * 1024;
/// Max time for a body to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);
/// Max reports of one body that are read.
const REPORTS_A_BODY: usize = 10;
/// The longest origin that is logged.
const MAX_ORIGIN_LENGTH: usize = 100;

/// The endpoint's handler.
#[derive(Clone, Copy)]
pub(crate) struct Reports {}

impl Reports {
    pub(crate) fn into_route(self) -> Route {
        Route::new(Method::Post, "/csp-reports", handle)
    }
}

fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        match read(request, data).await {
            Ok(()) => Outcome::from(request, Status::NoContent),
            Err(ReportRefusal::Status(status)) => Outcome::Error(status),
            Err(ReportRefusal::Error(err)) => Outcome::from(request, err),
        }
    })
}

enum ReportRefusal {
    Status(Status),
    Error(Error),
}

async fn read(request: &Request<'_>, data: Data<'_>) -> Result<(), ReportRefusal> {
    let app = request.rocket().state::<Arc<App>>();
    let Some(app) = app.filter(|app| app.config.csp_reports) else {
        peer::hide(request);
        return Err(ReportRefusal::Status(Status::NotFound));
    };
    let refused = |err| ReportRefusal::Error(Error::from(err));
    let ClientAddress(address) = ClientAddress::for_request(request, app);
    app.throttle.check_address(LimitKind::CspReportAddress, address).await.map_err(refused)?;
    app.throttle.check_shared(LimitKind::CspReports, address).await.map_err(refused)?;
    let content_type = request.content_type().map(|one| one.media_type());
    let is = |sub: &str| content_type.is_some_and(|one| one.top() == "application" && one.sub() == sub);
    let is_batch = is("reports+json");
    if !is_batch && !is("csp-report") {
        return Err(ReportRefusal::Status(Status::UnsupportedMediaType));
    }
    let body = whole_body::read(request, data, MAX_BODY.bytes(), SLOWEST_BODY, None).await.map_err(|fault| {
        ReportRefusal::Status(match fault {
            NotWhole::TooMuch => return ReportRefusal::Error(Error::TooFast(RETRY_SECS)),
            NotWhole::TooLarge => Status::PayloadTooLarge,
            NotWhole::Broken => Status::BadRequest,
            NotWhole::TooSlow => Status::RequestTimeout,
        })
    })?;
    let Ok(body) = serde_json::from_slice::<Value>(&body) else {
        return Err(ReportRefusal::Status(Status::BadRequest));
    };
    for report in reports(&body, is_batch) {
        let directive = directive(report.directive);
        app.metrics.blocked_by_policy(directive);
        tracing::warn!(
            directive,
            blocked = blocked(report.blocked, app),
            page = page(report.document, request, app),
            "a browser blocked something because of the Content-Security-Policy"
        );
    }
    Ok(())
}

/// The parts of a report that are used, as the browser sent them.
struct CspReport<'b> {
    directive: &'b str,
    blocked: &'b str,
    document: &'b str,
}

/// The reports of a body: one by CSP level 2, or several by the Reporting API, which sends other kinds too.
fn reports(body: &Value, is_batch: bool) -> Vec<CspReport<'_>> {
    fn text<'b>(report: &'b Value, name: &str) -> &'b str {
        report.get(name).and_then(Value::as_str).unwrap_or_default()
    }
    if !is_batch {
        let report = &body["csp-report"];
        let directive = match text(report, "effective-directive") {
            "" => text(report, "violated-directive"),
            directive => directive,
        };
        return vec![CspReport {
            directive,
            blocked: text(report, "blocked-uri"),
            document: text(report, "document-uri"),
        }];
    }
    let list = body.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .filter(|report| text(report, "type") == "csp-violation")
        .map(|report| &report["body"])
        .map(|report| CspReport {
            directive: text(report, "effectiveDirective"),
            blocked: text(report, "blockedURL"),
            document: text(report, "documentURL"),
        })
        .take(REPORTS_A_BODY)
        .collect()
}

/// The directives of CSP level 3: so that a request can't create labels of a metric.
const DIRECTIVES: [&str; 24] = [
    "default-src",
    "script-src",
    "script-src-elem",
    "script-src-attr",
    "style-src",
    "style-src-elem",
    "style-src-attr",
    "img-src",
    "font-src",
    "connect-src",
    "media-src",
    "object-src",
    "child-src",
    "frame-src",
    "worker-src",
    "manifest-src",
    "prefetch-src",
    "base-uri",
    "form-action",
    "frame-ancestors",
    "navigate-to",
    "sandbox",
    "require-trusted-types-for",
    "trusted-types",
];
const OTHER: &str = "other";

/// The directive's name; older browsers write its values after it.
fn directive(written: &str) -> &'static str {
    let name = written.split_ascii_whitespace().next();
    let known = DIRECTIVES.into_iter().find(|known| Some(*known) == name);
    known.unwrap_or(OTHER)
}

/// The blocked source: a word of the standard, or the origin of a URL.
fn blocked(written: &str, app: &App) -> String {
    const WORDS: [&str; 6] = ["inline", "eval", "wasm-eval", "self", "trusted-types-policy", "trusted-types-sink"];
    const SCHEMES: [&str; 5] = ["data", "blob", "filesystem", "about", "javascript"];
    if let Some(word) = WORDS.into_iter().find(|word| *word == written) {
        return word.to_owned();
    }
    let scheme = written.split(':').next().unwrap_or_default();
    if let Some(scheme) = SCHEMES.into_iter().find(|known| *known == scheme) {
        return scheme.to_owned();
    }
    let origin = Url::parse(written)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https" | "ws" | "wss"))
        .map(|url| url.origin().ascii_serialization())
        .filter(|origin| origin.len() <= MAX_ORIGIN_LENGTH);
    match origin {
        Some(origin) if origin == app.config.base_url.origin() => "self".to_owned(),
        Some(origin) => origin,
        None => OTHER.to_owned(),
    }
}

/// The pattern of the page that the report is about.
fn page<'r>(written: &str, request: &'r Request<'_>, app: &App) -> &'r str {
    let Ok(url) = Url::parse(written) else {
        return OTHER;
    };
    if url.origin().ascii_serialization() != app.config.base_url.origin() {
        return OTHER;
    }
    let routes = request.rocket().routes();
    routes
        .filter(|route| route.method == Method::Get)
        .map(|route| route.uri.origin.path().as_str())
        .filter(|pattern| matches(pattern, url.path()))
        // `/portal/apps/new` before `/portal/apps/<id>`.
        .min_by_key(|pattern| pattern.matches('<').count())
        .unwrap_or("unmatched")
}

fn matches(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(one), _) if one.ends_with("..>") => return true,
            (Some(one), Some(part)) if one == part || (one.starts_with('<') && !part.is_empty()) => {}
            _ => return false,
        }
    }
}
