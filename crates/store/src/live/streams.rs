//! Caps on open event streams per session, user and address.
//! `routes::chat` decides the contents of a stream.

use portico_rules::ids::{SessionId, UserId};
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

use portico_macros::boxed;
use portico_platform::config::Caps;
use portico_platform::error::Error;
use portico_rules::network::network_of;

/// How long disconnected streams get to notice it, before another one is refused.
const PROBE: Duration = Duration::from_millis(300);
/// When a browser should retry.
const RETRY_AFTER_SECS: u64 = 10;

/// The keys by which streams are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum StreamKey {
    Session(SessionId),
    Person(UserId),
    Network(IpAddr),
}

/// The open streams of this process.
#[derive(Debug, Default)]
pub struct Streams {
    open: Mutex<HashMap<StreamKey, Vec<Arc<Notify>>>>,
    released: Notify,
}

/// A counted stream. Dropping it, for whatever reason, decreases the counts.
#[derive(Debug)]
pub struct OpenStream {
    streams: Arc<Streams>,
    keys: [StreamKey; 3],
    probe: Arc<Notify>,
}

impl Streams {
    /// Counts one more stream. A server notices a disconnected browser only when it writes: if a cap is reached, the
    /// streams that count towards it are made to write first.
    ///
    /// # Errors
    /// [`Error::limited`] if a cap is reached.
    #[boxed]
    pub async fn open(
        self: &Arc<Self>,
        caps: &Caps,
        (session_id, user_id): (SessionId, UserId),
        address: IpAddr,
    ) -> Result<OpenStream, Error> {
        let keys =
            [StreamKey::Session(session_id), StreamKey::Person(user_id), StreamKey::Network(network_of(address))];
        let full = match self.enter(caps, keys) {
            Ok(open) => return Ok(open),
            Err(full) => full,
        };
        for probe in self.counted().get(&full).into_iter().flatten() {
            probe.notify_one();
        }
        let retried = timeout(PROBE, async {
            loop {
                let released = self.released.notified();
                if let Ok(open) = self.enter(caps, keys) {
                    return open;
                }
                released.await;
            }
        });
        retried.await.map_err(|_| refused(full, caps))
    }

    /// The number of open streams.
    pub fn count(&self) -> usize {
        let open = self.counted();
        let of_sessions = open.iter().filter(|(key, _)| matches!(key, StreamKey::Session(_)));
        of_sessions.map(|(_, streams)| streams.len()).sum()
    }

    /// The users who have a stream open.
    pub fn people(&self) -> BTreeSet<UserId> {
        let open = self.counted();
        let people = open.keys().filter_map(|key| match key {
            StreamKey::Person(id) => Some(*id),
            _ => None,
        });
        people.collect()
    }

    fn counted(&self) -> MutexGuard<'_, HashMap<StreamKey, Vec<Arc<Notify>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a stream, or returns the key whose cap is reached.
    fn enter(self: &Arc<Self>, caps: &Caps, keys: [StreamKey; 3]) -> Result<OpenStream, StreamKey> {
        let mut open = self.counted();
        let is_full = |key: &StreamKey| {
            let count = open.get(key).map_or(0, Vec::len);
            count >= cap(*key, caps) as usize
        };
        if let Some(full) = keys.into_iter().find(is_full) {
            return Err(full);
        }
        let probe = Arc::new(Notify::new());
        for key in keys {
            open.entry(key).or_default().push(Arc::clone(&probe));
        }
        Ok(OpenStream { streams: Arc::clone(self), keys, probe })
    }
}

impl OpenStream {
    /// Waits until the stream has to write something, so that it notices a disconnected browser.
    #[boxed]
    pub async fn probed(&self) {
        self.probe.notified().await;
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.counted();
        for key in self.keys {
            if let Some(streams) = open.get_mut(&key) {
                streams.retain(|probe| !Arc::ptr_eq(probe, &self.probe));
                if streams.is_empty() {
                    open.remove(&key);
                }
            }
        }
        drop(open);
        self.streams.released.notify_waiters();
    }
}

fn cap(key: StreamKey, caps: &Caps) -> u32 {
    match key {
        StreamKey::Session(_) => caps.streams_per_session,
        StreamKey::Person(_) => caps.streams_per_person,
        StreamKey::Network(_) => caps.streams_per_address,
    }
}

fn refused(full: StreamKey, caps: &Caps) -> Error {
    let cap = cap(full, caps);
    let (holder, what) = match full {
        StreamKey::Session(_) => ("This browser", "one session"),
        StreamKey::Person(_) => ("Your account", "one person"),
        StreamKey::Network(_) => ("Your network", "one address"),
    };
    let sentence = format!("{holder} has {cap} event streams open, the most {what} can have. Close some pages first.");
    Error::limited("form", sentence, RETRY_AFTER_SECS)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn session(number: i64, person: i64) -> (SessionId, UserId) {
        (SessionId::new(number), UserId::new(person))
    }

    fn caps(session: u32, person: u32, address: u32) -> Caps {
        Caps {
            streams_per_session: session,
            streams_per_person: person,
            streams_per_address: address,
            ..Caps::default()
        }
    }

    fn sentence(opened: Result<OpenStream, Error>) -> String {
        match opened {
            Err(Error::Faults(faults)) => faults.iter().next().unwrap().1.to_owned(),
            other => panic!("{other:?}"),
        }
    }

    /// Shows: caps.streams
    #[tokio::test]
    async fn streams_are_counted_by_session_by_person_and_by_address() {
        let home: IpAddr = "192.0.2.1".parse().unwrap();
        for (caps, expected) in [
            (caps(2, 9, 9), "This browser has 2 event streams open"),
            (caps(9, 2, 9), "Your account has 2 event streams open"),
            (caps(9, 9, 2), "Your network has 2 event streams open"),
        ] {
            let streams = Arc::new(Streams::default());
            let session = session(1, 7);
            let first = streams.open(&caps, session, home).await.unwrap();
            let _second = streams.open(&caps, session, home).await.unwrap();
            let third = streams.open(&caps, session, home).await;
            assert!(sentence(third).starts_with(expected));
            drop(first);
            streams.open(&caps, session, home).await.unwrap();
            assert_eq!(streams.count(), 1);
        }
    }

    /// Shows: caps.streams
    #[tokio::test]
    async fn a_64_network_counts_as_one_address_and_others_do_not_count() {
        let streams = Arc::new(Streams::default());
        let caps = caps(9, 9, 1);
        let at = |text: &str| text.parse::<IpAddr>().unwrap();
        let _held = streams.open(&caps, session(1, 7), at("2001:db8::1")).await.unwrap();
        let stranger = session(2, 8);
        let near = streams.open(&caps, stranger, at("2001:db8::2"));
        assert!(near.await.is_err());
        let far = streams.open(&caps, stranger, at("2001:db8:0:1::1"));
        assert!(far.await.is_ok());
    }

    /// Shows: caps.streams
    #[tokio::test]
    async fn a_stream_ends_its_count_even_if_what_holds_it_panics() {
        let streams = Arc::new(Streams::default());
        let caps = caps(1, 1, 1);
        let held = streams.open(&caps, session(1, 7), IpAddr::from([192, 0, 2, 1])).await.unwrap();
        let broken = tokio::spawn(async move {
            let _held = held;
            panic!("as a template might");
        });
        assert!(broken.await.is_err());
        assert_eq!(streams.count(), 0);
    }

    /// Shows: caps.streams
    #[tokio::test]
    async fn a_stream_whose_browser_is_gone_makes_room_for_the_next_one() {
        let streams = Arc::new(Streams::default());
        let caps = caps(1, 1, 1);
        let at = IpAddr::from([192, 0, 2, 1]);
        let gone = streams.open(&caps, session(1, 7), at).await.unwrap();
        // Writing to a closed connection ends the stream.
        tokio::spawn(async move { gone.probed().await });
        streams.open(&caps, session(1, 7), at).await.unwrap();
    }
}
