//! Editing and deleting messages on a channel's page: a user their own, and those who manage messages deleting others'.
//! Posting is in `user_post`; what a webhook does with its own messages is in `own_messages`.

use validator::{Validate, ValidateArgs};

use super::change::{self, EditContext};
use super::room;
use crate::core::Core;
use crate::models::logs::audit::{self, Action, NamedChannel};
use crate::models::messages::message_report;
use crate::models::messages::moderation;
use crate::models::messages::removal::Model as Removal;
use crate::models::servers::member;
use crate::models::servers::membership::TIMED_OUT;
use crate::models::{Channel, Membership, Message};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::mentions::{self, OptIn};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, MessageId, RemovalId, UserId};
use portico_rules::message_text::{self, EditLimit, MAX_CHARACTERS};
use portico_rules::payload::EditedText;

/// The rights of a user to a message that they see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageRights {
    /// Edit it.
    pub edit: bool,
    /// Delete it.
    pub delete: bool,
    /// Remove all of its author's messages.
    pub moderate: bool,
}

impl MessageRights {
    /// The rights of a member with these permissions in a channel to a message of it.
    pub fn new(membership: &Membership, here: Permissions, message: &Message) -> Self {
        let is_own = is_own(membership.user_id, message);
        let moderate = membership.permissions().contains(Permissions::MANAGE_MESSAGES);
        Self {
            edit: is_own && here.contains(Permissions::SEND_MESSAGES),
            delete: (is_own && !membership.is_timed_out()) || moderate,
            moderate,
        }
    }
}

fn is_own(user_id: UserId, message: &Message) -> bool {
    message.webhook_id.is_none() && message.author_id == Some(user_id)
}

/// Refuses a member who is timed out: they can only read, and change none of their own messages.
fn require_not_timed_out(membership: &Membership) -> Result<()> {
    match membership.is_timed_out() {
        true => Err(Error::Forbidden(TIMED_OUT)),
        false => Ok(()),
    }
}

/// Requires that a user may edit a message, before a large text is read. [`edit`] requires it again.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel or it has no such message, [`Error::Forbidden`] where it is not
/// theirs or they may not send messages there now.
#[boxed]
pub async fn require_to_edit(db: &Conn, user_id: UserId, channel_id: ChannelId, message_id: MessageId) -> Result<()> {
    let (_, membership, here) = Channel::viewed_by(db, user_id, channel_id).await?;
    let message = Message::find_in(db, channel_id, message_id).await?;
    require_own(&membership, here, &message.ok_or(Error::NotFound)?)
}

/// Requires that a member with these permissions in a channel may edit a message of it.
fn require_own(membership: &Membership, here: Permissions, message: &Message) -> Result<()> {
    if !is_own(membership.user_id, message) {
        return Err(Error::Forbidden("Only its author can edit a message."));
    }
    require_not_timed_out(membership)?;
    if !here.contains(Permissions::SEND_MESSAGES) {
        return Err(Error::Forbidden("To edit messages in this channel, you need the permission “Send messages”."));
    }
    Ok(())
}

/// The new text and cards of a user's message.
#[derive(Validate)]
#[validate(context = EditLimit)]
struct EditForm<'a> {
    #[validate(
        custom(function = "message_text::not_blank"),
        custom(function = "message_text::within", use_context),
        custom(function = "message_text::storable")
    )]
    content: &'a str,
}

/// Checks an edited text by the rules of messages.
fn check_text(content: &str, limit: EditLimit) -> Result<()> {
    FieldErrors::from_validation(EditForm { content }.validate_with_args(&limit)).into_result()
}

/// Edits a user's own message. It notifies no one: mentions in the new text are silent, except that those which fired when
/// it was posted and are still there stay marked as fired; the others leave the inboxes. What it said before is kept as a
/// version.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel or it has no such message, [`Error::Forbidden`] where it is not
/// theirs or they may not send messages there now, a fault of `content` where it is blank or too long. A text that is too
/// long already may stay as long as it is. A fault of `content` or [`Error::DiskNearlyFull`] where there is no room for it.
#[boxed]
pub async fn edit(
    core: &Core,
    user_id: UserId,
    channel_id: ChannelId,
    message_id: MessageId,
    content: &str,
) -> Result<()> {
    let write = core.begin().await?;
    member::lock_to_act(&write, user_id, channel_id).await?;
    let (channel, membership, here) = Channel::viewed_by(&write, user_id, channel_id).await?;
    let before = Message::lock_in(&write, channel_id, message_id).await?;
    let before = before.ok_or(Error::NotFound)?;
    require_own(&membership, here, &before)?;
    let limit = EditLimit::for_text(&before.content);
    check_text(content, limit)?;
    room::take_for_typed(core, user_id, channel.server_id, content)?;
    let text = EditedText {
        content: names::limit_marks(content).into_owned(),
        allowed_mentions: OptIn::EVERYTHING.into(),
        ..EditedText::default()
    };
    let context = EditContext { server_id: channel.server_id, channel_id, checked_as: Some(user_id) };
    let resolved = change::resolve(&write, context, &text, &before.fired_in_text()).await?;
    if content.chars().count() > MAX_CHARACTERS {
        // With nicknames in place of ids, each edit would make it longer.
        check_text(&resolved.content, limit)?;
    }
    let mut message = before.clone();
    message.spans = mentions::store(&resolved.spans);
    message.content = resolved.content.into_owned();
    change::save(core, write, &before, &mut message).await?;
    room::note(core, channel.server_id, content.len());
    Ok(())
}

/// Deletes a message with its earlier versions: a user's own, or with the permission to manage messages anyone's, which the
/// audit log records. From the commit on no reader sees it. Returns the removal with which [`undo`] restores it for a
/// minute; none where it is deleted for good.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel or it has no such message, [`Error::Forbidden`] where they may
/// not delete it, or are timed out.
#[boxed]
pub async fn delete(
    core: &Core,
    user_id: UserId,
    channel_id: ChannelId,
    message_id: MessageId,
) -> Result<Option<RemovalId>> {
    let write = core.begin().await?;
    // A time-out of theirs waits for this deletion, or is seen here.
    member::lock_to_act(&write, user_id, channel_id).await?;
    let (channel, membership, _) = Channel::viewed_by(&write, user_id, channel_id).await?;
    Message::lock_in(&write, channel_id, message_id).await?;
    // Someone else may have deleted it while its lock was waited for.
    let message = Message::find_in(&write, channel_id, message_id).await?;
    let message = message.ok_or(Error::NotFound)?;
    require_not_timed_out(&membership)?;
    if !is_own(user_id, &message) {
        membership.require(Permissions::MANAGE_MESSAGES).map_err(|err| match err {
            Error::Forbidden(_) => {
                Error::Forbidden("To delete messages of others, you need the permission “Manage messages”.")
            }
            err => err,
        })?;
        let action = Action::OthersMessageDeleted {
            hidden: NamedChannel::load(&write, &channel).await?.hidden,
            author: moderation::poster(&write, message.author()).await?,
            message_id,
        };
        audit::record(&write, core, channel.server_id, user_id, &channel, action).await?;
    }
    let removal_id = moderation::hide_deleted(core, &write, user_id, &message).await?;
    if removal_id.is_none() {
        message.delete(&write).await?;
        if !is_own(user_id, &message) {
            message_report::close_of_deleted(&write, message.id, user_id, core.now()).await?;
        }
    }
    // Where a moderator deletes it, others have fewer reports to decide.
    let touches_inboxes = !is_own(user_id, &message) || !message.fired().is_empty();
    change::commit(core, write, &message, touches_inboxes).await?;
    Ok(removal_id)
}

/// Undoes a removal within its minute: that of many messages as [`Removal::undo`], and the deletion of one for the user who
/// deleted it. All of it is as it was, in inboxes too. Returns how many messages are back.
///
/// # Errors
/// As [`Removal::undo`]; [`Error::Forbidden`] where someone else deleted the message, or the user may not delete it now; a
/// fault of the form where a moderator has removed it meanwhile.
#[boxed]
pub async fn undo(core: &Core, user_id: UserId, channel_id: ChannelId, removal_id: RemovalId) -> Result<i32> {
    let removal = match Removal::find(&core.db, channel_id, removal_id).await {
        Ok(removal) if removal.is_deletion() => removal,
        Ok(_) | Err(Error::NotFound) => return Removal::undo(core, user_id, channel_id, removal_id).await,
        Err(err) => return Err(err),
    };
    let write = core.begin().await?;
    member::lock_to_act(&write, user_id, channel_id).await?;
    let (channel, membership, _) = Channel::viewed_by(&write, user_id, channel_id).await?;
    if removal.removed_by != user_id {
        return Err(Error::Forbidden("Only the person who deleted this message can restore it."));
    }
    require_not_timed_out(&membership)?;
    if !Removal::take_back(&write, &[removal.id], core.now()).await? {
        return Err(Error::fault("form", "The time for undoing is over. This message can’t be restored."));
    }
    let message = Message::find_in(&write, channel_id, removal.first_id.into()).await?;
    let message = message.ok_or_else(|| Error::fault("form", "A moderator has removed this message."))?;
    if !is_own(user_id, &message) {
        membership.require(Permissions::MANAGE_MESSAGES)?;
        let action = Action::MessagesRestored {
            hidden: NamedChannel::load(&write, &channel).await?.hidden,
            author: moderation::poster(&write, message.author()).await?,
            count: 1,
        };
        audit::record(&write, core, channel.server_id, user_id, &channel, action).await?;
        message_report::reopen_of_removed(&write, &removal).await?;
    }
    // Its reports are open again.
    let touches_inboxes = !is_own(user_id, &message) || !message.fired().is_empty();
    change::commit(core, write, &message, touches_inboxes).await?;
    Ok(1)
}
