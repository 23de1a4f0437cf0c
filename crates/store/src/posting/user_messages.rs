//! Editing and deleting messages on a channel's page: a user their own, and those who manage messages deleting others'.
//! Posting is in `user_post`; what a webhook does with its own messages is in `own_messages`.

use validator::{Validate, ValidateArgs};

use super::change::{self, EditContext};
use super::room;
use crate::core::Core;
use crate::models::logs::audit::{self, Action, NamedChannel};
use crate::models::messages::moderation;
use crate::models::servers::member;
use crate::models::servers::membership::TIMED_OUT;
use crate::models::{Channel, Membership, Message};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::mentions::{self, OptIn};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ChannelId;
use portico_rules::message_text::{self, EditLimit, MAX_CHARACTERS};
use portico_rules::payload::EditedText;

/// What a user may do with a message that they see.
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
    /// What a member with these permissions in a channel may do with a message of it.
    pub fn of(membership: &Membership, here: Permissions, message: &Message) -> Self {
        let is_own = is_own(membership.user_id, message);
        let moderate = membership.permissions().contains(Permissions::MANAGE_MESSAGES);
        Self {
            edit: is_own && here.contains(Permissions::SEND_MESSAGES),
            delete: (is_own && !membership.is_timed_out()) || moderate,
            moderate,
        }
    }
}

fn is_own(user_id: i64, message: &Message) -> bool {
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
pub async fn require_to_edit(db: &Conn, user_id: i64, channel_id: ChannelId, message_id: i64) -> Result<()> {
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

/// What a user made of their message.
#[derive(Validate)]
#[validate(context = EditLimit)]
struct Typed<'a> {
    #[validate(
        custom(function = "message_text::not_blank"),
        custom(function = "message_text::within", use_context),
        custom(function = "message_text::storable")
    )]
    content: &'a str,
}

/// Checks an edited text by the rules of messages.
fn check_text(content: &str, limit: EditLimit) -> Result<()> {
    FieldErrors::from_validation(Typed { content }.validate_with_args(&limit)).into_result()
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
pub async fn edit(core: &Core, user_id: i64, channel_id: ChannelId, message_id: i64, content: &str) -> Result<()> {
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
    let context = EditContext { server_id: channel.server_id, channel_id, judged_as: Some(user_id) };
    let resolved = change::judge(&write, context, &text, &before.fired_in_text()).await?;
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
/// audit log records.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel or it has no such message, [`Error::Forbidden`] where they may
/// not delete it, or are timed out.
#[boxed]
pub async fn delete(core: &Core, user_id: i64, channel_id: ChannelId, message_id: i64) -> Result<()> {
    let write = core.begin().await?;
    // A time-out of theirs waits for this deletion, or is seen here.
    member::lock_to_act(&write, user_id, channel_id).await?;
    let (channel, membership, _) = Channel::viewed_by(&write, user_id, channel_id).await?;
    let message = Message::lock_in(&write, channel_id, message_id).await?;
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
            hidden: NamedChannel::of(&write, &channel).await?.hidden,
            author: moderation::poster(&write, message.author()).await?,
            message_id,
        };
        audit::record(&write, core, channel.server_id, user_id, &channel, action).await?;
    }
    message.delete(&write).await?;
    let touches_inboxes = !message.fired().is_empty();
    change::commit(core, write, &message, touches_inboxes).await
}
