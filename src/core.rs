//! What everything below the routes may need of a running instance: settings, database, time, keys, ids, and the services
//! that know no model. What is made of models, such as caches and writers, stands one level up, in `app`.

pub mod lease;

use std::sync::Arc;

use sea_orm::DbErr;

use crate::clock::{Clock, Millis};
use crate::config::Config;
use crate::database::{Database, Write};
use crate::error::Result;
use crate::ids::Ids;
use crate::live::{self, Access, Live};
use crate::metrics::Metrics;
use crate::phone::{BackgroundTexts, BudgetAlarm, Sms};
use crate::security::instance_key::InstanceKey;
use crate::security::passwords::Passwords;

pub use lease::{Lease, Model as Node};

/// The lower half of a running instance.
#[derive(Debug)]
pub struct Core {
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
    /// Sends texts to phones.
    pub sms: Sms,
    /// Texts on their way, which no answer waits for.
    pub(crate) texts: BackgroundTexts,
    /// What was logged of today's budget of texts.
    pub(crate) text_alarm: BudgetAlarm,
    /// Tells open pages that something arrived.
    pub live: Arc<Live>,
    /// Counts what is done.
    pub metrics: Metrics,
    lease: Lease,
}

impl Core {
    /// Puts the parts together, and leases a node number.
    ///
    /// # Errors
    /// One sentence that says what the operator has to fix.
    pub async fn new(
        db: Database,
        config: Config,
        clock: Clock,
        key: InstanceKey,
    ) -> Result<Self, String> {
        let sms = Sms::open(&config.sms, &config.base_url, &clock)?;
        let lease = Lease::take(&db, &clock, &key)
            .await
            .map_err(|err| format!("A node number could not be leased: {err}."))?;
        Ok(Self {
            config,
            db,
            clock,
            key,
            passwords: Passwords::new(),
            sms,
            texts: BackgroundTexts::default(),
            text_alarm: BudgetAlarm::default(),
            live: Arc::default(),
            metrics: Metrics::default(),
            lease,
        })
    }

    /// The time, in UTC milliseconds.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Makes ids under the node's number.
    pub(crate) fn ids(&self) -> &Ids {
        self.lease.ids()
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

    /// Commits a change that may have taken rights away: the other nodes are told with the commit, the streams of this one
    /// right after it.
    ///
    /// # Errors
    /// When the database could not commit; then nothing was done, and no one is notified.
    pub async fn commit_revoking(&self, write: Write, of: &[Access]) -> Result<(), DbErr> {
        live::commit(write, self.node(), &self.live, of).await
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

    /// Releases the node number for the next process. No request may be in progress any more.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then runs out by itself.
    pub async fn release_lease(&self) -> Result<()> {
        self.lease.release(&self.db).await
    }

    /// The other processes that run now, by their numbers.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn other_nodes(&self) -> Result<Vec<Node>> {
        Node::others(&self.db, self.now(), self.node()).await
    }
}
