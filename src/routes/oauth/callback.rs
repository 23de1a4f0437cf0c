//! The callback to an app: its redirect URI with a response in the query (RFC 6749, section 4.1.2) or the fragment.
//! Only a `RegisteredRedirectUri` becomes a redirect; matching one is in `models::oauth::redirect_uri`.

use rocket::Request;
use rocket::http::{Header, Status};
use rocket::response::{self, Responder};
use serde::Serialize;
use url::{Host, Url};

use super::parameters::{self, Name};
use super::request::{RequestError, append, append_encoded};
use portico_crypto::tokens::Plain;
use portico_rules::base_url::is_loopback;
use portico_rules::redirect_uri::matching::RegisteredRedirectUri;

/// The parameters of a response, and those of responses that other servers send. A redirect URI's own parameters of these
/// names are left out, so that no name appears twice and nothing in it is taken for a part of the response.
const OURS: [&str; 12] = [
    "code",
    "state",
    "iss",
    "error",
    "error_description",
    "error_uri",
    "access_token",
    "token_type",
    "expires_in",
    "id_token",
    "session_state",
    "response",
];

/// Where a response goes, and what every response contains.
#[derive(Clone, Copy, Debug)]
pub struct Callback<'a> {
    /// The redirect URI, exactly as it was requested.
    pub redirect_uri: &'a RegisteredRedirectUri,
    /// The state in the encoding it came in, where there is one.
    pub state: Option<&'a str>,
    /// The issuer (RFC 9207).
    pub iss: &'a str,
}

impl Callback<'_> {
    /// As a redirect with the response in the query.
    pub fn redirect(self, response: &Response<'_>) -> CallbackRedirect {
        let uri = self.redirect_uri.as_str();
        CallbackRedirect(address(uri, response, self.state, self.iss))
    }

    /// As a redirect with the response in the fragment (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
    /// No redirect URI has one of its own.
    pub fn redirect_by_fragment(self, response: &Response<'_>) -> CallbackRedirect {
        let mut fragment = String::new();
        append_response(&mut fragment, response, self.state, self.iss);
        CallbackRedirect(format!("{}#{fragment}", bare(self.redirect_uri.as_str())))
    }

    /// As a form (OAuth 2.0 Form Post Response Mode, section 2).
    pub fn form(self, response: &Response<'_>) -> CallbackForm {
        let mut fields = response.parameters();
        if let Some(state) = self.state.and_then(parameters::decoded) {
            fields.push((Name::State.as_str(), state));
        }
        fields.push(("iss", self.iss.to_owned()));
        CallbackForm { action: bare(self.redirect_uri.as_str()), fields }
    }
}

/// The answer to the app, in addition to the state and the issuer.
#[derive(Clone, Copy, Debug)]
pub enum Response<'a> {
    /// An authorization code.
    Code(&'a Plain),
    /// An error.
    Error(&'a RequestError),
}

impl Response<'_> {
    fn parameters(self) -> Vec<(&'static str, String)> {
        match self {
            Self::Code(code) => vec![("code", code.expose().to_owned())],
            Self::Error(fault) => {
                vec![("error", fault.error.to_owned()), ("error_description", fault.description.clone())]
            }
        }
    }
}

/// The address of a callback. Text for a preview, where the redirect URI need not be registered.
pub fn address(redirect_uri: &str, response: &Response<'_>, state: Option<&str>, iss: &str) -> String {
    let (address, mut query) = without_ours(redirect_uri);
    append_response(&mut query, response, state, iss);
    format!("{address}?{query}")
}

fn append_response(query: &mut String, response: &Response<'_>, state: Option<&str>, iss: &str) {
    for (name, value) in response.parameters() {
        append(query, name, &value);
    }
    if let Some(state) = state {
        append_encoded(query, Name::State.as_str(), state);
    }
    append(query, "iss", iss);
}

/// A redirect URI without parameters of a response.
fn bare(redirect_uri: &str) -> String {
    let (address, query) = without_ours(redirect_uri);
    match query.as_str() {
        "" => address.to_owned(),
        query => format!("{address}?{query}"),
    }
}

/// A redirect URI up to its query, and the query without parameters of a response.
fn without_ours(redirect_uri: &str) -> (&str, String) {
    let (address, query) = redirect_uri.split_once('?').unwrap_or((redirect_uri, ""));
    let kept: Vec<&str> = query.split('&').filter(|pair| !is_ours(pair)).collect();
    (address, kept.join("&"))
}

/// True if a pair of a query has the name of a parameter of a response.
fn is_ours(pair: &str) -> bool {
    form_urlencoded::parse(pair.as_bytes()).any(|(name, _)| OURS.contains(&name.as_ref()))
}

/// A form that a page of this site sends to an app. It may contain a code, so it has no `Debug` and is never stored.
pub struct CallbackForm {
    /// The redirect URI.
    pub action: String,
    /// The parameters of the response: names and values.
    pub fields: Vec<(&'static str, String)>,
}

/// A redirect (303) that leaves this site. It may contain a code, so it has no `Debug` and is never stored.
pub struct CallbackRedirect(String);

impl CallbackRedirect {
    /// To an address that the app has registered for the end of a session.
    pub(super) fn after_logout(address: &str) -> Self {
        Self(address.to_owned())
    }

    /// Its address, for a page that leads there.
    pub fn address(self) -> String {
        self.0
    }
}

impl<'r> Responder<'r, 'static> for CallbackRedirect {
    fn respond_to(self, _: &'r Request<'_>) -> response::Result<'static> {
        rocket::Response::build()
            .status(Status::SeeOther)
            // Unchanged: Rocket's own redirect would parse the address and normalize it.
            .raw_header("Location", self.0)
            .header(Header::new("Referrer-Policy", "no-referrer"))
            .header(Header::new("Cache-Control", "no-store"))
            .ok()
    }
}

/// Where users return to, as the consent page says it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ReturnsTo {
    /// The host, with the port if it is not the default, or the scheme of an app on the device.
    pub name: String,
    /// The kind of that place.
    pub kind: ReturnKind,
}

/// The kind of place that users return to.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReturnKind {
    /// A website.
    Site,
    /// A program on the computer of the browser (RFC 8252, section 7.3).
    Loopback,
    /// An app that the device opens for a scheme of its own (RFC 8252, section 7.1).
    Scheme,
}

/// Where a redirect URI leads.
pub fn returns_to(redirect_uri: &str) -> ReturnsTo {
    let Ok(url) = Url::parse(redirect_uri) else {
        return ReturnsTo { name: redirect_uri.to_owned(), kind: ReturnKind::Site };
    };
    if !matches!(url.scheme(), "https" | "http") {
        return ReturnsTo { name: url.scheme().to_owned(), kind: ReturnKind::Scheme };
    }
    let host = url.host_str().unwrap_or_default();
    ReturnsTo {
        name: match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        },
        kind: match is_loopback(&url) {
            true => ReturnKind::Loopback,
            false => ReturnKind::Site,
        },
    }
}

/// Where the consent form may lead (Content Security Policy, section 6.4.1). Chromium checks every redirect after
/// a form against `form-action`. So with the redirect URI alone, users would be stuck if it redirects again, for example to
/// `www.`. Services are on `https`. One on this machine may redirect to another port, so for it the loopback hosts are
/// listed too; an app's own scheme is listed by itself.
pub fn form_action(redirect_uri: &str) -> String {
    let mut sources = "'self' https:".to_owned();
    let Ok(url) = Url::parse(redirect_uri) else {
        return sources;
    };
    if url.scheme() == "http" {
        let origin = match (url.host(), url.port_or_known_default()) {
            // A policy can't express an IPv6 address, only the port.
            (Some(Host::Ipv6(_)), Some(port)) => format!("http://*:{port}"),
            _ => url.origin().ascii_serialization(),
        };
        sources = format!("{sources} {origin} http://127.0.0.1:* http://localhost:*");
    } else if url.scheme() != "https" {
        sources = format!("{sources} {}:", url.scheme());
    }
    sources
}
