//! A running instance: its [`Core`], and above it what is made of models: writers, caches, logs. Everything is opened once
//! at start. Nothing of HTTP is here.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::clock::Clock;
use crate::config::Config;
use crate::core::Core;
use crate::database::{Database, make_private, schema};
use crate::models::accounts::security_event::SecurityLog;
use crate::models::cleanup;
use crate::models::oauth::authorization_code::Exchanger;
use crate::models::oauth::client_secret;
use crate::models::webhooks::webhook;
use crate::posting::{Log, WebhookPosts};
use crate::security::at_once::AtOnce;
use crate::security::instance_key::{self, InstanceKey, InstanceKeyError};
use crate::security::throttle::Throttle;

/// A running instance. Whatever takes a [`Core`] takes this as well.
#[derive(Debug)]
pub struct App {
    /// What models take.
    pub core: Arc<Core>,
    /// Limits of speed.
    pub throttle: Throttle,
    /// The pages that are being rendered.
    pub at_once: Arc<AtOnce>,
    /// Writes down what webhooks were sent.
    pub log: Log,
    /// Stores what webhooks post, many at a time.
    pub posts: WebhookPosts,
    /// Takes authorization codes, many at a time.
    pub exchanger: Exchanger,
    /// The apps that proved themselves lately.
    pub(crate) recent_clients: client_secret::Recent,
    /// Writes down what happened to accounts and changed nothing.
    pub security_log: SecurityLog,
    leaving: AtomicBool,
}

impl Deref for App {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl App {
    /// Opens everything: connects, migrates, makes the instance key where there is none, leases a node number.
    ///
    /// # Errors
    /// One sentence that says what the operator has to fix.
    pub async fn open(config: Config, clock: Clock) -> Result<Self, String> {
        let db = Database::connect(&config.database_url).await?;
        Self::on(db, config, clock).await
    }

    /// The same on a database that is connected already.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn on(db: Database, config: Config, clock: Clock) -> Result<Self, String> {
        migrate(&db).await?;
        let key = key(&db, &config).await?;
        let core = Core::new(db, config, clock, key).await?;
        // A figure that is there from the start, as zero, can be watched for its first rise.
        for task in cleanup::ALL {
            core.metrics.rows_deleted(task.kind, 0);
        }
        let (db, clock) = (&core.db, &core.clock);
        let app = Self {
            throttle: Throttle::new(core.config.throttle.clone(), clock.clone(), db, &core.key),
            at_once: Arc::default(),
            log: Log::open(db.clone(), clock.clone()),
            posts: WebhookPosts::start(&core)?,
            exchanger: Exchanger::start(db, clock)?,
            recent_clients: client_secret::Recent::default(),
            security_log: SecurityLog::open(db.clone()),
            leaving: AtomicBool::new(false),
            core: Arc::new(core),
        };
        app.warn_of_keys_apart().await;
        Ok(app)
    }

    /// Tells the operator where the keys of this process don't fit what stands in the database or what other processes
    /// have. Nothing is lost by going on, and another key may be what was wanted.
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

    /// Waits until the write-behind queues are empty, so that tests and commands read what was just done.
    pub async fn settled(&self) {
        self.log.settled().await;
        self.exchanger.settled().await;
        self.texts.settled().await;
        self.security_log.settled().await;
    }

    /// Writes everything that is queued, and accepts nothing more. For the very end: a post then gets the error that the
    /// database can't be reached.
    pub async fn close(&self) {
        self.posts.close().await;
        self.exchanger.close().await;
        self.settled().await;
    }

    /// From here on this node says that it is not ready, and lets go of connections once they are answered.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::Release);
    }

    /// Whether the node is about to stop.
    pub fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Acquire)
    }
}

/// Brings the schema up to date; of several processes at once, one does it and the others wait.
///
/// # Errors
/// One sentence that says what the operator has to fix.
pub async fn migrate(db: &Database) -> Result<(), String> {
    schema::bring_up_to_date(db).await
}

/// The keys of the settings, or of the file in the data folder, which is made where nothing needs the keys of another.
async fn key(db: &Database, config: &Config) -> Result<InstanceKey, String> {
    let sentence = |err: InstanceKeyError| format!("{err}.");
    if let Some(current) = &config.secret_key {
        return InstanceKey::from_settings(current, &config.further_secret_keys).map_err(sentence);
    }
    if !config.further_secret_keys.is_empty() {
        return Err(sentence(InstanceKeyError::NoneSeals));
    }
    make_private(&config.data_dir)?;
    let path = config.data_dir.join(instance_key::FILE);
    match InstanceKey::load(&path) {
        Err(InstanceKeyError::Missing(_)) => {}
        found => return found.map_err(sentence),
    }
    match webhook::is_there_any(db).await {
        Ok(false) => InstanceKey::load_or_create(&path).map_err(sentence),
        Ok(true) => Err(format!(
            "There is no instance key in {}, but the URLs of webhooks are sealed with one. Restore \
             the key from its copy. Only if it is lost for good, `portico key add` creates another: \
             webhooks keep working, but their URLs can't be shown until they are regenerated.",
            path.display()
        )),
        Err(err) => Err(format!("The database can't be asked for webhooks: {err}.")),
    }
}
