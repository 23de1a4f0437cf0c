//! Open inboxes, and the channels in which a mention may reach them: only those are woken.
//! Unread messages are queried in `routes::chat::inbox_events`, once for all streams of a user.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{self, watch};
use tokio::time::{Duration, Instant, sleep_until};

use portico_platform::error::Result;
use portico_rules::ids::{MessageId, PlaceId, UserId};

/// The minimum time between the starts of two queries for one inbox.
const GAP: Duration = Duration::from_millis(250);
/// At most a fifth of the time is spent on queries, so after a slow one the pause is longer.
const SHARE: u32 = 4;
/// The maximum pause.
const MAX_GAP: Duration = Duration::from_secs(5);

/// How many entries are changed at once, so that posts don't wait long for a user with very many channels.
const AT_ONCE: usize = 256;

/// Whose inbox it is, and whether unread channels are tracked besides mentions.
pub(super) type InboxKey = (UserId, bool);

/// The open inboxes of this process.
#[derive(Debug, Default)]
pub struct Inboxes {
    each: Mutex<HashMap<InboxKey, Weak<Inbox>>>,
    /// A server is watched as it may get a new channel.
    watching: Mutex<HashMap<PlaceId, HashMap<InboxKey, OpenInbox>>>,
}

#[derive(Debug)]
struct OpenInbox {
    wake: watch::Sender<()>,
    is_quiet: bool,
}

/// The unread counts of a user.
#[derive(Debug, PartialEq, Eq)]
pub struct InboxState {
    /// The number of mentions.
    pub mentions: u64,
    /// The message of the newest one.
    pub newest_mention: Option<MessageId>,
    /// The unread channels as JSON, if they are tracked.
    pub marks: Option<String>,
    /// With them, the numbers of open reports by server as JSON, for those who decide some.
    pub reports: Option<String>,
}

#[derive(Debug)]
struct Look {
    began: Instant,
    took: Duration,
    found: Arc<InboxState>,
}

/// An inbox with at least one open stream.
#[derive(Debug)]
pub struct Inbox {
    inboxes: Arc<Inboxes>,
    whose: InboxKey,
    wake: watch::Sender<()>,
    /// The last result, shared by all streams.
    latest: sync::Mutex<Option<Look>>,
    /// The channels it watches, each with true if nothing is unread there: then any arrival matters.
    watched: Mutex<BTreeMap<PlaceId, bool>>,
}

impl Inboxes {
    /// The open inbox of a user, or a new one. Streams share it.
    pub fn open(self: &Arc<Self>, whose: InboxKey) -> Arc<Inbox> {
        let mut each = locked(&self.each);
        if let Some(inbox) = each.get(&whose).and_then(Weak::upgrade) {
            return inbox;
        }
        let inbox = Arc::new(Inbox {
            inboxes: Arc::clone(self),
            whose,
            wake: watch::Sender::new(()),
            latest: sync::Mutex::default(),
            watched: Mutex::default(),
        });
        each.insert(whose, Arc::downgrade(&inbox));
        inbox
    }

    /// Wakes the inboxes that watch a channel or server: all of them if mentions may have changed, otherwise those for which any
    /// arrival matters.
    pub fn arrived(&self, id: PlaceId, mentions: bool) {
        let watching = locked(&self.watching);
        for entry in watching.get(&id).into_iter().flat_map(HashMap::values) {
            if mentions || entry.is_quiet {
                entry.wake.send_replace(());
            }
        }
    }

    /// Wakes the inboxes of one user.
    pub fn wake(&self, user_id: UserId) {
        let each = locked(&self.each);
        let own = [false, true].map(|marks| each.get(&(user_id, marks)).and_then(Weak::upgrade));
        drop(each);
        for inbox in own.into_iter().flatten() {
            inbox.wake.send_replace(());
        }
    }

    /// Wakes all inboxes.
    pub fn wake_all(&self) {
        for inbox in locked(&self.each).values().filter_map(Weak::upgrade) {
            inbox.wake.send_replace(());
        }
    }
}

impl Inbox {
    /// Waits for a possible change.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.wake.subscribe()
    }

    /// The unread messages as of `since` or later: from another stream's query, or from `find`, once the pause is over.
    ///
    /// # Errors
    /// The result of `find`.
    pub async fn look(
        &self,
        since: Instant,
        find: impl Future<Output = Result<InboxState>>,
    ) -> Result<Arc<InboxState>> {
        let mut latest = self.latest.lock().await;
        if let Some(look) = latest.as_ref() {
            if look.began >= since {
                return Ok(Arc::clone(&look.found));
            }
            let gap = GAP.max(look.took.saturating_mul(SHARE)).min(MAX_GAP);
            sleep_until(look.began + look.took + gap).await;
        }
        let began = Instant::now();
        let found = Arc::new(find.await?);
        *latest = Some(Look { began, took: began.elapsed(), found: Arc::clone(&found) });
        Ok(found)
    }

    /// Replaces the watched channels and servers, each with whether nothing is unread there.
    pub fn watch(&self, watched: BTreeMap<PlaceId, bool>) {
        let before = std::mem::replace(&mut *locked(&self.watched), watched.clone());
        let gone: Vec<PlaceId> = before.keys().filter(|id| !watched.contains_key(id)).copied().collect();
        let changed: Vec<(PlaceId, bool)> =
            watched.into_iter().filter(|(id, is_quiet)| before.get(id) != Some(is_quiet)).collect();
        self.leave(&gone);
        for batch in changed.chunks(AT_ONCE) {
            let mut watching = locked(&self.inboxes.watching);
            for (id, is_quiet) in batch {
                let entry = OpenInbox { wake: self.wake.clone(), is_quiet: *is_quiet };
                watching.entry(*id).or_default().insert(self.whose, entry);
            }
        }
    }

    fn leave(&self, watched: &[PlaceId]) {
        for batch in watched.chunks(AT_ONCE) {
            let mut watching = locked(&self.inboxes.watching);
            for id in batch {
                let Some(entries) = watching.get_mut(id) else {
                    continue;
                };
                // Another inbox of the same user may have been opened since.
                if entries.get(&self.whose).is_some_and(|entry| entry.wake.same_channel(&self.wake)) {
                    entries.remove(&self.whose);
                }
                if entries.is_empty() {
                    watching.remove(id);
                }
            }
        }
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let watched: Vec<PlaceId> = locked(&self.watched).keys().copied().collect();
        self.leave(&watched);
        let mut each = locked(&self.inboxes.each);
        if each.get(&self.whose).is_some_and(|inbox| inbox.strong_count() == 0) {
            each.remove(&self.whose);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const ALICE: InboxKey = (UserId::new(1), true);
    const MALLORY: InboxKey = (UserId::new(2), true);

    fn is_woken(changes: &mut watch::Receiver<()>) -> bool {
        let changed = changes.has_changed().unwrap();
        changes.mark_unchanged();
        changed
    }

    /// Shows: caps.wake-ups
    #[test]
    fn a_mention_wakes_only_those_who_watch_its_channel() {
        let inboxes = Arc::new(Inboxes::default());
        let (alice, mallory) = (inboxes.open(ALICE), inboxes.open(MALLORY));
        let (mut of_alice, mut of_mallory) = (alice.changes(), mallory.changes());
        alice.watch([(PlaceId::new(10), true), (PlaceId::new(11), false)].into());
        mallory.watch([(PlaceId::new(20), true)].into());
        inboxes.arrived(PlaceId::new(20), true);
        assert!(!is_woken(&mut of_alice));
        assert!(is_woken(&mut of_mallory));
        // If something is unread already, only a mention matters.
        inboxes.arrived(PlaceId::new(11), false);
        assert!(!is_woken(&mut of_alice));
        inboxes.arrived(PlaceId::new(11), true);
        assert!(is_woken(&mut of_alice));
        inboxes.arrived(PlaceId::new(10), false);
        assert!(is_woken(&mut of_alice));
        alice.watch([(PlaceId::new(11), false)].into());
        inboxes.arrived(PlaceId::new(10), true);
        assert!(!is_woken(&mut of_alice));
        inboxes.wake_all();
        assert!(is_woken(&mut of_alice) && is_woken(&mut of_mallory));
    }

    #[test]
    fn nothing_is_left_of_an_inbox_that_no_stream_shows() {
        let inboxes = Arc::new(Inboxes::default());
        let alice = inboxes.open(ALICE);
        assert!(Arc::ptr_eq(&alice, &inboxes.open(ALICE)));
        alice.watch((0..1_000).map(|id| (PlaceId::new(id), true)).collect());
        drop(alice);
        assert!(locked(&inboxes.each).is_empty());
        assert!(locked(&inboxes.watching).is_empty());
    }
}
