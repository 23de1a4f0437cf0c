//! A user's own post, from the composer of a channel. Every kind of mention is opted in, subject to the user's permissions.
//! Posts of webhooks go through `submit`.

use sea_orm::{EntityTrait, IntoActiveModel};
use validator::Validate;

use super::mention_facts::{MentionFacts, MentionLookup};
use super::room;
use crate::core::Core;
use crate::live::{self, Arrival, InDoubt};
use crate::models::messages::{mention, message, read_mark};
use crate::models::servers::membership::TIMED_OUT;
use crate::models::servers::{member, slow_mode};
use crate::models::{Channel, Membership, Message};
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::metrics::Origin;
use portico_rules::chat::mentions::{self, Lookups, OptIn, scan};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, MessageId, UserId};
use portico_rules::message_text;

/// The form of a user's message.
#[derive(Validate)]
struct PostForm<'a> {
    #[validate(
        custom(function = "message_text::not_blank"),
        custom(function = "message_text::not_too_long"),
        custom(function = "message_text::storable")
    )]
    content: &'a str,
}

/// Checks a text by the rules of messages.
///
/// # Errors
/// A fault of `content`.
pub(super) fn check_text(content: &str) -> Result<()> {
    FieldErrors::from_validation(PostForm { content }.validate()).into_result()
}

/// The message that a post replies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyTo {
    /// The message, of the same channel.
    pub message_id: MessageId,
    /// True if its author is notified, by the rules of a mention.
    pub notifies: bool,
}

/// Requires that a user may post in a channel, before a large text is read. [`reply`] requires it again.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel, [`Error::Forbidden`] where they may not send there.
#[boxed]
pub async fn require_to_post(db: &Conn, user_id: UserId, channel_id: ChannelId) -> Result<()> {
    let (_, membership, here) = Channel::viewed_by(db, user_id, channel_id).await?;
    require_to_send(&membership, here)
}

fn require_to_send(membership: &Membership, here: Permissions) -> Result<()> {
    if here.contains(Permissions::SEND_MESSAGES) {
        return Ok(());
    }
    Err(Error::Forbidden(match membership.timed_out_until {
        Some(_) => TIMED_OUT,
        None => "To post in this channel, you need the permission “Send messages”.",
    }))
}

/// Posts `content` in a channel as a user.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel, [`Error::Forbidden`] where they may not
/// send there, a fault of `content` where it is blank or too long, or where slow mode or a spent budget of bytes makes them
/// wait, [`Error::DiskNearlyFull`].
#[boxed]
pub async fn post(core: &Core, user_id: UserId, channel_id: ChannelId, content: &str) -> Result<Message> {
    reply(core, user_id, channel_id, content, None).await
}

/// Posts `content` in a channel as a user, as the reply to a message.
///
/// # Errors
/// As [`post`], and a fault of `reply_to` where the channel has no such message.
#[boxed]
pub async fn reply(
    core: &Core,
    user_id: UserId,
    channel_id: ChannelId,
    content: &str,
    to: Option<ReplyTo>,
) -> Result<Message> {
    let write = core.begin().await?;
    // A removal, ban or time-out of theirs waits for this message, or is seen here.
    member::lock_to_act(&write, user_id, channel_id).await?;
    let (channel, membership, here) = Channel::viewed_by(&write, user_id, channel_id).await?;
    require_to_send(&membership, here)?;
    check_text(content)?;
    room::take_for_typed(core, user_id, channel.server_id, content)?;
    // A deletion of the channel waits for this message, and deletes it too.
    if !Channel::lock(&write, channel_id).await? {
        return Err(Error::NotFound);
    }
    let original = match to {
        Some(to) => Some(original(&write, channel_id, to).await?),
        None => None,
    };
    if channel.slow_mode > 0 && !slow_mode::exempts(membership.permissions()) {
        slow_mode::record(&write, &channel, user_id, core.now()).await?;
    }
    let content = names::limit_marks(content);
    let scan = scan(&content);
    let allowed = OptIn::EVERYTHING.into();
    let lookups = scan.lookups(&allowed);
    let lookup = MentionLookup {
        server_id: channel.server_id,
        channel_id,
        checked_as: Some(user_id),
        sent_by: None,
        lookups: &lookups,
    };
    let author = author_to_notify(original.as_ref(), user_id);
    // A lookup of its own: its answer may not change what a mention in the text refers to.
    let author_lookups = Lookups { users: author.into_iter().collect(), ..Lookups::default() };
    let author_lookup = MentionLookup { lookups: &author_lookups, ..lookup };
    let needed = [lookup, author_lookup];
    let needed = needed.iter().filter(|one| !one.lookups.is_empty()).copied();
    let facts = MentionFacts::load(&write, &needed.collect::<Vec<_>>()).await?;
    let (directory, may_mention_all) = facts.directory(lookup);
    let resolved = scan.resolve(&allowed, &directory, may_mention_all);
    let notified = author.filter(|author_id| facts.can_view(author_lookup, *author_id));
    let message = Message {
        id: core.id(),
        channel_id,
        author_id: Some(user_id),
        webhook_id: None,
        name: None,
        avatar_url: None,
        spans: mentions::store(&resolved.spans),
        cards: None,
        edited_at: None,
        reply_to_id: original.map(|(message, _)| message.id),
        reply_notified_id: notified,
        content: resolved.content.clone().into_owned(),
    };
    let fired = resolved.fired.len() + usize::from(notified.is_some());
    let message = store(core, write, message, fired > 0).await?;
    room::note(core, channel.server_id, content.len());
    core.metrics.stored(Origin::Person, 1, fired, resolved.silent.len());
    Ok(message)
}

/// The author of the original whom a reply notifies, if they may see it. Nobody is notified of what they write themselves, and
/// a webhook has no inbox.
fn author_to_notify(original: Option<&(Message, bool)>, user_id: UserId) -> Option<UserId> {
    let (message, notifies) = original?;
    let author_id = message.author_id.filter(|author_id| *author_id != user_id);
    author_id.filter(|_| *notifies && message.webhook_id.is_none())
}

/// Stores a message with what fired in it, and wakes open pages.
async fn store(core: &Core, write: Write, message: Message, mentions: bool) -> Result<Message> {
    let (id, channel_id) = (message.id, message.channel_id);
    message::Entity::insert(message.clone().into_active_model()).exec_without_returning(&*write).await?;
    let fired = message.fired().into_iter();
    let fired = fired.map(|target| mention::Model::new(target, id, channel_id));
    mention::keep(&write, fired).await?;
    // A user who writes has read what came before.
    if let Some(author_id) = message.author_id {
        read_mark::advance(&write, author_id, channel_id, id).await?;
    }
    let arrival = Arrival { mentions, message_ids: vec![id] };
    live::announce_messages(&write, core.node(), [(channel_id.into(), arrival)].into()).await?;
    let in_doubt = InDoubt::new(&core.live, [(channel_id.into(), id.get())]);
    in_doubt.end(write.commit().await.map_err(Error::from))?;
    core.live.stored(channel_id, &[id], mentions);
    Ok(message)
}

/// The message that a reply is to, and whether the reply notifies its author.
async fn original(write: &Write, channel_id: ChannelId, to: ReplyTo) -> Result<(Message, bool)> {
    let found = Message::find_in(write, channel_id, to.message_id).await?;
    let original = found.ok_or_else(|| {
        Error::fault(
            "reply_to",
            "The message that you reply to was deleted. Your text is still here: send it as a message of its own.",
        )
    })?;
    Ok((original, to.notifies))
}
