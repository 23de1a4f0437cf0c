//! `/oauth/token`: an app exchanges a code for an identity (spec section 4.2).
//! Programs talk to it, so every response is JSON, even for server errors (RFC 6749, section 5).

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use rocket::data::ToByteUnit;
use rocket::http::{ContentType, Header, Method, Status};
use rocket::response::{self, Responder};
use rocket::route::{Handler, Outcome};
use rocket::{Catcher, Data, Request, Response, Route, catch, catchers};
use serde_json::{Value, json};

use crate::app::App;
use crate::error::{Error, PublicError};
use crate::json;
use crate::models::oauth::authorization_code::{Identity, Refused};
use crate::models::{AuthorizationCode, ClientSecret};
use crate::routes::guards::ClientAddress;
use crate::security::throttle::LimitKind;

mod fields;

pub(crate) use fields::Fields;

/// The most bytes of a body.
const LARGEST_BODY: usize = 64 * 1024;
/// How long a body may take to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);

const METHODS: [Method; 9] = [
    Method::Get,
    Method::Put,
    Method::Post,
    Method::Delete,
    Method::Options,
    Method::Head,
    Method::Trace,
    Method::Connect,
    Method::Patch,
];

pub(super) fn catchers() -> Vec<Catcher> {
    catchers![fault]
}

/// The endpoint's handler for every method, because even a wrong method gets a JSON error.
#[derive(Clone, Copy)]
pub(crate) struct Exchange {}

impl Exchange {
    /// One route for each method.
    pub(crate) fn into_routes(self) -> Vec<Route> {
        let of = |method| Route::new(method, "/oauth/token", self);
        METHODS.into_iter().map(of).collect()
    }
}

#[rocket::async_trait]
impl Handler for Exchange {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        match exchange(request, data).await {
            Ok(record) => Outcome::from(request, record),
            Err(refusal) => Outcome::from(request, refusal),
        }
    }
}

/// The checks, in the order in which their faults are reported: method, content type, size, JSON, fields,
/// client, grant.
async fn exchange(request: &Request<'_>, data: Data<'_>) -> Result<Record, Refusal> {
    if request.method() != Method::Post {
        return Err(Refusal::method());
    }
    let Some(app) = request.rocket().state::<Arc<App>>() else {
        return Err(Error::internal("no instance is managed").into());
    };
    let ClientAddress(address) = ClientAddress::of(request, app);
    app.throttle
        .check_address(LimitKind::TokenAddress, address)
        .await
        .map_err(Error::from)?;
    let body = body(request, data).await?;
    let fields = Fields::read(&body)
        .map_err(|text| Refusal::new(Status::BadRequest, INVALID_REQUEST, &text))?;
    let Some(client) = ClientSecret::find(
        &app.db,
        &app.recent_clients,
        fields.client_id,
        &fields.client_secret,
    )
    .await?
    else {
        // Counted by the ID alone, so that the limit does not reveal which IDs exist.
        app.throttle
            .check(LimitKind::TokenGuess, fields.client_id)
            .await
            .map_err(Error::from)?;
        return Err(Refusal::client());
    };
    // Counted only for authenticated apps, so that a stranger can't use up an app's limit.
    app.throttle
        .check(LimitKind::TokenApp, fields.client_id)
        .await
        .map_err(Error::from)?;
    match AuthorizationCode::redeem(app, &app.exchanger, client, fields.asked()).await? {
        Ok(identity) => Ok(Record::of(&identity, app)),
        Err(Refused::Client) => Err(Refusal::client()),
        Err(Refused::Grant) => Err(Refusal::new(
            Status::BadRequest,
            "invalid_grant",
            "The code can't be exchanged: it is unknown, expired, already used or revoked, or was issued for another app, redirect_uri or code_challenge.",
        )),
    }
}

/// The complete body, if it is within the limit.
async fn body(request: &Request<'_>, data: Data<'_>) -> Result<Vec<u8>, Refusal> {
    let content_type = request.headers().get_one("Content-Type");
    if !content_type.is_some_and(json::is_announced) {
        return Err(Refusal::new(
            Status::UnsupportedMediaType,
            INVALID_REQUEST,
            "Send the header Content-Type: application/json.",
        ));
    }
    let read = data.open(LARGEST_BODY.bytes()).into_bytes();
    let read = tokio::time::timeout(SLOWEST_BODY, read).await;
    let invalid = |status, text: &str| Refusal::new(status, INVALID_REQUEST, text);
    match read {
        Ok(Ok(body)) if body.is_complete() => Ok(body.into_inner()),
        Ok(Ok(_)) => Err(invalid(
            Status::PayloadTooLarge,
            "The body is larger than 64 KiB.",
        )),
        Ok(Err(_)) => Err(invalid(
            Status::BadRequest,
            "The body ended before it was complete.",
        )),
        Err(_) => Err(invalid(
            Status::RequestTimeout,
            "The body did not arrive in time. Try again.",
        )),
    }
}

/// The identity record (spec section 2), and nothing else.
struct Record(Value);

impl Record {
    fn of(identity: &Identity, app: &App) -> Self {
        Self(json!({
            "chat_user_id": identity.user_id,
            "nickname": identity.nickname,
            "name": identity.name,
            "avatar_url": identity.avatar_url(&app.config.base_url),
        }))
    }
}

impl<'r> Responder<'r, 'static> for Record {
    fn respond_to(self, _: &'r Request<'_>) -> response::Result<'static> {
        Ok(answer(Status::Ok, &self.0))
    }
}

const INVALID_REQUEST: &str = "invalid_request";

/// An error in the standard's format (RFC 6749, section 5.2).
struct Refusal {
    status: Status,
    error: &'static str,
    description: String,
    retry_after: Option<u64>,
}

impl Refusal {
    fn new(status: Status, error: &'static str, description: &str) -> Self {
        // The standard limits descriptions to printable ASCII without quotes and backslashes.
        let plain = |c| {
            if matches!(c, ' '..='!' | '#'..='[' | ']'..='~') {
                c
            } else {
                '?'
            }
        };
        Self {
            status,
            error,
            description: description.chars().map(plain).collect(),
            retry_after: None,
        }
    }

    fn method() -> Self {
        Self::new(Status::MethodNotAllowed, INVALID_REQUEST, "Use POST.")
    }

    /// One response for an unknown app and for a wrong secret, so that ids can't be probed.
    fn client() -> Self {
        Self::new(
            Status::Unauthorized,
            "invalid_client",
            "client_id and client_secret do not match.",
        )
    }

    /// The response to an error that is not the app's fault.
    fn of(public: &PublicError) -> Self {
        let (error, description) = match public.status.code {
            429 => (
                "temporarily_unavailable",
                "Too many requests. Wait for Retry-After seconds, then try again.",
            ),
            503 => (
                "temporarily_unavailable",
                "Temporarily unavailable. Try again in a few seconds.",
            ),
            400..=499 => (INVALID_REQUEST, "The request was refused."),
            _ => ("server_error", "Something went wrong on the server."),
        };
        let mut refusal = Self::new(public.status, error, description);
        if let Some(reference) = &public.reference {
            refusal.description += &format!(" Reference: {reference}.");
        }
        refusal.retry_after = public.retry_after;
        refusal
    }
}

impl From<Error> for Refusal {
    fn from(err: Error) -> Self {
        Self::of(&err.log())
    }
}

impl<'r> Responder<'r, 'static> for Refusal {
    fn respond_to(self, _: &'r Request<'_>) -> response::Result<'static> {
        let body = json!({ "error": self.error, "error_description": self.description });
        let mut response = answer(self.status, &body);
        if self.status == Status::MethodNotAllowed {
            response.set_header(Header::new("Allow", "POST"));
        }
        if let Some(seconds) = self.retry_after {
            response.set_header(Header::new("Retry-After", seconds.to_string()));
        }
        Ok(response)
    }
}

fn answer(status: Status, body: &Value) -> Response<'static> {
    let body = body.to_string();
    Response::build()
        .status(status)
        .header(ContentType::JSON)
        .header(Header::new("Cache-Control", "no-store"))
        .sized_body(body.len(), Cursor::new(body))
        .finalize()
}

/// What Rocket itself refuses under this path, or a handler that panicked.
#[catch(default)]
fn fault(status: Status, request: &Request<'_>) -> Refusal {
    match PublicError::of(request) {
        Some(public) => Refusal::of(&public),
        // Only a method that Rocket doesn't know is malformed here.
        None if status == Status::BadRequest => Refusal::method(),
        None if status == Status::NotFound => Refusal::new(
            status,
            INVALID_REQUEST,
            "There is nothing here. Use POST /oauth/token.",
        ),
        None => Refusal::of(&PublicError {
            status,
            text: None,
            reference: None,
            retry_after: None,
        }),
    }
}
