//! The latest messages, by channel, in the order in which this process learned that they were committed.
//! Streams read on from their position in it. What it may lack is looked up in the database, by the routes.
//!
//! IDs are generated before a commit, and a commit may take any time. So a stream does not go by the order of IDs: the
//! commit itself announces which messages it made visible, to every process, see `announcement`. All times here are those that
//! IDs carry.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use tokio::sync::{self, watch};

use super::horizon::Horizon;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, MessageId, PlaceId};

/// How long arrivals are remembered at least.
const REMEMBERED_MS: Millis = 60_000;
/// How long it may take from the making of an ID to the beginning of its transaction in the database, with what the clocks
/// of nodes differ by.
const MARGIN_MS: Millis = 10_000;
/// By how much the clocks of nodes may differ, and how old what a new page may overlap with is.
const LATE_MS: Millis = 5_000;
/// The most arrivals that are remembered of one channel.
const MAX_KEPT: usize = 65_536;
/// The most gaps that are remembered; older ones are joined.
const MAX_GAPS: usize = 32;
/// How long a gap is remembered: a page that was rendered before it has long opened its stream again.
const GAP_MS: Millis = 60 * 60 * 1000;
/// For how long a commit of this process whose outcome is unknown may still be done. SQLite tells no one.
const IN_DOUBT_MS: Millis = 600_000;
/// The shortest time between two such reads of the database.
const DOUBT_LOOK_MS: Millis = 1_000;
/// With fewer channels than this, none are removed.
const FEW: usize = 1_024;

/// The arrivals of all channels.
#[derive(Debug)]
pub(super) struct Arrivals {
    channels: HashMap<PlaceId, Channel>,
    /// Times in which announcements may have been missed, the oldest first.
    gaps: VecDeque<Gap>,
    /// How many gaps there have been.
    gap_count: u64,
    /// When this process began to remember.
    began: Millis,
    pub(super) horizon: Horizon,
    swept_at: usize,
}

#[derive(Debug)]
struct Channel {
    /// The position of the first entry.
    first: u64,
    log: VecDeque<ArrivedMessage>,
    known: HashSet<i64>,
    /// The number of gaps whose messages have been looked up.
    gaps_looked_up: u64,
    /// Something arrived, and it is not known what.
    due: Option<ForgottenArrivals>,
    /// How often that happened.
    due_count: u64,
    /// A commit may still be done.
    in_doubt: Option<Doubt>,
    /// One look at the database at a time.
    turn: Arc<sync::Mutex<()>>,
    wake: watch::Sender<()>,
}

#[derive(Debug, Clone, Copy)]
struct ArrivedMessage {
    id: i64,
    at: Millis,
}

/// Messages that arrived, and are not known.
#[derive(Debug, Clone, Copy)]
struct ForgottenArrivals {
    /// It has higher IDs.
    above: i64,
    /// When it arrived, the last of it.
    at: Millis,
}

/// Rows that a commit may still make visible.
#[derive(Debug, Clone, Copy)]
struct Doubt {
    /// It has higher IDs.
    above: i64,
    until: Millis,
    /// When it may be looked for again.
    look_at: Millis,
}

#[derive(Debug, Clone, Copy)]
struct Gap {
    number: u64,
    /// The possibly missed messages have higher IDs.
    above: i64,
    until: Millis,
    /// From the start of the process: pages were loaded from elsewhere, and have all that is older than what they name.
    is_first: bool,
}

/// Where a stream is in a channel's arrivals.
#[derive(Debug, Default)]
pub struct StreamPosition {
    /// That of the next entry to read.
    next: u64,
    /// The messages that the database had when the stream was opened, and this process had not heard of.
    seen: HashSet<i64>,
}

/// The stream did not read for so long that what it missed is forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FellBehind;

impl Arrivals {
    pub(super) fn since(began: Millis) -> Self {
        Self {
            channels: HashMap::new(),
            gaps: VecDeque::new(),
            gap_count: 0,
            began,
            horizon: Horizon::default(),
            swept_at: FEW,
        }
    }

    /// Subscribes before a stream is opened. The first stream reads for itself what may have been missed until now, from
    /// where [`look_from`](Self::look_from) says.
    pub(super) fn subscribe(&mut self, channel_id: PlaceId, now: Millis) -> watch::Receiver<()> {
        let gaps = self.gap_count;
        let channel = self.channel(channel_id, now);
        if channel.wake.is_closed() {
            channel.expire_due(now);
            channel.gaps_looked_up = gaps;
        }
        channel.wake.subscribe()
    }

    /// Wakes a channel's streams: something arrived there, and it is not known what.
    pub(super) fn arrived_unknown(&mut self, channel_id: PlaceId, now: Millis) {
        if let Some(channel) = self.channels.get_mut(&channel_id) {
            channel.is_due(now);
            channel.wake.send_replace(());
        }
    }

    /// A commit of this process that may make these visible was not answered.
    pub(super) fn in_doubt(&mut self, channel_id: PlaceId, lowest: i64, now: Millis) {
        let channel = self.channel(channel_id, now);
        let before = channel.in_doubt.map_or(i64::MAX, |doubt| doubt.above);
        channel.in_doubt = Some(Doubt { above: before.min(lowest - 1), until: now + IN_DOUBT_MS, look_at: now });
    }

    /// Notes messages that are visible from now on; whether any of them was not known to be.
    pub(super) fn stored(&mut self, channel_id: PlaceId, message_ids: &[MessageId], now: Millis) -> bool {
        let kept_since = self.kept_since(now);
        let channel = self.channel(channel_id, now);
        let any = channel.append(message_ids.iter().map(|id| id.get()), now);
        if any {
            channel.forget(kept_since, now);
            channel.wake.send_replace(());
        }
        any
    }

    /// Announcements may have been missed until now, of messages above this ID: every stream looks.
    pub(super) fn missed(&mut self, above: i64, now: Millis, is_first: bool) {
        self.gap_count += 1;
        self.gaps.retain(|gap| gap.until > now - GAP_MS);
        self.gaps.push_back(Gap { number: self.gap_count, above, until: now, is_first });
        if self.gaps.len() > MAX_GAPS
            && let Some(oldest) = self.gaps.pop_front()
            && let Some(next) = self.gaps.front_mut()
        {
            next.above = next.above.min(oldest.above);
            next.is_first &= oldest.is_first;
        }
        for channel in self.channels.values() {
            channel.wake.send_replace(());
        }
    }

    /// The ID above which the database has everything that may have been missed until now, since this process last heard
    /// something.
    pub(super) fn lowest_missed(&self, heard_until: Millis) -> i64 {
        let since = heard_until.min(self.horizon.since().unwrap_or(heard_until));
        ids::first_plain_id_at(since - MARGIN_MS) - 1
    }

    /// Where the database is read from when a stream is opened after `last`.
    pub(super) fn look_from(&self, last: i64) -> i64 {
        let lately = ids::first_plain_id_at(ids::plain_time_of(last) - LATE_MS) - 1;
        let gaps = self.gaps_after(last).map(|gap| gap.above);
        gaps.fold(lately.min(last), i64::min).max(0)
    }

    /// The gaps in which something may have arrived after `last` did.
    fn gaps_after(&self, last: i64) -> impl Iterator<Item = &Gap> {
        let since = ids::plain_time_of(last) - LATE_MS;
        let gaps = self.gaps.iter().filter(|gap| !gap.is_first);
        gaps.filter(move |gap| gap.until >= since)
    }

    /// Opens a stream after `last`, the newest message that its page has; `found` is what the database has above
    /// [`look_from`](Self::look_from). Returns its position, and what it lacks in the order of IDs.
    ///
    /// Besides what is newer, it lacks what became visible after `last` did: as this process heard, or while it did not
    /// listen.
    pub(super) fn open(
        &mut self,
        channel_id: PlaceId,
        last: i64,
        found: &[i64],
        now: Millis,
    ) -> (StreamPosition, Vec<i64>) {
        let gap = self.gaps_after(last).map(|gap| gap.above).min();
        let channel = self.channel(channel_id, now);
        let mut lacking = BTreeSet::new();
        let mut is_after = false;
        let has_heard_of_it = channel.known.contains(&last);
        for entry in &channel.log {
            let is_late =
                entry.at - ids::plain_time_of(entry.id) > LATE_MS && entry.at >= ids::plain_time_of(last) - LATE_MS;
            if entry.id > last || is_after || (!has_heard_of_it && is_late) {
                lacking.insert(entry.id);
            }
            is_after |= entry.id == last;
        }
        let mut seen = HashSet::new();
        for id in found.iter().copied() {
            let is_known = channel.known.contains(&id);
            if !is_known {
                seen.insert(id);
            }
            if id > last || (id < last && !is_known && gap.is_some_and(|above| id > above)) {
                lacking.insert(id);
            }
        }
        let next = channel.end();
        (StreamPosition { next, seen }, lacking.into_iter().collect())
    }

    /// New messages after this position, which moves on.
    ///
    /// # Errors
    /// Where some of it is forgotten.
    pub(super) fn read(
        &mut self,
        channel_id: PlaceId,
        position: &mut StreamPosition,
        now: Millis,
    ) -> Result<Vec<i64>, FellBehind> {
        let channel = self.channel(channel_id, now);
        let behind = position.next.checked_sub(channel.first);
        let skip = behind.and_then(|behind| usize::try_from(behind).ok());
        let new = channel.log.iter().skip(skip.ok_or(FellBehind)?);
        let new: BTreeSet<i64> = new.map(|entry| entry.id).filter(|id| !position.seen.contains(id)).collect();
        position.next = channel.end();
        Ok(new.into_iter().collect())
    }

    /// The ID above which the database has to be read for possibly missed messages of a channel; none if it doesn't.
    pub(super) fn due(&self, channel_id: PlaceId, now: Millis) -> Option<DueRead> {
        let channel = self.channels.get(&channel_id)?;
        let missed = self.gaps.iter().filter(|gap| gap.number > channel.gaps_looked_up).map(|gap| gap.above);
        let in_doubt =
            channel.in_doubt.filter(|doubt| (doubt.look_at..doubt.until).contains(&now)).map(|doubt| doubt.above);
        let unknown = channel.due.map(|due| due.above);
        let above = missed.chain(unknown).chain(in_doubt).min()?;
        Some(DueRead {
            // What is older than this process was seen when the streams were opened.
            above: above.max(ids::first_plain_id_at(self.began - LATE_MS) - 1),
            gaps: self.gap_count,
            due_count: channel.due_count,
            turn: Arc::clone(&channel.turn),
        })
    }

    /// Notes what a look for [`DueRead`] found.
    pub(super) fn found(&mut self, channel_id: PlaceId, due: &DueRead, found: &[i64], now: Millis) {
        let channel = self.channel(channel_id, now);
        channel.gaps_looked_up = channel.gaps_looked_up.max(due.gaps);
        if channel.due_count == due.due_count {
            channel.due = None;
        }
        channel.in_doubt = channel.in_doubt.filter(|doubt| doubt.until > now);
        if let Some(doubt) = &mut channel.in_doubt {
            doubt.look_at = now + DOUBT_LOOK_MS;
        }
        if channel.append(found.iter().copied(), now) {
            channel.wake.send_replace(());
        }
    }

    fn channel(&mut self, channel_id: PlaceId, now: Millis) -> &mut Channel {
        if self.channels.len() >= self.swept_at {
            let kept_since = self.kept_since(now);
            self.channels.retain(|_, channel| {
                channel.forget(kept_since, now);
                !(channel.log.is_empty() && channel.wake.is_closed())
            });
            self.swept_at = FEW.max(self.channels.len() * 2);
        }
        let gaps = self.gap_count;
        self.channels.entry(channel_id).or_insert_with(|| Channel::new(gaps))
    }

    /// Since when arrivals are remembered: as long as one that is still to come may be older.
    fn kept_since(&self, now: Millis) -> Millis {
        let since = self.horizon.since().unwrap_or(now);
        (since - MARGIN_MS).min(now - REMEMBERED_MS)
    }
}

/// A look at the database that is due.
#[derive(Debug, Clone)]
pub struct DueRead {
    /// The possibly missed messages have higher IDs.
    pub above: i64,
    gaps: u64,
    due_count: u64,
    /// One look at a time; a stream that waited for it asks again whether one is due.
    pub turn: Arc<sync::Mutex<()>>,
}

impl Channel {
    fn new(gaps_looked_up: u64) -> Self {
        Self {
            first: 0,
            log: VecDeque::new(),
            known: HashSet::new(),
            gaps_looked_up,
            due: None,
            due_count: 0,
            in_doubt: None,
            turn: Arc::default(),
            wake: watch::Sender::new(()),
        }
    }

    fn is_due(&mut self, now: Millis) {
        self.expire_due(now);
        let above = ids::first_plain_id_at(now - REMEMBERED_MS) - 1;
        self.due = Some(ForgottenArrivals { above: self.due.map_or(above, |due| due.above.min(above)), at: now });
        self.due_count += 1;
    }

    /// Ends what was due for longer than a minute while no stream was open: the page of a stream that opens later was
    /// rendered since. Until then what is known above it is remembered, so that a look finds nothing twice.
    fn expire_due(&mut self, now: Millis) {
        if self.wake.is_closed() {
            let oldest = ids::first_plain_id_at(now - 2 * REMEMBERED_MS) - 1;
            let due = self.due.filter(|due| due.at > now - REMEMBERED_MS);
            self.due = due.map(|due| ForgottenArrivals { above: due.above.max(oldest), at: due.at });
        }
    }

    fn append(&mut self, arrived: impl Iterator<Item = i64>, at: Millis) -> bool {
        let before = self.end();
        for id in arrived {
            if self.known.insert(id) {
                self.log.push_back(ArrivedMessage { id, at });
            }
        }
        self.end() > before
    }

    fn forget(&mut self, kept_since: Millis, now: Millis) {
        self.expire_due(now);
        // A look for what is in doubt or due finds all that is above it, and must know it.
        let in_doubt = self.in_doubt.filter(|doubt| doubt.until > kept_since);
        let in_doubt = in_doubt.map(|doubt| doubt.above);
        let due = self.due.map(|due| due.above);
        let kept_above = in_doubt.into_iter().chain(due).min().unwrap_or(i64::MAX);
        while let Some(entry) = self.log.front()
            && ((entry.at < kept_since && entry.id <= kept_above) || self.log.len() > MAX_KEPT)
        {
            self.known.remove(&entry.id);
            self.log.pop_front();
            self.first += 1;
        }
    }

    fn end(&self) -> u64 {
        self.first + self.log.len() as u64
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
