//! A running instance: its [`Core`], and what is built on models: writers, caches, logs.
//! Opened once, at start. Knows no HTTP.

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use sea_orm::DbBackend;
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::attention::{self, Concern, Facts, ProcessFacts, StoredFacts};
use portico_crypto::instance_key::{self, InstanceKey, InstanceKeyError};
use portico_platform::byte_limiter::ByteLimiter;
use portico_platform::config::Config;
use portico_platform::database::server_state::ServerState;
use portico_platform::database::{Database, OpenedFile, copying, create_private_folder, schema};
use portico_platform::error::{Error, cause};
use portico_platform::user_limiter::UserLimiter;
use portico_rules::clock::Clock;
use portico_store::core::{Core, Purpose};
use portico_store::models::accounts::authenticator;
use portico_store::models::accounts::security_event::SecurityLog;
use portico_store::models::cleanup;
use portico_store::models::instance::branding::Branding;
use portico_store::models::instance::notice::Notice;
use portico_store::models::instance::push_key;
use portico_store::models::instance::setting;
use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::oauth::app_report;
use portico_store::models::oauth::authorization_code::Exchanger;
use portico_store::models::oauth::client_secret;
use portico_store::models::oauth::signing_key::{self, SigningKeys};
use portico_store::models::webhooks::webhook;
use portico_store::posting::{Log, WebhookPosts};

/// Interval at which a write is tried while writes fail, and its timeout.
const TRIED_AGAIN_AFTER: Duration = Duration::from_secs(1);
const WRITE_TIMEOUT: Duration = Duration::from_secs(1);

/// Max time that the process waits at its end for background tasks.
const BACKGROUND_ENDS_WITHIN: Duration = Duration::from_secs(5);

/// A running instance. Dereferences to its [`Core`].
#[derive(Debug)]
pub struct App {
    /// The core, which models need.
    pub core: Arc<Core>,
    /// The pages that are being rendered.
    pub at_once: Arc<UserLimiter>,
    /// The bodies of requests that are being read.
    pub(crate) bodies: Arc<ByteLimiter>,
    /// The pages that are being sent.
    pub(crate) pages: Arc<ByteLimiter>,
    /// The log of deliveries, written behind the responses.
    pub log: Log,
    /// Stores the posts of webhooks, in batches.
    pub posts: WebhookPosts,
    /// Exchanges authorization codes, in batches.
    pub exchanger: Exchanger,
    /// The apps that authenticated recently.
    pub(crate) recent_clients: client_secret::SecretCache,
    /// The keys that sign ID tokens.
    pub signing_keys: SigningKeys,
    /// The log of account events that changed nothing, such as failed sign-ins.
    pub security_log: SecurityLog,
    notice: RwLock<Option<Notice>>,
    branding: RwLock<Arc<Branding>>,
    sign_up_mode: RwLock<SignUpMode>,
    concerns: RwLock<Arc<[Concern]>>,
    leaving: AtomicBool,
    /// The first peer that named another client's address without being trusted to.
    untrusted_proxy: OnceLock<IpAddr>,
    /// The tasks that run beside requests, see [`background`](crate::background).
    pub(crate) background: TaskTracker,
    /// The SQLite file, and whether it was gone when this was last looked at.
    opened_file: Option<OpenedFile>,
    file_is_gone: AtomicBool,
    /// True if a write succeeded when this was last tried, and when that was.
    tried_writing: Mutex<Option<(Instant, bool)>>,
}

impl Deref for App {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl App {
    /// Opens everything: connects, migrates, creates a missing instance key, leases a node number.
    ///
    /// # Errors
    /// One sentence that says what the operator has to fix.
    pub async fn open(config: Config, clock: Clock) -> Result<Self, String> {
        let db = Database::connect(&config.database_url).await?;
        Self::on(db, config, clock).await
    }

    /// The same without a node number, for a command that only reads: it works while all numbers are in use. Writes fail.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_to_read(config: Config, clock: Clock) -> Result<Self, String> {
        let db = Database::connect(&config.database_url).await?;
        Self::with_purpose(db, config, clock, Purpose::Read).await
    }

    /// The same as [`Self::open`] on an open database.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn on(db: Database, config: Config, clock: Clock) -> Result<Self, String> {
        Self::with_purpose(db, config, clock, Purpose::Write).await
    }

    async fn with_purpose(db: Database, config: Config, clock: Clock, purpose: Purpose) -> Result<Self, String> {
        must_be_finished(&db).await?;
        migrate(&db).await?;
        let key = key(&db, &config).await?;
        let core = Core::new(db, config, clock, key, purpose).await?;
        // A copy may have begun meanwhile. From here on the leased node number keeps one from beginning.
        if let Err(unfinished) = must_be_finished(&core.db).await {
            let _ = core.release_lease().await;
            return Err(unfinished);
        }
        // A counter that is zero from the start can be monitored for its first increase.
        for task in cleanup::ALL {
            core.metrics.rows_deleted(task.kind, 0);
        }
        let (db, clock) = (&core.db, &core.clock);
        let app = Self {
            at_once: UserLimiter::new(core.config.caps.pages_at_once as usize),
            bodies: Arc::default(),
            pages: Arc::default(),
            log: Log::open(&core),
            posts: WebhookPosts::start(&core)?,
            exchanger: Exchanger::start(db, clock)?,
            recent_clients: client_secret::SecretCache::default(),
            signing_keys: SigningKeys::default(),
            security_log: SecurityLog::open(db.clone()),
            notice: RwLock::default(),
            branding: RwLock::default(),
            sign_up_mode: RwLock::default(),
            concerns: RwLock::default(),
            leaving: AtomicBool::new(false),
            untrusted_proxy: OnceLock::new(),
            background: TaskTracker::new(),
            opened_file: OpenedFile::from_url(&core.config.database_url),
            file_is_gone: AtomicBool::new(false),
            tried_writing: Mutex::default(),
            core: Arc::new(core),
        };
        app.renew_instance_settings().await;
        app.warn_of_keys_apart().await;
        Ok(app)
    }

    /// Reads again what other processes may have changed: the notice to everyone, the branding, who can sign up, and what
    /// needs the operator's attention. What can't be read is logged, and stays as it was.
    pub async fn renew_instance_settings(&self) {
        if let Err(err) = self.renew_notice().await {
            tracing::warn!(error = %err, "the notice to everyone could not be read");
        }
        if let Err(err) = self.renew_branding().await {
            tracing::warn!(error = %err, "the branding could not be read");
        }
        if let Err(err) = self.renew_sign_up_mode().await {
            tracing::warn!(error = %err, "who can sign up could not be read");
        }
        if let Err(err) = self.renew_concerns().await {
            tracing::warn!(error = %err, "could not check what needs the operator's attention");
        }
    }

    /// Warns the operator if this process's keys don't match the database's or those of other processes. Nothing is
    /// lost by continuing, and the key may have been changed on purpose.
    async fn warn_of_keys_apart(&self) {
        let key = self.key.id();
        match webhook::newest_is_readable(&self.db, &self.key).await {
            Ok(Some(false)) => tracing::warn!(
                %key,
                "the newest webhook URL was sealed with a key that this process does not have; `portico key list` shows more"
            ),
            Ok(_) => {}
            Err(err) => {
                tracing::warn!(error = %err, "could not check which key sealed the newest webhook URL")
            }
        }
        match signing_key::unusable(self).await {
            Ok(keys) => {
                for (kid, reason) in keys {
                    tracing::warn!(
                        %key,
                        kid,
                        reason,
                        "a key that signs ID tokens can't be used; `portico key signing rotate --now` replaces it"
                    );
                }
            }
            Err(err) => {
                tracing::warn!(error = %err, "could not check the keys that sign ID tokens")
            }
        }
        match self.other_nodes().await {
            Ok(others) => {
                for node in others.iter().filter(|node| !node.knows(key)) {
                    tracing::warn!(
                        %key,
                        process = node.number,
                        "another process does not have the key that this one seals with"
                    );
                }
            }
            Err(err) => tracing::warn!(error = %err, "could not check the keys of other processes"),
        }
    }

    /// Waits until the write-behind queues are empty, so that tests and commands can read what they just did.
    pub async fn settled(&self) {
        self.log.settled().await;
        self.exchanger.settled().await;
        self.texts.settled().await;
        self.security_log.settled().await;
    }

    /// Waits for the tasks that run beside requests, which end when the server shuts down. False if one goes on for long.
    pub async fn background_ended(&self) -> bool {
        self.background.close();
        timeout(BACKGROUND_ENDS_WITHIN, self.background.wait()).await.is_ok()
    }

    /// Writes everything that is queued, and accepts nothing more. For the end of the process: later posts fail as if
    /// the database could not be reached.
    pub async fn close(&self) {
        self.posts.close().await;
        self.exchanger.close().await;
        self.settled().await;
    }

    /// Closes the SQLite file at the end of the process, so that a copy of the file alone has everything, see
    /// [`Database::close_file`]. A file that was removed or replaced is left alone. Later statements fail.
    pub async fn close_file(&self) {
        self.look_for_file();
        if !self.has_lost_file() {
            if let Err(err) = self.expensive.close().await {
                tracing::warn!(error = %err, "the connections of expensive reads were not closed");
            }
            self.db.close_file().await;
        }
    }

    /// Tries whether the database takes writes: renews the lease of the node's number.
    pub async fn can_write(&self) -> bool {
        let renewed = timeout(WRITE_TIMEOUT, self.renew_lease()).await;
        matches!(renewed, Ok(Ok(())))
    }

    /// True if the database takes writes. As long as they succeed, nothing is tried: the lease of the node's number is
    /// renewed every few seconds even if no one posts. Once one fails, or a commit takes long, a renewal is tried, at
    /// most one a second.
    pub async fn takes_writes(&self) -> bool {
        if self.db.trouble_with_writes().is_none() {
            return true;
        }
        let mut tried = self.tried_writing.lock().await;
        if let Some((at, succeeded)) = *tried
            && at.elapsed() < TRIED_AGAIN_AFTER
        {
            return succeeded;
        }
        let succeeded = self.can_write().await;
        *tried = Some((Instant::now(), succeeded));
        succeeded
    }

    /// The notice to everyone that is shown now, as this process remembers it.
    pub fn notice(&self) -> Option<Notice> {
        let notice = self.notice.read().unwrap_or_else(PoisonError::into_inner);
        notice.clone().filter(|notice| notice.is_shown(self.now()))
    }

    /// Reads the notice to everyone again, which another process may have changed.
    ///
    /// # Errors
    /// When the database can't be reached; the one that is remembered stays.
    pub async fn renew_notice(&self) -> Result<(), Error> {
        let found = Notice::load(&self.db, self.now()).await?;
        *self.notice.write().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(())
    }

    /// The instance's name and look, as this process remembers it.
    pub fn branding(&self) -> Arc<Branding> {
        let branding = self.branding.read().unwrap_or_else(PoisonError::into_inner);
        branding.clone()
    }

    /// Reads again what the instance is called and looks like, which another process may have changed.
    ///
    /// # Errors
    /// When the database can't be reached; what is remembered stays.
    pub async fn renew_branding(&self) -> Result<(), Error> {
        let found = Arc::new(Branding::load(&self.db).await?);
        *self.branding.write().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(())
    }

    /// Who can sign up, as this process remembers it: for the links that pages show. Signing up itself reads what is in
    /// force.
    pub fn sign_up_mode(&self) -> SignUpMode {
        *self.sign_up_mode.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads again who can sign up, which another process may have changed.
    ///
    /// # Errors
    /// When the database can't be reached; what is remembered stays.
    pub async fn renew_sign_up_mode(&self) -> Result<(), Error> {
        let found = SignUpMode::load(&self.db).await?;
        *self.sign_up_mode.write().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(())
    }

    /// The problems that need the operator's attention, as this process remembers them: for the number on every page of
    /// an admin.
    pub fn concerns(&self) -> Arc<[Concern]> {
        let concerns = self.concerns.read().unwrap_or_else(PoisonError::into_inner);
        concerns.clone()
    }

    /// Checks again what needs the operator's attention.
    ///
    /// # Errors
    /// When the database can't be reached; what is remembered stays.
    pub async fn renew_concerns(&self) -> Result<Arc<[Concern]>, Error> {
        let stored = StoredFacts {
            last_backup: setting::last_backup(&self.db).await?,
            sign_up_mode: SignUpMode::load(&self.db).await?,
            open_reports: app_report::count_open(&self.db).await?,
        };
        let process = ProcessFacts {
            holds_number: self.holds_number(),
            has_lost_file: self.has_lost_file(),
            is_nearly_full: self.storage.is_nearly_full(),
            failed_texts: self.metrics.failed_texts(),
            untrusted_proxy: self.untrusted_proxy(),
            started_after_ms: self.started_after_ms(),
        };
        let is_sqlite = self.db.backend() == DbBackend::Sqlite;
        let found: Arc<[Concern]> = attention::concerns(&Facts {
            config: &self.config,
            now: self.now(),
            disk: if is_sqlite { attention::file_system(&self.config) } else { None },
            server: ServerState::read(&self.db).await?,
            stored: Some(stored),
            process: Some(process),
        })
        .into();
        *self.concerns.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&found);
        Ok(found)
    }

    /// The first peer that named another client's address without being trusted to, if there was one.
    pub fn untrusted_proxy(&self) -> Option<IpAddr> {
        self.untrusted_proxy.get().copied()
    }

    /// Notes such a peer. The first one is logged: with each request, a log would be full of them.
    pub(crate) fn note_untrusted_proxy(&self, peer: IpAddr) {
        if self.untrusted_proxy.set(peer).is_ok() {
            self.metrics.met_untrusted_proxy();
            tracing::warn!(
                %peer,
                "X-Forwarded-For from an address that is not in `trusted_proxies`: if it is your proxy, all visitors share its \
                 rate limits until you add it; otherwise someone made the header up"
            );
        }
    }

    /// Looks whether the SQLite file is still the one that was opened, and logs when that changes.
    pub fn look_for_file(&self) {
        let Some(opened) = &self.opened_file else {
            return;
        };
        let is_gone = opened.is_gone();
        let was_gone = self.file_is_gone.swap(is_gone, Ordering::AcqRel);
        let file = opened.path().display();
        match (was_gone, is_gone) {
            (false, true) => tracing::error!(
                %file,
                "the SQLite file was removed or replaced while it is served: what is written now is lost when this process \
                 stops. Stop it, put the right file in its place, and start again"
            ),
            (true, false) => tracing::warn!(%file, "the SQLite file is in its place again"),
            _ => {}
        }
    }

    /// True if the SQLite file was gone, or another one, when it was last looked for.
    pub fn has_lost_file(&self) -> bool {
        self.file_is_gone.load(Ordering::Acquire)
    }

    /// From here on this node reports that it is not ready, and closes connections after their response.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::Release);
    }

    /// True if the node is shutting down.
    pub fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Acquire)
    }
}

/// Migrates the schema. If several processes start at once, one migrates and the others wait.
///
/// # Errors
/// One sentence that says what the operator has to fix.
pub async fn migrate(db: &Database) -> Result<(), String> {
    schema::bring_up_to_date(db).await
}

/// Refuses a database that `portico copy` has not finished: it may lack rows, and would get others.
async fn must_be_finished(db: &Database) -> Result<(), String> {
    match copying::is_unfinished(db).await {
        Ok(false) => Ok(()),
        Ok(true) => Err(
            "The database is an unfinished copy. Run the same `portico copy` again, which continues where it stopped."
                .to_owned(),
        ),
        Err(err) => Err(format!("The database can't be read: {}.", cause::in_words(&err))),
    }
}

/// The keys from the settings, or from the file in the data folder, which is created unless the database has data that
/// was encrypted with another key.
async fn key(db: &Database, config: &Config) -> Result<InstanceKey, String> {
    let sentence = |err: InstanceKeyError| format!("{err}.");
    if let Some(current) = &config.secret_key {
        return InstanceKey::from_settings(current, &config.further_secret_keys).map_err(sentence);
    }
    if !config.further_secret_keys.is_empty() {
        return Err(sentence(InstanceKeyError::NoneSeals));
    }
    create_private_folder(&config.data_dir)?;
    let path = config.data_dir.join(instance_key::FILE);
    match InstanceKey::load(&path) {
        Err(InstanceKeyError::Missing(_)) => {}
        found => return found.map_err(sentence),
    }
    let is_needed = async {
        Ok::<_, Error>(
            webhook::any_sealed(db).await?
                || signing_key::any_sealed(db).await?
                || push_key::any_sealed(db).await?
                || authenticator::any_sealed(db).await?,
        )
    };
    match is_needed.await {
        Ok(false) => InstanceKey::load_or_create(&path).map_err(sentence),
        Ok(true) => Err(format!(
            "There is no instance key in {}, but data in the database is sealed with one. Restore \
             the key from its copy. Only if it is lost for good, `portico key add` creates another: \
             webhooks keep working, but their URLs can't be shown until they are regenerated, \
             `portico key signing rotate --now` replaces the keys that sign ID tokens, `portico key replace-push` \
             replaces the key for push services, and people with an authenticator app sign in with a recovery code.",
            path.display()
        )),
        Err(err) => Err(format!("The database can't be asked for sealed data: {err}.")),
    }
}
