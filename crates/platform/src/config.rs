//! The settings in `Rocket.toml` or the environment, and their defaults.
//! Rocket's own settings (address, port, limits) are Rocket's.

pub mod caps;
mod faults;
mod headers;
pub mod push;
pub mod sms;
pub mod storage;
pub mod traces;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use figment::Figment;
use figment::error::Kind;
use figment::value::Value;
use ipnetwork::{IpNetwork, Ipv4Network};
use serde::Deserialize;
use serde::de::IgnoredAny;
use url::Url;

pub use self::caps::Caps;
pub use self::faults::sentence as error_sentence;
pub use self::push::Push;
pub use self::sms::{Sms, TextLimits};
pub use self::storage::StorageLimits;
pub use self::traces::Traces;
use crate::database::{postgres_url, sqlite_file, sqlite_url};
use crate::throttle::ThrottleConfig;
use portico_crypto::Plain;
pub use portico_rules::base_url::{BaseUrl, is_loopback, is_loopback_host};
use portico_rules::language::{self, ENGLISH, Language};
use portico_rules::spelling;

/// Portico's own settings. `Debug` shows no secrets.
#[derive(Clone)]
pub struct Config {
    /// The public address: links, redirects, `iss` and cookies are made from it alone.
    pub base_url: BaseUrl,
    /// The folder of the SQLite file and the instance key.
    pub data_dir: PathBuf,
    /// `sqlite://…` or `postgres://…`.
    pub database_url: String,
    /// `postgres://…` of a replica of that database, for what may be a moment old.
    pub read_database_url: Option<String>,
    /// Templates and static files that replace built-in ones.
    pub overrides_dir: Option<PathBuf>,
    /// The instance key, if it is not in the data folder.
    pub secret_key: Option<Plain>,
    /// Keys that decrypt, and never encrypt: set beside [`Self::secret_key`] during a key rotation.
    pub further_secret_keys: Vec<Plain>,
    /// The address Rocket listens on, for [`Self::check_exposure`].
    pub address: IpAddr,
    /// True if a test instance may be reachable from other machines.
    pub insecure_dev: bool,
    /// Peers whose forwarded client address is trusted.
    pub trusted_proxies: Vec<IpNetwork>,
    /// Rate limits.
    pub throttle: ThrottleConfig,
    /// Caps on numbers of things.
    pub caps: Caps,
    /// When messages are refused for want of room.
    pub storage: StorageLimits,
    /// Transport of text messages.
    pub sms: Sms,
    /// The phones that get text messages, and the limits per day.
    pub texts: TextLimits,
    /// Push services that notifications may be sent to.
    pub push: Push,
    /// The contact for vulnerability reports: a `mailto:` or `https:` URI.
    pub security_contact: Option<String>,
    /// The operator's vulnerability policy: an `https:` URL.
    pub security_policy: Option<String>,
    /// The language of readers who named none that there is.
    pub default_language: &'static Language,
    /// True if browsers report what the Content-Security-Policy blocked.
    pub csp_reports: bool,
    /// True if everyone who manages a server or owns an app has to have a second step.
    pub require_second_step: bool,
    /// The format of the log.
    pub log: LogConfig,
    /// Where traces of requests are sent, if anywhere.
    pub traces: Option<Traces>,
    /// Time that a stopping process keeps serving, so that its proxy can switch to another one.
    pub drain: Duration,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // New settings may be secrets, so fields are listed here explicitly.
        formatter
            .debug_struct("Config")
            .field("base_url", &self.base_url)
            .field("data_dir", &self.data_dir)
            .finish_non_exhaustive()
    }
}

/// The default drain time behind a possible proxy: longer than a proxy keeps an idle connection or takes to notice that
/// a node is not ready, as configured by the samples in `deploy`.
const DRAIN_SECS: u16 = 5;

/// The format of the log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogConfig {
    /// One line of text or one JSON object per event.
    #[serde(default)]
    pub format: LogFormat,
}

/// Formats of a log line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text, for people.
    #[default]
    Text,
    /// JSON, for programs.
    Json,
}

/// A refusal of a setting, which says its name, the problem, and the remedy: "`caps.servers_owned`: must be at least 1."
fn fault(setting: &str, what: &str) -> String {
    format!("`{setting}`: {what}.")
}

/// A URI that is published in `security.txt`, on a line of its own.
fn published(setting: &str, text: String, starts: &[&str]) -> Result<String, String> {
    let is_uri = starts.iter().any(|start| text.strip_prefix(start).is_some_and(|rest| !rest.is_empty()))
        && text.bytes().all(|byte| byte.is_ascii_graphic())
        && Url::parse(&text).is_ok_and(|url| url.scheme() != "mailto" || text.contains('@'));
    if is_uri {
        return Ok(text);
    }
    let example = if starts.contains(&"mailto:") {
        "mailto: or https:, such as mailto:security@example.org"
    } else {
        "an https: URL, such as https://example.org/security"
    };
    Err(fault(setting, &format!("must be {example}")))
}

fn known_language(tag: &str) -> Result<&'static Language, String> {
    Language::named(tag).ok_or_else(|| {
        let tags = language::ALL.map(|language| language.tag).join(", ");
        fault("default_language", &format!("must be one of {tags}"))
    })
}

/// Refuses the URL of a database that can't be read. `named` is the setting or the option. Nothing of the URL is quoted, as it
/// may have a password.
///
/// # Errors
/// A sentence that names the setting or the option, and says what to fix.
pub fn check_database(named: &str, url: &str) -> Result<(), String> {
    if !url.starts_with("sqlite:") {
        return postgres_url::check(url).map_err(|wrong| fault(named, &wrong));
    }
    let in_memory = url.contains(":memory:") || url.contains("mode=memory");
    if sqlite_file(url).is_none() && !in_memory {
        return Err(fault(named, "names no file, such as sqlite:///var/lib/portico/portico.db"));
    }
    Ok(())
}

const READ_URL: &str = "read_database_url";

/// Refuses a replica of what can have none.
fn check_replica(url: &str, database_url: &str) -> Result<(), String> {
    if database_url.starts_with("sqlite:") {
        return Err(fault(READ_URL, "SQLite has no replica; remove it"));
    }
    if !["postgres:", "postgresql:"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(fault(READ_URL, "must start with postgres://"));
    }
    check_database(READ_URL, url)
}

/// An IPv4-mapped IPv6 network is converted to its IPv4 network.
fn canonical_network(network: IpNetwork) -> IpNetwork {
    let IpNetwork::V6(v6) = network else {
        return network;
    };
    match (v6.ip().to_ipv4_mapped(), v6.prefix().checked_sub(96)) {
        (Some(v4), Some(prefix)) => Ipv4Network::new(v4, prefix).map_or(network, IpNetwork::V4),
        _ => network,
    }
}

/// The raw settings, before defaults that depend on each other. A setting that is not a field is refused: it may be a
/// misspelt one, whose default would apply instead.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawConfig {
    address: IpAddr,
    port: u16,
    base_url: Option<String>,
    data_dir: Option<PathBuf>,
    database_url: Option<String>,
    read_database_url: Option<String>,
    overrides_dir: Option<PathBuf>,
    secret_key: Option<Plain>,
    #[serde(default)]
    further_secret_keys: Vec<Plain>,
    #[serde(default)]
    insecure_dev: bool,
    #[serde(default)]
    trusted_proxies: Vec<IpNetwork>,
    #[serde(default)]
    throttle: ThrottleConfig,
    #[serde(default)]
    caps: Caps,
    #[serde(default)]
    storage: StorageLimits,
    #[serde(default)]
    sms: sms::RawSms,
    #[serde(default)]
    push: push::RawPush,
    security_contact: Option<String>,
    security_policy: Option<String>,
    default_language: Option<String>,
    #[serde(default)]
    csp_reports: bool,
    #[serde(default)]
    require_second_step: bool,
    #[serde(default)]
    log: LogConfig,
    traces: Option<traces::RawTraces>,
    drain_secs: Option<u16>,
    /// The value of `ROCKET_CONFIG`: in the environment it looks like a setting.
    config: Option<Value>,
    #[allow(dead_code, reason = "it has a default; others are refused")]
    cli_colors: Option<IgnoredAny>,
    #[allow(dead_code, reason = "it has a default; others are refused")]
    ident: Option<IgnoredAny>,
    #[allow(dead_code, reason = "it has a default; others are refused")]
    ip_header: Option<IgnoredAny>,
    #[allow(dead_code, reason = "Rocket reads it")]
    keep_alive: Option<IgnoredAny>,
    #[allow(dead_code, reason = "Rocket reads it")]
    limits: Option<RocketLimits>,
    #[allow(dead_code, reason = "it has a default; others are refused")]
    log_level: Option<IgnoredAny>,
    #[allow(dead_code, reason = "Rocket reads it")]
    max_blocking: Option<IgnoredAny>,
    #[allow(dead_code, reason = "Rocket reads it")]
    shutdown: Option<RocketShutdown>,
    #[allow(dead_code, reason = "it has a default; others are refused")]
    temp_dir: Option<IgnoredAny>,
    #[allow(dead_code, reason = "Rocket reads it")]
    workers: Option<IgnoredAny>,
}

/// Rocket's limits on what is read of a request. Rocket takes any name, so a misspelt one would limit nothing. Those by which
/// nothing is read are refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(dead_code, reason = "Rocket reads them")]
struct RocketLimits {
    form: Option<IgnoredAny>,
    data_form: Option<IgnoredAny>,
    file: Option<IgnoredAny>,
    string: Option<IgnoredAny>,
    bytes: Option<IgnoredAny>,
    json: Option<IgnoredAny>,
    msgpack: Option<IgnoredAny>,
}

/// Rocket's shutdown settings. It would ignore a misspelt name. The operator's values for all but `grace` and `mercy`
/// are refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "Rocket reads them")]
struct RocketShutdown {
    ctrlc: Option<IgnoredAny>,
    signals: Option<IgnoredAny>,
    grace: Option<IgnoredAny>,
    mercy: Option<IgnoredAny>,
    force: Option<IgnoredAny>,
}

/// The names of all settings, Rocket's included.
fn names() -> &'static [&'static str] {
    // serde lists them where it refuses another one.
    let refused = Figment::from(("?", true)).extract::<RawConfig>();
    match refused.err().map(|err| err.kind) {
        Some(Kind::UnknownField(_, names)) => names,
        _ => &[],
    }
}

impl Config {
    /// True if this is the name of a setting, or so like one that it may be meant, or that of a setting of Rocket that
    /// has no effect here.
    pub fn may_name(name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        names().contains(&name.as_str()) || faults::is_replaced(&name) || spelling::nearest(&name, names()).is_some()
    }

    /// Reads the settings.
    ///
    /// # Errors
    /// A sentence that names the setting and says what to fix.
    pub fn read(figment: &Figment) -> Result<Self, String> {
        faults::check_profiles(figment, names())?;
        faults::check_replaced(figment)?;
        let written: RawConfig = figment.extract().map_err(|err| faults::sentence(&err))?;
        if let Some(named) = &written.config {
            faults::check_file(figment, named)?;
        }
        let data_dir = written.data_dir.unwrap_or_else(|| PathBuf::from("data"));
        let database_url = match written.database_url {
            Some(url) => url,
            None => sqlite_url(&data_dir.join("portico.db")),
        };
        if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| database_url.starts_with(scheme)) {
            return Err(fault("database_url", "must start with sqlite:// or postgres://"));
        }
        check_database("database_url", &database_url)?;
        if let Some(url) = &written.read_database_url {
            check_replica(url, &database_url)?;
        }
        let base_url = match written.base_url {
            Some(text) => BaseUrl::parse(&text)?,
            None => BaseUrl::parse(&format!("http://localhost:{}", written.port))?,
        };
        // On loopback there is no proxy, and the developer waits for the process to stop.
        let drain_secs = match written.drain_secs {
            Some(secs) => secs,
            None if base_url.is_loopback() => 0,
            None => DRAIN_SECS,
        };
        Ok(Self {
            push: written.push.read(&base_url)?,
            base_url,
            data_dir,
            database_url,
            read_database_url: written.read_database_url,
            overrides_dir: written.overrides_dir,
            secret_key: written.secret_key,
            further_secret_keys: written.further_secret_keys,
            address: written.address,
            insecure_dev: written.insecure_dev,
            trusted_proxies: written.trusted_proxies.into_iter().map(canonical_network).collect(),
            throttle: written.throttle,
            caps: written.caps.checked()?,
            storage: written.storage,
            texts: written.sms.limits()?,
            sms: written.sms.read()?,
            security_contact: written
                .security_contact
                .map(|text| published("security_contact", text, &["mailto:", "https://"]))
                .transpose()?,
            security_policy: written
                .security_policy
                .map(|text| published("security_policy", text, &["https://"]))
                .transpose()?,
            default_language: written.default_language.map_or(Ok(&ENGLISH), |tag| known_language(&tag))?,
            csp_reports: written.csp_reports,
            require_second_step: written.require_second_step,
            log: written.log,
            traces: written.traces.map(|traces| traces.read(cfg!(feature = "opentelemetry"))).transpose()?,
            drain: Duration::from_secs(drain_secs.into()),
        })
    }

    /// Refuses to serve a test instance to other machines: with a loopback `base_url`, text messages with codes are
    /// shown at `/dev/outbox` and cookies are sent without TLS.
    ///
    /// # Errors
    /// A sentence that names both settings and says what to do.
    pub fn check_exposure(&self) -> Result<(), String> {
        if self.insecure_dev || !self.is_exposed_test_instance() {
            return Ok(());
        }
        Err(fault(
            "address",
            &format!(
                "other machines can reach {}, but not `base_url` {}; set `base_url` (ROCKET_BASE_URL=https://chat.example.org), \
                 or `address` to 127.0.0.1, or allow it with `--insecure-dev`",
                self.address,
                self.base_url.origin(),
            ),
        ))
    }

    /// Logs configuration problems that the operator should know about.
    pub fn warn_of_exposure(&self) {
        if self.is_exposed_test_instance() {
            tracing::warn!(
                address = %self.address,
                base_url = self.base_url.origin(),
                "insecure_dev: other machines can reach a test instance, which is not meant for the internet"
            );
        } else if !self.base_url.is_https() && !self.base_url.is_loopback() {
            tracing::warn!(
                base_url = self.base_url.origin(),
                "base_url starts with http://: cookies and codes travel without TLS"
            );
        }
    }

    fn is_exposed_test_instance(&self) -> bool {
        self.base_url.is_loopback() && !self.address.to_canonical().is_loopback()
    }

    /// True if `peer` is trusted to name the client's address.
    pub fn trusts(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.trusted_proxies.iter().any(|network| network.contains(peer))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
