//! Cross-origin requests (Fetch standard): the answers that programs in a browser may read, without credentials.
//! Which endpoints those are is decided by the endpoints.

use rocket::Response;
use rocket::http::{Header, Status};

/// Lets pages of every site read a response. It says nothing to them that they could not fetch with a program of their
/// own: cookies are not looked at, and browsers send none.
pub(super) fn open(response: &mut Response<'_>) {
    response.set_header(Header::new("Access-Control-Allow-Origin", "*"));
}

/// The answer to a preflight request; `methods` are those that a page may use, separated by commas.
pub(super) fn preflight(methods: &'static str) -> Response<'static> {
    let mut response = Response::new();
    response.set_status(Status::NoContent);
    open(&mut response);
    for (name, value) in [
        ("Access-Control-Allow-Methods", methods),
        // The header of credentials is in no wildcard; agents of vendors add headers for their traces.
        ("Access-Control-Allow-Headers", "*, Authorization, Content-Type"),
        // A day. Browsers cap it at what they think is right.
        ("Access-Control-Max-Age", "86400"),
    ] {
        response.set_header(Header::new(name, value));
    }
    response
}
