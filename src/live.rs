//! Who waits for what: open pages are woken when something arrives in a channel, on this node or another.
//! It carries no content: whoever wakes reads the database, and so sees only what they may.
//!
//! A writer does two things: it [`announce`]s in the transaction that stores the messages, which tells the
//! other nodes, and calls [`Live::arrived`] once that is committed, which wakes this node's own pages.
//! What may take rights away ends with [`commit`] instead of the transaction's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

mod access;
mod announcement;
mod cursor;
mod inboxes;
mod streams;

pub(crate) use access::Changed;
pub use access::{Access, Rights, commit};
pub(crate) use announcement::SUBJECT;
pub use announcement::{Announcement, announce, announce_end};
pub use cursor::{Cursor, WINDOW};
pub use inboxes::{Inbox, Inboxes, Unread};
pub use streams::{OpenStream, Streams};

/// Wakes the pages that wait for a channel, and the inboxes that something in it may concern.
#[derive(Debug, Default)]
pub struct Live {
    channels: Mutex<HashMap<i64, watch::Sender<()>>>,
    inboxes: Arc<Inboxes>,
    access: access::Registry,
    /// The streams that are open.
    pub streams: Arc<Streams>,
}

impl Live {
    /// Waits for a channel. Arrivals between two looks are one wake-up: the reader catches up by id.
    pub fn channel(&self, channel_id: i64) -> watch::Receiver<()> {
        self.channels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(channel_id)
            .or_insert_with(|| watch::Sender::new(()))
            .subscribe()
    }

    /// The inbox of a person, which all their streams share; with `marks` they follow unread channels, too.
    pub fn inbox(&self, user_id: i64, marks: bool) -> Arc<Inbox> {
        self.inboxes.of((user_id, marks))
    }

    /// Something arrived in a channel; `mentions` says whether an inbox may have changed. The id of a server in place of a
    /// channel's stands for a channel that may be new to its members.
    pub fn arrived(&self, channel_id: i64, mentions: bool) {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waiting) = channels.get(&channel_id) {
            // The last reader is gone: so is the reason to remember the channel.
            if waiting.send(()).is_err() {
                channels.remove(&channel_id);
            }
        }
        drop(channels);
        self.inboxes.arrived(channel_id, mentions);
    }

    /// Channels are gone: whoever waits for one of them looks, and finds that it is over; so does every inbox that it
    /// concerned.
    pub fn ended(&self, channel_ids: &[i64]) {
        for channel_id in channel_ids {
            self.arrived(*channel_id, true);
        }
    }

    /// Something may have arrived anywhere: what was announced meanwhile was not heard.
    pub fn catch_up(&self) {
        self.channels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, waiting| waiting.send(()).is_ok());
        self.inboxes.wake_all();
        self.all_access_changed();
    }
}
