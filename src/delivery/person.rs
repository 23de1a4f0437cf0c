//! A person's own post: the composer under a channel.
//! Everything is opted in; what fires is judged by what the person may do.

use crate::chat::mentions::OptIn;
use crate::chat::permissions::Permissions;
use crate::delivery::{Author, Draft, Posted};
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::live;
use crate::metrics::Origin;
use crate::models::{Channel, message, read_mark};

/// Posts `content` in a channel as a person.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel, [`Error::Forbidden`] where they may not
/// send there, a fault of `content` where it is blank or too long.
pub async fn post(at: &Instance, user_id: i64, channel_id: i64, content: &str) -> Result<Posted> {
    let write = at.begin().await?;
    let (channel, _, here) = Channel::viewed_by(&*write, user_id, channel_id).await?;
    if !here.contains(Permissions::SEND_MESSAGES) {
        return Err(Error::Forbidden(
            "You need the permission “Send messages” in this channel.",
        ));
    }
    if content.trim().is_empty() {
        return Err(Error::fault("content", "Write something first."));
    }
    if content.chars().count() > message::MOST_CHARACTERS {
        return Err(Error::fault(
            "content",
            "A message has at most 4,000 characters. Shorten it or send two.",
        ));
    }
    if content.contains('\0') {
        return Err(Error::fault(
            "content",
            "A character in it can’t be stored. Remove it and send it again.",
        ));
    }
    let draft = Draft {
        channel: &channel,
        author: Author::Person(user_id),
        content,
        name: None,
        avatar_url: None,
        opt_in: OptIn::EVERYTHING,
    };
    let posted = draft.store(at, &*write).await?;
    // Whoever writes has seen what stands above.
    read_mark::advance(&*write, user_id, channel_id, posted.message.id).await?;
    let mentions = !posted.fired.is_empty();
    live::announce(&*write, at.node(), &[(channel_id, mentions)]).await?;
    write.commit().await?;
    at.metrics
        .stored(Origin::Person, 1, posted.fired.len(), posted.silent.len());
    at.live.arrived(channel_id, mentions);
    Ok(posted)
}
