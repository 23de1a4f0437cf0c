//! Writing the log of deliveries and the counts of each hour: batched, best effort, after the responses.
//! `models::logs::delivery` defines the contents of the log and how long it is kept.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use crate::core::Core;
use crate::models::instance::last_use;
use crate::models::logs::delivery::TOO_FAST;
use crate::models::logs::delivery::{self, Counts, hour_of};
use crate::models::{Delivery, Webhook};
use portico_macros::boxed;
use portico_platform::database::Database;
use portico_platform::error::Result;
use portico_platform::storage::{Storage, WrittenBytes};
use portico_platform::write_behind::{Batches, Notes, SubjectBatch, WriteBehind};
use portico_rules::clock::{Clock, Millis};
use portico_rules::ids::{ServerId, WebhookId};

/// After how many rows of a webhook its old ones are deleted.
const PRUNED_EVERY: usize = 50;
/// At most so many are deleted then: more than arrive in between. The cleanup deletes the rest of a longer log.
const PRUNED_TOGETHER: u64 = 250;
/// Of rate-limited posts, one is listed in so many milliseconds: a flood must not push everything else out of the log.
const TOO_FAST_EVERY_MS: Millis = 1_000;
/// How many steps trim the log of a server at most, before others are written.
const TRIMMED_STEPS: usize = 40;
/// A server's log is measured when so large a part of its cap was written, and trimmed to the rest.
const PART: u64 = 8;
/// Above so many webhooks or servers the maps here are cleared.
const REMEMBERED: usize = 10_000;

/// Posts that are not written yet, by hour and webhook.
type PendingCounts = Arc<Mutex<BTreeMap<(Millis, WebhookId), Counts>>>;

/// Logs what was sent to webhooks. Every attempt counts in its hour. Of many at the same moment the first are listed, and
/// the last of those says how many more there were.
#[derive(Debug)]
pub struct Log {
    clock: Clock,
    attempts: WriteBehind<Attempts>,
    counted: PendingCounts,
    storage: Arc<Storage>,
    too_fast: Mutex<HashMap<WebhookId, Millis>>,
}

/// The facts that decide if and how an attempt is counted.
#[derive(Debug, Clone, Copy)]
pub struct CountedAttempt {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Its server.
    pub server_id: ServerId,
    /// The status that was answered.
    pub status: u16,
    /// True if it got the response of an earlier one; those are listed, and not counted.
    pub replayed: bool,
}

impl Log {
    /// Opens the log. Must be called within the runtime.
    pub fn open(core: &Core) -> Self {
        let (db, clock, storage) = (core.db.clone(), core.clock.clone(), core.storage.clone());
        let counted = PendingCounts::default();
        Self {
            attempts: WriteBehind::start(Attempts {
                db,
                clock: clock.clone(),
                counted: counted.clone(),
                storage: storage.clone(),
                max_bytes: u64::from(core.config.caps.log_mib_per_server) * 1024 * 1024,
                unmeasured: HashMap::new(),
                written: HashMap::new(),
                noted: HashMap::new(),
            }),
            clock,
            counted,
            storage,
            too_fast: Mutex::default(),
        }
    }

    /// Logs an attempt. `row` is called only where it is listed: not while there is too little room.
    pub fn note(&self, attempt: CountedAttempt, row: impl FnOnce() -> Delivery) {
        let now = self.clock.now();
        if !attempt.replayed {
            let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
            let slot = (hour_of(now), attempt.webhook_id);
            counted.entry(slot).or_default().add(attempt.status);
        }
        let is_left_out = self.storage.is_nearly_full()
            || attempt.status == TOO_FAST && self.was_too_fast_just_now(attempt.webhook_id, now);
        if is_left_out {
            self.attempts.skip(attempt.webhook_id.get());
        } else {
            let server_id = attempt.server_id;
            self.attempts.note(attempt.webhook_id.get(), || NotedAttempt { server_id, row: row() });
        }
    }

    /// Waits until everything queued so far is written.
    #[boxed]
    pub async fn settled(&self) {
        self.attempts.settled().await;
    }

    fn was_too_fast_just_now(&self, webhook_id: WebhookId, now: Millis) -> bool {
        let mut noted = self.too_fast.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() > REMEMBERED {
            noted.clear();
        }
        let last = noted.entry(webhook_id).or_insert(Millis::MIN);
        let just_now = now < last.saturating_add(TOO_FAST_EVERY_MS);
        if !just_now {
            *last = now;
        }
        just_now
    }
}

/// An attempt with the server of its webhook.
#[derive(Debug)]
struct NotedAttempt {
    server_id: ServerId,
    row: Delivery,
}

/// Writes attempts to the database.
#[derive(Debug)]
struct Attempts {
    db: Database,
    clock: Clock,
    counted: PendingCounts,
    storage: Arc<Storage>,
    /// How many bytes the logs of a server's webhooks may have together.
    max_bytes: u64,
    /// Bytes written of each server since its logs were measured.
    unmeasured: HashMap<ServerId, u64>,
    /// Rows written of each webhook since its old ones were deleted.
    written: HashMap<WebhookId, usize>,
    /// The hour that is stored as the last use of each webhook.
    noted: HashMap<WebhookId, Millis>,
}

impl Notes for Attempts {
    type Note = NotedAttempt;

    async fn write(&mut self, gathered: Batches<NotedAttempt>) -> Result<()> {
        let counted = {
            let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *counted)
        };
        // Rows of a webhook that was deleted meanwhile are deleted by its last cleanup, see `models::tombstone`.
        let mut bytes: BTreeMap<ServerId, u64> = BTreeMap::new();
        let mut rows = Vec::new();
        for noted in gathered.into_values().flat_map(noted) {
            *bytes.entry(noted.server_id).or_default() += noted.row.report.len() as u64;
            rows.push(noted.row);
        }
        self.keep(&rows, &counted).await?;
        for (server_id, logs) in bytes {
            self.storage.wrote(self.clock.now(), server_id, WrittenBytes { messages: 0, logs });
            if let Err(err) = self.trim(server_id, logs).await {
                tracing::debug!(error = %err, "the logs of a server were not trimmed");
            }
        }
        if let Err(err) = self.note_uses(&rows).await {
            // The next delivery of the hour tries again.
            tracing::debug!(error = %err, "the last use of webhooks was not stored");
        }
        Ok(())
    }
}

/// The attempts of one webhook. The last one says how many more were skipped.
fn noted(of_one: SubjectBatch<NotedAttempt>) -> Vec<NotedAttempt> {
    let mut noted = of_one.notes;
    if let (Some(last), true) = (noted.last_mut(), of_one.skipped > 0) {
        last.row.stand_for_more(of_one.skipped);
    }
    noted
}

impl Attempts {
    async fn keep(&mut self, rows: &[Delivery], counted: &BTreeMap<(Millis, WebhookId), Counts>) -> Result<()> {
        let write = self.db.begin().await?;
        delivery::keep(&write, rows).await?;
        delivery::count(&write, counted).await?;
        for webhook_id in self.due(rows) {
            delivery::prune(&write, webhook_id, self.clock.now(), PRUNED_TOGETHER).await?;
        }
        write.commit().await?;
        Ok(())
    }

    /// Drops the oldest attempts of a server's webhooks where they take more than they may. How much they take is measured at
    /// the first attempt after a start, and whenever an eighth of the cap was written since.
    async fn trim(&mut self, server_id: ServerId, written: u64) -> Result<()> {
        if self.unmeasured.len() > REMEMBERED {
            self.unmeasured.clear();
        }
        let part = self.max_bytes / PART;
        let unmeasured = self.unmeasured.entry(server_id).or_insert(part);
        *unmeasured = unmeasured.saturating_add(written);
        if *unmeasured < part {
            return Ok(());
        }
        if let Some(surplus) = delivery::newest_surplus_of_server(&self.db, server_id, self.max_bytes - part).await? {
            let mut steps = 0;
            loop {
                let write = self.db.begin().await?;
                let deleted = delivery::delete_of_server(&write, server_id, surplus, PRUNED_TOGETHER).await?;
                write.commit().await?;
                steps += 1;
                if deleted < PRUNED_TOGETHER {
                    break;
                }
                if steps >= TRIMMED_STEPS {
                    // The rest goes with the next attempt.
                    return Ok(());
                }
            }
        }
        self.unmeasured.insert(server_id, 0);
        Ok(())
    }

    /// Stores the hour of the last use of webhooks where it is another one: by itself, since it waits for posts that hold a
    /// webhook.
    async fn note_uses(&mut self, rows: &[Delivery]) -> Result<()> {
        if self.noted.len() > REMEMBERED {
            self.noted.clear();
        }
        let mut used: BTreeMap<Millis, Vec<WebhookId>> = BTreeMap::new();
        for row in rows {
            let hour = last_use::hour_of(self.db.id_times().time_of(row.id.get()));
            if self.noted.get(&row.webhook_id).is_none_or(|noted| *noted < hour) {
                used.entry(hour).or_default().push(row.webhook_id);
            }
        }
        for (hour, webhooks) in used {
            let write = self.db.begin().await?;
            Webhook::note_use(&write, &webhooks, hour).await?;
            write.commit().await?;
            self.noted.extend(webhooks.into_iter().map(|id| (id, hour)));
        }
        Ok(())
    }

    /// The webhooks whose old rows are to be deleted now.
    fn due(&mut self, rows: &[Delivery]) -> Vec<WebhookId> {
        if self.written.len() > REMEMBERED {
            self.written.clear();
        }
        let mut due = Vec::new();
        for row in rows {
            let written = self.written.entry(row.webhook_id).or_insert(0);
            // The first row after a start counts too: how many came before it is unknown.
            if *written == 0 {
                due.push(row.webhook_id);
            }
            *written = (*written + 1) % PRUNED_EVERY;
        }
        due
    }
}
