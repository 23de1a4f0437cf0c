//! Wakes open pages when something arrives in a channel, on this node or another.
//! Notifications have no content: a page that wakes reads the database, and so sees only what its user may.
//!
//! A writer does two things: it calls [`announce`] in the transaction that stores the messages, which notifies other
//! nodes, and [`Live::arrived`] after the commit, which wakes this node's own pages. Edits and deletions go the same way,
//! by [`announce_change`] and [`Live::changed`]. Changes that may revoke access end with [`commit`] instead of a plain
//! commit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

mod access;
mod announcement;
mod changes;
mod cursor;
mod inboxes;
mod streams;

pub(crate) use access::Changed;
pub use access::{Access, Rights, commit};
pub(crate) use announcement::SUBJECT;
pub use announcement::{Announcement, announce, announce_end};
pub(crate) use changes::ChangedMessage;
pub use changes::{ChangeReceiver, MessageChange, announce_change};
pub use cursor::{Cursor, WINDOW};
pub use inboxes::{Inbox, Inboxes, Unread};
pub use streams::{OpenStream, Streams};

/// Wakes the pages that wait for a channel, and the inboxes that may have changed.
#[derive(Debug, Default)]
pub struct Live {
    channels: Mutex<HashMap<i64, watch::Sender<()>>>,
    changes: changes::Changes,
    inboxes: Arc<Inboxes>,
    access: access::Registry,
    /// The open streams.
    pub streams: Arc<Streams>,
}

impl Live {
    /// Subscribes to a channel. Several arrivals may be one wake-up: the reader catches up by ID.
    pub fn channel(&self, channel_id: i64) -> watch::Receiver<()> {
        self.channels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(channel_id)
            .or_insert_with(|| watch::Sender::new(()))
            .subscribe()
    }

    /// Waits for edits and deletions of a channel's messages.
    pub fn changes(&self, channel_id: i64) -> ChangeReceiver {
        self.changes.of(channel_id)
    }

    /// A message of a channel was edited or deleted: the pages that show it look it up.
    pub fn changed(&self, channel_id: i64, message_id: i64) {
        self.changed_by(channel_id, MessageChange::One(message_id));
    }

    /// The same for any change.
    pub fn changed_by(&self, channel_id: i64, change: MessageChange) {
        self.changes.changed(channel_id, change);
    }

    /// The inbox of a user, shared by all their streams; with `marks`, unread channels are tracked, too.
    pub fn inbox(&self, user_id: i64, marks: bool) -> Arc<Inbox> {
        self.inboxes.of((user_id, marks))
    }

    /// Something arrived in a channel; `mentions` says whether an inbox may have changed. A server's ID instead of a
    /// channel's means that its members may see a new channel.
    pub fn arrived(&self, channel_id: i64, mentions: bool) {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waiting) = channels.get(&channel_id) {
            // The last subscriber has gone.
            if waiting.send(()).is_err() {
                channels.remove(&channel_id);
            }
        }
        drop(channels);
        self.inboxes.arrived(channel_id, mentions);
    }

    /// Channels were deleted: their readers and the affected inboxes check again.
    pub fn ended(&self, channel_ids: &[i64]) {
        for channel_id in channel_ids {
            self.arrived(*channel_id, true);
        }
    }

    /// Anything may have arrived: notifications may have been missed.
    pub fn catch_up(&self) {
        self.channels
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, waiting| waiting.send(()).is_ok());
        self.changes.all_changed();
        self.inboxes.wake_all();
        self.all_access_changed();
    }
}
