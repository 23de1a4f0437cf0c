//! What exchanges of codes need: the writer that uses codes, many at a time, and the log of successful exchanges.
//! An exchange is in `exchange`, the decision in `redeem`.

use std::collections::HashMap;

use super::exchange::Exchanges;
use super::log::ExchangeLog;
use crate::clock::Clock;
use crate::database::Database;
use crate::group_commit::GroupCommit;
use crate::write_behind::WriteBehind;

/// Exchanges authorization codes for identities.
#[derive(Debug)]
pub struct Exchanger {
    pub(super) exchanges: GroupCommit<Exchanges>,
    pub(super) log: WriteBehind<ExchangeLog>,
}

impl Exchanger {
    /// Starts the writers. Must be called within the runtime.
    ///
    /// # Errors
    /// One sentence where no thread can be started.
    pub fn start(db: &Database, clock: &Clock) -> Result<Self, String> {
        let (own, clock) = (db.clone(), clock.clone());
        Ok(Self {
            exchanges: GroupCommit::start("exchanges", move || Exchanges::on(own.apart(), clock))?,
            log: WriteBehind::start(ExchangeLog {
                db: db.clone(),
                noted: HashMap::new(),
            }),
        })
    }

    /// Waits until every exchange so far is logged.
    pub async fn settled(&self) {
        self.log.settled().await;
    }

    /// Answers all waiting exchanges, and accepts no more.
    pub async fn close(&self) {
        self.exchanges.close().await;
    }
}
