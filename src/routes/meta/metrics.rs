//! `/metrics`: figures for a Prometheus that asks from close by; for everybody else there is nothing here.
//! What is counted stands in `metrics`.

use std::net::{IpAddr, Ipv4Addr};

use rocket::http::{Header, Status};
use rocket::outcome::Outcome;
use rocket::request::{self, FromRequest, Request};
use rocket::{Responder, Route, get, routes};

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::metrics::CONTENT_TYPE;

pub(super) fn routes() -> Vec<Route> {
    routes![show]
}

/// Headers that a proxy sets when it asks for somebody else.
const FORWARDED: [&str; 4] = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"];

#[derive(Responder)]
struct Figures {
    text: String,
    content_type: Header<'static>,
}

#[get("/metrics")]
fn show(_close: Close, at: &Instance) -> Result<Figures> {
    Ok(Figures {
        text: at.metrics.text()?,
        content_type: Header::new("Content-Type", CONTENT_TYPE),
    })
}

/// Asked directly, from this machine or a network of `trusted_proxies`. A request that a proxy passes
/// on comes from close by as well, but is somebody else's.
struct Close;

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Close {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        let Outcome::Success(at) = request.guard::<&Instance>().await else {
            return Outcome::Error((Status::NotFound, Error::NotFound));
        };
        let peer = request
            .remote()
            .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |remote| remote.ip())
            .to_canonical();
        let passed_on = FORWARDED
            .iter()
            .any(|name| request.headers().contains(name));
        if !passed_on && (peer.is_loopback() || at.config.trusts(peer)) {
            Outcome::Success(Self)
        } else {
            Outcome::Error((Status::NotFound, Error::NotFound))
        }
    }
}
