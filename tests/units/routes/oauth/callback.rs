//! Where an answer leads, and what it says.

use proptest::prelude::*;
use url::Url;

use portico::routes::oauth::callback::{Callback, Response, ReturnKind, ReturnsTo, form_action, returns_to};
use portico::routes::oauth::parameters::{Name, Parameters};
use portico_crypto::tokens::Plain;
use portico_rules::redirect_uri::matching::RegisteredRedirectUri;
use portico_rules::redirect_uri::rules::check;

fn back(redirect_uri: &str, state: Option<&str>) -> String {
    let registered = [redirect_uri.to_owned()];
    let callback = Callback {
        redirect_uri: &RegisteredRedirectUri::find(&registered, redirect_uri, false).unwrap(),
        state,
        iss: "https://chat.example",
    };
    callback.redirect(&Response::Code(&Plain::from("7.x-_y"))).address()
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
        assert_eq!(redirect.address(), format!("{start}{tail}"));
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
