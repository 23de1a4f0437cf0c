//! The public address of an instance, and which addresses are loopback. Pure.
//! The address itself is a setting: see `config`.

use url::{Host, Url};

use crate::web_url;

/// The public address of this instance: scheme, host and port, without a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    url: Url,
    /// Serialized once: every response to a post contains it.
    origin: String,
}

impl BaseUrl {
    /// Parses an address.
    ///
    /// # Errors
    /// A sentence that says what to fix.
    pub fn parse(text: &str) -> Result<Self, String> {
        let fault = |what: &str| format!("`base_url`: `{text}` {what}, such as https://chat.example.org.");
        let url = Url::parse(text).map_err(|_| fault("must be an absolute URL"))?;
        if !web_url::is_web(&url) {
            return Err(fault("must start with http:// or https:// and name a host"));
        }
        if url.path() != "/" || url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
            return Err(fault("must be scheme, host and port alone"));
        }
        let origin = url.origin().ascii_serialization();
        Ok(Self { url, origin })
    }

    /// The origin as browsers write it: no slash at the end.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The address as a URL.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The address of `path`, which starts with a slash.
    pub fn join(&self, path: &str) -> String {
        [&self.origin, path].concat()
    }

    /// True if browsers reach this instance over TLS.
    pub fn is_https(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// True if its host is loopback.
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.url)
    }
}

/// True if the host of a URL is loopback.
pub fn is_loopback(url: &Url) -> bool {
    url.host().is_some_and(|host| is_loopback_host(&host))
}

/// True if a host is loopback: an address, or a name that no DNS server can redefine (RFC 6761).
pub fn is_loopback_host<S: AsRef<str>>(host: &Host<S>) -> bool {
    match host {
        Host::Domain(name) => {
            let name = name.as_ref();
            name == "localhost" || name.ends_with(".localhost")
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.to_canonical().is_loopback(),
    }
}
