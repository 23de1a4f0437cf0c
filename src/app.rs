//! What a running instance is made of: everything a verb may need, opened once at start.
//! Nothing of HTTP is here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::behind::Behind;
use crate::clock::{Clock, Millis};
use crate::config::Config;
use crate::database::{Database, Write, make_private, schema};
use crate::delivery::{Log, Posts};
use crate::error::Result;
use crate::gather::Gather;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::models::authorization_code::{ExchangeLog, Exchanges};
use crate::models::node::Lease;
use crate::models::password_reset::Texts;
use crate::models::phone_code::budget;
use crate::models::security_event::SecurityLog;
use crate::models::{Node, client_secret, webhook};
use crate::phone::Sms;
use crate::security::at_once::AtOnce;
use crate::security::instance_key::{self, InstanceKey, InstanceKeyError};
use crate::security::passwords::Passwords;
use crate::security::throttle::Throttle;

/// A running instance.
#[derive(Debug)]
pub struct App {
    /// The settings.
    pub config: Config,
    /// Where everything is kept.
    pub db: Database,
    /// The only source of time.
    pub clock: Clock,
    /// The keys that seal and sign.
    pub key: InstanceKey,
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// Limits of speed.
    pub throttle: Throttle,
    /// Sends texts to phones.
    pub sms: Sms,
    /// The pages that are being rendered.
    pub at_once: Arc<AtOnce>,
    /// Tells open pages that something arrived.
    pub live: Arc<Live>,
    /// Counts what is done.
    pub metrics: Metrics,
    /// Writes down what webhooks were sent.
    pub log: Log,
    /// Stores what webhooks post, many at a time.
    pub(crate) posts: Gather<Posts>,
    /// The webhooks that were posted to lately.
    pub(crate) recent_webhooks: webhook::Recent,
    /// Takes authorization codes, many at a time.
    pub(crate) exchanges: Gather<Exchanges>,
    /// Writes down which exchanges went well.
    pub(crate) exchange_log: Behind<ExchangeLog>,
    /// The apps that proved themselves lately.
    pub(crate) recent_clients: client_secret::Recent,
    /// Writes down what happened to accounts and changed nothing.
    pub(crate) security_log: Behind<SecurityLog>,
    /// Texts on their way, which no answer waits for.
    pub(crate) texts: Texts,
    /// What was logged of today's budget of texts.
    pub(crate) text_alarm: budget::Alarm,
    lease: Lease,
    leaving: AtomicBool,
}

impl App {
    /// Opens everything: connects, migrates, makes the instance key where there is none, leases a node number.
    ///
    /// # Errors
    /// One sentence that says what the operator has to mend.
    pub async fn open(config: Config, clock: Clock) -> Result<Self, String> {
        let db = Database::connect(&config.database_url).await?;
        Self::on(db, config, clock).await
    }

    /// The same on a database that is connected already.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn on(db: Database, config: Config, clock: Clock) -> Result<Self, String> {
        let sms = Sms::open(&config.sms, &config.base_url, &clock)?;
        migrate(&db).await?;
        let key = key(&db, &config).await?;
        let lease = Lease::take(&db, &clock, &key)
            .await
            .map_err(|err| format!("A node number could not be leased: {err}."))?;
        let live = Arc::new(Live::default());
        let posts = {
            let (db, clock, ids, live) =
                (db.clone(), clock.clone(), lease.ids().clone(), live.clone());
            let base_url = config.base_url.clone();
            Gather::start("posts", move || Posts {
                db: db.apart(),
                clock,
                ids,
                live,
                base_url,
            })?
        };
        let exchanges = {
            let (db, clock) = (db.clone(), clock.clone());
            Gather::start("exchanges", move || Exchanges::on(db.apart(), clock))?
        };
        let instance = Self {
            exchanges,
            exchange_log: Behind::start(ExchangeLog { db: db.clone() }),
            security_log: Behind::start(SecurityLog { db: db.clone() }),
            texts: Texts::default(),
            text_alarm: budget::Alarm::default(),
            recent_clients: client_secret::Recent::default(),
            posts,
            recent_webhooks: webhook::Recent::default(),
            throttle: Throttle::new(config.throttle.clone(), clock.clone(), &db, &key),
            passwords: Passwords::new(),
            at_once: Arc::default(),
            live,
            metrics: Metrics::default(),
            log: Log::open(db.clone(), clock.clone()),
            config,
            db,
            clock,
            key,
            sms,
            lease,
            leaving: AtomicBool::new(false),
        };
        instance.warn_of_keys_apart().await;
        Ok(instance)
    }

    /// Tells the operator where the keys of this process don't fit what stands in the database or what other processes
    /// have. Nothing is lost by going on, and another key may be what was wanted.
    async fn warn_of_keys_apart(&self) {
        let key = self.key.id();
        match webhook::newest_is_readable(&*self.db, &self.key).await {
            Ok(Some(false)) => tracing::warn!(
                %key,
                "the newest webhook URL was sealed with a key that this process does not have; `portico key list` shows more"
            ),
            Ok(_) => {}
            Err(err) => {
                tracing::warn!(error = %err, "could not check which key sealed the newest webhook URL")
            }
        }
        match Node::others(self).await {
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

    /// The time, in UTC milliseconds.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// A new id, larger than every one this node made before. To be asked for within a write that
    /// [`begin`](Self::begin) let in, or after [`hold_number`](Self::hold_number).
    pub fn id(&self) -> i64 {
        self.lease.ids().next()
    }

    /// The number of this node, which tells its ids from those of all others.
    pub fn node(&self) -> u8 {
        self.lease.ids().node()
    }

    /// Whether the node's number is surely no other's just now.
    pub fn holds_number(&self) -> bool {
        self.lease.ids().are_covered()
    }

    /// Sees to it that the node's number is held, which costs nothing while the lease is good. Writes that
    /// don't begin with [`begin`](Self::begin) ask this first.
    ///
    /// # Errors
    /// [`Error::Unavailable`](crate::error::Error::Unavailable) when the lease ran out and could not be
    /// renewed: another node may make ids under the number by now.
    pub async fn hold_number(&self) -> Result<()> {
        self.lease.hold(&self.db).await
    }

    /// Begins a transaction that will write.
    ///
    /// # Errors
    /// When the database can't be reached, or the node's number is no longer held.
    pub async fn begin(&self) -> Result<Write> {
        self.hold_number().await?;
        Ok(self.db.begin().await?)
    }

    /// Waits until what is written behind the answers is written, so that whoever looks finds what they just did.
    pub async fn settled(&self) {
        self.log.settled().await;
        self.exchange_log.settled().await;
        self.texts.settled().await;
        self.security_log.settled().await;
    }

    /// Writes everything that waits to be written, and takes nothing more. For the very end: whoever posts then is
    /// told that the database can't be reached.
    pub async fn close(&self) {
        self.posts.close().await;
        self.exchanges.close().await;
        self.settled().await;
    }

    /// Renews the lease of the node's number. Where another process has taken it, goes on under another.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then stands until it runs out.
    pub async fn renew_lease(&self) -> Result<()> {
        if self.lease.renew(&self.db).await? {
            // What the new holder announced was taken for an announcement of this node's own.
            self.live.catch_up();
        }
        Ok(())
    }

    /// Gives the node number back, for whoever starts next. Nothing may be under way any more.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then runs out by itself.
    pub async fn release_lease(&self) -> Result<()> {
        self.lease.release(&self.db).await
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
/// One sentence that says what the operator has to mend.
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
    match webhook::is_there_any(&**db).await {
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
