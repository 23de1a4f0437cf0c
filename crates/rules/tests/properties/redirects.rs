//! Redirect URIs match byte by byte, except for the port of a loopback address.
//! The crate's `fuzz` compares any two texts with a slow reference.

use portico_rules::redirect_uri::matching::matches;
use portico_rules::redirect_uri::rules::check;
use proptest::prelude::*;
use url::Url;

/// Redirect URIs that may be registered.
fn registered() -> impl Strategy<Value = String> {
    let host = "https://[a-z]{1,6}\\.example(:[1-9][0-9]{0,3})?|http://(127\\.0\\.0\\.1|\\[::1\\])(:[1-9][0-9]{0,3})?|http://localhost(:3000)?";
    (host, "(/[a-zA-Z0-9%._~-]{0,6}){0,3}", "(\\?[a-z0-9=&+.]{0,12})?")
        .prop_map(|(host, path, query)| format!("{host}{path}{query}"))
        .prop_filter("may be registered", |uri| check(uri, false).is_ok())
}

/// Number of bytes before the port, the path or the query, on a host whose port is free.
fn loopback_host(uri: &str) -> Option<usize> {
    let hosts = ["http://127.0.0.1", "http://[::1]"];
    let host = hosts.into_iter().find(|host| uri.starts_with(host))?;
    Some(host.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Shows: random.redirects
    #[test]
    fn one_byte_that_differs_is_another_address(
        uri in registered(), at in any::<prop::sample::Index>(), byte in 0x20..0x7f_u8, how in 0..3_u8,
    ) {
        let mut bytes = uri.clone().into_bytes();
        let place = at.index(bytes.len());
        match how {
            0 => bytes[place] = byte,
            1 => bytes.insert(place, byte),
            _ => drop(bytes.remove(place)),
        }
        let asked = String::from_utf8(bytes).unwrap();
        if matches(&uri, &asked) && uri != asked {
            // Then it stands in the port of a loopback address, and what is asked for leads to the same place.
            prop_assert!(loopback_host(&uri).is_some_and(|host| place >= host));
            let [one, other] = [&uri, &asked].map(|uri| Url::parse(uri).unwrap());
            prop_assert_ne!(one.port_or_known_default(), other.port_or_known_default());
            prop_assert_eq!((one.host(), one.path(), one.query()), (other.host(), other.path(), other.query()));
            prop_assert!(check(&asked, false).is_ok());
        }
    }

    /// Shows: random.redirects
    #[test]
    fn something_more_at_either_end_is_another_address(uri in registered(), more in "[ -~]{1,8}") {
        let ported = loopback_host(&uri) == Some(uri.len()) && more.starts_with(':');
        let longer_port = loopback_host(&uri).is_some() && more.bytes().all(|byte| byte.is_ascii_digit());
        if !ported && !longer_port {
            let asked = uri.clone() + &more;
            prop_assert!(!matches(&uri, &asked));
        }
        let asked = more + &uri;
        prop_assert!(!matches(&uri, &asked));
    }

    /// Shows: random.redirects
    #[test]
    fn every_port_of_a_loopback_address_is_the_same_to_us(
        six in any::<bool>(), one in proptest::option::of(1..=65_535_u32), other in 1..=65_535_u32, rest in "(/[a-z]{0,4}){0,2}",
    ) {
        let host = if six { "http://[::1]" } else { "http://127.0.0.1" };
        let port = one.map_or_else(String::new, |port| format!(":{port}"));
        let (registered, asked) = (format!("{host}{port}{rest}"), format!("{host}:{other}{rest}"));
        prop_assert!(matches(&registered, &asked));
        let named = |port: &str| format!("http://localhost{port}{rest}");
        prop_assert_eq!(matches(&named(&port), &named(&format!(":{other}"))), one == Some(other));
    }

    /// Shows: random.redirects
    #[test]
    fn a_redirect_to_a_registered_uri_arrives_at_its_host(uri in registered()) {
        let url = Url::parse(&uri).unwrap();
        let named = uri.split("://").nth(1).unwrap().split(['/', '?']).next().unwrap();
        let host = url.host_str().unwrap();
        prop_assert!(named == host || named.strip_prefix(host).is_some_and(|port| port.starts_with(':')));
    }
}
