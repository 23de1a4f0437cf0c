//! The callback to an app: its redirect URI with a response in the query (RFC 6749, section 4.1.2).
//! Only a `RegisteredRedirectUri` becomes a redirect; matching one is in `models::oauth::redirect_uri`.

use rocket::Request;
use rocket::http::{Header, Status};
use rocket::response::{self, Responder};
use url::{Host, Url};

use super::parameters::Name;
use super::request::{Fault, append, append_encoded};
use crate::models::oauth::redirect_uri::matching::RegisteredRedirectUri;
use crate::security::tokens::Plain;

/// The parameters of a response. A redirect URI's own parameters of these names are left out, so that no name appears
/// twice.
const OURS: [&str; 6] = [
    "code",
    "state",
    "iss",
    "error",
    "error_description",
    "error_uri",
];

/// Where a response goes, and what every response contains.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callback<'a> {
    /// The redirect URI, exactly as it was requested.
    pub(super) redirect_uri: &'a RegisteredRedirectUri,
    /// The state in the encoding it came in, unless it is the invalid parameter.
    pub(super) state: Option<&'a str>,
    /// The issuer (RFC 9207).
    pub(super) iss: &'a str,
}

impl Callback<'_> {
    /// With a code.
    pub(super) fn with_code(self, code: &Plain) -> CallbackRedirect {
        self.with(&Response::Code(code))
    }

    /// With an error.
    pub(super) fn with_error(self, fault: &Fault) -> CallbackRedirect {
        self.with(&Response::Error(fault))
    }

    fn with(self, response: &Response<'_>) -> CallbackRedirect {
        let uri = self.redirect_uri.as_str();
        CallbackRedirect(address(uri, response, self.state, self.iss))
    }
}

/// What the app receives in addition to the state and the issuer.
pub(super) enum Response<'a> {
    /// An authorization code.
    Code(&'a Plain),
    /// An error.
    Error(&'a Fault),
}

/// The address of a callback. Text for a preview, where the redirect URI need not be registered.
pub(super) fn address(
    redirect_uri: &str,
    response: &Response<'_>,
    state: Option<&str>,
    iss: &str,
) -> String {
    let (address, query) = redirect_uri.split_once('?').unwrap_or((redirect_uri, ""));
    let kept: Vec<&str> = query.split('&').filter(|pair| !is_ours(pair)).collect();
    let mut query = kept.join("&");
    match response {
        Response::Code(code) => append(&mut query, "code", code.expose()),
        Response::Error(fault) => {
            append(&mut query, "error", fault.error);
            append(&mut query, "error_description", &fault.description);
        }
    }
    if let Some(state) = state {
        append_encoded(&mut query, Name::State.as_str(), state);
    }
    append(&mut query, "iss", iss);
    format!("{address}?{query}")
}

/// Whether a pair of a query has the name of a parameter of a response.
fn is_ours(pair: &str) -> bool {
    form_urlencoded::parse(pair.as_bytes()).any(|(name, _)| OURS.contains(&name.as_ref()))
}

/// A redirect (303) that leaves this site. It may contain a code, so it has no `Debug` and is never stored.
pub(crate) struct CallbackRedirect(String);

impl CallbackRedirect {
    /// Its address. Only for a response without a code: a code is a secret.
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

/// The host that users return to, as the consent page shows it, with the port if it is not the default.
pub(super) fn place(redirect_uri: &str) -> String {
    let Ok(url) = Url::parse(redirect_uri) else {
        return redirect_uri.to_owned();
    };
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// Where the consent form may lead (Content Security Policy, section 6.4.1). Chromium checks every redirect after
/// a form against `form-action`. So with the redirect URI alone, users would be stuck if it redirects again, for example to
/// `www.`. Services are on `https`. One on this machine may redirect to another port, so for it the loopback hosts are
/// listed too.
pub(super) fn form_action(redirect_uri: &str) -> String {
    let mut sources = "'self' https:".to_owned();
    let url = Url::parse(redirect_uri).ok();
    if let Some(url) = url.filter(|url| url.scheme() == "http") {
        let origin = match (url.host(), url.port_or_known_default()) {
            // A policy can't express an IPv6 address, only the port.
            (Some(Host::Ipv6(_)), Some(port)) => format!("http://*:{port}"),
            _ => url.origin().ascii_serialization(),
        };
        sources = format!("{sources} {origin} http://127.0.0.1:* http://localhost:*");
    }
    sources
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::super::parameters::Parameters;
    use super::*;
    use crate::models::oauth::redirect_uri::rules::check;

    fn back(redirect_uri: &str, state: Option<&str>) -> String {
        let registered = [redirect_uri.to_owned()];
        let callback = Callback {
            redirect_uri: &RegisteredRedirectUri::find(&registered, redirect_uri).unwrap(),
            state,
            iss: "https://chat.example",
        };
        callback.with_code(&Plain::from("7.x-_y")).0
    }

    #[test]
    fn the_answer_follows_the_redirect_uri_as_it_stands() {
        let tail = "code=7.x-_y&state=s&iss=https%3A%2F%2Fchat.example";
        for (redirect_uri, start) in [
            ("https://a.example", "https://a.example?"),
            ("https://A.example/cb/../x", "https://A.example/cb/../x?"),
            ("https://a.example/cb?", "https://a.example/cb?"),
            (
                "https://a.example/cb?x=%41+b&&y",
                "https://a.example/cb?x=%41+b&&y&",
            ),
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
        ] {
            let loopback = match sources {
                "" => "",
                _ => " http://127.0.0.1:* http://localhost:*",
            };
            assert_eq!(
                form_action(redirect_uri),
                format!("'self' https:{sources}{loopback}")
            );
        }
    }

    #[test]
    fn people_are_told_the_host_they_return_to() {
        assert_eq!(place("https://a.example:443/cb"), "a.example");
        assert_eq!(place("http://[::1]:5000/cb"), "[::1]:5000");
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
