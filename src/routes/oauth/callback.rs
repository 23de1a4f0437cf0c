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
pub(super) struct Callback<'a> {
    /// The redirect URI, exactly as it was requested.
    pub(super) redirect_uri: &'a RegisteredRedirectUri,
    /// The state in the encoding it came in, where there is one.
    pub(super) state: Option<&'a str>,
    /// The issuer (RFC 9207).
    pub(super) iss: &'a str,
}

impl Callback<'_> {
    /// As a redirect with the response in the query.
    pub(super) fn redirect(self, response: &Response<'_>) -> CallbackRedirect {
        let uri = self.redirect_uri.as_str();
        CallbackRedirect(address(uri, response, self.state, self.iss))
    }

    /// As a redirect with the response in the fragment (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
    /// No redirect URI has one of its own.
    pub(super) fn redirect_by_fragment(self, response: &Response<'_>) -> CallbackRedirect {
        let mut fragment = String::new();
        append_response(&mut fragment, response, self.state, self.iss);
        CallbackRedirect(format!("{}#{fragment}", bare(self.redirect_uri.as_str())))
    }

    /// As a form (OAuth 2.0 Form Post Response Mode, section 2).
    pub(super) fn form(self, response: &Response<'_>) -> CallbackForm {
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
pub(super) enum Response<'a> {
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
pub(super) fn address(redirect_uri: &str, response: &Response<'_>, state: Option<&str>, iss: &str) -> String {
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
pub(super) struct CallbackForm {
    /// The redirect URI.
    pub(super) action: String,
    /// The parameters of the response: names and values.
    pub(super) fields: Vec<(&'static str, String)>,
}

/// A redirect (303) that leaves this site. It may contain a code, so it has no `Debug` and is never stored.
pub(crate) struct CallbackRedirect(String);

impl CallbackRedirect {
    /// To an address that the app has registered for the end of a session.
    pub(super) fn after_logout(address: &str) -> Self {
        Self(address.to_owned())
    }

    /// Its address, for a page that leads there.
    pub(super) fn address(self) -> String {
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
pub(super) struct ReturnsTo {
    /// The host, with the port if it is not the default, or the scheme of an app on the device.
    name: String,
    /// The kind of that place.
    kind: ReturnKind,
}

/// The kind of place that users return to.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ReturnKind {
    /// A website.
    Site,
    /// A program on the computer of the browser (RFC 8252, section 7.3).
    Loopback,
    /// An app that the device opens for a scheme of its own (RFC 8252, section 7.1).
    Scheme,
}

/// Where a redirect URI leads.
pub(super) fn returns_to(redirect_uri: &str) -> ReturnsTo {
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
pub(super) fn form_action(redirect_uri: &str) -> String {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::super::parameters::Parameters;
    use super::*;
    use portico_rules::redirect_uri::rules::check;

    fn back(redirect_uri: &str, state: Option<&str>) -> String {
        let registered = [redirect_uri.to_owned()];
        let callback = Callback {
            redirect_uri: &RegisteredRedirectUri::find(&registered, redirect_uri, false).unwrap(),
            state,
            iss: "https://chat.example",
        };
        callback.redirect(&Response::Code(&Plain::from("7.x-_y"))).0
    }

    #[test]
    fn the_answer_follows_the_redirect_uri_as_it_stands() {
        let tail = "code=7.x-_y&state=s&iss=https%3A%2F%2Fchat.example";
        for (redirect_uri, start) in [
            ("https://a.example", "https://a.example?"),
            ("https://A.example/cb/../x", "https://A.example/cb/../x?"),
            ("https://a.example/cb?", "https://a.example/cb?"),
            ("https://a.example/cb?x=%41+b&&y", "https://a.example/cb?x=%41+b&&y&"),
            ("https://a.example/cb?x&", "https://a.example/cb?x&"),
            ("https://a.example/?a?b=c", "https://a.example/?a?b=c&"),
            ("http://[::1]:8/cb", "http://[::1]:8/cb?"),
        ] {
            assert_eq!(back(redirect_uri, Some("s")), format!("{start}{tail}"));
        }
    }

    /// Shows: authorize.query-kept
    #[test]
    fn what_the_redirect_uri_says_in_our_place_is_left_out() {
        assert_eq!(
            back("https://a.example/?state=1&x=2&c%6Fde=3&error&iss=4", None),
            "https://a.example/?x=2&code=7.x-_y&iss=https%3A%2F%2Fchat.example"
        );
    }

    /// Shows: authorize.onward
    #[test]
    fn a_form_may_lead_to_services_and_on_this_machine_to_the_one_that_asked() {
        for (redirect_uri, sources) in [
            ("https://a.example/cb", ""),
            ("https://a.example:8443/cb", ""),
            ("https://127.0.0.1/cb", ""),
            ("http://127.0.0.1:5000/cb", " http://127.0.0.1:5000"),
            ("http://localhost/cb", " http://localhost"),
            ("http://[::1]:5000/cb", " http://*:5000"),
            ("org.example.app:/cb", " org.example.app:"),
        ] {
            let loopback = match redirect_uri.starts_with("http://") {
                false => "",
                true => " http://127.0.0.1:* http://localhost:*",
            };
            assert_eq!(form_action(redirect_uri), format!("'self' https:{sources}{loopback}"));
        }
    }

    #[test]
    fn people_are_told_what_they_return_to() {
        for (redirect_uri, name, kind) in [
            ("https://a.example:443/cb", "a.example", ReturnKind::Site),
            ("https://a.example:8443/cb", "a.example:8443", ReturnKind::Site),
            ("http://[::1]:5000/cb", "[::1]:5000", ReturnKind::Loopback),
            ("http://localhost/cb", "localhost", ReturnKind::Loopback),
            ("org.example.app:/cb", "org.example.app", ReturnKind::Scheme),
            ("org.example.app://a/cb", "org.example.app", ReturnKind::Scheme),
        ] {
            let name = name.to_owned();
            assert_eq!(returns_to(redirect_uri), ReturnsTo { name, kind });
        }
    }

    /// Shows: authorize.form-post
    #[test]
    fn a_form_has_the_parameters_of_a_redirect_with_the_state_decoded() {
        let uri = "https://a.example/cb?x=%41&code=mine";
        let callback = Callback {
            redirect_uri: &RegisteredRedirectUri::find(&[uri.to_owned()], uri, false).unwrap(),
            state: Some("a+b%26%C3%a9"),
            iss: "https://chat.example",
        };
        let form = callback.form(&Response::Code(&Plain::from("7.x-_y")));
        assert_eq!(form.action, "https://a.example/cb?x=%41");
        let fields =
            [("code", "7.x-_y".to_owned()), ("state", "a b&é".to_owned()), ("iss", "https://chat.example".to_owned())];
        assert_eq!(form.fields, fields);
    }

    /// Shows: authorize.fragment
    #[test]
    fn a_fragment_has_the_parameters_of_a_redirect_and_leaves_the_query_as_it_is() {
        let tail = "code=7.x-_y&state=a+b%26&iss=https%3A%2F%2Fchat.example";
        for (uri, start) in [
            ("https://a.example", "https://a.example#"),
            ("https://a.example/cb?x=%41&code=mine", "https://a.example/cb?x=%41#"),
            ("https://a.example/cb?state=mine", "https://a.example/cb#"),
            ("org.example.app:/cb", "org.example.app:/cb#"),
        ] {
            let callback = Callback {
                redirect_uri: &RegisteredRedirectUri::find(&[uri.to_owned()], uri, false).unwrap(),
                state: Some("a+b%26"),
                iss: "https://chat.example",
            };
            let redirect = callback.redirect_by_fragment(&Response::Code(&Plain::from("7.x-_y")));
            assert_eq!(redirect.0, format!("{start}{tail}"));
        }
    }

    proptest! {
        /// Shows: authorize.state-kept, authorize.state-encoding
        #[test]
        fn a_state_comes_back_byte_for_byte_and_once(
            state in "([A-Za-z0-9._~!$'()*+,;:@/?=-]|%[0-7][0-9A-Fa-f]|%C3%a9){1,60}",
            uri in "https://a\\.example/(\\?[a-z=&%0-9+]{0,30})?"
        ) {
            let asked = Parameters::read(&format!("client_id=1&state={state}&prompt="));
            let sent = asked.encoded(Name::State).unwrap();
            let location = back(&uri, Some(sent));
            let (_, query) = location.split_once('?').unwrap();
            let mut states = query.split('&').filter_map(|pair| pair.strip_prefix("state="));
            prop_assert_eq!((states.next(), states.next()), (Some(state.as_str()), None));
            let url = Url::parse(&location).unwrap();
            let codes = url.query_pairs().filter(|(name, _)| name == "code");
            prop_assert_eq!(codes.map(|(_, code)| code.into_owned()).collect::<Vec<_>>(), ["7.x-_y"]);
            prop_assert!(location.bytes().all(|byte| byte.is_ascii_graphic()));
        }

        /// Shows: authorize.state-encoding
        #[test]
        fn whatever_a_state_is_sent_as_it_means_the_same_afterwards(state in "(?s:[^&]{1,40})") {
            let asked = Parameters::read(&format!("state={state}"));
            if let Some(sent) = asked.encoded(Name::State) {
                let location = back("https://a.example/cb", Some(sent));
                prop_assert!(location.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert!(!location.contains('#') && Url::parse(&location).is_ok());
                let again = Parameters::read(location.split_once('?').unwrap().1);
                prop_assert_eq!(again.get(Name::State), asked.get(Name::State));
            }
        }

        /// Shows: random.redirects
        #[test]
        fn an_answer_leads_to_the_address_that_was_registered(
            state in "[a-z%+=?/]{0,20}", uri in "https://[a-z]{1,4}\\.example(:8443)?([/?][!-~]{0,20})?"
        ) {
            prop_assume!(check(&uri).is_ok());
            let registered = Url::parse(&uri).unwrap();
            let answer = Url::parse(&back(&uri, Some(&state))).unwrap();
            prop_assert_eq!(answer.origin(), registered.origin());
            prop_assert_eq!((answer.path(), answer.fragment()), (registered.path(), None));
        }
    }
}
