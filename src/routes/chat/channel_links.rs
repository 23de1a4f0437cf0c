//! The channels that `#channel` in a message leads to: those of the message's server that the reader may see.
//! Finding the names in a text is in `chat::channel_names`.

use std::collections::BTreeMap;
use std::sync::Arc;

use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::ids::{ChannelId, ServerId, UserId};
use portico_store::models::Message;
use portico_store::models::servers::access::UserAccess;

/// Channels by their names.
pub(super) type Channels = Arc<BTreeMap<String, ChannelId>>;

/// The channels of a server that a reader may see.
pub(super) fn visible(access: &UserAccess, server_id: ServerId) -> Channels {
    let channels = access.channels_of(server_id);
    Arc::new(channels.map(|channel| (channel.name.clone(), channel.id)).collect())
}

/// The same where the access of the reader is not loaded; it is only where one of the messages may name a channel.
pub(super) async fn load(db: &Conn, user_id: UserId, server_id: ServerId, messages: &[Message]) -> Result<Channels> {
    if !messages.iter().any(|message| message.content.contains('#')) {
        return Ok(Channels::default());
    }
    Ok(visible(&UserAccess::load(db, user_id).await?, server_id))
}
