//! The setting `push`: which push services may be asked to deliver notifications to browsers.
//! The requests themselves are made in `push`.

use std::time::Duration;

use serde::Deserialize;
use url::{Host, Url};

use super::fault;
use portico_rules::base_url::{BaseUrl, is_loopback};

/// The services of the browsers there are: Chromium, Firefox, Edge on Windows, and Safari.
const HOSTS: [&str; 4] =
    ["fcm.googleapis.com", "updates.push.services.mozilla.com", "*.notify.windows.com", "web.push.apple.com"];
/// Seconds that a push service has to answer, and the seconds that the setting allows: claimed messages are sent again
/// by another process after a minute.
const TIMEOUT_SECS: u64 = 10;
const MAX_TIMEOUT_SECS: u64 = 20;
/// The longest address of a subscription that is stored.
const MAX_URL_LENGTH: usize = 2_048;

/// Push services that notifications may be sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// Names of hosts, or `*.` and the end of names. None: browsers get no push messages.
    hosts: Vec<String>,
    /// The origin of a push service on this machine, for tests.
    local_service: Option<Url>,
    /// Timeout of a request.
    timeout: Duration,
}

/// The setting as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RawPush {
    hosts: Option<Vec<String>>,
    local_service: Option<String>,
    timeout: Option<u64>,
}

impl RawPush {
    /// Validates the setting.
    ///
    /// # Errors
    /// A sentence that names the setting and says what to fix.
    pub fn read(self, base_url: &BaseUrl) -> Result<Push, String> {
        let hosts = match self.hosts {
            None => HOSTS.map(str::to_owned).to_vec(),
            Some(hosts) => hosts.into_iter().map(host).collect::<Result<_, _>>()?,
        };
        let local_service = self.local_service.map(|text| local(&text, base_url));
        let timeout = self.timeout.unwrap_or(TIMEOUT_SECS);
        if !(1..=MAX_TIMEOUT_SECS).contains(&timeout) {
            return Err(fault("push.timeout", &format!("must be from 1 to {MAX_TIMEOUT_SECS} seconds")));
        }
        Ok(Push { hosts, local_service: local_service.transpose()?, timeout: Duration::from_secs(timeout) })
    }
}

/// A name of a host, never an address: addresses are checked when the name is resolved.
fn host(text: String) -> Result<String, String> {
    let name = text.strip_prefix("*.").unwrap_or(&text);
    let parsed = Url::parse(&format!("https://{name}/"));
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    let is_name = is_plain
        && parsed.is_ok_and(|url| {
            matches!(url.host(), Some(Host::Domain(domain)) if domain == name) && url.port().is_none()
        });
    if is_name {
        return Ok(text);
    }
    Err(fault("push.hosts", &format!("{text} is no host, such as push.example.org or *.example.org")))
}

/// The origin of a service for tests. It is an address, so that no name has to be resolved, and only a test instance has
/// one: elsewhere, a user could make the server send requests to itself.
fn local(text: &str, base_url: &BaseUrl) -> Result<Url, String> {
    let fault = |what: &str| fault("push.local_service", what);
    if !base_url.is_loopback() {
        return Err(fault("is for a loopback `base_url` only; use `push.hosts`"));
    }
    let is_origin = |url: &Url| {
        let is_address = matches!(url.host(), Some(Host::Ipv4(_) | Host::Ipv6(_)));
        url.scheme() == "http" && is_address && is_loopback(url) && url.path() == "/"
    };
    let url = Url::parse(text).ok().filter(is_origin);
    url.ok_or_else(|| fault("must be a loopback origin, such as http://127.0.0.1:8008"))
}

impl Push {
    /// True if there is any push service.
    pub fn is_on(&self) -> bool {
        !self.hosts.is_empty() || self.local_service.is_some()
    }

    /// Timeout of a request.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Reads the address of a subscription: https on port 443 of a host in the list. None for any other, which no request
    /// is sent to.
    pub fn endpoint(&self, text: &str) -> Option<Url> {
        if text.len() > MAX_URL_LENGTH || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        let url = Url::parse(text).ok()?;
        let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        let is_local = self.local_service.as_ref().is_some_and(|local| local.origin() == url.origin());
        let Some(Host::Domain(domain)) = url.host() else {
            return (is_plain && is_local).then_some(url);
        };
        let is_listed = self.hosts.iter().any(|listed| match listed.strip_prefix("*.") {
            None => listed == domain,
            Some(end) => domain.strip_suffix(end).is_some_and(|start| start.len() > 1 && start.ends_with('.')),
        });
        let is_https = url.scheme() == "https" && url.port_or_known_default() == Some(443);
        (is_plain && is_listed && is_https).then_some(url)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(text: &str, base_url: &str) -> Result<Push, String> {
        let written: RawPush = serde_json::from_str(text).map_err(|err| err.to_string())?;
        written.read(&BaseUrl::parse(base_url).unwrap())
    }

    /// Shows: push.hosts
    #[test]
    fn only_https_on_port_443_of_a_listed_host_is_an_address_of_a_subscription() {
        let push = read("{}", "https://chat.example.org").unwrap();
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:443/fcm/send/abc",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-par02p.notify.windows.com/w/?token=abc",
            "https://web.push.apple.com/abc",
        ] {
            assert!(push.endpoint(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/fcm/send/abc",
            "https://fcm.googleapis.com:80/fcm/send/abc",
            "https://fcm.googleapis.com.evil.example/abc",
            "https://evil.example/fcm.googleapis.com",
            "https://xfcm.googleapis.com/abc",
            "https://sub.fcm.googleapis.com/abc",
            "https://user@fcm.googleapis.com/abc",
            "https://fcm.googleapis.com@evil.example/abc",
            "https://fcm.googleapis.com/abc#x",
            "https://notify.windows.com/w",
            "https://.notify.windows.com/w",
            "https://xnotify.windows.com/w",
            "https://127.0.0.1/abc",
            "https://[::1]/abc",
            "https://2130706433/abc",
            "https://localhost/abc",
            "https://10.0.0.1/abc",
            "ftp://fcm.googleapis.com/abc",
            "file:///etc/passwd",
            "https://fcm.googleapis.com/a b",
            "fcm.googleapis.com/abc",
        ] {
            assert!(push.endpoint(bad).is_none(), "{bad}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "a".repeat(MAX_URL_LENGTH));
        assert!(push.endpoint(&long).is_none());
    }

    #[test]
    fn the_list_of_hosts_is_a_setting() {
        let push = read(r#"{"hosts":["push.example.org","*.example.net"]}"#, "https://a.example");
        let push = push.unwrap();
        assert!(push.is_on());
        assert!(push.endpoint("https://push.example.org/a").is_some());
        assert!(push.endpoint("https://a.b.example.net/a").is_some());
        assert!(push.endpoint("https://fcm.googleapis.com/a").is_none());
        assert!(!read(r#"{"hosts":[]}"#, "https://a.example").unwrap().is_on());
        for odd in ["", "*", "*.", "127.0.0.1", "https://a.example", "a.example:443", "a/b", "a b"] {
            let text = serde_json::json!({ "hosts": [odd] }).to_string();
            let fault = read(&text, "https://a.example").unwrap_err();
            assert!(fault.contains("push.hosts"), "{fault}");
        }
    }

    #[test]
    fn a_request_has_a_time_that_is_a_setting() {
        let read = |text: &str| read(text, "https://a.example").map(|push| push.timeout());
        assert_eq!(read("{}"), Ok(Duration::from_secs(10)));
        assert_eq!(read(r#"{"timeout":3}"#), Ok(Duration::from_secs(3)));
        for odd in [r#"{"timeout":0}"#, r#"{"timeout":21}"#] {
            assert!(read(odd).unwrap_err().contains("push.timeout"), "{odd}");
        }
    }

    /// Shows: push.local
    #[test]
    fn a_push_service_on_this_machine_is_for_test_instances_alone() {
        let text = r#"{"local_service":"http://127.0.0.1:8008"}"#;
        let push = read(text, "http://localhost:8000").unwrap();
        assert!(push.endpoint("http://127.0.0.1:8008/abc").is_some());
        assert!(push.endpoint("http://127.0.0.1:8009/abc").is_none());
        assert!(push.endpoint("https://127.0.0.1:8008/abc").is_none());
        for base in ["https://chat.example.org", "http://chat.example.org"] {
            let fault = read(text, base).unwrap_err();
            assert!(fault.contains("push.local_service"), "{fault}");
        }
        for odd in ["http://10.0.0.1:80", "http://localhost:80", "https://127.0.0.1", "x", "http://127.0.0.1/a"] {
            let text = serde_json::json!({ "local_service": odd }).to_string();
            assert!(read(&text, "http://localhost:8000").is_err(), "{odd}");
        }
    }
}
