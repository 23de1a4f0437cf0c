//! Writing the log of deliveries behind the answers, and the posts of each hour: gathered, best effort, never in
//! anybody's way. What the log says and how long it is kept stands in `models::delivery`.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use rocket::tokio;
use rocket::tokio::sync::{mpsc, oneshot};

use crate::clock::{Clock, Millis};
use crate::database::Database;
use crate::error::Result;
use crate::models::{Delivery, delivery};

/// How many attempts may wait to be written; further ones are not kept.
const WAITING: usize = 2_048;
/// How many are written in one transaction, within what a statement takes in values.
const TOGETHER: usize = 256;
/// After how many rows of a webhook its old ones are dropped.
const PRUNED_EVERY: u32 = 50;
/// Of refusals for speed, one is kept in so many milliseconds: a flood must not wash the log away.
const TOO_FAST_EVERY_MS: Millis = 1_000;
/// Beyond so many webhooks the small memories here start over.
const REMEMBERED: usize = 10_000;

/// Posts that were not written down yet, by hour and webhook.
type Counted = Arc<Mutex<BTreeMap<(Millis, i64), delivery::Counts>>>;

/// The log's open end. The rows are written by a task that ends with it.
#[derive(Debug)]
pub struct Log {
    sender: mpsc::Sender<Entry>,
    too_fast: Mutex<HashMap<i64, Millis>>,
    counted: Counted,
}

#[derive(Debug)]
enum Entry {
    Attempt(Delivery),
    Settled(oneshot::Sender<()>),
}

impl Log {
    /// Opens the log. Must be called within the runtime.
    pub fn open(db: Database, clock: Clock) -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        let counted = Counted::default();
        let writer = Writer {
            db,
            clock,
            counted: counted.clone(),
            written: HashMap::new(),
        };
        tokio::spawn(writer.run(receiver));
        Self {
            sender,
            too_fast: Mutex::default(),
            counted,
        }
    }

    /// Hands an attempt over; where too many wait already, it is counted but not kept.
    pub fn note(&self, attempt: Delivery) {
        self.count(&attempt);
        if attempt.status == 429 && self.was_too_fast_just_now(&attempt) {
            return;
        }
        if self.sender.try_send(Entry::Attempt(attempt)).is_err() {
            tracing::debug!("the delivery log is behind; an attempt is not kept");
        }
    }

    /// Waits until everything handed over so far is written, so that whoever looks finds what they just did.
    pub async fn settled(&self) {
        let (done, written) = oneshot::channel();
        if self.sender.send(Entry::Settled(done)).await.is_ok() {
            let _ = written.await;
        }
    }

    fn count(&self, attempt: &Delivery) {
        if attempt.is_replay() {
            return;
        }
        let hour = delivery::hour_of(attempt.at());
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = counted.entry((hour, attempt.webhook_id)).or_default();
        if attempt.is_accepted() {
            counts.accepted += 1;
        } else {
            counts.refused += 1;
        }
    }

    fn was_too_fast_just_now(&self, attempt: &Delivery) -> bool {
        let now = attempt.at();
        let mut noted = self.too_fast.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() > REMEMBERED {
            noted.clear();
        }
        let last = noted.entry(attempt.webhook_id).or_insert(Millis::MIN);
        let just_now = now < last.saturating_add(TOO_FAST_EVERY_MS);
        if !just_now {
            *last = now;
        }
        just_now
    }
}

struct Writer {
    db: Database,
    clock: Clock,
    counted: Counted,
    /// Rows written of each webhook since its old ones were dropped.
    written: HashMap<i64, u32>,
}

impl Writer {
    async fn run(mut self, mut receiver: mpsc::Receiver<Entry>) {
        let mut entries = Vec::with_capacity(TOGETHER);
        while receiver.recv_many(&mut entries, TOGETHER).await > 0 {
            let mut attempts = Vec::with_capacity(entries.len());
            let mut waiting = Vec::new();
            for entry in entries.drain(..) {
                match entry {
                    Entry::Attempt(attempt) => attempts.push(attempt),
                    Entry::Settled(done) => waiting.push(done),
                }
            }
            let counted = self.take_counted();
            if self.write(&attempts, &counted).await.is_err() {
                // A webhook deleted meanwhile must not take the others' rows with it.
                let nothing = BTreeMap::new();
                let single = attempts
                    .iter()
                    .map(|one| (std::slice::from_ref(one), &nothing));
                for (attempts, counted) in single.chain([(&[][..], &counted)]) {
                    if let Err(err) = self.write(attempts, counted).await {
                        tracing::debug!(error = %err, "an attempt is not kept");
                    }
                }
            }
            for done in waiting {
                let _ = done.send(());
            }
        }
    }

    fn take_counted(&self) -> BTreeMap<(Millis, i64), delivery::Counts> {
        std::mem::take(&mut *self.counted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn write(
        &mut self,
        attempts: &[Delivery],
        counted: &BTreeMap<(Millis, i64), delivery::Counts>,
    ) -> Result<()> {
        if attempts.is_empty() && counted.is_empty() {
            return Ok(());
        }
        let write = self.db.begin().await?;
        if !attempts.is_empty() {
            delivery::keep(&*write, attempts).await?;
        }
        delivery::count(&*write, counted).await?;
        for webhook_id in self.due(attempts) {
            delivery::prune(&*write, webhook_id, self.clock.now()).await?;
        }
        write.commit().await?;
        Ok(())
    }

    /// The webhooks whose old rows are to be dropped now.
    fn due(&mut self, attempts: &[Delivery]) -> Vec<i64> {
        if self.written.len() > REMEMBERED {
            self.written.clear();
        }
        let mut due = Vec::new();
        for attempt in attempts {
            let written = self.written.entry(attempt.webhook_id).or_insert(0);
            // The first row after a start counts too: nobody knows what stood there before.
            if *written == 0 {
                due.push(attempt.webhook_id);
            }
            *written = (*written + 1) % PRUNED_EVERY;
        }
        due
    }
}
