//! The bodies of requests to the endpoints for programs: how they are read, and the parameters of a form.
//! The endpoints decide what the parameters mean.

use std::time::Duration;

use rocket::data::ToByteUnit;
use rocket::http::Status;
use rocket::{Data, Request};

use super::refusal::{INVALID_REQUEST, Refusal};
use crate::routes::whole_body::{self, NotWhole};
use portico_platform::byte_limiter::RETRY_SECS;
use portico_platform::error::Error;

/// The most bytes of a body.
const MAX_BODY: usize = 64 * 1024;
/// How long a body may take to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);

/// The complete body, if it is within the limit.
pub(super) async fn read(request: &Request<'_>, data: Data<'_>) -> Result<Vec<u8>, Refusal> {
    let read = whole_body::read(request, data, MAX_BODY.bytes(), SLOWEST_BODY, None).await;
    read.map_err(|fault| {
        let (status, text) = match fault {
            NotWhole::TooLarge => (Status::PayloadTooLarge, "The body is larger than 64 KiB."),
            NotWhole::Broken => (Status::BadRequest, "The body ended before it was complete."),
            NotWhole::TooMuch => return Error::TooFast(RETRY_SECS).into(),
            NotWhole::TooSlow => (Status::RequestTimeout, "The body did not arrive in time. Try again."),
        };
        Refusal::new(status, INVALID_REQUEST, text)
    })
}

/// True if a request says that its body is a form, with any parameters of the type.
pub(super) fn is_form(request: &Request<'_>) -> bool {
    let content_type = request.headers().get_one("Content-Type");
    let essence = content_type.and_then(|text| text.split(';').next());
    essence.is_some_and(|essence| {
        essence.trim_matches([' ', '\t']).eq_ignore_ascii_case("application/x-www-form-urlencoded")
    })
}

/// The body of a request that can only be a form.
pub(super) async fn read_form(request: &Request<'_>, data: Data<'_>) -> Result<Vec<u8>, Refusal> {
    if is_form(request) {
        return read(request, data).await;
    }
    Err(Refusal::new(
        Status::UnsupportedMediaType,
        INVALID_REQUEST,
        "Send the header Content-Type: application/x-www-form-urlencoded.",
    ))
}
