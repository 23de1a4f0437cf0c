//! What exchanges of codes need: the writer that uses codes, many at a time, and the log of successful exchanges.
//! An exchange is in `exchange`, the decision in `redeem`.

use std::collections::HashMap;

use rocket::futures::future::join_all;
use sea_orm::DbBackend;

use super::exchange::{Exchange, ExchangeOutcome, Exchanges};
use super::log::ExchangeLog;
use crate::clock::Clock;
use crate::database::Database;
use crate::error::Result;
use crate::group_commit::GroupCommit;
use crate::write_behind::WriteBehind;

/// How many writers exchange codes on Postgres: while it makes the batch of one durable, it executes the other's. SQLite
/// has one write at a time.
const POSTGRES_WRITERS: usize = 2;

/// Exchanges authorization codes for identities.
#[derive(Debug)]
pub struct Exchanger {
    /// All exchanges of a code go to the same one, which knows whether an attempt was not answered.
    writers: Vec<GroupCommit<Exchanges>>,
    pub(super) log: WriteBehind<ExchangeLog>,
}

impl Exchanger {
    /// Starts the writers. Must be called within the runtime.
    ///
    /// # Errors
    /// One sentence where no thread can be started.
    pub fn start(db: &Database, clock: &Clock) -> Result<Self, String> {
        let number = match db.backend() {
            DbBackend::Sqlite => 1,
            _ => POSTGRES_WRITERS,
        };
        let start = |_| {
            let (own, clock) = (db.clone(), clock.clone());
            GroupCommit::start("exchanges", move || Exchanges::on(own.apart(), clock))
        };
        Ok(Self {
            writers: (0..number).map(start).collect::<Result<_, String>>()?,
            log: WriteBehind::start(ExchangeLog {
                db: db.clone(),
                noted: HashMap::new(),
            }),
        })
    }

    /// Submits an exchange and waits for what came of it.
    ///
    /// # Errors
    /// As [`GroupCommit::submit`].
    pub(super) async fn submit(&self, exchange: Exchange) -> Result<ExchangeOutcome> {
        let writer = lane(exchange.code_id(), self.writers.len());
        self.writers[writer].submit(exchange).await
    }

    /// Waits until every exchange so far is logged.
    pub async fn settled(&self) {
        self.log.settled().await;
    }

    /// Answers all waiting exchanges, and accepts no more.
    pub async fn close(&self) {
        join_all(self.writers.iter().map(GroupCommit::close)).await;
    }
}

/// Which of so many writers exchanges a code. Codes that are created one after the other are spread.
fn lane(code_id: i64, writers: usize) -> usize {
    // Multiplied by the golden ratio, so that every bit of the id counts.
    let hash = u64::from_be_bytes(code_id.to_be_bytes()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> 32) as usize % writers.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_writer_gets_all_exchanges_of_a_code_and_codes_are_spread() {
        let mut codes_of = [0; POSTGRES_WRITERS];
        for code in 0..1_000 {
            // As ids rise: by the time in their upper bits.
            let code = code << 22;
            let writer = lane(code, POSTGRES_WRITERS);
            assert_eq!(writer, lane(code, POSTGRES_WRITERS));
            assert_eq!(lane(code, 1), 0);
            codes_of[writer] += 1;
        }
        assert!(
            codes_of.iter().all(|codes| (400..=600).contains(codes)),
            "{codes_of:?}"
        );
    }
}
