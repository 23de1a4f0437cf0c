//! Wakes open pages when something arrives in a channel, on this node or another.
//! Notifications have no content: a page that wakes reads the database, and so sees only what its user may.
//!
//! A writer does two things: it calls [`announce`] in the transaction that stores the messages, which notifies other
//! nodes, and [`Live::stored`] after the commit, which wakes this node's own pages. Edits and deletions go the same way,
//! by [`announce_change`], [`Live::changed`] and [`Live::arrived_unknown`]. Changes that may revoke access end with [`commit`]
//! instead of a plain commit.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use portico_rules::clock::{Clock, Millis};
use portico_rules::ids::{ChannelId, IdTimes, MessageId, PlaceId, UserId};

mod access;
mod announcement;
mod arrivals;
mod change_log;
mod changes;
mod horizon;
mod in_doubt;
mod inboxes;
mod notification;
mod streams;

pub use access::{Access, Rights, commit};
pub use announcement::SUBJECT;
pub use announcement::{Announcement, Arrival, ArrivedChannels, announce, announce_end, announce_messages};
use arrivals::Arrivals;
pub use arrivals::{DueRead, FellBehind, StreamPosition};
pub use change_log::{MessageChange, RenderTime};
pub use changes::{ChangeReceiver, announce_change};
pub use in_doubt::{InDoubt, commit_change};
pub use inboxes::{Inbox, InboxState, Inboxes};
pub use notification::NodeNotification;
pub use streams::{OpenStream, Streams};

/// For how long a commit of a change whose outcome is unknown may still be done: as long as Postgres may wait for a standby.
const CHANGES_IN_DOUBT_MS: Millis = 600_000;

/// Wakes the pages that wait for a channel, and the inboxes that may have changed.
#[derive(Debug)]
pub struct Live {
    clock: Clock,
    id_times: IdTimes,
    arrivals: Mutex<Arrivals>,
    changes: changes::Changes,
    inboxes: Arc<Inboxes>,
    access: access::Registry,
    /// Until when this node's own notifications of changes are news: a commit of one got no answer, and may still be done.
    changes_in_doubt_until: AtomicI64,
    /// The open streams.
    pub streams: Arc<Streams>,
    /// Who is here as this process stored it the last time, and under which node number.
    pub shared_presence: tokio::sync::Mutex<Option<(u8, BTreeSet<UserId>)>>,
}

impl Default for Live {
    fn default() -> Self {
        Self::new(Clock::default(), IdTimes::default())
    }
}

impl Live {
    /// For an instance with this clock, whose ids have these times.
    pub fn new(clock: Clock, id_times: IdTimes) -> Self {
        let now = clock.now() + id_times.ahead_ms();
        Self {
            arrivals: Mutex::new(Arrivals::since(now)),
            clock,
            id_times,
            changes: changes::Changes::since(now),
            inboxes: Arc::default(),
            access: access::Registry::default(),
            changes_in_doubt_until: AtomicI64::new(0),
            streams: Arc::default(),
            shared_presence: tokio::sync::Mutex::default(),
        }
    }

    fn arrivals(&self) -> MutexGuard<'_, Arrivals> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to a channel. Several arrivals may be one wake-up: the reader catches up by its [`StreamPosition`].
    pub fn channel(&self, channel_id: ChannelId) -> watch::Receiver<()> {
        self.arrivals().subscribe(channel_id.into(), self.now())
    }

    /// Above which ID the database has to be read to [`open`](Self::open) a stream after `last`.
    pub fn look_from(&self, last: i64) -> i64 {
        self.arrivals().look_from(last)
    }

    /// Opens a stream of a channel's messages after `last`. `found` is what the database has above
    /// [`look_from`](Self::look_from). Returns the stream's position, and what it lacks, in order.
    pub fn open(&self, channel_id: ChannelId, last: i64, found: &[i64]) -> (StreamPosition, Vec<i64>) {
        let now = self.now();
        self.arrivals().open(channel_id.into(), last, found, now)
    }

    /// New messages of a channel after `position`, which moves on.
    ///
    /// # Errors
    /// Where some of it is forgotten; the stream has to be opened again.
    pub fn read(&self, channel_id: ChannelId, position: &mut StreamPosition) -> Result<Vec<i64>, FellBehind> {
        let now = self.now();
        self.arrivals().read(channel_id.into(), position, now)
    }

    /// True if something may have been missed, so that the database has to be read before [`read`](Self::read).
    pub fn due(&self, channel_id: ChannelId) -> Option<DueRead> {
        self.arrivals().due(channel_id.into(), self.now())
    }

    /// Notes what the database has above [`DueRead::above`].
    pub fn found(&self, channel_id: ChannelId, due: &DueRead, found: &[i64]) {
        let now = self.now();
        self.arrivals().found(channel_id.into(), due, found, now);
    }

    /// Waits for edits and deletions of a channel's messages, from now on.
    pub fn changes(&self, channel_id: ChannelId) -> ChangeReceiver {
        self.changes.subscribe(channel_id, None, 0)
    }

    /// The same, with those that a page doesn't show that was rendered earlier. `node` is the number of this node.
    pub fn changes_since(&self, channel_id: ChannelId, rendered: RenderTime, node: u8) -> ChangeReceiver {
        self.changes.subscribe(channel_id, Some(rendered), node)
    }

    /// How often messages of a channel have changed: what was read at another count is read again.
    pub fn change_count(&self, channel_id: ChannelId) -> u64 {
        self.changes.count(channel_id)
    }

    /// A message of a channel was edited or deleted: the pages that show it look it up.
    pub fn changed(&self, channel_id: ChannelId, message_id: MessageId) {
        self.changed_by(channel_id, MessageChange::One(message_id));
    }

    /// The same for any change.
    pub fn changed_by(&self, channel_id: ChannelId, change: MessageChange) {
        self.changes.changed(channel_id, change, self.now());
    }

    /// The inbox of a user, shared by all their streams; with `marks`, unread channels are tracked, too.
    pub fn inbox(&self, user_id: UserId, marks: bool) -> Arc<Inbox> {
        self.inboxes.open((user_id, marks))
    }

    /// Makes a user's inboxes on this node look again, after their read marks changed.
    pub fn inbox_changed(&self, user_id: UserId) {
        self.inboxes.wake(user_id);
    }

    /// These messages are stored in a channel; `mentions` says whether an inbox may have changed. Returns whether that was
    /// news: the same may be heard several times.
    pub fn stored(&self, place_id: impl Into<PlaceId>, message_ids: &[MessageId], mentions: bool) -> bool {
        let (place_id, now) = (place_id.into(), self.now());
        let is_news = self.arrivals().stored(place_id, message_ids, now);
        if is_news {
            self.inboxes.arrived(place_id, mentions);
        }
        is_news
    }

    /// Something arrived in a channel, and its readers look what it is; `mentions` says whether an inbox may have changed.
    /// A server's ID instead of a channel's means that its members may see a new channel.
    pub fn arrived_unknown(&self, place_id: impl Into<PlaceId>, mentions: bool) {
        let place_id = place_id.into();
        self.arrivals().arrived_unknown(place_id, self.now());
        self.inboxes.arrived(place_id, mentions);
    }

    /// A commit that stores a message of this channel got no answer, and may still be done: for the databases that
    /// announce nothing.
    fn in_doubt(&self, place_id: PlaceId, lowest: i64) {
        let now = self.now();
        self.arrivals().in_doubt(place_id, lowest, now);
    }

    /// A commit of an edit, a deletion or a change of access got no answer, and may still be done.
    fn change_in_doubt(&self) {
        let until = self.now() + CHANGES_IN_DOUBT_MS;
        self.changes_in_doubt_until.fetch_max(until, Ordering::Relaxed);
    }

    /// True if this node may not have applied changes that it sent notifications of itself.
    pub fn has_changes_in_doubt(&self) -> bool {
        self.now() < self.changes_in_doubt_until.load(Ordering::Relaxed)
    }

    /// Channels were deleted: their readers and the affected inboxes check again.
    pub fn channels_deleted(&self, channel_ids: &[ChannelId]) {
        for channel_id in channel_ids {
            self.arrived_unknown(*channel_id, true);
        }
    }

    /// Anything may have arrived: notifications may have been missed since this process last heard something.
    pub fn catch_up(&self, heard_until: Millis) {
        let above = self.arrivals().lowest_missed(heard_until);
        self.missed(above, false);
    }

    /// The process listens from now on. What was committed since it started was not heard.
    pub fn listens(&self) {
        let above = self.arrivals().lowest_missed(self.now());
        self.missed(above, true);
    }

    /// Messages above this ID were stored, in channels that are not known.
    pub fn stored_above(&self, above: i64) {
        self.missed(above, false);
    }

    fn missed(&self, above: i64, is_first: bool) {
        let now = self.now();
        self.arrivals().missed(above, now, is_first);
        self.changes.all_changed(now);
        self.inboxes.wake_all();
        self.all_access_changed();
    }

    /// Notes the transactions in progress in the database, by a snapshot that was requested at `at`: the lowest of
    /// their IDs, and the next one.
    pub fn in_progress(&self, at: Millis, lowest: u64, next: u64) {
        self.arrivals().horizon.sample(at, lowest, next);
    }

    /// The time that new IDs carry, in which everything here is compared with IDs: this instance's clock, or later where IDs
    /// are ahead of it.
    pub fn now(&self) -> Millis {
        self.clock.now() + self.id_times.ahead_ms()
    }
}
