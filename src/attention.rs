//! Problems that need the operator's attention, each with its remedy. The console lists them, and `portico doctor`
//! prints those that it can check without the server.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use portico_platform::config::{Config, Sms};
use portico_platform::database::server_state::ServerState;
use portico_platform::database::sqlite_path;
use portico_platform::storage::{FileSystem, in_words};
use portico_rules::clock::{DAY_MS, Millis, minute};
use portico_store::models::instance::sign_up::SignUpMode;

/// Max age of a backup.
pub const MAX_BACKUP_AGE_MS: Millis = 2 * DAY_MS;
/// So many text messages that fail in a row are a failing provider.
pub const MIN_FAILED_TEXTS: u32 = 3;
/// A warning comes while this many times the space is free below which messages are refused.
const EARLY_WARNING: u64 = 4;

/// The facts that are checked. Unknown facts need no attention.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    pub config: &'a Config,
    pub now: Millis,
    /// The file system of the database file; none for Postgres.
    pub disk: Option<FileSystem>,
    /// Facts from Postgres; none for SQLite.
    pub server: Option<ServerState>,
    pub stored: Option<StoredFacts>,
    pub process: Option<ProcessFacts>,
}

/// Facts from the database.
#[derive(Clone, Copy, Debug)]
pub struct StoredFacts {
    pub last_backup: Option<Millis>,
    pub sign_up_mode: SignUpMode,
    pub open_reports: u64,
}

/// Facts of the process that serves.
#[derive(Clone, Copy, Debug)]
pub struct ProcessFacts {
    pub holds_number: bool,
    pub has_lost_file: bool,
    pub is_nearly_full: bool,
    /// Text messages that failed since the last one was sent.
    pub failed_texts: u32,
    pub untrusted_proxy: Option<IpAddr>,
    /// By how long it started after everything in the database, where that is suspiciously long.
    pub started_after_ms: Option<Millis>,
}

/// Something that needs attention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concern {
    /// The name of the check in `portico doctor`.
    pub subject: &'static str,
    /// The heading in the console.
    pub title: &'static str,
    /// The rest of a sentence that begins with the subject, with the remedy; code is between backticks.
    pub text: String,
    /// The page of the console that fixes it.
    pub href: Option<&'static str>,
    /// True if something does not work because of it.
    pub is_error: bool,
    /// How many things of its kind need attention.
    pub count: u64,
}

impl Concern {
    fn warning(subject: &'static str, title: &'static str, text: impl Into<String>) -> Self {
        Self { subject, title, text: text.into(), href: None, is_error: false, count: 1 }
    }

    fn error(subject: &'static str, title: &'static str, text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::warning(subject, title, text) }
    }
}

/// Every check, in the order of the console's list.
const CHECKS: [fn(&Facts<'_>) -> Option<Concern>; 12] =
    [reports, file, lease, disk, rights, pooler, clock, proxy, failing_texts, text_messages, backups, sign_up];

/// The problems that these facts show.
pub fn concerns(facts: &Facts<'_>) -> Vec<Concern> {
    CHECKS.iter().filter_map(|check| check(facts)).collect()
}

fn reports(facts: &Facts<'_>) -> Option<Concern> {
    let count = facts.stored?.open_reports;
    let text = match count {
        0 => return None,
        1 => "one is open: decide about it, then close it".to_owned(),
        count => format!("{count} are open: decide about each, then close it"),
    };
    let concern = Concern::warning("reports", "People reported apps", text);
    Some(Concern { href: Some("/admin/reports"), count, ..concern })
}

fn file(facts: &Facts<'_>) -> Option<Concern> {
    let text = "the SQLite file was removed or replaced while it is served, and what is written now is lost: stop \
                Portico, put the right file in its place, and start again";
    facts.process?.has_lost_file.then(|| Concern::error("database", "The database file is gone", text))
}

fn lease(facts: &Facts<'_>) -> Option<Concern> {
    let text = "this process lost its node number and stores nothing until it has one again: look at its log and at \
                the database";
    (!facts.process?.holds_number).then(|| Concern::error("lease", "This process stores nothing", text))
}

fn disk(facts: &Facts<'_>) -> Option<Concern> {
    const FULL: &str = "Messages are refused for want of room";
    if let (Some(disk), Some(words)) = (facts.disk, free_space(facts.config, facts.disk)) {
        let least = disk.least_free(facts.config.storage);
        let limit = in_words(least);
        if disk.free < least {
            let text = format!("{words}: below {limit}, messages are refused; free some space");
            return Some(Concern::error("disk", FULL, text));
        }
        if disk.free < least.saturating_mul(EARLY_WARNING) {
            let text = format!("{words}: below {limit}, messages are refused");
            return Some(Concern::warning("disk", "The disk is nearly full", text));
        }
    }
    let text = "the database has the size of `storage.max_database_mib`: raise it, or delete something";
    facts.process?.is_nearly_full.then(|| Concern::error("disk", FULL, text))
}

/// The free space and its folder, in words.
pub fn free_space(config: &Config, disk: Option<FileSystem>) -> Option<String> {
    Some(format!("{} free in {}", in_words(disk?.free), folder(config).display()))
}

/// The file system of the SQLite file.
pub fn file_system(config: &Config) -> Option<FileSystem> {
    FileSystem::of_folder(&folder(config))
}

fn folder(config: &Config) -> PathBuf {
    let file = sqlite_path(&config.database_url);
    file.as_deref().and_then(Path::parent).unwrap_or(&config.data_dir).to_owned()
}

fn rights(facts: &Facts<'_>) -> Option<Concern> {
    let text = "its user can't create tables, a right that Postgres 15 and later don't grant: as superuser, run ALTER \
                DATABASE … OWNER TO …, or GRANT USAGE, CREATE ON SCHEMA public TO … in that database";
    (!facts.server?.can_create).then(|| Concern::error("Postgres", "Postgres refuses new tables", text))
}

fn pooler(facts: &Facts<'_>) -> Option<Concern> {
    let text = "a pooler drops the settings of our connections: connect to Postgres directly, or use a pooler in \
                session mode that passes `options` on";
    (!facts.server?.has_our_settings).then(|| Concern::error("pooler", "A pooler drops settings", text))
}

fn clock(facts: &Facts<'_>) -> Option<Concern> {
    let days = facts.process?.started_after_ms? / DAY_MS;
    let text = format!(
        "when this process started, everything in the database was at least {days} days older than the clock: if the \
         instance ran meanwhile, correct the clock"
    );
    Some(Concern::warning("clock", "Check the clock of this machine", text))
}

fn proxy(facts: &Facts<'_>) -> Option<Concern> {
    let peer = facts.process?.untrusted_proxy?;
    let text = format!(
        "a request from {peer} names another visitor’s address: if that is your proxy, add it to `trusted_proxies`; \
         until then, all visitors share its rate limits"
    );
    Some(Concern::warning("trusted_proxies", "A proxy is not trusted", text))
}

fn failing_texts(facts: &Facts<'_>) -> Option<Concern> {
    let failed = facts.process?.failed_texts;
    let text = format!("the last {failed} failed: look at the log, and at the provider’s settings and balance");
    (failed >= MIN_FAILED_TEXTS).then(|| Concern::error("provider", "Text messages fail", text))
}

fn text_messages(facts: &Facts<'_>) -> Option<Concern> {
    let text =
        "none can be sent, so no one can verify a phone number by code: set `sms`, or use `portico user verify-phone`";
    let is_unset = matches!(facts.config.sms, Sms::Outbox) && !facts.config.base_url.is_loopback();
    is_unset.then(|| Concern::warning("text messages", "Text messages are not set up", text))
}

fn backups(facts: &Facts<'_>) -> Option<Concern> {
    // Postgres has its own.
    if facts.server.is_some() {
        return None;
    }
    let text = match facts.stored?.last_backup {
        None => "none was made yet: run `portico backup` each day".to_owned(),
        Some(at) if facts.now - at > MAX_BACKUP_AGE_MS => {
            format!("the last one is of {}: run `portico backup` each day", minute(at))
        }
        Some(_) => return None,
    };
    Some(Concern::warning("backups", "There is no recent backup", text))
}

fn sign_up(facts: &Facts<'_>) -> Option<Concern> {
    let is_open = facts.stored?.sign_up_mode == SignUpMode::Open && !facts.config.base_url.is_loopback();
    let text =
        "everyone can sign up: if that is not meant, choose another mode, or run `portico instance sign-up invite`";
    let concern = is_open.then(|| Concern::warning("sign-up", "Everyone can sign up", text))?;
    Some(Concern { href: Some("/admin/sign-up"), ..concern })
}
