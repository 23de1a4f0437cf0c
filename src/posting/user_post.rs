//! A person's own post: the composer under a channel.
//! Everything is opted in; what fires is judged by what the person may do.

use sea_orm::{EntityTrait, IntoActiveModel};
use validator::{Validate, ValidationError};

use super::judging::{MentionFacts, Question};
use crate::chat::mentions::{self, OptIn, Report, scan};
use crate::chat::permissions::Permissions;
use crate::core::Core;
use crate::error::{Error, Faults, Result};
use crate::live;
use crate::metrics::Origin;
use crate::models::messages::{mention, message, read_mark};
use crate::models::{Channel, Message};
use crate::validation::judge;

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

/// What a person typed.
#[derive(Validate)]
struct Typed<'a> {
    #[validate(
        custom(function = "not_blank"),
        custom(function = "not_too_long"),
        custom(function = "storable")
    )]
    content: &'a str,
}

fn not_blank(content: &str) -> Result<(), ValidationError> {
    judge(!content.trim().is_empty(), "Write a message first.")
}

fn not_too_long(content: &str) -> Result<(), ValidationError> {
    judge(
        content.chars().count() <= message::MOST_CHARACTERS,
        "A message can have at most 4,000 characters. Shorten it, or send it as two.",
    )
}

fn storable(content: &str) -> Result<(), ValidationError> {
    judge(
        !content.contains('\0'),
        "The message contains a character that can’t be stored. Remove it and send it again.",
    )
}

/// Posts `content` in a channel as a person.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel, [`Error::Forbidden`] where they may not
/// send there, a fault of `content` where it is blank or too long.
pub async fn post(core: &Core, user_id: i64, channel_id: i64, content: &str) -> Result<Posted> {
    let write = core.begin().await?;
    let (channel, _, here) = Channel::viewed_by(&write, user_id, channel_id).await?;
    if !here.contains(Permissions::SEND_MESSAGES) {
        return Err(Error::Forbidden(
            "To post in this channel, you need the permission “Send messages”.",
        ));
    }
    Faults::of(Typed { content }.validate()).into_result()?;
    // Whoever deletes the channel waits for this message, and takes it along.
    if !Channel::hold(&write, channel_id).await? {
        return Err(Error::NotFound);
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
    // Whoever writes has seen what stands above.
    read_mark::advance(&write, user_id, channel_id, posted.message.id).await?;
    let mentions = !posted.fired.is_empty();
    live::announce(&write, core.node(), &[(channel_id, mentions)]).await?;
    write.commit().await?;
    core.metrics
        .stored(Origin::Person, 1, posted.fired.len(), posted.silent.len());
    core.live.arrived(channel_id, mentions);
    Ok(posted)
}
