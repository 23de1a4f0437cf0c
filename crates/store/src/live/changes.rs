//! Messages that were edited or deleted: which, and in which channel, for the pages open on this node and on others.
//! The new state of a message is read from the database; new messages are `announcement`'s.

use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Display};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sea_orm::sea_query::{Alias, Func, Query};
use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use tokio::sync::broadcast;

use super::SUBJECT;
use super::change_log::{ChangeLog, MessageChange, RenderTime};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, ChannelId};

/// How many changes a page may fall behind before it has to look at everything it shows.
const BACKLOG: usize = 64;

/// The pages that wait for changes, and the latest changes for those that are about to.
#[derive(Debug)]
pub(super) struct Changes {
    pages: Mutex<Pages>,
    /// How often something changed, by a part of the channel's ID: what was read before is read again.
    counts: [AtomicU64; COUNTS],
}

/// One lock for both: a change is either in the log or sent when a page begins to wait.
#[derive(Debug)]
struct Pages {
    /// By channel.
    waiting: HashMap<ChannelId, broadcast::Sender<MessageChange>>,
    log: ChangeLog,
}

/// The number of counts. Channels that share one read something again without need.
const COUNTS: usize = 256;

/// Receives the changes of one channel.
#[derive(Debug)]
pub struct ChangeReceiver {
    /// Those from before it was made.
    missed: VecDeque<MessageChange>,
    receiver: broadcast::Receiver<MessageChange>,
}

impl Changes {
    /// For a process that receives changes from `now` on.
    pub(super) fn since(now: Millis) -> Self {
        Self {
            pages: Mutex::new(Pages { waiting: HashMap::new(), log: ChangeLog::new(now) }),
            counts: [const { AtomicU64::new(0) }; COUNTS],
        }
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_of(&self, channel_id: ChannelId) -> &AtomicU64 {
        // The lower bits of an ID count within a millisecond, and are mostly zero.
        let part = (channel_id.get() ^ (channel_id.get() >> 12)) as usize % COUNTS;
        &self.counts[part]
    }

    /// How often messages of a channel have changed; more often than they did, at times.
    pub(super) fn count(&self, channel_id: ChannelId) -> u64 {
        self.count_of(channel_id).load(Ordering::SeqCst)
    }

    /// Those from now on; for a page that was rendered before, by this node with number `node` or another, those since then.
    pub(super) fn subscribe(&self, channel_id: ChannelId, rendered: Option<RenderTime>, node: u8) -> ChangeReceiver {
        let mut pages = self.pages();
        let missed = rendered.map(|rendered| pages.log.since(channel_id, rendered, node));
        let sender = pages.waiting.entry(channel_id).or_insert_with(|| broadcast::Sender::new(BACKLOG));
        ChangeReceiver {
            missed: match missed.unwrap_or_default() {
                many if many.len() > BACKLOG => VecDeque::from([MessageChange::Any]),
                few => few.into(),
            },
            receiver: sender.subscribe(),
        }
    }

    pub(super) fn changed(&self, channel_id: ChannelId, change: MessageChange, now: Millis) {
        self.count_of(channel_id).fetch_add(1, Ordering::SeqCst);
        let mut pages = self.pages();
        pages.log.changed(channel_id, change, now);
        if pages.waiting.get(&channel_id).is_some_and(|sender| sender.send(change).is_err()) {
            pages.waiting.remove(&channel_id);
        }
    }

    pub(super) fn all_changed(&self, now: Millis) {
        for count in &self.counts {
            count.fetch_add(1, Ordering::SeqCst);
        }
        let mut pages = self.pages();
        pages.log.all_changed(now);
        pages.waiting.retain(|_, sender| sender.send(MessageChange::Any).is_ok());
    }
}

impl ChangeReceiver {
    /// Waits for the next change. Cancel safe.
    #[boxed]
    pub async fn next(&mut self) -> MessageChange {
        if let Some(missed) = self.missed.pop_front() {
            return missed;
        }
        match self.receiver.recv().await {
            Ok(change) => change,
            Err(broadcast::error::RecvError::Lagged(_)) => MessageChange::Any,
            // The sender stays as long as there is a receiver.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// The notification from one node to the others. Written as `3 changed 1203 1204`: by node 3, in channel 1203, message
/// 1204; as `3 removed 1203 1204` for the removal 1204, and as `3 changed 1203 *` where any message may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedMessage {
    /// The number of the node that made the change.
    pub node: u8,
    /// The channel.
    pub channel_id: ChannelId,
    pub change: MessageChange,
}

impl ChangedMessage {
    /// Reads a payload; none where it is something else.
    pub(crate) fn read(payload: &str) -> Option<Self> {
        let (node, rest) = payload.split_once(' ')?;
        let (kind, rest) = rest.split_once(' ')?;
        let (channel_id, id) = rest.split_once(' ')?;
        let change = match (kind, id) {
            ("changed", "*") => MessageChange::Any,
            ("changed", id) => MessageChange::One(ids::parse(id)?),
            ("removed", id) => MessageChange::Removed(ids::parse(id)?),
            _ => return None,
        };
        Some(Self {
            node: node.parse().ok().filter(|node| *node < ids::NODES)?,
            channel_id: ids::parse(channel_id)?,
            change,
        })
    }
}

impl Display for ChangedMessage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { node, channel_id, change } = self;
        match change {
            MessageChange::One(id) => write!(out, "{node} changed {channel_id} {id}"),
            MessageChange::Removed(id) => write!(out, "{node} removed {channel_id} {id}"),
            MessageChange::Any => write!(out, "{node} changed {channel_id} *"),
        }
    }
}

/// Notifies the other nodes, with the commit, that messages were edited or deleted. On SQLite there are none.
pub async fn announce_change(
    write: &Conn,
    node: u8,
    channel_id: ChannelId,
    change: MessageChange,
) -> Result<(), DbErr> {
    if write.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let changed = ChangedMessage { node, channel_id, change };
    let notify = Func::cust(Alias::new("pg_notify")).arg(SUBJECT).arg(changed.to_string());
    write.execute(&Query::select().expr(notify).take()).await?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::live::access::ChangedAccess;
    use crate::live::{Announcement, Live};
    use portico_rules::ids::RemovalId;

    #[test]
    fn what_is_written_is_read_the_same_and_is_nothing_else() {
        for change in [MessageChange::One(7.into()), MessageChange::Removed(RemovalId::new(7)), MessageChange::Any] {
            let changed = ChangedMessage { node: 31, channel_id: ChannelId::new(ids::MAX_ID), change };
            let payload = changed.to_string();
            assert_eq!(ChangedMessage::read(&payload), Some(changed));
            assert_eq!(Announcement::read(&payload), None);
            assert_eq!(ChangedAccess::read(&payload), None);
        }
    }

    #[test]
    fn what_no_node_wrote_is_not_read() {
        for odd in [
            "",
            "3 changed",
            "3 changed 7",
            "3 changed 7 ",
            "3 changed 7 8 9",
            "3 removed 7 *",
            "3 7 8",
            "32 changed 7 8",
            "3 changed 07 8",
            "3 access user:7",
        ] {
            assert_eq!(ChangedMessage::read(odd), None, "{odd:?}");
        }
    }

    #[tokio::test]
    async fn a_page_receives_the_changes_of_its_channel_and_no_others() {
        let live = Live::default();
        let mut page = live.changes(ChannelId::new(1));
        live.changed(ChannelId::new(2), 20.into());
        live.changed(ChannelId::new(1), 10.into());
        live.changed(ChannelId::new(1), 11.into());
        assert_eq!(page.next().await, MessageChange::One(10.into()));
        assert_eq!(page.next().await, MessageChange::One(11.into()));
        live.catch_up(live.now());
        assert_eq!(page.next().await, MessageChange::Any);
    }

    #[tokio::test]
    async fn a_page_that_falls_behind_looks_at_everything() {
        let live = Live::default();
        let mut page = live.changes(ChannelId::new(1));
        for id in 0..1_000 {
            live.changed(ChannelId::new(1), id.into());
        }
        assert_eq!(page.next().await, MessageChange::Any);
    }
}
