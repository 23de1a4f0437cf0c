//! Bodies of requests while they arrive, counted for the address that they come from. Callers check the content.

use std::sync::Arc;
use std::time::Duration;

use rocket::Request;
use rocket::data::{ByteUnit, Data, DataStream};

use crate::app::App;
use crate::routes::guards::ClientAddress;
use portico_platform::arriving_body::ArrivingBody;
use portico_platform::byte_limiter::BytePermit;

use portico_rules::ids::UserId;

/// Limits of size and time for reading a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    /// The most bytes that are read; more than this is never seen.
    pub(super) max_read: ByteUnit,
    /// The most bytes of them that are kept in memory, where the rest is dropped.
    pub(super) max_kept: ByteUnit,
    /// Max time in total.
    pub(super) within: Duration,
    /// The person who answers for it, besides the address that it comes from.
    pub(super) person: Option<UserId>,
}

/// Begins to read the body of a request.
pub(super) fn open<'d>(
    request: &Request<'_>,
    data: Data<'d>,
    terms: Terms,
) -> ArrivingBody<DataStream<'d>, impl Fn() -> Option<BytePermit> + Send + Unpin> {
    let new_permit = move || {
        let app = request.rocket().state::<Arc<App>>()?;
        let ClientAddress(address) = ClientAddress::for_request(request, app);
        Some(BytePermit::new(&app.bodies, address, terms.person))
    };
    let max_kept = usize::try_from(terms.max_kept.as_u64()).unwrap_or(usize::MAX);
    ArrivingBody::new(data.open(terms.max_read), new_permit, max_kept, terms.within)
}
