//! `/metrics`: metrics for a Prometheus on this machine or network; 404 for everyone else. `portico_platform::metrics`
//! counts.

use rocket::http::{Header, Status};
use rocket::outcome::Outcome;
use rocket::request::{self, FromRequest, Request};
use rocket::{Responder, get};
use url::Host;

use crate::app::App;
use crate::routes::peer;
use portico_platform::error::{Error, Result};
use portico_platform::metrics::CONTENT_TYPE;
use portico_rules::base_url::is_loopback_host;
use portico_store::models::accounts::phone_code::budget;

#[derive(Responder)]
pub(crate) struct Figures {
    text: String,
    content_type: Header<'static>,
}

#[get("/metrics")]
pub(crate) async fn show(_close: Close, app: &App) -> Result<Figures> {
    // Without the database, other metrics show it; this one keeps its value.
    if let Ok(sent) = budget::sent_today(app).await {
        app.metrics.texts_today(sent, app.config.texts.a_day);
    }
    Ok(Figures { text: app.metrics.text()?, content_type: Header::new("Content-Type", CONTENT_TYPE) })
}

/// A direct request from this machine or a network of `trusted_proxies`. A request that a proxy forwards also has a near
/// peer, but comes from another client, and so does that of a page in a browser on this machine whose host name was
/// pointed here (DNS rebinding).
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

/// True if the request's host is one that strangers can't point at this machine: none, an IP address, or a name of a
/// single label, as in container networks.
fn has_local_host(request: &Request<'_>) -> bool {
    if !request.headers().contains("Host") {
        return true;
    }
    peer::host(request).is_some_and(|host| match &host {
        Host::Domain(name) => !name.contains('.') || is_loopback_host(&host),
        Host::Ipv4(_) | Host::Ipv6(_) => true,
    })
}
