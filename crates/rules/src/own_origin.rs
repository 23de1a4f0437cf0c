//! User-supplied URLs that may be loaded as pictures. Pure. A reader's browser sends their cookies to our own origin,
//! so only pictures may be loaded from there.

use url::{Host, Url};

use crate::base_url::BaseUrl;

/// The path of pictures.
const PICTURES: &str = "/avatars/";

/// True if a page may show the picture at this URL: on our own origin only below `/avatars/`, elsewhere anything. False
/// if it is no URL.
pub fn may_be_shown(base: &BaseUrl, address: &str) -> bool {
    let Ok(url) = Url::parse(address) else {
        return false;
    };
    !is_ours(base, &url) || is_picture(&url, address)
}

/// True if the picture at this URL is one of this instance's own, so that showing it tells no other host who reads it.
#[must_use]
pub fn is_own_picture(base: &BaseUrl, address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| is_ours(base, &url) && is_picture(&url, address))
}

/// True if a browser could reach our own origin: the same host in any spelling, and the same port, or the default port
/// of the other scheme, since browsers upgrade `http` to `https`. If we are on loopback, every loopback name is ours.
fn is_ours(base: &BaseUrl, url: &Url) -> bool {
    let port = |url: &Url| match url.port_or_known_default() {
        Some(80 | 443) | None => 443,
        Some(port) => port,
    };
    let same_host = match (host(base.url()), host(url)) {
        (Some(ours), Some(theirs)) => ours == theirs,
        _ => false,
    };
    let same_machine = base.is_loopback() && is_this_machine(url);
    (same_host || same_machine) && port(base.url()) == port(url)
}

/// The host without a trailing dot. The parser has normalised case, escapes and other spellings.
fn host(url: &Url) -> Option<String> {
    let host = url.host_str()?.trim_end_matches('.');
    Some(host.to_ascii_lowercase())
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
        Some(Host::Ipv4(address)) => address.is_loopback() || address.is_unspecified(),
        Some(Host::Ipv6(address)) => {
            address.is_loopback()
                || address.is_unspecified()
                || address.to_ipv4_mapped().is_some_and(|address| address.is_loopback() || address.is_unspecified())
        }
        None => false,
    }
}

/// True if the path is a picture's for every parser: a browser, a proxy that decodes escapes, and us.
fn is_picture(url: &Url, address: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let path = url.path();
    path.starts_with(PICTURES)
        && path.bytes().all(is_plain)
        && !path.contains("..")
        && !path.contains("//")
        && url.username().is_empty()
        && url.password().is_none()
        // The parser converts these to slashes, or removes them.
        && !address.contains(['\\', '\t', '\n', '\r'])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn allowed(base: &str, address: &str) -> bool {
        may_be_shown(&BaseUrl::parse(base).unwrap(), address)
    }

    /// Shows: webhook.own-pictures
    #[test]
    fn pictures_elsewhere_and_our_own_may_be_shown() {
        for (base, address) in [
            ("https://chat.example", "https://pics.example/a.png?x=/oauth/authorize"),
            ("https://chat.example", "https://chat.example.evil/oauth/authorize"),
            ("https://chat.example", "https://www.chat.example/oauth/authorize"),
            ("https://chat.example", "https://chat.example:8443/a.png"),
            ("https://chat.example", "https://chat.example/avatars/user/7"),
            ("https://chat.example", "https://CHAT.example:443/avatars/webhook/7?v=5"),
            ("https://chat.example", "http://127.0.0.1/a.png"),
            ("http://localhost:8000", "http://localhost:8000/avatars/app/7"),
            ("http://localhost:8000", "http://localhost:9000/a.png"),
            ("http://localhost:8000", "https://pics.example:8000/a.png"),
        ] {
            assert!(allowed(base, address), "{base} {address}");
        }
    }

    /// Shows: webhook.own-pictures
    #[test]
    fn nothing_else_of_our_own_origin_may_be_shown_in_any_spelling() {
        let path = "/oauth/authorize?prompt=none";
        for origin in [
            "https://chat.example",
            "https://CHAT.EXAMPLE",
            "https://chat.example.",
            "https://chat.example:443",
            "https://chat.example.:443",
            "https://ch%61t.example",
            "https://ｃhat.example",
            "https://chat。example",
            "http://chat.example",
            "http://chat.example:443",
            "https://user@chat.example",
            "https://user:pass@chat.example",
            "HTTPS://chat.example",
        ] {
            assert!(!allowed("https://chat.example", &format!("{origin}{path}")), "{origin}");
            assert!(!allowed("https://chat.example", origin), "{origin}");
        }
        for host in [
            "localhost",
            "LOCALHOST",
            "localhost.",
            "a.localhost",
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f.1",
            "127.8.8.8",
            "0.0.0.0",
            "0",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[0:0:0:0:0:0:0:1]",
        ] {
            let address = format!("http://{host}:8000{path}");
            assert!(!allowed("http://localhost:8000", &address), "{address}");
            assert!(!allowed("http://127.0.0.1:8000", &address), "{address}");
        }
        for path in [
            "",
            "/",
            "/avatars",
            "/avatars/../oauth/authorize",
            "/avatars/%2e%2e/oauth/authorize",
            "/avatars/.%2E/oauth/authorize",
            "/avatars/..%2foauth/authorize",
            "/avatars/..%5coauth/authorize",
            "/avatars/x/..;/oauth",
            "/avatars//../../inbox/events",
            "/Avatars/user/7",
            "/x/avatars/user/7",
            "//avatars/user/7",
            "/%61vatars/user/7",
            "/avatars\\..\\oauth\\authorize",
            "/avatars/\t../oauth/authorize",
            "?/avatars/",
            "#/avatars/",
        ] {
            let address = format!("https://chat.example{path}");
            assert!(!allowed("https://chat.example", &address), "{address}");
        }
        assert!(!allowed("https://chat.example", "https://user@chat.example/avatars/user/7"));
        assert!(!allowed("https://chat.example", "https:/\\chat.example/oauth/authorize"));
        assert!(!allowed("https://chat.example", "https:chat.example/oauth/authorize"));
        assert!(!allowed("https://chat.example", "/oauth/authorize"));
    }
}
