//! The resources of exchanges: the writer that uses codes, many at a time, and the log of successful exchanges.
//! An exchange is in `exchange`, the decision in `redeem`.

use std::collections::HashMap;

use super::exchange::{Exchange, ExchangeOutcome, Exchanges};
use super::log::ExchangeLog;
use portico_macros::boxed;
use portico_platform::database::Database;
use portico_platform::error::Result;
use portico_platform::group_commit::GroupCommit;
use portico_platform::write_behind::WriteBehind;
use portico_rules::clock::Clock;

/// Exchanges authorization codes for identities.
#[derive(Debug)]
pub struct Exchanger {
    /// One, which knows whether an attempt with a code was not answered.
    writer: GroupCommit<Exchanges>,
    pub(super) log: WriteBehind<ExchangeLog>,
}

impl Exchanger {
    /// Starts the writer. Must be called within the runtime.
    ///
    /// # Errors
    /// One sentence where no thread can be started.
    pub fn start(db: &Database, clock: &Clock) -> Result<Self, String> {
        let (own, clock) = (db.clone(), clock.clone());
        let writer = GroupCommit::start("exchanges", move || Exchanges::on(own.apart(), clock))?;
        Ok(Self { writer, log: WriteBehind::start(ExchangeLog { db: db.clone(), noted: HashMap::new() }) })
    }

    /// Submits an exchange and waits for what came of it.
    ///
    /// # Errors
    /// As [`GroupCommit::submit`].
    pub(super) async fn submit(&self, exchange: Exchange) -> Result<ExchangeOutcome> {
        self.writer.submit(exchange).await
    }

    /// Waits until every exchange so far is logged.
    #[boxed]
    pub async fn settled(&self) {
        self.log.settled().await;
    }

    /// Answers all waiting exchanges, and accepts no more.
    #[boxed]
    pub async fn close(&self) {
        self.writer.close().await;
    }
}
