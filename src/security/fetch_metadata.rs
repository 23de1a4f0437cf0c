//! A request's purpose as its browser declares it (Fetch Metadata, and the headers of prefetches). Pure. The routes
//! decide which requests they answer.
//!
//! A picture in a message, a frame, a script's request and a prefetch all send the reader's cookies, though the reader
//! did nothing. Pages therefore respond only to navigations and to our own scripts, and a GET with an effect has it
//! only for a navigation.

use std::convert::Infallible;

use rocket::Request;
use rocket::http::{HeaderMap, Method};
use rocket::request::{FromRequest, Outcome};
use rocket::route::{self, Handler};
use rocket::{Data, Route};

use crate::wrapped_routes::wrapped_where;
use portico_platform::error::Error;

/// The headers that are used here, for `Vary`.
pub const VARY: &str = "Sec-Fetch-Dest, Sec-Fetch-Mode, Sec-Purpose, Purpose, Accept";

/// The values that browsers use or have used for a prefetch or preview.
const PURPOSES: [&str; 4] = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];

/// True if a request opens a page in a tab, to be seen now.
pub fn is_navigation(headers: &HeaderMap<'_>) -> bool {
    let all_are = |name, wanted: &str| headers.get(name).all(|value| value.trim().eq_ignore_ascii_case(wanted));
    all_are("Sec-Fetch-Dest", "document")
        && all_are("Sec-Fetch-Mode", "navigate")
        && !is_ahead(headers)
        && !wants_a_picture(headers)
}

/// True if a request is for a page at all: a navigation, or a request by our own scripts. Requests for subresources
/// (pictures, frames, scripts, styles) are not.
pub fn is_for_a_page(headers: &HeaderMap<'_>) -> bool {
    let is_page = |value: &str| ["document", "empty"].iter().any(|page| value.trim().eq_ignore_ascii_case(page));
    headers.get("Sec-Fetch-Dest").all(is_page) && !wants_a_picture(headers)
}

/// True if the browser only prefetches a page that may never be opened.
fn is_ahead(headers: &HeaderMap<'_>) -> bool {
    PURPOSES.iter().flat_map(|name| headers.get(name)).any(|value| {
        let value = value.to_ascii_lowercase();
        ["prefetch", "prerender", "preview", "instant"].iter().any(|purpose| value.contains(purpose))
    })
}

/// Browsers that don't send the destination (old ones, and all of them over plain HTTP) still send `Accept`: for a
/// picture it lists pictures, and for a navigation it starts with HTML.
fn wants_a_picture(headers: &HeaderMap<'_>) -> bool {
    if headers.contains("Sec-Fetch-Dest") {
        return false;
    }
    let accepted: Vec<String> = headers.get("Accept").map(str::to_ascii_lowercase).collect();
    accepted.iter().any(|list| list.contains("image/")) && !accepted.iter().any(|list| list.contains("html"))
}

/// True if a request was sent by `HEAD`, which opens nothing. Rocket answers it by the route of `GET`, and calls it one
/// then.
#[derive(Debug, Clone, Copy)]
pub struct SentByHead(bool);

impl SentByHead {
    /// To be called before the request is routed.
    pub fn note(request: &Request<'_>) {
        Self::for_request(request);
    }

    fn for_request(request: &Request<'_>) -> Self {
        *request.local_cache(|| Self(request.method() == Method::Head))
    }
}

/// True if the request is a navigation: for one-time effects of a GET, such as showing a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Navigation(pub bool);

impl Navigation {
    pub fn for_request(request: &Request<'_>) -> Self {
        Self(!SentByHead::for_request(request).0 && is_navigation(request.headers()))
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Navigation {
    type Error = Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Infallible> {
        Outcome::Success(Self::for_request(request))
    }
}

/// Wraps routes so that GET ones respond only to requests for pages.
pub fn wrap(routes: Vec<Route>) -> Vec<Route> {
    wrapped_where(routes, |route| route.method == Method::Get, FetchMetadataHandler)
}

#[derive(Clone)]
struct FetchMetadataHandler(Box<dyn Handler>);

#[rocket::async_trait]
impl Handler for FetchMetadataHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> route::Outcome<'r> {
        if is_for_a_page(request.headers()) {
            self.0.handle(request, data).await
        } else {
            route::Outcome::from(
                request,
                Error::Forbidden("This page can’t be shown inside another page. Open it in a tab of its own."),
            )
        }
    }
}
