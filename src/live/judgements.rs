//! What was judged about people and holds until their permissions change: one judgement serves all their streams and
//! every message.
//! What is judged, and by which statements, is in `routes::chat`; changes are noted by `access`.
//!
//! A judgement is tagged with the version of the journal that was known before it was made. Before a message is sent, the
//! journal is read again, after the message was: so a right that ended before the message was stored is known to have, by
//! whichever process it was ended, and whether or not its notification has arrived.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use sea_orm::DbErr;
use tokio::sync;
use tokio::time::Instant;

use super::access::Access;
use super::journal;
use crate::clock::Millis;
use crate::database::Conn;

/// A judgement is made anew after this time, whether or not something changed: what no one noted is found then.
const LONGEST_MS: Millis = 60_000;
/// The most people and servers whose last change is remembered. Beyond that, all is judged anew.
const MOST: usize = 65_536;

/// What is known of the journal.
#[derive(Debug, Default)]
pub struct Judgements {
    known: Mutex<Known>,
    /// When the last reading of the journal began. One at a time.
    reading: sync::Mutex<Option<Instant>>,
}

#[derive(Debug, Default)]
struct Known {
    /// The newest version that was read.
    newest: Option<i64>,
    /// Judgements from before this version don't hold.
    floor: i64,
    changed: HashMap<Access, i64>,
    /// Changes that this process heard of, by which judgements that are under way don't hold either.
    heard: HashMap<Access, u64>,
    heard_count: u64,
    heard_at: Option<Instant>,
    heard_floor: u64,
}

/// From when a judgement is.
#[derive(Debug, Clone, Copy)]
struct Stamp {
    version: i64,
    heard: u64,
    at: Millis,
}

impl Known {
    fn apply(&mut self, changed: Vec<(String, i64)>) {
        for (whose, version) in changed {
            self.newest = self.newest.max(Some(version));
            if let Some(whose) = Access::read(&whose) {
                let last = self.changed.entry(whose).or_insert(version);
                *last = version.max(*last);
            }
        }
        if self.changed.len() > MOST {
            self.changed.clear();
            self.floor = self.newest.unwrap_or_default();
        }
    }

    fn hear(&mut self, of: &[Access]) {
        self.heard_count += 1;
        self.heard_at = Some(Instant::now());
        for whose in of {
            self.heard.insert(*whose, self.heard_count);
        }
        if self.heard.len() > MOST {
            self.hear_all();
        }
    }

    fn hear_all(&mut self) {
        self.heard_count += 1;
        self.heard_at = Some(Instant::now());
        self.heard_floor = self.heard_count;
        self.heard.clear();
    }

    fn holds(&self, stamp: Stamp, of: &[Access], now: Millis) -> bool {
        stamp.version >= self.floor
            && stamp.heard >= self.heard_floor
            && (stamp.at..stamp.at + LONGEST_MS).contains(&now)
            && of.iter().all(|whose| {
                let changed = self.changed.get(whose);
                let heard = self.heard.get(whose);
                changed.is_none_or(|version| *version <= stamp.version)
                    && heard.is_none_or(|heard| *heard <= stamp.heard)
            })
    }
}

impl Judgements {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns every change that was committed before `since`: from a reading of the journal that began then or later, of
    /// this stream or another one.
    ///
    /// Returns whether it was read for this one.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn catch_up(&self, db: &Conn, since: Instant) -> Result<bool, DbErr> {
        let mut last = self.reading.lock().await;
        if last.is_some_and(|began| began >= since) {
            return Ok(false);
        }
        let began = Instant::now();
        let newest = self.known().newest;
        match newest {
            // Boxed: few streams read for all.
            Some(newest) => {
                let changed = Box::pin(journal::since(db, newest)).await?;
                self.known().apply(changed);
            }
            None => {
                let newest = Box::pin(journal::newest(db)).await?;
                let mut known = self.known();
                known.newest = Some(newest);
                known.floor = newest;
            }
        }
        *last = Some(began);
        Ok(true)
    }

    /// These may have changed, as this process hears.
    pub(super) fn hear(&self, of: &[Access]) {
        self.known().hear(of);
    }

    /// Anything may have changed.
    pub(super) fn hear_all(&self) {
        self.known().hear_all();
    }

    /// When this process last heard that something may have changed: a reading since then has it.
    pub fn heard_at(&self) -> Option<Instant> {
        self.known().heard_at
    }

    fn stamp(&self, now: Millis) -> Option<Stamp> {
        let known = self.known();
        Some(Stamp {
            version: known.newest?,
            heard: known.heard_count,
            at: now,
        })
    }
}

/// What was judged, and until when it holds at most.
#[derive(Debug)]
struct Judgement<T> {
    found: Arc<T>,
    stamp: Stamp,
    until: Millis,
}

/// What is judged about someone, shared by all streams that depend on it.
#[derive(Debug)]
pub struct Judged<T> {
    /// Whose changes it depends on.
    of: Vec<Access>,
    last: sync::Mutex<Option<Judgement<T>>>,
}

impl<T> Judged<T> {
    fn of(of: Vec<Access>) -> Self {
        Self {
            of,
            last: sync::Mutex::default(),
        }
    }

    /// The judgement that holds after all that [`Judgements::catch_up`] learned; `judge` makes a new one where none does, and
    /// says until when it holds at most.
    ///
    /// # Errors
    /// Those of `judge`; these are not shared.
    pub async fn get<E>(
        &self,
        judgements: &Judgements,
        now: Millis,
        judge: impl Future<Output = Result<(T, Millis), E>>,
    ) -> Result<Arc<T>, E> {
        let mut last = self.last.lock().await;
        if let Some(last) = &*last
            && last.until > now
            && judgements.known().holds(last.stamp, &self.of, now)
        {
            return Ok(Arc::clone(&last.found));
        }
        *last = None;
        let stamp = judgements.stamp(now);
        // Boxed: most turns of a stream need none.
        let (found, until) = Box::pin(judge).await?;
        let found = Arc::new(found);
        *last = stamp.map(|stamp| Judgement {
            found: Arc::clone(&found),
            stamp,
            until,
        });
        Ok(found)
    }
}

/// What streams share, by what it is about; forgotten with the last stream.
#[derive(Debug)]
pub struct Shared<K, T>(Mutex<Entries<K, T>>);

#[derive(Debug)]
struct Entries<K, T> {
    by_key: HashMap<K, Weak<T>>,
    /// At this number of entries, those without streams are removed.
    pruned_at: usize,
}

/// With fewer entries than this, none are removed.
const FEW: usize = 1_024;

impl<K, T> Default for Shared<K, T> {
    fn default() -> Self {
        Self(Mutex::new(Entries {
            by_key: HashMap::new(),
            pruned_at: FEW,
        }))
    }
}

impl<K: Hash + Eq, T> Shared<K, T> {
    /// What other streams have under this key, or a new one.
    pub fn of(&self, key: K, new: impl FnOnce() -> T) -> Arc<T> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = entries.by_key.get(&key).and_then(Weak::upgrade) {
            return shared;
        }
        if entries.by_key.len() >= entries.pruned_at {
            entries.by_key.retain(|_, shared| shared.strong_count() > 0);
            entries.pruned_at = FEW.max(entries.by_key.len() * 2);
        }
        let shared = Arc::new(new());
        entries.by_key.insert(key, Arc::downgrade(&shared));
        shared
    }
}

impl<K: Hash + Eq, T> Shared<K, Judged<T>> {
    /// The same for what is judged; `of` says whose changes it depends on.
    pub fn judged(&self, key: K, of: Vec<Access>) -> Arc<Judged<T>> {
        self.of(key, || Judged::of(of))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use super::*;

    const NOON: Millis = 1_000_000;
    const ALICE: Access = Access::User(1);
    const ACME: Access = Access::Server(2);

    /// Judgements that have read a journal up to this version, and something judged about Alice in Acme.
    fn scene() -> (Judgements, Judged<u32>) {
        let judgements = Judgements::default();
        judgements.known().newest = Some(7);
        (judgements, Judged::of(vec![ALICE, ACME]))
    }

    async fn get(scene: &(Judgements, Judged<u32>), now: Millis, made: &Cell<u32>) -> u32 {
        let judge = async {
            made.set(made.get() + 1);
            Ok::<_, Infallible>((made.get(), NOON + 50_000))
        };
        let Ok(found) = scene.1.get(&scene.0, now, judge).await;
        *found
    }

    #[rocket::async_test]
    async fn a_judgement_is_made_once_until_something_of_its_own_changes() {
        let (scene, made) = (scene(), Cell::new(0));
        for _ in 0..10 {
            assert_eq!(get(&scene, NOON, &made).await, 1);
        }
        let other = vec![("user:2".to_owned(), 8), (String::new(), 8)];
        scene.0.known().apply(other);
        assert_eq!(get(&scene, NOON, &made).await, 1);
        scene.0.known().apply(vec![("server:2".to_owned(), 9)]);
        assert_eq!(get(&scene, NOON, &made).await, 2);
        // Heard before it is read: twice.
        scene.0.hear(&[ALICE]);
        assert_eq!(get(&scene, NOON, &made).await, 3);
        scene.0.known().apply(vec![("user:1".to_owned(), 10)]);
        assert_eq!(get(&scene, NOON, &made).await, 4);
        scene.0.hear(&[Access::User(2), Access::Server(1)]);
        assert_eq!(get(&scene, NOON, &made).await, 4);
        scene.0.hear_all();
        assert_eq!(get(&scene, NOON, &made).await, 5);
        assert_eq!(get(&scene, NOON, &made).await, 5);
    }

    #[rocket::async_test]
    async fn a_judgement_ends_by_the_clock_as_well() {
        let (scene, made) = (scene(), Cell::new(0));
        assert_eq!(get(&scene, NOON, &made).await, 1);
        assert_eq!(get(&scene, NOON + 49_999, &made).await, 1);
        // As it said itself; and a clock that was set back is not trusted.
        assert_eq!(get(&scene, NOON + 50_000, &made).await, 2);
        assert_eq!(get(&scene, NOON - 1, &made).await, 3);
        assert_eq!(get(&scene, NOON - 1, &made).await, 3);
    }

    #[rocket::async_test]
    async fn what_changed_while_it_was_judged_is_judged_again() {
        let (scene, made) = (scene(), Cell::new(0));
        let judge = async {
            scene.0.known().apply(vec![("user:1".to_owned(), 8)]);
            Ok::<_, Infallible>((0, Millis::MAX))
        };
        let Ok(found) = scene.1.get(&scene.0, NOON, judge).await;
        assert_eq!(*found, 0);
        assert_eq!(get(&scene, NOON, &made).await, 1);
    }

    #[rocket::async_test]
    async fn nothing_holds_before_the_journal_was_read_or_beyond_what_is_remembered() {
        let (judgements, judged) = scene();
        judgements.known().newest = None;
        let (scene, made) = ((judgements, judged), Cell::new(0));
        assert_eq!(get(&scene, NOON, &made).await, 1);
        assert_eq!(get(&scene, NOON, &made).await, 2);
        scene.0.known().newest = Some(7);
        assert_eq!(get(&scene, NOON, &made).await, 3);
        let many = (0..=MOST as i64).map(|id| (format!("user:{}", id + 9), 8));
        scene.0.known().apply(many.collect());
        assert_eq!(get(&scene, NOON, &made).await, 4);
        assert_eq!(get(&scene, NOON, &made).await, 4);
        assert!(scene.0.known().changed.is_empty());
    }

    #[test]
    fn what_no_stream_has_is_forgotten() {
        let shared: Shared<i64, i64> = Shared::default();
        let kept = shared.of(0, || 0);
        for key in 1..10_000 {
            shared.of(key, || key);
        }
        assert!(Arc::ptr_eq(&kept, &shared.of(0, || 1)));
        assert!(shared.0.lock().unwrap().by_key.len() <= FEW);
    }
}
