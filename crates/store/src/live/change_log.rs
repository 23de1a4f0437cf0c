//! The possible changes of a channel, and the latest changes that this process heard of.
//! They are for pages that were rendered before their stream was opened; `changes` notifies the others.

use std::collections::VecDeque;
use std::fmt::{self, Display};

use portico_rules::clock::Millis;
use portico_rules::ids::{self, ChannelId, MessageId, RemovalId};

/// The most changes that are remembered.
const MAX_KEPT: usize = 4_096;

/// By how much the clocks of two nodes may differ.
const SKEW_MS: Millis = 5_000;

/// A possible change in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageChange {
    /// The message with this id was edited or deleted.
    One(MessageId),
    /// Many messages were removed, by the removal with this id.
    Removed(RemovalId),
    /// Any of its messages may have changed: some were restored, or notifications were lost.
    Any,
}

/// When a page was rendered, and by which node. Written as `3-1764120000000`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderTime {
    /// The number of the node.
    pub node: u8,
    /// The time by the node's clock, from before the page's messages were read.
    pub at: Millis,
}

impl RenderTime {
    /// Reads what a page says of itself; none where it is something else.
    pub fn read(text: &str) -> Option<Self> {
        let (node, at) = text.split_once('-')?;
        Some(Self { node: node.parse().ok().filter(|node| *node < ids::NODES)?, at: ids::parse(at)? })
    }

    /// From when on the node with number `node` may have heard of changes that the page doesn't show, by that node's clock.
    fn since(self, node: u8) -> Millis {
        if self.node == node { self.at } else { self.at.saturating_sub(SKEW_MS) }
    }
}

impl Display for RenderTime {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.node, self.at)
    }
}

/// The latest changes, in the order in which they were heard of.
#[derive(Debug)]
pub(super) struct ChangeLog {
    /// All changes from this time on are remembered.
    complete_since: Millis,
    entries: VecDeque<LoggedChange>,
}

#[derive(Debug, Clone, Copy)]
struct LoggedChange {
    at: Millis,
    /// None where something may have changed in any channel.
    channel_id: Option<ChannelId>,
    change: MessageChange,
}

impl ChangeLog {
    /// An empty log of a process that receives changes from `now` on.
    pub(super) fn new(now: Millis) -> Self {
        Self { complete_since: now, entries: VecDeque::new() }
    }

    pub(super) fn changed(&mut self, channel_id: ChannelId, change: MessageChange, now: Millis) {
        self.push(Some(channel_id), change, now);
    }

    pub(super) fn all_changed(&mut self, now: Millis) {
        self.push(None, MessageChange::Any, now);
    }

    fn push(&mut self, channel_id: Option<ChannelId>, change: MessageChange, at: Millis) {
        if self.entries.len() == MAX_KEPT
            && let Some(forgotten) = self.entries.pop_front()
        {
            self.complete_since = self.complete_since.max(forgotten.at + 1);
        }
        self.entries.push_back(LoggedChange { at, channel_id, change });
    }

    /// The changes that the node with number `node`, whose log this is, heard of in a channel since a page of it was
    /// rendered.
    pub(super) fn since(&self, channel_id: ChannelId, rendered: RenderTime, node: u8) -> Vec<MessageChange> {
        let since = rendered.since(node);
        if since < self.complete_since {
            return vec![MessageChange::Any];
        }
        // All are looked at, for the clock may have been set back between two.
        let missed = self.entries.iter().filter(|entry| entry.at >= since);
        let here = missed.filter(|entry| entry.channel_id.is_none_or(|id| id == channel_id));
        here.map(|entry| entry.change).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const START: Millis = ids::EPOCH + 60_000;

    fn by(node: u8, at: Millis) -> RenderTime {
        RenderTime { node, at: START + at }
    }

    #[test]
    fn what_a_page_says_of_itself_is_read_the_same() {
        let rendered = by(31, 7);
        assert_eq!(RenderTime::read(&rendered.to_string()), Some(rendered));
        for odd in ["", "3", "3-", "-7", "3-0", "3--7", "32-7", "3-7-8", "a-7"] {
            assert_eq!(RenderTime::read(odd), None, "{odd:?}");
        }
    }

    #[test]
    fn a_page_misses_what_its_channel_changed_since_it_was_rendered() {
        let mut log = ChangeLog::new(START);
        log.changed(ChannelId::new(1), MessageChange::One(10.into()), START + 10);
        log.changed(ChannelId::new(2), MessageChange::One(20.into()), START + 20);
        log.changed(ChannelId::new(1), MessageChange::Removed(RemovalId::new(30)), START + 30);
        let (first, last) = (MessageChange::One(10.into()), MessageChange::Removed(RemovalId::new(30)));
        assert_eq!(log.since(ChannelId::new(1), by(0, 0), 0), [first, last]);
        assert_eq!(log.since(ChannelId::new(1), by(0, 10), 0), [first, last]);
        assert_eq!(log.since(ChannelId::new(1), by(0, 11), 0), [last]);
        assert_eq!(log.since(ChannelId::new(1), by(0, 31), 0), []);
    }

    #[test]
    fn the_clock_of_another_node_may_be_ahead() {
        let mut log = ChangeLog::new(START);
        log.changed(ChannelId::new(1), MessageChange::One(10.into()), START + 10);
        let at = 10 + SKEW_MS;
        assert_eq!(log.since(ChannelId::new(1), by(4, at), 0), [MessageChange::One(10.into())]);
        assert_eq!(log.since(ChannelId::new(1), by(4, at + 1), 0), []);
        assert_eq!(log.since(ChannelId::new(1), by(0, at), 0), []);
        // It may have been rendered before this process heard of anything.
        assert_eq!(log.since(ChannelId::new(1), by(4, SKEW_MS - 1), 0), [MessageChange::Any]);
    }

    #[test]
    fn a_page_from_before_the_process_started_looks_at_everything() {
        let log = ChangeLog::new(START);
        assert_eq!(log.since(ChannelId::new(1), by(0, -1), 0), [MessageChange::Any]);
        assert_eq!(log.since(ChannelId::new(1), by(0, 0), 0), []);
    }

    #[test]
    fn after_a_gap_pages_of_every_channel_look_at_everything() {
        let mut log = ChangeLog::new(START);
        log.all_changed(START + 10);
        assert_eq!(log.since(ChannelId::new(7), by(0, 10), 0), [MessageChange::Any]);
        assert_eq!(log.since(ChannelId::new(7), by(0, 11), 0), []);
    }

    #[test]
    fn what_is_forgotten_makes_older_pages_look_at_everything() {
        let mut log = ChangeLog::new(START);
        for at in 0..=MAX_KEPT as Millis {
            log.changed(ChannelId::new(2), MessageChange::One(at.into()), START + at);
        }
        assert_eq!(log.entries.len(), MAX_KEPT);
        assert_eq!(log.since(ChannelId::new(1), by(0, 0), 0), [MessageChange::Any]);
        assert_eq!(log.since(ChannelId::new(1), by(0, 1), 0), []);
    }
}
