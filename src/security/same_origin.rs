//! The guard against forms sent by other sites (CSRF).
//! It wraps routes when they are mounted, so that none can be forgotten.

use rocket::http::Method;
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::wrapped_routes::wrapped_where;
use portico_platform::error::Error;
use portico_rules::base_url::BaseUrl;

/// Routes that other sites may post to, in a way that changes nothing. They use [`comes_from_here`] themselves before they
/// change anything.
const CHECKED_BY_THEMSELVES: [&str; 2] = ["/oauth/authorize", "/oauth/logout"];

/// The refusal of a form from another site.
pub const REFUSAL: Error = Error::Forbidden(
    "This form was sent from another site, so it was refused. Open the page on this site and send the form again.",
);

/// Wraps routes so that all but GET ones respond only to this site's own pages.
pub fn wrap(routes: Vec<Route>, base: &BaseUrl) -> Vec<Route> {
    let origin = base.origin();
    let is_checked = |route: &Route| route.method != Method::Get && !CHECKED_BY_THEMSELVES.contains(&route.uri.path());
    wrapped_where(routes, is_checked, |inner| SameOriginHandler { inner, origin: origin.to_owned() })
}

#[derive(Clone)]
struct SameOriginHandler {
    inner: Box<dyn Handler>,
    origin: String,
}

#[rocket::async_trait]
impl Handler for SameOriginHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        if comes_from_here(request, &self.origin) {
            self.inner.handle(request, data).await
        } else {
            Outcome::from(request, refusal(request, &self.origin))
        }
    }
}

/// The refusal of a request that no page of this site sent. A page that was opened at another address of this instance, such as
/// that of the machine, is no other site: its origin is the host that it sends to.
fn refusal(request: &Request<'_>, origin: &str) -> Error {
    let headers = request.headers();
    let sender = headers.get_one("Origin").and_then(|sender| sender.split_once("://")).map(|(_, host)| host);
    match sender {
        Some(host) if headers.get_one("Host") == Some(host) && !origin.ends_with(&format!("://{host}")) => {
            Error::AnotherAddress(format!(
                "This page was opened at another address than this site's. Open {origin} and send the form there."
            ))
        }
        _ => REFUSAL,
    }
}

/// True if a page of this site sent the request; `origin` is this site's. Browsers send the origin's relation in
/// `Sec-Fetch-Site`; older ones at least send `Origin`.
pub fn comes_from_here(request: &Request<'_>, origin: &str) -> bool {
    let headers = request.headers();
    match headers.get_one("Sec-Fetch-Site") {
        Some(site) => matches!(site, "same-origin" | "none"),
        None => headers.get_one("Origin") == Some(origin),
    }
}
