//! The composer's bar about the message that it replies to. Posting the reply is in `channels`, and its rules are in
//! `posting`.

use serde::Serialize;

use super::message_view::{Quote, Reader};
use crate::app::App;
use portico_platform::error::Result;
use portico_rules::ids::{ChannelId, MessageId};
use portico_store::models::Message;
use portico_store::models::messages::feed::MessagePeople;

/// The message that is replied to, as its bar over the text shows it.
#[derive(Debug, Serialize)]
pub(super) struct ReplyBar {
    channel_id: ChannelId,
    quote: Quote,
    /// True if there is someone who could be notified: neither a webhook nor the author of the reply.
    may_notify: bool,
    /// True if they are to be.
    notifies: bool,
}

impl ReplyBar {
    /// The bar of a message.
    pub(super) fn new(message: &Message, people: &MessagePeople, reader: &Reader<'_>, notifies: bool) -> Self {
        let is_of_person = message.webhook_id.is_none() && message.author_id.is_some();
        Self {
            channel_id: message.channel_id,
            quote: Quote::new(message, people, reader),
            may_notify: is_of_person && message.author_id != Some(reader.user_id),
            notifies,
        }
    }

    /// The same for the message with this id in a channel that the reader may view; none where it is deleted.
    pub(super) async fn find(
        app: &App,
        channel_id: ChannelId,
        message_id: MessageId,
        notifies: bool,
        reader: &Reader<'_>,
    ) -> Result<Option<Self>> {
        let Some(message) = Message::find_in(&app.db, channel_id, message_id).await? else {
            return Ok(None);
        };
        let people = MessagePeople::load(&app.db, std::slice::from_ref(&message)).await?;
        Ok(Some(Self::new(&message, &people, reader, notifies)))
    }
}
