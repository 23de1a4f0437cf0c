//! Notifications to other nodes, sent with a commit: which node, and in which channels something arrived. Only IDs, by
//! Postgres' NOTIFY.
//! Receiving them is in `node::listening`.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use sea_orm::sea_query::{Alias, Func, Query};
use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use crate::database::Conn;
use crate::ids;

/// The Postgres notification channel.
pub(crate) const SUBJECT: &str = "portico";

/// Postgres limits payloads to fewer bytes than this.
const PAYLOAD_BYTES: usize = 8_000;

/// Something arrived. Serialised as `3 1203 1204@`: by node 3, in two channels, of which the second may have changed an
/// inbox. If the channels don't fit, `3 *` means all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The number of the node that stored the messages.
    pub node: u8,
    /// The channels, each with whether an inbox may have changed; `None` means all.
    pub arrivals: Option<BTreeMap<i64, bool>>,
}

impl Announcement {
    /// For messages in these channels; duplicates are allowed.
    pub fn of(node: u8, arrivals: &[(i64, bool)]) -> Self {
        let mut folded = BTreeMap::new();
        for (channel_id, mentions) in arrivals {
            *folded.entry(*channel_id).or_default() |= mentions;
        }
        let all = Self {
            node,
            arrivals: Some(folded),
        };
        if all.to_string().len() < PAYLOAD_BYTES {
            return all;
        }
        Self {
            node,
            arrivals: None,
        }
    }

    /// Parses a payload; `None` if it is malformed.
    pub fn read(payload: &str) -> Option<Self> {
        let (node, channels) = payload.split_once(' ')?;
        let node = node.parse().ok().filter(|node| *node < ids::NODES)?;
        if channels == "*" {
            return Some(Self {
                node,
                arrivals: None,
            });
        }
        let arrival = |channel: &str| match channel.strip_suffix('@') {
            Some(id) => Some((ids::parse(id)?, true)),
            None => Some((ids::parse(channel)?, false)),
        };
        Some(Self {
            node,
            arrivals: Some(channels.split(' ').map(arrival).collect::<Option<_>>()?),
        })
    }
}

impl Display for Announcement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.node)?;
        let Some(arrivals) = &self.arrivals else {
            return out.write_str(" *");
        };
        for (channel_id, mentions) in arrivals {
            write!(out, " {channel_id}{}", if *mentions { "@" } else { "" })?;
        }
        Ok(())
    }
}

/// Notifies other nodes, in the transaction that stores the messages: sent with the commit, or not at all. `arrivals`
/// are the channels, each with whether an inbox may have changed. Call it once per transaction: Postgres serialises the
/// commits that notify.
///
/// Does nothing on SQLite, where only one process serves.
///
/// # Errors
/// When the database can't be reached.
pub async fn announce(write: &Conn, node: u8, arrivals: &[(i64, bool)]) -> Result<(), DbErr> {
    if arrivals.is_empty() || write.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let payload = Announcement::of(node, arrivals).to_string();
    let notify = Func::cust(Alias::new("pg_notify"))
        .arg(SUBJECT)
        .arg(payload);
    write.execute(&Query::select().expr(notify).take()).await?;
    Ok(())
}

/// Notifies other nodes that channels were deleted, as [`announce`] does: their readers check again.
///
/// # Errors
/// When the database can't be reached.
pub async fn announce_end(write: &Conn, node: u8, channel_ids: &[i64]) -> Result<(), DbErr> {
    let ended: Vec<(i64, bool)> = channel_ids.iter().map(|id| (*id, true)).collect();
    announce(write, node, &ended).await
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_the_same() {
        for arrivals in [&[(1203, false)][..], &[(ids::LARGEST, true), (7, false)]] {
            let announcement = Announcement::of(31, arrivals);
            assert_eq!(
                Announcement::read(&announcement.to_string()),
                Some(announcement)
            );
        }
    }

    #[test]
    fn a_channel_is_named_once_and_remembers_a_mention() {
        let announcement = Announcement::of(3, &[(9, false), (8, false), (9, true), (9, false)]);
        assert_eq!(announcement.to_string(), "3 8 9@");
    }

    #[test]
    fn too_many_channels_are_all_channels() {
        let of = |count: i64| {
            let arrivals: Vec<_> = (0..count).map(|n| (ids::LARGEST - n, true)).collect();
            Announcement::of(31, &arrivals)
        };
        // Two bytes for the node, eighteen per channel.
        let most = of(444);
        assert_eq!(most.to_string().len(), 7_994);
        assert_eq!(most.arrivals.unwrap().len(), 444);
        let more = of(445);
        assert_eq!(more.to_string(), "31 *");
        assert_eq!(Announcement::read("31 *"), Some(more));
    }

    #[test]
    fn what_no_node_wrote_is_not_read() {
        for odd in [
            "", "3", "3 ", " 7", "32 7", "-1 7", "x 7", "3 x", "3 7,8", "3 7 ", "3 07", "3 *7",
            "3 @", "3 7@@",
        ] {
            assert_eq!(Announcement::read(odd), None, "{odd:?}");
        }
    }
}
