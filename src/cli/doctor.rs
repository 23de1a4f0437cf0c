//! `portico doctor`: what a first evening gets wrong, one line per check with its remedy. It changes nothing.

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use super::print::print_line;
use super::{clock, health, key, must_exist};
use crate::attention::{self, Concern, Facts, StoredFacts};
use portico_crypto::instance_key::{FILE, InstanceKeyError};
use portico_migrations::schema_state;
use portico_platform::config::{Config, Sms};
use portico_platform::database::server_state::ServerState;
use portico_platform::database::{Database, schema, sqlite_path};
use portico_platform::http_client;
use portico_rules::clock::{DAY_MS, Millis, minute};
use portico_store::core::lease;
use portico_store::models::instance::setting;
use portico_store::models::instance::sign_up::SignUpMode;

/// A tolerated difference between two clocks, and between the newest row and the clock.
const MAX_CLOCK_DIFFERENCE_MS: Millis = 5_000;
/// A database without a newer row than this may be one whose clock, or this machine's, is wrong.
const LONG_GAP_MS: Millis = 7 * DAY_MS;
/// The metric of a server that got X-Forwarded-For from an address outside of `trusted_proxies`.
const UNTRUSTED_PROXY: &str = "portico_untrusted_proxy 1";
/// Timeout of a request to the public address.
const TIMEOUT: Duration = Duration::from_secs(6);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Ok,
    Warning,
    Error,
}

/// The lines so far.
#[derive(Default)]
struct Checkup(Vec<(Level, &'static str, String)>);

impl Checkup {
    fn ok(&mut self, subject: &'static str, text: impl Display) {
        self.0.push((Level::Ok, subject, text.to_string()));
    }

    fn warn(&mut self, subject: &'static str, text: impl Display) {
        self.0.push((Level::Warning, subject, text.to_string()));
    }

    fn fail(&mut self, subject: &'static str, text: impl Display) {
        self.0.push((Level::Error, subject, text.to_string()));
    }

    /// The concern about a subject, or that it is as it should be.
    fn judge(&mut self, facts: &Facts<'_>, subject: &'static str, fine: impl Display) {
        match attention::concerns(facts).into_iter().find(|concern| concern.subject == subject) {
            Some(Concern { is_error: true, text, .. }) => self.fail(subject, text),
            Some(Concern { text, .. }) => self.warn(subject, text),
            None => self.ok(subject, fine),
        }
    }

    /// Prints the lines.
    ///
    /// # Errors
    /// A sentence if there is an error among them.
    fn print(&self) -> Result<(), String> {
        for (level, subject, text) in &self.0 {
            let level = match level {
                Level::Ok => "ok",
                Level::Warning => "warning",
                Level::Error => "error",
            };
            print_line(format_args!("{level:<8} {subject}: {text}"))?;
        }
        match self.0.iter().filter(|(level, ..)| *level == Level::Error).count() {
            0 => Ok(()),
            1 => Err("1 error has to be fixed.".to_owned()),
            errors => Err(format!("{errors} errors have to be fixed.")),
        }
    }
}

pub(super) async fn doctor() -> Result<(), String> {
    let mut checkup = Checkup::default();
    match Config::read(&crate::figment()) {
        Ok(config) => {
            checkup.ok("settings", "every setting is known and can be read");
            let running_at = check_server(&mut checkup, &config).await;
            check_address(&mut checkup, &config, running_at.is_some()).await;
            check_proxies(&mut checkup, &config, running_at).await;
            let disk = attention::file_system(&config);
            let facts = Facts { config: &config, now: clock().now(), disk, server: None, stored: None, process: None };
            check_services(&mut checkup, &facts);
            check_files(&mut checkup, &config);
            if let Some(words) = attention::free_space(&config, disk) {
                checkup.judge(&facts, "disk", words);
            }
            check_database(&mut checkup, facts).await;
        }
        Err(sentence) => checkup.fail("settings", sentence),
    }
    checkup.print()
}

/// Gives the port of a server that is ready.
async fn check_server(checkup: &mut Checkup, config: &Config) -> Option<u16> {
    let port = match crate::rocket_config(&crate::figment()) {
        Ok(rocket) => rocket.port,
        Err(sentence) => {
            checkup.fail("server", sentence);
            return None;
        }
    };
    let url = config.base_url.url();
    if config.base_url.is_loopback() && url.port_or_known_default() != Some(port) {
        let what = format!("`base_url` is {}, and `port` is {port}: give both the same port", config.base_url.origin());
        checkup.warn("port", what);
    }
    match health::ask(config, port).await {
        Ok(_) => {
            checkup.ok("server", "it runs and is ready");
            Some(port)
        }
        Err(sentence) => {
            checkup.warn("server", sentence);
            None
        }
    }
}

async fn check_address(checkup: &mut Checkup, config: &Config, is_running: bool) {
    let (base, origin) = (&config.base_url, config.base_url.origin());
    if let Err(sentence) = config.check_exposure() {
        checkup.fail("base_url", sentence);
    } else if base.is_loopback() {
        checkup.ok("base_url", format_args!("{origin}, for this machine alone"));
    } else if !base.is_https() {
        checkup.warn("base_url", format_args!("{origin}: cookies and codes travel without TLS; use https"));
    } else if is_running {
        match is_portico(origin).await {
            Ok(()) => checkup.ok("base_url", format_args!("{origin} leads to Portico")),
            Err(why) => checkup.warn(
                "base_url",
                format_args!("{origin} {why}: check its DNS name, its certificate, and where the proxy sends requests"),
            ),
        }
    } else {
        checkup.ok("base_url", origin);
    }
}

/// The proxies that may name the addresses of visitors.
async fn check_proxies(checkup: &mut Checkup, config: &Config, running_at: Option<u16>) {
    if let Some(port) = running_at
        && health::metrics(config, port).await.is_ok_and(|text| text.lines().any(|line| line == UNTRUSTED_PROXY))
    {
        checkup.warn(
            "trusted_proxies",
            "the server got X-Forwarded-For from an address that is not in `trusted_proxies`, which its log and the console \
             name: if that is your proxy, add it; until then, all visitors share its rate limits",
        );
        return;
    }
    let networks: Vec<String> = config.trusted_proxies.iter().map(ToString::to_string).collect();
    if !networks.is_empty() {
        checkup.ok("trusted_proxies", networks.join(", "));
    } else if config.base_url.is_loopback() {
        checkup.ok("trusted_proxies", "none, as there is no proxy");
    } else {
        checkup.warn(
            "trusted_proxies",
            "none, so behind a proxy all visitors share one rate limit: name its network, such as \
             trusted_proxies = [\"127.0.0.1/32\"]",
        );
    }
}

/// Asks the public address, as a visitor would.
async fn is_portico(origin: &str) -> Result<(), String> {
    let client = http_client::client(None)?.timeout(TIMEOUT).build().map_err(|err| err.to_string())?;
    let answer = client.get(format!("{origin}/healthz")).send().await;
    let answer = answer.map_err(|_| "can't be reached from this machine".to_owned())?;
    let status = answer.status();
    match answer.text().await {
        Ok(text) if text == "alive\n" => Ok(()),
        _ => Err(format!("is answered by something else (status {})", status.as_u16())),
    }
}

/// Text messages and push messages.
fn check_services(checkup: &mut Checkup, facts: &Facts<'_>) {
    let transport = match &facts.config.sms {
        Sms::Provider(_) => "sent by a provider",
        Sms::Outbox => "not sent, but shown at /dev/outbox",
    };
    checkup.judge(facts, "text messages", transport);
    match facts.config.push.is_on() {
        true => checkup.ok("push messages", "on; this machine has to reach `push.hosts` on port 443"),
        false => checkup.warn("push messages", "`push.hosts` is empty: people are notified only while a page is open"),
    }
}

/// Warns if others can read files that they must not.
fn check_files(checkup: &mut Checkup, config: &Config) {
    let key = config.data_dir.join(FILE);
    let mut exposed = Vec::new();
    if config.secret_key.is_none() {
        exposed.push(key.clone());
    }
    exposed.extend(sqlite_path(&config.database_url));
    exposed.retain(|file| others_can_read(file));
    for file in &exposed {
        checkup.fail("files", format_args!("others can read {0}: run `chmod 600 {0}`", file.display()));
    }
    if exposed.is_empty() {
        checkup.ok("files", "only their owner can read the database and the instance key");
    }
    if config.secret_key.is_none() && !key.exists() {
        checkup.warn(
            "instance key",
            format_args!("there is none at {}; the first start creates it, or restore it from its copy", key.display()),
        );
    }
}

#[cfg(unix)]
fn others_can_read(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o044 != 0)
}

#[cfg(not(unix))]
fn others_can_read(_: &Path) -> bool {
    false
}

async fn check_database(checkup: &mut Checkup, facts: Facts<'_>) {
    if must_exist(&facts.config.database_url).is_err() {
        checkup.warn("database", "there is none yet; the first start creates it");
        return;
    }
    let db = match Database::connect(&facts.config.database_url).await {
        Ok(db) => db,
        Err(sentence) => {
            checkup.fail("database", sentence);
            return;
        }
    };
    if let Err(err) = check_open_database(checkup, facts, &db).await {
        checkup.fail("database", err);
    }
    db.close_file().await;
}

async fn check_open_database(
    checkup: &mut Checkup,
    facts: Facts<'_>,
    db: &Database,
) -> portico_platform::error::Result<()> {
    let now = facts.now;
    let server = ServerState::read(db).await?;
    let facts = Facts { server, ..facts };
    if let Some(server) = server {
        check_postgres(checkup, &facts, server);
    }
    match schema::is_up_to_date(schema_state(&**db).await?) {
        Ok(true) => checkup.ok("database", "it can be reached, and its schema is this version's"),
        Ok(false) => {
            checkup.warn("database", "its schema is older: the next start, or `portico migrate`, brings it up to date");
            return Ok(());
        }
        Err(sentence) => {
            checkup.fail("database", sentence);
            return Ok(());
        }
    }
    check_key(checkup, facts.config, db).await?;
    match lease::newest_time(db).await? {
        Some(newest) if newest > now + MAX_CLOCK_DIFFERENCE_MS => checkup.error_of_clock(newest, now),
        Some(newest) if now - newest > LONG_GAP_MS => checkup.warn(
            "clock",
            format_args!(
                "it says {}, and the newest row is of {}: if people used the instance meanwhile, the clock is ahead",
                minute(now),
                minute(newest)
            ),
        ),
        _ => checkup.ok("clock", minute(now)),
    }
    let last_backup = setting::last_backup(db).await?;
    let sign_up_mode = SignUpMode::load(db).await?;
    let facts = Facts { stored: Some(StoredFacts { last_backup, sign_up_mode, open_reports: 0 }), ..facts };
    match last_backup {
        Some(at) if server.is_none() => {
            checkup.judge(&facts, "backups", format_args!("the last one is of {}", minute(at)));
        }
        _ => checkup.judge(&facts, "backups", "Postgres has its own; restore one now and then to see that they work"),
    }
    checkup.judge(&facts, "sign-up", sign_up_mode.name());
    Ok(())
}

/// The instance key belongs to the database. A missing one, and one that others can read, are reported with the files.
async fn check_key(checkup: &mut Checkup, config: &Config, db: &Database) -> portico_platform::error::Result<()> {
    let (key, place) = key::load(config);
    match key {
        Ok(key) if key::opens_newest(db, &key).await? == Some(false) => checkup.fail(
            "instance key",
            format_args!(
                "{place} does not open what is sealed in the database: restore the key from that time, which `portico key list` \
                 names"
            ),
        ),
        Ok(_) => checkup.ok("instance key", "it opens what is sealed in the database"),
        Err(InstanceKeyError::Missing(_) | InstanceKeyError::Exposed { .. }) => {}
        Err(err) => checkup.fail("instance key", err),
    }
    Ok(())
}

impl Checkup {
    fn error_of_clock(&mut self, newest: Millis, now: Millis) {
        self.fail(
            "clock",
            format_args!(
                "it says {}, and the newest row is of {}: correct the clock, by NTP for instance",
                minute(now),
                minute(newest)
            ),
        );
    }
}

fn check_postgres(checkup: &mut Checkup, facts: &Facts<'_>, server: ServerState) {
    checkup.judge(facts, "Postgres", "its user can create tables");
    checkup.judge(facts, "pooler", "none drops the settings of our connections");
    let apart = (server.now - facts.now).abs();
    if apart > MAX_CLOCK_DIFFERENCE_MS {
        checkup.warn(
            "clock",
            format_args!(
                "it and that of Postgres are {} seconds apart: correct them, by NTP for instance",
                apart / 1000
            ),
        );
    }
}
