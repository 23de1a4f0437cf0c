//! Notifications to other nodes, sent with a commit: which node, and in which channels something arrived. Only IDs, by
//! Postgres' NOTIFY.
//! Receiving them is in `background::listener`.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use sea_orm::sea_query::{Alias, Func, Query};
use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use portico_platform::database::Conn;
use portico_rules::ids::{self, ChannelId, MessageId, PlaceId};

/// The Postgres notification channel.
pub const SUBJECT: &str = "portico";

/// Postgres limits payloads to fewer bytes than this.
const PAYLOAD_BYTES: usize = 8_000;

/// Something arrived. Serialised as `3 1203:5001,1 1204@:-7 1205@`: by node 3, the messages 5001 and 5002 in one channel,
/// 4995 in another, where an inbox may have changed, and a change in a third. Each message's ID is written as the difference
/// from the one before. If they don't fit, `3 *4995` means any messages from that ID on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The number of the node that stored the messages.
    pub node: u8,
    /// The new messages.
    pub arrivals: ArrivedChannels,
}

/// The channels with new messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArrivedChannels {
    /// By channel.
    In(BTreeMap<PlaceId, Arrival>),
    /// Messages of which this is the lowest ID, in any channel; none if it is not known.
    AnyFrom(Option<i64>),
}

/// The new messages of a channel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrival {
    /// True if an inbox may have changed.
    pub mentions: bool,
    /// The messages that were stored; none if something else happened there.
    pub message_ids: Vec<MessageId>,
}

impl Announcement {
    /// For what arrived in these channels.
    pub fn new(node: u8, arrivals: BTreeMap<PlaceId, Arrival>) -> Self {
        let all = Self { node, arrivals: ArrivedChannels::In(arrivals) };
        if all.to_string().len() < PAYLOAD_BYTES {
            return all;
        }
        let lowest = match all.arrivals {
            ArrivedChannels::In(arrivals) => {
                let stored = arrivals.values().flat_map(|arrival| &arrival.message_ids);
                stored.map(|id| id.get()).min()
            }
            ArrivedChannels::AnyFrom(lowest) => lowest,
        };
        Self { node, arrivals: ArrivedChannels::AnyFrom(lowest) }
    }

    /// Parses a payload; `None` if it is malformed.
    pub fn read(payload: &str) -> Option<Self> {
        let (node, rest) = payload.split_once(' ')?;
        let node = node.parse().ok().filter(|node| *node < ids::NODES)?;
        let arrivals = match rest.strip_prefix('*') {
            Some("") => ArrivedChannels::AnyFrom(None),
            Some(lowest) => ArrivedChannels::AnyFrom(Some(ids::parse(lowest)?)),
            None => {
                let mut last = 0;
                let each = rest.split(' ').map(|part| read_arrival(part, &mut last));
                ArrivedChannels::In(each.collect::<Option<_>>()?)
            }
        };
        Some(Self { node, arrivals })
    }
}

fn read_arrival(part: &str, last: &mut i64) -> Option<(PlaceId, Arrival)> {
    let (channel, stored) = match part.split_once(':') {
        Some((channel, stored)) => (channel, Some(stored)),
        None => (part, None),
    };
    let (channel, mentions) = match channel.strip_suffix('@') {
        Some(channel) => (channel, true),
        None => (channel, false),
    };
    let mut message_ids = Vec::new();
    for step in stored.into_iter().flat_map(|stored| stored.split(',')) {
        let id = last.checked_add(step.parse().ok()?)?;
        if !(1..=ids::MAX_ID).contains(&id) {
            return None;
        }
        *last = id;
        message_ids.push(MessageId::new(id));
    }
    let arrival = Arrival { mentions, message_ids };
    Some((ids::parse(channel)?, arrival))
}

impl Display for Announcement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.node)?;
        let arrivals = match &self.arrivals {
            ArrivedChannels::In(arrivals) => arrivals,
            ArrivedChannels::AnyFrom(None) => return out.write_str(" *"),
            ArrivedChannels::AnyFrom(Some(lowest)) => return write!(out, " *{lowest}"),
        };
        let mut last = 0;
        for (channel_id, arrival) in arrivals {
            let mark = if arrival.mentions { "@" } else { "" };
            write!(out, " {channel_id}{mark}")?;
            let mut joint = ':';
            for id in arrival.message_ids.iter().map(|id| id.get()) {
                write!(out, "{joint}{}", id - last)?;
                (joint, last) = (',', id);
            }
        }
        Ok(())
    }
}

/// Notifies other nodes, in the transaction that stores the messages: sent with the commit, or not at all. Call it once per
/// transaction: Postgres serialises the commits that notify.
///
/// Does nothing on SQLite, where only one process serves.
pub async fn announce_messages(write: &Conn, node: u8, arrivals: BTreeMap<PlaceId, Arrival>) -> Result<(), DbErr> {
    if arrivals.is_empty() || write.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let payload = Announcement::new(node, arrivals).to_string();
    let notify = Func::cust(Alias::new("pg_notify")).arg(SUBJECT).arg(payload);
    write.execute(&Query::select().expr(notify).take()).await?;
    Ok(())
}

/// The same for other changes in these channels, each with whether an inbox may have changed.
pub async fn announce(write: &Conn, node: u8, changes: &[(PlaceId, bool)]) -> Result<(), DbErr> {
    let mut arrivals: BTreeMap<PlaceId, Arrival> = BTreeMap::new();
    for (channel_id, mentions) in changes {
        arrivals.entry(*channel_id).or_default().mentions |= mentions;
    }
    announce_messages(write, node, arrivals).await
}

/// Notifies other nodes that channels were deleted, as [`announce`] does: their readers check again.
pub async fn announce_end(write: &Conn, node: u8, channel_ids: &[ChannelId]) -> Result<(), DbErr> {
    let ended: Vec<(PlaceId, bool)> = channel_ids.iter().map(|id| (PlaceId::from(*id), true)).collect();
    announce(write, node, &ended).await
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn arrival(mentions: bool, ids: &[i64]) -> Arrival {
        Arrival { mentions, message_ids: ids.iter().copied().map(MessageId::new).collect() }
    }

    #[test]
    fn what_is_written_is_read_the_same() {
        let arrivals: [(i64, Arrival); 4] = [
            (7, arrival(false, &[])),
            (8, arrival(true, &[])),
            (1_203, arrival(false, &[ids::MAX_ID - 9, ids::MAX_ID])),
            (ids::MAX_ID, arrival(true, &[1, 5_000])),
        ];
        let announcement = Announcement::new(31, arrivals.map(|(id, arrival)| (PlaceId::new(id), arrival)).into());
        let written = announcement.to_string();
        assert_eq!(Announcement::read(&written), Some(announcement));
    }

    #[test]
    fn messages_of_one_batch_take_a_few_bytes_each() {
        let batch = arrival(false, &[5_001, 5_002, 5_003]);
        let arrivals = [(PlaceId::new(1_203), batch), (PlaceId::new(1_204), arrival(true, &[4_998]))];
        let announcement = Announcement::new(3, arrivals.into());
        assert_eq!(announcement.to_string(), "3 1203:5001,1,1 1204@:-5");
    }

    #[test]
    fn too_many_channels_are_all_channels() {
        let of = |count: i64| {
            let first = ids::MAX_ID - 1_000;
            let arrivals = (0..count).map(|n| (PlaceId::new(ids::MAX_ID - n), arrival(true, &[first + n])));
            Announcement::new(31, arrivals.collect())
        };
        let limit = of(378);
        assert!(matches!(&limit.arrivals, ArrivedChannels::In(arrivals) if arrivals.len() == 378));
        assert!(limit.to_string().len() < PAYLOAD_BYTES);
        let more = of(450);
        assert_eq!(more.arrivals, ArrivedChannels::AnyFrom(Some(ids::MAX_ID - 1_000)));
        assert_eq!(Announcement::read(&more.to_string()), Some(more));
    }

    #[test]
    fn what_no_node_wrote_is_not_read() {
        for odd in [
            "",
            "3",
            "3 ",
            " 7",
            "32 7",
            "-1 7",
            "x 7",
            "3 x",
            "3 7,8",
            "3 7 ",
            "3 07",
            "3 *x",
            "3 @",
            "3 7@@",
            "3 7:",
            "3 7:0",
            "3 7:5,",
            "3 7:5,-5",
            "3 7:x",
            "3 :5",
            "3 7:9007199254740992",
        ] {
            assert_eq!(Announcement::read(odd), None, "{odd:?}");
        }
    }
}
