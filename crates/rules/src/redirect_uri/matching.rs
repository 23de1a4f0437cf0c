//! Matching of requested with registered redirect URIs. Pure. `rules` says what may be registered; the redirect itself
//! is in `routes::oauth::callback`.

/// The beginnings of loopback addresses whose port is free.
pub const LOOPBACK_HOSTS: [&str; 2] = ["http://127.0.0.1", "http://[::1]"];
/// The beginning of addresses whose port is free for public apps alone.
pub const LOCALHOST: &str = "http://localhost";

/// A requested redirect URI that matches a registered one. Only the matcher makes it, and only it can become a redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredRedirectUri(String);

impl RegisteredRedirectUri {
    /// `requested`, if it matches one of the `registered` redirect URIs of a public app or another.
    pub fn find(registered: &[String], requested: &str, is_public: bool) -> Option<Self> {
        let found = registered.iter().any(|uri| matches(uri, requested, is_public));
        found.then(|| Self(requested.to_owned()))
    }

    /// Exactly as it was requested.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// True if `requested` is the `registered` redirect URI: the same string (RFC 9700, section 2.1). Only the
/// port of a loopback address is free (RFC 8252, section 7.3), since a program on the user's own
/// machine listens on any free port; and for public apps that of `localhost`, which such programs register.
pub fn matches(registered: &str, requested: &str, is_public: bool) -> bool {
    let parts = |uri| without_free_port(uri, is_public);
    registered == requested
        || matches!(
            (parts(registered), parts(requested)),
            (Some(registered), Some(requested)) if registered == requested
        )
}

/// The parts of an address before and after its port, where the port is free. None for everything else,
/// and for anything that only a lenient parser accepts as a loopback address.
fn without_free_port(uri: &str, is_public: bool) -> Option<(&str, &str)> {
    let mut hosts = LOOPBACK_HOSTS.into_iter().chain(is_public.then_some(LOCALHOST));
    let host = hosts.find(|host| uri.starts_with(host))?;
    let (host, mut rest) = uri.split_at(host.len());
    if let Some(after) = rest.strip_prefix(':') {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (port, path) = after.split_at(end);
        let is_port = !port.starts_with('0') && port.parse::<u16>().is_ok();
        rest = is_port.then_some(path)?;
    }
    (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((host, rest))
}

#[cfg(test)]
mod tests {
    use super::matches;

    /// Shows: authorize.redirect-lookalike
    #[test]
    fn nothing_that_only_looks_like_the_registered_one_matches() {
        let registered = "https://example.org/callback?a=1&b=2";
        assert!(matches(registered, registered, true));
        for asked in [
            "https://example.org/callback",
            "https://example.org/callback?b=2&a=1",
            "https://example.org/callback?a=1&b=2&c=3",
            "https://example.org/callback?a=1&b=2&",
            "https://example.org/callback/?a=1&b=2",
            "https://example.org/Callback?a=1&b=2",
            "https://Example.org/callback?a=1&b=2",
            "https://example.org:443/callback?a=1&b=2",
            "https://user@example.org/callback?a=1&b=2",
            "https://example.org/x/..;/callback?a=1&b=2",
            "https://example.org/x/../callback?a=1&b=2",
            "https://example.org/%63allback?a=1&b=2",
            "https://example%2eorg/callback?a=1&b=2",
            "https://example.org/callback?a=1&b=2#x",
            "https://example.org.evil.example/callback?a=1&b=2",
            "http://example.org/callback?a=1&b=2",
        ] {
            assert!(!matches(registered, asked, true), "{asked}");
        }
    }

    /// Shows: authorize.loopback-port
    #[test]
    fn the_port_of_a_loopback_address_is_free_and_nothing_else_of_it() {
        for (registered, asked, same) in [
            ("http://127.0.0.1/cb", "http://127.0.0.1:5000/cb", true),
            ("http://127.0.0.1:1/cb", "http://127.0.0.1:65535/cb", true),
            ("http://127.0.0.1:1/cb", "http://127.0.0.1/cb", true),
            ("http://127.0.0.1:1", "http://127.0.0.1:2", true),
            ("http://[::1]/cb?x", "http://[::1]:5000/cb?x", true),
            ("http://127.0.0.1/cb", "http://127.0.0.1:5000/CB", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:5000/cb/", false),
            ("http://127.0.0.1/cb", "http://[::1]/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.2:5000/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:0/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:065/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:65536/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.example/cb", false),
            ("http://127.0.0.1", "http://127.0.0.1:80@evil.example", false),
            ("http://127.0.0.1", "http://127.0.0.1.evil.example", false),
            ("http://localhost/cb", "http://127.0.0.1:5000/cb", false),
            ("https://127.0.0.1/cb", "https://127.0.0.1:5000/cb", false),
            ("http://127.0.0.2/cb", "http://127.0.0.2:5000/cb", false),
        ] {
            for is_public in [true, false] {
                assert_eq!(matches(registered, asked, is_public), same, "{registered} {asked}");
            }
        }
    }

    /// Shows: authorize.loopback-port
    #[test]
    fn the_port_of_localhost_is_free_for_public_apps_alone() {
        for (registered, asked, same) in [
            ("http://localhost/cb", "http://localhost:49152/cb", true),
            ("http://localhost:3000/cb", "http://localhost:1/cb", true),
            ("http://localhost:3000/cb?x", "http://localhost/cb?x", true),
            ("http://localhost/cb", "http://localhost:49152/other", false),
            ("http://localhost/cb", "http://localhost:49152/cb/", false),
            ("http://localhost/cb", "http://localhost:x/cb", false),
            ("http://localhost/cb", "http://localhost:/cb", false),
            ("http://localhost/cb", "http://localhost:0/cb", false),
            ("http://localhost/cb", "http://localhost:1@evil.example/cb", false),
            ("http://localhost/cb", "http://localhost.evil.example:1/cb", false),
            ("http://localhost/cb", "http://localhost.:1/cb", false),
            ("http://localhost/cb", "http://LOCALHOST:1/cb", false),
            ("https://localhost/cb", "https://localhost:49152/cb", false),
            ("http://localhost/cb", "https://localhost/cb", false),
        ] {
            assert_eq!(matches(registered, asked, true), same, "{registered} {asked}");
            assert!(!matches(registered, asked, false), "{registered} {asked}");
        }
        assert!(matches("http://localhost:3000/cb", "http://localhost:3000/cb", false));
    }
}
