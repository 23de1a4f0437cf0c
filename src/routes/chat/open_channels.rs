//! State shared by the open pages of this process, by channel; forgotten with the last page of a channel.
//! `channel_feed` and `channel_reader` define that state.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::channel_feed::ChannelFeed;
use super::channel_reader::ChannelReaders;
use portico_rules::ids::ChannelId;

/// With fewer entries than this, none are removed.
const FEW: usize = 1_024;

/// The channels that have a page open.
#[derive(Debug)]
pub struct OpenChannels(Mutex<Entries>);

#[derive(Debug)]
struct Entries {
    by_id: HashMap<ChannelId, Weak<OpenChannel>>,
    /// At this number of entries, those without pages are removed.
    pruned_at: usize,
}

/// A channel with at least one page open.
#[derive(Debug)]
pub struct OpenChannel {
    /// Its messages.
    pub(super) feed: ChannelFeed,
    pub(super) readers: Arc<ChannelReaders>,
}

impl Default for OpenChannels {
    fn default() -> Self {
        Self(Mutex::new(Entries { by_id: HashMap::new(), pruned_at: FEW }))
    }
}

impl OpenChannels {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of channels in memory, with a page open or not.
    pub fn count(&self) -> usize {
        self.entries().by_id.len()
    }

    /// The state that other pages of the channel have, or a new one.
    pub fn get(&self, channel_id: ChannelId) -> Arc<OpenChannel> {
        let mut entries = self.entries();
        let known = entries.by_id.get(&channel_id).and_then(Weak::upgrade);
        if let Some(open) = known {
            return open;
        }
        if entries.by_id.len() >= entries.pruned_at {
            entries.by_id.retain(|_, open| open.strong_count() > 0);
            entries.pruned_at = FEW.max(entries.by_id.len() * 2);
        }
        let open = Arc::new(OpenChannel {
            feed: ChannelFeed::new(channel_id),
            readers: Arc::new(ChannelReaders::new(channel_id)),
        });
        entries.by_id.insert(channel_id, Arc::downgrade(&open));
        open
    }
}
