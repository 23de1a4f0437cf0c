//! A user's own post, from the composer of a channel. Every kind of mention is opted in, judged by the user's permissions.
//! Posts of webhooks go through `submit`.

use sea_orm::{EntityTrait, IntoActiveModel};
use validator::Validate;

use super::judging::{MentionFacts, Question};
use super::rules;
use crate::chat::mentions::{self, OptIn, Report, scan};
use crate::chat::permissions::Permissions;
use crate::core::Core;
use crate::error::{Error, Faults, Result};
use crate::live::{self, Arrival, InDoubt};
use crate::metrics::Origin;
use crate::models::messages::{mention, message, read_mark};
use crate::models::servers::membership::TIMED_OUT;
use crate::models::servers::{member, slow_mode};
use crate::models::{Channel, Message};

/// A stored message and what became of its mentions.
#[derive(Debug, Clone)]
pub struct Posted {
    /// The message as it was stored.
    pub message: Message,
    /// The mentions that fired.
    pub fired: Vec<Report>,
    /// The mentions that stayed silent, and why.
    pub silent: Vec<Report>,
}

/// What a user typed.
#[derive(Validate)]
struct Typed<'a> {
    #[validate(
        custom(function = "rules::not_blank"),
        custom(function = "rules::not_too_long"),
        custom(function = "rules::storable")
    )]
    content: &'a str,
}

/// Checks a text by the rules of messages.
///
/// # Errors
/// A fault of `content`.
pub(super) fn check_text(content: &str) -> Result<()> {
    Faults::of(Typed { content }.validate()).into_result()
}

/// Posts `content` in a channel as a user.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel, [`Error::Forbidden`] where they may not
/// send there, a fault of `content` where it is blank or too long, or where slow mode makes them wait.
pub async fn post(core: &Core, user_id: i64, channel_id: i64, content: &str) -> Result<Posted> {
    let write = core.begin().await?;
    // A removal, ban or time-out of theirs waits for this message, or is seen here.
    member::hold_to_post(&write, user_id, channel_id).await?;
    let (channel, membership, here) = Channel::viewed_by(&write, user_id, channel_id).await?;
    if !here.contains(Permissions::SEND_MESSAGES) {
        return Err(Error::Forbidden(match membership.timed_out_until {
            Some(_) => TIMED_OUT,
            None => "To post in this channel, you need the permission “Send messages”.",
        }));
    }
    check_text(content)?;
    // A deletion of the channel waits for this message, and deletes it too.
    if !Channel::hold(&write, channel_id).await? {
        return Err(Error::NotFound);
    }
    if channel.slow_mode > 0 && !slow_mode::exempts(membership.permissions()) {
        slow_mode::record(&write, &channel, user_id, core.now()).await?;
    }
    let scan = scan(content);
    let lookups = scan.lookups(OptIn::EVERYTHING);
    let question = Question {
        server_id: channel.server_id,
        channel_id,
        judged_as: Some(user_id),
        sent_by: None,
        lookups: &lookups,
    };
    let asked = (!lookups.is_empty()).then_some(question);
    let known = MentionFacts::of(&write, asked.as_slice()).await?;
    let (directory, may_mention_all) = known.answer(question);
    let resolved = scan.resolve(OptIn::EVERYTHING, &directory, may_mention_all);
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
        content: resolved.content.clone().into_owned(),
    };
    message::Entity::insert(message.clone().into_active_model())
        .exec_without_returning(&*write)
        .await?;
    let fired = resolved.targets();
    let fired = fired.map(|target| mention::Model::of(target, message.id, channel_id));
    mention::keep(&write, fired).await?;
    let posted = Posted {
        message,
        fired: resolved.fired,
        silent: resolved.silent,
    };
    // A user who writes has read what came before.
    read_mark::advance(&write, user_id, channel_id, posted.message.id).await?;
    let mentions = !posted.fired.is_empty();
    let arrival = Arrival {
        mentions,
        message_ids: vec![posted.message.id],
    };
    live::announce_messages(&write, core.node(), [(channel_id, arrival)].into()).await?;
    let in_doubt = InDoubt::of(&core.live, [(channel_id, posted.message.id)]);
    in_doubt.end(write.commit().await.map_err(Error::from))?;
    core.metrics
        .stored(Origin::Person, 1, posted.fired.len(), posted.silent.len());
    core.live.stored(channel_id, &[posted.message.id], mentions);
    Ok(posted)
}
