//! A write-behind queue: entries are collected for a moment and written in the background, best effort. The
//! implementations define and write the entries.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use crate::database::deadline;
use crate::error::Result;

/// Time that entries are collected before they are written.
const WINDOW: Duration = Duration::from_millis(200);
/// The maximum number of entries per subject in a window: more than any rate limit allows at once, unless an operator
/// raised it. Further ones are counted, not stored.
const MAX_OF_ONE: usize = 100;
/// The maximum for all subjects together.
const MAX_QUEUED: usize = 4_096;

/// A kind of entry.
pub trait Notes: Send + 'static {
    /// An entry.
    type Note: Send + 'static;

    /// Writes the entries of each subject, in one transaction.
    ///
    /// # Errors
    /// When they could not be written. There is no retry.
    fn write(&mut self, gathered: Batches<Self::Note>) -> impl Future<Output = Result<()>> + Send;
}

/// The collected entries, by subject.
pub type Batches<T> = HashMap<i64, SubjectBatch<T>>;

/// The collected entries of one subject.
#[derive(Debug)]
pub struct SubjectBatch<T> {
    /// The first entries of the window.
    pub notes: Vec<T>,
    /// Number of further entries.
    pub skipped: u64,
    /// Number of reserved entries; some may not have arrived yet.
    admitted: usize,
}

impl<T> Default for SubjectBatch<T> {
    fn default() -> Self {
        Self { notes: Vec::new(), skipped: 0, admitted: 0 }
    }
}

/// Accepts entries. A background task writes them; it ends when this is dropped.
#[derive(Debug)]
pub struct WriteBehind<N: Notes> {
    shared: Arc<SharedWindow<N::Note>>,
    written: watch::Receiver<u64>,
}

#[derive(Debug)]
struct SharedWindow<T> {
    window: Mutex<Window<T>>,
    /// There is an entry, a caller waits for the write, or the queue was dropped.
    noted: Notify,
    urgent: Notify,
}

#[derive(Debug)]
struct Window<T> {
    /// The number of the window that current entries belong to.
    number: u64,
    gathered: Batches<T>,
    taken: usize,
    closed: bool,
}

impl<N: Notes> WriteBehind<N> {
    /// Starts the task. Must be called within the runtime.
    pub fn start(notes: N) -> Self {
        let shared = Arc::new(SharedWindow {
            window: Mutex::new(Window { number: 1, gathered: HashMap::new(), taken: 0, closed: false }),
            noted: Notify::new(),
            urgent: Notify::new(),
        });
        let (done, written) = watch::channel(0);
        tokio::spawn(write_on(notes, shared.clone(), done));
        Self { shared, written }
    }

    /// Adds an entry for a subject. If there are too many, it is only counted, and `note` is not called.
    pub fn note(&self, subject: i64, note: impl FnOnce() -> N::Note) {
        if self.shared.window().admits(subject) {
            // Not under the lock, which all callers need.
            let note = note();
            let mut window = self.shared.window();
            window.gathered.entry(subject).or_default().notes.push(note);
        }
        self.shared.noted.notify_one();
    }

    /// Counts an event of a subject without an entry.
    pub fn skip(&self, subject: i64) {
        self.shared.window().skip(subject);
        self.shared.noted.notify_one();
    }

    /// Waits until everything queued so far is written; a request at most for a moment, since while commits are stalled its page
    /// is shown without the newest entries.
    pub async fn settled(&self) {
        let number = {
            let window = self.shared.window();
            if window.gathered.is_empty() { window.number - 1 } else { window.number }
        };
        self.shared.urgent.notify_one();
        let mut written = self.written.clone();
        let _ = deadline::wait_briefly(written.wait_for(|written| *written >= number)).await;
    }
}

impl<N: Notes> Drop for WriteBehind<N> {
    fn drop(&mut self) {
        self.shared.window().closed = true;
        self.shared.urgent.notify_one();
        self.shared.noted.notify_one();
    }
}

impl<T> SharedWindow<T> {
    fn window(&self) -> MutexGuard<'_, Window<T>> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Window<T> {
    /// True if one more entry of this subject is kept; if not, it is counted.
    fn admits(&mut self, subject: i64) -> bool {
        let of_one = self.gathered.entry(subject).or_default();
        let admitted = self.taken < MAX_QUEUED && of_one.admitted < MAX_OF_ONE;
        if admitted {
            of_one.admitted += 1;
            self.taken += 1;
        } else {
            of_one.skipped += 1;
        }
        admitted
    }

    fn skip(&mut self, subject: i64) {
        self.gathered.entry(subject).or_default().skipped += 1;
    }

    fn end(&mut self) -> (u64, Batches<T>) {
        let number = self.number;
        self.number += 1;
        self.taken = 0;
        (number, std::mem::take(&mut self.gathered))
    }
}

async fn write_on<N: Notes>(mut notes: N, shared: Arc<SharedWindow<N::Note>>, written: watch::Sender<u64>) {
    loop {
        shared.noted.notified().await;
        let closed = shared.window().closed;
        if !closed {
            let _ = timeout(WINDOW, shared.urgent.notified()).await;
        }
        let (number, gathered) = shared.window().end();
        if !gathered.is_empty()
            && let Err(err) = notes.write(gathered).await
        {
            tracing::debug!(error = %err, "a batch of the write-behind queue was lost");
        }
        written.send_replace(number);
        if closed {
            break;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
