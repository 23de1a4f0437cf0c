//! Counts what a removal of many messages would take, before it is made. Making it is in `moderation`, which counts by the same
//! statement.

use sea_orm::{Order, QuerySelect};

use crate::core::Core;
use crate::models::messages::message;
use crate::models::messages::moderation::{self, Since};
use crate::models::messages::removal::Author;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{ChannelId, ServerId, UserId};

/// Max messages that are counted.
pub const MAX_COUNTED: usize = 10_000;

/// The messages that a removal would take.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RemovalPreview {
    /// How many there are, at most [`MAX_COUNTED`].
    pub count: usize,
    /// True if there are more.
    pub is_capped: bool,
    /// How many were counted in each channel that has some, most first.
    pub channels: Vec<(ChannelId, usize)>,
    /// How many of them are older than the message that the user chose.
    pub earlier: usize,
    /// How many of them are replies.
    pub replies: usize,
    /// The id of the oldest that was counted.
    pub oldest: Option<i64>,
}

/// A choice of how far back a removal goes, and what it would take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovalChoice {
    /// The choice.
    pub since: Since,
    /// The messages that it would take in the channel.
    pub here: RemovalPreview,
    /// The messages that it would take in every channel of the server that the user can see.
    pub everywhere: RemovalPreview,
}

/// Messages of an author, newest first in each channel.
#[derive(Debug, Default)]
struct AuthorMessages {
    rows: Vec<(ChannelId, i64, bool)>,
    /// The channel of which only the newest were read, and the oldest of those. No other was read after it.
    cut: Option<(ChannelId, i64)>,
}

impl AuthorMessages {
    /// A preview of what is there from an id on, in one channel or all.
    fn preview(&self, first_id: i64, channel_id: Option<ChannelId>, chosen: Option<i64>) -> RemovalPreview {
        let mut preview = RemovalPreview::default();
        for (channel, id, is_reply) in &self.rows {
            if *id < first_id || channel_id.is_some_and(|only| only != *channel) {
                continue;
            }
            if preview.count == MAX_COUNTED {
                break;
            }
            preview.count += 1;
            preview.earlier += usize::from(chosen.is_some_and(|chosen| *id < chosen));
            preview.replies += usize::from(*is_reply);
            preview.oldest = Some(preview.oldest.map_or(*id, |oldest| oldest.min(*id)));
            match preview.channels.last_mut() {
                Some((last, count)) if last == channel => *count += 1,
                _ => preview.channels.push((*channel, 1)),
            }
        }
        preview.channels.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        preview.is_capped = match (self.cut, channel_id) {
            (None, _) => false,
            (Some((cut, oldest)), Some(only)) => cut == only && oldest >= first_id,
            // The channels after that one were not read.
            (Some(_), None) => true,
        };
        preview
    }
}

/// Counts for each choice what a removal of an author's messages would take: from a time on, and from the message `chosen` on
/// where there is one. None where that takes too long. The caller has checked that the user manages messages in the channel.
///
/// # Errors
/// When the database can't be reached.
#[boxed]
pub async fn load(
    core: &Core,
    user_id: UserId,
    (server_id, channel_id): (ServerId, ChannelId),
    author: Author,
    chosen: Option<i64>,
) -> Result<Option<Vec<RemovalChoice>>> {
    let mut channels = moderation::visible(core, user_id, server_id).await?;
    // This one first: of the others not all may be counted.
    channels.sort_by_key(|id| (*id != channel_id, *id));
    let all = chosen.map(Since::Message).into_iter().chain(Since::TIMES);
    let choices: Vec<(Since, i64)> = all.map(|since| (since, since.first_id(core))).collect();
    let first_id = choices.iter().map(|(_, first)| *first).min().unwrap_or_default();
    let channels = &channels;
    let read = core.read_expensively(user_id, |db| async move { count(&db, channels, author, first_id).await });
    let counted = match read.await {
        Err(Error::TooMuchToRead) => return Ok(None),
        counted => counted?,
    };
    let choice = |(since, first_id)| RemovalChoice {
        since,
        here: counted.preview(first_id, Some(channel_id), chosen),
        everywhere: counted.preview(first_id, None, chosen),
    };
    Ok(Some(choices.into_iter().map(choice).collect()))
}

async fn count(db: &Conn, channels: &[ChannelId], author: Author, first_id: i64) -> Result<AuthorMessages> {
    let mut counted = AuthorMessages::default();
    for channel_id in channels {
        // One more than is counted shows that there are more.
        let left = MAX_COUNTED + 1 - counted.rows.len();
        let covered = moderation::covered(db, *channel_id, author, first_id..i64::MAX, Order::Desc)
            .column(message::Column::ReplyToId)
            .limit(left as u64);
        let rows: Vec<(i64, Option<i64>)> = covered.into_tuple().all(db).await?;
        let is_cut = rows.len() == left;
        counted.rows.extend(rows.iter().map(|(id, reply)| (*channel_id, *id, reply.is_some())));
        if is_cut {
            counted.cut = rows.last().map(|(id, _)| (*channel_id, *id));
            break;
        }
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(id: i64) -> ChannelId {
        ChannelId::new(id)
    }

    #[test]
    fn a_choice_counts_its_own_range_in_one_channel_and_in_all() {
        let rows =
            vec![(channel(1), 30, true), (channel(1), 20, false), (channel(2), 25, false), (channel(3), 5, true)];
        let counted = AuthorMessages { rows, cut: None };
        let here = counted.preview(20, Some(channel(1)), Some(30));
        assert_eq!((here.count, here.earlier, here.replies, here.oldest), (2, 1, 1, Some(20)));
        assert_eq!(here.channels, [(channel(1), 2)]);
        let everywhere = counted.preview(20, None, None);
        assert_eq!((everywhere.count, everywhere.earlier, everywhere.is_capped), (3, 0, false));
        assert_eq!(everywhere.channels, [(channel(1), 2), (channel(2), 1)]);
        assert_eq!(counted.preview(40, None, None), RemovalPreview::default());
    }

    #[test]
    fn what_was_not_read_is_more_than_what_is_counted() {
        let rows: Vec<_> = (0..=MAX_COUNTED as i64).rev().map(|at| (channel(1), 100 + at, false)).collect();
        let counted = AuthorMessages { rows, cut: Some((channel(1), 100)) };
        let far = counted.preview(0, Some(channel(1)), None);
        assert_eq!((far.count, far.is_capped), (MAX_COUNTED, true));
        let near = counted.preview(101 + MAX_COUNTED as i64 - 10, Some(channel(1)), None);
        assert_eq!((near.count, near.is_capped), (10, false));
        assert!(counted.preview(101 + MAX_COUNTED as i64 - 10, None, None).is_capped);
    }
}
