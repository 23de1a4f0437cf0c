//! The inbox: which mentions reach a user, computed on request, and which of them are unread.
//! That a mention fired at all was decided when its message was stored.

use std::collections::{BTreeMap, HashMap};

mod query;
mod ranges;
mod unread_count;

use query::Part;

use crate::core::Core;
use crate::models::messages::feed::{self, MessagePeople};
use crate::models::messages::mention::MentionTargetKind;
use crate::models::messages::read_mark;
use crate::models::servers::access::UserAccess;
use crate::models::{Channel, Message, Server};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{ChannelId, MessageId, UserId};

/// How many mentions a page of the inbox has.
pub const PAGE_SIZE: u64 = 50;
/// How many channels are marked as read in one transaction.
const MARKED_TOGETHER: usize = 250;
/// Counting stops here: a header shows "99+" at most.
pub const MAX_COUNTED: u64 = 100;

/// Where a page of an inbox begins. The next page stays in the part of the last one: if its last message was read or
/// deleted meanwhile, no later one is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InboxStart {
    /// With the newest unread one.
    First,
    /// With what is unread and older than this message; what is read follows.
    Unread(i64),
    /// With what is read and older than this message.
    Read(i64),
}

/// A message that mentions the user.
#[derive(Debug)]
pub struct InboxEntry {
    /// The message.
    pub message: Message,
    /// The strongest reason why it reaches them.
    pub reason: MentionTargetKind,
    /// True if they have not read it yet.
    pub unread: bool,
    /// Its channel.
    pub channel: Channel,
    /// That channel's server.
    pub server: Server,
}

/// A page of an inbox.
#[derive(Debug)]
pub struct InboxPage {
    /// Unread ones first, and each part newest first.
    pub entries: Vec<InboxEntry>,
    /// True if there are more after the last.
    pub more: bool,
    /// Who wrote them.
    pub people: MessagePeople,
}

/// How many mentions a user has not read, by channel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnreadMentions(BTreeMap<ChannelId, u64>);

impl UnreadMentions {
    /// None.
    pub const NONE: Self = Self(BTreeMap::new());

    /// How many there are in all, at most [`MAX_COUNTED`].
    pub fn total(&self) -> u64 {
        self.0.values().sum::<u64>().min(MAX_COUNTED)
    }

    /// True if all of them were counted.
    pub fn is_exact(&self) -> bool {
        self.total() < MAX_COUNTED
    }

    /// How many of them are in a channel.
    pub fn in_channel(&self, channel_id: ChannelId) -> u64 {
        self.0.get(&channel_id).copied().unwrap_or_default()
    }
}

impl InboxPage {
    /// A page of `size` mentions of the inbox of the user with this access.
    #[boxed]
    pub async fn read(db: &Conn, access: &UserAccess, begin: InboxStart, size: u64) -> Result<Self> {
        let wanted = size + 1;
        let (mut found, unread) = match begin {
            InboxStart::First => access.mentions_of_both(db, None, wanted).await?,
            InboxStart::Unread(id) => access.mentions_of_both(db, Some(id), wanted).await?,
            InboxStart::Read(id) => {
                let read = access.mentions(db, Part::Read, Some(id), wanted).await?;
                (read, 0)
            }
        };
        let more = found.len() as u64 > size;
        found.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        let ids: Vec<MessageId> = found.iter().map(|found| found.message_id).collect();
        let (messages, people) = feed::messages_with(db, &ids).await?;
        let mut messages: HashMap<MessageId, Message> =
            messages.into_iter().map(|message| (message.id, message)).collect();
        let entries = found
            .into_iter()
            .enumerate()
            .filter_map(|(position, found)| {
                let visible = access.visible.get(&found.channel_id)?;
                Some(InboxEntry {
                    message: messages.remove(&found.message_id)?,
                    reason: found.reason,
                    unread: position < unread,
                    channel: visible.channel.clone(),
                    server: Server::clone(&access.membership(visible.channel.server_id).ok()?.server),
                })
            })
            .collect();
        Ok(Self { entries, more, people })
    }
}

/// Marks every mention as read that a user had when the newest one they saw was `up_to`. What is to be marked is read
/// first, and marked in short steps, so that many channels don't block other writers. Where it is interrupted, the rest is
/// still unread.
#[boxed]
pub async fn mark_all_read(core: &Core, user_id: UserId, up_to: i64) -> Result<()> {
    let mut access = UserAccess::load(&core.db, user_id).await?;
    let below = up_to.saturating_add(1);
    let newest = access.newest_of_all(&core.db, below).await?;
    mark(core, &mut access, newest.into_iter().collect()).await?;
    loop {
        let found = access.mentions(&core.db, Part::Unread, Some(below), MAX_COUNTED).await?;
        if found.is_empty() {
            return Ok(());
        }
        // The newest of a channel marks the older ones too.
        let mut newest: BTreeMap<ChannelId, MessageId> = BTreeMap::new();
        for found in found {
            let mark = newest.entry(found.channel_id).or_insert(found.message_id);
            *mark = found.message_id.max(*mark);
        }
        mark(core, &mut access, newest).await?;
    }
}

/// Moves the marks of these channels to the messages beside them.
async fn mark(core: &Core, access: &mut UserAccess, newest: BTreeMap<ChannelId, MessageId>) -> Result<()> {
    let newest: Vec<(ChannelId, MessageId)> = newest.into_iter().collect();
    for batch in newest.chunks(MARKED_TOGETHER) {
        let write = core.begin().await?;
        read_mark::advance_all(&write, access.user_id, batch).await?;
        write.commit().await?;
    }
    for (channel_id, message_id) in newest {
        if let Some(visible) = access.visible.get_mut(&channel_id) {
            visible.read = message_id.get();
        }
    }
    Ok(())
}

/// The result of [`mark_read`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedRead {
    /// How many mentions were unread before; none where there are more than are counted.
    pub mentions: Option<u64>,
    /// True if others are still unread, of any channel.
    pub leaves_unread: bool,
}

/// Marks one mention as read, and with it the messages before it in its channel.
///
/// # Errors
/// [`Error::NotFound`] where there is no such message or they may not view its channel.
#[boxed]
pub async fn mark_read(core: &Core, user_id: UserId, message_id: MessageId) -> Result<MarkedRead> {
    let (_, before) = UserAccess::with_unread_mentions(&core.db, user_id).await?;
    let write = core.begin().await?;
    let message = Message::find(&write, message_id).await?.ok_or(Error::NotFound)?;
    Channel::viewed_by(&write, user_id, message.channel_id).await?;
    read_mark::advance(&write, user_id, message.channel_id, message_id).await?;
    write.commit().await?;
    let (_, after) = UserAccess::with_unread_mentions(&core.db, user_id).await?;
    let in_channel = |unread: &UnreadMentions| unread.in_channel(message.channel_id);
    let marked = in_channel(&before).saturating_sub(in_channel(&after));
    Ok(MarkedRead { mentions: before.is_exact().then_some(marked), leaves_unread: after.total() > 0 })
}
