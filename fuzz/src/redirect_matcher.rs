//! Properties of any two URLs, one registered and one requested.
//! What is redirected there is decided by the OAuth routes.

use url::{Host, Url};

use portico_rules::redirect_uri::matching::matches;
use portico_rules::redirect_uri::rules::{MAX_LENGTH, MAX_URIS, check, read_list};

pub(super) fn verify(registered: &str, asked: &str) {
    for is_public in [false, true] {
        assert!(matches(registered, registered, is_public) && matches(asked, asked, is_public));
        let same = matches(registered, asked, is_public);
        assert_eq!(same, matches(asked, registered, is_public), "which way round");
        assert_eq!(same, slowly_matches(registered, asked, is_public), "the reference");
        if same && check(registered).is_ok() {
            leads_to_the_same_place(registered, asked, is_public);
        }
    }
    for uri in [registered, asked] {
        if check(uri).is_ok() {
            leads_where_it_seems_to(uri);
        }
    }
    holds_of_a_list(&format!("{registered}\n{asked}"));
}

/// The rule, tried for every port.
fn slowly_matches(registered: &str, asked: &str, is_public: bool) -> bool {
    let same = |host: &str| {
        let (one, other) = (without_port(registered, host), without_port(asked, host));
        one.iter().any(|rest| other.contains(rest))
    };
    registered == asked || same("http://127.0.0.1") || same("http://[::1]") || (is_public && same("http://localhost"))
}

/// What may follow this host, without the port if there is one.
fn without_port<'u>(uri: &'u str, host: &str) -> Vec<&'u str> {
    let Some(rest) = uri.strip_prefix(host) else {
        return Vec::new();
    };
    let ported = (1..=5).filter_map(|digits| {
        let (port, rest) = rest.strip_prefix(':')?.split_at_checked(digits)?;
        let number = port.parse::<u32>().ok()?;
        ((1..=65_535).contains(&number) && number.to_string() == port).then_some(rest)
    });
    ported.chain([rest]).filter(|rest| rest.is_empty() || rest.starts_with('/') || rest.starts_with('?')).collect()
}

/// A registrable URL is the same to a browser as to a reader.
fn leads_where_it_seems_to(uri: &str) {
    let url = Url::parse(uri).expect("what may be registered is an address");
    assert!(url.username().is_empty() && url.password().is_none() && url.fragment().is_none());
    assert!(uri.len() <= MAX_LENGTH && uri.is_ascii());
    let Some((scheme @ ("https" | "http"), rest)) = uri.split_once("://") else {
        assert!(url.scheme().contains('.') && uri.starts_with(&format!("{}:/", url.scheme())), "a scheme of its own");
        return;
    };
    assert_eq!(url.scheme(), scheme);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let alone = Url::parse(&format!("{scheme}://{authority}")).expect("an authority by itself");
    assert_eq!(url.origin(), alone.origin());
    let on_this_machine = match url.host().expect("a host") {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    assert!(scheme == "https" || on_this_machine);
}

/// A match never changes the destination: host, path and query are the registered ones.
fn leads_to_the_same_place(registered: &str, asked: &str, is_public: bool) {
    let [registered, asked] = [registered, asked].map(|uri| Url::parse(uri).expect("an address"));
    let place = |url: &Url| {
        let named = (url.scheme().to_owned(), url.host_str().map(str::to_owned));
        let within = (url.path().to_owned(), url.query().map(str::to_owned));
        (named, within, url.authority().contains('@'))
    };
    assert_eq!(place(&registered), place(&asked));
    assert_eq!(asked.fragment(), None);
    let free = match registered.host_str() {
        Some("localhost") => is_public,
        host => matches!(host, Some("127.0.0.1" | "[::1]")),
    };
    assert!(registered.port() == asked.port() || (free && registered.scheme() == "http"));
}

fn holds_of_a_list(typed: &str) {
    let lines: Vec<&str> = typed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match read_list(typed) {
        Ok(uris) => {
            assert_eq!(uris, lines);
            assert!((1..=MAX_URIS).contains(&uris.len()));
            assert!(uris.iter().all(|uri| check(uri).is_ok()));
        }
        Err(sentence) => {
            assert!(sentence.ends_with('.'), "{sentence}");
            let twice = (1..lines.len()).any(|at| lines[..at].contains(&lines[at]));
            let any_faulty = lines.iter().any(|uri| check(uri).is_err());
            assert!(twice || any_faulty || lines.is_empty() || lines.len() > MAX_URIS);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SCHEMES: &[&str] = &["https://", "http://", "org.example:/"];
    const HOSTS: &[&str] =
        &["127.0.0.1", "127.0.0.2", "127.1", "[::1]", "[::2]", "localhost", "a.example", "b@127.0.0.1"];
    const PORTS: &[&str] = &["", ":", ":1", ":80", ":0", ":08", ":65535", ":65536", ":8@b", ":1.c", ".c"];
    const PATHS: &[&str] = &["", "/", "/a", "/A", "/a/", "/%61", "/./a", "/b/../a", "//a"];
    const QUERIES: &[&str] = &["", "?", "?a", "?a=1", "?a=1&", "#x", "?a#"];

    /// Two URLs that differ in some of their parts, or in none.
    fn addresses() -> impl Strategy<Value = (String, String)> {
        let parts = [SCHEMES, HOSTS, PORTS, PATHS, QUERIES];
        let parts = parts.map(|part| {
            let one = proptest::sample::select(part.to_vec());
            let other = proptest::option::weighted(0.2, proptest::sample::select(part.to_vec()));
            (one, other).prop_map(|(one, other)| (one, other.unwrap_or(one)))
        });
        parts.prop_map(|parts| parts.into_iter().unzip())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Shows: random.redirects
        #[test]
        fn what_matches_is_the_same_address_but_for_a_loopback_port((registered, asked) in addresses()) {
            verify(&registered, &asked);
        }

        /// Shows: random.redirects
        #[test]
        fn any_two_texts_match_exactly_if_they_do_for_the_reference(
            registered in "\\PC{0,60}", asked in "\\PC{0,60}"
        ) {
            verify(&registered, &asked);
        }
    }
}
