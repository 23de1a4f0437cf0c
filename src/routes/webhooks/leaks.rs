//! `/leaks`: secret scanners report what they found, as those of code hosts do. Whatever of it is in use stops working.
//!
//! The answer is how many secrets this report ended, and nothing else of any of them. What is reported appears in no log.

use std::collections::BTreeSet;
use std::fmt;

use rocket::data::{ByteUnit, Data};
use rocket::http::{ContentType, Method, Status};
use rocket::request::Request;
use rocket::response::{Responder, Response};
use rocket::route::{BoxFuture, Outcome};
use serde_json::{Value, json};
use url::Url;

use super::Problem;
use super::body::{self, refuse_compressed};
use super::path::WebhookPath;
use crate::app::App;
use crate::routes::guards::ClientAddress;
use portico_platform::throttle::{LimitKind, ThrottleError};
use portico_rules::base_url::BaseUrl;
use portico_rules::payload::BodyError;
use portico_store::models::lifecycle::leaks::ReportedSecrets;

/// The most bytes of a body.
const MAX_BODY: ByteUnit = ByteUnit::Kibibyte(16);
/// The most secrets of a report.
pub const MAX_SECRETS: usize = 100;

/// Answers every method, because even a wrong one gets a problem document.
pub(crate) fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        let Some(app) = request.guard::<&App>().await.succeeded() else {
            return Outcome::Error(Status::InternalServerError);
        };
        match answer(app, request, data).await {
            Ok(revoked) => {
                let body = json!({ "revoked": revoked }).to_string();
                let response = Response::build()
                    .header(ContentType::JSON)
                    .sized_body(body.len(), std::io::Cursor::new(body))
                    .finalize();
                Outcome::Success(response)
            }
            Err(problem) => match problem.respond_to(request) {
                Ok(response) => Outcome::Success(response),
                Err(status) => Outcome::Error(status),
            },
        }
    })
}

/// Ends what is in use, and returns how many secrets that were.
async fn answer(app: &App, request: &Request<'_>, data: Data<'_>) -> Result<usize, Problem> {
    if request.method() != Method::Post {
        return Err(Problem::method_not_allowed(&[Method::Post]));
    }
    let ClientAddress(address) = ClientAddress::for_request(request, app);
    // Before anything is read or looked up. It is far above what scanners need, since hits are not limited otherwise.
    match app.throttle.check_address(LimitKind::LeakReportAddress, address).await {
        Ok(_) => {}
        Err(ThrottleError::TooFast(too_fast)) => return Err(not_read(too_fast.retry_after_secs)),
        Err(ThrottleError::Uncounted(err)) => return Err(Problem::from(&err)),
    }
    let content_type = request.headers().get_one("Content-Type");
    if !content_type.is_some_and(portico_rules::json::is_announced) {
        return Err(Problem::unsupported_media_type(None));
    }
    refuse_compressed(request)?;
    let body = body::read(request, data, MAX_BODY, None).await?;
    let Secrets(secrets) = Secrets::read(&body)?;
    let secrets: BTreeSet<&str> = secrets.iter().map(|secret| secret.trim()).collect();
    let mut reported = ReportedSecrets::default();
    for secret in &secrets {
        add(&mut reported, secret, &app.config.base_url);
    }
    let revoked = reported.end_all(app).await.map_err(|err| Problem::from(&err))?;
    if revoked > 0 {
        let reported = secrets.len();
        tracing::warn!(reported, revoked, "leaked secrets were reported");
    }
    if revoked < secrets.len() {
        let counted = app.throttle.check_address(LimitKind::LeakAddress, address).await;
        match counted {
            Ok(_) => {}
            // A report of something that was in use is answered as such, however many misses came before.
            Err(ThrottleError::TooFast(_)) if revoked > 0 => {}
            Err(ThrottleError::TooFast(too_fast)) => return Err(refused(too_fast.retry_after_secs)),
            Err(ThrottleError::Uncounted(err)) => return Err(Problem::from(&err)),
        }
    }
    Ok(revoked)
}

fn not_read(retry_after: u64) -> Problem {
    let mut problem = Problem::too_fast(retry_after);
    problem.title = "Too many reports";
    problem.detail = format!("This report was not read. Try again in {retry_after} seconds.");
    problem
}

fn refused(retry_after: u64) -> Problem {
    let mut problem = Problem::too_fast(retry_after);
    problem.title = "Too many reports";
    problem.detail = format!(
        "None of these secrets is in use, and neither were many reported before. Try again in {retry_after} seconds."
    );
    problem
}

/// Adds one entry of a report: the URL of a webhook here, in the path of any dialect, or another secret.
fn add(reported: &mut ReportedSecrets, text: &str, base_url: &BaseUrl) {
    if !text.contains("://") {
        reported.add_token(text);
        return;
    }
    let here = Url::parse(&base_url.join("/"));
    let (Ok(url), Ok(here)) = (Url::parse(text), here) else {
        return;
    };
    // Parsing lowers the case of scheme and host.
    if url.origin() == here.origin() {
        let path = WebhookPath::parse(url.path());
        reported.add_webhook(path.app_id, path.token);
    }
}

/// The secrets that a report lists. There is no `Debug` that shows it.
pub struct Secrets(pub Vec<String>);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Secrets").field(&self.0.len()).finish()
    }
}

impl Secrets {
    pub fn read(body: &[u8]) -> Result<Self, Problem> {
        let fault = |pointer: String, detail: &str| BodyError { pointer, header: None, detail: detail.to_owned() };
        let mut object = portico_dialects::native::object(body).map_err(Problem::invalid_json)?;
        let Some(Value::Array(items)) = object.remove("secrets") else {
            let detail = "Send a list of texts.";
            return Err(invalid(vec![fault("/secrets".to_owned(), detail)]));
        };
        if items.len() > MAX_SECRETS {
            let detail = "Send at most 100 secrets at once.";
            return Err(invalid(vec![fault("/secrets".to_owned(), detail)]));
        }
        let mut secrets = Vec::with_capacity(items.len());
        let mut faults = Vec::new();
        for (position, item) in items.into_iter().enumerate() {
            match item {
                Value::String(text) => secrets.push(text),
                _ => faults.push(fault(format!("/secrets/{position}"), "This must be a text.")),
            }
        }
        if faults.is_empty() { Ok(Self(secrets)) } else { Err(invalid(faults)) }
    }
}

fn invalid(faults: Vec<BodyError>) -> Problem {
    let mut problem = Problem::invalid_request(faults);
    problem.detail = "Fix what is listed under errors. No secret was looked up.".to_owned();
    problem
}
