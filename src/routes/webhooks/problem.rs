//! Refusals as problem documents (RFC 9457), with a code that programs can rely on.
//! How dialects word them is up to `answer`; pages for people are refused in `error_pages`.

use rocket::data::ByteUnit;
use rocket::http::{ContentType, Header, Method, Status};
use rocket::request::Request;
use rocket::response::{self, Responder, Response};
use serde_json::{Value, json};

use super::dialect::Dialect;
use crate::app::App;
use portico_platform::error::{Error, PublicError, PublicKind};
use portico_rules::payload::BodyError;
use portico_store::models::logs::delivery::EXCERPT;

/// The code of a URL that is no working webhook's.
const UNKNOWN_WEBHOOK: &str = "unknown_webhook";

/// The code of a path that continues after a webhook's URL with what names nothing.
pub(super) const UNKNOWN_SUFFIX: &str = "unknown_suffix";

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub status: Status,
    /// The kind of problem, for programs: it never changes.
    pub code: &'static str,
    /// The code in words for people, equal for every such refusal.
    pub title: &'static str,
    /// The problem this time and the remedy.
    pub detail: String,
    /// The single faults of the request.
    pub errors: Vec<BodyError>,
    /// The fate of the request, where that is not clear from the code.
    outcome: Option<Outcome>,
    /// How a dialect words it, where that says more than the code.
    pub(super) wording: Option<Box<Wording>>,
    headers: Vec<(&'static str, String)>,
}

/// The fate of a request that was answered with 503.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    NothingStored,
    Unknown,
}

impl Outcome {
    const fn as_str(self) -> &'static str {
        match self {
            Self::NothingStored => "nothing_stored",
            Self::Unknown => "unknown",
        }
    }
}

/// A refusal in the words of a dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wording {
    /// Discord's error: its number, and the tree of the single faults, if any.
    Discord {
        /// The number, such as 50035.
        code: u32,
        /// The sentence that belongs to it.
        message: String,
        /// The tree below `errors`.
        errors: Option<Value>,
    },
    /// Slack's word for it, such as `no_text`.
    Slack(String),
}

impl Problem {
    fn new(status: Status, code: &'static str, title: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            title,
            detail: detail.into(),
            errors: Vec::new(),
            outcome: None,
            wording: None,
            headers: Vec::new(),
        }
    }

    fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The headers that go with it.
    pub(super) fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.headers.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The value of one of its headers.
    pub(super) fn header_value(&self, name: &str) -> Option<&str> {
        self.headers().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// This refusal under another status.
    pub(super) fn with_status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    /// This refusal in the words of a dialect.
    pub(super) fn worded(mut self, wording: Wording) -> Self {
        self.wording = Some(Box::new(wording));
        self
    }

    pub(super) fn method_not_allowed(allowed: &[Method]) -> Self {
        let names: Vec<&str> = allowed.iter().map(|method| method.as_str()).collect();
        let names = names.join(", ");
        let (title, detail) = if allowed == [Method::Post] {
            ("This URL accepts only POST", "Send the message with POST. This URL accepts nothing else.".to_owned())
        } else {
            ("This URL doesn't accept the method", format!("This URL accepts only {names}."))
        };
        Self::new(Status::MethodNotAllowed, "method_not_allowed", title, detail).header("Allow", names)
    }

    pub(super) fn unknown_message() -> Self {
        Self::new(
            Status::NotFound,
            "unknown_message",
            "No such message",
            "This webhook has no message with this ID in its channel: it may have been deleted, or the webhook was moved.",
        )
    }

    pub(super) fn unknown_webhook() -> Self {
        Self::new(
            Status::NotFound,
            UNKNOWN_WEBHOOK,
            "No such webhook",
            "No working webhook has this URL: it may be mistyped, regenerated, paused, suspended or deleted. Check it in the portal.",
        )
    }

    /// The suffix of the webhook's URL names nothing. Only the holder of its token is told.
    pub(super) fn unknown_suffix() -> Self {
        Self::new(
            Status::NotFound,
            UNKNOWN_SUFFIX,
            "The webhook URL is right, but not its end",
            format!(
                "The webhook works, but nothing has this URL: check what follows the token. Nothing follows it for Portico’s own JSON; for other software it is {}. Nothing was posted.",
                Dialect::SUFFIXES
            ),
        )
    }

    /// True if it says that the URL is no working webhook's.
    pub(super) fn is_unknown_webhook(&self) -> bool {
        self.code == UNKNOWN_WEBHOOK
    }

    /// True if it says that nothing could be asked or stored at the moment.
    pub(super) fn is_outage(&self) -> bool {
        self.status == Status::ServiceUnavailable
    }

    pub(super) fn too_fast(retry_after: u64) -> Self {
        Self::new(
            Status::TooManyRequests,
            "rate_limited",
            "Too many posts",
            format!("Nothing was stored. Try again in {retry_after} seconds."),
        )
        .header("Retry-After", retry_after.to_string())
        // The common clients try again only when they see one.
        .header("Via", "1.1 portico")
    }

    /// A body that is not called JSON, with an `event` of other software that a header may have named.
    pub(super) fn unsupported_media_type(event: Option<Dialect>) -> Self {
        let suffix = event.and_then(Dialect::name);
        let more =
            suffix.map(|name| format!(" For events like this one, send it to this URL with /{name} at its end."));
        Self::new(
            Status::UnsupportedMediaType,
            "unsupported_media_type",
            "The body must be JSON",
            format!("Send the header Content-Type: application/json.{}", more.unwrap_or_default()),
        )
    }

    /// A charset that no browser knows.
    pub(super) fn unknown_charset() -> Self {
        Self::new(
            Status::UnsupportedMediaType,
            "unsupported_media_type",
            "The charset is unknown",
            "The Content-Type names a charset that is not known. Send the body in UTF-8, or name one that browsers know, such as iso-8859-1.",
        )
    }

    /// A compressed body, with the codings that are read instead (RFC 9110 section 12.5.3).
    pub(super) fn compressed() -> Self {
        Self::new(
            Status::UnsupportedMediaType,
            "unsupported_media_type",
            "The body is compressed",
            "Send the body uncompressed, without the header Content-Encoding.",
        )
        .header("Accept-Encoding", "identity")
    }

    /// A body of more than `largest` bytes, a whole number of KiB.
    pub(super) fn too_large(largest: ByteUnit) -> Self {
        let kib = largest.as_u64() / 1024;
        let largest = match kib % 1024 {
            0 => format!("{} MiB", kib / 1024),
            _ => format!("{kib} KiB"),
        };
        Self::new(
            Status::PayloadTooLarge,
            "payload_too_large",
            "The body is too large",
            format!("The body must have at most {largest}. Shorten the text."),
        )
    }

    /// A body that is too large for the pages of the portal, though programs may send it where the dialect takes more.
    pub(crate) fn too_large_for_portal(dialect: Dialect) -> Self {
        let (here, largest) = (ByteUnit::Byte(EXCERPT as u64), dialect.largest_body());
        let mut problem = Self::too_large(here);
        if largest > here {
            let (here, largest) = (here.as_u64() / 1024, largest.as_u64() / (1024 * 1024));
            problem.detail =
                format!("The playground takes at most {here} KiB. In this format, a program can send {largest} MiB.");
        }
        problem
    }

    pub(super) fn too_slow() -> Self {
        Self::new(
            Status::RequestTimeout,
            "timeout",
            "The body took too long",
            "The body did not arrive in time. Try again.",
        )
    }

    pub(super) fn broken_body() -> Self {
        Self::new(
            Status::BadRequest,
            "invalid_json",
            "The body isn't valid JSON",
            "The body ended before it was complete. Send it again.",
        )
    }

    pub(super) fn malformed_form(detail: &str) -> Self {
        Self::new(Status::BadRequest, "invalid_request", "The request has errors", detail)
    }

    pub(super) fn invalid_json(fault: BodyError) -> Self {
        let mut problem =
            Self::new(Status::BadRequest, "invalid_json", "The body isn't valid JSON", fault.detail.clone());
        problem.errors.push(fault);
        problem
    }

    /// A body without `content` that other software's URL would take: `what` it has, and the suffix of that URL.
    pub(super) fn other_format(what: &str, dialect: Dialect, mut faults: Vec<BodyError>) -> Self {
        let suffix = dialect.name().unwrap_or_default();
        let sentence = format!(
            "The request has {what} and no content, as other software sends it. Send it to this webhook’s URL with /{suffix} at its end."
        );
        match faults.iter_mut().find(|fault| fault.pointer == "/content") {
            Some(fault) => fault.detail.clone_from(&sentence),
            None => faults.push(BodyError { pointer: "/content".into(), header: None, detail: sentence.clone() }),
        }
        Self { detail: format!("{sentence} Nothing was stored."), ..Self::invalid_request(faults) }
    }

    pub(super) fn invalid_request(faults: Vec<BodyError>) -> Self {
        let mut problem = Self::new(
            Status::BadRequest,
            "invalid_request",
            "The request has errors",
            "Fix what is listed under errors. Nothing was stored.",
        );
        problem.errors = faults;
        problem
    }

    pub(super) fn key_reused() -> Self {
        Self::new(
            Status::UnprocessableEntity,
            "idempotency_key_reused",
            "This idempotency key was already used",
            "The same Idempotency-Key was used with another body within 24 hours. Use a new key for a new message.",
        )
    }

    /// A refusal of Rocket itself.
    pub(super) fn of_status(status: Status, public: Option<&PublicError>) -> Self {
        match status.code {
            404 => Self::unknown_webhook(),
            400..=499 => Self::new(
                status,
                "invalid_request",
                "The request couldn't be read",
                "The request is malformed. Fix it and send it again.",
            ),
            503 => Self::unavailable(status, public),
            _ => Self::new(
                status,
                "internal_error",
                "Something went wrong on our side",
                match public.and_then(|public| public.reference.as_deref()) {
                    Some(reference) => format!("The error was logged. Give the operator the reference {reference}."),
                    None => "The error was logged.".to_owned(),
                },
            ),
        }
    }
}

impl Problem {
    /// The fate of the request, as its answer names it.
    pub(super) fn outcome_name(&self) -> Option<&'static str> {
        self.outcome.map(Outcome::as_str)
    }

    /// The database can't be reached, or did not answer. Only an answer of it, or a refusal before it was asked, makes
    /// certain that nothing was stored.
    fn unavailable(status: Status, public: Option<&PublicError>) -> Self {
        let retry_after = public.and_then(|public| public.retry_after).unwrap_or(2);
        let is_unknown = public.is_none_or(|public| public.kind == PublicKind::OutcomeUnknown);
        let (outcome, title, detail) = if is_unknown {
            (
                Outcome::Unknown,
                "Temporarily unavailable, outcome unknown",
                format!(
                    "The database didn't answer: it is unknown whether this was stored. Try again in {retry_after} seconds, with the same Idempotency-Key: without one, it may be stored twice."
                ),
            )
        } else {
            (
                Outcome::NothingStored,
                "Temporarily unavailable",
                match public.and_then(|public| public.text.as_deref()) {
                    Some(text) => format!("{text} Try again in {retry_after} seconds."),
                    None => format!("Nothing was stored. Try again in {retry_after} seconds."),
                },
            )
        };
        let mut problem =
            Self::new(status, "unavailable", title, detail).header("Retry-After", retry_after.to_string());
        problem.outcome = Some(outcome);
        problem
    }
}

impl From<&Error> for Problem {
    fn from(err: &Error) -> Self {
        if let Error::BudgetSpent { sentence, retry_after } = err {
            let mut problem = Self::too_fast(*retry_after);
            problem.detail = format!("{sentence} Try again in {retry_after} seconds.");
            return problem;
        }
        let public = err.log();
        Self::of_status(Status::new(public.status), Some(&public))
    }
}

impl<'r> Responder<'r, 'static> for Problem {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let kind = format!("/docs#{}", self.code);
        let kind = match request.rocket().state::<std::sync::Arc<App>>() {
            Some(app) => {
                app.metrics.refused(self.code);
                app.config.base_url.join(&kind)
            }
            None => kind,
        };
        let mut document = json!({
            "type": kind,
            "title": self.title,
            "status": self.status.code,
            "detail": self.detail,
            "code": self.code,
        });
        if let Some(outcome) = self.outcome {
            document["outcome"] = json!(outcome.as_str());
        }
        if !self.errors.is_empty() {
            document["errors"] = json!(self.errors);
        }
        let body = document.to_string();
        let mut response = Response::build()
            .status(self.status)
            .header(ContentType::new("application", "problem+json"))
            .sized_body(body.len(), std::io::Cursor::new(body))
            .finalize();
        for (name, value) in self.headers {
            response.set_header(Header::new(name, value));
        }
        Ok(response)
    }
}
