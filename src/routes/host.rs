//! The guard against requests that name no host, or several (RFC 9112, section 3.2). The host itself decides nothing
//! here: addresses are built from `base_url`.

use std::sync::Arc;

use rocket::fairing::{Fairing, Info, Kind};
use rocket::http::uri::Origin;
use rocket::{Data, Request};

use crate::app::App;
use crate::routes::peer;

/// A path that no route has, for requests that are answered with 400.
const NOWHERE: &str = "/.malformed";

/// Leads a request that doesn't name one host to no route, so that it is answered with 400.
///
/// Rocket doesn't say which version of HTTP a request is of, so this includes HTTP/1.0, where a host is not required. The one use
/// that has left is a proxy's own check of health, so one from a trusted proxy may do without. HTTP/2 has `:authority` instead.
#[derive(Debug, Clone, Copy)]
pub struct OneHost;

/// True if a request did not name one host.
#[derive(Debug, Clone, Copy)]
struct MalformedHost(bool);

#[rocket::async_trait]
impl Fairing for OneHost {
    fn info(&self) -> Info {
        Info { name: "one host", kind: Kind::Request }
    }

    async fn on_request(&self, request: &mut Request<'_>, _: &mut Data<'_>) {
        if !names_one_host(request)
            && let Ok(nowhere) = Origin::parse(NOWHERE)
        {
            request.local_cache(|| MalformedHost(true));
            request.set_uri(nowhere);
        }
    }
}

fn names_one_host(request: &Request<'_>) -> bool {
    // Only a request from within the process has no peer.
    if request.remote().is_none() {
        return true;
    }
    let mut hosts = request.headers().get("Host");
    match (hosts.next(), hosts.next()) {
        (Some(_), None) => true,
        (Some(_), Some(_)) => false,
        (None, _) => request.host().is_some() || is_check_of_proxy(request),
    }
}

/// True if a trusted proxy asks for itself.
fn is_check_of_proxy(request: &Request<'_>) -> bool {
    let app = request.rocket().state::<Arc<App>>();
    !peer::is_forwarded(request) && app.is_some_and(|app| app.config.trusts(peer::address(request)))
}

/// True if a request is answered with 400 because it names no host, or several.
pub fn is_malformed(request: &Request<'_>) -> bool {
    request.local_cache(|| MalformedHost(false)).0
}
