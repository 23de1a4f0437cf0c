//! Errors of the endpoints for programs, as JSON (RFC 6749, section 5.2; RFC 6750, section 3.1).
//! When a request is refused is up to the endpoints.

use std::io::Cursor;

use rocket::http::{ContentType, Header, Status};
use rocket::response::{self, Responder};
use rocket::{Request, Response, catch};
use serde_json::{Value, json};

use portico_platform::error::{Error, PublicError, PublicKind};

/// The error of a request that is malformed, or lacks something.
pub(super) const INVALID_REQUEST: &str = "invalid_request";

/// An error in the standard's format.
pub(super) struct Refusal {
    status: Status,
    /// None where the request had no authentication at all: then nothing but the challenge may be said (RFC 6750,
    /// section 3.1).
    error: Option<&'static str>,
    description: String,
    retry_after: Option<u64>,
    allow: Option<&'static str>,
    /// The value of `WWW-Authenticate`.
    challenge: Option<String>,
}

impl Refusal {
    pub(super) fn new(status: Status, error: &'static str, description: &str) -> Self {
        // The standard limits descriptions to printable ASCII without quotes and backslashes.
        let plain = |c| {
            if matches!(c, ' '..='!' | '#'..='[' | ']'..='~') { c } else { '?' }
        };
        Self {
            status,
            error: Some(error),
            description: description.chars().map(plain).collect(),
            retry_after: None,
            allow: None,
            challenge: None,
        }
    }

    /// A malformed request, with status 400.
    pub(super) fn invalid(description: &str) -> Self {
        Self::new(Status::BadRequest, INVALID_REQUEST, description)
    }

    /// Another method than those that the endpoint has.
    pub(super) fn method(allow: &'static str) -> Self {
        let use_these = format!("Use {}.", allow.replace(", ", " or "));
        Self { allow: Some(allow), ..Self::new(Status::MethodNotAllowed, INVALID_REQUEST, &use_these) }
    }

    /// One response for an unknown app and for a wrong secret, so that ids can't be probed.
    pub(super) fn client() -> Self {
        Self::new(Status::Unauthorized, "invalid_client", "client_id and client_secret do not match.")
    }

    /// One response for every reason why a code is not exchanged.
    pub(super) fn grant() -> Self {
        Self::new(
            Status::BadRequest,
            "invalid_grant",
            "The code can't be exchanged: it is unknown, expired, already used or revoked, or was issued for another app, redirect_uri or code_challenge.",
        )
    }

    /// The owner of the app doesn't allow sign-in on devices (RFC 6749, section 5.2).
    pub(super) fn devices_disabled() -> Self {
        Self::new(
            Status::BadRequest,
            "unauthorized_client",
            "Sign-in on devices is off for this app. Its owner can allow it in the app's settings.",
        )
    }

    /// The same with a challenge of the scheme that the client used (RFC 6749, section 5.2).
    pub(super) fn with_basic_challenge(self) -> Self {
        Self { challenge: Some("Basic realm=\"Portico\", charset=\"UTF-8\"".to_owned()), ..self }
    }

    /// The same with its error in the challenge (RFC 6750, section 3).
    pub(super) fn with_bearer_challenge(self) -> Self {
        let error = self.error.unwrap_or_default();
        let challenge =
            format!("Bearer realm=\"Portico\", error=\"{error}\", error_description=\"{}\"", self.description);
        Self { challenge: Some(challenge), ..self }
    }

    /// A request without an access token.
    pub(super) fn no_token() -> Self {
        Self {
            error: None,
            challenge: Some("Bearer realm=\"Portico\"".to_owned()),
            ..Self::new(Status::Unauthorized, INVALID_REQUEST, "")
        }
    }

    /// The response to an error that is not the app's fault.
    fn from_public(public: &PublicError) -> Self {
        let (error, description) = match public.status {
            429 => ("temporarily_unavailable", "Too many requests. Wait for Retry-After seconds, then try again."),
            503 if public.kind == PublicKind::OutcomeUnknown => (
                "temporarily_unavailable",
                "Temporarily unavailable. It is unknown whether the request was carried out. Try again in a few seconds; if a code is then refused with invalid_grant, begin a new sign-in.",
            ),
            503 => {
                ("temporarily_unavailable", "Temporarily unavailable. Nothing was changed. Try again in a few seconds.")
            }
            400..=499 => (INVALID_REQUEST, "The request was refused."),
            _ => ("server_error", "Something went wrong on the server."),
        };
        let mut refusal = Self::new(Status::new(public.status), error, description);
        if let Some(reference) = &public.reference {
            refusal.description += &format!(" Reference: {reference}.");
        }
        refusal.retry_after = public.retry_after;
        refusal
    }

    /// The JSON of the response.
    pub(super) fn body(&self) -> Value {
        json!({ "error": self.error, "error_description": self.description })
    }

    pub(super) fn into_response(self) -> Response<'static> {
        let mut response = match self.error {
            Some(_) => json_response(self.status, &self.body()),
            None => empty_response(self.status),
        };
        if let Some(methods) = self.allow {
            response.set_header(Header::new("Allow", methods));
        }
        if let Some(challenge) = self.challenge {
            response.set_header(Header::new("WWW-Authenticate", challenge));
        }
        if let Some(seconds) = self.retry_after {
            response.set_header(Header::new("Retry-After", seconds.to_string()));
        }
        response
    }
}

impl From<Error> for Refusal {
    fn from(err: Error) -> Self {
        Self::from_public(&err.log())
    }
}

impl<'r> Responder<'r, 'static> for Refusal {
    fn respond_to(self, _: &'r Request<'_>) -> response::Result<'static> {
        Ok(self.into_response())
    }
}

/// A response in JSON that no cache stores.
pub(super) fn json_response(status: Status, body: &Value) -> Response<'static> {
    let body = body.to_string();
    Response::build()
        .status(status)
        .header(ContentType::JSON)
        .header(Header::new("Cache-Control", "no-store"))
        .sized_body(body.len(), Cursor::new(body))
        .finalize()
}

/// A response without a body that no cache stores.
fn empty_response(status: Status) -> Response<'static> {
    Response::build()
        .status(status)
        .header(Header::new("Cache-Control", "no-store"))
        .sized_body(0, Cursor::new(""))
        .finalize()
}

/// The answer where Rocket itself refuses a request to an endpoint, or a handler panicked.
#[catch(default)]
pub(super) fn fault(status: Status, request: &Request<'_>) -> Refusal {
    match PublicError::from_request(request) {
        Some(public) => Refusal::from_public(&public),
        // Only a method that Rocket doesn't know is malformed here.
        None if status == Status::BadRequest => Refusal::method("POST"),
        None if status == Status::NotFound => Refusal::new(status, INVALID_REQUEST, "There is nothing at this path."),
        None => Refusal::from_public(&PublicError::new(status.code)),
    }
}
