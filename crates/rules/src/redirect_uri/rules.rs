//! Rules for registering redirect URIs. Pure. `matching` compares requested with registered ones.

use url::{Host, Url};

/// The most redirect URIs of an app.
pub const MAX_URIS: usize = 10;
/// The most characters of a redirect URI.
pub const MAX_LENGTH: usize = 2_048;

/// Reads a list as it is typed, one a line. Each URI is kept exactly as it stands there.
///
/// # Errors
/// The sentences to show beside the field, one a line: one for each line at fault, which it names.
pub fn read_list(text: &str) -> Result<Vec<String>, String> {
    let mut uris: Vec<String> = Vec::new();
    let mut faults: Vec<String> = Vec::new();
    let typed = text.lines().map(str::trim).zip(1..);
    for (uri, line) in typed.filter(|(uri, _)| !uri.is_empty()) {
        if let Err(sentence) = check(uri) {
            faults.push(format!("Line {line}: {sentence}"));
        } else if uris.iter().any(|before| before == uri) {
            faults.push(format!("Line {line}: This redirect URI is listed twice. Remove one."));
        } else {
            uris.push(uri.to_owned());
        }
        // Further lines are not read: there are too many in any case.
        if faults.len() + uris.len() > MAX_URIS {
            faults.push(format!("Enter at most {MAX_URIS} redirect URIs."));
            break;
        }
    }
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    if uris.is_empty() {
        return Err("Enter at least one redirect URI.".into());
    }
    Ok(uris)
}

/// True if a redirect URI may be registered (RFC 9700, section 4.1; RFC 8252, sections 7.1 and 7.3): `https`,
/// `http` on this very machine, or a scheme of the app's own; nothing in it that two readers could take for two addresses.
///
/// # Errors
/// A sentence that says what to fix.
pub fn check(uri: &str) -> Result<(), &'static str> {
    if uri.len() > MAX_LENGTH {
        return Err("Use at most 2,048 characters.");
    }
    if !uri.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("Use plain ASCII without spaces; percent-encode everything else.");
    }
    if uri.contains('*') {
        return Err("Remove the *. Redirect URIs are compared exactly, never as patterns.");
    }
    if uri.contains('\\') {
        return Err("Replace \\ by /.");
    }
    if uri.contains('#') {
        return Err("Remove the fragment (# and what follows).");
    }
    let on_the_web = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    match on_the_web {
        Some(rest) => check_host(uri, rest),
        None => check_private_use(uri),
    }
}

/// Checks an address of the web, `rest` being what follows its scheme.
fn check_host(uri: &str, rest: &str) -> Result<(), &'static str> {
    let authority = rest.split(['/', '?']).next().unwrap_or(rest);
    if authority.contains('@') {
        return Err("Remove the user name and password.");
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
    let url = Url::parse(uri).map_err(|_| "This is not a URL. Enter one such as https://example.org/callback.")?;
    let (false, Some(host), true) = (authority.is_empty(), url.host(), authority.chars().all(is_plain)) else {
        return Err("Write out the host plainly, such as https://example.org/callback.");
    };
    if url.scheme() == "http" && !is_loopback(&host) {
        return Err("Use https. Plain http is only for localhost, 127.0.0.1 and [::1].");
    }
    Ok(())
}

/// Checks an address that opens a program on the user's device, by a scheme that no other program has (RFC 8252, section
/// 7.1): a domain name backwards. The dot rules out every scheme that browsers themselves handle, such as `javascript`,
/// `data`, `blob` and `file`.
fn check_private_use(uri: &str) -> Result<(), &'static str> {
    const ADVICE: &str = "Start with https://, with http:// on a loopback host, or with a scheme of your own that is a domain name backwards, such as org.example.app:/callback.";
    let Some((scheme, rest)) = uri.split_once(':') else {
        return Err(ADVICE);
    };
    let is_label = |label: &str| {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !label.is_empty() && label.chars().all(is_plain)
    };
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_lowercase()) && scheme.contains('.') && scheme.split('.').all(is_label);
    if !is_scheme || !rest.starts_with('/') {
        return Err(ADVICE);
    }
    let authority = rest.strip_prefix("//").unwrap_or_default();
    let authority = authority.split(['/', '?']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err("Remove the user name and password.");
    }
    // What no parser accepts, no device opens.
    match Url::parse(uri) {
        Ok(_) => Ok(()),
        Err(_) => Err(ADVICE),
    }
}

fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Shows: redirects.registered
    #[test]
    fn https_anywhere_and_http_on_this_machine_may_be_registered() {
        for uri in [
            "https://example.org",
            "https://example.org/callback?from=chat&x=%20",
            "https://EXAMPLE.org:8443/a/../b",
            "https://xn--bcher-kva.example/",
            "https://[2001:db8::1]/cb",
            "http://localhost:3000/cb",
            "http://127.0.0.1/cb",
            "http://127.1.2.3:80/cb",
            "http://[::1]:9/cb",
        ] {
            assert_eq!(check(uri), Ok(()), "{uri}");
        }
    }

    /// Shows: redirects.registered
    #[test]
    fn whatever_could_lead_elsewhere_may_not() {
        for uri in [
            "",
            "example.org/cb",
            "/cb",
            "//example.org/cb",
            "http://example.org/cb",
            "http://localhost.example.org/cb",
            "http://127.0.0.1.example.org/cb",
            "http://[::2]/cb",
            "HTTPS://example.org/cb",
            "https:example.org/cb",
            "https:///example.org/cb",
            "https://",
            "https://?x",
            "https://user@example.org/cb",
            "https://user:password@example.org/cb",
            "https://@example.org/cb",
            "https://example.org/cb#fragment",
            "https://example.org/cb#",
            "https://*.example.org/cb",
            "https://example.org/*",
            "https://example.org\\@evil.example/cb",
            "https://exämple.org/cb",
            "https://ex%61mple.org/cb",
            "https://example.org/c b",
            "https://example.org:99999/cb",
            "javascript://example.org/%0aalert(1)",
            "data:text/html,x",
        ] {
            assert!(check(uri).is_err(), "{uri}");
        }
    }

    /// Shows: redirects.private-use
    #[test]
    fn a_scheme_of_an_apps_own_may_be_registered() {
        for uri in [
            "org.example.app:/callback",
            "org.example.app:/",
            "org.example.app://callback?a=1",
            "org.example-1.app2:/cb",
            "com.googleusercontent.apps.123abc:/oauth2redirect",
            "app.immich:///oauth-callback",
        ] {
            assert_eq!(check(uri), Ok(()), "{uri}");
        }
    }

    /// Shows: redirects.private-use
    #[test]
    fn no_scheme_that_a_browser_or_another_program_handles_may_be_registered() {
        for uri in [
            "",
            ":/cb",
            "myapp:/cb",
            "myapp://callback",
            "javascript:/alert(1)",
            "javascript://example.org/%0aalert(1)",
            "data:/text/html,x",
            "blob:/x",
            "file:///etc/passwd",
            "vbscript:/x",
            "view-source:/x",
            "about:/blank",
            "intent://a/#Intent;end",
            "ms-settings:/x",
            "http://example.org/cb",
            "ftp://example.org/cb",
            "ws://example.org/cb",
            "Org.Example.App:/cb",
            "org..example:/cb",
            ".org.example:/cb",
            "org.example.:/cb",
            "1org.example.app:/cb",
            "org.ex_ample:/cb",
            "org.example.app:callback",
            "org.example.app:",
            "org.example.app:\\cb",
            "org.example.app:/cb#a",
            "org.example.app://user@host/cb",
            "org.example.app:/c b",
            "example.org:8080/cb",
            "java\tscript:/x.y",
            "javascript.x:alert(1)",
        ] {
            assert!(check(uri).is_err(), "{uri}");
        }
    }

    /// Shows: redirects.registered
    #[test]
    fn the_longest_one_fits_and_one_more_does_not() {
        let uri = format!("https://example.org/{}", "a".repeat(MAX_LENGTH - 20));
        assert_eq!(uri.len(), MAX_LENGTH);
        assert_eq!(check(&uri), Ok(()));
        assert!(check(&format!("{uri}a")).is_err());
    }

    #[test]
    fn a_list_is_read_line_by_line_and_kept_as_it_was_typed() {
        assert_eq!(
            read_list("\r\n https://a.example/?x=%41 \r\n\r\nhttps://B.example\r\n").unwrap(),
            ["https://a.example/?x=%41", "https://B.example"]
        );
    }

    /// Shows: redirects.registered
    #[test]
    fn a_list_has_one_to_ten_different_ones_and_a_fault_names_its_line() {
        let list = |count: usize| {
            let uri = |n| format!("https://example.org/{n}\n");
            (0..count).map(uri).collect::<String>()
        };
        assert!(read_list(&list(10)).is_ok());
        assert!(read_list(&list(11)).is_err());
        assert!(read_list(" \n ").is_err());
        assert!(read_list("https://a.example\n\nhttps://a.example").unwrap_err().starts_with("Line 3: "));
        assert!(read_list("https://a.example\nftp://a.example").unwrap_err().starts_with("Line 2: "));
    }

    /// Shows: redirects.registered
    #[test]
    fn a_fault_names_the_character_that_stands_there_and_no_other() {
        for (uri, named, unnamed) in [("https://example.org/*", '*', '\\'), ("https://example.org/a\\b", '\\', '*')] {
            let fault = check(uri).unwrap_err();
            assert!(fault.contains(named) && !fault.contains(unnamed), "{fault}");
        }
        assert_eq!(check("https://example.org/a/b"), Ok(()));
    }

    #[test]
    fn every_line_at_fault_is_named_up_to_the_most_that_an_app_has() {
        let text = "https://a.example\nftp://a.example\n\nhttps://a.example\nhttps://b.example#x";
        let faults = read_list(text).unwrap_err();
        for line in [2, 4, 5] {
            assert!(faults.contains(&format!("Line {line}: ")), "{faults}");
        }
        assert!(!faults.contains("Line 1"), "{faults}");
        assert_eq!(faults.lines().count(), 3, "{faults}");
        let faults = read_list(&"ftp://a.example\n".repeat(10_000)).unwrap_err();
        assert!(faults.len() < 2_000, "{}", faults.len());
    }

    proptest! {
        /// Shows: random.redirects
        #[test]
        fn any_text_is_judged_without_a_panic(text in "\\PC{0,60}") {
            let _ = (check(&text), read_list(&text));
        }

        /// Shows: random.redirects
        #[test]
        fn what_may_be_registered_reads_the_same_to_a_browser(uri in address()) {
            if check(&uri).is_ok() {
                let url = Url::parse(&uri).unwrap();
                prop_assert!(url.fragment().is_none() && url.username().is_empty());
                prop_assert!(url.scheme() == "https" || is_loopback(&url.host().unwrap()));
            }
        }
    }

    /// Addresses near enough to one another to be mistaken.
    fn address() -> impl Strategy<Value = String> {
        "https?://(127\\.0\\.0\\.1|127\\.0\\.0\\.2|\\[::1\\]|localhost|a\\.example)(|:1|:80|:0|:08|:70000|:)(|@b|\\.c)(|/|/a|/A|/a/)(|\\?|\\?a|\\?a=1)(|#x)"
    }
}
