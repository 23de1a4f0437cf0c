//! The peer of the connection, and whether a request was made on this machine.
//! On whose behalf a trusted proxy asks is decided by `guards::ClientAddress`.

use std::net::{IpAddr, Ipv4Addr};

use rocket::http::Status;
use rocket::outcome::Outcome;
use rocket::request::{self, FromRequest, Request};
use url::Host;

use portico_platform::error::Error;
use portico_rules::base_url::is_loopback_host;

/// Headers that proxies, tunnels and content delivery networks add when they forward a request. A header whose name
/// begins with `x-forwarded` is one as well.
const FORWARDING: [&str; 21] = [
    "forwarded",
    "forwarded-for",
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-original-host",
    "x-original-url",
    "x-original-forwarded-for",
    "x-envoy-external-address",
    "x-azure-clientip",
    "x-appengine-user-ip",
    "client-ip",
    "true-client-ip",
    "cf-connecting-ip",
    "cf-ray",
    "cdn-loop",
    "fastly-client-ip",
    "fly-client-ip",
    "proxy-client-ip",
    "wl-proxy-client-ip",
];

/// The address of the peer. A server bound to `::` sees IPv4 peers as IPv4-mapped IPv6 addresses; here they are IPv4
/// addresses, as they are in `trusted_proxies` and in the limits.
pub fn address(request: &Request<'_>) -> IpAddr {
    request
        .remote()
        // Only a request from within the process has no peer.
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |remote| remote.ip())
        .to_canonical()
}

/// True if the request was forwarded, by a proxy for example.
pub fn is_forwarded(request: &Request<'_>) -> bool {
    request.headers().iter().any(|header| {
        let name = header.name().as_str().to_ascii_lowercase();
        name.starts_with("x-forwarded") || FORWARDING.contains(&name.as_str())
    })
}

/// The host that the request names; none where the header is missing, repeated or malformed.
pub fn host(request: &Request<'_>) -> Option<Host> {
    let mut hosts = request.headers().get("Host");
    let (host, None) = (hosts.next()?, hosts.next()) else {
        return None;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    Host::parse(name).ok()
}

/// A request that was made on this machine, for this machine. For anything else, the route doesn't exist.
///
/// The peer alone is not enough: a proxy or a tunnel on this machine forwards requests of strangers, and a page in a
/// browser here can point its host name at this machine (DNS rebinding).
#[derive(Debug, Clone, Copy)]
pub struct OnThisMachine;

#[rocket::async_trait]
impl<'r> FromRequest<'r> for OnThisMachine {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        if is_on_this_machine(request) {
            Outcome::Success(Self)
        } else {
            hide(request);
            Outcome::Error((Status::NotFound, Error::NotFound))
        }
    }
}

/// True if a request was made on this machine, for this machine: see [`OnThisMachine`].
fn is_on_this_machine(request: &Request<'_>) -> bool {
    address(request).is_loopback()
        && !is_forwarded(request)
        && host(request).is_some_and(|host| is_loopback_host(&host))
}

/// The same for a route that exists for every request.
#[derive(Debug, Clone, Copy)]
pub struct IsOnThisMachine(pub bool);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for IsOnThisMachine {
    type Error = std::convert::Infallible;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Self::Error> {
        Outcome::Success(Self(is_on_this_machine(request)))
    }
}

/// True if the caller must not learn that there is such a route.
struct HiddenRoute(bool);

/// Makes the response identical to that of a route that doesn't exist.
pub fn hide(request: &Request<'_>) {
    request.local_cache(|| HiddenRoute(true));
}

/// True if [`hide`] was called for this request.
pub fn is_hidden(request: &Request<'_>) -> bool {
    request.local_cache(|| HiddenRoute(false)).0
}
