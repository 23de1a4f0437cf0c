//! What a running instance is made of: everything a verb may need, opened once at start.
//! Nothing of HTTP is here.

use std::sync::Arc;

use portico_migrations::{Migrator, Steps};

use crate::behind::Behind;
use crate::clock::{Clock, Millis};
use crate::config::{Config, SmsTransport};
use crate::database::{Database, Write, make_private};
use crate::delivery::{Log, Posts};
use crate::error::Result;
use crate::gather::Gather;
use crate::ids::Ids;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::models::authorization_code::{ExchangeLog, Exchanges};
use crate::models::node::Lease;
use crate::models::{client_secret, webhook};
use crate::phone::{Outbox, Sms};
use crate::security::instance_key::InstanceKey;
use crate::security::passwords::Passwords;
use crate::security::throttle::Throttle;

/// A running instance.
#[derive(Debug)]
pub struct Instance {
    /// The settings.
    pub config: Config,
    /// Where everything is kept.
    pub db: Database,
    /// The only source of time.
    pub clock: Clock,
    /// The key that seals and signs.
    pub key: InstanceKey,
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// Limits of speed.
    pub throttle: Throttle,
    /// Sends texts to phones.
    pub sms: Sms,
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
    ids: Ids,
    lease: Lease,
}

impl Instance {
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
        migrate(&db).await?;
        let key = match &config.secret_key {
            Some(text) => InstanceKey::from_setting(text).map_err(|err| format!("{err}."))?,
            None => {
                make_private(&config.data_dir)?;
                InstanceKey::load_or_create(&config.data_dir.join("instance.key"))
                    .map_err(|err| format!("{err}."))?
            }
        };
        let lease = Lease::take(&db, &clock)
            .await
            .map_err(|err| format!("No node number could be leased: {err}."))?;
        let sms = match config.sms.transport {
            SmsTransport::Outbox if config.base_url.is_loopback() => {
                Sms::Outbox(Outbox::new(clock.clone()))
            }
            // The outbox shows codes to whoever asks: never on a public address.
            SmsTransport::Outbox => Sms::Unset,
        };
        let ids = Ids::new(clock.clone(), lease.number(), lease.ids_start_after());
        let live = Arc::new(Live::default());
        let posts = {
            let (db, clock, ids, live) = (db.clone(), clock.clone(), ids.clone(), live.clone());
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
            Gather::start("exchanges", move || Exchanges {
                db: db.apart(),
                clock,
            })?
        };
        Ok(Self {
            ids,
            exchanges,
            exchange_log: Behind::start(ExchangeLog { db: db.clone() }),
            recent_clients: client_secret::Recent::default(),
            posts,
            recent_webhooks: webhook::Recent::default(),
            throttle: Throttle::new(config.throttle.clone(), clock.clone(), &db, &key),
            passwords: Passwords::new(),
            live,
            metrics: Metrics::default(),
            log: Log::open(db.clone(), clock.clone()),
            config,
            db,
            clock,
            key,
            sms,
            lease,
        })
    }

    /// The time, in UTC milliseconds.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// A new id, larger than every one this node made before.
    pub fn id(&self) -> i64 {
        self.ids.next()
    }

    /// Begins a transaction that will write.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn begin(&self) -> Result<Write> {
        Ok(self.db.begin().await?)
    }

    /// Waits until what is written behind the answers is written, so that whoever looks finds what they just did.
    pub async fn settled(&self) {
        self.log.settled().await;
        self.exchange_log.settled().await;
    }

    /// Writes everything that waits to be written, and takes nothing more. For the very end: whoever posts then is
    /// told that the database can't be reached.
    pub async fn close(&self) {
        self.posts.close().await;
        self.exchanges.close().await;
        self.settled().await;
    }

    /// Renews the lease of the node number; false when another process holds it now.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then stands until it runs out.
    pub async fn renew_lease(&self) -> Result<bool> {
        self.lease.renew(&self.db, &self.clock).await
    }

    /// Gives the node number back, for whoever starts next.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then runs out by itself.
    pub async fn release_lease(&self) -> Result<()> {
        self.lease
            .release(&self.db, self.now().max(self.ids.highest_ms()))
            .await
    }
}

/// Brings the schema up to date.
///
/// # Errors
/// One sentence that says what the operator has to mend.
pub async fn migrate(db: &Database) -> Result<(), String> {
    Migrator::up(&**db, None)
        .await
        .map_err(|err| format!("The database can't be brought up to date: {err}."))
}
