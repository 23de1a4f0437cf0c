//! `/metrics`: figures for a Prometheus that asks from close by; for everybody else there is nothing here.
//! What is counted stands in `metrics`.

use rocket::http::{Header, Status};
use rocket::outcome::Outcome;
use rocket::request::{self, FromRequest, Request};
use rocket::{Responder, get};
use url::Host;

use crate::app::App;
use crate::config::is_loopback_host;
use crate::error::{Error, Result};
use crate::metrics::CONTENT_TYPE;
use crate::models::accounts::phone_code::budget;
use crate::routes::peer;

#[derive(Responder)]
pub(crate) struct Figures {
    text: String,
    content_type: Header<'static>,
}

#[get("/metrics")]
pub(crate) async fn show(_close: Close, app: &App) -> Result<Figures> {
    // Without the database, the other figures say so; this one stays as it was.
    if let Ok(sent) = budget::sent_today(app).await {
        app.metrics.texts_today(sent, app.config.texts.a_day);
    }
    Ok(Figures {
        text: app.metrics.text()?,
        content_type: Header::new("Content-Type", CONTENT_TYPE),
    })
}

/// Asked directly, from this machine or a network of `trusted_proxies`. A request that a proxy passes
/// on comes from close by as well, but is somebody else's; so is one of a page in a browser on this machine, whose host
/// name was pointed here (DNS rebinding).
pub(crate) struct Close;

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Close {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        let Outcome::Success(app) = request.guard::<&App>().await else {
            return Outcome::Error((Status::NotFound, Error::NotFound));
        };
        let peer = peer::address(request);
        let is_near = app.config.trusts(peer) || (peer.is_loopback() && has_local_host(request));
        if is_near && !peer::is_forwarded(request) {
            Outcome::Success(Self)
        } else {
            peer::hide(request);
            Outcome::Error((Status::NotFound, Error::NotFound))
        }
    }
}

/// Whether the request names no host that strangers could point at this machine: none, an IP address, or a name of one
/// label, as networks of containers have them.
fn has_local_host(request: &Request<'_>) -> bool {
    if !request.headers().contains("Host") {
        return true;
    }
    peer::host(request).is_some_and(|host| match &host {
        Host::Domain(name) => !name.contains('.') || is_loopback_host(&host),
        Host::Ipv4(_) | Host::Ipv6(_) => true,
    })
}
