//! The outbox: texts that are not sent, for trying an instance out.
//! Who may read it is decided by the route `/dev/outbox`.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use portico_rules::clock::{Clock, Millis};
use portico_rules::phone::Number;

/// How many messages the outbox keeps.
pub const OUTBOX_KEEPS: usize = 200;

/// The latest text messages of this process, in memory only.
#[derive(Clone)]
pub struct Outbox {
    clock: Clock,
    messages: Arc<Mutex<VecDeque<OutboxMessage>>>,
}

/// A text message in the outbox. `Debug` shows neither number nor text.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct OutboxMessage {
    /// The recipient's number (E.164).
    pub to: String,
    /// The text.
    pub text: String,
    /// When it was sent.
    pub at: Millis,
}

impl Outbox {
    /// An empty outbox.
    pub fn new(clock: Clock) -> Self {
        Self { clock, messages: Arc::default() }
    }

    /// The messages, newest first; at most [`OUTBOX_KEEPS`].
    pub fn messages(&self) -> Vec<OutboxMessage> {
        self.lock().iter().cloned().collect()
    }

    pub(super) fn keep(&self, to: &Number, text: &str) {
        let message = OutboxMessage { to: to.e164().to_owned(), text: text.to_owned(), at: self.clock.now() };
        let mut messages = self.lock();
        messages.push_front(message);
        messages.truncate(OUTBOX_KEEPS);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<OutboxMessage>> {
        // A thread that panicked while it had the lock left the list intact.
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outbox(…)")
    }
}

impl fmt::Debug for OutboxMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SentMessage(…)")
    }
}
