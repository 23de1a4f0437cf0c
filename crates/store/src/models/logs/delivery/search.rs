//! Searching the bodies in a webhook's log: attempts are read from the newest on, some at a time, and compared here.
//! An attempt's permission is checked before its text is compared.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;

use super::{Entity, Model, OutcomeFilter, of_webhook, oldest_kept};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, WebhookId};

/// The most characters of a search.
pub const MAX_CHARS: usize = 200;

/// How many attempts one statement reads.
const STEP: u64 = 16;
/// The most attempts that a page compares, seen or not, and the most bytes of those that are seen: what the reader may not
/// see decides by nothing but its number where a page ends.
const MAX_READ: u64 = 256;
const MAX_COMPARED: usize = 4 * 1024 * 1024;

/// A search in a webhook's log.
#[derive(Clone, Copy, Debug)]
pub struct DeliverySearch<'s> {
    /// Attempts whose stored body contains this text; ASCII letters match in either case. At most [`MAX_CHARS`] characters
    /// count.
    pub text: &'s str,
    /// Those with this outcome.
    pub outcome: OutcomeFilter,
    /// Only those before this one.
    pub before: Option<i64>,
    /// How many to find at most, at least one.
    pub limit: u64,
}

/// A page of what was found.
#[derive(Clone, Debug, Default)]
pub struct DeliveryPage {
    /// The attempts, the newest first.
    pub attempts: Vec<Model>,
    /// The next page has attempts before this one; none: there are no more. A page may have none, and still a next one.
    pub next: Option<i64>,
}

impl Model {
    /// Finds the newest attempts of a webhook that a reader may see and that `wanted` describes. `is_seen` says whether they
    /// may see what was posted into a channel; attempts that they may not see are as if they were not there.
    ///
    /// The cost is linear in what is stored, and bounded for a page.
    #[boxed]
    pub async fn search(
        db: &Conn,
        webhook_id: WebhookId,
        wanted: DeliverySearch<'_>,
        is_seen: &(dyn Fn(Option<ChannelId>) -> bool + Sync),
        now: Millis,
    ) -> Result<DeliveryPage> {
        let text: String = wanted.text.chars().take(MAX_CHARS).collect();
        let text = text.to_ascii_lowercase();
        let mut found = DeliveryPage::default();
        let (mut read, mut compared) = (0, 0);
        let mut ids = oldest_kept(db, now)..wanted.before.unwrap_or(i64::MAX);
        loop {
            let select = of_webhook(Entity::find(), db, webhook_id, ids.clone());
            let step = wanted.outcome.applied(select).limit(STEP).all(db).await?;
            let is_last = (step.len() as u64) < STEP;
            for attempt in step {
                ids.end = attempt.id.get();
                read += 1;
                let report = attempt.report();
                if !is_seen(report.channel_id) {
                    continue;
                }
                compared += attempt.report.len();
                if !report.request.to_ascii_lowercase().contains(&text) {
                    continue;
                }
                if found.attempts.len() as u64 >= wanted.limit {
                    found.next = found.attempts.last().map(|last| last.id.get());
                    return Ok(found);
                }
                found.attempts.push(attempt);
            }
            if is_last {
                return Ok(found);
            }
            if read >= MAX_READ || compared >= MAX_COMPARED {
                found.next = Some(ids.end);
                return Ok(found);
            }
        }
    }
}
