//! How a text message leaves the house: one variant of [`Sms`] for each transport.
//! What the message says, and how often one may be sent, is decided by the caller.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::Number;
use crate::clock::{Clock, Millis};

/// Why a text message was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmsError {
    /// This installation has no way to send any.
    #[error(
        "This service can’t send text messages yet: its operator has to set up a transport for them."
    )]
    Unset,
}

/// The way text messages take. Clones share it.
#[derive(Clone, Debug)]
pub enum Sms {
    /// Kept in memory, where a developer reads them.
    Outbox(Outbox),
    /// Nowhere: what a public installation has until its operator chooses.
    Unset,
}

impl Sms {
    /// Hands a text message over.
    ///
    /// # Errors
    ///
    /// [`SmsError`], a sentence for the person who waits for the message.
    pub async fn send(&self, to: &Number, text: &str) -> Result<(), SmsError> {
        match self {
            Self::Outbox(outbox) => {
                outbox.keep(to, text);
                Ok(())
            }
            Self::Unset => Err(SmsError::Unset),
        }
    }

    /// Whether there is any way at all.
    pub fn is_set(&self) -> bool {
        !matches!(self, Self::Unset)
    }

    /// The outbox, where that is the transport.
    pub fn outbox(&self) -> Option<&Outbox> {
        match self {
            Self::Outbox(outbox) => Some(outbox),
            Self::Unset => None,
        }
    }
}

/// How many messages the outbox keeps.
pub const OUTBOX_KEEPS: usize = 200;

/// The latest text messages of this process, in memory alone.
#[derive(Clone)]
pub struct Outbox {
    clock: Clock,
    messages: Arc<Mutex<VecDeque<SentMessage>>>,
}

/// A text message in the outbox. `Debug` shows neither number nor text.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct SentMessage {
    /// The number it went to (E.164).
    pub to: String,
    /// What it says.
    pub text: String,
    /// When it was sent.
    pub at: Millis,
}

impl Outbox {
    /// An empty outbox.
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            messages: Arc::default(),
        }
    }

    /// The messages, newest first; at most [`OUTBOX_KEEPS`].
    pub fn messages(&self) -> Vec<SentMessage> {
        self.lock().iter().cloned().collect()
    }

    fn keep(&self, to: &Number, text: &str) {
        let message = SentMessage {
            to: to.e164().to_owned(),
            text: text.to_owned(),
            at: self.clock.now(),
        };
        let mut messages = self.lock();
        messages.push_front(message);
        messages.truncate(OUTBOX_KEEPS);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<SentMessage>> {
        // Whoever died holding it left the list as whole as it was.
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outbox(…)")
    }
}

impl fmt::Debug for SentMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SentMessage(…)")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    /// Shows: leaks.debug
    #[rocket::async_test]
    async fn debug_output_shows_neither_number_nor_text() {
        let clock = Clock::fixed_at(7);
        let sms = Sms::Outbox(Outbox::new(clock));
        let number = Number::parse("+4915112345642").unwrap();
        sms.send(&number, "123456").await.unwrap();
        let messages = sms.outbox().unwrap().messages();
        let seen = format!("{number:?} {sms:?} {messages:?}");
        assert_eq!(seen, "Number(…) Outbox(Outbox(…)) [SentMessage(…)]");
    }

    #[rocket::async_test]
    async fn the_outbox_keeps_the_latest_messages_newest_first() {
        let outbox = Outbox::new(Clock::fixed_at(7));
        let sms = Sms::Outbox(outbox.clone());
        let number = Number::parse("+4915112345642").unwrap();
        for count in 0..=OUTBOX_KEEPS {
            sms.send(&number, &count.to_string()).await.unwrap();
        }
        let kept = outbox.messages();
        assert_eq!(kept.len(), OUTBOX_KEEPS);
        assert_eq!(
            kept[0],
            SentMessage {
                to: "+4915112345642".into(),
                text: "200".into(),
                at: 7
            }
        );
        assert_eq!(kept[OUTBOX_KEEPS - 1].text, "1");
    }

    #[rocket::async_test]
    async fn without_a_transport_sending_says_whose_turn_it_is() {
        let number = Number::parse("+4915112345642").unwrap();
        let error = Sms::Unset.send(&number, "123456").await.unwrap_err();
        assert!(error.to_string().contains("operator"));
        assert!(Sms::Unset.outbox().is_none());
    }
}
