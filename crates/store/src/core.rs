//! Everything that code below the routes needs of a running instance: settings, database, time, keys, IDs, and services
//! that know no model.
//! Things built on models, such as caches and writers, are in `app`.

pub mod id_shift;
pub mod lease;
mod reading;

use std::path::Path;
use std::sync::Arc;

use sea_orm::DbErr;

use crate::live::{self, Access, Live};
use crate::phone::{BackgroundTexts, BudgetAlarm, Sms};
use crate::push::PushClient;
use crate::wording::Wording;
use portico_crypto::instance_key::InstanceKey;
use portico_crypto::passwords::Passwords;
use portico_macros::boxed;
use portico_platform::config::Config;
use portico_platform::database::expensive_reads::ExpensiveReads;
use portico_platform::database::replica::Replica;
use portico_platform::database::{Database, Write, sqlite_path};
use portico_platform::error::Result;
use portico_platform::metrics::Metrics;
use portico_platform::storage::{self, FileSystem, Storage};
use portico_platform::throttle::Throttle;
use portico_rules::clock::{Clock, Millis};
use portico_rules::ids::{IdTimes, Ids};

pub use lease::{Lease, Model as Node};

/// The part of a running instance that models use.
#[derive(Debug)]
pub struct Core {
    /// The settings.
    pub config: Config,
    /// The database.
    pub db: Database,
    /// Limits and priority of searches, logs and charts.
    pub expensive: ExpensiveReads,
    /// Serves the reads that may be a moment old, if one is configured.
    replica: Option<Replica>,
    /// The only source of time.
    pub clock: Clock,
    /// The keys that encrypt and sign.
    pub key: InstanceKey,
    /// Rate limits.
    pub throttle: Throttle,
    /// How much room there is, and what servers write.
    pub storage: Arc<Storage>,
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// Sends text messages.
    pub sms: Sms,
    /// Texts in flight, which no response waits for.
    pub texts: BackgroundTexts,
    /// Which warnings about today's budget of texts were logged.
    pub(crate) text_alarm: BudgetAlarm,
    /// Sends messages to browsers.
    pub push: PushClient,
    /// Wakes open pages when something arrives.
    pub live: Arc<Live>,
    /// The words of text messages and notifications.
    pub wording: Wording,
    /// The metrics.
    pub metrics: Metrics,
    lease: Lease,
}

/// The use that a process makes of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It writes, with a node number of its own.
    Write,
    /// It only reads, and needs no node number.
    Read,
}

impl Core {
    /// Builds the parts, and leases a node number for a process that writes.
    ///
    /// # Errors
    /// One sentence that says what the operator has to fix.
    #[boxed]
    pub async fn new(
        db: Database,
        config: Config,
        clock: Clock,
        key: InstanceKey,
        purpose: Purpose,
    ) -> Result<Self, String> {
        let id_times = IdTimes::default();
        let db = db.with_clock(clock.clone()).with_id_times(id_times.clone());
        let db = db.requiring_second_step(config.require_second_step);
        let sms = Sms::open(&config.sms, &config.base_url, &clock)?;
        let push = PushClient::open(&config.base_url, config.security_contact.as_deref(), config.push.timeout())?;
        let replica = match &config.read_database_url {
            Some(url) => Some(Replica::open(&db, url).await?),
            None => None,
        };
        if let Some(fault) = lease::clock_fault(clock.now()) {
            return Err(format!("{fault}."));
        }
        let lease = match purpose {
            Purpose::Write => Lease::take(&db, &clock, &key)
                .await
                .map_err(|err| format!("A node number could not be leased: {err}."))?,
            Purpose::Read => {
                Lease::none(&db, &clock).await.map_err(|err| format!("The times of ids could not be read: {err}."))?
            }
        };
        let live = Live::new(clock.clone(), id_times);
        Ok(Self {
            throttle: Throttle::new(config.throttle.clone(), clock.clone(), &db, &key),
            storage: Arc::default(),
            config,
            expensive: ExpensiveReads::new(&db, &clock),
            db,
            replica,
            clock,
            key,
            passwords: Passwords::new(),
            sms,
            texts: BackgroundTexts::default(),
            text_alarm: BudgetAlarm::default(),
            push,
            live: Arc::new(live),
            wording: Wording::default(),
            metrics: Metrics::default(),
            lease,
        })
    }

    /// The time, in UTC milliseconds.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Generates IDs with the node's number.
    pub(crate) fn ids(&self) -> &Ids {
        self.lease.ids()
    }

    /// A new ID, larger than all earlier ones of this node. Call it only within a write that started with
    /// [`begin`](Self::begin), or after [`ensure_lease`](Self::ensure_lease). It is of the type that the caller names.
    pub fn id<T: From<i64>>(&self) -> T {
        self.lease.ids().next().into()
    }

    /// Converts IDs to times by the clock, and back.
    pub fn id_times(&self) -> &IdTimes {
        self.db.id_times()
    }

    /// By how long this process started after everything in the database, in milliseconds, where that is suspiciously long:
    /// the clock may be ahead.
    pub fn started_after_ms(&self) -> Option<Millis> {
        self.lease.started_after_ms()
    }

    /// The number of this node, which is part of its IDs.
    pub fn node(&self) -> u8 {
        self.lease.ids().node()
    }

    /// True if this node certainly has its number at the moment.
    pub fn holds_number(&self) -> bool {
        self.lease.ids().are_covered()
    }

    /// Ensures that the node has its number; free while the lease is valid. Writes that don't start with
    /// [`begin`](Self::begin) call this first.
    ///
    /// # Errors
    /// [`Error::Unavailable`](portico_platform::error::Error::Unavailable) when the lease expired and could not be renewed:
    /// another node may be generating IDs with the number.
    #[boxed]
    pub async fn ensure_lease(&self) -> Result<()> {
        self.lease.hold(&self.db).await
    }

    /// Begins a transaction that will write.
    ///
    /// # Errors
    /// When the database can't be reached, or the node has lost its number.
    #[boxed]
    pub async fn begin(&self) -> Result<Write> {
        self.ensure_lease().await?;
        Ok(self.db.begin().await?)
    }

    /// Commits a change that may have revoked access. Other nodes are notified with the commit, this node's streams
    /// right after it.
    ///
    /// # Errors
    /// When the database could not commit; then nothing was done, and no one is notified.
    #[boxed]
    pub async fn commit_revoking(&self, write: Write, of: &[Access]) -> Result<(), DbErr> {
        live::commit(write, self.node(), &self.live, of).await
    }

    /// Renews the lease of the node's number. If another process has it, takes another number.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then stays valid until it expires.
    #[boxed]
    pub async fn renew_lease(&self) -> Result<()> {
        if self.lease.renew(&self.db).await? {
            // Notifications of the number's new holder were ignored as this node's own.
            self.live.catch_up(self.live.now());
        }
        Ok(())
    }

    /// Looks how much room there is, and refuses messages from now on or accepts them again. Of a Postgres only the size of the
    /// database is known, and asked for where a setting limits it.
    ///
    /// # Errors
    /// When the database can't be asked for its size; then nothing changes.
    #[boxed]
    pub async fn look_at_storage(&self) -> Result<()> {
        let limits = self.config.storage;
        let file = sqlite_path(&self.config.database_url);
        let found = file.as_deref().and_then(Path::parent).and_then(FileSystem::of_folder);
        let bytes = match limits.max_database_mib {
            0 => None,
            _ => Some(self.db.size().await?.unsigned_abs()),
        };
        let is_nearly_full = storage::is_nearly_full(limits, found, bytes);
        let free = found.map(|found| found.free);
        if self.storage.note(free, is_nearly_full) {
            match is_nearly_full {
                true => tracing::error!(
                    free,
                    database = bytes,
                    "there is too little room: messages are refused until there is more"
                ),
                false => tracing::warn!(free, database = bytes, "there is room again: messages are accepted"),
            }
        }
        self.metrics.disk(found.map(|found| (found.free, found.least_free(limits))), is_nearly_full);
        Ok(())
    }

    /// Releases the node number, for the end of the process: it takes none again. No request may be in progress.
    ///
    /// # Errors
    /// When the database can't be reached; the lease then expires.
    #[boxed]
    pub async fn release_lease(&self) -> Result<()> {
        self.lease.release(&self.db).await
    }

    /// The other running processes, by number.
    #[boxed]
    pub async fn other_nodes(&self) -> Result<Vec<Node>> {
        Node::others(&self.db, self.db.id_now(), self.lease.holder()).await
    }
}
