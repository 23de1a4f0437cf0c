//! Answers, as each dialect words them: what was posted, what was refused, and where the limits are.
//! The outcome is decided elsewhere.

use std::io::Cursor;
use std::sync::Arc;

use rocket::http::{ContentType, Header, Status};
use rocket::request::Request;
use rocket::response::{self, Responder, Response};
use serde_json::{Value, json};

use super::Problem;
use super::dialect::Dialect;
use super::problem::{UNKNOWN_SUFFIX, Wording};
use crate::app::App;
use portico_platform::throttle::LimitState;
use portico_rules::clock::Millis;
use portico_store::models::logs::delivery::Notes;

/// `200` with JSON.
pub(super) fn json(json: String) -> Response<'static> {
    response(Status::Ok, ContentType::JSON, json)
}

/// `200` with the one word that Slack's clients expect.
pub(super) fn ok() -> Response<'static> {
    response(Status::Ok, ContentType::Plain, "ok".to_owned())
}

/// `204`.
pub(super) fn no_content() -> Response<'static> {
    Response::build().status(Status::NoContent).finalize()
}

fn response(status: Status, kind: ContentType, body: String) -> Response<'static> {
    Response::build().status(status).header(kind).sized_body(body.len(), Cursor::new(body)).finalize()
}

/// The answer to a request for a webhook URL.
pub(super) struct WebhookAnswer {
    /// Whose words it is in.
    pub(super) dialect: Dialect,
    /// The successful response, or the refusal.
    pub(super) outcome: Result<Response<'static>, Problem>,
    /// The limit with the fewest requests remaining, and when that was; none where nothing was counted.
    pub(super) limit: Option<(LimitState, Millis)>,
}

impl<'r> Responder<'r, 'static> for WebhookAnswer {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let is_too_fast = matches!(&self.outcome, Err(problem) if problem.status == Status::TooManyRequests);
        let mut response = match self.outcome {
            Ok(response) => response,
            Err(problem) => match (self.dialect, self.dialect.worded(&problem)) {
                (Dialect::Slack | Dialect::Mattermost, Some(word)) => {
                    refused(request, &problem, ContentType::Plain, word)
                }
                (_, Some(error)) => refused(request, &problem, ContentType::JSON, error),
                (_, None) => {
                    let status = self.dialect.status(&problem);
                    problem.with_status(status).respond_to(request)?
                }
            },
        };
        if let Some((limit, now)) = self.limit {
            response.set_header(Header::new("RateLimit", limit.header()));
            response.set_header(Header::new("RateLimit-Policy", limit.policy_header()));
            if self.dialect == Dialect::Discord {
                set_discord_headers(&mut response, limit, now, is_too_fast);
            }
        }
        Ok(response)
    }
}

impl Dialect {
    /// The status of a refusal. Alertmanager gives up after one 429 and retries a 503.
    pub(super) fn status(self, problem: &Problem) -> Status {
        match (self, problem.status) {
            (Self::Alertmanager, Status::TooManyRequests) => Status::ServiceUnavailable,
            (_, status) => status,
        }
    }

    /// The status of a post that is not refused.
    pub(super) fn success(self, is_awaited: bool) -> Status {
        match self {
            Self::Discord if !is_awaited => Status::NoContent,
            _ => Status::Ok,
        }
    }

    /// The body of a refusal, where the dialect words it otherwise than as a problem document.
    pub(super) fn worded(self, problem: &Problem) -> Option<String> {
        match self {
            Self::Discord => Some(discord_error(problem)),
            Self::Slack | Self::Mattermost => Some(slack_word(problem)),
            Self::Native | Self::Github | Self::Gitlab | Self::Alertmanager => None,
        }
    }
}

fn refused(request: &Request<'_>, problem: &Problem, kind: ContentType, body: String) -> Response<'static> {
    if let Some(app) = request.rocket().state::<Arc<App>>() {
        app.metrics.refused(problem.code);
    }
    let mut response = response(problem.status, kind, body);
    for (name, value) in problem.headers() {
        response.set_header(Header::new(name, value.to_owned()));
    }
    response
}

/// Discord's error: its number, a sentence, and the single faults by their place in the body.
pub(super) fn discord_error(problem: &Problem) -> String {
    if let Some(Wording::Discord { code, message, errors }) = problem.wording.as_deref() {
        let mut error = json!({ "message": message, "code": code });
        if let Some(errors) = errors {
            error["errors"] = errors.clone();
        }
        return error.to_string();
    }
    let error = match problem.code {
        "rate_limited" => {
            let seconds = problem.header_value("Retry-After");
            let seconds: f64 = seconds.and_then(|secs| secs.parse().ok()).unwrap_or(1.0);
            json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": false })
        }
        "unknown_webhook" => json!({ "message": "Unknown Webhook", "code": 10015 }),
        "unknown_message" => json!({ "message": "Unknown Message", "code": 10008 }),
        "payload_too_large" => json!({ "message": "Request entity too large", "code": 40005 }),
        "method_not_allowed" => json!({ "message": "405: Method Not Allowed", "code": 0 }),
        "invalid_json" => {
            json!({ "message": "The request body isn't valid JSON.", "code": 50109 })
        }
        "invalid_request" => json!({
            "message": "Invalid Form Body",
            "code": 50035,
            "errors": { "_errors": discord_faults(problem) },
        }),
        _ => json!({ "message": problem.detail, "code": 0 }),
    };
    error.to_string()
}

fn discord_faults(problem: &Problem) -> Vec<Value> {
    let detail = (problem.errors.is_empty()).then_some(&problem.detail);
    let details = problem.errors.iter().map(|fault| &fault.detail);
    details.chain(detail).map(|detail| json!({ "code": "INVALID", "message": detail })).collect()
}

/// Slack's word for a refusal.
pub(super) fn slack_word(problem: &Problem) -> String {
    if let Some(Wording::Slack(word)) = problem.wording.as_deref() {
        return word.clone();
    }
    match problem.code {
        // The holder of the token reads which suffixes there are.
        UNKNOWN_SUFFIX => return format!("{UNKNOWN_SUFFIX}: {}", problem.detail),
        "unknown_webhook" => "no_service",
        "invalid_json" | "invalid_request" | "unsupported_media_type" => "invalid_payload",
        "timeout" => "request_timeout",
        "unavailable" => "service_unavailable",
        code => code,
    }
    .to_owned()
}

/// Adds what was shortened and what was dropped, where something was.
pub(super) fn add_notes(answer: &mut Value, notes: &Notes) {
    for (key, notes) in [("shortened", &notes.shortened), ("dropped", &notes.dropped)] {
        if !notes.is_empty() {
            answer[key] = json!(notes);
        }
    }
}

/// The native answer, which is a JSON object, with what of the body was ignored, where something was. The rest of it stays
/// the same bytes.
pub(super) fn with_dropped(mut answer: String, notes: &Notes) -> String {
    if !notes.dropped.is_empty() && answer.ends_with('}') {
        answer.pop();
        answer.push_str(&format!(r#","dropped":{}}}"#, json!(notes.dropped)));
    }
    answer
}

/// The headers that Discord's clients pace themselves by.
fn set_discord_headers(response: &mut Response<'_>, limit: LimitState, now: Millis, is_too_fast: bool) {
    // Clients that have none left wait for the next one alone, not for all of them.
    let seconds = if limit.remaining == 0 && !is_too_fast {
        limit.window_secs.div_ceil(u64::from(limit.limit.max(1)))
    } else {
        limit.reset_secs
    };
    let reset = now.saturating_add_unsigned(seconds.saturating_mul(1000));
    for (name, value) in [
        ("X-RateLimit-Limit", limit.limit.to_string()),
        ("X-RateLimit-Remaining", limit.remaining.to_string()),
        ("X-RateLimit-Reset", format!("{}.{:03}", reset / 1000, reset % 1000)),
        ("X-RateLimit-Reset-After", format!("{seconds}.000")),
        ("X-RateLimit-Bucket", limit.kind.name().to_owned()),
    ] {
        response.set_header(Header::new(name, value));
    }
    if is_too_fast {
        response.set_header(Header::new("X-RateLimit-Scope", "shared"));
    }
}
