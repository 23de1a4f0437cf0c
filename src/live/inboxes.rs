//! Who has an inbox open, and in which channels a mention may reach them: only those are woken.
//! What they have not read is found, once for all streams of a person, in `routes::chat::inbox_events`.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{self, watch};
use tokio::time::{Duration, Instant, sleep_until};

use crate::error::Result;

/// How far apart two looks at one inbox begin at least.
const GAP: Duration = Duration::from_millis(250);
/// A look that takes long is paid for: at most a fifth of the time goes into looking.
const SHARE: u32 = 4;
/// However long it took, the next look is not put off for longer.
const LONGEST_GAP: Duration = Duration::from_secs(5);

/// How many entries are changed at once, so that no post waits long for a person who sees very many channels.
const AT_ONCE: usize = 256;

/// Whose inbox it is, and whether unread channels are followed besides mentions.
pub(super) type Whose = (i64, bool);

/// What is watched: a channel, or a server, in which a channel may be new.
type ChannelOrServer = i64;

/// The inboxes that are open in this process.
#[derive(Debug, Default)]
pub struct Inboxes {
    each: Mutex<HashMap<Whose, Weak<Inbox>>>,
    watching: Mutex<HashMap<ChannelOrServer, HashMap<Whose, Entry>>>,
}

#[derive(Debug)]
struct Entry {
    wake: watch::Sender<()>,
    is_quiet: bool,
}

/// What a person has not read.
#[derive(Debug, PartialEq, Eq)]
pub struct Unread {
    /// How many mentions.
    pub mentions: u64,
    /// Where, as JSON, if that is followed.
    pub marks: Option<String>,
}

#[derive(Debug)]
struct Look {
    began: Instant,
    took: Duration,
    found: Arc<Unread>,
}

/// An inbox that at least one stream shows.
#[derive(Debug)]
pub struct Inbox {
    inboxes: Arc<Inboxes>,
    whose: Whose,
    wake: watch::Sender<()>,
    /// The last look, which all streams share.
    latest: sync::Mutex<Option<Look>>,
    /// What it watches, each with whether nothing is unread there: then any arrival is news.
    watched: Mutex<BTreeMap<ChannelOrServer, bool>>,
}

impl Inboxes {
    /// The open inbox of a person, or a new one. Streams share it.
    pub fn of(self: &Arc<Self>, whose: Whose) -> Arc<Inbox> {
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

    /// Wakes those who watch a place: all of them if it may have changed what mentions them, else those to whom any
    /// arrival there is news.
    pub fn arrived(&self, place: ChannelOrServer, mentions: bool) {
        let watching = locked(&self.watching);
        for entry in watching.get(&place).into_iter().flat_map(HashMap::values) {
            if mentions || entry.is_quiet {
                entry.wake.send_replace(());
            }
        }
    }

    /// Wakes the inboxes of one person.
    pub fn wake(&self, user_id: i64) {
        let each = locked(&self.each);
        let own = [false, true].map(|marks| each.get(&(user_id, marks)).and_then(Weak::upgrade));
        drop(each);
        for inbox in own.into_iter().flatten() {
            inbox.wake.send_replace(());
        }
    }

    /// Wakes everybody.
    pub fn wake_all(&self) {
        for inbox in locked(&self.each).values().filter_map(Weak::upgrade) {
            inbox.wake.send_replace(());
        }
    }
}

impl Inbox {
    /// Waits for whatever may change it.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.wake.subscribe()
    }

    /// What is unread by a look that began at `since` or later: by another stream's, or by `find`, which waits until it is
    /// time for another look.
    ///
    /// # Errors
    /// Those of `find`.
    pub async fn look(
        &self,
        since: Instant,
        find: impl Future<Output = Result<Unread>>,
    ) -> Result<Arc<Unread>> {
        let mut latest = self.latest.lock().await;
        if let Some(look) = latest.as_ref() {
            if look.began >= since {
                return Ok(Arc::clone(&look.found));
            }
            let gap = GAP.max(look.took.saturating_mul(SHARE)).min(LONGEST_GAP);
            sleep_until(look.began + look.took + gap).await;
        }
        let began = Instant::now();
        let found = Arc::new(find.await?);
        *latest = Some(Look {
            began,
            took: began.elapsed(),
            found: Arc::clone(&found),
        });
        Ok(found)
    }

    /// From here on these places are watched, and no others; each with whether nothing is unread there.
    pub fn watch(&self, places: BTreeMap<ChannelOrServer, bool>) {
        let before = std::mem::replace(&mut *locked(&self.watched), places.clone());
        let gone: Vec<ChannelOrServer> = before
            .keys()
            .filter(|place| !places.contains_key(place))
            .copied()
            .collect();
        let changed: Vec<(ChannelOrServer, bool)> = places
            .into_iter()
            .filter(|(place, is_quiet)| before.get(place) != Some(is_quiet))
            .collect();
        self.leave(&gone);
        for some in changed.chunks(AT_ONCE) {
            let mut watching = locked(&self.inboxes.watching);
            for (place, is_quiet) in some {
                let entry = Entry {
                    wake: self.wake.clone(),
                    is_quiet: *is_quiet,
                };
                watching
                    .entry(*place)
                    .or_default()
                    .insert(self.whose, entry);
            }
        }
    }

    fn leave(&self, places: &[ChannelOrServer]) {
        for some in places.chunks(AT_ONCE) {
            let mut watching = locked(&self.inboxes.watching);
            for place in some {
                let Some(entries) = watching.get_mut(place) else {
                    continue;
                };
                // Another inbox of the same person may have come since.
                if entries
                    .get(&self.whose)
                    .is_some_and(|entry| entry.wake.same_channel(&self.wake))
                {
                    entries.remove(&self.whose);
                }
                if entries.is_empty() {
                    watching.remove(place);
                }
            }
        }
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let places: Vec<ChannelOrServer> = locked(&self.watched).keys().copied().collect();
        self.leave(&places);
        let mut each = locked(&self.inboxes.each);
        if each
            .get(&self.whose)
            .is_some_and(|inbox| inbox.strong_count() == 0)
        {
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

    const ALICE: Whose = (1, true);
    const MALLORY: Whose = (2, true);

    fn is_woken(changes: &mut watch::Receiver<()>) -> bool {
        let changed = changes.has_changed().unwrap();
        changes.mark_unchanged();
        changed
    }

    /// Shows: caps.wake-ups
    #[test]
    fn a_mention_wakes_only_those_who_watch_its_channel() {
        let inboxes = Arc::new(Inboxes::default());
        let (alice, mallory) = (inboxes.of(ALICE), inboxes.of(MALLORY));
        let (mut of_alice, mut of_mallory) = (alice.changes(), mallory.changes());
        alice.watch([(10, true), (11, false)].into());
        mallory.watch([(20, true)].into());
        inboxes.arrived(20, true);
        assert!(!is_woken(&mut of_alice));
        assert!(is_woken(&mut of_mallory));
        // Where something is unread already, only a mention is news.
        inboxes.arrived(11, false);
        assert!(!is_woken(&mut of_alice));
        inboxes.arrived(11, true);
        assert!(is_woken(&mut of_alice));
        inboxes.arrived(10, false);
        assert!(is_woken(&mut of_alice));
        alice.watch([(11, false)].into());
        inboxes.arrived(10, true);
        assert!(!is_woken(&mut of_alice));
        inboxes.wake_all();
        assert!(is_woken(&mut of_alice) && is_woken(&mut of_mallory));
    }

    #[test]
    fn nothing_is_left_of_an_inbox_that_no_stream_shows() {
        let inboxes = Arc::new(Inboxes::default());
        let alice = inboxes.of(ALICE);
        assert!(Arc::ptr_eq(&alice, &inboxes.of(ALICE)));
        alice.watch((0..1_000).map(|place| (place, true)).collect());
        drop(alice);
        assert!(locked(&inboxes.each).is_empty());
        assert!(locked(&inboxes.watching).is_empty());
    }
}
